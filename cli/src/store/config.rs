//! The user's settings, so that not every command has to repeat them.

use crate::{disk, failure::Failure};
use anyhow::Result;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The file `config.toml`: the values of `--node`, `--account`, `--program`, `--club` and
/// `--password-file` if neither an option nor a variable gives them. A relative path begins at the
/// file's folder.
#[derive(Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub node: Option<String>,
    pub account: Option<String>,
    pub program: Option<String>,
    pub club: Option<String>,
    pub password_file: Option<PathBuf>,
}

impl Config {
    /// Reads the file, if there is one.
    ///
    /// # Errors
    ///
    /// [`Failure::Usage`], which names the line that can't be read.
    pub fn read(path: &Path) -> Result<Self> {
        let Some(text) = disk::read(path)? else {
            return Ok(Self::default());
        };
        let config: Self = toml::from_str(&text).map_err(|error| {
            let message = error.message().lines().next().unwrap_or_default();
            let before = error.span().map_or(0, |span| text[..span.start].matches('\n').count());
            let line = before + 1;
            Failure::usage(format!("{}, line {line}: {message}", path.display()))
        })?;
        let folder = path.parent().unwrap_or(path);
        let password_file = config.password_file.map(|file| folder.join(file));
        Ok(Self { password_file, ..config })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_is_written_down_is_read_and_what_is_not_known_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("config.toml");
        assert_eq!(Config::read(&path).unwrap(), Config::default());
        fs::write(&path, "# mine\nnode = \"wss://testnet.vara.network\"\naccount = \"ada\"\n")
            .unwrap();
        let config = Config::read(&path).unwrap();
        assert_eq!(config.node.as_deref(), Some("wss://testnet.vara.network"));
        assert_eq!((config.account.as_deref(), config.program), (Some("ada"), None));
        for (file, is) in [("pw", dir.path().join("pw")), ("/etc/pw", "/etc/pw".into())] {
            let text = format!("\u{feff}password_file = \"{file}\"\r\n");
            let of_windows = text.encode_utf16().flat_map(u16::to_le_bytes);
            for bytes in [text.clone().into_bytes(), of_windows.collect()] {
                fs::write(&path, bytes).unwrap();
                assert_eq!(Config::read(&path).unwrap().password_file.as_ref(), Some(&is));
            }
        }
        fs::write(&path, "node = \"ws://a\"\naccont = \"ada\"\n").unwrap();
        let error = Config::read(&path).unwrap_err();
        assert_eq!(Failure::code(&error), 2);
        let error = error.to_string();
        assert!(error.contains("line 2") && error.contains("accont"), "{error}");
    }
}
