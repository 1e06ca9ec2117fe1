//! One call's way into a block: what to do at each block until one has it.

use super::{Included, Pool, Search, Signed, written};
use crate::{
    chain::{
        block::{BlockHash, BlockId},
        error::Error,
        feed::News,
        link::Link,
        pace::paced,
        tip::{self, DUE, LIFETIME, Urgency},
    },
    failure::spent,
    game::turn::BEHIND,
    keys::account::Account,
    words::{
        notices::{notice, warn},
        units::vara,
    },
};
use gsdk::ext::subxt::tx::Payload;
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// For how long to try to send what is not due, where there are no blocks.
const DUE_TIME: Duration = Duration::from_secs(30);
/// How many times a node may refuse a signature before the user is told.
const REFUSED: u32 = 4;
/// For how long to sign again while other clients of the account are faster.
const RACE: Duration = Duration::from_secs(120);
/// The longest pause before signing again, ms. Each pause is random, so that clients that collided
/// once do so less and less.
const RACE_PAUSE: u64 = 600;
/// For how long to go on with what may be in a block, while the node tells nothing.
const LONG: Duration = Duration::from_secs(3_600);
/// The pause after an answer that helps nothing.
const PAUSE: Duration = Duration::from_millis(500);

/// A call on its way into a block.
pub(super) struct Sending<'a> {
    link: &'a Link,
    urgency: Urgency,
    account: &'a Account,
    since: Instant,
    /// The block from which on nothing is sent any more; unknown before the first one is seen.
    until: Option<u32>,
    signed: Option<Signed>,
    search: Search,
    news: News,
    handed: Handed,
}

/// What came of handing an extrinsic to the pools.
struct Handed {
    /// The connection and the chain as they were then, and the block from which on to do it again.
    at: (u32, u32),
    again: u32,
    /// How often a fresh signature was refused.
    refused: u32,
    /// Why no pool takes it, as the user was told.
    told: String,
}

impl<'a> Sending<'a> {
    pub(super) fn new(link: &'a Link, urgency: Urgency, account: &'a Account) -> Self {
        Self {
            link,
            urgency,
            account,
            since: Instant::now(),
            until: None,
            signed: None,
            search: Search { seen: 0, is_whole: true },
            news: link.news(),
            handed: Handed {
                at: (link.connections(), link.set_backs()),
                again: 0,
                refused: 0,
                told: String::new(),
            },
        }
    }

    /// Does what there is to do at the present block, and waits for the next one. Returns what came
    /// of the extrinsic, once that is known.
    pub(super) async fn go_on(&mut self, call: &impl Payload) -> Result<Option<Included>, Error> {
        match self.step(call).await {
            Ok(Step::Done(included)) => return Ok(Some(included)),
            Ok(Step::Again) => return Ok(None),
            Ok(Step::Wait) => {}
            Err(error) if error.is_passing() && self.since.elapsed() < self.patience() => {
                self.tell(&error);
                sleep(paced(PAUSE)).await;
            }
            Err(error) => return Err(error),
        }
        match self.link.wait_for(&mut self.news).await {
            Err(error) if error.is_passing() => sleep(paced(PAUSE)).await,
            waited => waited?,
        }
        Ok(None)
    }

    /// How long to go on while the node tells nothing.
    fn patience(&self) -> Duration {
        match self.urgency.due > DUE || self.is_out() {
            true => LONG,
            false => paced(DUE_TIME),
        }
    }

    /// Whether the newest block counts: what is due next may not wait for a final one.
    pub(super) fn is_early(&self) -> bool {
        self.urgency.may_be_early && self.link.lag() >= BEHIND
    }

    pub(super) fn is_out(&self) -> bool {
        self.signed.as_ref().is_some_and(|signed| signed.is_out)
    }

