//! Why an action is refused.

use parity_scale_codec::{Decode, Encode};
use rpsls_io::ConfigError;
use scale_info::TypeInfo;
use thiserror::Error;

/// Why an action was refused. The reply that carries it also carries all value
/// that was attached; the refused action itself has changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo, Error)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub enum ClubError {
    /// `Open`: settings beyond a limit of tables.
    #[error("bad config: {0}")]
    BadConfig(ConfigError),
    /// `Open`: no knockout of 2, 4, 8, … 128 seats, or it doesn't start when full.
    #[error(
        "a club opens tables for strangers: knockouts of 2, 4, 8, 16, 32, 64 or 128 seats, \
         which start when full; open others by yourself, and send people the link"
    )]
    NotFair,
    /// `Open`: a title of more than 64 bytes.
    #[error("a title has at most 64 bytes, and this one {bytes}")]
    TitleTooLong {
        /// How many it has.
        bytes: u32,
    },
    /// `Open`: a title with a control character, or one that changes the direction of
    /// writing.
    #[error("a title has no control characters: leave them out")]
    BadTitle,
    /// `Open`: less value was attached than the chain asks for a program.
    #[error("the chain asks a deposit of {needed} for a table, but only {attached} was attached")]
    DepositMissing {
        /// The chain's existential deposit, in its smallest unit.
        needed: u128,
        /// What was attached to the message.
        attached: u128,
    },
    /// `Open`: the table's start would be given less gas than it takes.
    #[error("a table's start takes at least {least} gas")]
    StartGasTooLow {
        /// What is enough as long as the chain has the table's code ready.
        least: u64,
    },
    /// `Unlist`: there is no such table in this place of the list.
    #[error("the club does not list this table in this place, or not any more")]
    NotListed,
    /// `Unlist`: somebody else has opened it.
    #[error("only whoever has opened a table takes it off the list")]
    NotYours,
    /// `Open`: the message carries too little gas for what the new table's start is to get.
    #[error("opening a table takes more gas: attach {needed}, what is not burned comes back")]
    OutOfGas {
        /// How much is enough.
        needed: u64,
    },
}
