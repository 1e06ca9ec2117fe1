//! `rpsls`: rock-paper-scissors-lizard-Spock on the command line.

mod account;
mod args;
mod commands;
mod failure;
mod follow;
mod gas;
mod home;
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
use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    let cli = Cli::parse();
    let is_json = cli.global.json;
    terminal::leave_on_interrupt();
    match commands::run(cli).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            match is_json {
                true => anstream::println!("{}", json::failure(&error)),
                false => anstream::eprintln!("rpsls: {error:#}"),
            }
            Failure::code(&error).into()
        }
    }
}
