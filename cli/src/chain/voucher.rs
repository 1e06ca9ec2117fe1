//! Vouchers: money that pays fees and gas in an account's place, for messages to
//! some programs, and that only who issued it gets back.

use crate::chain::{
    BLOCK_TIME,
    balance::{balance, deposited_for_gas},
    link::{BlockHash, Link},
    runtime::{self, Call, Together},
};
use anyhow::{Context, Result};
use gprimitives::ActorId;
use gsdk::{
    Api, Error,
    ext::subxt::{self, ext::subxt_core::storage, tx::Payload, utils::AccountId32},
    gear::{
        self,
        runtime_types::pallet_gear_voucher::internal::{PrepaidCall, VoucherId, VoucherInfo},
    },
};
use std::cmp::Reverse;

/// A voucher that ends within so few blocks, after the last final one, may have expired
/// before a message is in one: that would fail, at the sender's cost.
const MARGIN: u32 = 20;
/// Anybody can issue vouchers to anybody, and the chain never forgets one. No more are
/// looked into.
const MOST: usize = 16;
/// So many are asked for at once, which is the most that nodes list.
const PAGE: u32 = 1_000;

/// What the chain knows of a voucher.
type Info = VoucherInfo<AccountId32, u32>;

/// Which vouchers may pay for what an account sends to a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// The fullest that can.
    #[default]
    Any,
    /// None: the account pays itself.
    None,
    /// This one, or the message is not sent.
    Only(ActorId),
}

/// A voucher for one table, or for any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Voucher {
    /// Also the account that its money lies in.
    pub id: ActorId,
    /// Who issued it, and gets back what is left.
    pub owner: ActorId,
    pub spender: ActorId,
    /// The first block in which it pays for nothing, and can be revoked.
    pub expiry: u32,
    pub balance: u128,
    /// What the chain holds of it for messages on their way, and gives back when they
    /// have run.
    pub held: u128,
}

/// What a voucher is to be.
#[derive(Clone, Copy, Debug)]
pub struct Issue {
    /// The only program that it is for.
    pub program: ActorId,
    pub value: u128,
    /// In blocks.
    pub duration: u32,
}

impl Voucher {
    /// Without what is in it.
    fn of(id: ActorId, spender: ActorId, info: &Info) -> Self {
        let (owner, expiry) = (info.owner.0.into(), info.expiry);
        Self { id, owner, spender, expiry, balance: 0, held: 0 }
    }

    pub fn is_expired(&self, block: u32) -> bool {
        block >= self.expiry
    }

    /// Whether there is nothing to be had from it any more: the chain forgets none.
    pub fn is_spent(&self, block: u32) -> bool {
        self.is_expired(block) && self.balance == 0 && self.held == 0
    }

    /// Whether a message that is sent after this block can count on it.
    fn lasts_beyond(&self, block: u32) -> bool {
        !self.is_expired(block.saturating_add(MARGIN))
    }

    /// For how long it still pays, ms.
    pub fn lasts(&self, block: u32) -> u64 {
        u64::from(self.expiry.saturating_sub(block)) * BLOCK_TIME
    }
}

impl Issue {
    fn call(&self, spender: ActorId) -> impl Payload + Send + Sync + use<> {
        let Self { program, value, duration } = *self;
        let (spender, programs) = (AccountId32(spender.into_bytes()), Some([program].into()));
        gear::tx().gear_voucher().issue(spender, value, programs, false, duration)
    }
}

impl Link {
    /// The vouchers that an account may use for a program, as of the last finalized
    /// block, those that last longest first; also those that have expired.
    pub async fn vouchers_for(
        &mut self,
        spender: ActorId,
        program: ActorId,
    ) -> Result<Vec<Voucher>> {
        let vouchers = self.listed(spender, program).await?;
        self.looked_into(vouchers).await
    }

    /// The vouchers for a program that an account has issued, as of the last finalized
    /// block, those that last longest first; also those that have expired.
    ///
    /// The chain has them by who may use them, and so all that there are are looked
    /// through.
    pub async fn vouchers_of(&mut self, owner: ActorId, program: ActorId) -> Result<Vec<Voucher>> {
        let at = self.head().await?.hash;
        let mut vouchers: Vec<Voucher> = vec![];
        let mut last: Option<Vec<u8>> = None;
        loop {
            let page = self
                .ask(async |api| page_after(api, last.as_deref(), at).await)
                .await
                .context("the chain's vouchers can't be read")?;
            let Some((key, _)) = page.last() else {
                break;
            };
            last = Some(key.clone());
            vouchers.extend(page.iter().filter_map(|(key, info)| {
                let id = key.last_chunk::<32>()?;
                let (_, spender) = key.split_last_chunk::<32>()?.0.split_last_chunk::<32>()?;
                let is_own = info.owner.0 == owner.into_bytes() && is_for(info, program);
                is_own.then(|| Voucher::of((*id).into(), (*spender).into(), info))
            }));
        }
        vouchers.sort_by_key(|voucher| Reverse(voucher.expiry));
        self.looked_into(vouchers).await
    }

    /// The same vouchers, with what is in them.
    async fn looked_into(&self, mut vouchers: Vec<Voucher>) -> Result<Vec<Voucher>> {
        for voucher in &mut vouchers {
            voucher.balance = balance(self, voucher.id).await?;
            voucher.held = deposited_for_gas(self, voucher.id).await?;
        }
        Ok(vouchers)
    }

