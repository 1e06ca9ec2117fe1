//! Extrinsics: the client signs a call, and sends it to all named nodes until a block has it.
//!
//! Whatever is signed anew keeps its nonce for as long as what was signed before may be in a block,
//! so a block takes one of them at most, and the call counts once.

mod sending;

use crate::{
    chain::{
        block::{BlockHash, BlockId},
        error::{Error, NodeError},
        link::Link,
        pace::in_time,
        runtime,
        tip::{self, LIFETIME, Urgency},
        wire,
    },
    failure::spent,
    keys::account::Account,
    words::address::shown,
};
use anyhow::Result;
use futures::{StreamExt, stream::FuturesUnordered};
use gprimitives::{ActorId, MessageId};
use gsdk::{
    Api, Error as Raw, GearConfig,
    ext::{
        codec::{Compact, Decode, Encode},
        subxt::{
            config::polkadot::PolkadotExtrinsicParamsBuilder,
            events::{Events, Phase, StaticEvent},
            tx::Payload,
        },
    },
    gear::{
        self,
        gear::events::MessageQueued,
        gear_voucher::events::VoucherIssued,
        runtime_types::{gear_common::event::MessageEntry, sp_runtime::DispatchError},
        system::events::ExtrinsicFailed,
        transaction_payment::events::TransactionFeePaid,
    },
};
use sending::Sending;

/// An extrinsic is signed in view of a final block, or of one that is this much older than the
/// newest one if the final one is older still.
const DEEP: u32 = 5;
/// For how many blocks a node may fail to tell what is in a block.
const UNREAD: u32 = 16;
/// A block is full if a twentieth (1 / `ROOM`) or less of it is left.
const ROOM: u64 = 20;

// A pool's answers to an extrinsic that it doesn't want.
const INVALID: i32 = 1010;
const BANNED: i32 = 1012;
const ALREADY_KNOWN: i32 = 1013;
const REPLACES_NONE: i32 = 1014;
const FIRST_OF_POOL: i32 = 1000;
const LAST_OF_POOL: i32 = 1099;

const NO_NONCE: &str = "the node can't say how many messages the account has sent";

/// An extrinsic in a block, which is a final one unless finality is behind.
pub struct Included {
    /// The block's number.
    pub block: u32,
    pub is_final: bool,
    /// What the chain took for it, without gas, in the chain's smallest unit.
    pub fee: u128,
    queued: Vec<MessageQueued>,
    /// The vouchers that it issued, in order.
    pub issued: Vec<VoucherIssued>,
}

/// What a pool made of an extrinsic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pool {
    /// It has it now.
    Taken,
    /// It has it already.
    Known,
    /// It had it, and has dropped it or has seen it in a block.
    Dropped,
    /// Another extrinsic has its nonce.
    Outdated,
    /// It does not know the block in view of which the extrinsic was signed, or knows it as too old.
    Ancient,
    /// It takes no such signature, which can be for the same reason.
    BadSignature,
    /// The account can't pay.
    Unpaid,
    /// It does not take it right now, and does not have it.
    NotNow,
    /// The node has failed, so that it is not known whether the pool has it.
    Unclear,
}

impl Pool {
    /// What a pool's refusal says.
    fn of(answer: &NodeError) -> Self {
        match answer.code {
            ALREADY_KNOWN => Self::Known,
            BANNED => Self::Dropped,
            REPLACES_NONE => Self::Outdated,
            INVALID if answer.says("outdated") => Self::Outdated,
            INVALID if answer.says("ancient birth block") => Self::Ancient,
            INVALID if answer.says("bad signature") => Self::BadSignature,
            INVALID if answer.says("pay") => Self::Unpaid,
            FIRST_OF_POOL..=LAST_OF_POOL => Self::NotNow,
            code if wire::is_limit(code) || answer.is_unknown_method() => Self::NotNow,
            _ => Self::Unclear,
        }
    }

    /// Whether the pool has the extrinsic.
    fn has_it(self) -> bool {
        matches!(self, Self::Taken | Self::Known)
    }

    /// Whether the pool can't have the extrinsic.
    fn has_it_not(self) -> bool {
        !self.has_it() && !matches!(self, Self::Dropped | Self::Unclear)
    }
}

