//! The games, the passes and the trophies, as a plain state machine.
//!
//! It knows no chain: sender, value and time come in as a [`Message`]; reply,
//! payouts and broadcasts go out as [`Effects`]. An action that is refused has
//! changed nothing.
//!
//! Times are block timestamps in ms, values the chain's smallest unit.

mod effects;
mod game;
mod page;
mod query;
mod table;
mod tic_tac_toe;

pub use effects::{Effects, Message, Payouts};
pub use program_common::Payout;
pub use tic_tac_toe::{AllTables, Head, OnHeap, Tables, TicTacToe};
