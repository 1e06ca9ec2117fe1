//! The game, as a plain state machine.
//!
//! It knows no chain: sender, value and time come in as arguments; replies,
//! payouts and broadcasts go out as data, which borrows the players from the
//! game. Every message first settles the clock ([`Game::settle`]), then acts;
//! an act that is refused leaves the settled game as it was.
//!
//! Times are block timestamps in ms, values the chain's smallest unit.

mod game;
mod outcome;
mod query;
mod round;
mod seat_set;
mod seats;

pub use game::{Game, Message};
pub use outcome::{EventRef, Outcome, OwnedOutcome, Payouts, Players, Portion};
pub use program_common::Payout;
pub use query::{GameStageRef, GameStateRef, SharesRef, StageDescriptionRef, StateReplyRef};
use round::Decided;
pub use round::{Revealed, highest_scoring};
pub use seat_set::{Seat, SeatSet};
pub use seats::{Commitment, Seats};
