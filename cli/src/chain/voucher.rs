//! Vouchers: money that pays fees and gas in an account's place, for messages to some programs.
//! Only its issuer gets it back.

use crate::chain::{
    BLOCK_TIME,
    balance::{all_deposited_for_gas, balances},
    block::{BlockHash, BlockId},
    link::Link,
    runtime::{self, Call, Together},
};
use anyhow::{Context, Result};
use gprimitives::ActorId;
use gsdk::{
    ext::subxt::{tx::Payload, utils::AccountId32},
    gear::{
        self,
        runtime_types::pallet_gear_voucher::internal::{PrepaidCall, VoucherId, VoucherInfo},
    },
};
use std::cmp::Reverse;
use tokio::try_join;

/// A voucher that ends within this many blocks after the last final one may expire before a block
/// takes a message. The message would then fail at the sender's cost.
pub const MARGIN: u32 = 20;
/// The most vouchers to try for a message.
const MOST: usize = 16;

/// What the chain knows of a voucher.
type Info = VoucherInfo<AccountId32, u32>;

/// Which vouchers may pay for what an account sends to a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// The fullest voucher that can pay.
    #[default]
    Any,
    /// None: the account pays itself.
    None,
    /// This voucher. If it can't pay, the message is not sent.
    Only(ActorId),
}

/// A voucher for one table, or for any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Voucher {
    /// The voucher's id, which is also the account that holds its money.
    pub id: ActorId,
    /// The issuer, who gets back what is left.
    pub owner: ActorId,
    pub spender: ActorId,
    /// The first block in which it pays for nothing and can be revoked.
    pub expiry: u32,
    pub balance: u128,
    /// What the chain holds of its money for messages on their way. The chain gives back what they
    /// have not burned once they have run.
    pub held: u128,
}

/// The terms of a voucher to issue.
#[derive(Clone, Copy, Debug)]
pub struct Issue {
    /// The only program that the voucher is for.
    pub program: ActorId,
    pub value: u128,
    /// The duration in blocks.
    pub duration: u32,
}

impl Voucher {
    /// A voucher, without its balance. Its key in the storage ends with the spender and the
    /// voucher's id, both in plain bytes.
    fn of(key: &[u8], info: &Info) -> Option<Self> {
        let (rest, id) = key.split_last_chunk::<32>()?;
        let (id, spender) = ((*id).into(), (*rest.last_chunk::<32>()?).into());
        let (owner, expiry) = (info.owner.0.into(), info.expiry);
        Some(Self { id, owner, spender, expiry, balance: 0, held: 0 })
    }

    pub fn is_expired(&self, block: u32) -> bool {
        block >= self.expiry
    }

    /// Whether nothing can be had from it any more. The chain forgets no voucher.
    pub fn is_spent(&self, block: u32) -> bool {
        self.is_expired(block) && self.balance == 0 && self.held == 0
    }

    /// Whether a message sent after this block can count on it.
    fn lasts_beyond(&self, block: u32) -> bool {
        !self.is_expired(block.saturating_add(MARGIN))
    }

    /// How long it still pays, ms.
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
    /// The vouchers that an account may use for a program, as of the last finalized block,
    /// including expired ones. Those that last longest come first.
    pub async fn vouchers_for(&self, spender: ActorId, program: ActorId) -> Result<Vec<Voucher>> {
        let at = self.last_block().await?.hash;
        let mut vouchers = self.listed(spender, program, at).await?;
        self.look_into(&mut vouchers, at).await?;
        Ok(vouchers)
    }

    /// The vouchers that an account has issued for a program, or for any, as of the last finalized
    /// block, including expired ones. Those that last longest come first.
    ///
    /// The chain sorts vouchers by spender, so this looks through all vouchers that exist.
    pub async fn vouchers_of(
        &self,
        owner: ActorId,
        program: Option<ActorId>,
    ) -> Result<Vec<Voucher>> {
        let at = self.last_block().await?.hash;
        let all = self
            .ask(async |api| {
                let vouchers = gear::storage().gear_voucher().vouchers_iter();
                runtime::read_under(api, vouchers, at).await
            })
            .await
            .context("the chain's vouchers can't be read")?;
        let own = all.iter().filter(|(_, info)| info.owner.0 == owner.into_bytes());
        let mut vouchers = for_program(own, program);
        self.look_into(&mut vouchers, at).await?;
        Ok(vouchers)
    }

