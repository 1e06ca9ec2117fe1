//! Balances of accounts, and how they move.

use super::State;
use gear_core::ids::ActorId;
use gsdk::{
    IntoSubxt,
    gear::{balances, runtime_types::sp_runtime::TokenError, system, treasury},
};

/// The bank's account, which holds gas and value on their way. Its pallet id is `py/gbank`.
pub const BANK: ActorId = pallet_account(*b"py/gbank");

/// The treasury's account, which receives fees. Its pallet id is `py/trsry`.
pub const TREASURY: ActorId = pallet_account(*b"py/trsry");

/// The account of a pallet, as Substrate derives it.
const fn pallet_account(id: [u8; 8]) -> ActorId {
    let mut bytes = [0; 32];
    let (kind, mut at) = (*b"modl", 0);
    while at < 12 {
        bytes[at] = if at < 4 { kind[at] } else { id[at - 4] };
        at += 1;
    }
    ActorId::new(bytes)
}

impl State {
    /// An account's free balance, in the smallest unit.
    pub fn free(&self, who: ActorId) -> u128 {
        self.accounts.get(&who).map_or(0, |account| account.free)
    }

    /// What an account can spend and still exist, in the smallest unit.
    pub fn reducible(&self, who: ActorId) -> u128 {
        self.free(who).saturating_sub(self.constants.existential_deposit)
    }

    /// Adds an amount to an account and takes it from no other. Genesis and estimates create value
    /// so. In a transfer or a fee, another account has lost the amount before.
    pub fn mint(&mut self, who: ActorId, amount: u128) {
        let mut account = self.account(who);
        account.free = account.free.saturating_add(amount);
        self.accounts.insert(who, account);
    }

    /// The most that an account can have, in the smallest unit. The issuance must fit in a `u128`.
    pub fn most(&self, who: ActorId) -> u128 {
        u128::MAX - (self.issuance() - self.free(who))
    }

    /// Sets an account's balance, which must be at most [`State::most`]. An account below the
    /// existential deposit is removed.
    pub fn set_balance(&mut self, who: ActorId, amount: u128) {
        let existed = self.exists(who);
        let mut account = self.account(who);
        account.free = amount;
        let account_id = || who.into_subxt();
        if amount >= self.constants.existential_deposit {
            self.accounts.insert(who, account);
            if !existed {
                self.emit(system::Event::NewAccount { account: account_id() });
            }
        } else {
            self.accounts.remove(&who);
            if existed {
                self.emit(system::Event::KilledAccount { account: account_id() });
            }
        }
        self.emit(balances::Event::BalanceSet { who: account_id(), free: self.free(who) });
    }

    /// The balances of all accounts together, in the smallest unit.
    pub fn issuance(&self) -> u128 {
        self.accounts.values().map(|account| account.free).sum()
    }

    /// Whether an account would exist with this much more.
    pub fn can_receive(&self, who: ActorId, amount: u128) -> bool {
        self.free(who).saturating_add(amount) >= self.constants.existential_deposit
    }

    /// Moves value between accounts as a user's transfer does.
    ///
    /// # Errors
    ///
    /// `FundsUnavailable` if the sender has less, `NotExpendable` if the sender must be kept alive
    /// but would not exist afterwards, `BelowMinimum` if the receiver would not exist afterwards.
    pub fn transfer(
        &mut self,
        from: ActorId,
        to: ActorId,
        amount: u128,
        keep_alive: bool,
    ) -> Result<(), TokenError> {
        if amount > 0 {
            let left = self.free(from).checked_sub(amount).ok_or(TokenError::FundsUnavailable)?;
            if keep_alive && left < self.constants.existential_deposit {
                return Err(TokenError::NotExpendable);
            }
            if !self.can_receive(to, amount) {
                return Err(TokenError::BelowMinimum);
            }
        }
        if from != to {
            self.shift(from, to, amount);
        }
        Ok(())
    }

