//! What `rpsls voucher` takes.

use crate::{
    keys::account,
    options::{Consent, Step},
    words::units,
};
use clap::{Args, Subcommand, ValueHint};
use gprimitives::ActorId;

#[derive(Debug, Subcommand)]
pub enum VoucherCommand {
    /// Pays others' fees and gas at this table, but no bets
    Issue(IssueArgs),
    /// Lists the vouchers for this table that you may use or have issued
    List {
        /// Lists what you have issued for any table
        #[arg(long, conflicts_with = "program")]
        all: bool,
    },
    /// Takes back what is left of expired vouchers that you have issued
    Revoke {
        /// Which ones, instead of all for this table
        #[arg(value_name = "ID", value_parser = account::parse_id)]
        ids: Vec<ActorId>,

        #[command(flatten)]
        step: Step,
    },
    /// Ends vouchers that you may use, so that the issuer can take back what
    /// is left
    Decline {
        /// Which ones, instead of all for this table
        #[arg(value_name = "ID", value_parser = account::parse_id)]
        ids: Vec<ActorId>,

        #[command(flatten)]
        step: Step,
    },
}

/// Whom vouchers are for.
#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
pub struct Spenders {
    /// Who they are for: addresses, ids, or names of accounts here
    #[arg(long, value_name = "ADDRESS", num_args = 1..)]
    pub to: Vec<String>,

    /// Makes so many new keys, for guests who have nothing but a link
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    pub players: Option<u8>,
}

#[derive(Debug, Args)]
pub struct IssueArgs {
    #[command(flatten)]
    pub spenders: Spenders,

    /// How many rounds each is to last for [default: those of a knockout; 3 where draws
    /// are played again]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub rounds: Option<u32>,

    /// What each holds [default: what so many rounds take]
    #[arg(long, value_name = "VARA", value_parser = units::parse_vara)]
    pub each: Option<u128>,

    /// For how long each pays; before that it can't be revoked [default: 1 day, or
    /// as long as so many rounds can take]
    #[arg(long = "for", value_name = "TIME", value_parser = units::parse_ms)]
    pub lasts: Option<u64>,

    /// Where the page is, for guests' links
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url, value_parser = page)]
    pub page: Option<String>,

    #[command(flatten)]
    pub consent: Consent,
}

/// The address of a page, to which a link's fragment is added.
fn page(text: &str) -> Result<String, String> {
    let address = text.strip_suffix('#').unwrap_or(text);
    let host = ["https://", "http://"].into_iter().find_map(|scheme| address.strip_prefix(scheme));
    let is_one = |host: &str| {
        !host.is_empty()
            && !host.starts_with('/')
            && !host.contains(['#', ' ', '\t', '"', '<', '>'])
    };
    match host.is_some_and(is_one) {
        true => Ok(address.into()),
        false => Err("it must be the page's address, such as https://example.org/".into()),
    }
}
