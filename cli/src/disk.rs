//! Files that only their owner can read, and that a crash leaves whole.

use crate::words::{carried::decoded, notices::warn};
use anyhow::{Context, Result};
use serde::Serialize;
use std::{
    fs::{self, File},
    io::{self, ErrorKind, Read, Write},
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::Duration,
};
use tempfile::NamedTempFile;

/// What a network's file system without locks answers: `ENOLCK` of Linux.
const NO_LOCKS: i32 = 37;
/// The most bytes that are read of a file. Some devices never end.
const LARGEST: u64 = 64 << 20;

/// Makes a folder that only its owner can look into.
pub fn make_private_folder(dir: &Path) -> Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    builder.mode(0o700);
    builder.create(dir).with_context(|| format!("can't make the folder {}", dir.display()))
}

/// The value as JSON on disk, in a file of this folder that has no name yet.
pub fn staged(folder: &Path, value: &impl Serialize) -> Result<NamedTempFile> {
    let mut text = serde_json::to_vec_pretty(value)?;
    text.push(b'\n');
    // The error leaves out the file's name, which differs each time.
    let file = NamedTempFile::new_in(folder);
    let mut file = file.map_err(|error| io::Error::from(error.kind()))?;
    file.as_file_mut().write_all(&text)?;
    synced(file.as_file().sync_all(), folder)?;
    Ok(file)
}

/// Writes the value to disk as JSON, in place of the file at this path. Once this returns, the file
/// survives a power failure.
pub fn write(path: &Path, value: &impl Serialize) -> Result<()> {
    let folder = path.parent().context("a file is in a folder")?;
    make_private_folder(folder)?;
    let written = || -> Result<()> {
        staged(folder, value)?.persist(path)?;
        sync_folder(folder)
    };
    written().with_context(|| format!("can't write {}", path.display()))
}

/// Gives a staged file its name.
///
/// # Errors
///
/// If a file has that name. Some file systems, as those that a virtual machine shares, can't find
/// that out in the same step, and do it in two.
pub fn persist_new(file: NamedTempFile, path: &Path) -> io::Result<()> {
    let failed = match file.persist_noclobber(path) {
        Ok(_) => return Ok(()),
        Err(failed) => failed,
    };
    match path.exists() {
        true => Err(ErrorKind::AlreadyExists.into()),
        false => failed.file.persist(path).map(drop).map_err(|failed| failed.error),
    }
}

/// Syncs a folder's list of names to disk.
pub fn sync_folder(folder: &Path) -> Result<()> {
    synced(File::open(folder)?.sync_all(), folder)
}

/// The result of a sync. A file system that knows no such thing, as some of networks, gets a warning
/// once: what is written there is no reason to refuse a seat.
fn synced(result: io::Result<()>, folder: &Path) -> Result<()> {
    static IS_TOLD: AtomicBool = AtomicBool::new(false);
    match result {
        Err(error) if is_unable(&error) => {
            if !IS_TOLD.swap(true, Relaxed) {
                warn(&format!(
                    "the file system of {} can't say when a file is safe from a power failure \
                     ({error}): a copy of your openings elsewhere is (`rpsls secrets export`)",
                    folder.display()
                ));
            }
            Ok(())
        }
        result => Ok(result?),
    }
}

/// Whether a file system does not know what it was asked for.
pub fn is_unable(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported)
        || error.raw_os_error() == Some(NO_LOCKS)
}

/// The text of a file, or `None` if there is no such file.
pub fn read(path: &Path) -> Result<Option<String>> {
    match text_in(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        text => Ok(Some(text.with_context(|| format!("can't read {}", path.display()))?)),
    }
}

/// The text of a file.
pub fn text_in(path: &Path) -> io::Result<String> {
    text_of(File::open(path)?)
}

/// What is read, as text. An editor or a shell may have written it in another encoding.
pub fn text_of(from: impl Read) -> io::Result<String> {
    let mut bytes = vec![];
    if from.take(LARGEST + 1).read_to_end(&mut bytes)? as u64 > LARGEST {
        return Err(io::Error::new(ErrorKind::FileTooLarge, "it is larger than 64 MiB"));
    }
    decoded(bytes).ok_or_else(|| io::Error::new(ErrorKind::InvalidData, "it holds no text"))
}

/// Whether a file has not changed for this long, as far as the file system tells.
pub fn is_older(path: &Path, age: Duration) -> bool {
    let changed = fs::metadata(path).and_then(|metadata| metadata.modified());
    changed.is_ok_and(|changed| changed.elapsed().is_ok_and(|since| since >= age))
}

/// Removes a file, if another client has not removed it already.
pub fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        result => result.with_context(|| format!("can't remove {}", path.display())),
    }
}

/// Reads all JSON files of a folder. Warns of those that it can't read, and leaves them out.
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

/// The JSON files in a folder. None if there is no such folder.
pub fn json_in(dir: &Path) -> Result<Vec<PathBuf>> {
    files_in(dir, "json")
}

/// The files in a folder with this extension. None if there is no such folder. What only has a
/// file's name, and may never answer a read, is left out.
pub fn files_in(dir: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(dir) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(vec![]),
        entries => entries.with_context(|| format!("can't read {}", dir.display()))?,
    };
    let mut files = vec![];
    for entry in entries {
        let entry = entry?;
        let path = entry.path();
        // To ask for what each is takes long in a large folder, whose list tells it.
        let is_file = || match entry.file_type() {
            Ok(kind) if !kind.is_symlink() => kind.is_file(),
            _ => path.is_file(),
        };
        if path.extension().is_some_and(|own| own == extension) && is_file() {
            files.push(path);
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_file_takes_the_place_of_no_other() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("ada.json");
        let persist = |value: u32| persist_new(staged(dir.path(), &value).unwrap(), &path);
        persist(1).unwrap();
        assert_eq!(persist(2).unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!(read(&path).unwrap().unwrap(), "1\n");
    }

    #[test]
    fn what_never_ends_is_not_read_to_its_end() {
        assert_eq!(text_of(io::repeat(b'a')).unwrap_err().kind(), ErrorKind::FileTooLarge);
        assert_eq!(text_of(io::repeat(b'a').take(LARGEST)).unwrap().len() as u64, LARGEST);
    }

    #[test]
    fn what_a_file_system_does_not_know_is_no_failure_and_a_full_disk_is_one() {
        let of = io::Error::from_raw_os_error;
        let [invalid, unsupported, no_locks, full, ailing] = [22, 95, 37, 28, 5].map(of);
        let folder = Path::new("/home/ada");
        for error in [invalid, unsupported] {
            assert!(synced(Err(error), folder).is_ok());
        }
        assert!(is_unable(&no_locks));
        for error in [full, ailing] {
            assert!(synced(Err(error), folder).is_err());
        }
    }
}
