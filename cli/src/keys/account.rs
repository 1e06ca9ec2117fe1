//! The accounts that sign: development accounts, those of the keystore, or the account of a phrase.

use crate::{
    failure::Failure,
    keys::{
        keystore::{Entry, Keystore},
        password_file,
    },
    screen::{output::settle, terminal::Unseen, waiting},
    words::{carried::plain, notices::warn},
};
use anyhow::{Context, Result, anyhow, ensure};
use gprimitives::ActorId;
use gsdk::{
    PairSigner, Signer,
    ext::sp_core::{
        Pair as _,
        crypto::{AccountId32, DEV_PHRASE, Ss58AddressFormat, Ss58Codec},
        sr25519::Pair,
    },
};
use secrecy::{ExposeSecret, SecretString};
use std::{
    env,
    io::{self, ErrorKind, IsTerminal, Write},
    path::Path,
};

/// Holds the secret phrase, for scripts.
pub const PHRASE_VARIABLE: &str = "RPSLS_PHRASE";
/// Holds the keystore password, for scripts.
pub const PASSWORD_VARIABLE: &str = "RPSLS_PASSWORD";

/// Holds the password that `rpsls account password` sets, for scripts.
const NEW_PASSWORD_VARIABLE: &str = "RPSLS_NEW_PASSWORD";
/// Holds the password of a wallet's file, for scripts.
const WALLET_PASSWORD_VARIABLE: &str = "RPSLS_WALLET_PASSWORD";

/// The accounts that a development node makes rich.
pub const DEVELOPMENT: [&str; 6] = ["Alice", "Bob", "Charlie", "Dave", "Eve", "Ferdie"];

/// Vara's number in the SS58 registry, with which its addresses begin.
const VARA_FORMAT: u16 = 137;
/// The number of addresses that are of no chain, as many wallets show them.
const ANY_FORMAT: u16 = 42;

/// How many times a terminal asks for a password.
const TRIES: u32 = 3;

/// An account that can sign.
#[derive(Clone)]
pub struct Account {
    /// The account's name on this computer.
    pub name: String,
    pub id: ActorId,
    pub signer: Signer,
    /// Whether everybody has its key: it is made from the development phrase.
    pub is_public: bool,
}

impl Account {
    fn new(name: impl Into<String>, pair: Pair) -> Self {
        let id = ActorId::from(pair.public().0);
        Self { name: name.into(), id, signer: PairSigner::new(pair), is_public: false }
    }

    /// An account whose key is public: a path below the public development phrase, such as
    /// `//Alice`.
    pub fn development(path: &str) -> Result<Self> {
        let pair = Pair::from_string(path, None).map_err(|_| {
            Failure::usage(format!("“{path}” is no development account: try //Alice"))
        })?;
        Ok(Self { is_public: true, ..Self::new(path, pair) })
    }

    /// The account of a secret phrase, or of a secret key in hexadecimal.
    ///
    /// # Errors
    ///
    /// If the text is neither. The error does not repeat it.
    pub fn of_secret(name: &str, phrase: &SecretString) -> Result<Self> {
        let none = || Failure::usage("that is not a secret phrase of 12 to 24 words");
        let phrase = as_copied(phrase.expose_secret());
        let phrase = phrase.expose_secret();
        // An empty one would be the development phrase, which everybody knows.
        ensure!(!phrase.is_empty(), none());
        let pair = match secret_key(phrase) {
            Some(key) => Pair::from_seed_slice(&key).map_err(|_| none())?,
            None => Pair::from_string(phrase, None).map_err(|_| none())?,
        };
        // A path alone begins at that phrase, too.
        let is_public = phrase.starts_with('/') || phrase.starts_with(DEV_PHRASE);
        Ok(Self { is_public, ..Self::new(name, pair) })
    }

    /// A new account and its phrase.
    pub fn generate(name: &str) -> (Self, SecretString) {
        let (pair, phrase, _) = Pair::generate_with_phrase(None);
        (Self::new(name, pair), phrase.into())
    }

    /// A new account for a guest, and the seed of its key in hexadecimal.
    pub fn guest() -> Result<(Self, String)> {
        let seed: [u8; 32] = rand::random();
        let pair = Pair::from_seed_slice(&seed).context("a seed has 32 bytes")?;
        Ok((Self::new("guest", pair), hex::encode(seed)))
    }

