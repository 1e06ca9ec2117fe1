//! What accounts have.

use crate::chain::{link::Link, runtime};
use anyhow::{Context, Result};
use gprimitives::ActorId;
use gsdk::{IntoAccountId32, gear};

/// An account's free balance; 0 of one that does not exist.
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
