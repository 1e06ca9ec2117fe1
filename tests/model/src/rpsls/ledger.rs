//! Who holds which money.

use gprimitives::ActorId;
use std::collections::BTreeMap;

/// Accounts, and what the program holds. No money is made or lost here, so
/// that whoever books what the program does finds out if it would.
#[derive(Clone, Debug)]
pub struct Ledger {
    accounts: BTreeMap<ActorId, u128>,
    program: u128,
    total: u128,
}

impl Ledger {
    /// Gives each account a purse.
    ///
    /// # Panics
    ///
    /// If all of it together does not fit in 128 bits.
    pub fn new(accounts: impl IntoIterator<Item = ActorId>, purse: u128) -> Self {
        let accounts: BTreeMap<ActorId, u128> =
            accounts.into_iter().map(|account| (account, purse)).collect();
        let total = accounts.len() as u128;
        Self {
            accounts,
            program: 0,
            total: total.checked_mul(purse).expect("a chain's value fits"),
        }
    }

    /// What an account holds.
    pub fn balance(&self, account: ActorId) -> u128 {
        self.accounts[&account]
    }

    /// What the program holds.
    pub fn program(&self) -> u128 {
        self.program
    }

    /// An account attaches value to a message.
    ///
    /// # Errors
    ///
    /// If it has less.
    pub fn attach(&mut self, from: ActorId, value: u128) -> Result<(), String> {
        let purse = self.accounts.get_mut(&from).ok_or("an unknown account attaches")?;
        *purse =
            purse.checked_sub(value).ok_or_else(|| format!("{from} has no {value} to attach"))?;
        self.program += value;
        Ok(())
    }

    /// The program pays an account.
    ///
    /// # Errors
    ///
    /// If the program has less, or nobody has the account.
    pub fn pay(&mut self, to: ActorId, value: u128) -> Result<(), String> {
        self.program = self
            .program
            .checked_sub(value)
            .ok_or_else(|| format!("the program has {}, not {value} for {to}", self.program))?;
        *self
            .accounts
            .get_mut(&to)
            .ok_or_else(|| format!("{to} has no account to pay {value} to"))? += value;
        Ok(())
    }

    /// Checks that the program holds the pot, and that the whole has not changed.
    ///
    /// # Errors
    ///
    /// If either is not so.
    pub fn check(&self, pot: u128) -> Result<(), String> {
        if self.program != pot {
            return Err(format!("the pot is {pot}, the program holds {}", self.program));
        }
        let whole = self.accounts.values().sum::<u128>() + self.program;
        if whole != self.total {
            return Err(format!("there was {}, now there is {whole}", self.total));
        }
        Ok(())
    }
}
