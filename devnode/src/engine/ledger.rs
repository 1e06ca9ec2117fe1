//! Balances of accounts, and how they move.

use super::{EXISTENTIAL_DEPOSIT, State};
use gear_core::ids::ActorId;
use gsdk::{
    IntoSubxt,
    gear::{balances, runtime_types::sp_runtime::TokenError, system},
};

/// Where gas and value lie that are on their way: the pallet id `py/gbank`.
pub const BANK: ActorId = pallet_account(*b"py/gbank");

/// Where fees go: the pallet id `py/trsry`.
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
        self.free(who).saturating_sub(EXISTENTIAL_DEPOSIT)
    }

    /// Makes value out of nothing: only for genesis and for estimates.
    pub fn mint(&mut self, who: ActorId, amount: u128) {
        let mut account = self.accounts.get(&who).copied().unwrap_or_default();
        account.free = account.free.saturating_add(amount);
        self.accounts.insert(who, account);
    }

    /// All value there is, in the smallest unit.
    pub fn issuance(&self) -> u128 {
        self.accounts.values().map(|account| account.free).sum()
    }

    /// Whether an account would exist with this much more.
    pub fn can_receive(&self, who: ActorId, amount: u128) -> bool {
        self.free(who).saturating_add(amount) >= EXISTENTIAL_DEPOSIT
    }

    /// Moves value between accounts.
    ///
    /// # Errors
    ///
    /// `FundsUnavailable` if there is not as much, `NotExpendable` if the sender
    /// would be gone but is to be kept alive, `BelowMinimum` if the receiver would
    /// not exist with it.
    pub fn transfer(
        &mut self,
        from: ActorId,
        to: ActorId,
        amount: u128,
        keep_alive: bool,
    ) -> Result<(), TokenError> {
        if amount == 0 {
            return Ok(());
        }
        let free = self.free(from);
        let left = free.checked_sub(amount).ok_or(TokenError::FundsUnavailable)?;
        if keep_alive && left < EXISTENTIAL_DEPOSIT {
            return Err(TokenError::NotExpendable);
        }
        if from != to {
            if !self.can_receive(to, amount) {
                return Err(TokenError::BelowMinimum);
            }
            self.debit(from, amount);
            self.credit(to, amount);
        }
        self.emit(balances::Event::Transfer {
            from: from.into_subxt(),
            to: to.into_subxt(),
            amount,
        });
        Ok(())
    }

    /// Takes from an account that has as much. One that falls below the
    /// existential deposit is gone with what was left.
    pub fn debit(&mut self, who: ActorId, amount: u128) {
        let mut account = self.accounts.get(&who).copied().unwrap_or_default();
        account.free -= amount;
        if account.free >= EXISTENTIAL_DEPOSIT {
            self.accounts.insert(who, account);
            return;
        }
        self.accounts.remove(&who);
        if account.free > 0 {
            let (account, amount) = (who.into_subxt(), account.free);
            self.emit(balances::Event::DustLost { account, amount });
        }
        self.emit(system::Event::KilledAccount { account: who.into_subxt() });
    }

    fn credit(&mut self, who: ActorId, amount: u128) {
        let is_new = !self.accounts.contains_key(&who);
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
    fn a_transfer_to_oneself_needs_the_funds_and_moves_nothing() {
        let mut state = state();
        state.transfer(ALICE, ALICE, EXISTENTIAL_DEPOSIT, true).unwrap();
        assert_eq!(state.free(ALICE), 10 * EXISTENTIAL_DEPOSIT);
        assert!(state.transfer(ALICE, ALICE, 11 * EXISTENTIAL_DEPOSIT, true).is_err());
    }
}
