//! Has build scripts compile for nodes one at a time.
//!
//! They share a target directory, which cargo locks.

use crate::layout::Layout;
use anyhow::{Context, Result};
use jobserver::Client;
use std::{
    fs::{self, File, TryLockError},
    os::unix::process::parent_id,
    process, thread,
    time::Duration,
};

/// A build script's turn to compile, which ends when it is dropped.
pub struct Turn {
    _lock: File,
}

impl Turn {
    /// Waits until no other build script compiles for nodes.
    ///
    /// A build script that waited for cargo's own lock would keep a job that cargo could run
    /// meanwhile. This gives the job back to cargo's jobserver until the turn comes.
    ///
    /// # Errors
    ///
    /// If the file can't be locked, or the jobserver refuses to take or give a job.
    pub fn wait(layout: &Layout) -> Result<Self> {
        let dir = layout.wasm_target_dir();
        let path = dir.join(".turn");
        let lock = fs::create_dir_all(&dir)
            .and_then(|()| File::create(&path))
            .with_context(|| format!("opening {}", path.display()))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                releasing_job(|| lock.lock())
                    .with_context(|| format!("locking {}", path.display()))?;
            }
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("locking {}", path.display()));
            }
        }
        Ok(Self { _lock: lock })
    }
}

/// Waits, and has cargo run another job meanwhile.
fn releasing_job(wait: impl FnOnce() -> std::io::Result<()>) -> Result<()> {
    // SAFETY: cargo names in the environment the file descriptors that it has opened for
    // the jobserver, and nothing here has closed them.
    let jobserver = unsafe { Client::from_env() };
    if let Some(jobserver) = &jobserver {
        end_with_parent();
        jobserver.release_raw().context("giving up a place")?;
    }
    let waited = wait();
    if let Some(jobserver) = &jobserver {
        jobserver.acquire_raw().context("taking a place again")?;
    }
    Ok(waited?)
}

/// Ends this process once cargo, its parent, is gone. Nobody would give it a job again, so it
/// would have the lock, and hold up each later build, for ever.
fn end_with_parent() {
    let cargo = parent_id();
    thread::spawn(move || {
        while parent_id() == cargo {
            thread::sleep(Duration::from_secs(1));
        }
        process::exit(1);
    });
}
