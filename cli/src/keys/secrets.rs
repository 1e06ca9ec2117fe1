//! Openings on disk. Without its opening, a bet is lost.
//!
//! An opening is on disk before its commitment is sent, and stays until its game is long over. Each
//! opening has a file of its own. So several clients can share the folder, and a second try in the
//! same round never overwrites what the first may have committed to.
//!
//! A game's passwords are derived from a key, which is on disk before the bet is paid. Even if the
//! disk is full later, the key gives all openings.

use crate::{
    disk,
    game::seat::{Seat, short},
    keys::password,
    words::{carried::forms, hex32},
};
use anyhow::{Error, Result, anyhow, ensure};
use gprimitives::H256;
use rpsls_io::{Move, bound_commitment, commitment, opening};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{
    path::{Path, PathBuf},
    time::Duration,
};

/// How long to keep openings at least. Only one node says that the game is over.
const KEPT: Duration = Duration::from_secs(7 * 24 * 60 * 60);
/// The version of the file format.
const VERSION: u32 = 1;

/// An opening, and what it belongs to.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Secret {
    #[serde(flatten)]
    pub seat: Seat,
    /// The game's number at its table, from 0: `games_finished` while it runs.
    pub game: u64,
    /// The round, from 1.
    pub round: u32,
    /// The move's digit and the password.
    pub opening: String,
}

/// The format of a file of openings.
#[derive(Serialize)]
pub struct Exported {
    pub version: u32,
    pub entries: Vec<Secret>,
}

/// The 32 random bytes from which a game's passwords are derived.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Key(#[serde(with = "hex32")] [u8; 32]);

impl Key {
    /// The opening for this move in this round of a seat's game. Without the key, nobody can
    /// compute it, neither from scratch nor from other openings.
    pub fn opening(&self, seat: &Seat, (game, round): (u64, u32), mv: Move) -> String {
        let Seat { genesis, program, account } = *seat;
        let seat = [self.0, genesis, program, account].map(hex::encode).join("-");
        let hash = commitment(&format!("{seat}-{game}-{round}-{}", mv as u8));
        opening(mv, &password::of(hash.0))
    }
}

/// The folder with the openings.
pub struct Secrets {
    dir: PathBuf,
}

impl Secret {
    /// The hash that commits to this opening, bound to its player and table.
    pub fn commitment(&self) -> H256 {
        let Seat { program, account, .. } = self.seat;
        bound_commitment(program.into(), account.into(), &self.opening)
    }

    /// Whether this hash commits to the opening: bound to player and table, or to the opening alone
    /// as in `MakeMove`.
    pub fn opens(&self, hash: H256) -> bool {
        self.commitment() == hash || commitment(&self.opening) == hash
    }

    fn file_name(&self) -> String {
        let (seat, hash) = (self.seat.file_stem(), short(&self.commitment().0));
        format!("{seat}-{}-{}-{hash}.json", self.game, self.round)
    }
}

impl Exported {
    pub fn new(entries: Vec<Secret>) -> Self {
        Self { version: VERSION, entries }
    }

    /// Reads a file's text, and leaves out the entries that can't be read. Also returns the error of
    /// the first of these. No error repeats anything of the file.
    ///
    /// # Errors
    ///
    /// If it is no file of openings, or is one of a later version.
    pub fn readable(text: &str) -> Result<(Self, Option<Error>)> {
        let Unread { version, entries } = serde_json::from_str(text)
            .map_err(|error| anyhow!("it is not a file of openings (line {})", error.line()))?;
        ensure!(
            version == VERSION,
            "it has format version {version}, and this rpsls reads version {VERSION}"
        );
        let (mut read, mut unread) = (vec![], None);
        for (at, entry) in entries.into_iter().enumerate() {
            match entry_of(entry) {
                Ok(entry) => read.push(entry),
                Err(error) => {
                    unread =
                        unread.or(Some(error.context(format!("entry {} can't be read", at + 1))));
                }
            }
        }
        Ok((Self { version, entries: read }, unread))
    }
}

/// A file of openings, of which each may be damaged by itself.
#[derive(Deserialize)]
struct Unread {
    version: u32,
    entries: Vec<Value>,
}

