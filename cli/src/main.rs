//! `rpsls`: rock-paper-scissors-lizard-Spock on the command line.

mod args;
mod bots;
mod chain;
mod ledger;
mod moves;
mod play;
mod prompt;
mod screen;

use anyhow::Result;
use args::{Cli, Command, PlayArgs};
use clap::Parser;
use play::First;
use screen::Screen;
use std::{
    io::{self, IsTerminal},
    process::{self, ExitCode},
};

/// By custom, 128 and the signal's number.
const INTERRUPTED: i32 = 130;

fn main() -> ExitCode {
    let Command::Play(args) = Cli::parse().command;
    match play(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("rpsls: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn play(args: PlayArgs) -> Result<()> {
    let is_live = !args.auto && io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut names = bots::NAMES[..args.players.into()].to_vec();
    // Short enough to be typed again.
    let seed = args.seed.unwrap_or_else(|| rand::random::<u16>().into());
    let mut screen = if is_live {
        names[0] = "you";
        ctrlc::set_handler(leave)?;
        Screen::live(names.len())
    } else {
        Screen::plain(io::stdout())
    };
    let first = match args.moves {
        list if !list.is_empty() => First::List(list),
        _ if is_live => First::Person(io::stdin().lock()),
        _ => First::Bot,
    };
    play::play(&names, seed, first, &mut screen)
}

/// The chain is in this process: nothing is left behind.
fn leave() {
    eprintln!("\nrpsls: you left the table before the game was over");
    process::exit(INTERRUPTED);
}