    /// The vouchers that pay for a message to the program, the fullest first. The one
    /// that is preferred is among them if it pays, however many others there are:
    /// anybody can issue some to anybody.
    pub async fn payers(
        &self,
        spender: ActorId,
        program: ActorId,
        preferred: Option<ActorId>,
    ) -> Result<Vec<Voucher>> {
        let mut vouchers = self.listed(spender, program).await?;
        if vouchers.is_empty() {
            return Ok(vouchers);
        }
        let now = self
            .ask(async |api| {
                let last = api.blocks().at_latest().await?;
                Ok(last.number())
            })
            .await?;
        vouchers.retain(|voucher| voucher.lasts_beyond(now));
        // A stable sort: the others stay as they were.
        vouchers.sort_by_key(|voucher| Some(voucher.id) != preferred);
        vouchers.truncate(MOST);
        for voucher in &mut vouchers {
            voucher.balance = balance(self, voucher.id).await?;
        }
        vouchers.retain(|voucher| voucher.balance > 0);
        vouchers.sort_by_key(|voucher| Reverse(voucher.balance));
        Ok(vouchers)
    }

    /// The vouchers that an account may use for a program, without what is in them, those
    /// that last longest first.
    async fn listed(&self, spender: ActorId, program: ActorId) -> Result<Vec<Voucher>> {
        let found = self
            .ask(async |api| {
                let spender = AccountId32(spender.into_bytes());
                let of_spender = gear::storage().gear_voucher().vouchers_iter1(spender);
                let unreadable = |error| runtime::unreadable(error, "GearVoucher", "Vouchers");
                let storage = api.storage().at_latest().await?;
                let entries = storage.iter(of_spender.unvalidated()).await;
                let mut entries = entries.map_err(unreadable)?;
                let mut found = vec![];
                while let Some(entry) = entries.next().await {
                    let entry = entry.map_err(unreadable)?;
                    // The key ends with the voucher's id as it is.
                    let id = entry.key_bytes.last_chunk::<32>().copied();
                    found.extend(id.map(|id| (ActorId::from(id), entry.value)));
                }
                Ok(found)
            })
            .await
            .context("the account's vouchers can't be read")?;
        let mut vouchers: Vec<Voucher> = found
            .iter()
            .filter(|(_, info)| is_for(info, program))
            .map(|(id, info)| Voucher::of(*id, spender, info))
            .collect();
        vouchers.sort_by_key(|voucher| Reverse(voucher.expiry));
        Ok(vouchers)
    }
}

/// Up to so many vouchers after this key, with their keys. The key ends with the spender
/// and the voucher's id, as they are.
async fn page_after(
    api: &Api,
    last: Option<&[u8]>,
    at: BlockHash,
) -> Result<Vec<(Vec<u8>, Info)>, Error> {
    let address = gear::storage().gear_voucher().vouchers_iter().unvalidated();
    let root = storage::get_address_root_bytes(&address);
    let keys = api.legacy().state_get_keys_paged(&root, PAGE, last, Some(at)).await?;
    if keys.is_empty() {
        return Ok(vec![]);
    }
    let asked = keys.iter().map(Vec::as_slice);
    let answered = api.legacy().state_query_storage_at(asked, Some(at)).await?;
    let changes = answered.into_iter().flat_map(|set| set.changes);
    let known = changes.filter_map(|(key, value)| Some((key.0, value?.0)));
    let metadata = api.metadata();
    known
        .map(|(key, value)| {
            let info = storage::decode_value(&mut &*value, &address, &metadata);
            let info = info.map_err(|error| {
                runtime::unreadable(subxt::Error::from(error), "GearVoucher", "Vouchers")
            });
            Ok((key, info?))
        })
        .collect()
}

fn is_for(info: &Info, program: ActorId) -> bool {
    info.programs.as_ref().is_none_or(|programs| programs.contains(&program))
}

/// A message of the voucher's spender, whose fee and gas the voucher pays.
pub fn message(
    voucher: ActorId,
    destination: ActorId,
    payload: Vec<u8>,
    gas_limit: u64,
    value: u128,
) -> impl Payload + Send + Sync {
    prepaid(
        voucher,
        PrepaidCall::SendMessage { destination, payload, gas_limit, value, keep_alive: true },
    )
}

/// Ends the voucher before its time, at its own cost.
pub fn decline(voucher: ActorId) -> impl Payload + Send + Sync {
    prepaid(voucher, PrepaidCall::DeclineVoucher)
}

fn prepaid(voucher: ActorId, call: PrepaidCall<u128>) -> impl Payload + Send + Sync {
    Call(gear::tx().gear_voucher().call(VoucherId(voucher.into_bytes()), call))
}

/// Gives each of them a voucher, or nobody.
pub fn issue_to(spenders: &[ActorId], issue: &Issue) -> impl Payload {
    let calls = spenders.iter().map(|spender| issue.call(*spender));
    calls.fold(Together::default(), Together::and)
}

/// Takes back what is left of expired vouchers, or of none.
pub fn revoke(vouchers: &[Voucher]) -> impl Payload {
    let calls = vouchers.iter().map(|Voucher { spender, id, .. }| {
        let spender = AccountId32(spender.into_bytes());
        gear::tx().gear_voucher().revoke(spender, VoucherId(id.into_bytes()))
    });
    calls.fold(Together::default(), Together::and)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clients::fact;

    #[test]
    fn a_voucher_that_is_about_to_end_is_not_counted_on() {
        let voucher = Voucher {
            id: 1.into(),
            owner: 2.into(),
            spender: 3.into(),
            expiry: 100,
            balance: 1,
            held: 0,
        };
        let margin: u32 = fact("/voucher/margin");
        assert!(voucher.lasts_beyond(99 - margin) && !voucher.lasts_beyond(100 - margin));
        assert!(!voucher.is_expired(99) && voucher.is_expired(100));
        assert_eq!((voucher.lasts(98), voucher.lasts(101)), (6_000, 0));
    }
}