/// An opening of a file. The error repeats nothing of it.
fn entry_of(entry: Value) -> Result<Secret> {
    let entry: Secret = serde_json::from_value(entry).map_err(|_| anyhow!("it is no opening"))?;
    ensure!(
        Move::of_opening(&entry.opening).is_some(),
        "the opening with `game` {}, `round` {} begins with no move's digit, 0 to 4",
        entry.game,
        entry.round
    );
    Ok(entry)
}

impl Secrets {
    /// The openings in this folder. The first opening that is kept creates it.
    pub fn in_folder(dir: PathBuf) -> Self {
        Self { dir }
    }

    pub fn folder(&self) -> &Path {
        &self.dir
    }

    /// Writes an opening to disk. Once this returns, the opening survives a power failure.
    pub fn keep(&self, secret: &Secret) -> Result<()> {
        let path = self.dir.join(secret.file_name());
        disk::write(&path, &Exported::new(vec![secret.clone()]))
    }

    /// All openings, by table, player, game and round.
    ///
    /// # Errors
    ///
    /// If a file can't be read: it may hold the opening that a bet depends on.
    pub fn all(&self) -> Result<Vec<Secret>> {
        match self.readable()? {
            (all, None) => Ok(all),
            (_, Some(error)) => Err(error),
        }
    }

    /// The key of a player's game. Makes a new one if there is none yet, or only what a crash has
    /// left of one: each round that comes needs some key. Once this returns, the key is on disk.
    pub fn key(&self, seat: &Seat, game: u64) -> Result<Key> {
        let text = disk::read(&self.key_path(seat, game))?;
        if let Some(key) = text.and_then(|text| serde_json::from_str(&text).ok()) {
            return Ok(key);
        }
        let key = Key(rand::random());
        disk::write(&self.key_path(seat, game), &key)?;
        Ok(key)
    }

    fn known_key(&self, seat: &Seat, game: u64) -> Result<Option<Key>> {
        let path = self.key_path(seat, game);
        let Some(text) = disk::read(&path)? else { return Ok(None) };
        let key = serde_json::from_str(&text).ok();
        ensure!(key.is_some(), "can't read the key of the game's openings in {}", path.display());
        Ok(key)
    }

    fn key_path(&self, seat: &Seat, game: u64) -> PathBuf {
        self.dir.join(format!("{}-{game}.key", seat.file_stem()))
    }

    /// The opening that a player has committed to in this round of a game.
    ///
    /// # Errors
    ///
    /// If the opening is not found and a file can't be read: that file may have it.
    pub fn opening(
        &self,
        seat: &Seat,
        (game, round): (u64, u32),
        committed: H256,
    ) -> Result<Option<Secret>> {
        let key = self.known_key(seat, game);
        if let Ok(Some(key)) = &key {
            let openings = Move::ALL.map(|mv| key.opening(seat, (game, round), mv));
            let mut own =
                openings.map(|opening| Secret { seat: *seat, game, round, opening }).into_iter();
            if let Some(secret) = own.find(|secret| secret.opens(committed)) {
                return Ok(Some(secret));
            }
        }
        let (all, unread) = self.readable()?;
        let unread = unread.or(key.err());
        // What carried the file may have written an accent of a password in another way.
        let as_committed = |secret: Secret| {
            let forms = forms(&secret.opening).into_iter();
            let mut secrets = forms.map(|opening| Secret { opening, ..secret.clone() });
            secrets.find(|secret| secret.seat == *seat && secret.opens(committed))
        };
        match (all.into_iter().find_map(as_committed), unread) {
            (None, Some(error)) => Err(error),
            (found, _) => Ok(found),
        }
    }

    /// All openings that can be read, by table, player, game and round, and the error of the first
    /// file that can't be.
    pub fn readable(&self) -> Result<(Vec<Secret>, Option<anyhow::Error>)> {
        let (mut all, mut unread) = (vec![], None);
        for path in disk::json_in(&self.dir)? {
            match read(&path) {
                Ok((exported, error)) => {
                    all.extend(exported.entries);
                    unread = unread.or(error);
                }
                Err(error) => unread = unread.or(Some(error)),
            }
        }
        all.sort_by_key(|secret| {
            let Seat { genesis, program, account } = secret.seat;
            (genesis, program, account, secret.game, secret.round)
        });
        Ok((all, unread))
    }

