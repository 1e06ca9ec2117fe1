//! The connection to a node. The node may go away and come back, or another node of its chain may
//! take over.

mod blocks;

use crate::{
    chain::{
        BLOCK_TIME,
        block::BlockHash,
        error::{Error, NodeError},
        feed::Feed,
        pace::paced,
        runtime,
        wire::{self, Limits, Runtime, Standing, brief, is_lost, rpc_of},
    },
    failure::Failure,
    keys::account::Account,
    words::{address::shown, notices::notice},
};
use anyhow::Result;
use blocks::newest_of;
use futures::future::join_all;
use gprimitives::{ActorId, H256};
use gsdk::{
    Api, Error as Raw, GearConfig,
    ext::{
        subxt::{self, constants::DefaultAddress, events::Events, metadata::DecodeWithMetadata},
        subxt_rpcs::{self, rpc_params},
    },
};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    mem::replace,
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};
use tokio::{
    sync::Mutex as Turns,
    time::{sleep, timeout},
};

/// How long a node may take until a connection to it is complete.
const CONNECT: Duration = Duration::from_secs(30);
/// How long a node may take to say which chain it serves, while another one answers.
const SOON: Duration = Duration::from_secs(3);
/// The pauses between tries to connect again. Each is twice as long as the one before, up to the
/// usual last one, and then a share of the outage, up to the longest, and never more than a share
/// of what a bet waits for.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const USUAL_PAUSE: Duration = Duration::from_secs(10);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
const SHARE: u32 = 4;
const SHARE_OF_STAGE: u32 = 10;
/// A node is ahead of another one by more than this many blocks if the other one stands still.
const AHEAD: u32 = 2;
/// After how many answers that can't be used within some time a node is left for another one.
const AILING: u32 = 2;
const AILING_TIME: Duration = Duration::from_secs(30);
/// How often to repeat a question about a newer block. A node that keeps few blocks may have
/// forgotten the one that was newest when the question began.
const NEWER: u32 = 3;
/// The pause before a question is repeated whose answer means nothing.
const MEANT: Duration = Duration::from_millis(100);

/// A connection to a node, or to one of several of the same chain. It connects again whenever the
/// connection is lost.
pub struct Link {
    /// The addresses as the user named them, separated by commas.
    url: String,
    genesis: H256,
    line: Mutex<Line>,
    losses: Losses,
    /// The blocks that the node announces.
    feed: Arc<Feed>,
    /// Whoever holds this lock subscribes to new blocks.
    subscribing: Turns<()>,
    /// When the nodes were last compared.
    compared: Mutex<Instant>,
    known: Known,
    /// What is known of the chain's runtime.
    runtime: Runtime,
    /// Whether the node has no method that reads a program's state.
    pub(super) has_no_state: AtomicBool,
}

/// How connections are given up and made again.
struct Losses {
    /// How long to try to connect again; `None` for ever.
    patience: Option<Duration>,
    /// Set from when the connection is lost until the node answers a question again. Whoever holds
    /// this lock does the connecting.
    outage: Turns<Option<Outage>>,
    /// How many answers could not be used since when.
    ailing: Mutex<Option<(u32, Instant)>>,
    /// The length of the shortest stage that a bet depends on, ms; 0 without a bet.
    stage: AtomicU64,
}

/// What final blocks have told.
#[derive(Default)]
struct Known {
    /// The last block whose events were read, with these events.
    events: Mutex<Option<(BlockHash, Events<GearConfig>)>>,
    /// How many extrinsics of each account are in final blocks, as far as this link has sent them,
    /// and how often the chain had gone back by then.
    taken: Mutex<BTreeMap<ActorId, (u32, u64)>>,
}

/// A connection, and how many connections there were before it.
#[derive(Clone)]
struct Line {
    api: Api,
    number: u32,
    /// The index of the address that answers.
    node: usize,
}

/// A time in which the node answers nothing, whether it accepts connections or not.
struct Outage {
    since: Instant,
    /// The pause before the next try.
    pause: Duration,
    /// The indexes of the addresses that the player was told are of another chain.
    strange: Vec<usize>,
}

