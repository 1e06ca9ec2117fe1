//! What comes into the rules, and what they ask the actor to do.

use gprimitives::ActorId;
use program_common::Payout;
use smallvec::{SmallVec, smallvec};
use tic_tac_toe_io::Event;

/// Who sent an action, with what, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Message {
    /// Who sent it.
    pub sender: ActorId,
    /// The value attached, in the chain's smallest unit.
    pub value: u128,
    /// The block timestamp, ms.
    pub now: u64,
}

/// Payouts of one message, which need no heap: there are no more than two.
pub type Payouts = SmallVec<[Payout; 2]>;

/// What an accepted action brought about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effects {
    /// What the sender is replied, and those paid are told.
    pub event: Event,
    /// Value that goes to the sender with the reply: what the action did not
    /// ask for, and what the sender is owed.
    pub refund: u128,
    /// Value that goes to others.
    pub payouts: Payouts,
    /// Whether watchers are told: a game that was under way has ended.
    pub is_broadcast: bool,
}

impl Effects {
    /// An event, and this much of the attached value back.
    pub(super) fn new(event: Event, refund: u128) -> Self {
        Self { event, refund, payouts: smallvec![], is_broadcast: false }
    }

    /// The same, told to watchers.
    pub(super) fn broadcast(self) -> Self {
        Self { is_broadcast: true, ..self }
    }

    /// Adds what an account is owed. The sender gets it with the reply, which
    /// saves a message.
    pub(super) fn pay(&mut self, sender: ActorId, to: ActorId, value: u128) {
        if to == sender {
            self.refund = self
                .refund
                .checked_add(value)
                .expect("a chain's value fits in 128 bits, and both are in the program's balance");
        } else if value > 0 {
            self.payouts.push(Payout { to, value });
        }
    }
}
