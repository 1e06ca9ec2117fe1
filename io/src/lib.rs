//! The messages to and from the rock-paper-scissors-lizard-Spock program.
//!
//! A client needs this crate and nothing else of the project: the messages
//! ([`Action`], [`Event`], [`GameError`]), the state queries ([`StateQuery`],
//! [`StateReply`]), the rules of the five moves ([`Move`]), the hashes that
//! commit to one ([`commitment`], [`bound_commitment`]) and who meets whom in a
//! [`knockout`].
//!
//! Units everywhere: times and timeouts are milliseconds (times are block
//! timestamps since the Unix epoch), values are the chain's smallest unit.
//!
//! All types encode with SCALE. Names, variant order and field order are the
//! wire format: new variants go to the end.

#![no_std]
#![warn(missing_docs)]

extern crate alloc;

use alloc::{collections::BTreeSet, string::String};
use gprimitives::ActorId;

mod config;
mod error;
pub mod gas;
pub mod knockout;
pub mod message;
mod metadata;
mod moves;
mod query;

pub use config::{ConfigError, Format, GameConfig, GameRules, TableInit};
pub use error::GameError;
pub use message::Entry;
pub use metadata::ProgramMetadata;
pub use moves::{Move, bound_commitment, commitment, opening, scores, winning_move};
pub use query::{
    GameResult, GameStage, GameState, PlayerStatus, RoundResult, StageDescription, StateQuery,
    StateReply,
};

/// What can be asked of the program: a [`message::Action`] with an opening of its own.
pub type Action = message::Action<String>;

/// What an action brought about: a [`message::Event`] with players of its own.
pub type Event = message::Event<BTreeSet<ActorId>>;

/// What came of a reveal: a [`message::RevealResult`] with players of its own.
pub type RevealResult = message::RevealResult<BTreeSet<ActorId>>;

/// What the clock brought about, or whoever took the last seat: a [`message::StageChange`] with players of its own.
pub type StageChange = message::StageChange<BTreeSet<ActorId>>;

/// The time between two blocks of Vara, in ms.
pub const BLOCK_TIME: u64 = 3_000;

/// The most players one game can have; [`GameConfig::players_count_limit`] is a `u8`.
pub const MAX_PLAYERS: usize = u8::MAX as usize;
