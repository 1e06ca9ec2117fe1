//! What `rpsls club` and `rpsls open` take.

use crate::{
    options::{Consent, RulesArgs, StageArgs, Step, seats},
    words::units,
};
use clap::{Args, Subcommand};

#[derive(Debug, Subcommand)]
pub enum ClubCommand {
    /// Puts a club onto the chain, whose tables have this client's own code
    Deploy(ClubDeployArgs),
    /// Takes a table off the list, which you have opened; the table goes on
    Unlist(UnlistArgs),
}

#[derive(Debug, Args)]
pub struct ClubDeployArgs {
    /// Opens tables of every format, not those for strangers alone
    #[arg(long)]
    pub any_format: bool,

    #[command(flatten)]
    pub consent: Consent,
}

#[derive(Debug, Args)]
pub struct UnlistArgs {
    /// Its name or id
    pub table: String,

    /// The club, or several: the one that lists the table [default: RPSLS_CLUB]
    #[arg(long, value_name = "ID,…", value_delimiter = ',')]
    pub club: Vec<String>,

    #[command(flatten)]
    pub step: Step,
}

#[derive(Debug, Args)]
pub struct OpenArgs {
    /// By which club: what `rpsls club deploy` printed [default: the first of
    /// RPSLS_CLUB]
    #[arg(long, value_name = "ID")]
    pub club: Option<String>,

    /// What the list calls it, in up to 64 bytes
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub title: String,

    /// What a seat costs; 0 is a free game
    #[arg(long, value_name = "VARA", default_value = "1", value_parser = units::parse_vara)]
    pub bet: u128,

    /// The most players: 2, or 4, 8, 16, 32, 64 or 128 in a knockout
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = seats)]
    pub seats: u8,

    #[command(flatten)]
    pub stages: StageArgs,

    #[command(flatten)]
    pub rules: RulesArgs,

    #[command(flatten)]
    pub consent: Consent,
}
