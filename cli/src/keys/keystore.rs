//! Accounts on disk. Each is encrypted with a password of its own.

use crate::{
    disk,
    failure::Failure,
    keys::sealed::{OpenError, open, seal},
};
use anyhow::{Context, Result, anyhow, ensure};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// An account as stored on disk.
#[derive(Serialize, Deserialize)]
pub struct Entry {
    pub name: String,
    /// The address that others send value to.
    pub address: String,
    /// The secret phrase, sealed with the password.
    secret: String,
}

pub struct Keystore {
    dir: PathBuf,
}

impl Keystore {
    pub fn in_folder(dir: PathBuf) -> Self {
        Self { dir }
    }

    pub fn folder(&self) -> &Path {
        &self.dir
    }

    /// Adds an account. Never replaces one.
    pub fn add(
        &self,
        name: &str,
        address: &str,
        phrase: &SecretString,
        password: SecretString,
    ) -> Result<()> {
        let path = self.free(name)?;
        let secret = seal(phrase, &password)?;
        self.put(&path, &Entry { name: name.into(), address: address.into(), secret })
    }

    /// Gives an account another password.
    pub fn lock_anew(
        &self,
        entry: &Entry,
        phrase: &SecretString,
        password: SecretString,
    ) -> Result<()> {
        let Entry { name, address, .. } = entry;
        let secret = seal(phrase, &password)?;
        let entry = Entry { name: name.clone(), address: address.clone(), secret };
        disk::write(&self.path(name)?, &entry)
    }

    /// Gives an account another name. Never replaces an account.
    pub fn rename(&self, entry: &Entry, name: &str) -> Result<()> {
        let path = self.free(name)?;
        let Entry { address, secret, .. } = entry;
        let renamed = Entry { name: name.into(), address: address.clone(), secret: secret.clone() };
        self.put(&path, &renamed)?;
        self.delete(&entry.name)
    }

    /// The path for an account with this name.
    ///
    /// # Errors
    ///
    /// [`Failure::Usage`] if an account can't have this name, or one already has it.
    pub fn free(&self, name: &str) -> Result<PathBuf> {
        let path = self.path(name)?;
        ensure!(
            !name.eq_ignore_ascii_case("you"),
            Failure::Usage(format!(
                "“{name}” is what whoever signs is called: choose another name for the account"
            ))
        );
        ensure!(
            !name.starts_with("0x") && !name.starts_with('-'),
            Failure::Usage(format!(
                "“{name}” would be read as a key or an option: choose another name for the account"
            ))
        );
        ensure!(
            !path.exists(),
            Failure::Usage(format!("there is an account {name} already: choose another name"))
        );
        Ok(path)
    }

    fn put(&self, path: &Path, entry: &Entry) -> Result<()> {
        disk::make_private_folder(&self.dir)?;
        let written = || -> Result<()> {
            disk::persist_new(disk::staged(&self.dir, entry)?, path)?;
            disk::sync_folder(&self.dir)
        };
        written().with_context(|| format!("can't write {}", path.display()))
    }

    pub fn delete(&self, name: &str) -> Result<()> {
        disk::remove(&self.path(name)?)
    }

    /// All accounts, by name. Warns of a file that can't be read, and leaves it out.
    pub fn all(&self) -> Result<Vec<Entry>> {
        let mut all = disk::read_all(&self.dir, read)?;
        all.sort_by(|a: &Entry, b| a.name.cmp(&b.name));
        Ok(all)
    }

    /// The account with this name. Other files need not be readable.
    pub fn find(&self, name: &str) -> Result<Option<Entry>> {
        match self.path(name) {
            Ok(path) => read(&path),
            // No account has an invalid name.
            Err(_) => Ok(None),
        }
    }

    fn path(&self, name: &str) -> Result<PathBuf> {
        ensure!(
            is_name(name),
            Failure::Usage(
                "an account's name has up to 32 letters, digits, hyphens and underscores".into()
            )
        );
        Ok(self.dir.join(format!("{name}.json")))
    }
}

fn is_name(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    (1..=32).contains(&name.len()) && name.chars().all(is_plain)
}

/// The account in a file. It goes by the file's name, whatever its content says: a person or a
/// program that copies files changes that alone.
fn read(path: &Path) -> Result<Option<Entry>> {
    let Some(text) = disk::read(path)? else {
        return Ok(None);
    };
    let entry: Entry = serde_json::from_str(&text)
        .with_context(|| format!("can't read the account in {}", path.display()))?;
    let name = path.file_stem().and_then(|name| name.to_str()).filter(|name| is_name(name));
    let name = name.with_context(|| {
        format!(
            "{} is a copy of an account, under no account's name: it is left out",
            path.display()
        )
    })?;
    Ok(Some(Entry { name: name.into(), ..entry }))
}

