//! The folder in which the client keeps things between runs.

use crate::{
    game::seat::Seat,
    keys::{keystore::Keystore, secrets::Secrets},
    store::{bots::Bots, config::Config, games::Games, guests::Guests, lock::Lock, tables::Tables},
};
use anyhow::{Context, Result};
use etcetera::BaseStrategy;
use std::{env, path::PathBuf};

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
            return Ok(Self::at(dir.into()));
        }
        let strategy = etcetera::choose_base_strategy()
            .with_context(|| format!("no home folder is known: name one in {HOME_VARIABLE}"))?;
        Ok(Self::at(strategy.data_dir().join("rpsls")))
    }

    pub fn at(dir: PathBuf) -> Self {
        Self { dir }
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