    async fn step(&mut self, call: &impl Payload) -> Result<Step, Error> {
        let link = self.link;
        let last = link.last_block().await?;
        let newest = link.newest_block().await?.number.max(last.number);
        let until = *self.until.get_or_insert(newest.saturating_add(self.urgency.due));
        let is_timeless = self.urgency.due <= DUE;
        let is_due = newest < until && !(is_timeless && self.since.elapsed() >= paced(DUE_TIME));
        if self.signed.is_none() {
            if !is_due {
                return Err(self.unsent());
            }
            self.sign(call, None).await?;
        }
        if let Some(included) = self.found(last, newest).await? {
            return Ok(Step::Done(included));
        }
        let Signed { nonce, is_out, .. } = *self.signed();
        if !is_due && !is_out {
            return Err(self.unsent());
        }
        // Who does not wait for finality does not wait for it here either.
        if !is_due && self.is_early() {
            return Err(self.nothing_found("no block took the message in time".into()));
        }
        // No final block can take any of it any more.
        if self.search.seen + 1 >= self.signed().death() {
            let seen = self.search.seen;
            let why = format!("no block took the message until block {seen}: it is void now");
            // If no message has its number yet, it is in none of the blocks that were left out.
            self.search.is_whole |= link.nonce_at(last.hash, self.account).await? <= nonce;
            return match is_due && self.search.is_whole {
                // Its number may be another's by now, so it is asked for again.
                true => self.begin_anew(),
                false => Err(self.nothing_found(why)),
            };
        }
        // The newest block's chain can't take it any more, though another one may have.
        if is_due
            && newest + 1 >= self.signed().death()
            && link.nonce_at(link.newest_block().await?.hash, self.account).await? <= nonce
        {
            self.sign(call, Some(nonce)).await?;
        }
        let now = (link.connections(), link.set_backs());
        if !is_due || (now == self.handed.at && newest < self.handed.again) {
            return Ok(Step::Wait);
        }
        self.handed.at = now;
        self.send(call, newest).await
    }

    /// Signs the call, with this nonce or else with the next one.
    async fn sign(&mut self, call: &impl Payload, nonce: Option<u64>) -> Result<(), Error> {
        let Self { link, urgency, account, .. } = *self;
        let known = match nonce {
            Some(nonce) => nonce,
            None => link.next_nonce(account).await?,
        };
        let tip = self.signed.as_ref().map_or(urgency.tip(0), |signed| signed.tip);
        let mut signed = link.signed(urgency, account, call, (known, tip)).await?;
        self.handed.again = 0;
        match self.signed.take() {
            Some(before) if nonce.is_some() => {
                signed.is_out = before.is_out;
                signed.variants = [before.variants, signed.variants].concat();
            }
            _ => self.search = Search { seen: signed.birth.number, is_whole: true },
        }
        self.signed = Some(signed);
        Ok(())
    }

    fn signed(&mut self) -> &mut Signed {
        self.signed.as_mut().expect("it is signed first")
    }

    /// Begins again with another nonce: what was signed can be in no block.
    fn begin_anew(&mut self) -> Result<Step, Error> {
        if self.since.elapsed() >= RACE && self.urgency.due <= DUE {
            return Err(Error::Void(format!(
                "other clients of the account {} send faster than this one: try again",
                self.account.name
            )));
        }
        self.signed = None;
        Ok(Step::Again)
    }

    /// What came of the extrinsic, if a block has it.
    async fn found(&mut self, last: BlockId, newest: u32) -> Result<Option<Included>, Error> {
        let Self { link, account, .. } = *self;
        let signed = self.signed.as_ref().expect("it is signed first");
        if link.set_backs() != self.handed.at.1 {
            // What was in the dropped blocks may be in others.
            let seen = last.number.min(signed.birth.number);
            self.search = Search { seen, is_whole: true };
        }
        if let Some(included) = link.search(account, &mut self.search, last.number, signed).await? {
            return Ok(Some(included));
        }
        if !self.is_early() {
            return Ok(None);
        }
        let block = link.newest_block().await?.hash;
        if link.nonce_at(block, account).await? <= signed.nonce {
            return Ok(None);
        }
        match self.find_early(last, newest).await? {
            Some((number, hash, index)) => {
                link.included(number, hash, index, false).await.map(Some)
            }
            None => Ok(None),
        }
    }

