//! The messages to and from the tic-tac-toe program.
//!
//! A client needs this crate and nothing else of the project: the messages
//! ([`Action`], [`Event`], [`GameError`]), the state queries ([`StateQuery`],
//! [`StateReply`]) and the packed board ([`Board`]).
//!
//! Units everywhere: times and timeouts are milliseconds (times are block
//! timestamps since the Unix epoch), values are the chain's smallest unit.
//!
//! All types encode with SCALE. Names, variant order and field order are the
//! wire format: new variants go to the end.

#![no_std]
#![warn(missing_docs)]

extern crate alloc;

mod board;
mod config;
mod error;
mod limits;
mod message;
mod metadata;
mod query;

pub use board::{Board, Cell, Outcome, PlaceError, Player, Square};
pub use config::{ConfigError, InitConfig, PassConfig};
pub use error::GameError;
pub use limits::{GAME_LIFETIME, INVITATION_LIFETIME};
pub use message::{Action, Event, GameId, Terms, Trophy};
pub use metadata::ProgramMetadata;
pub use query::{
    GameStage, GameState, GamesPage, Overview, Pass, PassesPage, StateQuery, StateReply,
    TrophiesPage,
};
