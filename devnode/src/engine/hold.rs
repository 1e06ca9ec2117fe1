//! The costs of waiting in storage.

use super::{Execution, State, gas};
use gear_core::gas_metering::RentWeights;
use gsdk::gear::runtime_types::gear_common::storage::primitives::Interval;

/// The gas for a block in storage. On Vara the mailbox, the waitlist, the stash of delayed messages
/// and reservations have the same price.
pub fn rent_of_block() -> u64 {
    RentWeights::default().waitlist.ref_time
}

/// The gas that a message needs to enter a mailbox.
pub fn mailbox_threshold() -> u64 {
    RentWeights::default().mailbox_threshold.ref_time
}

impl State {
    /// The gas for waiting until a block, with a short grace period.
    pub fn rent_until(&self, expected: u32) -> u64 {
        let paid_until = expected.saturating_add(self.constants.reserve_for);
        u64::from(paid_until.saturating_sub(self.height())) * rent_of_block()
    }

    /// The last block until which this much gas pays for waiting.
    pub fn longest(&self, gas: u64) -> u32 {
        let blocks = u32::try_from(gas / rent_of_block().max(1)).unwrap_or(u32::MAX);
        self.height().saturating_add(blocks).saturating_sub(self.constants.reserve_for)
    }
}

impl Execution {
    /// Unlocks the gas that was set apart for waiting, and burns what the wait has cost.
    pub fn charge_for_hold(&mut self, key: gas::Key, held: &Interval<u32>, lock: gas::LockId) {
        let grace = self.state.constants.reserve_for;
        let paid_until = self.state.height().min(held.finish.saturating_add(grace));
        let blocks = u64::from(paid_until.saturating_sub(held.start));
        let set_apart = gas::unlock_all(key, lock);
        self.burn(key, set_apart.min(blocks * rent_of_block()));
    }
}
