//! Files that cargo watches.

use anyhow::{Context, Result};
use std::{fs, path::Path};

/// Writes a file, and its directory, unless the file has these contents: cargo
/// goes by the time of the last write, and would rebuild for nothing.
pub fn write_if_changed(path: &Path, contents: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|present| present == contents) {
        return Ok(());
    }
    let write = || {
        fs::create_dir_all(path.parent().unwrap_or(path))?;
        fs::write(path, contents)
    };
    write().with_context(|| format!("writing {}", path.display()))
}
