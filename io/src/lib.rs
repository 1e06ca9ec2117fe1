//! What is said to and by the rock-paper-scissors-lizard-Spock program.
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

mod config;
mod error;
pub mod gas;
pub mod knockout;
mod message;
mod metadata;
mod moves;
mod query;

pub use config::{ConfigError, Format, GameConfig, GameRules, TableInit};
pub use error::GameError;
pub use message::{Action, Entry, Event, RevealResult, StageChange};
pub use metadata::ProgramMetadata;
pub use moves::{Move, bound_commitment, commitment, opening, scores, winning_move};
pub use query::{
    GameResult, GameStage, GameState, PlayerStatus, RoundResult, StageDescription, StateQuery,
    StateReply,
};

/// The most players one game can have; [`GameConfig::players_count_limit`] is a `u8`.
pub const MAX_PLAYERS: usize = u8::MAX as usize;
