//! Files that only their owner can read, and that a crash leaves whole.

use anyhow::{Context, Result};
use serde::Serialize;
use std::{
    fs::{self, File},
    io::Write,
    path::Path,
};
use tempfile::NamedTempFile;

/// Makes a folder that only its owner can look into.
pub fn make_private_folder(dir: &Path) -> Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(dir).with_context(|| format!("can't make the folder {}", dir.display()))
}

/// The value as JSON on disk, in a file of this folder that has no name yet.
pub fn staged(folder: &Path, value: &impl Serialize) -> Result<NamedTempFile> {
    let mut file = NamedTempFile::new_in(folder)?;
    serde_json::to_writer_pretty(&mut file, value)?;
    file.write_all(b"\n")?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// Puts the value on disk as JSON, in place of what has this name. When this
/// returns, it is there even if the power fails.
pub fn write(path: &Path, value: &impl Serialize) -> Result<()> {
    let folder = path.parent().context("a file is in a folder")?;
    make_private_folder(folder)?;
    let written = || -> Result<()> {
        staged(folder, value)?.persist(path)?;
        // The name is in the folder, which has to be on disk too.
        #[cfg(unix)]
        File::open(folder)?.sync_all()?;
        Ok(())
    };
    written().with_context(|| format!("can't write {}", path.display()))
}