impl Link {
    /// Connects to the first of these nodes that answers. Commas separate several nodes. If the
    /// chain is `known`, by its genesis block, nodes of others are left out.
    ///
    /// # Errors
    ///
    /// If no node answers: the first connection is not tried again. If the chain is not known, and
    /// nodes that answer serve different ones.
    pub async fn connect(
        url: &str,
        patience: Option<Duration>,
        known: Option<H256>,
    ) -> Result<Arc<Self>> {
        let nodes = nodes(url);
        for node in &nodes {
            if let Some(why) = why_no_address(node) {
                return Err(Failure::usage(format!(
                    "“{}” is no node's address: {why}",
                    shown(node)
                )));
            }
        }
        let runtime = Runtime::default();
        let mut whys = vec![];
        for (at, node) in nodes.iter().enumerate() {
            match first_connection(node, nodes.len() - 1, patience, &runtime).await {
                Ok(api) => {
                    let genesis = H256(api.genesis_hash().0);
                    if known.is_some_and(|known| known != genesis) {
                        whys.push(format!("{} (another chain answers there)", shown(node)));
                        continue;
                    }
                    let others = chains_of(&nodes[at + 1..]).await;
                    let other = others.iter().find(|(_, found)| *found != genesis);
                    if let Some((other, _)) = other.filter(|_| known.is_none()) {
                        return Err(Failure::usage(format!(
                            "the nodes {} and {} are of different chains, and a game is on one of \
                             them: name nodes of one chain",
                            shown(node),
                            shown(other)
                        )));
                    }
                    if at > 0 {
                        let whys = whys.join(", ");
                        notice(&format!("no node answers at {whys}: using {}", shown(node)));
                    }
                    let link = Arc::new(Self::of(url, at, api, patience, runtime));
                    // The first one may have just come back, and know little of late.
                    // What a node can't say yet it may say at the first question.
                    if !others.is_empty()
                        && let Err(error @ Error::Network(_)) = link.go_to_whoever_is_ahead().await
                    {
                        return Err(error.into());
                    }
                    return Ok(link);
                }
                Err(why) => whys.push(format!("{} ({why})", shown(node))),
            }
        }
        Err(Failure::network(format!(
            "no node answers at {}: check the address and the network; `rpsls node` starts one for \
             development",
            whys.join(", ")
        )))
    }

    fn of(url: &str, node: usize, api: Api, patience: Option<Duration>, runtime: Runtime) -> Self {
        Self {
            url: url.into(),
            genesis: H256(api.genesis_hash().0),
            line: Mutex::new(Line { api, number: 0, node }),
            losses: Losses {
                patience,
                outage: Turns::default(),
                ailing: Mutex::default(),
                stage: AtomicU64::new(0),
            },
            feed: Arc::default(),
            subscribing: Turns::default(),
            compared: Mutex::new(Instant::now()),
            known: Known::default(),
            runtime,
            has_no_state: AtomicBool::new(false),
        }
    }

    /// The addresses as the user named them. There may be a key in them.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The addresses as they are shown.
    pub fn shown(&self) -> String {
        shown(&self.url)
    }

    /// The address of the node that answers, as it is shown.
    pub fn shown_node(&self) -> String {
        shown(self.node())
    }

    /// The address of the node that answers. There may be a key in it.
    pub fn node(&self) -> &str {
        nodes(&self.url)[self.line().node]
    }

    /// The hash of the genesis block, which names the chain.
    pub fn genesis(&self) -> H256 {
        self.genesis
    }

    /// The node's interface, for uses that need no answer.
    pub fn api(&self) -> Api {
        self.line().api.clone()
    }

    /// How often the chain went back behind a final block, which only a development
    /// node's can.
    pub fn set_backs(&self) -> u32 {
        self.feed.set_backs()
    }

    /// Whether it is a chain for development, by its own word: there everybody has the money of
    /// the development accounts.
    pub async fn is_of_development(&self) -> Result<bool, Error> {
        let asked = self.asked(async |api| {
            Ok(api.rpc().request::<Value>("system_chainType", rpc_params![]).await?)
        });
        match asked.await {
            Ok(kind) => Ok(kind == "Development"),
            Err(Error::Node(answer)) if answer.is_unknown_method() => Ok(false),
            Err(error) => Err(error.about("the node can't say what chain it is of")),
        }
    }

    /// How many connections there were before this one.
    pub fn connections(&self) -> u32 {
        self.line().number
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().expect("nothing panics that has it")
    }