/// A call that was signed, perhaps more than once. All that was signed has the same nonce, so a
/// block takes at most one of it.
struct Signed {
    /// All that was signed, the newest last.
    variants: Vec<Vec<u8>>,
    nonce: u64,
    /// The block in view of which the newest variant was signed.
    birth: BlockId,
    lifetime: u32,
    /// The tip of the newest variant.
    tip: u128,
    /// The newest block when a pool first had the newest variant, or when the tip rose.
    pooled: Option<u32>,
    /// Whether any pool may have any of it.
    is_out: bool,
}

impl Signed {
    fn newest(&self) -> &[u8] {
        self.variants.last().expect("there is the first")
    }

    /// The first block that can't take it.
    fn death(&self) -> u32 {
        self.birth.number.saturating_add(self.lifetime)
    }
}

/// How far the client has looked through the final blocks.
struct Search {
    seen: u32,
    /// Whether it could read all of them.
    is_whole: bool,
}

/// The lifetime as the chain knows it, a power of two and no longer than this, for what shall live
/// this long after the newest block and is signed in view of one that is `behind` blocks older.
fn era(lifetime: u32, behind: u32) -> u32 {
    1 << behind.saturating_add(lifetime).min(LIFETIME).ilog2()
}

/// What an extrinsic in a block did.
struct Outcome {
    failure: Option<DispatchError>,
    fee: u128,
    queued: Vec<MessageQueued>,
    issued: Vec<VoucherIssued>,
}

impl Included {
    /// The message of this kind that it put into a program's queue, and that program.
    pub fn queued(&self, wanted: MessageEntry) -> Option<(MessageId, ActorId)> {
        let found = self.queued.iter().find(|queued| queued.entry == wanted);
        found.map(|queued| (queued.id, queued.destination))
    }
}

impl Link {
    /// Sends a call, and waits until a finalized block has it.
    ///
    /// # Errors
    ///
    /// [`Error::Funds`] if the account can't pay; [`Error::Failed`] if the chain refused the call;
    /// [`Error::Unsent`] or [`Error::Void`] if no block has it, nor ever will.
    pub async fn submit(&self, account: &Account, call: &impl Payload) -> Result<Included, Error> {
        self.submit_in(Urgency::default(), account, call).await
    }

    /// Sends a call with this urgency, and waits as [`Self::submit`] does.
    pub async fn submit_in(
        &self,
        urgency: Urgency,
        account: &Account,
        call: &impl Payload,
    ) -> Result<Included, Error> {
        let mut sending = Sending::new(self, urgency, account);
        let done = loop {
            match sending.go_on(call).await {
                Ok(None) => {}
                Ok(Some(included)) => break Ok(included),
                Err(error) => break Err(error),
            }
        };
        let is_known = match &done {
            Ok(_) | Err(Error::Failed(_) | Error::Funds(_) | Error::Unsent(_)) => true,
            // What is not waited for to the end may still be taken.
            Err(Error::Void(_)) => !sending.is_early(),
            Err(_) => !sending.is_out(),
        };
        spent::set_out(!is_known);
        done
    }

    /// The chain's own estimate of what it will take for a call, without gas.
    pub async fn fee(&self, account: &Account, call: &impl Payload) -> Result<u128, Error> {
        self.asked(async |api| {
            let nonce = api.legacy().system_account_next_index(account.signer.account_id()).await?;
            // Only the extrinsic's length matters for the fee.
            let birth = BlockId { number: 0, hash: api.genesis_hash() };
            let mut query = written(api, account, call, nonce, (birth, LIFETIME), tip::FIRST)?;
            query.extend(u32::try_from(query.len()).unwrap_or(u32::MAX).encode());
            let name = "TransactionPaymentApi_query_info";
            let info = api.legacy().state_call(name, Some(&query), None).await?;
            // Two weights, a class and the fee.
            type Info = (Compact<u64>, Compact<u64>, u8, u128);
            let (.., fee) = Info::decode(&mut &*info)?;
            Ok(fee)
        })
        .await
        .map_err(|error| error.about("the node can't say what the message's fee is"))
    }