    /// The account that the command line names. Its password is in this file, or comes as in
    /// [`unlock`].
    pub fn resolve(
        named: Option<&str>,
        keystore: &Keystore,
        password: Option<&Path>,
    ) -> Result<Self> {
        match Meant::by(named, keystore)? {
            Meant::Account(account) => Ok(*account),
            Meant::Locked(entry) => {
                let account = Self::of_secret(&entry.name, &unlock(&entry, password)?)?;
                // What is signed must be of the account that was shown.
                ensure!(
                    parse_id(&entry.address) == Ok(account.id),
                    "the file of the account {} has the key of {}, and says that it is {}: another \
                     program has changed it. Nothing was signed",
                    entry.name,
                    account.address(),
                    entry.address
                );
                Ok(account)
            }
        }
    }

    /// The name and id of the account that the command line names. This needs no password.
    pub fn identify(named: Option<&str>, keystore: &Keystore) -> Result<(String, ActorId)> {
        match Meant::by(named, keystore)? {
            Meant::Account(account) => Ok((account.name, account.id)),
            Meant::Locked(entry) => {
                let id = parse_id(&entry.address).map_err(|error| {
                    anyhow!("the address in the file of the account {}: {error}", entry.name)
                })?;
                Ok((entry.name, id))
            }
        }
    }

    /// The address that others send value to.
    pub fn address(&self) -> String {
        address(self.id)
    }
}

/// A phrase as it is meant: its words are lower-case, with a space between. What follows a slash is
/// a path, and stays as it is, and so does a key.
fn as_copied(text: &str) -> SecretString {
    let text = text.trim_start_matches('\u{feff}').trim();
    let (words, path) = text.split_at(text.find('/').unwrap_or(text.len()));
    let words = plain(words).to_lowercase();
    // On paper they have numbers, and in a list commas.
    let words = words.split(|c: char| c.is_whitespace() || c == ',');
    let words = words.map(|word| word.trim_matches(|c: char| !c.is_alphabetic()));
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    match words.len() {
        12.. => format!("{}{path}", words.join(" ")).into(),
        _ => text.into(),
    }
}

/// The account that the command line names.
enum Meant {
    Account(Box<Account>),
    Locked(Entry),
}

impl Meant {
    fn by(named: Option<&str>, keystore: &Keystore) -> Result<Self> {
        let Some(named) = named else {
            let phrase = secret_variable(PHRASE_VARIABLE).ok_or_else(|| {
                Failure::usage(format!(
                    "which account? Name one with --account: alice on a development node, or one \
                     that `rpsls account new` made. ({PHRASE_VARIABLE} can hold a secret phrase.)"
                ))
            })?;
            let account = Account::of_secret("", &phrase)?;
            let name = short_address(account.id);
            return Ok(Self::Account(Account { name, ..account }.into()));
        };
        if looks_secret(named) {
            return Err(Failure::usage(format!(
                "a secret phrase does not belong on the command line, where others can read it: \
                 put it into the variable {PHRASE_VARIABLE}, or use `rpsls account import`"
            )));
        }
        if let Some(path) = development_path(named) {
            let account = Account::development(&path)?;
            return Ok(Self::Account(Account { name: named.into(), ..account }.into()));
        }
        let entry = keystore.find(named)?.ok_or_else(|| {
            Failure::usage(format!(
                "there is no account “{named}” in {}: `rpsls account list` shows yours, `rpsls \
                 account new {named}` makes it, and a development node knows alice to ferdie",
                keystore.folder().display()
            ))
        })?;
        Ok(Self::Locked(entry))
    }
}

/// An account's secret. The password comes from this file, from the variable, or from a terminal,
/// where the user may mistype it twice.
pub fn unlock(entry: &Entry, file: Option<&Path>) -> Result<SecretString> {
    if let Some(password) = given_password(file)? {
        return entry.unlock(password);
    }
    let ask =
        || ask_secret(&format!("Password of the account {}: ", entry.name), PASSWORD_VARIABLE);
    for _ in 1..TRIES {
        match entry.unlock(ask()?) {
            Err(error) if matches!(Failure::of(&error), Some(Failure::Usage(_))) => {
                warn(&format!("{error:#}"));
            }
            unlocked => return unlocked,
        }
    }
    entry.unlock(ask()?)
}

/// The path of the development account with this name: `alice`, `Alice` or `//Alice`. Also takes
/// any other path below the development phrase.
pub fn development_path(name: &str) -> Option<String> {
    if name.starts_with("//") {
        return Some(name.into());
    }
    let known = DEVELOPMENT.into_iter().find(|known| known.eq_ignore_ascii_case(name));
    known.map(|known| format!("//{known}"))
}

