//! Extrinsics: the client signs each once, and sends it until a block has it.

use crate::{
    chain::{
        block::{BlockHash, BlockId},
        link::{Link, NodeError},
        tip::{self, Urgency},
        wire::Pauses,
    },
    failure::Failure,
    keys::account::Account,
};
use anyhow::{Context, Result, anyhow, ensure};
use gprimitives::{ActorId, MessageId};
use gsdk::{
    Api, Error, GearConfig,
    ext::{
        codec::{Compact, Decode, Encode},
        subxt::{
            config::polkadot::PolkadotExtrinsicParamsBuilder,
            events::{Events, Phase, StaticEvent},
            tx::Payload,
        },
    },
    gear::{
        gear::events::MessageQueued,
        gear_voucher::events::VoucherIssued,
        runtime_types::{gear_common::event::MessageEntry, sp_runtime::DispatchError},
        system::events::ExtrinsicFailed,
        transaction_payment::events::TransactionFeePaid,
    },
};
use std::{
    cell::Cell,
    time::{Duration, Instant},
};
use thiserror::Error;
use tokio::{time::sleep, try_join};

/// How many blocks can take an extrinsic after it was signed, if nothing hurries.
pub const LIFETIME: u32 = 64;
/// The shortest lifetime, in blocks: a chain can have so much to do that the next block has no
/// room.
const SHORTEST: u32 = 8;
/// The longest lifetime that a chain knows, in blocks.
const LONGEST: u32 = 1 << 16;
/// An extrinsic is most often final this many blocks after it was signed.
const EXPECTED: u32 = 5;
/// How many times a node may refuse a signature.
const REFUSED: u32 = 4;
/// For how long to sign again while other clients of the account are faster.
const RACE: Duration = Duration::from_secs(120);
/// The longest pause before signing again, ms. Each pause is random, so that clients that collided
/// once do so less and less.
const RACE_PAUSE: u64 = 600;

// A node's answers to an extrinsic that it doesn't want.
const INVALID: i32 = 1010;
const BANNED: i32 = 1012;
const ALREADY_KNOWN: i32 = 1013;
const REPLACES_NONE: i32 = 1014;

/// Marks an error: no block has the extrinsic, nor ever will.
#[derive(Debug, Error)]
pub enum NotTaken {
    /// No node has the extrinsic.
    #[error("nothing was sent")]
    Unsent,
    /// The extrinsic was sent, and its time is over.
    #[error("nothing came of it")]
    Void,
}

const NO_NONCE: &str = "the node can't say how many messages the account has sent";

/// An extrinsic in a finalized block.
pub struct Included {
    /// The block's number.
    pub block: u32,
    /// What the chain took for it, without gas, in the chain's smallest unit.
    pub fee: u128,
    queued: Vec<MessageQueued>,
    /// The vouchers that it issued, in order.
    pub issued: Vec<VoucherIssued>,
}

/// What a node did with an extrinsic.
enum Sent {
    Taken,
    /// The node has it already.
    Known,
    /// Another extrinsic has its nonce.
    Outdated,
    /// The node refuses the signature: this chain wants something else signed, or the node no
    /// longer knows the block that the extrinsic was signed in view of.
    BadSignature,
}

/// A signed extrinsic.
struct Signed {
    /// The same call with rising tips. All have the same nonce, so a block takes at most one of
    /// them.
    variants: Vec<Vec<u8>>,
    nonce: u64,
    /// The block in view of which it was signed.
    birth: BlockId,
    lifetime: u32,
    /// The tip of the last variant.
    tip: u128,
}

impl Signed {
    /// The variant sent last.
    fn last(&self) -> &[u8] {
        self.variants.last().expect("there is the first")
    }

    /// The first block that can't take it.
    fn death(&self) -> u32 {
        self.birth.number.saturating_add(self.lifetime)
    }
}

/// The result of looking for an extrinsic.
enum Found {
    Included(Included),
    /// Another extrinsic of the account has taken its nonce for good.
    Superseded,
}

/// How far the client has looked through the blocks.
struct Search {
    seen: u32,
    /// Whether it could read all of them.
    is_whole: bool,
}

/// How many blocks an extrinsic should live if this many are left to act in. If no block takes it,
/// there is time for another one.
pub fn lifetime(left: u32) -> u32 {
    let half = (left / 2).clamp(SHORTEST, LIFETIME);
    // The chain knows only powers of two.
    1 << half.ilog2()
}