    /// The block that is not final yet and has the extrinsic, and its index there.
    async fn find_early(
        &self,
        last: BlockId,
        newest: u32,
    ) -> Result<Option<(u32, BlockHash, u32)>, Error> {
        let Some(signed) = &self.signed else { return Ok(None) };
        for number in (last.number + 1..=newest).rev() {
            let Some(hash) = self.link.asked_hash_of(number).await? else { continue };
            let extrinsics = self.link.extrinsics(hash).await?.unwrap_or_default();
            let found = extrinsics.iter().position(|bytes| signed.variants.contains(bytes));
            if let Some(index) = found {
                let index = u32::try_from(index).expect("a block has fewer");
                return Ok(Some((number, hash, index)));
            }
        }
        Ok(None)
    }

    /// Hands the newest variant to the pools.
    async fn send(&mut self, call: &impl Payload, newest: u32) -> Result<Step, Error> {
        let Self { link, account, .. } = *self;
        let line = link.connections();
        spent::set_out(true);
        let handed = link.hand_in(self.signed().newest()).await;
        let signed = self.signed();
        // Whoever did not answer may have it all the same.
        signed.is_out |= handed.is_err() || link.connections() != line;
        let (pool, why, may_have_it) = handed?;
        // A refusal is no word for a pool that has not answered.
        signed.is_out |= may_have_it && pool.has_it_not();
        let (nonce, was_out) = (signed.nonce, signed.is_out);
        signed.is_out |= may_have_it;
        self.handed.again = newest + if pool.has_it() { tip::BLOCKS } else { 1 };
        if pool.has_it() {
            self.handed.refused = 0;
        }
        match pool {
            Pool::Taken => {
                self.signed().pooled.get_or_insert(newest);
            }
            Pool::Known => self.raise(call, newest).await?,
            Pool::Unpaid if !was_out => return Err(self.unpaid()),
            Pool::Unpaid => {}
            Pool::NotNow | Pool::Unclear => self.tell(&why),
            Pool::Ancient | Pool::BadSignature => {
                return self.refused(call, pool, why).await;
            }
            Pool::Dropped | Pool::Outdated => {
                // There may have been blocks while it was handed in.
                let (last, newest) = (link.last_block().await?, link.newest_block().await?);
                let is_taken = link.nonce_at(newest.hash, account).await? > nonce;
                // The answer to an earlier try may have been lost.
                let is_out = was_out
                    || (is_taken && self.find_early(last, newest.number).await?.is_some())
                    || self.found(last, newest.number).await?.is_some();
                self.signed().is_out = is_out;
                if !is_out && pool == Pool::Outdated {
                    sleep(Duration::from_millis(rand::random::<u64>() % RACE_PAUSE)).await;
                    return self.begin_anew();
                }
                if is_taken && link.nonce_at(last.hash, account).await? > nonce {
                    // A final block may be newer than those that were looked through.
                    if let Some(included) = self.found(last, newest.number).await? {
                        return Ok(Step::Done(included));
                    }
                    return match self.search.seen {
                        seen if seen < last.number => Ok(Step::Wait),
                        _ if self.search.is_whole => self.begin_anew(),
                        _ => Err(self.nothing_found(String::new())),
                    };
                }
                // No pool takes again what it has dropped, so that it is signed anew.
                if !is_taken && pool == Pool::Dropped {
                    self.sign(call, Some(nonce)).await?;
                }
            }
        }
        Ok(Step::Wait)
    }

