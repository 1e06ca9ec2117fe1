//! The guests to whom this computer has issued vouchers, and the keys that were made for them.
//!
//! A guest is on disk before the voucher is issued. Without the key nobody can use the voucher, and
//! without the spender's id the issuer can't take back what is left.

use crate::{disk, game::seat::Seat, words::hex32};
use anyhow::{Context, Result};
use gprimitives::ActorId;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// A guest, whose fees and gas an account pays at a table.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guest {
    /// The table, and the account that pays.
    #[serde(flatten)]
    pub host: Seat,
    #[serde(with = "hex32")]
    pub spender: [u8; 32],
    /// The seed of the spender's key, if it was made here: 64 hexadecimal digits.
    pub seed: Option<String>,
}

pub struct Guests {
    dir: PathBuf,
}

impl Guest {
    pub fn id(&self) -> ActorId {
        self.spender.into()
    }

    /// The part of a link to the table that comes after the page's address.
    pub fn link(&self, node: &str) -> Option<String> {
        let seed = self.seed.as_ref()?;
        let query = form_urlencoded::Serializer::new(String::new())
            .append_pair("node", node)
            .append_pair("guest", seed)
            .finish();
        Some(format!("#/table/0x{}?{query}", hex::encode(self.host.program)))
    }
}

impl Guests {
    pub fn in_folder(dir: PathBuf) -> Self {
        Self { dir }
    }

    /// Writes guests to disk, except those that are there already: their files may hold a key.
    pub fn keep(&self, guests: &[Guest]) -> Result<()> {
        let mut new = guests.iter().filter(|guest| !self.path(guest).exists());
        new.try_for_each(|guest| disk::write(&self.path(guest), guest))
    }

    pub fn forget(&self, guests: &[Guest]) -> Result<()> {
        guests.iter().try_for_each(|guest| disk::remove(&self.path(guest)))
    }

    /// The guests of a host at a table. Warns of a file that can't be read, and leaves it out.
    pub fn of(&self, host: &Seat) -> Result<Vec<Guest>> {
        let mut guests = disk::read_all(&self.dir, read)?;
        guests.retain(|guest| guest.host == *host);
        guests.sort_by_key(|guest| guest.spender);
        Ok(guests)
    }

    fn path(&self, guest: &Guest) -> PathBuf {
        let (host, spender) = (guest.host.file_stem(), hex::encode(guest.spender));
        self.dir.join(format!("{host}-{spender}.json"))
    }
}

fn read(path: &Path) -> Result<Option<Guest>> {
    let Some(text) = disk::read(path)? else {
        return Ok(None);
    };
    let guest = serde_json::from_str(&text);
    guest.with_context(|| format!("can't read whose key is in {}", path.display())).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOST: Seat = Seat { genesis: [1; 32], program: [2; 32], account: [3; 32] };

    #[test]
    fn guests_are_of_their_host_and_table_until_they_are_forgotten() {
        let dir = tempfile::tempdir().unwrap();
        let guests = Guests::in_folder(dir.path().join("guests"));
        let guest = |n: u8| Guest { host: HOST, spender: [n; 32], seed: None };
        let elsewhere = Guest { host: Seat { program: [9; 32], ..HOST }, ..guest(3) };
        guests.keep(&[guest(5), guest(4), elsewhere]).unwrap();
        let known = |guests: &Guests| -> Vec<u8> {
            guests.of(&HOST).unwrap().iter().map(|guest| guest.spender[0]).collect()
        };
        assert_eq!(known(&guests), [4, 5]);
        guests.keep(&[Guest { seed: Some("ab".repeat(32)), ..guest(6) }, guest(6)]).unwrap();
        assert!(guests.of(&HOST).unwrap()[2].seed.is_some(), "a key is never replaced");
        guests.forget(&[guest(6)]).unwrap();
        guests.forget(&[guest(4)]).unwrap();
        assert_eq!(known(&guests), [5]);
    }

    #[test]
    fn a_link_is_as_the_page_reads_it() {
        let guest = Guest { host: HOST, spender: [7; 32], seed: Some("ab".repeat(32)) };
        let link = guest.link("ws://127.0.0.1:9944").unwrap();
        let (table, seed) = ("02".repeat(32), "ab".repeat(32));
        let node = "ws%3A%2F%2F127.0.0.1%3A9944";
        assert_eq!(link, format!("#/table/0x{table}?node={node}&guest={seed}"));
        assert!(Guest { seed: None, ..guest }.link("ws://a").is_none());
    }
}