    /// Asks the node. Asks again after each loss of the connection, and once more if the chain's
    /// runtime has changed since the client connected.
    ///
    /// It must do no harm to ask the question twice.
    ///
    /// # Errors
    ///
    /// [`NodeError`] if the node answers with an error, or [`Failure::Network`] once patience has
    /// run out.
    pub async fn ask<T>(&self, question: impl AsyncFn(&Api) -> Result<T, Raw>) -> Result<T> {
        Ok(self.asked(question).await?)
    }

    /// As [`Link::ask`], for whoever goes by what is wrong.
    pub async fn asked<T>(
        &self,
        question: impl AsyncFn(&Api) -> Result<T, Raw>,
    ) -> Result<T, Error> {
        // A question with all its retries takes up to 20 KB. Whoever waits for one would have it on
        // the stack, with all that wait for them.
        Box::pin(self.answered(question)).await
    }

    async fn answered<T>(
        &self,
        question: impl AsyncFn(&Api) -> Result<T, Raw>,
    ) -> Result<T, Error> {
        let mut newer = NEWER;
        let mut has_moved = nodes(&self.url).len() == 1;
        let mut is_second = false;
        loop {
            let since = Instant::now();
            let Line { api, number, .. } = self.line().clone();
            let answer = question(&api).await;
            if let Err(error) = &answer
                && is_lost(error)
            {
                self.reconnect(number, since, &brief(error)).await?;
                continue;
            }
            if let Ok(mut outage) = self.losses.outage.try_lock() {
                *outage = None;
            }
            let error = match answer {
                Ok(answer) => return Ok(answer),
                Err(error) => error,
            };
            if is_unreadable(&error) && self.follow_upgrade().await? {
                continue;
            }
            // A node that again and again says nothing that can be used is left for another one.
            if is_of_ailing_node(&error) && self.ails() && !replace(&mut has_moved, true) {
                self.reconnect(number, since, &brief(&error)).await?;
                continue;
            }
            // One answer that means nothing says little: there may be several nodes at an address.
            if is_worth_a_second(&error) && !replace(&mut is_second, true) {
                sleep(paced(MEANT)).await;
                continue;
            }
            if !is_forgotten(&error) || newer == 0 {
                return Err(self.explained(error));
            }
            newer -= 1;
        }
    }

    /// Counts an answer that can't be used. Returns whether there were too many of late. Good
    /// answers in between don't count: a node may answer one kind of question well, and another one
    /// never.
    fn ails(&self) -> bool {
        let mut ailing = self.losses.ailing.lock().expect("nothing panics that has it");
        let (count, since) = ailing
            .take_if(|(_, since)| since.elapsed() < paced(AILING_TIME))
            .unwrap_or((0, Instant::now()));
        *ailing = (count + 1 < AILING).then_some((count + 1, since));
        ailing.is_none()
    }

    /// From now on a bet depends on stages of this length, ms: no pause is so long that much of one
    /// passes in it.
    pub fn depends_on_stages_of(&self, length: u64) {
        self.losses.stage.store(length, Relaxed);
    }

    /// A constant of the chain's runtime.
    ///
    /// # Errors
    ///
    /// [`Failure::Runtime`] if the runtime does not have it.
    pub fn constant<T: DecodeWithMetadata>(&self, address: DefaultAddress<T>) -> Result<T, Error> {
        runtime::constant(&self.api(), address).map_err(|error| self.explained(error))
    }

    fn explained(&self, error: Raw) -> Error {
        if let Some(answer) = answer_of(&error) {
            return Error::Node(answer);
        }
        if is_nothing(&error) {
            return Error::Missing("the node has none".into());
        }
        let Some(what) = runtime::lacking(&error) else {
            return Error::Unreadable(error.into());
        };
        Error::Runtime(format!(
            "the chain at {} runs {}, which has no {what} as this rpsls knows it, so nothing was \
             signed: a newer rpsls may know it",
            self.shown_node(),
            runtime::name(&self.api())
        ))
    }

    /// Connects anew if the chain's runtime was upgraded since the last connection. Returns whether
    /// it was: what could not be read then may be readable now.
    pub async fn follow_upgrade(&self) -> Result<bool, Error> {
        let known = self.api().runtime_version().spec_version;
        let (line, now) = loop {
            let since = Instant::now();
            let Line { api, number, .. } = self.line().clone();
            match api.legacy().state_get_runtime_version(None).await.map_err(Raw::from) {
                Ok(version) => break (number, version.spec_version),
                Err(error) if is_lost(&error) => {
                    self.reconnect(number, since, &brief(&error)).await?;
                }
                Err(error) => return Err(self.explained(error)),
            }
        };
        // A new connection, made after a loss, may have brought the new runtime already.
        if now == known || now == self.api().runtime_version().spec_version {
            return Ok(now != known);
        }
        let why = format!("its runtime is now version {now}, not {known}");
        self.reconnect(line, Instant::now(), &why).await?;
        Ok(true)
    }

