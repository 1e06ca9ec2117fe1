//! `rpsls`: rock-paper-scissors-lizard-Spock on the command line.
//!
//! The modules are layers: `words` uses no other module, `commands` uses all of them.
//! `tests/layout.rs` lists the layers and asserts that each module uses only the layers below its
//! own.

mod args;
mod chain;
mod commands;
mod disk;
mod failure;
mod game;
#[cfg(all(test, feature = "node"))]
mod generated;
mod keys;
#[cfg(feature = "node")]
mod play;
mod screen;
mod store;
mod way;
mod words;

use args::Cli;
use commands::json;
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
    match commands::run(cli).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_unread(&error) => ExitCode::SUCCESS,
        Err(error) => failed(&error, is_json),
    }
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
    let text = error.render().to_string();
    let sentence = text.split("\n\n").next().unwrap_or_default();
    let words: Vec<_> = sentence.trim_start_matches("error: ").split_whitespace().collect();
    Failure::usage(words.join(" "))
}
