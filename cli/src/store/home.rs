//! The folder in which the client keeps things between runs.

use crate::{
    failure::Failure,
    game::seat::Seat,
    keys::{keystore::Keystore, secrets::Secrets},
    store::{bots::Bots, config::Config, games::Games, guests::Guests, lock::Lock, tables::Tables},
    words::notices::warn,
};
use anyhow::{Context, Result, ensure};
use etcetera::BaseStrategy;
use std::{
    env,
    path::{Path, PathBuf, absolute},
    time::{Duration, Instant},
};
use tokio::time::sleep;

/// How long a single command waits for another one at its seat.
const STEP_TAKES: Duration = Duration::from_secs(60);
const LOOK_AGAIN: Duration = Duration::from_millis(100);

/// The variable that names another folder than the user's own.
pub const HOME_VARIABLE: &str = "RPSLS_HOME";

/// The folder with the settings, the keystore, the openings, the notes of games, the known tables,
/// and the guests.
pub struct Home {
    dir: PathBuf,
}

impl Home {
    /// The folder that the variable names, or else `rpsls` where the system keeps programs' data.
    pub fn find() -> Result<Self> {
        if let Some(dir) = env::var_os(HOME_VARIABLE).filter(|dir| !dir.is_empty()) {
            ensure!(
                !Path::new(&dir).starts_with("~"),
                Failure::Usage(format!(
                    "{HOME_VARIABLE} begins with ~, which a shell replaces where it is not quoted, and \
                     nothing else does: give the whole path"
                ))
            );
            // What is said of it later holds wherever the reader is.
            let dir = absolute(dir).with_context(|| format!("{HOME_VARIABLE} names no folder"))?;
            return Ok(Self::at(dir));
        }
        let strategy = etcetera::choose_base_strategy()
            .with_context(|| format!("no home folder is known: name one in {HOME_VARIABLE}"))?;
        Ok(Self::at(strategy.data_dir().join("rpsls")))
    }

    pub fn at(dir: PathBuf) -> Self {
        Self { dir }
    }

    pub fn folder(&self) -> &Path {
        &self.dir
    }

    /// Warns of a folder that another user owns, once it is there: what is written into it may then
    /// be theirs alone to read, or others'.
    pub fn warn_of_others(&self) {
        use rustix::process::geteuid;
        use std::os::unix::fs::MetadataExt;

        let Ok(metadata) = self.dir.metadata() else { return };
        let (owner, you) = (metadata.uid(), geteuid().as_raw());
        if owner != you {
            warn(&format!(
                "{} belongs to another user (number {owner}, and you are {you}), as after `sudo`: \
                 what is written there now, openings too, they may not be able to read. {HOME_VARIABLE} names \
                 another folder",
                self.dir.display()
            ));
        }
    }

    pub fn keystore(&self) -> Keystore {
        Keystore::in_folder(self.dir.join("accounts"))
    }

    pub fn secrets(&self) -> Secrets {
        Secrets::in_folder(self.dir.join("secrets"))
    }

    pub fn games(&self) -> Games {
        Games::in_folder(self.dir.join("games"))
    }

    pub fn bots(&self) -> Bots {
        Bots::in_folder(self.dir.join("bots"))
    }

    /// Keeps other processes from playing the same seat, while the lock lives.
    ///
    /// # Errors
    ///
    /// [`Failure::Usage`](crate::failure::Failure::Usage) if another process plays it.
    pub fn lock_seat(&self, seat: &Seat) -> Result<Lock> {
        Lock::take(
            &self.dir.join("locks").join(seat.file_stem()),
            "another rpsls plays this seat",
            "Leave the game to it, or end it first. Nothing was sent, and no bet was paid",
        )
    }

    /// Keeps single commands from sending for a seat at once: the second sees what the first has
    /// done. Waits for its turn.
    ///
    /// # Errors
    ///
    /// [`Failure::Usage`](crate::failure::Failure::Usage) if the other takes too long.
    pub async fn turn_of_step(&self, seat: &Seat) -> Result<Lock> {
        let path = self.dir.join("locks").join(format!("{}-step", seat.file_stem()));
        let since = Instant::now();
        loop {
            let taken = Lock::take(
                &path,
                "another rpsls sends something for this seat",
                "Nothing was sent: try again",
            );
            match taken {
                Err(error) if Failure::of(&error).is_some() && since.elapsed() < STEP_TAKES => {
                    sleep(LOOK_AGAIN).await;
                }
                taken => return taken,
            }
        }
    }

    pub fn guests(&self) -> Guests {
        Guests::in_folder(self.dir.join("guests"))
    }

    pub fn tables(&self) -> Tables {
        Tables::in_folder(self.dir.join("tables"))
    }

    pub fn config(&self) -> Result<Config> {
        Config::read(&self.dir.join("config.toml"))
    }
}
