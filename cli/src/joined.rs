//! Which game `rpsls join` was in.
//!
//! Noted before the bet is sent, so that a player who was interrupted and comes
//! back after that game makes no second bet, even if there was no move yet and
//! so no opening that would tell.

use crate::{files, secrets::Seat};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
};

/// A note of one player at one table.
#[derive(Serialize, Deserialize)]
struct Note {
    #[serde(flatten)]
    seat: Seat,
    /// The game's number at its table, from 0.
    game: u64,
}

/// The folder of the notes.
pub struct Joined {
    dir: PathBuf,
}

impl Joined {
    /// The notes in this folder, which is made when there is one.
    pub fn in_folder(dir: PathBuf) -> Self {
        Self { dir }
    }

    /// The game that the player was last in, unless it was seen to its end.
    pub fn game(&self, seat: &Seat) -> Result<Option<u64>> {
        let path = self.path(seat);
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            text => text.with_context(|| cant_read(&path))?,
        };
        let note: Note = serde_json::from_str(&text).with_context(|| cant_read(&path))?;
        Ok((note.seat == *seat).then_some(note.game))
    }

    /// Notes that the player is in this game, or about to be.
    pub fn note(&self, seat: &Seat, game: u64) -> Result<()> {
        files::write(&self.path(seat), &Note { seat: *seat, game })
    }

    /// The player is in no game any more.
    pub fn forget(&self, seat: &Seat) -> Result<()> {
        let path = self.path(seat);
        match fs::remove_file(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            result => result.with_context(|| format!("can't remove {}", path.display())),
        }
    }

    fn path(&self, seat: &Seat) -> PathBuf {
        self.dir.join(format!("{}.json", seat.file_stem()))
    }
}

fn cant_read(path: &Path) -> String {
    format!("can't read which game was joined in {}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEAT: Seat = Seat { genesis: [1; 32], program: [2; 32], account: [3; 32] };

    #[test]
    fn a_note_is_of_its_seat_until_it_is_forgotten() {
        let dir = tempfile::tempdir().unwrap();
        let joined = Joined::in_folder(dir.path().join("joined"));
        assert_eq!(joined.game(&SEAT).unwrap(), None);
        joined.note(&SEAT, 3).unwrap();
        joined.note(&SEAT, 4).unwrap();
        assert_eq!(joined.game(&SEAT).unwrap(), Some(4));
        assert_eq!(joined.game(&Seat { account: [9; 32], ..SEAT }).unwrap(), None);
        joined.forget(&SEAT).unwrap();
        joined.forget(&SEAT).unwrap();
        assert_eq!(joined.game(&SEAT).unwrap(), None);
    }

    #[test]
    fn a_note_that_cannot_be_read_is_no_leave_to_bet() {
        let dir = tempfile::tempdir().unwrap();
        let joined = Joined::in_folder(dir.path().into());
        joined.note(&SEAT, 3).unwrap();
        fs::write(joined.path(&SEAT), "{").unwrap();
        assert!(joined.game(&SEAT).unwrap_err().to_string().contains("can't read"));
    }
}
