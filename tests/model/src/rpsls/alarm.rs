//! The alarms that the program sends itself.

use super::Model;
use gprimitives::ActorId;
use std::collections::BTreeSet;

/// The time between two blocks, in ms.
const BLOCK: u64 = 3_000;

/// The gas that an alarm keeps for itself: `KEPT` if it comes early and is sent on,
/// `KEPT_FOR_STAGE` if it has ended a stage or paid shares, and `SHARE` for each share.
const KEPT: u64 = 1_000_000_000;
const KEPT_FOR_STAGE: u64 = 1_500_000_000;
const SHARE: u64 = 260_000_000;

/// The most shares that one message pays.
const PORTION: usize = 16;

/// The least gas with which an alarm sends the next one, and the least that a player's message
/// gives an alarm: it can come early, end a stage, and end the next.
const LEAST_OF_ALARM: u64 = 2_000_000_000;
const LEAST: u64 = 4_500_000_000;

/// The gas that is held for each block of an alarm's delay.
const RENT: u64 = 100;

/// The most gas of an alarm while no shares are due, and the gas that is enough for any message.
const MOST: u64 = 10_000_000_000;
const MESSAGE: u64 = 15_000_000_000;

/// The least gas that an alarm burns before it is sent on.
const BURNS_LEAST: u64 = 300_000_000;

/// A pending message of the program to itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Alarm {
    /// The time of the block in which it arrives, in ms.
    due: u64,
    /// The gas that it was sent with.
    pub gas: u64,
    /// The account that gets back the gas that it doesn't burn.
    pub payer: ActorId,
}

/// The pending messages of the program to itself.
///
/// What becomes of alarms depends on facts that the model doesn't know: the order of those in one
/// block, and the exact gas that each burns. So several states are possible after a step.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Alarms {
    pending: Vec<Alarm>,
    /// The alarm that the program expects next.
    expected: Option<Alarm>,
}

impl Alarms {
    /// All pending alarms.
    pub fn pending(&self) -> &[Alarm] {
        &self.pending
    }

    /// The accounts that have paid for the alarms of the block at this time.
    pub fn due(&self, now: u64) -> Vec<ActorId> {
        let due = self.pending.iter().filter(|alarm| alarm.due <= now);
        due.map(|alarm| alarm.payer).collect()
    }

    /// Arms an alarm after an accepted action of `payer`, and returns it. The action carried all
    /// the gas that an alarm may take, and paid this many shares. An alarm that should have come
    /// before counts as lost; one that comes too late is not waited for.
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

    /// The sets of alarms that may be pending after those of this block have arrived and the clock
    /// was settled. `settled` is the number of shares that this paid, if it changed anything.
    pub fn after_arrivals(
        &self,
        model: &Model,
        now: u64,
        settled: Option<usize>,
    ) -> BTreeSet<Alarms> {
        let due = (0..self.pending.len()).filter(|at| self.pending[*at].due <= now);
        // The first alarm settles the clock.
        let next = due.flat_map(|at| self.after_arrival(at, model, now, settled));
        let possible: BTreeSet<Alarms> =
            next.flat_map(|alarms| alarms.after_arrivals(model, now, None)).collect();
        if possible.is_empty() { [self.clone()].into() } else { possible }
    }

    /// The sets that are possible after this alarm has arrived.
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
        // The next alarm gets the gas that the program knows of, less the gas that it keeps.
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
        // This was another alarm with less gas. The expected one comes in this block, too.
        if arrived.gas < known {
            alarms.expected = Some(Alarm { due: now, gas: known, payer: arrived.payer });
            possible.push(alarms);
        }
        possible
    }

    /// The time at which an alarm has to arrive, if one with at least this much gas has to be armed
    /// now.
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

/// The gas for paying the next shares.
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