    /// Moves value between accounts as a pallet does. Pallets use an older interface of the
    /// runtime, which has other errors.
    ///
    /// # Errors
    ///
    /// `InsufficientBalance` if the sender has less, `ExistentialDeposit` if the receiver would not
    /// exist afterwards, `Expendability` if the sender must be kept alive but would not exist
    /// afterwards.
    pub fn pay(
        &mut self,
        from: ActorId,
        to: ActorId,
        amount: u128,
        keep_alive: bool,
    ) -> Result<(), balances::Error> {
        use balances::Error;
        if amount == 0 || from == to {
            return Ok(());
        }
        let left = self.free(from).checked_sub(amount).ok_or(Error::InsufficientBalance)?;
        if !self.can_receive(to, amount) {
            return Err(Error::ExistentialDeposit);
        }
        if keep_alive && left < self.constants.existential_deposit {
            return Err(Error::Expendability);
        }
        self.shift(from, to, amount);
        Ok(())
    }

    fn shift(&mut self, from: ActorId, to: ActorId, amount: u128) {
        if amount > 0 {
            self.debit(from, amount);
            self.credit(to, amount);
        }
        let (from, to) = (from.into_subxt(), to.into_subxt());
        self.emit(balances::Event::Transfer { from, to, amount });
    }

    /// Takes the fee for an extrinsic from an account, which must have that much.
    pub fn withdraw_fee(&mut self, who: ActorId, amount: u128) {
        self.debit(who, amount);
        self.emit(balances::Event::Withdraw { who: who.into_subxt(), amount });
    }

    /// Refunds the part of a fee that was too much. An account that no longer exists gets nothing.
    /// Returns what is left of the fee.
    pub fn refund_fee(&mut self, who: ActorId, taken: u128, actual: u128) -> u128 {
        let too_much = taken.saturating_sub(actual);
        if too_much == 0 || !self.exists(who) {
            return taken;
        }
        self.deposit(who, too_much);
        taken - too_much
    }

    /// Gives a fee to the treasury.
    pub fn collect_fee(&mut self, amount: u128) {
        self.deposit(TREASURY, amount);
        self.emit(treasury::Event::Deposit { value: amount });
    }

    fn deposit(&mut self, who: ActorId, amount: u128) {
        self.mint(who, amount);
        self.emit(balances::Event::Deposit { who: who.into_subxt(), amount });
    }

    /// Takes what the treasury can spend out of circulation. Emits an event if this has changed.
    pub fn deactivate_treasury(&mut self) {
        let pot = self.reducible(TREASURY);
        if pot != self.deactivated {
            let reactivated = std::mem::replace(&mut self.deactivated, pot);
            self.emit(treasury::Event::UpdatedInactive { reactivated, deactivated: pot });
        }
    }

    /// Whether an account has the existential deposit. An account without it may still have signed
    /// extrinsics that others paid for.
    pub fn exists(&self, who: ActorId) -> bool {
        self.free(who) >= self.constants.existential_deposit
    }

    /// Takes an amount from an account, which must have that much. An account that falls below the
    /// existential deposit is removed, and what it had left is lost.
    pub fn debit(&mut self, who: ActorId, amount: u128) {
        let mut account = self.account(who);
        account.free -= amount;
        if account.free >= self.constants.existential_deposit {
            self.accounts.insert(who, account);
            return;
        }
        self.accounts.remove(&who);
        self.emit(system::Event::KilledAccount { account: who.into_subxt() });
        if account.free > 0 {
            let (account, amount) = (who.into_subxt(), account.free);
            self.emit(balances::Event::DustLost { account, amount });
        }
    }

