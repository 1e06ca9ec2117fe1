//! The user's settings, so that not every command has to repeat them.

use crate::{disk, failure::Failure};
use anyhow::Result;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The file `config.toml`: the values of `--node`, `--account`, `--program`, `--house` and
/// `--password-file` if neither an option nor a variable gives them.
#[derive(Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub node: Option<String>,
    pub account: Option<String>,
    pub program: Option<String>,
    pub house: Option<String>,
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
        toml::from_str(&text).map_err(|error| {
            let message = error.message().lines().next().unwrap_or_default();
            let before = error.span().map_or(0, |span| text[..span.start].matches('\n').count());
            let line = before + 1;
            Failure::usage(format!("{}, line {line}: {message}", path.display()))
        })
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
        fs::write(&path, "node = \"ws://a\"\naccont = \"ada\"\n").unwrap();
        let error = Config::read(&path).unwrap_err();
        assert_eq!(Failure::code(&error), 2);
        let error = error.to_string();
        assert!(error.contains("line 2") && error.contains("accont"), "{error}");
    }
}