    /// How many extrinsics of this account final blocks have, as far as this link has sent them.
    pub(super) fn nonce_taken(&self, account: &Account) -> u64 {
        let taken = self.known.taken.lock().expect("nothing panics that has it");
        let known = taken.get(&account.id).filter(|(set_backs, _)| *set_backs == self.set_backs());
        known.map_or(0, |(_, count)| *count)
    }

    /// Remembers that final blocks have this many extrinsics of the account.
    pub(super) fn note_taken(&self, account: &Account, count: u64) {
        let count = (self.set_backs(), count);
        let mut taken = self.known.taken.lock().expect("nothing panics that has it");
        let known = taken.entry(account.id).or_default();
        *known = count.max(*known);
    }

    /// Connects to the node that is ahead of this one, if one is.
    pub(super) async fn go_to_whoever_is_ahead(&self) -> Result<(), Error> {
        let Line { number, node: here, .. } = self.line().clone();
        let nodes = nodes(&self.url);
        let others = nodes.iter().enumerate().filter(|(at, _)| *at != here);
        let asked = others.map(async |(at, url)| {
            Some((wire::standing(url, self.genesis, paced(SOON)).await?, at))
        });
        let ahead = join_all(asked).await.into_iter().flatten().max();
        // What was known of this node may be old, if this process or the machine was asleep.
        self.newest_block().await?;
        self.last_block().await?;
        let known = self.feed.standing();
        let Some((standing, at)) = ahead.filter(|(standing, _)| is_ahead(*standing, known)) else {
            return Ok(());
        };
        let limits = self.limits();
        let connected = wire::connect(nodes[at], limits, &self.runtime);
        let Ok(Ok(api)) = timeout(paced(CONNECT), connected).await else { return Ok(()) };
        // A number says nothing without its block.
        if !newest_of(&api).await.is_ok_and(|newest| newest.number >= known.newest) {
            return Ok(());
        }
        // Whoever connects holds the lock; another task may have done so meanwhile.
        let _outage = self.losses.outage.lock().await;
        if self.line().number == number {
            notice(&format!(
                "{} is at block {}, and {} at {}: going on there",
                shown(nodes[here]),
                known.newest,
                shown(nodes[at]),
                standing.newest
            ));
            *self.line() = Line { api, number: number + 1, node: at };
        }
        Ok(())
    }

    fn limits(&self) -> Limits {
        limits(self.losses.patience, nodes(&self.url).len())
    }

    /// The addresses of the nodes that are named beside the one that answers.
    pub(super) fn others(&self) -> Vec<String> {
        let here = self.line().node;
        let all = nodes(&self.url).into_iter().enumerate();
        all.filter(|(at, _)| *at != here).map(|(_, url)| url.to_owned()).collect()
    }