/// The bytes of a secret key, if the text is one in the keystore's format.
fn secret_key(text: &str) -> Option<[u8; 64]> {
    let mut key = [0; 64];
    hex::decode_to_slice(text.strip_prefix("0x")?, &mut key).ok()?;
    Some(key)
}

fn looks_secret(named: &str) -> bool {
    named.trim().contains(' ') || named.starts_with("0x") || named.contains("///")
}

/// An account's address on the Vara networks.
pub fn address(id: ActorId) -> String {
    AccountId32::new(id.into_bytes())
        .to_ss58check_with_version(Ss58AddressFormat::custom(VARA_FORMAT))
}

/// The first and last characters of an address.
pub fn short_address(id: ActorId) -> String {
    let address = address(id);
    format!("{}…{}", &address[..6], &address[address.len() - 4..])
}

/// Reads an address, or an id in hexadecimal, with or without `0x`.
///
/// # Errors
///
/// The format that the text should have, or that the address is of another chain: its owner may
/// have no key for this one.
pub fn parse_id(text: &str) -> Result<ActorId, String> {
    let text = &*plain(text);
    let marked = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let mut bytes = [0; 32];
    if hex::decode_to_slice(marked.unwrap_or(text), &mut bytes).is_ok() {
        return Ok(bytes.into());
    }
    if marked.is_some() {
        return Err("after 0x it must have 64 hexadecimal digits".into());
    }
    let (id, format) = AccountId32::from_ss58check_with_version(text)
        .map_err(|_| "it must be an address, or 0x and 64 hexadecimal digits")?;
    let id = ActorId::from(<[u8; 32]>::from(id));
    match u16::from(format) {
        VARA_FORMAT | ANY_FORMAT => Ok(id),
        other => Err(format!(
            "that is an address of another chain, whose prefix is {other}: here the same key has \
             the address {}, if its owner uses that",
            address(id)
        )),
    }
}

/// The keystore password, if a file or the variable holds it.
fn given_password(file: Option<&Path>) -> Result<Option<SecretString>> {
    match file {
        Some(file) => password_file::read(file).map(Some),
        None => Ok(secret_variable(PASSWORD_VARIABLE)),
    }
}

/// The password of a wallet's file, from its variable or the terminal.
pub fn wallet_password(prompt: &str) -> Result<SecretString> {
    match secret_variable(WALLET_PASSWORD_VARIABLE) {
        Some(password) => Ok(password),
        None => ask_secret(prompt, WALLET_PASSWORD_VARIABLE),
    }
}

/// A new password, from this file or the variable. Otherwise a terminal asks for it twice.
pub fn new_password(file: Option<&Path>) -> Result<SecretString> {
    new_secret(given_password(file)?, PASSWORD_VARIABLE)
}

/// The password that shall replace an account's old one.
pub fn changed_password() -> Result<SecretString> {
    new_secret(secret_variable(NEW_PASSWORD_VARIABLE), NEW_PASSWORD_VARIABLE)
}

fn new_secret(given: Option<SecretString>, variable: &str) -> Result<SecretString> {
    if let Some(password) = given {
        return Ok(password);
    }
    let first = ask_secret("New password: ", variable)?;
    let second = ask_secret("The same again: ", variable)?;
    if first.expose_secret() != second.expose_secret() {
        return Err(Failure::usage("the two passwords differ"));
    }
    ensure!(
        !first.expose_secret().is_empty(),
        Failure::Usage("an empty password keeps nobody out".into())
    );
    Ok(first)
}

/// A secret phrase to import, from its variable, the terminal or a pipe.
pub fn phrase() -> Result<SecretString> {
    match secret_variable(PHRASE_VARIABLE) {
        Some(phrase) => Ok(phrase),
        None => secret_line("Secret phrase (it is not shown): "),
    }
}

/// The value of a variable, unless it is empty.
fn secret_variable(name: &str) -> Option<SecretString> {
    let value = env::var(name).ok()?;
    // A shell that puts a file into a variable leaves these.
    let value = value.trim_start_matches('\u{feff}').trim_end_matches(['\r', '\n']);
    (!value.is_empty()).then(|| value.into())
}

/// A line that must not be seen. A terminal asks for it; without one it is the next line of the
/// input.
pub fn secret_line(prompt: &str) -> Result<SecretString> {
    if io::stdin().is_terminal() {
        return ask_hidden(prompt);
    }
    match secret_typed() {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
            Err(Failure::usage("the input ended where a secret was expected"))
        }
        read => Ok(read?.into()),
    }
}

