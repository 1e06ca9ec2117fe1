//! Accounts' balances.

use crate::chain::{block::BlockHash, error::Error, link::Link, runtime};
use anyhow::{Context, Result};
use gprimitives::ActorId;
use gsdk::{
    IntoAccountId32,
    gear::{
        self,
        runtime_types::{frame_system::AccountInfo, pallet_balances::types::AccountData},
    },
};

/// An account's free balance, in the chain's smallest unit; 0 if the account does not exist.
pub async fn balance(link: &Link, of: ActorId) -> Result<u128> {
    Ok(whole_balance(link, of).await?.free)
}

/// An account's money, in the chain's smallest unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Balance {
    pub free: u128,
    pub reserved: u128,
    /// What has to stay in the account, such as what is bonded. What is reserved counts towards it.
    pub frozen: u128,
}

impl Balance {
    /// What the account can pay from, the existential deposit included, which stays in it
    /// whatever is paid.
    pub fn spendable(&self, existential_deposit: u128) -> u128 {
        let kept = self.frozen.saturating_sub(self.reserved).max(existential_deposit);
        self.free.saturating_sub(kept - existential_deposit)
    }
}

/// An account's money; nothing if the account does not exist.
pub async fn whole_balance(link: &Link, of: ActorId) -> Result<Balance> {
    let at = link.last_block().await?.hash;
    Ok(link.account_at(of, at).await?.map_or(Balance::default(), |AccountInfo { data, .. }| {
        Balance { free: data.free, reserved: data.reserved, frozen: data.frozen }
    }))
}

impl Link {
    /// An account as of a block, if it exists.
    pub(super) async fn account_at(
        &self,
        of: ActorId,
        at: BlockHash,
    ) -> Result<Option<AccountInfo<u32, AccountData<u128>>>, Error> {
        self.asked(async |api| {
            let place = gear::storage().system().account(of.into_account_id());
            runtime::read(api, place, at).await
        })
        .await
        .map_err(|error| error.about("the account can't be read"))
    }
}

/// What an account can pay from, as [`Balance::spendable`] counts it.
pub async fn spendable(link: &Link, of: ActorId) -> Result<u128> {
    let deposit = link.constant(gear::constants().balances().existential_deposit())?;
    Ok(whole_balance(link, of).await?.spendable(deposit))
}

/// What the chain holds of an account's value for gas that is not burned yet.
pub async fn deposited_for_gas(link: &Link, of: ActorId) -> Result<u128> {
    let at = link.last_block().await?.hash;
    link.ask(async |api| {
        let account = gear::storage().gear_bank().bank(of.into_account_id());
        Ok(runtime::read(api, account, at).await?.map_or(0, |account| account.gas))
    })
    .await
    .context("the deposit for gas can't be read")
}

/// The free balances of several accounts, in their order, as of a block.
pub async fn balances(link: &Link, of: &[ActorId], at: BlockHash) -> Result<Vec<u128>> {
    let of = of.iter().map(|of| gear::storage().system().account(of.into_account_id()));
    let of: Vec<_> = of.collect();
    let found = link.ask(async |api| runtime::read_all(api, &of, at).await).await;
    let found = found.context("the balances can't be read")?.into_iter();
    Ok(found.map(|found| found.map_or(0, |account| account.data.free)).collect())
}

/// What the chain holds of several accounts' value for gas that is not burned yet, in
/// their order, as of a block.
pub async fn all_deposited_for_gas(
    link: &Link,
    of: &[ActorId],
    at: BlockHash,
) -> Result<Vec<u128>> {
    let of = of.iter().map(|of| gear::storage().gear_bank().bank(of.into_account_id()));
    let of: Vec<_> = of.collect();
    let found = link.ask(async |api| runtime::read_all(api, &of, at).await).await;
    let found = found.context("the deposits for gas can't be read")?.into_iter();
    Ok(found.map(|found| found.map_or(0, |account| account.gas)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::units::VARA;

    #[test]
    fn what_is_frozen_can_not_be_spent() {
        let has = |free: u128, reserved: u128, frozen: u128| {
            let [free, reserved, frozen] = [free, reserved, frozen].map(|value| value * VARA);
            Balance { free, reserved, frozen }.spendable(VARA) / VARA
        };
        // As a Vara node has it: of 100 with 90 bonded, 10 can be spent, and nothing beyond that
        // need stay.
        assert_eq!(has(100, 0, 90), 11);
        assert_eq!((has(100, 0, 0), has(100, 0, 1)), (100, 100), "the deposit stays anyway");
        assert_eq!((has(100, 40, 90), has(100, 95, 90)), (51, 100), "what is reserved counts");
        assert_eq!((has(0, 0, 0), has(50, 0, 90)), (0, 0));
    }
}