    /// Waits until nothing of what the account has sent is still on its way, neither in the node's
    /// pool nor in a block that does not count yet. A pool may drop what it has, so it is asked at
    /// each block: a move that is due does not wait for it any longer.
    pub async fn settle(&self, account: &Account) -> Result<(), Error> {
        let mut block = self.last_block().await?;
        for _ in 0..LIFETIME {
            let next = self.nonce_in_pool(account).await?;
            if self.nonce_at(block.hash, account).await? >= next {
                break;
            }
            block = self.counting_after(block.number).await?;
        }
        Ok(())
    }

    /// The nonce of the account's next extrinsic, as of a block.
    async fn nonce_at(&self, block: BlockHash, account: &Account) -> Result<u64, Error> {
        let found = self.account_at(account.id, block).await?;
        Ok(found.map_or(0, |found| found.nonce.into()))
    }

    /// The nonce of the account's next extrinsic, after those that the node's pool has.
    async fn nonce_in_pool(&self, account: &Account) -> Result<u64, Error> {
        let id = account.signer.account_id();
        self.asked(async |api| Ok(api.legacy().system_account_next_index(id).await?))
            .await
            .map_err(|error| error.about(NO_NONCE))
    }

    /// The nonce of the account's next extrinsic. A node that counts less than the chain has
    /// already taken is behind, and asked again.
    async fn next_nonce(&self, account: &Account) -> Result<u64, Error> {
        let next = self.nonce_in_pool(account).await?;
        let taken = self.nonce_taken(account);
        match next >= taken {
            true => Ok(next),
            false => Err(Error::Missing(format!(
                "the node counts {next} messages of the account {}, and the chain has taken \
                 {taken}: it is behind",
                account.name
            ))),
        }
    }

    /// The block in view of which to sign, and how much older than the newest one it is.
    async fn birth(&self) -> Result<(BlockId, u32), Error> {
        let last = self.last_block().await?;
        let newest = self.newest_block().await?.number;
        let behind = newest.saturating_sub(last.number);
        if behind <= DEEP {
            return Ok((last, behind));
        }
        let number = newest - DEEP;
        let hash = self.asked_hash_of(number).await?;
        let hash = hash.ok_or_else(|| Error::Missing(format!("the node has no block {number}")))?;
        Ok((BlockId { number, hash }, DEEP))
    }

    /// Signs a call in view of the present.
    async fn signed(
        &self,
        urgency: Urgency,
        account: &Account,
        call: &impl Payload,
        (nonce, tip): (u64, u128),
    ) -> Result<Signed, Error> {
        self.subscribe().await?;
        let (birth, behind) = self.birth().await?;
        let lifetime = era(urgency.lifetime, behind);
        let bytes = self
            .asked(async |api| written(api, account, call, nonce, (birth, lifetime), tip))
            .await?;
        let (variants, pooled, is_out) = (vec![bytes], None, false);
        Ok(Signed { variants, nonce, birth, lifetime, tip, pooled, is_out })
    }

    /// Hands the extrinsic to each named node. Returns the best that a pool makes of it, what it
    /// says, and whether a pool may have it that has not answered.
    async fn hand_in(&self, bytes: &[u8]) -> Result<(Pool, String, bool), Error> {
        let (url, genesis) = (self.shown_node(), self.genesis());
        let here = async {
            let sent = self
                .asked(async |api| Ok(api.legacy().author_submit_extrinsic(bytes).await?))
                .await;
            match sent {
                Ok(_) => Ok((Pool::Taken, String::new())),
                Err(Error::Node(answer)) => Ok((Pool::of(&answer), format!("{url}: {answer}"))),
                Err(error) => Err(error),
            }
        };
        // These go on when this node has answered: it may pass the extrinsic to nobody.
        let spread = |url: String| {
            let bytes = bytes.to_vec();
            tokio::spawn(async move {
                match wire::hand_in(&url, genesis, &bytes).await {
                    Ok(()) => Some((Pool::Taken, String::new())),
                    Err(wire::NotTaken::Unasked) => None,
                    Err(wire::NotTaken::Unanswered) => Some((Pool::Unclear, String::new())),
                    Err(wire::NotTaken::Refused(answer)) => {
                        let answer = NodeError::of(&answer);
                        Some((Pool::of(&answer), format!("{}: {answer}", shown(&url))))
                    }
                }
            })
        };
        let mut there: FuturesUnordered<_> = self.others().into_iter().map(spread).collect();
        tokio::pin!(here);
        let (mut own, mut may_have_it) = (None, false);
        loop {
            let (done, is_own) = tokio::select! {
                done = &mut here, if own.is_none() => (Some(done?), true),
                Some(done) = there.next(), if !there.is_empty() => (done.ok().flatten(), false),
                else => break,
            };
            match done {
                Some((pool, why)) if pool.has_it() => return Ok((pool, why, true)),
                done => {
                    may_have_it |= done.as_ref().is_some_and(|(pool, _)| !pool.has_it_not());
                    own = if is_own { done } else { own };
                }
            }
        }
        let (pool, why) = own.expect("this node has answered");
        Ok((pool, why, may_have_it))
    }

