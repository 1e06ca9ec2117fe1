//! What `rpsls play` takes.

use crate::options::{RulesArgs, a_move};
use clap::Args;
use rpsls_io::Move;

#[derive(Debug, Args)]
pub struct PlayArgs {
    /// Players at the table, you included: 2 to 255
    #[arg(
        long,
        value_name = "N",
        default_value_t = 4,
        allow_negative_numbers = true,
        value_parser = players
    )]
    pub players: u8,

    /// What player 1 plays round by round, over again when the list is used up
    #[arg(
        long,
        value_name = "MOVE,…",
        value_delimiter = ',',
        ignore_case = true,
        value_parser = a_move()
    )]
    pub moves: Vec<Move>,

    /// Seeds the bots' moves and all passwords: the same seed, the same game
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = seed)]
    pub seed: Option<u64>,

    /// Play by itself, in plain lines, even in a terminal
    #[arg(long)]
    pub auto: bool,

    #[command(flatten)]
    pub rules: RulesArgs,
}

fn players(text: &str) -> Result<u8, &'static str> {
    let count = text.parse().ok();
    count.filter(|count| *count >= 2).ok_or("it must be a number from 2 to 255")
}

fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("it must be a number from 0 to {}", u64::MAX))
}
