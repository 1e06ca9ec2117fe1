//! `rpsls`: rock-paper-scissors-lizard-Spock on the command line.
//!
//! The modules are layers: `words` uses no other module, `commands` uses all of them.
//! `tests/layout.rs` lists the layers and asserts that each module uses only the layers below its
//! own.

// Each caller has its callee's future on its own stack, more than once as this is compiled for
// development: what is large goes into a box.
#![warn(clippy::large_futures)]

mod args;
mod chain;
mod commands;
mod disk;
mod failure;
mod game;
#[cfg(all(test, feature = "node"))]
mod generated;
mod keys;
mod options;
#[cfg(feature = "node")]
mod play;
mod screen;
mod store;
mod way;
mod words;

use anyhow::Result;
use args::{Cli, Command};
use clap_complete::Shell;
#[cfg(feature = "node")]
use commands::node;
use commands::{
    Context, accounts, actions, club, config, deploy, dev, games, join, json, manual, secrets,
    status, tables, transfer, verify, voucher, watch,
};
use failure::{Failure, spent};
use screen::{
    event,
    output::{Output, fail, notice, settle, unwritten, warn, wrapped},
    terminal::{self, Leaving},
};
use std::{
    env,
    io::{self, ErrorKind, IsTerminal},
    process::ExitCode,
};
use words::{
    notices::{Kind, listen},
    units::vara,
};

/// Does what the command line asks for. Returns the exit code.
// More threads would hand each exchange between client and node from one to the next. That takes
// longer than the work that they would share.
#[tokio::main(worker_threads = 1)]
pub async fn run() -> ExitCode {
    let code = done().await;
    event::settle();
    settle();
    code
}

async fn done() -> ExitCode {
    listen(|kind, text| match kind {
        Kind::Warning => warn(text),
        Kind::Notice => notice(text),
    });
    let cli = match Cli::read() {
        Ok(cli) => cli,
        // Help and version go to the output; only real errors go to the error output.
        Err(error) if error.use_stderr() && env::args_os().any(|arg| arg == "--json") => {
            return failed(&usage(&error), true);
        }
        Err(error) if error.use_stderr() && io::stderr().is_terminal() => {
            // clap wraps only its help.
            eprintln!("{}", wrapped(&error.render().to_string()));
            return ExitCode::from(error.exit_code() as u8);
        }
        Err(error) => error.exit(),
    };
    let is_json = cli.global.json;
    let leaving = Leaving { is_json, is_service: cli.command.is_service() };
    if cli.command.leaves_on_interrupt()
        && let Err(error) = terminal::leave_on_signals(leaving)
    {
        return failed(&error.into(), is_json);
    }
    match obeyed(cli).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_unread(&error) => ExitCode::SUCCESS,
        Err(error) => failed(&error, is_json),
    }
}

/// Runs the command.
async fn obeyed(Cli { global, command }: Cli) -> Result<()> {
    let is_json = global.json;
    // Neither needs any of the user's files, which may be damaged.
    match &command {
        Command::Completions { shell } => return completions(*shell),
        Command::Manual { to } => return manual::run(&Output::new(is_json), Cli::whole(), to),
        _ => {}
    }
    let context = Context::new(global, command.lasts(), command.acts())?;
    match command {
        #[cfg(feature = "node")]
        Command::Play(args) => play::run(args, is_json).await,
        #[cfg(feature = "node")]
        Command::Node(args) => node::run(&context, args).await,
        Command::Dev(command) => dev::run(&context, command).await,
        Command::Deploy(args) => deploy::run(&context, args).await,
        Command::Open(args) => club::open(&context, args).await,
        Command::Bot(args) => join::bot::run(&context, args).await,
        Command::Club(command) => club::run(&context, command).await,
        Command::Status(args) => status::run(&context, args).await,
        Command::Verify => verify::run(&context).await,
        Command::Watch(args) => watch::run(&context, args).await,
        Command::Join(args) => Box::pin(join::run(&context, args)).await,
        Command::Register(args) => actions::register(&context, args).await,
        Command::Move(args) => actions::make_move(&context, args).await,
        Command::Reveal(args) => actions::reveal(&context, args).await,
        Command::Advance(step) => actions::advance(&context, step).await,
        Command::Leave(step) => actions::leave(&context, step).await,
        Command::Config(args) => config::run(&context, args).await,
        Command::Stop(args) => actions::stop(&context, args).await,
        Command::Tables(args) => tables::run(&context, args).await,
        Command::Games(args) => games::run(&context, args).await,
        Command::Secrets(command) => secrets::run(&context, command),
        Command::Account(command) => accounts::run(&context, command).await,
        Command::Transfer(args) => transfer::run(&context, args).await,
        Command::Voucher(command) => voucher::run(&context, command).await,
        Command::Manual { .. } | Command::Completions { .. } => unreachable!("they are done"),
    }
}

fn completions(shell: Shell) -> Result<()> {
    let mut script = vec![];
    clap_complete::generate(shell, &mut Cli::whole(), "rpsls", &mut script);
    Output::new(false).print(String::from_utf8(script)?.trim_end())
}

/// Whether the reader of the output has seen enough: `rpsls status | head -1`.
fn is_unread(error: &anyhow::Error) -> bool {
    unwritten(error).is_some_and(|cause| cause.kind() == ErrorKind::BrokenPipe)
}

fn failed(error: &anyhow::Error, is_json: bool) -> ExitCode {
    let cost = spent::cost();
    let mut line = json::failure(error);
    let stake = terminal::take_at_stake().flatten();
    for (name, value) in stake.iter().filter_map(|stake| stake.fields.as_object()).flatten() {
        line[name] = value.clone();
    }
    // If nobody reads the output, the exit code still tells.
    drop(Output::new(is_json).json(&line));
    if !is_json {
        let cost = cost.map(|cost| format!(" (what was sent has cost {})", vara(cost)));
        fail(&format!("{error:#}{}", cost.unwrap_or_default()));
        stake.iter().for_each(|stake| fail(&stake.text));
    }
    Failure::code(error).into()
}

/// The first sentence of clap's error, without the help that follows it.
fn usage(error: &clap::Error) -> anyhow::Error {
    if error.kind() == clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return Failure::usage("what to do is missing: the same with --help lists what there is");
    }
    let text = error.render().to_string();
    let sentence = text.split("\n\n").next().unwrap_or_default();
    let words: Vec<_> = sentence.trim_start_matches("error: ").split_whitespace().collect();
    Failure::usage(words.join(" "))
}
