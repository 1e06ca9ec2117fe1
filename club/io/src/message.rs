//! What is sent to a club, and what it answers.
//!
//! The title is a parameter: clients have their own, [`Action`](crate::Action), the
//! program reads it where it lies, without a heap.

use alloc::string::String;
use gprimitives::ActorId;
use parity_scale_codec::{Decode, Encode};
use rpsls_io::{GameConfig, GameRules};
use scale_info::TypeInfo;

/// What can be asked of a club. It replies `Result<Event, ClubError>`.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[scale_info(bounds(Title: TypeInfo + 'static), skip_type_params(Title))]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub enum Action<Title> {
    /// Opens a table, whose owner is the sender, and lists it. By anyone. The chain asks
    /// its existential deposit for a program, which must be attached; what is beyond
    /// that comes back.
    Open {
        /// The config of its first game.
        config: GameConfig,
        /// The rules of its first game.
        rules: GameRules,
        /// How much gas the table's start is given, of what the message carries: at least
        /// [`gas::START`](crate::gas::START). What it doesn't burn comes back.
        start_gas: u64,
        /// What the list calls it, see [`check_title`](crate::check_title).
        title: Title,
    },
    /// Takes a table off the list, which goes on by itself. By whoever has opened it;
    /// value comes back.
    Unlist {
        /// Which.
        table: ActorId,
        /// Where the club keeps it, see [`Listed::place`](crate::Listed::place).
        place: u32,
    },
}

impl Action<String> {
    /// The same, with the title borrowed.
    pub fn borrowed(&self) -> Action<&str> {
        match self {
            Self::Open { config, rules, start_gas, title } => {
                Action::Open { config: config.clone(), rules: *rules, start_gas: *start_gas, title }
            }
            Self::Unlist { table, place } => Action::Unlist { table: *table, place: *place },
        }
    }
}

/// What an action brought about: the reply to it, and what is broadcast.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub enum Event {
    /// The table is listed, and starts with the next message.
    Opened {
        /// The new program.
        table: ActorId,
    },
    /// The table is not listed any more.
    Unlisted {
        /// The program.
        table: ActorId,
    },
    /// The table could not start, and is not listed any more. Whoever has opened it is
    /// paid the deposit back with this.
    OpenFailed {
        /// What was to be the program.
        table: ActorId,
    },
}
