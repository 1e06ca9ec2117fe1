//! Files that cargo watches.

use anyhow::{Context, Result};
use std::{fs, path::Path};

/// Writes a file, and its directory, unless the file has these contents: cargo
/// goes by the time of the last write, and would rebuild for nothing.
pub fn write_if_changed(path: &Path, contents: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|present| present == contents) {
        return Ok(());
    }
    write(path, contents)
}

/// The same, for a file that is made of another one, and has to be no older than that.
pub fn write_if_changed_or_older(path: &Path, contents: &[u8], source: &Path) -> Result<()> {
    let time = |path| fs::metadata(path).and_then(|metadata| metadata.modified());
    let of_source = time(source).with_context(|| format!("reading {}", source.display()))?;
    match time(path) {
        Ok(of_file) if of_file >= of_source => write_if_changed(path, contents),
        _ => write(path, contents),
    }
}

fn write(path: &Path, contents: &[u8]) -> Result<()> {
    let write = || {
        fs::create_dir_all(path.parent().unwrap_or(path))?;
        fs::write(path, contents)
    };
    write().with_context(|| format!("writing {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{env, fs::File, process, time::Duration};

    #[test]
    fn a_file_that_is_older_than_its_source_is_written_again() {
        let dir = env::temp_dir().join(format!("program-builder-{}", process::id()));
        let (source, made) = (dir.join("source"), dir.join("made"));
        let time = |path: &Path| fs::metadata(path).unwrap().modified().unwrap();
        write_if_changed(&source, b"source").unwrap();
        let later = time(&source) + Duration::from_secs(60);

        write_if_changed_or_older(&made, b"made", &source).unwrap();
        assert!(time(&made) >= time(&source));
        let open = |path: &Path| File::options().write(true).open(path).unwrap();
        open(&made).set_modified(later).unwrap();
        write_if_changed_or_older(&made, b"made", &source).unwrap();
        assert_eq!(time(&made), later, "it is as it was");

        open(&made).set_modified(time(&source) - Duration::from_secs(60)).unwrap();
        write_if_changed_or_older(&made, b"made", &source).unwrap();
        assert!(time(&made) >= time(&source));
        write_if_changed_or_older(&made, b"other", &source).unwrap();
        assert_eq!(fs::read(&made).unwrap(), b"other");
        fs::remove_dir_all(&dir).unwrap();
    }
}