    /// Looks for the extrinsic in the final blocks up to this one. Waits for a block that it can't
    /// read while that is young, and then leaves it out. A node that says nothing to this is not
    /// waited for.
    async fn search(
        &self,
        account: &Account,
        search: &mut Search,
        last: u32,
        signed: &Signed,
    ) -> Result<Option<Included>, Error> {
        while search.seen < last.min(signed.death()) {
            let number = search.seen + 1;
            let found = in_time(self.find_in(number, &signed.variants)).await;
            let Some(found) = found else {
                let last = self.last_block().await?;
                if self.nonce_at(last.hash, account).await? > signed.nonce {
                    return Err(Error::Unknown(
                        "the node does not show the blocks that may have the message: look at what \
                         came of it before trying again"
                            .into(),
                    ));
                }
                // None of these blocks has it.
                search.seen = last.number;
                return Ok(None);
            };
            match found {
                Ok(Some((hash, index))) => {
                    self.note_taken(account, signed.nonce + 1);
                    return self.included(number, hash, index, true).await.map(Some);
                }
                Ok(None) => {}
                Err(error @ (Error::Network(_) | Error::Runtime(_))) => return Err(error),
                Err(error) if error.is_passing() && last < number + UNREAD => return Ok(None),
                Err(_) => search.is_whole = false,
            }
            search.seen = number;
        }
        Ok(None)
    }

    /// The block's hash and the extrinsic's index in it, if the final block with this number has it.
    async fn find_in(
        &self,
        number: u32,
        variants: &[Vec<u8>],
    ) -> Result<Option<(BlockHash, u32)>, Error> {
        let forgotten = || Error::Missing(format!("the node has forgotten block {number}"));
        let hash = self.hash_of(number).await?.ok_or_else(forgotten)?;
        let extrinsics = self.extrinsics(hash).await?.ok_or_else(forgotten)?;
        let index = extrinsics.iter().position(|extrinsic| variants.contains(extrinsic));
        Ok(index.map(|index| (hash, u32::try_from(index).expect("a block has fewer"))))
    }

    async fn extrinsics(&self, block: BlockHash) -> Result<Option<Vec<Vec<u8>>>, Error> {
        let read =
            self.asked(async |api| Ok(api.legacy().chain_get_block(Some(block)).await?)).await?;
        Ok(read.map(|read| read.block.extrinsics.into_iter().map(|bytes| bytes.0).collect()))
    }

    /// Whether the newest chain's block with this number had no room for one more message.
    async fn was_full(&self, number: u32) -> Result<bool, Error> {
        let hash = self
            .asked(async |api| Ok(api.legacy().chain_get_block_hash(Some(number.into())).await?))
            .await?;
        let Some(hash) = hash else { return Ok(false) };
        let length: usize =
            self.extrinsics(hash).await?.unwrap_or_default().iter().map(Vec::len).sum();
        let system = gear::constants().system();
        let (most_length, most_weight, taken) = self
            .asked(async |api| {
                let length = runtime::constant(api, system.block_length())?.max.normal;
                let weights = runtime::constant(api, system.block_weights())?;
                let most = weights.per_class.normal.max_total.map(|most| most.ref_time);
                let weight = gear::storage().system().block_weight();
                let taken = runtime::read(api, weight, hash).await?;
                Ok((length, most, taken.map_or(0, |taken| taken.normal.ref_time)))
            })
            .await?;
        let length = u64::try_from(length).unwrap_or(u64::MAX);
        let is_full = |taken: u64, most: u64| taken >= most - most / ROOM;
        Ok(is_full(length, most_length.into())
            || most_weight.is_some_and(|most| is_full(taken, most)))
    }

