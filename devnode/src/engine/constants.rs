//! The constants of a runtime.

use std::sync::LazyLock;

/// The constants of a runtime's metadata that the engine uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constants {
    /// Gas that all messages of a block may burn, and the highest limit of one.
    pub block_gas_limit: u64,
    /// How much time a block adds to the chain's time, in ms.
    pub block_duration: u64,
    /// The smallest balance of an account that exists, in the smallest unit.
    pub existential_deposit: u128,
    /// The price of a unit of gas, in the smallest unit of value.
    pub value_per_gas: u128,
    /// For how many extra blocks a message or a reservation in storage pays, beyond its time.
    pub reserve_for: u32,
    /// How many messages a message may send.
    pub outgoing_limit: u32,
    /// How many bytes these messages may have in all.
    pub outgoing_bytes_limit: u32,
    /// How many reservations a program may have.
    pub max_reservations: u64,
    /// How many calls a batch may have.
    pub max_batch: u32,
    /// How many programs a voucher may be limited to.
    pub max_voucher_programs: usize,
    /// The version of the gas schedule with which codes are instrumented. No metadata has it.
    pub schedule_version: u32,
    /// The fewest blocks that a voucher may be issued for.
    pub min_voucher_duration: u32,
    pub max_voucher_duration: u32,
}

impl Constants {
    /// The price of gas, in the smallest unit of value.
    pub fn price(&self, gas: u64) -> u128 {
        u128::from(gas) * self.value_per_gas
    }
}

impl Default for Constants {
    /// The constants of the runtime that `gsdk` is built with.
    fn default() -> Self {
        static OWN: LazyLock<Constants> = LazyLock::new(Constants::own);
        OWN.clone()
    }
}
