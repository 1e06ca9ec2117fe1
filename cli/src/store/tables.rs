//! The tables that were deployed or named on this computer.
//!
//! A table is noted before its deployment is paid for, since its id follows from what is sent. So a
//! user who is interrupted still finds it.

use crate::{
    disk,
    failure::Failure,
    words::{decimal, digits::short, hex32},
};
use anyhow::{Context, Result, ensure};
use gprimitives::{ActorId, H256};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// A known table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Known {
    /// The chain, by its genesis block's hash.
    #[serde(with = "hex32")]
    pub genesis: [u8; 32],
    #[serde(with = "hex32")]
    pub program: [u8; 32],
    /// The node through which it was reached.
    pub node: String,
    /// The table's name on this computer.
    pub name: Option<String>,
    /// The name here of the account that deployed it.
    pub deployed_by: Option<String>,
    /// What it has cost to open it from here.
    #[serde(default)]
    pub opening: Option<Opening>,
}

/// What an account has paid for a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    #[serde(with = "hex32")]
    pub account: [u8; 32],
    /// The chain's time, ms.
    pub at: u64,
    /// Fees, gas and the deposit that the table keeps, in the chain's smallest unit.
    #[serde(with = "decimal")]
    pub spent: u128,
}

impl Known {
    /// A table of which no more is known than where it is.
    pub fn at(genesis: H256, node: &str, program: ActorId) -> Self {
        let (genesis, program, node) = (genesis.0, program.into_bytes(), node.into());
        Self { genesis, program, node, name: None, deployed_by: None, opening: None }
    }

    pub fn id(&self) -> ActorId {
        self.program.into()
    }
}

/// What people read for a table: its name here, or else the first and last digits of its id.
pub fn called(program: ActorId, known: Option<&Known>) -> String {
    known.and_then(|known| known.name.clone()).unwrap_or_else(|| short(program))
}

pub struct Tables {
    dir: PathBuf,
}

impl Tables {
    /// The tables in this folder. The first table creates it.
    pub fn in_folder(dir: PathBuf) -> Self {
        Self { dir }
    }

    /// Writes a table to disk, in place of what was known of it.
    ///
    /// # Errors
    ///
    /// [`Failure::Usage`] if its name is invalid, or another table has it.
    pub fn keep(&self, table: &Known) -> Result<()> {
        if let Some(name) = &table.name {
            self.check_name(name, table.id())?;
        }
        disk::write(&self.path(table.id()), table)
    }

    /// Checks that the table can have this name.
    ///
    /// # Errors
    ///
    /// [`Failure::Usage`] if the name is invalid, or another table has it.
    pub fn check_name(&self, name: &str, id: ActorId) -> Result<()> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        ensure!(
            (1..=32).contains(&name.len()) && name.chars().all(is_plain) && !name.starts_with("0x"),
            Failure::Usage(
                "a table's name has up to 32 letters, digits, hyphens and underscores, and does \
                 not begin with 0x"
                    .into()
            )
        );
        let others = self.all()?.into_iter().filter(|other| other.id() != id);
        ensure!(
            others.into_iter().all(|other| other.name.as_deref() != Some(name)),
            Failure::Usage(format!("another table is called {name} already: choose another name"))
        );
        Ok(())
    }

    pub fn of(&self, id: ActorId) -> Result<Option<Known>> {
        self.read(&self.path(id))
    }

    /// The table with this name.
    ///
    /// # Errors
    ///
    /// [`Failure::Usage`] if several have it: another computer may have named one, and what syncs
    /// folders has brought its file here.
    pub fn named(&self, name: &str) -> Result<Option<Known>> {
        let mut named = self.all()?;
        named.retain(|table| table.name.as_deref() == Some(name));
        ensure!(
            named.len() < 2,
            Failure::Usage(format!(
                "{} tables are called {name}, as folders that are synced can have it: use an id, or \
                 name one anew. {}",
                named.len(),
                named.iter().map(|table| table.id().to_string()).collect::<Vec<_>>().join(" ")
            ))
        );
        Ok(named.pop())
    }

    pub fn forget(&self, id: ActorId) -> Result<()> {
        disk::remove(&self.path(id))
    }

    /// All tables, those with names first. Warns of a file that can't be read, and leaves it out.
    pub fn all(&self) -> Result<Vec<Known>> {
        let mut all: Vec<Known> = disk::read_all(&self.dir, |path| self.read(path))?;
        all.sort_by_key(|table| (table.name.is_none(), table.name.clone(), table.program));
        Ok(all)
    }

    fn path(&self, id: ActorId) -> PathBuf {
        self.dir.join(format!("{}.json", hex::encode(id)))
    }

    /// The table in a file. A copy of one, which has another name than its table, is left out.
    fn read(&self, path: &Path) -> Result<Option<Known>> {
        let Some(text) = disk::read(path)? else {
            return Ok(None);
        };
        let table: Known = serde_json::from_str(&text)
            .with_context(|| format!("can't read which table is in {}", path.display()))?;
        ensure!(
            self.path(table.id()) == path,
            "{} is a copy of what is kept of a table: it is left out",
            path.display()
        );
        Ok(Some(table))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_of_one_table_until_that_is_forgotten() {
        let dir = tempfile::tempdir().unwrap();
        let tables = Tables::in_folder(dir.path().join("tables"));
        let table = |n: u8, name: Option<&str>| Known {
            genesis: [1; 32],
            program: [n; 32],
            node: "ws://a".into(),
            name: name.map(Into::into),
            deployed_by: None,
            opening: None,
        };
        tables.keep(&table(7, None)).unwrap();
        tables.keep(&table(8, Some("den"))).unwrap();
        assert_eq!(tables.all().unwrap(), [table(8, Some("den")), table(7, None)]);
        let error = tables.keep(&table(7, Some("den"))).unwrap_err();
        assert_eq!(Failure::code(&error), 2);
        for bad in ["", "0xab", "a b", "../x", &"a".repeat(33)] {
            assert!(tables.keep(&table(7, Some(bad))).is_err(), "{bad}");
        }
        std::fs::copy(tables.path([8; 32].into()), tables.dir.join("copy.json")).unwrap();
        assert_eq!(tables.all().unwrap().len(), 2, "a copy is no table");
        disk::write(&tables.path([7; 32].into()), &table(7, Some("den"))).unwrap();
        let error = tables.named("den").unwrap_err();
        assert_eq!(Failure::code(&error), 2, "which of the two: {error}");
        disk::write(&tables.path([7; 32].into()), &table(7, None)).unwrap();
        tables.keep(&table(8, Some("club"))).unwrap();
        assert_eq!(tables.named("den").unwrap(), None);
        tables.forget(ActorId::from([8; 32])).unwrap();
        tables.keep(&table(7, Some("club"))).unwrap();
        assert_eq!(tables.named("club").unwrap(), tables.of([7; 32].into()).unwrap());
    }
}
