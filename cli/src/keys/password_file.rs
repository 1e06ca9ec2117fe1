//! A password in a file, for services and scripts.

use crate::{failure::Failure, words::carried::decoded};
use anyhow::{Result, ensure};
use secrecy::{ExposeSecret, SecretString};
use std::{
    fs::{File, Metadata},
    io::Read,
    path::Path,
};

/// The longest password, in bytes. The client does not read a longer file to its end.
const LONGEST: u64 = 4096;

/// Reads a password, without the line end after it.
///
/// # Errors
///
/// [`Failure::Usage`] if the file can't be read, others can read it, or it has no password. The
/// error repeats nothing of the file.
pub fn read(path: &Path) -> Result<SecretString> {
    let refused = |why: &str| Failure::Usage(format!("the password file {} {why}", path.display()));
    let unread = |error| refused(&format!("can't be read: {error}"));
    let file = File::open(path).map_err(unread)?;
    let metadata = file.metadata().map_err(unread)?;
    ensure!(!metadata.is_dir(), refused("is a folder"));
    ensure!(
        is_private(&metadata),
        refused(&format!("can be read by others: `chmod 600 {}` keeps it to you", path.display()))
    );
    let mut bytes = vec![];
    file.take(2 * LONGEST).read_to_end(&mut bytes).map_err(unread)?;
    let text = SecretString::from(decoded(bytes).ok_or_else(|| refused("holds no text"))?);
    let password = text.expose_secret();
    let password = password.strip_suffix('\n').unwrap_or(password);
    let password = password.strip_suffix('\r').unwrap_or(password);
    ensure!(!password.is_empty(), refused("is empty"));
    ensure!(
        password.len() as u64 <= LONGEST && !password.contains('\n'),
        refused("holds more than a line with a password")
    );
    Ok(password.to_owned().into())
}

fn is_private(metadata: &Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;

    metadata.permissions().mode() & 0o077 == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        fs::{self, Permissions},
        os::unix::fs::PermissionsExt,
    };

    fn read_of(bytes: &[u8], mode: u32) -> Result<String> {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("password");
        fs::write(&path, bytes).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
        read(&path).map(|password| password.expose_secret().to_owned())
    }

    #[test]
    fn a_password_is_a_line_without_its_end() {
        for text in
            ["velvet otter", "velvet otter\n", "velvet otter\r\n", "\u{feff}velvet otter\r\n"]
        {
            assert_eq!(read_of(text.as_bytes(), 0o600).unwrap(), "velvet otter");
        }
        assert_eq!(read_of(b" \xc3\xa9 \n", 0o400).unwrap(), " é ", "spaces are part of it");
        let of_a_shell: Vec<u8> =
            "\u{feff}velvet é\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(read_of(&of_a_shell, 0o600).unwrap(), "velvet é");
    }

    #[test]
    fn what_others_can_read_or_holds_no_password_is_refused_and_not_repeated() {
        for (bytes, mode, why) in [
            (&b"velvet\n"[..], 0o640, "can be read by others: `chmod 600"),
            (b"velvet\n", 0o604, "can be read by others"),
            (b"", 0o600, "is empty"),
            (b"\n", 0o600, "is empty"),
            (b"velvet\notter\n", 0o600, "more than a line"),
            (&[b'v'; 5000], 0o600, "more than a line"),
            (b"velvet\xff\n", 0o600, "holds no text"),
        ] {
            let error = read_of(bytes, mode).unwrap_err();
            assert_eq!(Failure::code(&error), 2);
            let error = error.to_string();
            assert!(error.contains(why) && !error.contains("velvet"), "{error}");
        }
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().to_owned();
        assert!(read(&folder).err().unwrap().to_string().contains("is a folder"));
        let missing = read(&folder.join("none")).err().unwrap().to_string();
        assert!(missing.contains("can't be read: No such file"), "{missing}");
    }
}