    fn credit(&mut self, who: ActorId, amount: u128) {
        let is_new = !self.exists(who);
        self.mint(who, amount);
        if is_new {
            self.emit(system::Event::NewAccount { account: who.into_subxt() });
            let (account, free_balance) = (who.into_subxt(), amount);
            self.emit(balances::Event::Endowed { account, free_balance });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXISTENTIAL_DEPOSIT: u128 = 1_000_000_000_000;
    const ALICE: ActorId = ActorId::new([1; 32]);
    const BOB: ActorId = ActorId::new([2; 32]);

    fn state() -> State {
        let mut state = State::default();
        state.mint(ALICE, 10 * EXISTENTIAL_DEPOSIT);
        state
    }

    #[test]
    fn a_transfer_moves_value_and_makes_none() {
        let mut state = state();
        state.transfer(ALICE, BOB, 3 * EXISTENTIAL_DEPOSIT, true).unwrap();
        assert_eq!(state.free(ALICE), 7 * EXISTENTIAL_DEPOSIT);
        assert_eq!(state.free(BOB), 3 * EXISTENTIAL_DEPOSIT);
        assert_eq!(state.issuance(), 10 * EXISTENTIAL_DEPOSIT);
    }

    #[test]
    fn a_transfer_that_cannot_be_changes_nothing() {
        let mut state = state();
        let too_much = state.transfer(ALICE, BOB, 11 * EXISTENTIAL_DEPOSIT, false);
        assert_eq!(too_much, Err(TokenError::FundsUnavailable));
        let all = state.transfer(ALICE, BOB, 10 * EXISTENTIAL_DEPOSIT, true);
        assert_eq!(all, Err(TokenError::NotExpendable));
        let dust = state.transfer(ALICE, BOB, EXISTENTIAL_DEPOSIT - 1, true);
        assert_eq!(dust, Err(TokenError::BelowMinimum));
        assert_eq!(state.free(ALICE), 10 * EXISTENTIAL_DEPOSIT);
        assert!(state.events.is_empty());
    }

    #[test]
    fn an_account_below_the_existential_deposit_is_gone() {
        let mut state = state();
        state.transfer(ALICE, BOB, 9 * EXISTENTIAL_DEPOSIT + 1, false).unwrap();
        assert!(!state.accounts.contains_key(&ALICE));
        assert_eq!(state.issuance(), 9 * EXISTENTIAL_DEPOSIT + 1);
    }

    #[test]
    fn a_pallets_transfer_fails_with_errors_of_its_own() {
        use balances::Error;
        let mut state = state();
        let too_much = state.pay(ALICE, BOB, 11 * EXISTENTIAL_DEPOSIT, false);
        assert_eq!(too_much, Err(Error::InsufficientBalance));
        let all = state.pay(ALICE, BOB, 10 * EXISTENTIAL_DEPOSIT, true);
        assert_eq!(all, Err(Error::Expendability));
        let dust = state.pay(ALICE, BOB, EXISTENTIAL_DEPOSIT - 1, true);
        assert_eq!(dust, Err(Error::ExistentialDeposit));
        assert!(state.events.is_empty());
    }

    #[test]
    fn a_transfer_of_nothing_is_told_of_and_makes_no_account() {
        let mut state = state();
        state.transfer(ALICE, BOB, 0, true).unwrap();
        assert_eq!((state.events.len(), state.accounts.contains_key(&BOB)), (1, false));
    }

    #[test]
    fn a_fee_that_was_too_high_comes_back_to_an_account_that_is_there() {
        let mut state = state();
        state.withdraw_fee(ALICE, EXISTENTIAL_DEPOSIT);
        assert_eq!(state.refund_fee(ALICE, EXISTENTIAL_DEPOSIT, 7), 7);
        assert_eq!(state.free(ALICE), 10 * EXISTENTIAL_DEPOSIT - 7);
        assert_eq!(state.refund_fee(BOB, 9, 7), 9, "the account does not exist");
    }

    #[test]
    fn a_transfer_to_oneself_needs_the_funds_and_moves_nothing() {
        let mut state = state();
        state.transfer(ALICE, ALICE, EXISTENTIAL_DEPOSIT, true).unwrap();
        assert_eq!(state.free(ALICE), 10 * EXISTENTIAL_DEPOSIT);
        assert!(state.transfer(ALICE, ALICE, 11 * EXISTENTIAL_DEPOSIT, true).is_err());
    }
}