    /// Forgets a player's openings of the games before `game`, which are over, once their files are
    /// old. Also removes them from files that hold other openings.
    pub fn forget_before(&self, seat: &Seat, game: u64) -> Result<()> {
        self.forget(seat, game, KEPT)
    }

    /// Forgets all openings of a player at a table that is gone.
    pub fn forget_all(&self, seat: &Seat) -> Result<()> {
        self.forget(seat, u64::MAX, Duration::ZERO)
    }

    fn forget(&self, seat: &Seat, game: u64, age: Duration) -> Result<()> {
        let is_old = |path: &Path| age.is_zero() || disk::is_older(path, age);
        let is_over = |secret: &Secret| secret.seat == *seat && secret.game < game;
        let is_key_over = |path: &Path| {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let of = name.strip_prefix(&seat.file_stem()).and_then(|rest| rest.strip_prefix('-'));
            let of = of.and_then(|rest| rest.strip_suffix(".key")?.parse::<u64>().ok());
            of.is_some_and(|of| of < game)
        };
        for path in disk::files_in(&self.dir, "key")? {
            if is_key_over(&path) && is_old(&path) {
                disk::remove(&path)?;
            }
        }
        for path in disk::json_in(&self.dir)? {
            if !is_old(&path) {
                continue;
            }
            let Ok((Exported { mut entries, .. }, None)) = read(&path) else {
                // Nothing shows that its games are over.
                continue;
            };
            let before = entries.len();
            entries.retain(|secret| !is_over(secret));
            if entries.len() == before {
                continue;
            }
            if !entries.is_empty() {
                disk::write(&path, &Exported::new(entries))?;
                continue;
            }
            disk::remove(&path)?;
        }
        Ok(())
    }
}

