//! Accounts' balances.

use crate::chain::{block::BlockHash, link::Link, runtime};
use anyhow::{Context, Result};
use gprimitives::ActorId;
use gsdk::{IntoAccountId32, gear};

/// An account's free balance, in the chain's smallest unit; 0 if the account does not exist.
pub async fn balance(link: &Link, of: ActorId) -> Result<u128> {
    link.ask(async |api| {
        let account = gear::storage().system().account(of.into_account_id());
        Ok(runtime::read(api, account, None).await?.map_or(0, |account| account.data.free))
    })
    .await
    .context("the balance can't be read")
}

/// What the chain holds of an account's value for gas that is not burned yet.
pub async fn deposited_for_gas(link: &Link, of: ActorId) -> Result<u128> {
    link.ask(async |api| {
        let account = gear::storage().gear_bank().bank(of.into_account_id());
        Ok(runtime::read(api, account, None).await?.map_or(0, |account| account.gas))
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
