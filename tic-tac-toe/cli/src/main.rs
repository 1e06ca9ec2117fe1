//! `tic-tac-toe`: a game of the real program on a chain inside this process.

mod bot;
mod chain;
mod game;
mod prompt;
mod screen;

use anyhow::Result;
use bot::{Bot, Skill};
use clap::Parser;
use game::{Mover, Settings};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::{
    io::{self, IsTerminal},
    process::ExitCode,
};

/// Tic-tac-toe on Gear: a game of the real program on a chain inside this
/// process.
///
/// In a terminal you host, and play X against a bot. Elsewhere, or with --auto,
/// a random player takes your place.
///
/// Exit code: 0 once the game was paid, 1 if it failed or was left, 2 for a bad
/// flag.
#[derive(Debug, Parser)]
#[command(name = "tic-tac-toe", version, verbatim_doc_comment)]
struct Args {
    /// Plays by itself, printed as plain lines
    #[arg(long)]
    auto: bool,

    /// The same bots again: a number
    #[arg(long)]
    seed: Option<u64>,

    /// How well the challenger plays
    #[arg(long, value_enum, default_value_t = Skill::Perfect)]
    bot: Skill,

    /// What each player stakes, in VARA: up to 100
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u8).range(..=100))]
    stake: u8,

    /// A referee places the marks
    #[arg(long)]
    referee: bool,
}

fn main() -> ExitCode {
    match run(Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tic-tac-toe: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: Args) -> Result<()> {
    let is_live = !args.auto && io::stdin().is_terminal() && io::stdout().is_terminal();
    // Short enough to be typed again.
    let seed = args.seed.unwrap_or_else(|| rand::random::<u16>().into());
    let bot = |skill, stream| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(stream);
        Mover::Bot(Box::new(Bot { skill, random }))
    };
    let host = match is_live {
        true => Mover::Person(io::stdin().lock()),
        false => bot(Skill::Random, 0),
    };
    let settings = Settings { seed, stake: args.stake, has_referee: args.referee };
    game::play(settings, [host, bot(args.bot, 1)], &mut io::stdout())
}