/// The openings in a file that can be read, and the error of the first other one.
fn read(path: &Path) -> Result<(Exported, Option<Error>)> {
    // Another client may just have forgotten this opening.
    let Some(text) = disk::read(path)? else {
        return Ok((Exported::new(vec![]), None));
    };
    let about = |error| anyhow!("can't read the opening in {}: {error:#}", path.display());
    let (exported, unread) = Exported::readable(&text).map_err(about)?;
    Ok((exported, unread.map(about)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, time::SystemTime};

    const SEAT: Seat = Seat { genesis: [1; 32], program: [2; 32], account: [3; 32] };

    /// The first round of the first game.
    const FIRST: (u64, u32) = (0, 1);

    fn secret(game: u64, round: u32, opening: &str) -> Secret {
        Secret { seat: SEAT, game, round, opening: opening.into() }
    }

    fn store() -> (tempfile::TempDir, Secrets) {
        let dir = tempfile::tempdir().unwrap();
        let secrets = Secrets::in_folder(dir.path().join("deep/secrets"));
        (dir, secrets)
    }

    /// A player's openings, as far as their files can be read.
    fn of(secrets: &Secrets, seat: &Seat) -> Vec<Secret> {
        let (all, _) = secrets.readable().unwrap();
        all.into_iter().filter(|secret| secret.seat == *seat).collect()
    }

    /// Makes all files so old that they may be forgotten.
    fn grow_old(secrets: &Secrets) {
        let keys = disk::files_in(&secrets.dir, "key").unwrap();
        for path in disk::json_in(&secrets.dir).unwrap().into_iter().chain(keys) {
            let file = fs::File::options().append(true).open(path).unwrap();
            file.set_modified(SystemTime::now() - KEPT).unwrap();
        }
    }

    #[test]
    fn a_file_that_cannot_be_read_hides_no_other() {
        let (_dir, secrets) = store();
        secrets.keep(&secret(0, 1, "2pass")).unwrap();
        fs::write(secrets.dir.join("notes.json"), "x").unwrap();
        assert!(secrets.opening(&SEAT, FIRST, commitment("2pass")).unwrap().is_some());
        assert!(secrets.opening(&SEAT, FIRST, commitment("3pass")).is_err(), "it may be in there");
        assert_eq!(of(&secrets, &SEAT).len(), 1);
    }

    #[test]
    fn an_entry_that_cannot_be_read_hides_no_other_and_is_not_forgotten() {
        let (_dir, secrets) = store();
        let path = secrets.dir.join("backup.json");
        let both = vec![secret(0, 1, "2pass"), secret(0, 2, "3pass")];
        disk::write(&path, &Exported::new(both)).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        for broken in
            [text.replace("3pass", "9pass"), text.replace("\"round\": 2", "\"round\": []")]
        {
            fs::write(&path, &broken).unwrap();
            assert!(secrets.opening(&SEAT, FIRST, commitment("2pass")).unwrap().is_some());
            let error = format!("{:#}", secrets.all().err().unwrap());
            assert!(error.contains("entry 2") && !error.contains("pass"), "{error}");
            grow_old(&secrets);
            secrets.forget_before(&SEAT, 9).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), broken);
        }
    }

    #[test]
    fn a_games_key_tells_what_no_file_has() {
        let (_dir, secrets) = store();
        let key = secrets.key(&SEAT, 3).unwrap();
        assert!(secrets.key(&SEAT, 3).unwrap() == key, "it stays");
        assert!(secrets.key(&SEAT, 4).unwrap() != key);
        let mut seen: Vec<String> = vec![];
        for (round, mv) in (1..4).flat_map(|round| Move::ALL.map(|mv| (round, mv))) {
            let opening = key.opening(&SEAT, (3, round), mv);
            let elsewhere = Seat { program: [9; 32], ..SEAT };
            assert_ne!(key.opening(&elsewhere, (3, round), mv), opening);
            assert_ne!(key.opening(&SEAT, (4, round), mv), opening);
            assert_eq!(Move::of_opening(&opening), Some(mv));
            assert_eq!((opening.len(), seen.contains(&opening[1..].into())), (33, false));
            let found = |game, round| {
                let committed = secret(game, round, &opening).commitment();
                secrets.opening(&SEAT, (game, round), committed).unwrap()
            };
            assert_eq!(found(3, round).unwrap().opening, opening);
            assert!(found(3, round + 1).is_none() && found(4, round).is_none());
            seen.push(opening[1..].into());
        }
        fs::write(secrets.key_path(&SEAT, 3), "{").unwrap();
        assert!(secrets.opening(&SEAT, (3, 1), commitment("2pass")).is_err(), "it may tell");
        secrets.keep(&secret(3, 1, "2pass")).unwrap();
        assert!(secrets.opening(&SEAT, (3, 1), commitment("2pass")).unwrap().is_some());
        for left in ["{", "", "\0\0\0\0"] {
            fs::write(secrets.key_path(&SEAT, 3), left).unwrap();
            let anew = secrets.key(&SEAT, 3).unwrap();
            assert!(secrets.key(&SEAT, 3).unwrap() == anew, "the rounds that come have one");
        }
    }

    #[test]
    fn what_is_of_games_that_are_over_is_forgotten_once_it_is_old() {
        let (_dir, secrets) = store();
        let other = Seat { program: [9; 32], ..SEAT };
        for (seat, game) in [(SEAT, 3), (SEAT, 4), (other, 3)] {
            secrets.key(&seat, game).unwrap();
            secrets.keep(&Secret { seat, ..secret(game, 1, "2pass") }).unwrap();
        }
        // Whatever a file is called.
        let backup = secrets.dir.join("backup.json");
        let both = vec![secret(3, 1, "2pass"), secret(4, 1, "3pass")];
        disk::write(&backup, &Exported::new(both)).unwrap();
        let left = |seat| of(&secrets, seat).iter().map(|left| left.game).collect::<Vec<_>>();
        let keys = || disk::files_in(&secrets.dir, "key").unwrap().len();
        secrets.forget_before(&SEAT, 4).unwrap();
        assert_eq!((left(&SEAT).len(), keys()), (4, 3), "a node may have lied");
        grow_old(&secrets);
        secrets.forget_before(&SEAT, 4).unwrap();
        assert_eq!((left(&SEAT), left(&other), keys()), (vec![4, 4], vec![3], 2));
        assert!(secrets.known_key(&SEAT, 3).unwrap().is_none());
        secrets.forget_all(&other).unwrap();
        assert_eq!((left(&SEAT), left(&other), keys()), (vec![4, 4], vec![], 1));
        grow_old(&secrets);
        secrets.forget_before(&SEAT, 5).unwrap();
        assert!(left(&SEAT).is_empty() && !backup.exists());
    }

    #[test]
    fn what_was_kept_is_found_by_its_commitment_by_its_player_alone() {
        let (_dir, secrets) = store();
        // A second try in a round leaves the first.
        secrets.keep(&secret(0, 1, "2pass")).unwrap();
        secrets.keep(&secret(0, 1, "2second")).unwrap();
        let found = |commitment| secrets.opening(&SEAT, FIRST, commitment).unwrap();
        let first = found(commitment("2pass")).unwrap();
        assert_eq!((first.game, first.round, first.opening.as_str()), (0, 1, "2pass"));
        assert!(found(commitment("2second")).is_some() && found(commitment("3pass")).is_none());
        let other = Seat { account: [4; 32], ..SEAT };
        assert!(secrets.opening(&other, FIRST, commitment("2pass")).unwrap().is_none());
        let bound =
            |account: [u8; 32]| bound_commitment(SEAT.program.into(), account.into(), "2pass");
        assert!(found(bound(SEAT.account)).is_some() && found(bound([4; 32])).is_none());
    }

    #[test]
    fn an_opening_is_found_however_its_accents_are_written_and_stays_as_it_is() {
        let (_dir, secrets) = store();
        let (one, two) = ("2caf\u{e9}", "2cafe\u{301}");
        for (kept, committed) in [(one, two), (two, one)] {
            secrets.keep(&secret(0, 1, kept)).unwrap();
            let found = secrets.opening(&SEAT, FIRST, secret(0, 1, committed).commitment());
            assert_eq!(found.unwrap().unwrap().opening, committed);
            let stored = of(&secrets, &SEAT);
            assert!(stored.iter().any(|stored| stored.opening == kept));
        }
    }

    #[test]
    fn nobody_else_can_read_them() {
        use std::os::unix::fs::PermissionsExt;
        let (_dir, secrets) = store();
        secrets.keep(&secret(0, 1, "2pass")).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&secrets.dir), 0o700);
        let files = disk::json_in(&secrets.dir).unwrap();
        assert_eq!(files.len(), 1, "no temporary file is left");
        assert_eq!(mode(&files[0]), 0o600);
    }

    #[test]
    fn the_web_page_writes_the_same_format() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/tests/openings.json");
        let text = fs::read_to_string(path).unwrap();
        let (exported, unread) = Exported::readable(&text).unwrap();
        assert!(unread.is_none());
        assert_eq!(exported.entries[1].opening, "0密码 “é”");
        // The longest password that is allowed.
        assert_eq!(exported.entries[2].opening.len(), 1 + password::MAX_LENGTH);
        assert_eq!(serde_json::to_string_pretty(&exported).unwrap() + "\n", text);
        let later = text.replace("\"version\": 1", "\"version\": 2");
        let error = Exported::readable(&later).err().unwrap().to_string();
        assert!(error.contains("version 2"), "{error}");
    }

    #[test]
    fn an_error_repeats_no_secret() {
        let (_dir, secrets) = store();
        secrets.keep(&secret(0, 1, "2hunter2")).unwrap();
        let path = disk::json_in(&secrets.dir).unwrap().remove(0);
        let text = fs::read_to_string(&path).unwrap();
        for broken in [&text[..text.len() / 2 + 40], &text.replace("2hunter2", "7hunter2")] {
            fs::write(&path, broken).unwrap();
            let error = format!("{:#}", secrets.all().err().unwrap());
            assert!(error.contains(".json"), "{error}");
            assert!(!error.contains("hunter"), "{error}");
        }
    }
}
