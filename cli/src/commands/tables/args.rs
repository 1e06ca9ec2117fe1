//! What `rpsls tables` takes.

use crate::keys::account;
use clap::{Args, Subcommand};
use gprimitives::ActorId;

#[derive(Debug, Args)]
pub struct TablesArgs {
    /// Whose tables: what `rpsls club deploy` printed, or several of them [default:
    /// RPSLS_CLUB]
    #[arg(long, value_name = "ID,…", value_delimiter = ',')]
    pub club: Vec<String>,

    /// Only tables of a club with a free seat
    #[arg(long)]
    pub joinable: bool,

    /// Only tables that were deployed, played at or named here, whatever RPSLS_CLUB says
    #[arg(long, conflicts_with_all = ["club", "joinable"])]
    pub own: bool,

    /// Shows ids and all details
    #[arg(long)]
    pub long: bool,

    #[command(subcommand)]
    pub command: Option<TablesCommand>,
}

#[derive(Debug, Subcommand)]
pub enum TablesCommand {
    /// Gives a table a name, for --program
    Name {
        /// What to call it
        name: String,
        /// The table's id
        #[arg(value_name = "ID", value_parser = account::parse_id)]
        id: ActorId,
    },
    /// Forgets a table and its name, but not the games that were played at it
    Forget {
        /// Its name or id
        table: String,
    },
}
