//! Who paid what, checked to the last unit.

use crate::{
    chain::{
        balance::{balance, deposited_for_gas},
        cost::{Cost, Prices},
        link::Link,
        messages::Sent,
    },
    keys::account::Account,
};
use anyhow::{Result, ensure};
use gprimitives::ActorId;
use std::collections::BTreeSet;

/// One account's books.
struct Book {
    name: String,
    id: ActorId,
    before: u128,
    /// The balance, plus what the chain holds of it for gas that is not burned yet.
    purse: u128,
    /// What was paid for extrinsics and gas, computed from what left the purse.
    paid: u128,
}

/// An account's result of the game.
pub struct Balance {
    pub name: String,
    pub before: u128,
    /// What the game gave or took, without fees.
    pub net: i128,
    /// What the account paid for its messages and alarms: gas, and the chain's
    /// fees.
    pub fees: u128,
    pub after: u128,
}

/// Everyone's books. Gas leaves the purses, and the value of the program's messages goes into them:
/// each block's entries tell the two apart.
pub struct Ledger {
    /// The players, in order of their seats, and the owner.
    books: Vec<Book>,
    value_per_gas: u128,
    existential_deposit: u128,
    /// The accounts that paid for pending alarms: the chain holds their gas.
    alarms: BTreeSet<usize>,
    /// All gas that was burned.
    gas: u64,
}

impl Ledger {
    pub async fn open(link: &Link, accounts: &[Account]) -> Result<Self> {
        let prices = Prices::of(link)?;
        let mut books = vec![];
        for account in accounts {
            let before = balance(link, account.id).await?;
            let (name, id) = (account.name.clone(), account.id);
            books.push(Book { name, id, before, purse: before, paid: 0 });
        }
        Ok(Self {
            books,
            value_per_gas: prices.value_per_gas,
            existential_deposit: prices.existential_deposit,
            alarms: BTreeSet::new(),
            gas: 0,
        })
    }

    /// Enters the deployment. Returns the gas that it burned.
    pub async fn deployed(&mut self, link: &Link, owner: usize, fee: u128) -> Result<u64> {
        let paid = self.outlay(link, owner, -signed(self.existential_deposit)).await?;
        self.gas_of(paid - fee)
    }

    /// Enters a message with `value` from the account with this number, and the message's block.
    /// Returns the gas that the message burned, and the gas that alarms burned if one went off.
    pub async fn sent(
        &mut self,
        link: &Link,
        sender: usize,
        value: u128,
        cost: &Cost,
        sent: &[Sent],
    ) -> Result<(u64, Option<u64>)> {
        let mut pending = self.alarms.clone();
        let flow = self.received(sender, sent) - signed(value);
        let paid = self.outlay(link, sender, flow).await?;
        let burned = self.gas_of(paid - cost.fee)?;
        if deposited_for_gas(link, self.books[sender].id).await? > 0 {
            self.alarms.insert(sender);
        }
        // The sender paid for the message and for an alarm that was pending. The message's part is
        // the node's estimate of what it burns; the rest is the alarm's.
        let own = match pending.remove(&sender) {
            true => burned.min(cost.gas_burned.unwrap_or(burned)),
            false => burned,
        };
        let others = self.alarms_passed(link, &pending, sent).await?;
        Ok((own, Some(burned - own + others).filter(|gas| *gas > 0)))
    }

    /// Enters a block in which nobody sent anything. Returns the gas that alarms
    /// burned, if one went off.
    pub async fn passed(&mut self, link: &Link, sent: &[Sent]) -> Result<Option<u64>> {
        let gas = self.alarms_passed(link, &self.alarms.clone(), sent).await?;
        Ok(Some(gas).filter(|gas| *gas > 0))
    }

    async fn alarms_passed(
        &mut self,
        link: &Link,
        payers: &BTreeSet<usize>,
        sent: &[Sent],
    ) -> Result<u64> {
        let mut gas = 0;
        for &payer in payers {
            let flow = self.received(payer, sent);
            let paid = self.outlay(link, payer, flow).await?;
            if deposited_for_gas(link, self.books[payer].id).await? == 0 {
                self.alarms.remove(&payer);
            }
            gas += self.gas_of(paid)?;
        }
        Ok(gas)
    }

    pub fn is_alarm_pending(&self) -> bool {
        !self.alarms.is_empty()
    }

    /// All gas that was paid for.
    pub fn gas(&self) -> u64 {
        self.gas
    }

    /// Everyone's balance, once no alarm is pending.
    ///
    /// # Errors
    ///
    /// If the program is not back at its existential deposit, the winner's balance has not risen by
    /// exactly the pot, fees apart, or a unit is unaccounted for.
    pub async fn close(
        &self,
        link: &Link,
        program: ActorId,
        winner: ActorId,
        bet: u128,
        pot: u128,
    ) -> Result<Vec<Balance>> {
        let kept = balance(link, program).await?;
        ensure!(
            kept == self.existential_deposit,
            "the program has {kept} units left, not its existential deposit"
        );
        let (owner, players) = self.books.split_last().expect("the owner has a book");
        let mut balances = vec![];
        for book in players {
            let won = if book.id == winner { signed(pot) } else { 0 };
            balances.push(book.balance(link, won - signed(bet)).await?);
        }
        balances.push(owner.balance(link, -signed(self.existential_deposit)).await?);
        Ok(balances)
    }

    /// What the account paid since the last call. `flow` is the value that it got from the program,
    /// less what it sent.
    async fn outlay(&mut self, link: &Link, of: usize, flow: i128) -> Result<u128> {
        let book = &mut self.books[of];
        let purse = balance(link, book.id).await? + deposited_for_gas(link, book.id).await?;
        let paid = signed(book.purse) + flow - signed(purse);
        ensure!(paid >= 0, "{} has {} units too many", book.name, -paid);
        book.purse = purse;
        book.paid += paid.unsigned_abs();
        Ok(paid.unsigned_abs())
    }

    /// What the program's messages carried to the account.
    fn received(&self, of: usize, sent: &[Sent]) -> i128 {
        let to = self.books[of].id;
        sent.iter().filter(|sent| sent.to == to).map(|sent| signed(sent.value)).sum()
    }

    fn gas_of(&mut self, paid: u128) -> Result<u64> {
        ensure!(
            paid.is_multiple_of(self.value_per_gas),
            "{paid} units were paid, which is no price of gas"
        );
        let gas = u64::try_from(paid / self.value_per_gas)?;
        self.gas += gas;
        Ok(gas)
    }
}

impl Book {
    async fn balance(&self, link: &Link, net: i128) -> Result<Balance> {
        let after = balance(link, self.id).await?;
        let fees = signed(self.before) + net - signed(after);
        ensure!(
            fees == signed(self.paid),
            "{} has {after} units left, and has paid {} of fees: that is not what the game should \
             have left",
            self.name,
            self.paid
        );
        Ok(Balance { name: self.name.clone(), before: self.before, net, fees: self.paid, after })
    }
}

fn signed(value: u128) -> i128 {
    i128::try_from(value).expect("balances here are far below the limit")
}
