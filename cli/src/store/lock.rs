//! Locks for what only one process at a time may do.

use crate::{disk, failure::Failure, words::notices::warn};
use anyhow::{Context, Result, bail};
use std::{
    fmt::Display,
    fs::{File, TryLockError},
    io::{Read, Write},
    path::Path,
    process,
    sync::{
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::channel,
    },
    thread::{self, sleep},
    time::{Duration, Instant},
};

/// How long a file system may take to lock a file.
const ANSWERS_WITHIN: Duration = Duration::from_secs(3);
/// How long another process may change what several write.
const MOMENT: Duration = Duration::from_secs(2);
const LOOK_AGAIN: Duration = Duration::from_millis(10);

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
        let without = |why: &dyn Display| {
            warn(&format!(
                "{} can't be locked there ({why}): run no second rpsls beside this one",
                path.display()
            ));
        };
        match try_lock(&file)? {
            Some(Ok(())) => {}
            Some(Err(TryLockError::WouldBlock)) => {
                let mut owner = String::new();
                // The number is only for people, and the disk may have had no room for it.
                let is_known = file.read_to_string(&mut owner).is_ok() && !owner.is_empty();
                let who = if is_known { format!(" (process {owner})") } else { String::new() };
                bail!(Failure::Usage(format!("{taken}{who}. {advice}")));
            }
            // Playing goes first.
            Some(Err(TryLockError::Error(error))) if disk::is_unable(&error) => without(&error),
            Some(Err(TryLockError::Error(error))) => {
                return Err(error).with_context(|| format!("can't lock {}", path.display()));
            }
            None => without(&"its file system does not answer"),
        }
        // The lock holds without the number, too.
        let _ = file.set_len(0).and_then(|()| write!(file, "{}", process::id()));
        Ok(Self { _file: file })
    }

    /// Locks a file once whoever has locked it is done, which takes a moment. `None` if it takes
    /// longer, or the file can't be locked.
    pub fn soon(path: &Path) -> Option<Self> {
        let file = File::options().create(true).truncate(false).write(true).open(path).ok()?;
        let since = Instant::now();
        loop {
            match try_lock(&file).ok()?? {
                Ok(()) => return Some(Self { _file: file }),
                Err(TryLockError::WouldBlock) if since.elapsed() < MOMENT => sleep(LOOK_AGAIN),
                Err(_) => return None,
            }
        }
    }
}

/// Tries to lock a file. `None` if there is no answer, as from a network's file system whose server
/// has no locks: the call then never returns, and a thread is left behind.
fn try_lock(file: &File) -> Result<Option<Result<(), TryLockError>>> {
    static IS_SILENT: AtomicBool = AtomicBool::new(false);
    if IS_SILENT.load(Relaxed) {
        return Ok(None);
    }
    // The lock is of what is open, and both have it open.
    let (file, (done, is_done)) = (file.try_clone()?, channel());
    thread::spawn(move || done.send(file.try_lock()));
    let answer = is_done.recv_timeout(ANSWERS_WITHIN).ok();
    IS_SILENT.store(answer.is_none(), Relaxed);
    Ok(answer)
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

    #[test]
    fn whoever_writes_for_a_moment_is_waited_for() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("lock");
        let first = Lock::soon(&path).unwrap();
        thread::scope(|scope| {
            let second = scope.spawn(|| Lock::soon(&path).is_some());
            sleep(10 * LOOK_AGAIN);
            assert!(!second.is_finished());
            drop(first);
            assert!(second.join().unwrap());
        });
        assert!(Lock::soon(&dir.path().join("nowhere/lock")).is_none());
    }
}