    /// Connects again after the connection `lost`, over which a question was asked at `since`. Does
    /// nothing if another task has connected since. Tries the other nodes first.
    async fn reconnect(&self, lost: u32, since: Instant, why: &str) -> Result<(), Error> {
        let mut outage = self.losses.outage.lock().await;
        let Line { number, node: last, .. } = self.line().clone();
        if number != lost {
            return Ok(());
        }
        let nodes = nodes(&self.url);
        let outage = outage.get_or_insert_with(|| {
            let what = if nodes.len() > 1 { "it or another" } else { "it again" };
            let lost = shown(nodes[last]);
            notice(&format!("lost the node at {lost} ({why}), trying to reach {what}"));
            Outage { since, pause: FIRST_PAUSE, strange: vec![] }
        });
        loop {
            let left = self
                .losses
                .patience
                .map(|patience| patience.saturating_sub(outage.since.elapsed()));
            if left.is_some_and(|left| left.is_zero()) {
                return Err(Error::Network(format!(
                    "the node at {} went away, and {} within {} s: anything you sent may still \
                     go through, so check before you send it again",
                    shown(nodes[last]),
                    if nodes.len() > 1 { "no other came" } else { "did not come back" },
                    outage.since.elapsed().as_secs()
                )));
            }
            let most = |time: Duration| left.map_or(time, |left| time.min(left));
            sleep(most(paced(outage.pause))).await;
            let next = next_pause(outage.pause, outage.since.elapsed());
            outage.pause = next.min(longest_pause(self.losses.stage.load(Relaxed)));
            for at in 1..=nodes.len() {
                let node = (last + at) % nodes.len();
                let connected = wire::connect(nodes[node], self.limits(), &self.runtime);
                let Ok(Ok(api)) = timeout(most(paced(CONNECT)), connected).await else { continue };
                if api.genesis_hash().0 == self.genesis.0 {
                    *self.line() = Line { api, number: lost + 1, node };
                    let again = if node == last { " again" } else { "" };
                    notice(&format!("reached {}{again}, going on", shown(nodes[node])));
                    return Ok(());
                }
                if !outage.strange.contains(&node) {
                    outage.strange.push(node);
                    notice(&format!(
                        "another chain answers at {} now: it is left out until this game's own is \
                         back",
                        shown(nodes[node])
                    ));
                }
            }
        }
    }
}

/// The pause after this one, in an outage that has lasted this long.
fn next_pause(pause: Duration, outage: Duration) -> Duration {
    let usual = (pause * 2).min(USUAL_PAUSE);
    match usual == USUAL_PAUSE {
        true => (outage / SHARE).clamp(USUAL_PAUSE, LONGEST_PAUSE),
        false => usual,
    }
}

/// The longest pause while a bet depends on stages of this length, ms, or on none.
fn longest_pause(stage: u64) -> Duration {
    match Duration::from_millis(stage) {
        Duration::ZERO => LONGEST_PAUSE,
        stage => (stage / SHARE_OF_STAGE).clamp(Duration::from_millis(BLOCK_TIME), LONGEST_PAUSE),
    }
}

/// Whether a node with this standing is ahead of one that has not moved for some blocks' time.
fn is_ahead(other: Standing, here: Standing) -> bool {
    other.newest > here.newest + AHEAD || other.last > here.last + AHEAD
}

/// The limits of a connection to one of so many nodes.
fn limits(patience: Option<Duration>, nodes: usize) -> Limits {
    // Time is left to connect again.
    let answer = patience.map_or(CONNECT, |patience| CONNECT.min(patience / 2));
    Limits { answer, has_others: nodes > 1 }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.feed.end();
    }
}

/// The addresses in a comma-separated list.
fn nodes(url: &str) -> Vec<&str> {
    url.split(',').map(str::trim).collect()
}

/// Why this is no address of a node, if it is none.
fn why_no_address(node: &str) -> Option<String> {
    use subxt_rpcs::{Error::Client, utils::validate_url_is_secure};
    let scheme = node.split_once("://").map_or("", |(scheme, _)| scheme);
    if !["ws", "wss"].iter().any(|known| scheme.eq_ignore_ascii_case(known)) {
        return Some("one begins with ws:// or wss://".into());
    }
    match validate_url_is_secure(node) {
        Err(Client(why)) => Some(why.to_string()),
        // One on this computer or in its network need not be secure.
        _ => None,
    }
}

/// Connects to a node for the first time.
///
/// # Errors
///
/// The reason why the node does not answer.
async fn first_connection(
    node: &str,
    others: usize,
    patience: Option<Duration>,
    runtime: &Runtime,
) -> Result<Api, String> {
    let limit = patience.map_or(CONNECT, |patience| patience.min(CONNECT));
    let mut newer = NEWER;
    let mut is_second = false;
    loop {
        match timeout(limit, wire::connect(node, limits(patience, others + 1), runtime)).await {
            Ok(Ok(api)) => return Ok(api),
            Ok(Err(error)) if newer > 0 && is_forgotten(&error) => newer -= 1,
            // One lost connection says little about a node, and so does one answer without a meaning.
            Ok(Err(error))
                if (is_lost(&error) || is_worth_a_second(&error))
                    && !replace(&mut is_second, true) => {}
            Ok(Err(error)) => return Err(brief(&error)),
            Err(_) => return Err("it says nothing".into()),
        }
    }
}

