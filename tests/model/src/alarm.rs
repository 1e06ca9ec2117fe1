//! When the program wakes itself.

use crate::Model;

/// The time between two blocks, in ms.
const BLOCK: u64 = 3_000;

/// How often an alarm's gas lasts at least for it to be sent on.
const SURE_TO_BE_SENT_ON: u32 = 4;

/// The one message to itself that the program may have on its way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Alarm {
    /// The time of the block that it should arrive in, in ms.
    due: Option<u64>,
    times_sent_on: u32,
}

impl Alarm {
    /// Whether one is on its way.
    pub fn is_pending(&self) -> bool {
        self.due.is_some()
    }

    /// Whether it arrives in the block of this time.
    pub fn is_due(&self, now: u64) -> bool {
        self.due.is_some_and(|due| due <= now)
    }

    /// An action was accepted that carried the gas for an alarm; whether one
    /// was armed. An alarm that should have come before is given up for lost.
    pub fn after_action(&mut self, model: &Model, now: u64) -> bool {
        let is_expected = self.due.is_some_and(|due| due >= now);
        match first_block_after_deadline(model, now) {
            Some(due) if !is_expected => {
                *self = Alarm { due: Some(due), times_sent_on: 0 };
                true
            }
            _ => false,
        }
    }

    /// It has arrived, and the clock was settled.
    pub fn after_arrival(&mut self, model: &Model, now: u64) {
        self.due = first_block_after_deadline(model, now);
        self.times_sent_on += 1;
    }

    /// Whether it may have used its gas up by being sent on.
    pub fn may_be_exhausted(&self) -> bool {
        self.times_sent_on > SURE_TO_BE_SENT_ON
    }

    /// It was found to have used its gas up.
    pub fn exhausted(&mut self) {
        self.due = None;
    }
}

fn first_block_after_deadline(model: &Model, now: u64) -> Option<u64> {
    let deadline = model.deadline_that_matters()?;
    let mut block = now + BLOCK;
    while block <= deadline {
        block += BLOCK;
    }
    Some(block)
}
