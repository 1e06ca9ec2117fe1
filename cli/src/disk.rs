//! Files that only their owner can read, and that a crash leaves whole.

use crate::words::notices::warn;
use anyhow::{Context, Result};
use serde::Serialize;
use std::{
    fs::{self, File},
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
    time::Duration,
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
    let mut text = serde_json::to_vec_pretty(value)?;
    text.push(b'\n');
    // What goes wrong is told without the file's name, which is another each time.
    let file = NamedTempFile::new_in(folder);
    let mut file = file.map_err(|error| io::Error::from(error.kind()))?;
    file.as_file_mut().write_all(&text)?;
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
        sync_folder(folder)
    };
    written().with_context(|| format!("can't write {}", path.display()))
}

/// Writes the names in a folder to the disk.
pub fn sync_folder(folder: &Path) -> Result<()> {
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    Ok(())
}

/// The text of a file, unless there is none, or no longer.
pub fn read(path: &Path) -> Result<Option<String>> {
    match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        text => Ok(Some(text.with_context(|| format!("can't read {}", path.display()))?)),
    }
}

/// Whether a file was not changed for so long, as far as its folder tells.
pub fn is_older(path: &Path, age: Duration) -> bool {
    let changed = fs::metadata(path).and_then(|metadata| metadata.modified());
    changed.is_ok_and(|changed| changed.elapsed().is_ok_and(|since| since >= age))
}

/// Removes a file, unless another client has.
pub fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        result => result.with_context(|| format!("can't remove {}", path.display())),
    }
}

/// What is in the files with JSON of a folder. What can't be read is warned of and
/// left out.
pub fn read_all<T>(dir: &Path, read: impl Fn(&Path) -> Result<Option<T>>) -> Result<Vec<T>> {
    let mut all = vec![];
    for path in json_in(dir)? {
        match read(&path) {
            Ok(entry) => all.extend(entry),
            Err(error) => warn(&format!("{error:#}")),
        }
    }
    Ok(all)
}

/// The files with JSON in a folder, if there is one.
pub fn json_in(dir: &Path) -> Result<Vec<PathBuf>> {
    files_in(dir, "json")
}

/// The files whose names end so in a folder, if there is one.
pub fn files_in(dir: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(dir) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(vec![]),
        entries => entries.with_context(|| format!("can't read {}", dir.display()))?,
    };
    let mut files = vec![];
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|own| own == extension) {
            files.push(path);
        }
    }
    Ok(files)
}
