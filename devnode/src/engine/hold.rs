//! What it costs to wait in storage.

use super::{Execution, RESERVE_FOR, gas};
use gear_core::gas_metering::RentWeights;
use gsdk::gear::runtime_types::gear_common::storage::primitives::Interval;

/// Gas for a block in storage: a mailbox, the waitlist, the stash of delayed
/// messages and a reservation have one price on Vara.
pub fn rent_of_block() -> u64 {
    RentWeights::default().waitlist.ref_time
}

/// Gas that a message must bring to be put into a mailbox.
pub fn mailbox_threshold() -> u64 {
    RentWeights::default().mailbox_threshold.ref_time
}

/// Gas to wait until a block, one block of grace included.
pub fn rent_until(now: u32, expected: u32) -> u64 {
    let blocks = expected.saturating_add(RESERVE_FOR).saturating_sub(now);
    u64::from(blocks) * rent_of_block()
}

/// The last block until which this much gas lets something wait.
pub fn longest(now: u32, gas: u64) -> u32 {
    let blocks = u32::try_from(gas / rent_of_block().max(1)).unwrap_or(u32::MAX);
    now.saturating_add(blocks).saturating_sub(RESERVE_FOR)
}

impl Execution {
    /// Unlocks what was set apart for waiting, and burns what the wait has cost.
    pub fn charge_for_hold(&mut self, key: gas::Key, held: &Interval<u32>, lock: gas::LockId) {
        let paid_until = self.state.height().min(held.finish.saturating_add(RESERVE_FOR));
        let blocks = u64::from(paid_until.saturating_sub(held.start));
        let set_apart = gas::unlock_all(key, lock);
        self.burn(key, set_apart.min(blocks * rent_of_block()));
    }
}