    /// A node does not know what the extrinsic was signed in view of, or the chain wants something
    /// else signed.
    async fn refused(
        &mut self,
        call: &impl Payload,
        pool: Pool,
        why: String,
    ) -> Result<Step, Error> {
        let Self { link, account, .. } = *self;
        let Signed { nonce, birth, pooled, is_out, .. } = *self.signed();
        // What a pool had was signed well. Unless the block is unknown it may be in one by now.
        let is_known = link.asked_hash_of(birth.number).await? == Some(birth.hash);
        if pooled.is_some() && is_known && pool != Pool::Ancient {
            return Ok(Step::Wait);
        }
        self.handed.refused += 1;
        if self.handed.refused >= REFUSED {
            let why = format!(
                "the node takes no signature of the account {} ({why}): is it another network, \
                 or an older rpsls than it wants?",
                account.name
            );
            if self.urgency.due <= DUE && !is_out {
                return Err(Error::Unsent(why));
            }
            self.tell(&why);
        }
        // One that is in a block is too old for each pool, too. What is signed anew would wait on.
        if is_out && link.nonce_at(link.newest_block().await?.hash, account).await? > nonce {
            return Ok(Step::Wait);
        }
        // Either the runtime has changed, or the node counts from a later block than the last one
        // that the client was told of.
        link.follow_upgrade().await?;
        // Or this node is so far behind that others know its last block as too old.
        link.go_to_whoever_is_ahead().await?;
        self.urgency.lifetime = LIFETIME;
        self.sign(call, is_out.then_some(nonce)).await?;
        match self.handed.refused < REFUSED {
            true => Ok(Step::Again),
            false => Ok(Step::Wait),
        }
    }

    /// Raises the tip by a step, if the message has waited beside full blocks. If this fails, what
    /// was sent before still counts.
    async fn raise(&mut self, call: &impl Payload, newest: u32) -> Result<(), Error> {
        let Self { link, account, urgency, .. } = *self;
        let signed = self.signed();
        let pooled = *signed.pooled.get_or_insert(newest);
        let tip = urgency.above(signed.tip);
        if tip <= signed.tip || newest < pooled + tip::BLOCKS {
            return Ok(());
        }
        for number in newest + 1 - tip::BLOCKS..=newest {
            if !link.was_full(number).await? {
                return Ok(());
            }
        }
        let Signed { nonce, birth, lifetime, .. } = *signed;
        let bytes = link
            .asked(async |api| written(api, account, call, nonce, (birth, lifetime), tip))
            .await?;
        let (pool, ..) = link.hand_in(&bytes).await?;
        let signed = self.signed();
        match pool {
            _ if pool.has_it() => {
                signed.variants.push(bytes);
                (signed.tip, signed.pooled) = (tip, Some(newest));
                notice(&format!("a tip of {}, since blocks are full", vara(tip)));
            }
            // A block has another variant meanwhile, or the account can't pay this tip.
            _ if pool.has_it_not() => {}
            _ => signed.variants.insert(0, bytes),
        }
        Ok(())
    }

    /// Says once why the message is not taken.
    fn tell(&mut self, why: &impl ToString) {
        let why = why.to_string();
        if self.handed.told != why {
            warn(&format!("the message is not taken: {why}. Trying again at each block"));
            self.handed.told = why;
        }
    }

    fn unsent(&self) -> Error {
        Error::Unsent(match self.handed.told.is_empty() {
            true => "the node does not take the message".into(),
            false => format!("the node does not take the message: {}", self.handed.told),
        })
    }

    fn unpaid(&self) -> Error {
        let Account { name, .. } = self.account;
        let address = self.account.address();
        Error::Funds(format!(
            "the account {name} ({address}) has nothing to pay fees with: send VARA to it; a \
             test network has a faucet, a development node `rpsls --account alice transfer {address} 100`"
        ))
    }

    /// Says why no block with the extrinsic was found. If some blocks could not be read, one of
    /// them may have it.
    fn nothing_found(&self, why: String) -> Error {
        match self.search.is_whole {
            true => Error::Void(why),
            false => Error::Unknown(
                "the node has forgotten blocks that may have the message: look at what came of it \
                 before trying again"
                    .into(),
            ),
        }
    }
}

/// What to do after a step.
enum Step {
    Done(Included),
    /// Goes on at once.
    Again,
    /// Goes on at the next block.
    Wait,
}
