//! The connection to a node. The node may go away and come back, or another node of its chain may
//! take over.

use crate::{
    chain::{
        block::{BlockHash, BlockId, Head},
        feed::{Feed, News},
        runtime, wire,
    },
    failure::Failure,
    words::notices::notice,
};
use anyhow::{Context, Result, ensure};
use futures::future::join_all;
use gprimitives::H256;
use gsdk::{
    Api, Error, GearConfig,
    ext::{
        subxt::{
            self, config::Header as _, constants::DefaultAddress, error::RpcError, events::Events,
            metadata::DecodeWithMetadata,
        },
        subxt_rpcs,
    },
    gear,
};
use std::{
    sync::{Arc, Mutex, MutexGuard, atomic::AtomicBool},
    time::{Duration, Instant},
};
use thiserror::Error as ThisError;
use tokio::{
    sync::Mutex as Turns,
    time::{sleep, timeout},
};

/// How long a node may take to answer.
const ANSWER: Duration = Duration::from_secs(20);
/// How long a node may take to say which chain it serves, while another one answers.
const SOON: Duration = Duration::from_secs(3);
/// How long to wait for the announcement of a new block before asking for it.
const QUIET: Duration = Duration::from_secs(5);
/// How long a chain may make no block before the client tells the player.
const SILENCE: Duration = Duration::from_secs(30);
/// The pauses between tries to connect again. Each is twice as long as the one before, up to the
/// last.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LAST_PAUSE: Duration = Duration::from_secs(10);
/// How often to repeat a question about a newer block. A node that keeps few blocks may have
/// forgotten the one that was newest when the question began.
const NEWER: u32 = 3;

// A node's answer if it has forgotten a block, and if its runtime refuses.
const FORGOTTEN: i32 = 4003;
const RUNTIME_ERROR: i32 = 8000;

/// A connection to a node, or to one of several of the same chain. It connects again whenever the
/// connection is lost.
pub struct Link {
    /// The addresses as the user named them, separated by commas.
    url: String,
    genesis: H256,
    line: Mutex<Line>,
    /// How long to try to connect again; `None` for ever.
    patience: Option<Duration>,
    /// Set from when the connection is lost until the node answers a question again. Whoever holds
    /// this lock does the connecting.
    outage: Turns<Option<Outage>>,
    /// The blocks that the node announces.
    feed: Arc<Feed>,
    /// Whoever holds this lock subscribes to new blocks.
    subscribing: Turns<()>,
    /// The last block whose events were read, with these events.
    events: Mutex<Option<(BlockHash, Events<GearConfig>)>>,
    /// Whether the node has no method that reads a program's state.
    pub(super) has_no_state: AtomicBool,
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

/// A node's answer to a question that it can't answer.
#[derive(Debug, ThisError)]
#[error("{}", self.reason())]
pub struct NodeError {
    pub code: i32,
    /// The title, which is often the same for different errors.
    message: String,
    /// The details, if the node gives any.
    data: Option<String>,
}

impl NodeError {
    /// What went wrong, in as much detail as the node gives.
    pub fn reason(&self) -> &str {
        self.data.as_deref().unwrap_or(&self.message)
    }

    /// Whether the chain or a program says this, and not the node itself.
    pub fn is_of_runtime(&self) -> bool {
        self.code == RUNTIME_ERROR
    }

    /// Whether the node no longer has the block that the question was about.
    pub fn is_forgotten(&self) -> bool {
        self.code == FORGOTTEN
    }

    /// Whether the node has no such method.
    pub fn is_unknown_method(&self) -> bool {
        self.code == wire::NO_SUCH_METHOD
    }

    /// Whether the title or the reason contains this.
    pub fn says(&self, what: &str) -> bool {
        self.message.contains(what) || self.reason().contains(what)
    }

