//! The books of an embedded chain. They show that no unit of value is made or lost.

use gtest::BlockRunResult;

/// The sum of all balances at first, and the fees paid since.
#[derive(Debug)]
pub struct Books {
    total: u128,
    fees: u128,
}

impl Books {
    /// Opens the books with the sum of all balances.
    pub fn open(total: u128) -> Self {
        Self { total, fees: 0 }
    }

    /// Books the gas that the messages of a block have burned.
    pub fn book(&mut self, block: &BlockRunResult) {
        self.pay_fees(block.spent_value());
    }

    /// Books other fees.
    pub fn pay_fees(&mut self, fees: u128) {
        self.fees += fees;
    }

    /// The value that the chain itself holds, given the sum of all balances: gas that was paid for,
    /// and is neither burned nor given back.
    pub fn held(&self, balances: u128) -> u128 {
        self.total
            .checked_sub(self.fees + balances)
            .unwrap_or_else(|| panic!("{balances} and fees of {} are too much", self.fees))
    }
}
