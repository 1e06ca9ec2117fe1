//! `rpsls account`

use super::{Context, still};
use crate::{
    chain::{
        balance::{balance, deposited_for_gas, whole_balance},
        cost::Prices,
    },
    disk,
    failure::Failure,
    keys::{
        account::{self, Account, address, development_path, parse_id},
        keystore::Entry,
        password, wallet,
    },
    screen::{keyboard::Keyboard, output::warn},
    words::{
        digits::hex,
        units::{exact, vara},
    },
};
use anyhow::{Result, ensure};
use clap::{Subcommand, ValueHint};
use secrecy::{ExposeSecret, SecretString};
use serde_json::json;
use std::{
    io::{self, IsTerminal},
    path::{Path, PathBuf},
};
use tokio::try_join;

#[derive(Debug, Subcommand)]
pub enum AccountCommand {
    /// Makes an account, and encrypts it with a password
    New {
        /// What to call it
        name: String,
    },
    /// Adds the account of a secret phrase, which is asked for, or of a wallet's
    /// JSON file
    Import {
        /// What to call it
        name: String,
        /// The file that a browser wallet exported
        #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        wallet: Option<PathBuf>,
    },
    /// Gives an account another password
    Password {
        /// Its name
        name: String,
    },
    /// Deletes an account from this computer
    Delete {
        /// Its name
        name: String,
        /// Deletes it without asking first
        #[arg(long, short)]
        yes: bool,
    },
    /// Shows the secret phrase of an account, to write down or take to a wallet
    Export {
        /// Its name
        name: String,
    },
    /// Gives an account another name
    Rename {
        /// Its name
        name: String,
        /// What to call it
        new: String,
    },
    /// Lists the accounts, their addresses and what they have
    List,
    /// Shows an account and its balance, without its password
    Show {
        /// An account here, an address or an id [default: the account that signs]
        #[arg(value_name = "ACCOUNT")]
        who: Option<String>,
    },
}

pub async fn run(context: &Context, command: AccountCommand) -> Result<()> {
    match command {
        AccountCommand::New { name } => {
            check_name(context, &name)?;
            let (account, phrase) = Account::generate(&name);
            add(context, &account, &phrase)?;
            context.out.row(
                "Backup",
                &format!(
                    "write down what `rpsls account export {name}` shows: without it, a lost \
                          password or disk is a lost account"
                ),
            )
        }
        AccountCommand::Import { name, wallet } => {
            check_name(context, &name)?;
            let secret = match wallet {
                None => account::phrase()?,
                Some(file) => of_wallet(&file)?,
            };
            let account = Account::of_secret(&name, &secret)?;
            add(context, &account, &secret)
        }
        AccountCommand::Password { name } => change_password(context, &name),
        AccountCommand::Delete { name, yes } => delete(context, &name, yes).await,
        AccountCommand::Export { name } => export(context, &name),
        AccountCommand::Rename { name, new } => rename(context, &name, &new),
        AccountCommand::List => list(context).await,
        AccountCommand::Show { who } => show(context, who).await,
    }
}

fn of_wallet(file: &Path) -> Result<SecretString> {
    let text = disk::text_in(file)
        .map_err(|error| Failure::usage(format!("can't read {}: {error}", file.display())))?;
    // Before anybody is asked for its password.
    wallet::check(&text).map_err(|why| Failure::usage(format!("{}: {why}", file.display())))?;
    let password = account::wallet_password("Password of the wallet's file: ")?;
    wallet::secret_key(&text, &password)
}

fn change_password(context: &Context, name: &str) -> Result<()> {
    let entry = existing(context, name)?;
    let secret = account::unlock(&entry, context.password_file())?;
    let new = account::changed_password()?;
    let warning = password::account_warning(new.expose_secret());
    context.home.keystore().lock_anew(&entry, &secret, new)?;
    if let Some(warning) = warning {
        warn(&warning);
    }
    context.out.json(&json!({ "ok": true, "name": name, "address": entry.address }))?;
    context.out.line(&format!("The account {name} has another password now"))
}

/// Asks first: a deleted account can't be restored without its phrase.
async fn delete(context: &Context, name: &str, yes: bool) -> Result<()> {
    let entry = existing(context, name)?;
    if !yes {
        ensure!(
            io::stdin().is_terminal(),
            Failure::Usage("without a terminal to ask in, --yes deletes it".into())
        );
        let question = format!(
            "Delete {name}, {}{}? Without its secret phrase, what it has is lost.",
            entry.address,
            what_it_has(context, &entry).await
        );
        if !Keyboard::default().agrees(&context.out, &question).await? {
            return context.out.line("Nothing was deleted.");
        }
    }
    context.home.keystore().delete(name)?;
    context.out.json(&json!({ "ok": true, "name": name, "address": entry.address }))?;
    context.out.line(&format!("The account {name} is no longer on this computer"))
}

