//! The game, as a plain state machine.
//!
//! It knows no chain: sender, value and time come in as arguments; replies,
//! payouts and broadcasts go out as data. Every message first settles the
//! clock ([`Game::settle`]), then acts; an act that is refused leaves the
//! settled game as it was.
//!
//! Times are block timestamps in ms, values the chain's smallest unit.

mod game;
mod outcome;
mod query;
mod round;
mod seats;

pub use game::Game;
pub use outbox::Payout;
pub use outcome::{Handled, Outcome, Payouts, Settlement};
pub use round::winning_move;
pub use seats::{Lobby, Seat, SeatSet};
