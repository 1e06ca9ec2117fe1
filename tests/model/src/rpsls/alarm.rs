//! When the program wakes itself.

use super::Model;
use gprimitives::ActorId;
use std::collections::BTreeSet;

/// The time between two blocks, in ms.
const BLOCK: u64 = 3_000;

/// What an alarm keeps for itself when it comes early and is sent on, when it has
/// ended a stage or paid shares before, and for each of these.
const KEPT: u64 = 1_000_000_000;
const KEPT_FOR_STAGE: u64 = 1_500_000_000;
const SHARE: u64 = 260_000_000;

/// The most shares of one message.
const PORTION: usize = 16;

/// The least that an alarm is of use with, and the least that players give it: it can
/// come early, end a stage, and end the next.
const LEAST_OF_ALARM: u64 = 2_000_000_000;
const LEAST: u64 = 4_500_000_000;

/// What is held for each block of an alarm's delay.
const RENT: u64 = 100;

/// What an alarm is armed with, and a message that arms one is given.
const MOST: u64 = 10_000_000_000;
const MESSAGE: u64 = 15_000_000_000;

/// What an alarm burns at least before it is sent on.
const BURNS_LEAST: u64 = 300_000_000;

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

    /// An action of `payer` was accepted that carried all the gas that an alarm may
    /// take, and paid so many shares; what was armed. One that should have come before
    /// is given up for lost, one that comes too late is not waited for.
    pub fn after_action(
        &mut self,
        model: &Model,
        now: u64,
        payer: ActorId,
        paid: usize,
    ) -> Option<Alarm> {
        let least = LEAST + portion(model);
        let due = self.wanted(model, now, least)?;
        let shares = model.payouts_due();
        let all = MOST + SHARE * shares as u64 + KEPT_FOR_STAGE * shares.div_ceil(PORTION) as u64;
        let gas = match (all > MESSAGE, paid) {
            (true, _) => all,
            (false, 0) => MOST,
            (false, _) => least,
        };
        let alarm = Alarm { due, gas, payer };
        self.arm(alarm);
        Some(alarm)
    }

    /// Those of the block of this time have arrived, and the clock was settled, which
    /// paid so many shares if it did anything: what may be pending now.
    pub fn after_arrivals(
        &self,
        model: &Model,
        now: u64,
        settled: Option<usize>,
    ) -> BTreeSet<Alarms> {
        let due = (0..self.pending.len()).filter(|at| self.pending[*at].due <= now);
        // The first one to come is the one that settles.
        let next = due.flat_map(|at| self.after_arrival(at, model, now, settled));
        let possible: BTreeSet<Alarms> =
            next.flat_map(|alarms| alarms.after_arrivals(model, now, None)).collect();
        if possible.is_empty() { [self.clone()].into() } else { possible }
    }

    /// This one has arrived.
    fn after_arrival(
        &self,
        at: usize,
        model: &Model,
        now: u64,
        settled: Option<usize>,
    ) -> Vec<Alarms> {
        let mut alarms = self.clone();
        let arrived = alarms.pending.remove(at);
        let expected = alarms.expected.filter(|expected| expected.due <= now);
        if expected.is_some() {
            alarms.expected = None;
        }
        let known = expected.map_or(LEAST_OF_ALARM, |expected| expected.gas);
        let least = LEAST_OF_ALARM + portion(model);
        let Some(due) = alarms.wanted(model, now, least) else {
            return vec![alarms];
        };
        // What it knows to have, less what it needs.
        let done = settled.map_or(KEPT, |shares| KEPT_FOR_STAGE + SHARE * shares as u64);
        let kept = done + RENT * ((due - now) / BLOCK);
        let Some(gas) = known.checked_sub(kept).filter(|gas| *gas >= least) else {
            return vec![alarms];
        };
        let mut possible = vec![];
        if arrived.gas >= gas + BURNS_LEAST {
            let mut sent_on = alarms.clone();
            sent_on.arm(Alarm { due, gas, payer: arrived.payer });
            possible.push(sent_on);
        }
        // It was another one, of less: the expected one comes in this block, too.
        if arrived.gas < known {
            alarms.expected = Some(Alarm { due: now, gas: known, payer: arrived.payer });
            possible.push(alarms);
        }
        possible
    }

    /// When an alarm of this much gas is to arrive that has to be armed now.
    fn wanted(&self, model: &Model, now: u64, least: u64) -> Option<u64> {
        let due = first_block_after_deadline(model, now)?;
        let comes = |alarm: &Alarm| alarm.gas >= least && (now..=due).contains(&alarm.due);
        (!self.expected.as_ref().is_some_and(comes)).then_some(due)
    }

    fn arm(&mut self, alarm: Alarm) {
        self.pending.push(alarm);
        self.expected = Some(alarm);
    }
}

/// What paying the next shares takes.
fn portion(model: &Model) -> u64 {
    SHARE * model.payouts_due().min(PORTION) as u64
}

fn first_block_after_deadline(model: &Model, now: u64) -> Option<u64> {
    let deadline = model.deadline_that_matters()?;
    let mut block = now + BLOCK;
    while block <= deadline {
        block += BLOCK;
    }
    Some(block)
}
