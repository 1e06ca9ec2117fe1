//! Locks for what only one process at a time may do.

use crate::{disk, failure::Failure, words::notices::warn};
use anyhow::{Context, Result, bail};
use std::{
    fs::{File, TryLockError},
    io::{Read, Write},
    path::Path,
    process,
};

/// A file that this process has locked. The system unlocks it when the process ends, however it
/// ends.
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Locks a file.
    ///
    /// # Errors
    ///
    /// [`Failure::Usage`] if another process has locked it. `taken` says what that process does,
    /// and `advice` what to do about it.
    pub fn take(path: &Path, taken: &str, advice: &str) -> Result<Self> {
        disk::make_private_folder(path.parent().context("a file is in a folder")?)?;
        let mut file = File::options()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(path)
            .with_context(|| format!("can't open {}", path.display()))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut owner = String::new();
                // The number is only for people, and the disk may have had no room for it.
                let is_known = file.read_to_string(&mut owner).is_ok() && !owner.is_empty();
                let who = if is_known { format!(" (process {owner})") } else { String::new() };
                bail!(Failure::Usage(format!("{taken}{who}. {advice}")));
            }
            // Playing goes first.
            Err(TryLockError::Error(error)) if disk::is_unable(&error) => warn(&format!(
                "{} can't be locked there ({error}): run no second rpsls beside this one",
                path.display()
            )),
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("can't lock {}", path.display()));
            }
        }
        // The lock holds without the number, too.
        let _ = file.set_len(0).and_then(|()| write!(file, "{}", process::id()));
        Ok(Self { _file: file })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_had_once_and_says_by_whom() {
        let dir = tempfile::tempdir().unwrap();
        let take = || Lock::take(&dir.path().join("locks/seat"), "somebody plays", "Wait");
        let first = take().unwrap();
        let error = take().err().unwrap();
        assert_eq!(Failure::code(&error), 2);
        let expected = format!("somebody plays (process {}). Wait", process::id());
        assert_eq!(error.to_string(), expected);
        drop(first);
        take().unwrap();
    }
}
