//! The money of accounts and the program.

use gprimitives::ActorId;
use std::collections::BTreeMap;

/// The balances of accounts and of the program. A payment can neither make nor lose money here, so
/// the bookkeeping finds out if the program would.
#[derive(Clone, Debug)]
pub struct Ledger {
    accounts: BTreeMap<ActorId, u128>,
    program: u128,
    total: u128,
}

impl Ledger {
    /// Gives each account a balance of `purse`.
    ///
    /// # Panics
    ///
    /// If the sum does not fit in 128 bits.
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

    /// The balance of an account.
    pub fn balance(&self, account: ActorId) -> u128 {
        self.accounts[&account]
    }

    /// The balance of the program.
    pub fn program(&self) -> u128 {
        self.program
    }

    /// Moves the value that an account attaches to a message to the program.
    ///
    /// # Errors
    ///
    /// If the account has less.
    pub fn attach(&mut self, from: ActorId, value: u128) -> Result<(), String> {
        let purse = self.accounts.get_mut(&from).ok_or("an unknown account attaches value")?;
        *purse = purse
            .checked_sub(value)
            .ok_or_else(|| format!("{from} has less than {value} to attach"))?;
        self.program += value;
        Ok(())
    }

    /// Pays an account from the program.
    ///
    /// # Errors
    ///
    /// If the program has less, or there is no such account.
    pub fn pay(&mut self, to: ActorId, value: u128) -> Result<(), String> {
        self.program = self
            .program
            .checked_sub(value)
            .ok_or_else(|| format!("the program has {}, not {value} for {to}", self.program))?;
        *self
            .accounts
            .get_mut(&to)
            .ok_or_else(|| format!("there is no account {to} to pay {value} to"))? += value;
        Ok(())
    }

    /// Checks that the program holds the pot, and that the total has not changed.
    ///
    /// # Errors
    ///
    /// If one of them is wrong.
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
