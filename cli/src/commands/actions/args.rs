//! What the single actions take.

use crate::options::{DryRun, Stake, Step, a_move};
use clap::{Args, ValueHint};
use rpsls_io::Move;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct RegisterArgs {
    /// The move of round 1, which goes with the seat and costs nothing more; its opening is on
    /// disk before anything is sent
    #[arg(long = "move", value_name = "MOVE", ignore_case = true, value_parser = a_move())]
    pub mv: Option<Move>,

    #[command(flatten)]
    pub stake: Stake,

    #[command(flatten)]
    pub dry: DryRun,
}

#[derive(Debug, Args)]
pub struct MoveArgs {
    /// The move
    #[arg(value_name = "MOVE", ignore_case = true, value_parser = a_move())]
    pub mv: Move,

    /// Ask for a password instead of taking 16 random bytes; without a
    /// terminal it is the input's first line
    #[arg(long)]
    pub own_password: bool,

    #[command(flatten)]
    pub step: Step,
}

#[derive(Debug, Args)]
pub struct RevealArgs {
    /// Shows what is due of these openings, which `secrets export` wrote, whoever plays
    /// with them: any account can pay for it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: Option<PathBuf>,

    /// The move of the next round, which goes with the reveal and costs nothing more; its
    /// opening is on disk before anything is sent
    #[arg(long, value_name = "MOVE", ignore_case = true, value_parser = a_move(),
        conflicts_with = "file")]
    pub next: Option<Move>,

    #[command(flatten)]
    pub step: Step,
}
