//! `rpsls`: rock-paper-scissors-lizard-Spock on the command line.

mod account;
mod args;
mod commands;
mod failure;
mod files;
mod follow;
mod gas;
mod home;
mod joined;
mod json;
mod keystore;
mod link;
mod moves;
mod output;
mod password;
mod play;
mod prompt;
mod secrets;
mod table;
mod terminal;
mod text;
mod turn;
mod tx;
mod units;

use args::Cli;
use clap::Parser;
use failure::Failure;
use std::{env, io::Write, process::ExitCode};

#[tokio::main]
async fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        // What goes to the error output is neither help nor the version.
        Err(error) if error.use_stderr() && env::args_os().any(|arg| arg == "--json") => {
            return failed(&usage(&error), true);
        }
        Err(error) => error.exit(),
    };
    let is_json = cli.global.json;
    terminal::leave_on_interrupt();
    match commands::run(cli).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&error, is_json),
    }
}

fn failed(error: &anyhow::Error, is_json: bool) -> ExitCode {
    // Where nobody reads, the code tells.
    let _ = match is_json {
        true => writeln!(anstream::stdout(), "{}", json::failure(error)),
        false => writeln!(anstream::stderr(), "rpsls: {error:#}"),
    };
    Failure::code(error).into()
}

/// The sentence without the help that follows it.
fn usage(error: &clap::Error) -> anyhow::Error {
    let text = error.render().to_string();
    let sentence = text.split("\n\n").next().unwrap_or_default();
    let words: Vec<_> = sentence.trim_start_matches("error: ").split_whitespace().collect();
    Failure::usage(words.join(" "))
}
