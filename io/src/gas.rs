//! Gas that is enough for each action, whatever the table's state.
//!
//! A node's estimate is as of its latest block. What happens before the message
//! is executed can make it dearer: the second of two reveals in one block
//! decides the round. These bounds hold all the same; what is not burned goes
//! back to the sender.

use crate::{Action, GameState};

/// The most gas that the program gives the alarm it sends itself, beside what a
/// scheduled stop may need.
pub const ALARM: u64 = 10_000_000_000;

/// Enough for any message that stops no game, at a table of 255 players, with
/// the alarm that it may have to send.
pub const MESSAGE: u64 = 15_000_000_000;

/// The most that such a message burns, its alarm apart.
pub const BURNED: u64 = 1_200_000_000;

/// What each player who shares the pot of a stopped game adds.
pub const SHARE: u64 = 260_000_000;

/// The gas limit for an action at a table of this state.
pub fn limit(action: &Action, state: &GameState) -> u64 {
    let may_stop = match action {
        Action::StopGame => true,
        Action::Reveal(_) | Action::RevealAndCommit { .. } | Action::Advance => {
            state.stop_scheduled
        }
        _ => false,
    };
    // Either for paying them now, or for the alarm that will.
    let shares = if may_stop { SHARE * state.lobby_list.len() as u64 } else { 0 };
    MESSAGE + shares
}