    /// The vouchers that can pay for a message to the program, the fullest first. Anybody can issue
    /// vouchers to anybody, so this uses only a few. If the player asks for one voucher, it uses
    /// only that one.
    pub async fn payers(
        &self,
        spender: ActorId,
        program: ActorId,
        only: Option<ActorId>,
    ) -> Result<Vec<Voucher>> {
        let BlockId { number, hash } = self.last_block().await?;
        let mut vouchers = self.listed(spender, program, hash).await?;
        vouchers.retain(|voucher| {
            voucher.lasts_beyond(number) && only.is_none_or(|only| voucher.id == only)
        });
        let ids: Vec<_> = vouchers.iter().map(|voucher| voucher.id).collect();
        for (voucher, balance) in vouchers.iter_mut().zip(balances(self, &ids, hash).await?) {
            voucher.balance = balance;
        }
        vouchers.retain(|voucher| voucher.balance > 0);
        vouchers.sort_by_key(|voucher| Reverse(voucher.balance));
        vouchers.truncate(MOST);
        Ok(vouchers)
    }

    /// Fills in the vouchers' balances.
    async fn look_into(&self, vouchers: &mut [Voucher], at: BlockHash) -> Result<()> {
        let ids: Vec<_> = vouchers.iter().map(|voucher| voucher.id).collect();
        let (balances, held) =
            try_join!(balances(self, &ids, at), all_deposited_for_gas(self, &ids, at))?;
        for ((voucher, balance), held) in vouchers.iter_mut().zip(balances).zip(held) {
            (voucher.balance, voucher.held) = (balance, held);
        }
        Ok(())
    }

    /// The vouchers that an account may use for a program, without their balances. Those that last
    /// longest come first.
    async fn listed(
        &self,
        spender: ActorId,
        program: ActorId,
        at: BlockHash,
    ) -> Result<Vec<Voucher>> {
        let all = self
            .ask(async |api| {
                let spender = AccountId32(spender.into_bytes());
                let vouchers = gear::storage().gear_voucher().vouchers_iter1(spender);
                runtime::read_under(api, vouchers, at).await
            })
            .await
            .context("the account's vouchers can't be read")?;
        Ok(for_program(&all, Some(program)))
    }
}

/// The vouchers for a program, or all, without their balances. Those that last longest come first.
fn for_program<'a>(
    all: impl IntoIterator<Item = &'a (Vec<u8>, Info)>,
    program: Option<ActorId>,
) -> Vec<Voucher> {
    let of = all.into_iter();
    let of = of.filter(|(_, info)| program.is_none_or(|program| is_for(info, program)));
    let mut vouchers: Vec<_> = of.filter_map(|(key, info)| Voucher::of(key, info)).collect();
    vouchers.sort_by_key(|voucher| Reverse(voucher.expiry));
    vouchers
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

/// Gives each spender a voucher, or none of them.
pub fn issue_to(spenders: &[ActorId], issue: &Issue) -> impl Payload {
    let calls = spenders.iter().map(|spender| issue.call(*spender));
    calls.fold(Together::default(), Together::and)
}

/// Takes back what is left of expired vouchers: of all, or of none.
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
    use crate::chain::cost::tests::voucher;

    #[test]
    fn a_voucher_that_is_about_to_end_is_not_counted_on() {
        let voucher = Voucher { expiry: 100, ..voucher(1).unwrap() };
        assert!(voucher.lasts_beyond(99 - MARGIN) && !voucher.lasts_beyond(100 - MARGIN));
        assert!(!voucher.is_expired(99) && voucher.is_expired(100));
        assert_eq!((voucher.lasts(98), voucher.lasts(101)), (6_000, 0));
    }
}