    fn of(error: &Error) -> Option<Self> {
        let subxt_rpcs::Error::User(error) = rpc_of(error)? else {
            return None;
        };
        let data = error.data.as_ref().map(|data| plain(data.get()));
        let data = data.filter(|data| !data.is_empty());
        Some(Self { code: error.code, message: error.message.clone(), data })
    }
}

/// The reason why a question has no readable answer: the innermost reason only, since the errors
/// around it repeat it.
#[derive(Debug, ThisError)]
#[error("{}", brief(.0))]
pub struct Unanswered(pub Error);

/// JSON as a person reads it: text without its quotes, which nodes put around it twice.
fn plain(json: &str) -> String {
    let text = serde_json::from_str::<String>(json).unwrap_or_else(|_| json.into());
    text.trim().trim_matches('"').into()
}

impl Link {
    /// Connects to the first of these nodes that answers. Commas separate several nodes.
    ///
    /// # Errors
    ///
    /// If no node answers: the first connection is not tried again. If nodes that answer serve
    /// different chains.
    pub async fn connect(url: &str, patience: Option<Duration>) -> Result<Arc<Self>> {
        let nodes = nodes(url);
        for node in &nodes {
            ensure!(
                node.starts_with("ws://") || node.starts_with("wss://"),
                Failure::Usage(format!(
                    "“{node}” is no node's address: one begins with ws:// or wss://"
                ))
            );
        }
        let mut whys = vec![];
        for (at, node) in nodes.iter().enumerate() {
            match first_connection(node, patience).await {
                Ok(api) => {
                    let later = &nodes[at + 1..];
                    refuse_other_chains(node, H256(api.genesis_hash().0), later).await?;
                    if at > 0 {
                        notice(&format!("no node answers at {}: using {node}", whys.join(", ")));
                    }
                    return Ok(Arc::new(Self::of(url, at, api, patience)));
                }
                Err(why) => whys.push(format!("{node} ({why})")),
            }
        }
        Err(Failure::network(format!(
            "no node answers at {}: check the address and the network; `rpsls node` starts one for \
             development",
            whys.join(", ")
        )))
    }

    fn of(url: &str, node: usize, api: Api, patience: Option<Duration>) -> Self {
        Self {
            url: url.into(),
            genesis: H256(api.genesis_hash().0),
            line: Mutex::new(Line { api, number: 0, node }),
            patience,
            outage: Turns::default(),
            feed: Arc::default(),
            subscribing: Turns::default(),
            events: Mutex::default(),
            has_no_state: AtomicBool::new(false),
        }
    }

    /// The addresses as the user named them.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The address of the node that answers.
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
    pub async fn ask<T>(&self, question: impl AsyncFn(&Api) -> Result<T, Error>) -> Result<T> {
        let mut newer = NEWER;
        loop {
            let asked = Instant::now();
            let Line { api, number, .. } = self.line().clone();
            let answer = question(&api).await;
            if let Err(error) = &answer
                && is_lost(error)
            {
                self.reconnect(number, asked, &brief(error)).await?;
                continue;
            }
            if let Ok(mut outage) = self.outage.try_lock() {
                *outage = None;
            }
            let error = match answer {
                Ok(answer) => return Ok(answer),
                Err(error) => error,
            };
            if is_unreadable(&error) && self.follow_upgrade().await? {
                continue;
            }
            if !is_forgotten(&error) || newer == 0 {
                return Err(self.explained(error));
            }
            newer -= 1;
        }
    }

    /// A constant of the chain's runtime.
    ///
    /// # Errors
    ///
    /// [`Failure::Runtime`] if the runtime does not have it.
    pub fn constant<T: DecodeWithMetadata>(&self, address: DefaultAddress<T>) -> Result<T> {
        runtime::constant(&self.api(), address).map_err(|error| self.explained(error))
    }

