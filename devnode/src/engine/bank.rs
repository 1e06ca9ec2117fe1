//! The bank account, which holds gas and value that are on their way.

use super::{State, ledger::BANK, ledger::TREASURY};
use gear_core::ids::ActorId;
use gsdk::gear::balances::Error;

impl State {
    /// Buys gas with an account's balance.
    ///
    /// # Errors
    ///
    /// As for a transfer.
    pub fn deposit_gas(&mut self, who: ActorId, gas: u64, keep_alive: bool) -> Result<(), Error> {
        let amount = self.constants.price(gas);
        self.pay(who, BANK, amount, keep_alive)?;
        self.deposits.entry(who).or_default().gas += amount;
        Ok(())
    }

    /// Takes the value that a message carries from its sender's balance.
    ///
    /// # Errors
    ///
    /// As for a transfer.
    pub fn deposit_value(
        &mut self,
        who: ActorId,
        value: u128,
        keep_alive: bool,
    ) -> Result<(), Error> {
        self.pay(who, BANK, value, keep_alive)?;
        self.deposits.entry(who).or_default().value += value;
        Ok(())
    }

    /// Burns gas. The treasury receives its price when the block ends.
    pub fn spend_gas(&mut self, who: ActorId, gas: u64) {
        let amount = self.constants.price(gas);
        self.take_deposit(who, |deposit| deposit.gas -= amount);
        self.burned += amount;
    }

    /// Pays the treasury for the gas that was burned in this block.
    pub fn pay_for_burned(&mut self) {
        let amount = std::mem::take(&mut self.burned);
        self.pay_out(TREASURY, amount);
    }

    /// Gives back the price of gas that was not burned.
    pub fn withdraw_gas(&mut self, who: ActorId, gas: u64) {
        let amount = self.constants.price(gas);
        self.take_deposit(who, |deposit| deposit.gas -= amount);
        self.pay_out(who, amount);
    }

    /// Delivers the value that a message carried.
    pub fn deliver_value(&mut self, from: ActorId, to: ActorId, value: u128) {
        self.take_deposit(from, |deposit| deposit.value -= value);
        self.pay_out(to, value);
    }

    /// Hands on value that stays on its way.
    pub fn hand_on_value(&mut self, from: ActorId, to: ActorId, value: u128) {
        self.take_deposit(from, |deposit| deposit.value -= value);
        self.deposits.entry(to).or_default().value += value;
    }

    /// Pays an account. If the account would stay below the existential deposit, the amount stays
    /// in the bank, as on Vara.
    fn pay_out(&mut self, to: ActorId, amount: u128) {
        if amount > 0 && self.can_receive(to, amount) {
            let paid = self.pay(BANK, to, amount, true);
            paid.expect("the bank holds all deposits besides its own existential deposit");
        }
    }

    fn take_deposit(&mut self, who: ActorId, take: impl FnOnce(&mut super::Deposit)) {
        let deposit = self.deposits.entry(who).or_default();
        take(deposit);
        if *deposit == super::Deposit::default() {
            self.deposits.remove(&who);
        }
    }
}
