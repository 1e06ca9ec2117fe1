//! The list of tables, as a plain state machine.
//!
//! It knows no chain: sender, value and time come in as a [`Message`]. What is refused
//! has changed nothing.
//!
//! Times are block timestamps in ms, values the chain's smallest unit.

mod club;
mod page;
mod record;

pub use club::{AllRecords, Club, Head, Message, NewTable, OnHeap};
