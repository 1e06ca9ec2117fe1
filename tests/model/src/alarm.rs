//! When the program wakes itself.

use crate::Model;
use gprimitives::ActorId;

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

/// A message of the program to itself that is on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alarm {
    /// The time of the block that it arrives in, in ms.
    due: u64,
    /// The gas that it was sent with.
    pub gas: u64,
    /// Who gets back what it doesn't burn.
    pub payer: ActorId,
}

/// The messages of the program to itself that are on their way.
#[derive(Clone, Debug, Default)]
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

    /// Whether one arrives in the block of this time.
    pub fn is_due(&self, now: u64) -> bool {
        self.pending.iter().any(|alarm| alarm.due <= now)
    }

    /// Takes out the first that arrives in the block of this time.
    pub fn take_due(&mut self, now: u64) -> Option<Alarm> {
        let due = self.pending.iter().enumerate().filter(|(_, alarm)| alarm.due <= now);
        let (first, _) = due.min_by_key(|(_, alarm)| alarm.due)?;
        Some(self.pending.remove(first))
    }

    /// An action of `payer` was accepted that carried the gas for an alarm; what
    /// was armed. One that should have come before is given up for lost, one
    /// that comes too late is not waited for.
    pub fn after_action(&mut self, model: &Model, now: u64, payer: ActorId) -> Option<Alarm> {
        let gas = MOST + shares(model);
        self.arm(model, now, payer, |_, _| Some(gas))
    }

    /// This one has arrived, and the clock was settled.
    pub fn after_arrival(&mut self, alarm: Alarm, model: &Model, now: u64) {
        let mut known = LEAST;
        if let Some(expected) = self.expected.filter(|expected| expected.due <= now) {
            known = expected.gas;
            self.expected = None;
        }
        eprintln!(
            "DBG arrival {now} {alarm:?} expected {:?} known {known} next {:?}",
            self.expected,
            first_block_after_deadline(model, now)
        );
        self.arm(model, now, alarm.payer, |least, delay| {
            let kept = KEPT + RENT * delay;
            // What is known may be of another alarm. They differ by little rent or
            // by whole steps, and a step is more than sending on takes.
            let gas = known.checked_sub(kept)?;
            (gas >= least && gas + KEPT / 2 <= alarm.gas).then_some(gas)
        });
    }

    fn arm(
        &mut self,
        model: &Model,
        now: u64,
        payer: ActorId,
        gas: impl FnOnce(u64, u64) -> Option<u64>,
    ) -> Option<Alarm> {
        let due = first_block_after_deadline(model, now)?;
        let least = LEAST + shares(model);
        let comes = |alarm: &Alarm| alarm.gas >= least && (now..=due).contains(&alarm.due);
        if self.expected.as_ref().is_some_and(comes) {
            return None;
        }
        let alarm = Alarm { due, gas: gas(least, (due - now) / BLOCK)?, payer };
        self.pending.push(alarm);
        self.expected = Some(alarm);
        Some(alarm)
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
