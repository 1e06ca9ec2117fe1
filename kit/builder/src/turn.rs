//! One at a time: cargo locks the directory in which all of them are compiled.

use crate::layout::Layout;
use anyhow::{Context, Result};
use jobserver::Client;
use std::fs::{self, File, TryLockError};

/// Ends when it is dropped.
pub struct Turn {
    _lock: File,
}

impl Turn {
    /// Waits until no other build script compiles for nodes. Cargo runs one job less for
    /// each that is waiting in its own lock, so meanwhile another may have this one's
    /// place.
    ///
    /// # Errors
    ///
    /// If a file can't be locked, or cargo's places are not as they should be.
    pub fn wait(layout: &Layout) -> Result<Self> {
        let dir = layout.wasm_target_dir();
        let path = dir.join(".turn");
        let lock = fs::create_dir_all(&dir)
            .and_then(|()| File::create(&path))
            .with_context(|| format!("opening {}", path.display()))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                elsewhere(|| lock.lock()).with_context(|| format!("locking {}", path.display()))?;
            }
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("locking {}", path.display()));
            }
        }
        Ok(Self { _lock: lock })
    }
}

/// Has another job run while this one waits.
fn elsewhere(wait: impl FnOnce() -> std::io::Result<()>) -> Result<()> {
    // SAFETY: cargo says in the environment what it has opened for this, and nothing here
    // has closed any of it.
    let places = unsafe { Client::from_env() };
    if let Some(places) = &places {
        places.release_raw().context("giving up a place")?;
    }
    wait()?;
    if let Some(places) = &places {
        places.acquire_raw().context("taking a place again")?;
    }
    Ok(())
}
