//! What a runtime says in numbers.

use std::sync::LazyLock;

/// The constants of a runtime's metadata by which the engine goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constants {
    /// Gas that all messages of a block may burn, and the highest limit of one.
    pub block_gas_limit: u64,
    /// How far a block moves the chain's time on, in ms.
    pub block_duration: u64,
    /// The smallest balance of an account that exists, in the smallest unit.
    pub existential_deposit: u128,
    /// What a unit of gas costs, in the smallest unit of value.
    pub value_per_gas: u128,
    /// Blocks that a thing in storage is paid for beyond its time.
    pub reserve_for: u32,
    /// Messages that a message may send.
    pub outgoing_limit: u32,
    /// Bytes of these.
    pub outgoing_bytes_limit: u32,
    /// Reservations that a program may have.
    pub max_reservations: u64,
    /// Calls that a batch may have.
    pub max_batch: u32,
    /// Programs that a voucher may be limited to.
    pub max_voucher_programs: usize,
    /// The version of the gas schedule that codes are instrumented with. No metadata tells it.
    pub schedule_version: u32,
    /// The fewest blocks that a voucher may be issued for.
    pub min_voucher_duration: u32,
    pub max_voucher_duration: u32,
}

impl Constants {
    /// What gas costs, in the smallest unit of value.
    pub fn price(&self, gas: u64) -> u128 {
        u128::from(gas) * self.value_per_gas
    }
}

impl Default for Constants {
    /// Those of the runtime that `gsdk` is built with.
    fn default() -> Self {
        static OWN: LazyLock<Constants> = LazyLock::new(Constants::own);
        OWN.clone()
    }
}