fn ask_secret(prompt: &str, variable: &str) -> Result<SecretString> {
    if !io::stdin().is_terminal() {
        return Err(Failure::usage(format!(
            "without a terminal to ask for the password in, put it into the variable {variable}"
        )));
    }
    ask_hidden(prompt)
}

fn ask_hidden(prompt: &str) -> Result<SecretString> {
    settle();
    // It hides first: some users type as soon as they see the question.
    let _unseen = Unseen::asking(prompt)?;
    // Ctrl-C, Ctrl-\ and Ctrl-Z work there as elsewhere.
    match secret_typed() {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
            // The next output begins on a line of its own.
            writeln!(io::stderr())?;
            Err(Failure::usage("nothing was typed where a secret was asked for"))
        }
        read => Ok(read.context("can't read from the terminal")?.into()),
    }
}

/// The next line of the input.
fn secret_typed() -> io::Result<String> {
    let line = waiting::typed()?.ok_or(ErrorKind::UnexpectedEof)?;
    let line = String::from_utf8(line).map_err(|_| ErrorKind::InvalidData)?;
    Ok(line.trim_end_matches(['\r', '\n']).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALICE: &str = "0xd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d";

    #[test]
    fn development_accounts_go_by_name_or_path() {
        for name in ["alice", "Alice", "//Alice"] {
            let path = development_path(name).unwrap();
            let account = Account::development(&path).unwrap();
            assert_eq!(format!("0x{}", hex::encode(account.id)), ALICE);
        }
        assert_eq!(development_path("ada"), None);
    }

    #[test]
    fn addresses_are_varas() {
        let alice = Account::development("//Alice").unwrap();
        assert_eq!(alice.address(), "kGkLEU3e3XXkJp2WK4eNpVmSab5xUNL9QtmLPh8QfCL2EgotW");
        assert_eq!(parse_id(&alice.address()), Ok(alice.id));
        assert_eq!(parse_id(ALICE), Ok(alice.id));
        assert_eq!(short_address(alice.id), "kGkLEU…gotW");
    }

    #[test]
    fn an_address_of_another_chain_is_refused_with_the_one_here() {
        let alice = Account::development("//Alice").unwrap();
        let on = |format: u16| {
            AccountId32::new(alice.id.into_bytes())
                .to_ss58check_with_version(Ss58AddressFormat::custom(format))
        };
        for format in [VARA_FORMAT, ANY_FORMAT] {
            assert_eq!(parse_id(&on(format)), Ok(alice.id));
        }
        for other in [0, 2, 5, 1284] {
            let why = parse_id(&on(other)).unwrap_err();
            assert!(why.contains("of another chain") && why.contains(&alice.address()), "{why}");
        }
        let carried = format!("\u{feff}{ALICE}\u{200b}\r\n");
        for id in [ALICE, &ALICE[2..], &ALICE.replace("0x", "0X"), &carried] {
            assert_eq!(parse_id(id), Ok(alice.id));
        }
    }

    #[test]
    fn only_addresses_and_ids_are_read() {
        for bad in
            ["", "0x", "alice", &ALICE[..60], "kGkLEU3e3XXkJp2WK4eNpVmSab5xUNL9QtmLPh8QfCL2EgotX"]
        {
            assert!(parse_id(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn a_generated_phrase_leads_to_its_account_again() {
        let (account, phrase) = Account::generate("ada");
        assert_eq!(Account::of_secret("ada", &phrase).unwrap().id, account.id);
        let copied = format!(" {}\r\n", phrase.expose_secret().replace(' ', "  ").to_uppercase());
        assert_eq!(Account::of_secret("ada", &copied.into()).unwrap().id, account.id);
        let words = phrase.expose_secret().split(' ').enumerate();
        let listed: Vec<_> = words.map(|(at, word)| format!("{}. {word},", at + 1)).collect();
        let listed = format!("\u{feff}{}", listed.join("\r\n"));
        assert_eq!(Account::of_secret("ada", &listed.into()).unwrap().id, account.id);
        let is_public = |secret: &SecretString| Account::of_secret("", secret).unwrap().is_public;
        assert!(!is_public(&phrase));
        assert!(["//Alice", DEV_PHRASE].iter().all(|known| is_public(&(*known).into())));
        let error = Account::of_secret("ada", &"no such words".into()).err().unwrap();
        assert_eq!(Failure::code(&error), 2);
    }
}