/// What hangs on an account, as far as a node and this computer tell.
async fn what_it_has(context: &Context, entry: &Entry) -> String {
    let Ok(id) = parse_id(&entry.address) else { return String::new() };
    let link = context.link_if_any().await;
    let mut parts = vec![];
    if let Some(link) = &link
        && let Ok(balance @ 1..) = balance(link, id).await
    {
        parts.push(vara(balance));
    }
    parts.extend(still::to_come(context, link.as_deref(), id).await.unwrap_or_default());
    let tables = context.home.tables().all().unwrap_or_default();
    let own = |by: &Option<String>| by.as_ref() == Some(&entry.name);
    match tables.iter().filter(|table| own(&table.deployed_by)).count() {
        0 => {}
        1 => parts.push("a table".into()),
        many => parts.push(format!("{many} tables")),
    }
    if parts.is_empty() { String::new() } else { format!(", which has {}", parts.join(", ")) }
}

fn existing(context: &Context, name: &str) -> Result<Entry> {
    let entry = context.home.keystore().find(name)?;
    entry.ok_or_else(|| {
        let folder = context.home.keystore().folder().display().to_string();
        Failure::usage(format!("there is no account “{name}” in {folder}"))
    })
}

fn check_name(context: &Context, name: &str) -> Result<()> {
    ensure!(
        development_path(name).is_none(),
        Failure::Usage(format!("{name} is a development account: choose another name"))
    );
    context.home.keystore().free(name).map(|_| ())
}

fn rename(context: &Context, name: &str, new: &str) -> Result<()> {
    let entry = existing(context, name)?;
    check_name(context, new)?;
    context.home.keystore().rename(&entry, new)?;
    context.out.json(&json!({ "ok": true, "name": new, "address": entry.address }))?;
    context.out.line(&format!("The account {name} is called {new} now"))
}

fn add(context: &Context, account: &Account, phrase: &SecretString) -> Result<()> {
    let address = account.address();
    let others = context.home.keystore().all()?.into_iter();
    if let Some(same) = others.into_iter().find(|other| other.address == address) {
        warn(&format!(
            "the account {} here has this very key: both names mean the same",
            same.name
        ));
    }
    let password = account::new_password(context.password_file())?;
    let warning = password::account_warning(password.expose_secret());
    context.home.keystore().add(&account.name, &address, phrase, password)?;
    if let Some(warning) = warning {
        warn(&warning);
    }
    let out = &context.out;
    out.json(&json!({
        "ok": true,
        "name": account.name,
        "address": address,
        "account": hex(account.id),
    }))?;
    out.heading(&format!("The account {}", account.name))?;
    out.row("Address", &address)?;
    out.row("Id", &hex(account.id))
}

/// The only command that shows a secret phrase. It never prints JSON, which goes to files and logs.
fn export(context: &Context, name: &str) -> Result<()> {
    ensure!(
        !context.out.is_json(),
        Failure::Usage("a secret phrase is not printed as JSON: leave --json away".into())
    );
    let entry = existing(context, name)?;
    // On one line, however narrow the terminal: half a phrase is none.
    context.out.print(account::unlock(&entry, context.password_file())?.expose_secret())
}

/// Shows the balances if a node answers.
async fn list(context: &Context) -> Result<()> {
    let entries = context.home.keystore().all()?;
    let mut link = None;
    if !entries.is_empty() {
        link = context.link_if_any().await;
    }
    let mut balances = vec![];
    for entry in &entries {
        balances.push(match (&link, parse_id(&entry.address)) {
            (Some(link), Ok(id)) => balance(link, id).await.ok(),
            _ => None,
        });
    }
    let out = &context.out;
    let accounts: Vec<_> = entries
        .iter()
        .zip(&balances)
        .map(|(entry, balance)| {
            let balance = balance.map(|balance| balance.to_string());
            json!({ "name": entry.name, "address": entry.address, "balance": balance })
        })
        .collect();
    out.json(&json!({ "ok": true, "accounts": accounts }))?;
    if entries.is_empty() {
        let folder = context.home.keystore().folder().display().to_string();
        out.line(&format!("No accounts in {folder} yet: `rpsls account new` makes one."))?;
    }
    for (entry, balance) in entries.iter().zip(balances) {
        let has = balance.map(|balance| format!("  {}", vara(balance))).unwrap_or_default();
        out.line(&format!("  {:16}  {}{has}", entry.name, entry.address))?;
    }
    Ok(())
}

async fn show(context: &Context, who: Option<String>) -> Result<()> {
    let (name, id) = match who {
        Some(who) => {
            let id = context.id_of(&who)?;
            (who, id)
        }
        None => context.identity()?,
    };
    let link = context.link().await?;
    let deposit = Prices::of(&link)?.existential_deposit;
    let (balance, held) = try_join!(whole_balance(&link, id), deposited_for_gas(&link, id))?;
    let spendable = balance.spendable(deposit);
    let out = &context.out;
    let address = address(id);
    out.json(&json!({
        "ok": true,
        "name": name,
        "address": address,
        "account": hex(id),
        "balance": balance.free.to_string(),
        "spendable": spendable.to_string(),
        "held": held.to_string(),
    }))?;
    out.heading(&format!("The account {name} on {}", link.shown()))?;
    out.row("Address", &address)?;
    out.row("Id", &hex(id))?;
    out.row("Balance", &format!("{} VARA", exact(balance.free)))?;
    if spendable < balance.free {
        out.row("Spendable", &format!("{} VARA: the rest is frozen", exact(spendable)))?;
    }
    match held {
        0 => Ok(()),
        held => {
            out.row("Held", &format!("{} VARA for gas: what is not burned comes back", exact(held)))
        }
    }
}
