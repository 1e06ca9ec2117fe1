//! The commands, each in the file of its name.

mod accounts;
mod actions;
mod chooser;
mod config;
mod deploy;
mod join;
mod node;
mod secrets;
mod status;
mod transfer;
mod watch;

use crate::{
    account::{Account, development_path, parse_id},
    args::{Cli, Command, Global},
    failure::Failure,
    home::Home,
    link::Link,
    output::{Output, warn},
    play,
    table::Table,
};
use anyhow::Result;
use clap::CommandFactory;
use gprimitives::ActorId;
use gsdk::Api;
use std::{env, time::Duration};

const NODE_VARIABLE: &str = "RPSLS_NODE";
const ACCOUNT_VARIABLE: &str = "RPSLS_ACCOUNT";
const PROGRAM_VARIABLE: &str = "RPSLS_PROGRAM";

/// For how long single actions try to reach a node that went away.
const PATIENCE: Duration = Duration::from_secs(60);

/// What all commands share.
pub struct Context {
    global: Global,
    home: Home,
    out: Output,
}

/// Runs the command.
pub async fn run(Cli { global, command }: Cli) -> Result<()> {
    let context = Context { out: Output::new(global.json), global, home: Home::find()? };
    match command {
        Command::Play(args) => play::run(args).await,
        Command::Node(args) => node::run(&context, args).await,
        Command::Deploy(args) => deploy::run(&context, args).await,
        Command::Status => status::run(&context).await,
        Command::Watch(args) => watch::run(&context, args).await,
        Command::Join(args) => join::run(&context, args).await,
        Command::Register(stake) => actions::register(&context, stake).await,
        Command::Move(args) => actions::make_move(&context, args).await,
        Command::Reveal => actions::reveal(&context).await,
        Command::Advance => actions::advance(&context).await,
        Command::Leave => actions::leave(&context).await,
        Command::Config(args) => config::run(&context, args).await,
        Command::Stop => actions::stop(&context).await,
        Command::Secrets(command) => secrets::run(&context, command),
        Command::Account(command) => accounts::run(&context, command).await,
        Command::Transfer(args) => transfer::run(&context, args).await,
        Command::Completions { shell } => {
            let mut script = vec![];
            clap_complete::generate(shell, &mut Cli::command(), "rpsls", &mut script);
            context.out.print(String::from_utf8(script)?.trim_end())
        }
    }
}

impl Context {
    fn url(&self) -> String {
        match &self.global.node {
            Some(url) => url.clone(),
            None if self.global.testnet => Api::VARA_TESTNET_ENDPOINT.into(),
            None => variable(NODE_VARIABLE).unwrap_or_else(|| Api::DEV_ENDPOINT.into()),
        }
    }

    /// A connection for a single action.
    async fn link(&self) -> Result<Link> {
        let patience = self.global.patience.map_or(PATIENCE, Duration::from_millis);
        Link::connect(&self.url(), Some(patience)).await
    }

    /// A connection that is there to stay.
    async fn lasting_link(&self) -> Result<Link> {
        Link::connect(&self.url(), self.global.patience.map(Duration::from_millis)).await
    }

    /// The account that signs. May ask for its password.
    fn account(&self) -> Result<Account> {
        let named = self.named_account();
        let account = Account::resolve(named.as_deref(), &self.home)?;
        if named.is_some_and(|named| development_path(&named).is_some()) && !self.is_local() {
            warn("everybody has the key of this development account, here too");
        }
        Ok(account)
    }

    /// Whose account it is, as far as that can be known without a password.
    fn known_id(&self) -> Option<ActorId> {
        let named = self.named_account()?;
        if let Some(path) = development_path(&named) {
            return Some(Account::development(&path).ok()?.id);
        }
        let entry = self.home.keystore().find(&named).ok()??;
        parse_id(&entry.address).ok()
    }

    fn named_account(&self) -> Option<String> {
        self.global.account.clone().or_else(|| variable(ACCOUNT_VARIABLE))
    }

    async fn table(&self, link: Link) -> Result<Table> {
        let program = match self.global.program {
            Some(program) => program,
            None => {
                let text = variable(PROGRAM_VARIABLE).ok_or_else(|| {
                    Failure::usage(format!(
                        "which table? Name it with --program, or in {PROGRAM_VARIABLE}: `rpsls \
                         deploy` prints its id, and opens one if there is none yet"
                    ))
                })?;
                parse_id(&text)
                    .map_err(|error| Failure::usage(format!("{PROGRAM_VARIABLE}: {error}")))?
            }
        };
        Table::open(link, program).await
    }

    fn is_local(&self) -> bool {
        let url = self.url();
        ["//127.", "//localhost", "//[::1]"].iter().any(|local| url.contains(local))
    }
}

fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}