    /// What an extrinsic in a block did.
    async fn included(
        &self,
        block: u32,
        hash: BlockHash,
        index: u32,
        is_final: bool,
    ) -> Result<Included, Error> {
        let events = self.events(hash).await;
        let outcome =
            events.and_then(|events| Outcome::of(&events, index).map_err(Error::unreadable));
        let Outcome { failure, fee, queued, issued } = outcome.map_err(|error| {
            Error::Unknown(format!(
                "the message is in block {block}, but what came of it can't be read: {error}"
            ))
        })?;
        spent::included(fee);
        match failure {
            Some(error) => Err(self.refusal(error)),
            None => Ok(Included { block, is_final, fee, queued, issued }),
        }
    }

    fn refusal(&self, error: DispatchError) -> Error {
        let is_token = matches!(error, DispatchError::Token(_));
        let text = Raw::from(self.api().decode_error(error)).to_string();
        match is_token || text.contains("Insufficient") {
            true => Error::Funds(format!("the account can't pay for this: {text}")),
            false => Error::Failed(format!("the chain refused the message: {text}")),
        }
    }
}

impl Outcome {
    /// Reads only the events of this extrinsic that are wanted. A later runtime may have kinds of
    /// events that this client does not know.
    fn of(events: &Events<GearConfig>, index: u32) -> Result<Self, Raw> {
        let failure = all::<ExtrinsicFailed>(events, index)?.pop();
        let fee = all::<TransactionFeePaid>(events, index)?.pop();
        Ok(Self {
            failure: failure.map(|failed| failed.dispatch_error),
            fee: fee.map_or(0, |paid| paid.actual_fee),
            queued: all(events, index)?,
            issued: all(events, index)?,
        })
    }
}

/// An extrinsic's events of one kind.
fn all<E: StaticEvent>(events: &Events<GearConfig>, index: u32) -> Result<Vec<E>, Raw> {
    let mut all = vec![];
    for event in events.iter() {
        let event = event?;
        if event.phase() == Phase::ApplyExtrinsic(index) {
            all.extend(event.as_event::<E>()?);
        }
    }
    Ok(all)
}

/// The bytes of a signed call. It is signed in view of a block, and lives for this many blocks.
fn written(
    api: &Api,
    account: &Account,
    call: &impl Payload,
    nonce: u64,
    (birth, lifetime): (BlockId, u32),
    tip: u128,
) -> Result<Vec<u8>, Raw> {
    let parameters = PolkadotExtrinsicParamsBuilder::<GearConfig>::new()
        .nonce(nonce)
        .tip(tip)
        .mortal_from_unchecked(lifetime.into(), birth.number.into(), birth.hash)
        .build();
    let signed = api.tx().create_partial_offline(call, parameters)?.sign(&account.signer);
    Ok(signed.into_encoded())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::error::tests::answer;

    #[test]
    fn an_era_is_a_power_of_two_that_is_no_longer_than_what_was_wanted_nor_than_the_longest() {
        for (lives, behind, from_then) in
            [(8, 0, 8), (8, 3, 8), (10, 3, 8), (20, 3, 16), (32, 3, 32), (32, u32::MAX, 32)]
        {
            assert_eq!(era(lives, behind), from_then, "{lives} {behind}");
        }
    }

    #[test]
    fn a_pool_that_has_it_says_so_by_errors_too() {
        let pool = |code, data| Pool::of(&answer(code, data));
        assert_eq!(pool(1013, None), Pool::Known);
        assert_eq!(pool(1012, None), Pool::Dropped);
        assert_eq!(pool(1014, None), Pool::Outdated);
        assert_eq!(pool(1010, Some(r#""Transaction is outdated""#)), Pool::Outdated);
        let ancient = Some(r#""Transaction has an ancient birth block""#);
        assert_eq!(pool(1010, ancient), Pool::Ancient);
        assert_eq!(pool(1010, Some(r#""Transaction has a bad signature""#)), Pool::BadSignature);
        for code in [-32005, 429, 1016, 1010, 1011, -32601] {
            assert!(pool(code, None).has_it_not(), "{code}: it costs nothing");
        }
        for code in [-32000, -32009, -32099, -32603, 1] {
            assert_eq!(pool(code, None), Pool::Unclear, "{code}: it may have it");
        }
    }
}
