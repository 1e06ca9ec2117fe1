//! What the rules ask the actor to do.

use outbox::Payout;
use rpsls_io::{Event, GameError, StageChange};
use smallvec::SmallVec;

/// Payouts of one message. The usual ones, none or a winner's, need no heap.
pub type Payouts = SmallVec<[Payout; 1]>;

/// What came of one message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handled {
    /// What the clock brought about first. It stands even if the message's own
    /// action was refused.
    pub settlement: Option<Settlement>,
    /// What the action brought about. If it was refused, all attached value
    /// goes back.
    pub result: Result<Outcome, GameError>,
}

/// What the clock brought about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settlement {
    /// What watchers are told.
    pub change: StageChange,
    /// The winner's, if the game is over.
    pub payout: Option<Payout>,
}

/// What an accepted action brought about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What the sender is replied, and those paid are told.
    pub event: Event,
    /// Value that goes back to the sender with the reply.
    pub refund: u128,
    /// Value that goes to players, apart from the reply.
    pub payouts: Payouts,
}
