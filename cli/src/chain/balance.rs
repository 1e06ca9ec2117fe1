//! What accounts have.

use crate::chain::link::Link;
use anyhow::{Context, Result};
use gprimitives::ActorId;

/// An account's free balance; 0 of one that does not exist.
pub async fn balance(link: &Link, of: ActorId) -> Result<u128> {
    link.ask(async |api| match api.free_balance(of).await {
        Err(gsdk::Error::StorageEntryNotFound) => Ok(0),
        balance => balance,
    })
    .await
    .context("the balance can't be read")
}

/// What the chain holds of an account's value for gas that is not burned yet.
pub async fn deposited_for_gas(link: &Link, of: ActorId) -> Result<u128> {
    link.ask(async |api| match api.bank_info(of).await {
        Err(gsdk::Error::StorageEntryNotFound) => Ok(0),
        account => Ok(account?.gas),
    })
    .await
    .context("the deposit for gas can't be read")
}
