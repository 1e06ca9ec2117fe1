//! The alarms that the program sends itself.

use super::Model;
use gprimitives::ActorId;

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

/// A pending message of the program to itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alarm {
    /// The time of the block in which it arrives, in ms.
    due: u64,
    /// The gas that it was sent with.
    pub gas: u64,
    /// The account that gets back the gas that it doesn't burn.
    pub payer: ActorId,
    /// Whether the program waits for it.
    is_expected: bool,
}

/// The pending messages of the program to itself.
#[derive(Debug, Default)]
pub struct Alarms(Vec<Alarm>);

impl Alarms {
    /// All pending alarms.
    pub fn pending(&self) -> &[Alarm] {
        &self.0
    }

    /// Arms an alarm after an accepted action of `payer`, and returns its gas. The action carried
    /// all the gas that an alarm may take, and paid this many shares. An alarm that should have come
    /// before counts as lost; one that comes too late is not waited for.
    pub fn after_action(
        &mut self,
        model: &Model,
        now: u64,
        payer: ActorId,
        paid: usize,
    ) -> Option<u64> {
        let least = LEAST + portion(model);
        let due = self.wanted(model, now, least)?;
        let shares = model.payouts_due();
        let all = MOST + SHARE * shares as u64 + KEPT_FOR_STAGE * shares.div_ceil(PORTION) as u64;
        let gas = match (all > MESSAGE, paid) {
            (true, _) => all,
            (false, 0) => MOST,
            (false, _) => least,
        };
        self.arm(due, gas, payer);
        Some(gas)
    }

    /// Nobody waits for what was armed so far, where no two have registered for a game.
    pub fn forget(&mut self, model: &Model) {
        if model.lacks_players() {
            self.0.iter_mut().for_each(|alarm| alarm.is_expected = false);
        }
    }

    /// Takes out the alarms of this block. Returns who has paid for them, and the one that the
    /// program waits for, if it is among them. The others do nothing.
    pub fn arrive(&mut self, now: u64) -> (Vec<ActorId>, Option<Alarm>) {
        let arrived: Vec<Alarm> = self.0.extract_if(.., |alarm| alarm.due <= now).collect();
        let payers = arrived.iter().map(|alarm| alarm.payer).collect();
        (payers, arrived.into_iter().find(|alarm| alarm.is_expected))
    }

    /// Sends an alarm on that has arrived, less the gas that it keeps. `settled` is the number of
    /// shares that it paid, if it changed anything.
    pub fn send_on(&mut self, arrived: Alarm, model: &Model, now: u64, settled: Option<usize>) {
        let least = LEAST_OF_ALARM + portion(model);
        let Some(due) = self.wanted(model, now, least) else {
            return;
        };
        let done = settled.map_or(KEPT, |shares| KEPT_FOR_STAGE + SHARE * shares as u64);
        let kept = done + RENT * ((due - now) / BLOCK);
        if let Some(gas) = arrived.gas.checked_sub(kept).filter(|gas| *gas >= least) {
            self.arm(due, gas, arrived.payer);
        }
    }

    /// The time at which an alarm has to arrive, if one with at least this much gas has to be armed
    /// now.
    fn wanted(&self, model: &Model, now: u64, least: u64) -> Option<u64> {
        let due = first_block_after_deadline(model, now)?;
        let comes = |alarm: &Alarm| {
            alarm.is_expected && alarm.gas >= least && (now..=due).contains(&alarm.due)
        };
        (!self.0.iter().any(comes)).then_some(due)
    }

    fn arm(&mut self, due: u64, gas: u64, payer: ActorId) {
        self.0.iter_mut().for_each(|alarm| alarm.is_expected = false);
        self.0.push(Alarm { due, gas, payer, is_expected: true });
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