impl Entry {
    /// The secret phrase.
    ///
    /// # Errors
    ///
    /// If the password is wrong, or the file damaged.
    pub fn unlock(&self, password: SecretString) -> Result<SecretString> {
        let phrase = open(&self.secret, &password).map_err(|error| match error {
            OpenError::Damaged => anyhow!("the file of the account {} is damaged", self.name),
            OpenError::Password => {
                Failure::usage(format!("that is not the password of the account {}", self.name))
            }
        })?;
        let phrase = String::from_utf8(phrase);
        Ok(phrase.ok().context("the account's file holds no secret phrase")?.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secrecy::ExposeSecret;
    use std::fs;

    const PHRASE: &str = "bottom drive obey lake curtain smoke basket hold race lonely fit walk";

    fn keystore() -> (tempfile::TempDir, Keystore) {
        let dir = tempfile::tempdir().unwrap();
        let keystore = Keystore::in_folder(dir.path().join("accounts"));
        keystore.add("ada", "kG…", &PHRASE.into(), "sesame".into()).unwrap();
        (dir, keystore)
    }

    #[test]
    fn the_password_and_nothing_else_opens_an_account() {
        let (_dir, keystore) = keystore();
        let entry = keystore.find("ada").unwrap().unwrap();
        assert_eq!(entry.unlock("sesame".into()).unwrap().expose_secret(), PHRASE);
        let error = entry.unlock("simsalabim".into()).unwrap_err();
        assert_eq!(Failure::code(&error), 2);
        assert!(error.to_string().contains("not the password of the account ada"), "{error}");
        let text = fs::read_to_string(keystore.dir.join("ada.json")).unwrap();
        assert!(PHRASE.split(' ').all(|word| !text.contains(word)), "{text}");
    }

    #[test]
    fn an_account_is_never_replaced_nor_called_what_is_no_name() {
        let (_dir, keystore) = keystore();
        let entry = keystore.find("ada").unwrap().unwrap();
        for name in ["ada", "you", "You", "", "../ada", "a b", "//Alice", ".hidden", "0xcafe", "-y"]
        {
            let error = keystore.add(name, "kG…", &PHRASE.into(), "other".into()).unwrap_err();
            assert_eq!(Failure::code(&error), 2, "{name:?}");
            assert!(keystore.rename(&entry, name).is_err(), "{name:?}");
        }
        assert!(keystore.free("youth").is_ok());
        assert!(keystore.find("ada").unwrap().unwrap().unlock("sesame".into()).is_ok());
    }

    #[test]
    fn a_broken_file_disables_no_other_account() {
        let (_dir, keystore) = keystore();
        fs::write(keystore.dir.join("broken.json"), "{").unwrap();
        assert!(keystore.find("ada").unwrap().is_some());
        assert_eq!(keystore.all().unwrap().len(), 1);
        assert!(keystore.find("broken").is_err());
        assert!(keystore.find("../ada").unwrap().is_none());
    }

    #[test]
    fn a_new_password_opens_and_the_old_one_does_not() {
        let (_dir, keystore) = keystore();
        let entry = keystore.find("ada").unwrap().unwrap();
        keystore.lock_anew(&entry, &PHRASE.into(), "velvet".into()).unwrap();
        let entry = keystore.find("ada").unwrap().unwrap();
        assert_eq!(entry.unlock("velvet".into()).unwrap().expose_secret(), PHRASE);
        assert!(entry.unlock("sesame".into()).is_err());
        keystore.delete("ada").unwrap();
        assert!(keystore.find("ada").unwrap().is_none());
    }

    #[test]
    fn a_copied_file_is_an_account_by_its_own_name() {
        let (_dir, keystore) = keystore();
        let copy = |name| {
            fs::copy(keystore.dir.join("ada.json"), keystore.dir.join(name)).unwrap();
        };
        copy("ada (conflicted copy 2026-11-28).json");
        assert_eq!(keystore.all().unwrap().len(), 1, "nobody can name it");
        copy("bob.json");
        let bob = keystore.find("bob").unwrap().unwrap();
        keystore.lock_anew(&bob, &PHRASE.into(), "velvet".into()).unwrap();
        keystore.rename(&bob, "kim").unwrap();
        assert!(keystore.find("ada").unwrap().unwrap().unlock("sesame".into()).is_ok());
        let names = keystore.all().unwrap().into_iter().map(|entry| entry.name);
        assert_eq!(names.collect::<Vec<_>>(), ["ada", "kim"]);
    }

    #[test]
    fn a_renamed_account_opens_as_before() {
        let (_dir, keystore) = keystore();
        keystore.rename(&keystore.find("ada").unwrap().unwrap(), "lovelace").unwrap();
        assert!(keystore.find("ada").unwrap().is_none());
        let renamed = keystore.find("lovelace").unwrap().unwrap();
        assert_eq!((renamed.name.as_str(), renamed.address.as_str()), ("lovelace", "kG…"));
        assert_eq!(renamed.unlock("sesame".into()).unwrap().expose_secret(), PHRASE);
    }
}
