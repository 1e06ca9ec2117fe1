//! The messages to and from the club, which opens tables and lists them.
//!
//! A client needs this crate and that of the tables, `rpsls_io`: the messages
//! ([`Action`], [`Event`], [`ClubError`]), the state queries ([`StateQuery`],
//! [`StateReply`]), what a title may be ([`check_title`]) and which tables are for
//! strangers ([`is_fair`]).
//!
//! Units everywhere: times are block timestamps in milliseconds since the Unix epoch,
//! values are the chain's smallest unit.
//!
//! All types encode with SCALE. Names, variant order and field order are the
//! wire format: new variants go to the end.

#![no_std]
#![warn(missing_docs)]

extern crate alloc;

use alloc::string::String;

mod config;
mod error;
pub mod gas;
pub mod message;
mod metadata;
mod query;
mod title;

pub use config::{ClubInit, is_fair};
pub use error::ClubError;
pub use message::Event;
pub use metadata::ProgramMetadata;
pub use query::{Listed, Overview, StateQuery, StateReply, TablesPage};
pub use title::{MAX_TITLE, check_title};

/// What can be asked of a club: a [`message::Action`] with a title of its own.
pub type Action = message::Action<String>;

/// The number of tables that a club lists at most: those opened last.
pub const ROOM: u32 = 4_096;