/// The genesis blocks of the chains of these nodes. Nodes that do not answer soon are left out: they
/// are asked again before the client uses them.
async fn chains_of<'a>(nodes: &[&'a str]) -> Vec<(&'a str, H256)> {
    let asked = nodes.iter().map(async |node| Some((*node, wire::genesis(node, SOON).await?)));
    join_all(asked).await.into_iter().flatten().collect()
}

/// The node's own answer, if this is one.
fn answer_of(error: &Raw) -> Option<NodeError> {
    match rpc_of(error)? {
        subxt_rpcs::Error::User(answer) => Some(NodeError::of(answer)),
        _ => None,
    }
}

/// Whether the node itself may be at fault.
fn is_of_ailing_node(error: &Raw) -> bool {
    match answer_of(error) {
        Some(answer) => answer.is_of_ailing_node(),
        None => is_meaningless(error),
    }
}

/// Whether the answer may be another one at once, by what else answers at the same address.
fn is_worth_a_second(error: &Raw) -> bool {
    is_meaningless(error) || answer_of(error).is_some_and(|answer| answer.is_odd())
}

/// Whether an answer has come that is none to the question: it can't be read, or says that there is
/// nothing where each chain has something.
fn is_meaningless(error: &Raw) -> bool {
    use subxt_rpcs::Error::{Decode, Deserialization};
    let is_garbled = matches!(rpc_of(error), Some(Deserialization(_) | Decode(_)));
    is_garbled || is_unreadable(error) || is_nothing(error)
}

/// Whether the node has nothing where there is something on each chain.
fn is_nothing(error: &Raw) -> bool {
    matches!(error, Raw::StorageEntryNotFound)
}

/// Whether the node no longer has the block that the question was about.
fn is_forgotten(error: &Raw) -> bool {
    answer_of(error).is_some_and(|answer| answer.is_forgotten())
}

/// Whether the client can't decode the node's answer, which may be from a later runtime.
fn is_unreadable(error: &Raw) -> bool {
    match error {
        Raw::Codec(_) | Raw::Metadata(_) => true,
        Raw::Subxt(error) => matches!(
            **error,
            subxt::Error::Codec(_)
                | subxt::Error::Metadata(_)
                | subxt::Error::MetadataDecoding(_)
                | subxt::Error::Decode(_)
                | subxt::Error::Block(_)
        ),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gsdk::ext::subxt::error::RpcError;

    #[test]
    fn why_a_connection_is_lost_is_told_once_and_asks_for_no_restart() {
        let client = |text: &'static str| subxt_rpcs::Error::Client(text.into());
        let told = |text| {
            [
                brief(&Raw::SubxtRpc(client(text))),
                brief(&Raw::Subxt(Box::new(RpcError::ClientError(client(text)).into()))),
            ]
        };
        assert_eq!(told("Connection refused"), ["Connection refused"; 2]);
        let closed = "The background task closed connection closed; restart required";
        assert_eq!(told(closed), ["the connection is closed"; 2]);
    }

    #[test]
    fn pauses_grow_to_a_minute_and_are_a_quarter_of_a_long_outage_at_most() {
        let mut since = Duration::ZERO;
        let mut pause = FIRST_PAUSE;
        let mut pauses = vec![];
        while since < Duration::from_secs(600) {
            since += pause;
            pause = next_pause(pause, since);
            pauses.push((since, pause));
        }
        assert!(pauses.len() < 30, "no storm: {pauses:?}");
        assert_eq!(pauses.last().unwrap().1, LONGEST_PAUSE);
        assert!(pauses.iter().all(|(since, pause)| *pause <= (*since / SHARE).max(USUAL_PAUSE)));
    }

    #[test]
    fn no_pause_takes_more_than_a_tenth_of_a_stage_that_a_bet_depends_on() {
        let longest = |stage| longest_pause(stage).as_millis() as u64;
        assert_eq!([0, 3_600_000].map(longest), [60_000; 2]);
        assert_eq!([120_000, 60_000, 5_000].map(longest), [12_000, 6_000, BLOCK_TIME]);
    }

    #[test]
    fn a_node_is_ahead_if_its_blocks_or_its_final_ones_are() {
        let here = Standing { last: 10, newest: 14 };
        let is = |last, newest| is_ahead(Standing { last, newest }, here);
        assert!(!is(10, 14) && !is(12, 16) && !is(3, 4), "a little is chance");
        assert!(is(10, 17) && is(13, 14));
    }
}
