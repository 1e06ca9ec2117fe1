//! What `rpsls join` takes.

use crate::{
    options::{DryRun, Stake, a_move},
    words::units,
};
use clap::Args;
use rpsls_io::Move;

#[derive(Debug, Args)]
pub struct JoinArgs {
    #[command(flatten)]
    pub strangers: StrangersArgs,

    #[command(flatten)]
    pub stake: Stake,

    /// Makes no move once fees and gas, the bet apart, have cost more
    #[arg(long, value_name = "VARA", default_value = "10", value_parser = units::parse_vara)]
    pub max_spend: u128,

    #[command(flatten)]
    pub choice: ChoiceArgs,

    /// Runs this command in a shell for each event: its JSON is the input, its kind
    /// RPSLS_EVENT
    #[arg(long, value_name = "COMMAND")]
    pub on_event: Option<String>,

    /// Waits for the next game if one is under way, or all seats are taken
    #[arg(long)]
    pub wait: bool,

    /// Plays so many games, waiting for each; --max-spend counts for each of them
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..))]
    pub repeat: u32,

    #[command(flatten)]
    pub dry: DryRun,
}

/// Which of the tables that a club lists.
#[derive(Debug, Args)]
pub struct StrangersArgs {
    /// Sits down at the fullest open table of a club that costs at most --max-bet, and
    /// has it open a duel if there is none; where others are faster, at the next
    #[arg(long, requires = "max_bet", conflicts_with_all = ["program", "any_code", "wait", "repeat"])]
    pub any: bool,

    /// The club for --any, or several: the first one opens a table if there is none
    /// [default: RPSLS_CLUB]
    #[arg(long, value_name = "ID,…", value_delimiter = ',', requires = "any")]
    pub club: Vec<String>,

    /// With --any, the least that a seat may cost, so that free tables are left to others
    #[arg(long, value_name = "VARA", default_value = "0", hide_default_value = true,
        value_parser = units::parse_vara, requires = "any")]
    pub min_bet: u128,
}

/// How the moves are chosen.
#[derive(Debug, Args)]
pub struct ChoiceArgs {
    /// Chooses the first move when the game has started, not with the seat
    #[arg(long)]
    pub later: bool,

    /// Chooses the moves at random, and asks for none
    #[arg(long, conflicts_with = "moves")]
    pub auto: bool,

    /// What to play round by round, over again when the list is used up
    #[arg(
        long,
        value_name = "MOVE,…",
        value_delimiter = ',',
        ignore_case = true,
        value_parser = a_move()
    )]
    pub moves: Vec<Move>,

    /// Runs this command in a shell whenever you are asked for a move, to call you
    #[arg(long, value_name = "COMMAND")]
    pub on_turn: Option<String>,
}