/// The lifetime, counted from a final block, of an extrinsic that shall live this many blocks after
/// the newest one. The final block is `behind` blocks older.
fn from_final(lifetime: u32, behind: u32) -> u32 {
    behind.saturating_add(lifetime).min(LONGEST).next_power_of_two()
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
    /// The client signs the call once, with one nonce. So it counts once, however often the
    /// connection is lost.
    ///
    /// # Errors
    ///
    /// [`Failure::Funds`] if the account can't pay; the chain's own error if
    /// the call failed; [`Failure::Network`] if no block took it.
    pub async fn submit(&self, account: &Account, call: &impl Payload) -> Result<Included> {
        self.submit_in(Urgency { lifetime: LIFETIME, max_tip: 0 }, account, call).await
    }

    /// Sends a call with this urgency, and waits as [`Self::submit`] does.
    pub async fn submit_in(
        &self,
        mut urgency: Urgency,
        account: &Account,
        call: &impl Payload,
    ) -> Result<Included> {
        let since = Instant::now();
        let mut refused = 0;
        loop {
            let mut signed = self.sign(urgency, account, call).await?;
            let sent = match self.send(account, signed.last()).await? {
                Sent::Taken | Sent::Known => {
                    match self.find(urgency, account, call, &mut signed).await? {
                        Found::Included(included) => return Ok(included),
                        Found::Superseded => Sent::Outdated,
                    }
                }
                sent => sent,
            };
            if let Sent::BadSignature = sent {
                let why = anyhow!(
                    "the node takes no signature of the account {}: is it another network, \
                     or an older rpsls than it wants?",
                    account.name
                );
                refused += 1;
                ensure!(refused < REFUSED, why.context(NotTaken::Unsent));
                // Either the runtime has changed, or the node counts from a later block than the
                // last one that the client was told of.
                self.follow_upgrade().await?;
                urgency.lifetime = urgency.lifetime.max(LIFETIME);
                continue;
            }
            let why = || {
                Failure::network(format!(
                    "other clients of the account {} send faster than this one: try again",
                    account.name
                ))
            };
            ensure!(since.elapsed() < RACE, why().context(NotTaken::Void));
            sleep(Duration::from_millis(rand::random::<u64>() % RACE_PAUSE)).await;
        }
    }

    /// The chain's own estimate of what it will take for a call, without gas.
    pub async fn fee(&self, account: &Account, call: &impl Payload) -> Result<u128> {
        self.ask(async |api| {
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
        .context("the node can't say what the message's fee is")
    }

    /// Waits until nothing of what the account has sent up to now is still on its way, neither in
    /// the node's pool nor in a block that is not final.
    pub async fn settle(&self, account: &Account) -> Result<()> {
        let id = account.signer.account_id();
        let (next, mut nonce) = self
            .ask(async |api| {
                let next = async { Ok(api.legacy().system_account_next_index(id).await?) };
                let nonce = async { Ok(api.tx().account_nonce(id).await?) };
                try_join!(next, nonce)
            })
            .await
            .context(NO_NONCE)?;
        let mut left = LIFETIME;
        let mut number = None;
        while nonce < next && left > 0 {
            let block = match number {
                Some(number) => self.block_after(number).await?,
                None => self.last_block().await?,
            };
            nonce = self.nonce_at(block.hash, account).await?;
            number = Some(block.number);
            left -= 1;
        }
        Ok(())
    }

    /// The nonce of the account's next extrinsic, as of a block.
    async fn nonce_at(&self, block: BlockHash, account: &Account) -> Result<u64> {
        let id = account.signer.account_id();
        self.ask(async |api| Ok(api.blocks().at(block).await?.account_nonce(id).await?))
            .await
            .context(NO_NONCE)
    }

    async fn sign(
        &self,
        urgency: Urgency,
        account: &Account,
        call: &impl Payload,
    ) -> Result<Signed> {
        self.subscribe().await?;
        let birth = self.last_block().await?;
        let tip = urgency.tip(0);
        let (bytes, nonce, lifetime) = self
            .ask(async |api| {
                let id = account.signer.account_id();
                let rpc = api.legacy();
                let (nonce, newest) =
                    try_join!(rpc.system_account_next_index(id), rpc.chain_get_header(None))?;
                let newest = newest.map_or(birth.number, |header| header.number);
                let lifetime = from_final(urgency.lifetime, newest.saturating_sub(birth.number));
                Ok((written(api, account, call, nonce, (birth, lifetime), tip)?, nonce, lifetime))
            })
            .await
            .context(NO_NONCE)?;
        Ok(Signed { variants: vec![bytes], nonce, birth, lifetime, tip })
    }

    /// Hands the extrinsic to the node. Tries again while the node only says that it can't right
    /// now.
    ///
    /// # Errors
    ///
    /// [`NotTaken`] if the node refuses it, and never had it.
    async fn send(&self, account: &Account, bytes: &[u8]) -> Result<Sent> {
        let tries = Cell::new(0);
        let mut pauses = Pauses::default();
        let answer = loop {
            let sent = self
                .ask(async |api| {
                    tries.set(tries.get() + 1);
                    Ok(api.legacy().author_submit_extrinsic(bytes).await?)
                })
                .await;
            let Err(error) = sent else {
                return Ok(Sent::Taken);
            };
            let answer = error.downcast::<NodeError>()?;
            match pauses.before_retry(answer.code) {
                Some(pause) => sleep(pause).await,
                None => break answer,
            }
        };
        let is_first = tries.get() == 1;
        let refused = match answer.code {
            ALREADY_KNOWN => return Ok(Sent::Known),
            // The node had it, and it may be in a block.
            BANNED => return Ok(Sent::Taken),
            // It may have used up its nonce itself.
            INVALID if answer.says("outdated") && !is_first => return Ok(Sent::Taken),
            REPLACES_NONE if !is_first => return Ok(Sent::Taken),
            INVALID if answer.says("outdated") => return Ok(Sent::Outdated),
            REPLACES_NONE => return Ok(Sent::Outdated),
            INVALID if answer.says("bad signature") || answer.says("ancient birth block") => {
                return Ok(Sent::BadSignature);
            }
            INVALID if answer.says("pay") => Failure::funds(format!(
                "the account {} ({}) has nothing to pay fees with: send VARA to it, on a \
                 development node with `rpsls --account alice transfer {} 100`",
                account.name,
                account.address(),
                account.address()
            )),
            _ => anyhow!("the node does not take the message: {answer}"),
        };
        match is_first {
            true => Err(refused.context(NotTaken::Unsent)),
            false => Err(refused),
        }
    }

    /// Finds the extrinsic in the blocks since it was signed. While no block has it, sends it again
    /// now and then: the node may have taken and then lost it. If it still waits there, sends it
    /// with a higher tip.
    async fn find(
        &self,
        urgency: Urgency,
        account: &Account,
        call: &impl Payload,
        signed: &mut Signed,
    ) -> Result<Found> {
        let birth = signed.birth.number;
        let mut search = Search { seen: birth, is_whole: true };
        let expected = birth + EXPECTED.min(signed.lifetime / 2);
        let mut send_again = birth + tip::BLOCKS;
        let mut since = (self.connections(), self.set_backs());
        let mut news = self.news();
        loop {
            let last = self.last_block().await?;
            if self.set_backs() != since.1 {
                // What was in the dropped blocks may be in others.
                search = Search { seen: last.number.min(birth), is_whole: true };
            }
            if let Some(included) = self.search(&mut search, last.number, signed).await? {
                return Ok(Found::Included(included));
            }
            if search.seen + 1 >= signed.death() {
                return Err(search.nothing_found(format!(
                    "no block took the message until block {}: it is void now, try again",
                    search.seen
                )));
            }
            let now = (self.connections(), self.set_backs());
            if now == since && search.seen < send_again {
                self.wait_for(&mut news).await?;
                continue;
            }
            (since, send_again) = (now, search.seen + tip::BLOCKS);
            match self.send(account, signed.last()).await {
                // The node had lost it.
                Ok(Sent::Taken) => {}
                // It waits, and others go first.
                Ok(Sent::Known) => {
                    let tip = urgency.tip(search.seen.saturating_sub(birth));
                    self.raise(tip, account, call, signed).await;
                }
                Ok(Sent::Outdated) if search.seen < expected => {}
                // A block has it, perhaps one that is not final yet; or another extrinsic of the
                // account was faster.
                Ok(Sent::Outdated) => match self.nonce_at(last.hash, account).await {
                    Ok(nonce) if nonce <= signed.nonce => {}
                    Ok(_) if search.is_whole => return Ok(Found::Superseded),
                    Ok(_) => return Err(search.nothing_found(String::new())),
                    // Asks again the next time.
                    Err(_) => {}
                },
                Ok(Sent::BadSignature) if self.hash_of(birth).await? != Some(signed.birth.hash) => {
                    return Err(search.nothing_found(
                        "the chain went back behind the block that the message was signed in view \
                         of: it is void now, try again"
                            .into(),
                    ));
                }
                // The signature was good before, and the extrinsic may be in a block. What the node
                // thinks of it now does not matter.
                Ok(Sent::BadSignature) => {}
                Err(error) if matches!(Failure::of(&error), Some(Failure::Network(_))) => {
                    return Err(error);
                }
                Err(_) => {}
            }
        }
    }

    /// Sends the extrinsic with this tip, if it is a higher one. If this fails, what was sent
    /// before still counts.
    async fn raise(&self, tip: u128, account: &Account, call: &impl Payload, signed: &mut Signed) {
        if tip <= signed.tip {
            return;
        }
        let Signed { nonce, birth, lifetime, .. } = *signed;
        let raised =
            self.ask(async |api| written(api, account, call, nonce, (birth, lifetime), tip)).await;
        let Ok(bytes) = raised else { return };
        let is_refused = match self.send(account, &bytes).await {
            Ok(sent) => !matches!(sent, Sent::Taken | Sent::Known),
            Err(error) => error.is::<NotTaken>(),
        };
        // The account can't pay this tip, or a block has another variant meanwhile.
        if !is_refused {
            signed.variants.push(bytes);
            signed.tip = tip;
        }
    }

    /// Looks for the extrinsic in the blocks up to this one. Leaves out blocks that it can't read.
    async fn search(
        &self,
        search: &mut Search,
        last: u32,
        signed: &Signed,
    ) -> Result<Option<Included>> {
        while search.seen < last.min(signed.death()) {
            let number = search.seen + 1;
            let found = self.find_in(number, &signed.variants).await;
            match found {
                Ok(Some((hash, index))) => {
                    return self.included(number, hash, index).await.map(Some);
                }
                Ok(None) => {}
                Err(error) if Failure::of(&error).is_none() => search.is_whole = false,
                Err(error) => return Err(error),
            }
            search.seen = number;
        }
        Ok(None)
    }

    /// The block's hash and the extrinsic's index in it, if the block has this extrinsic.
    async fn find_in(&self, number: u32, variants: &[Vec<u8>]) -> Result<Option<(BlockHash, u32)>> {
        let hash = self.hash_of(number).await?.context("the node has forgotten it")?;
        let block = self.ask(async |api| Ok(api.legacy().chain_get_block(Some(hash)).await?));
        let block = block.await?.context("the node has forgotten it")?.block;
        let index = block.extrinsics.iter().position(|extrinsic| variants.contains(&extrinsic.0));
        Ok(index.map(|index| (hash, u32::try_from(index).expect("a block has fewer"))))
    }

    /// What an extrinsic in a block did.
    async fn included(&self, block: u32, hash: BlockHash, index: u32) -> Result<Included> {
        let events = self.events(hash).await;
        let outcome = events.and_then(|events| Ok(Outcome::of(&events, index)?));
        let Outcome { failure, fee, queued, issued } = outcome.with_context(|| {
            format!("the message is in block {block}, but what came of it can't be read")
        })?;
        match failure {
            Some(error) => Err(self.refusal(error)),
            None => Ok(Included { block, fee, queued, issued }),
        }
    }

    fn refusal(&self, error: DispatchError) -> anyhow::Error {
        let is_token = matches!(error, DispatchError::Token(_));
        let text = Error::from(self.api().decode_error(error)).to_string();
        if is_token || text.contains("Insufficient") {
            return Failure::funds(format!("the account can't pay for this: {text}"));
        }
        anyhow!("the chain refused the message: {text}")
    }
}

impl Search {
    /// Says why no block with the extrinsic was found. If some blocks could not be read, one of
    /// them may have it.
    fn nothing_found(&self, why: String) -> anyhow::Error {
        match self.is_whole {
            true => Failure::network(why).context(NotTaken::Void),
            false => Failure::network(
                "the node has forgotten blocks that may have the message: look at what came of it \
                 before trying again",
            ),
        }
    }
}

impl Outcome {
    /// Reads only the events of this extrinsic that are wanted. A later runtime may have kinds of
    /// events that this client does not know.
    fn of(events: &Events<GearConfig>, index: u32) -> Result<Self, Error> {
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
fn all<E: StaticEvent>(events: &Events<GearConfig>, index: u32) -> Result<Vec<E>, Error> {
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
) -> Result<Vec<u8>, Error> {
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

    #[test]
    fn half_of_a_stage_is_left_to_sign_anew() {
        for (left, lives) in [(0, 8), (5, 8), (20, 8), (40, 16), (100, 32), (900, 64)] {
            assert_eq!(lifetime(left), lives, "{left}");
        }
    }

    #[test]
    fn a_chain_whose_final_block_is_old_has_as_long_from_its_newest_one() {
        for (lives, behind, from_then) in
            [(8, 0, 8), (8, 1, 16), (8, 30, 64), (64, 3, 128), (64, u32::MAX, 65_536)]
        {
            assert_eq!(from_final(lives, behind), from_then, "{lives} {behind}");
        }
    }
}
