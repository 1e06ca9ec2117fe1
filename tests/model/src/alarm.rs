//! When the program wakes itself.

use crate::Model;
use gprimitives::ActorId;
use std::collections::BTreeSet;

/// The time between two blocks, in ms.
const BLOCK: u64 = 3_000;

/// What an alarm keeps for itself when it is sent on, and the least it is sent
/// on with.
const KEPT: u64 = 1_000_000_000;
const LEAST: u64 = 4_000_000_000;

/// What is held for each block of an alarm's delay.
const RENT: u64 = 100;

/// What an alarm is armed with.
const MOST: u64 = 10_000_000_000;

/// What each player adds whom a scheduled stop may have to pay.
const SHARE: u64 = 260_000_000;

/// What an alarm burns before it is sent on, at least and at most: it may first
/// end a stage.
const BURNS_LEAST: u64 = 300_000_000;
const BURNS_MOST: u64 = 1_500_000_000;

/// A message of the program to itself that is on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Alarm {
    /// The time of the block that it arrives in, in ms.
    due: u64,
    /// The gas that it was sent with.
    pub gas: u64,
    /// Who gets back what it doesn't burn.
    pub payer: ActorId,
}

/// The messages of the program to itself that are on their way.
///
/// What becomes of alarms depends on what the model doesn't know: in which order
/// those of one block arrive, and to the last bit of gas what each burns. So
/// what happens leads to several states that are possible.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Alarms {
    pending: Vec<Alarm>,
    /// The one that the program expects next.
    expected: Option<Alarm>,
}

impl Alarms {
    /// All that are on their way.
    pub fn pending(&self) -> &[Alarm] {
        &self.pending
    }

    /// Who has paid for those that arrive in the block of this time.
    pub fn due(&self, now: u64) -> Vec<ActorId> {
        let due = self.pending.iter().filter(|alarm| alarm.due <= now);
        due.map(|alarm| alarm.payer).collect()
    }

    /// An action of `payer` was accepted that carried the gas for an alarm; what
    /// was armed. One that should have come before is given up for lost, one
    /// that comes too late is not waited for.
    pub fn after_action(&mut self, model: &Model, now: u64, payer: ActorId) -> Option<Alarm> {
        let due = self.wanted(model, now)?;
        let alarm = Alarm { due, gas: MOST + shares(model), payer };
        self.arm(alarm);
        Some(alarm)
    }

    /// Those of the block of this time have arrived, and the clock was settled:
    /// what may be pending now.
    pub fn after_arrivals(&self, model: &Model, now: u64) -> BTreeSet<Alarms> {
        let due = (0..self.pending.len()).filter(|at| self.pending[*at].due <= now);
        let next = due.flat_map(|at| self.after_arrival(at, model, now));
        let possible: BTreeSet<Alarms> =
            next.flat_map(|alarms| alarms.after_arrivals(model, now)).collect();
        if possible.is_empty() { [self.clone()].into() } else { possible }
    }

    /// This one has arrived.
    fn after_arrival(&self, at: usize, model: &Model, now: u64) -> Vec<Alarms> {
        let mut alarms = self.clone();
        let arrived = alarms.pending.remove(at);
        let mut known = LEAST;
        if let Some(expected) = alarms.expected.filter(|expected| expected.due <= now) {
            known = expected.gas;
            alarms.expected = None;
        }
        let Some(due) = alarms.wanted(model, now) else {
            return vec![alarms];
        };
        // What it knows to have, less what it needs; then the least.
        let least = LEAST + shares(model);
        let kept = KEPT + RENT * ((due - now) / BLOCK);
        let first = known.checked_sub(kept).filter(|gas| *gas >= least);
        let mut possible = vec![];
        for gas in first.into_iter().chain([least]) {
            if arrived.gas >= gas + BURNS_LEAST {
                let mut sent_on = alarms.clone();
                sent_on.arm(Alarm { due, gas, payer: arrived.payer });
                possible.push(sent_on);
            }
            if arrived.gas >= gas + BURNS_MOST {
                return possible;
            }
        }
        possible.push(alarms);
        possible
    }

    /// When an alarm is to arrive that has to be armed now.
    fn wanted(&self, model: &Model, now: u64) -> Option<u64> {
        let due = first_block_after_deadline(model, now)?;
        let least = LEAST + shares(model);
        let comes = |alarm: &Alarm| alarm.gas >= least && (now..=due).contains(&alarm.due);
        (!self.expected.as_ref().is_some_and(comes)).then_some(due)
    }

    fn arm(&mut self, alarm: Alarm) {
        self.pending.push(alarm);
        self.expected = Some(alarm);
    }
}

fn shares(model: &Model) -> u64 {
    SHARE * model.shares_due() as u64
}

fn first_block_after_deadline(model: &Model, now: u64) -> Option<u64> {
    let deadline = model.deadline_that_matters()?;
    let mut block = now + BLOCK;
    while block <= deadline {
        block += BLOCK;
    }
    Some(block)
}