    fn explained(&self, error: Error) -> anyhow::Error {
        if let Some(said) = NodeError::of(&error) {
            return said.into();
        }
        let Some(what) = runtime::lacking(&error) else { return Unanswered(error).into() };
        Failure::Runtime(format!(
            "the chain at {} runs {}, which has no {what} as this rpsls knows it, so nothing was \
             signed: a newer rpsls may know it",
            self.node(),
            runtime::name(&self.api())
        ))
        .into()
    }

    /// Connects anew if the chain's runtime was upgraded since the last connection. Returns whether
    /// it was: what could not be read then may be readable now.
    pub async fn follow_upgrade(&self) -> Result<bool> {
        let known = self.api().runtime_version().spec_version;
        let (line, now) = loop {
            let asked = Instant::now();
            let Line { api, number, .. } = self.line().clone();
            match api.legacy().state_get_runtime_version(None).await.map_err(Error::from) {
                Ok(version) => break (number, version.spec_version),
                Err(error) if is_lost(&error) => {
                    self.reconnect(number, asked, &brief(&error)).await?;
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

    /// The last finalized block, with its time.
    pub async fn head(&self) -> Result<Head> {
        let last = self.last_block().await?;
        self.with_time(last).await
    }

    /// The last finalized block, once there is one after this number. If the chain went back behind
    /// this number, it returns at once.
    pub async fn head_after(&self, number: u32) -> Result<Head> {
        let block = self.block_after(number).await?;
        self.with_time(block).await
    }

    /// The last finalized block after this number, as [`Self::head_after`] returns it, without its
    /// time.
    pub async fn block_after(&self, number: u32) -> Result<BlockId> {
        let mut news = self.news();
        loop {
            let last = self.last_block().await?;
            // Nobody has seen later blocks, unless the chain went back behind them.
            if last.number != number {
                return Ok(last);
            }
            self.wait_for(&mut news).await?;
        }
    }

    /// The chain's time as of a block, ms.
    pub async fn time_at(&self, block: BlockHash) -> Result<u64> {
        self.ask(async |api| {
            let now = runtime::read(api, gear::storage().timestamp().now(), Some(block)).await?;
            now.ok_or(Error::StorageEntryNotFound)
        })
        .await
        .context("the chain's time can't be read")
    }

    async fn with_time(&self, BlockId { number, hash }: BlockId) -> Result<Head> {
        let timestamp = self.time_at(hash).await?;
        Ok(Head { number, hash, timestamp })
    }

    /// The hash of the finalized block with this number. Waits until there is one.
    ///
    /// # Errors
    ///
    /// If the node has forgotten it, or the chain went back behind it.
    pub async fn block(&self, number: u32) -> Result<BlockHash> {
        let last = match self.feed.last() {
            Some(last) if last.number >= number => last,
            _ => self.block_after(number.saturating_sub(1)).await?,
        };
        ensure!(last.number >= number, "the chain has gone back behind block {number}");
        self.hash_of(number).await?.with_context(|| format!("the node has no block {number}"))
    }

    /// The hash of an earlier finalized block, unless the node has forgotten it.
    pub async fn hash_of(&self, number: u32) -> Result<Option<BlockHash>> {
        if let Some(hash) = self.feed.hash_of(number) {
            return Ok(Some(hash));
        }
        self.asked_hash_of(number).await
    }

    async fn asked_hash_of(&self, number: u32) -> Result<Option<BlockHash>> {
        self.ask(async |api| Ok(api.legacy().chain_get_block_hash(Some(number.into())).await?))
            .await
            .with_context(|| format!("the node can't say which block {number} is"))
    }

    /// The events of a block.
    pub async fn events(&self, block: BlockHash) -> Result<Events<GearConfig>> {
        let last = || self.events.lock().expect("nothing panics that has it");
        if let Some((of, events)) = &*last()
            && *of == block
        {
            return Ok(events.clone());
        }
        let read = self.ask(async |api| {
            let events = api.events().at(block).await?;
            // Whether the events can be read at all may depend on the runtime's version.
            for event in events.iter() {
                event?;
            }
            Ok(events)
        });
        let events = read.await?;
        *last() = Some((block, events.clone()));
        Ok(events)
    }

    /// The last finalized block. While announcements come, the last one announced.
    pub async fn last_block(&self) -> Result<BlockId> {
        let line = self.line().number;
        match self.feed.fresh(line, QUIET) {
            Some(last) => Ok(last),
            None => self.ask_for_last_block().await,
        }
    }

    async fn ask_for_last_block(&self) -> Result<BlockId> {
        let asked = async || -> Result<_> {
            let hash =
                self.ask(async |api| Ok(api.legacy().chain_get_finalized_head().await?)).await?;
            if let Some(last) = self.feed.last()
                && last.hash == hash
            {
                return Ok((last, None));
            }
            let header = self
                .ask(async |api| Ok(api.legacy().chain_get_header(Some(hash)).await?))
                .await?
                .with_context(|| format!("the node has no block {hash:?}"))?;
            Ok((BlockId { number: header.number(), hash }, Some(header.parent_hash)))
        };
        let (block, parent) = asked().await.context("the chain's last block can't be read")?;
        let Some(parent) = parent else {
            return Ok(block);
        };
        if let Some(last) = self.feed.last()
            && block.number < last.number
        {
            // A node that is behind others has the later block too, but does not count it as final
            // yet.
            if self.asked_hash_of(last.number).await? == Some(last.hash) {
                return Ok(last);
            }
            self.feed.go_back_before(block.number + 1);
        }
        self.forget_what_is_no_more(block.number).await?;
        Ok(self.feed.note(block, parent))
    }

    /// Checks the known blocks if the final block with this number is not the next after them: the
    /// chain may have gone back, and then grown past them.
    async fn forget_what_is_no_more(&self, number: u32) -> Result<()> {
        if self.feed.last().is_none_or(|last| number <= last.number + 1) {
            return Ok(());
        }
        let mut gone = None;
        for BlockId { number, hash } in self.feed.newest_first() {
            match self.asked_hash_of(number).await? {
                Some(other) if other != hash => gone = Some(number),
                _ => break,
            }
        }
        if let Some(first) = gone {
            self.feed.go_back_before(first);
        }
        Ok(())
    }

    /// What is announced from now on. This does not subscribe.
    pub fn news(&self) -> News {
        self.feed.news()
    }

    /// Subscribes to new blocks.
    pub async fn subscribe(&self) -> Result<()> {
        let _turn = self.subscribing.lock().await;
        let line = self.line().number;
        if self.feed.is_followed(line) {
            return Ok(());
        }
        let subscribed =
            self.ask(async |api| Ok(api.legacy().chain_subscribe_finalized_heads().await?));
        let stream = subscribed.await.context("the node announces no blocks")?;
        // The connection may have changed meanwhile. The next call notices that.
        self.feed.follow(line, self.api().hasher(), stream);
        // The subscription does not announce earlier blocks, nor that the chain has changed.
        self.ask_for_last_block().await.map(drop)
    }

    /// Returns once there is news, or none was for a while.
    pub async fn wait_for(&self, news: &mut News) -> Result<()> {
        self.subscribe().await?;
        match timeout(QUIET, news.next()).await {
            Err(_) => self.tell_of_silence(),
            // The next question shows whether the connection is lost too.
            Ok(()) if !self.feed.is_followed(self.line().number) => sleep(FIRST_PAUSE).await,
            Ok(()) => {}
        }
        Ok(())
    }

    fn tell_of_silence(&self) {
        if let Some(silent) = self.feed.tell_of_silence(SILENCE) {
            notice(&format!(
                "{} has had no new final block for {} s, and nothing happens without one: a \
                 development node with --instant makes blocks for messages only, or with \
                 `rpsls dev advance`",
                self.node(),
                silent.as_secs()
            ));
        }
    }

    /// Connects again after the connection `lost`, over which a question was asked at `asked`. Does
    /// nothing if another task has connected since. Tries the same node first, then the next one.
    async fn reconnect(&self, lost: u32, asked: Instant, why: &str) -> Result<()> {
        let mut outage = self.outage.lock().await;
        let Line { number, node: last, .. } = self.line().clone();
        if number != lost {
            return Ok(());
        }
        let nodes = nodes(&self.url);
        let outage = outage.get_or_insert_with(|| {
            let what = if nodes.len() > 1 { "it or another" } else { "it again" };
            notice(&format!("lost the node at {} ({why}), trying to reach {what}", nodes[last]));
            Outage { since: asked, pause: FIRST_PAUSE, strange: vec![] }
        });
        loop {
            let left =
                self.patience.map(|patience| patience.saturating_sub(outage.since.elapsed()));
            if left.is_some_and(|left| left.is_zero()) {
                return Err(Failure::network(format!(
                    "the node at {} went away, and {} within {} s: anything you sent may still \
                     go through, so check before you send it again",
                    nodes[last],
                    if nodes.len() > 1 { "no other came" } else { "did not come back" },
                    outage.since.elapsed().as_secs()
                )));
            }
            let most = |time: Duration| left.map_or(time, |left| time.min(left));
            sleep(most(outage.pause)).await;
            outage.pause = (outage.pause * 2).min(LAST_PAUSE);
            let mut strange = 0;
            for at in 0..nodes.len() {
                let node = (last + at) % nodes.len();
                let connected = wire::connect(nodes[node], answer_limit(self.patience));
                let Ok(Ok(api)) = timeout(most(ANSWER), connected).await else { continue };
                if api.genesis_hash().0 == self.genesis.0 {
                    *self.line() = Line { api, number: lost + 1, node };
                    let again = if node == last { " again" } else { "" };
                    notice(&format!("reached {}{again}, going on", nodes[node]));
                    return Ok(());
                }
                strange += 1;
                let what = format!("another chain answers at {} now", nodes[node]);
                ensure!(
                    strange < nodes.len(),
                    Failure::Network(format!("{what}: this game is not on it"))
                );
                if !outage.strange.contains(&node) {
                    outage.strange.push(node);
                    notice(&format!("{what}: it is left out"));
                }
            }
        }
    }
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

/// Connects to a node for the first time.
///
/// # Errors
///
/// The reason why the node does not answer.
async fn first_connection(node: &str, patience: Option<Duration>) -> Result<Api, String> {
    let limit = patience.map_or(ANSWER, |patience| patience.min(ANSWER));
    let mut newer = NEWER;
    loop {
        match timeout(limit, wire::connect(node, answer_limit(patience))).await {
            Ok(Ok(api)) => return Ok(api),
            Ok(Err(error)) if newer > 0 && is_forgotten(&error) => newer -= 1,
            Ok(Err(error)) => return Err(brief(&error)),
            Err(_) => return Err("it says nothing".into()),
        }
    }
}

/// Asks the nodes that may replace this one which chain they serve. Nodes that do not answer soon
/// are asked again before the client uses them.
///
/// # Errors
///
/// [`Failure::Usage`] if one serves another chain.
async fn refuse_other_chains(node: &str, genesis: H256, others: &[&str]) -> Result<()> {
    let asked = others.iter().map(async |other| (*other, wire::genesis(other, SOON).await));
    for (other, found) in join_all(asked).await {
        ensure!(
            found.is_none_or(|found| found == genesis),
            Failure::Usage(format!(
                "the nodes {node} and {other} are of different chains, and a game is on one of them: \
                 name nodes of one chain"
            ))
        );
    }
    Ok(())
}

/// How long an answer may take, so that time is left to connect again.
fn answer_limit(patience: Option<Duration>) -> Duration {
    patience.map_or(ANSWER, |patience| ANSWER.min(patience / 2))
}

/// Whether the node no longer has the block that the question was about.
fn is_forgotten(error: &Error) -> bool {
    NodeError::of(error).is_some_and(|said| said.is_forgotten())
}

/// Whether the connection failed, and not the node's answer.
fn is_lost(error: &Error) -> bool {
    match error {
        Error::SubscriptionDied | Error::ClientError(_) | Error::Io(_) => true,
        Error::SubxtRpc(error) => is_rpc_lost(error),
        Error::Subxt(error) => match &**error {
            subxt::Error::Rpc(RpcError::ClientError(error)) => is_rpc_lost(error),
            subxt::Error::Rpc(RpcError::SubscriptionDropped) | subxt::Error::Io(_) => true,
            _ => false,
        },
        _ => false,
    }
}

fn is_rpc_lost(error: &subxt_rpcs::Error) -> bool {
    matches!(error, subxt_rpcs::Error::Client(_) | subxt_rpcs::Error::DisconnectedWillReconnect(_))
}

/// Whether the client can't decode the node's answer, which may be from a later runtime.
fn is_unreadable(error: &Error) -> bool {
    match error {
        Error::Codec(_) | Error::Metadata(_) => true,
        Error::Subxt(error) => matches!(
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

/// The error between client and node, if this is one.
fn rpc_of(error: &Error) -> Option<&subxt_rpcs::Error> {
    match error {
        Error::SubxtRpc(error) => Some(error),
        Error::Subxt(error) => match &**error {
            subxt::Error::Rpc(RpcError::ClientError(error)) => Some(error),
            _ => None,
        },
        _ => None,
    }
}

/// The innermost reason of an error.
fn brief(error: &Error) -> String {
    // The errors around it show the same text, and give no source.
    let mut reason = rpc_of(error).map_or(error as &dyn std::error::Error, |rpc| rpc);
    loop {
        reason = match (reason.downcast_ref(), reason.source()) {
            // This error does not return its cause as a source.
            (Some(subxt_rpcs::Error::Client(source)), _) => &**source,
            (_, Some(source)) => source,
            (_, None) => break,
        };
    }
    let reason = reason.to_string();
    // The user has to restart nothing: the client connects again itself.
    match reason.contains("restart required") {
        true => "it closed the connection".into(),
        false => reason,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn why_a_connection_is_lost_is_told_once_and_asks_for_no_restart() {
        let client = |text: &'static str| subxt_rpcs::Error::Client(text.into());
        let told = |text| {
            [
                brief(&Error::SubxtRpc(client(text))),
                brief(&Error::Subxt(Box::new(RpcError::ClientError(client(text)).into()))),
            ]
        };
        assert_eq!(told("Connection refused"), ["Connection refused"; 2]);
        let closed = "The background task closed connection closed; restart required";
        assert_eq!(told(closed), ["it closed the connection"; 2]);
    }

    fn answered(data: Option<&str>) -> NodeError {
        let data = data.map(|data| serde_json::value::RawValue::from_string(data.into()).unwrap());
        let error = subxt_rpcs::UserError { code: 8000, message: "Runtime error".into(), data };
        NodeError::of(&Error::SubxtRpc(subxt_rpcs::Error::User(error))).unwrap()
    }

    #[test]
    fn what_a_node_says_is_its_data_and_only_without_one_the_title() {
        let trap = r#""\"Program terminated with a trap: 'Unable to call a forbidden function'\"""#;
        let plain = "Program terminated with a trap: 'Unable to call a forbidden function'";
        assert_eq!(answered(Some(trap)).to_string(), plain);
        let outdated = r#""Transaction is outdated""#;
        assert_eq!(answered(Some(outdated)).reason(), "Transaction is outdated");
        assert_eq!(answered(Some(r#"{"why":7}"#)).reason(), r#"{"why":7}"#);
        for nothing in [None, Some(r#""""#)] {
            assert_eq!(answered(nothing).reason(), "Runtime error");
        }
    }
}
