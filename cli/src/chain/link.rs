//! The connection to a node, which may go away and come back.

use crate::{chain::runtime, failure::Failure, screen::output::notice};
use anyhow::{Context, Result, ensure};
use gprimitives::H256;
use gsdk::{
    Api, Error, GearConfig,
    ext::{
        subxt::{
            self, OnlineClient, blocks::Block, config::Header as _, constants::DefaultAddress,
            error::RpcError, metadata::DecodeWithMetadata,
        },
        subxt_rpcs,
    },
    gear,
};
use std::{
    io::{self, ErrorKind},
    time::{Duration, Instant},
};
use thiserror::Error as ThisError;
use tokio::time::{sleep, timeout};

/// How long a node may take to answer.
const ANSWER: Duration = Duration::from_secs(20);
/// How long to wait for word of a new block before asking for it.
const QUIET: Duration = Duration::from_secs(5);
/// For how long a chain may make no block before that is told.
const SILENCE: Duration = Duration::from_secs(30);
/// The pauses between tries to connect again: twice as long each time, from
/// the first to the last.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LAST_PAUSE: Duration = Duration::from_secs(10);

/// A finalized block.
///
/// The client believes no others: a block that is not final can be undone, and
/// an opening revealed in view of one would have given the move away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    pub number: u32,
    pub hash: BlockHash,
    /// The chain's time, ms.
    pub timestamp: u64,
}

pub type BlockHash = subxt::utils::H256;

type Heads = subxt::backend::StreamOfResults<Block<GearConfig, OnlineClient<GearConfig>>>;

/// A node, connected to again whenever the connection is lost.
pub struct Link {
    url: String,
    api: Api,
    genesis: H256,
    /// Tells of new blocks, while the connection lasts.
    heads: Option<Heads>,
    /// For how long to try to connect again; always, if there is none.
    patience: Option<Duration>,
    /// Since the connection was lost, until the node answers a question again.
    outage: Option<Outage>,
    /// When the node last had a block, and whether its silence was told of.
    silence: Silence,
}

/// A time in which the node answers nothing, whether it takes connections or not.
struct Outage {
    since: Instant,
    /// Before the next try.
    pause: Duration,
}

struct Silence {
    since: Instant,
    is_told: bool,
}

/// What a node says to a question that it can't answer.
#[derive(Debug, ThisError)]
#[error("{}", self.reason())]
pub struct NodeError {
    pub code: i32,
    /// The title, often the same for whatever went wrong.
    message: String,
    /// What went wrong, if the node says.
    data: Option<String>,
}

impl NodeError {
    /// What went wrong, as closely as the node says it.
    pub fn reason(&self) -> &str {
        self.data.as_deref().unwrap_or(&self.message)
    }

    /// Whether the title or the reason has this in it.
    pub fn says(&self, what: &str) -> bool {
        self.message.contains(what) || self.reason().contains(what)
    }

    fn of(error: &Error) -> Option<Self> {
        let rpc = match error {
            Error::SubxtRpc(error) => error,
            Error::Subxt(error) => match &**error {
                subxt::Error::Rpc(RpcError::ClientError(error)) => error,
                _ => return None,
            },
            _ => return None,
        };
        let subxt_rpcs::Error::User(error) = rpc else {
            return None;
        };
        let data = error.data.as_ref().map(|data| plain(data.get()));
        let data = data.filter(|data| !data.is_empty());
        Some(Self { code: error.code, message: error.message.clone(), data })
    }
}

/// JSON as a person reads it: a text without its quotes, which nodes put around
/// it twice.
fn plain(json: &str) -> String {
    let text = serde_json::from_str::<String>(json).unwrap_or_else(|_| json.into());
    text.trim().trim_matches('"').into()
}

impl Link {
    /// Connects to the node.
    ///
    /// # Errors
    ///
    /// If none answers there. The first time, nothing is tried again.
    pub async fn connect(url: &str, patience: Option<Duration>) -> Result<Self> {
        ensure!(
            url.starts_with("ws://") || url.starts_with("wss://"),
            Failure::Usage(format!(
                "“{url}” is no node's address: one begins with ws:// or wss://"
            ))
        );
        let api = connect(url).await.map_err(|error| {
            Failure::network(format!(
                "no node answers at {url}: is the address right, and the network up? `rpsls node` \
                 starts one for development ({})",
                brief(&error)
            ))
        })?;
        let genesis = api.genesis_hash();
        Ok(Self {
            url: url.into(),
            api,
            genesis: H256(genesis.0),
            heads: None,
            patience,
            outage: None,
            silence: Silence { since: Instant::now(), is_told: false },
        })
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    /// Names the chain.
    pub fn genesis(&self) -> H256 {
        self.genesis
    }

    /// The node's interface, for what needs no answer.
    pub fn api(&self) -> &Api {
        &self.api
    }

    /// Asks the node, again after each loss of the connection, and once more if
    /// the chain has another runtime than when the client connected.
    ///
    /// The question must not mind being asked twice.
    ///
    /// # Errors
    ///
    /// [`NodeError`] if that is the node's answer, or [`Failure::Network`] once
    /// patience is at its end.
    pub async fn ask<T>(&mut self, question: impl AsyncFn(&Api) -> Result<T, Error>) -> Result<T> {
        loop {
            let error = match question(&self.api).await {
                Ok(answer) => {
                    self.outage = None;
                    return Ok(answer);
                }
                Err(error) => error,
            };
            if is_lost(&error) {
                self.reconnect(&brief(&error)).await?;
                continue;
            }
            self.outage = None;
            if is_unreadable(&error) && self.follow_upgrade().await? {
                continue;
            }
            return Err(self.explained(error));
        }
    }

    /// A number that the chain's runtime names.
    ///
    /// # Errors
    ///
    /// [`Failure::Runtime`] if it does not.
    pub fn constant<T: DecodeWithMetadata>(&self, address: DefaultAddress<T>) -> Result<T> {
        runtime::constant(&self.api, address).map_err(|error| self.explained(error))
    }

    fn explained(&self, error: Error) -> anyhow::Error {
        if let Some(said) = NodeError::of(&error) {
            return said.into();
        }
        let Some(what) = runtime::lacking(&error) else { return error.into() };
        Failure::Runtime(format!(
            "the chain at {} runs {}, which has no {what} as this rpsls knows it, so nothing was \
             signed: a newer rpsls may know it",
            self.url,
            runtime::name(&self.api)
        ))
        .into()
    }

    /// Connects anew if the chain's runtime has been upgraded since the last time.
    /// Returns whether it was: then what can't be read may be now.
    pub async fn follow_upgrade(&mut self) -> Result<bool> {
        let known = self.api.runtime_version().spec_version;
        let now = loop {
            match self.api.legacy().state_get_runtime_version(None).await.map_err(Error::from) {
                Ok(version) => break version.spec_version,
                Err(error) if is_lost(&error) => self.reconnect(&brief(&error)).await?,
                Err(error) => return Err(error.into()),
            }
        };
        // The loss of a connection may have brought the new one.
        if now == known || now == self.api.runtime_version().spec_version {
            return Ok(now != known);
        }
        self.reconnect(&format!("its runtime is now version {now}, not {known}")).await?;
        Ok(true)
    }

    /// The last finalized block.
    pub async fn head(&mut self) -> Result<Head> {
        self.ask(async |api| {
            let hash = api.legacy().chain_get_finalized_head().await?;
            head_of(api, hash).await
        })
        .await
    }

    /// The last finalized block, once there is one after this number.
    pub async fn head_after(&mut self, number: u32) -> Result<Head> {
        loop {
            let head = self.head().await?;
            if head.number > number {
                return Ok(head);
            }
            self.wait_for_news().await?;
        }
    }

    /// The hash of the finalized block of this number, once it is there.
    pub async fn block(&mut self, number: u32) -> Result<BlockHash> {
        self.head_after(number.saturating_sub(1)).await?;
        let hash = self
            .ask(async |api| Ok(api.legacy().chain_get_block_hash(Some(number.into())).await?))
            .await?;
        hash.with_context(|| format!("the node has no block {number}"))
    }

    /// Returns when a block was announced, or when none was for a while.
    async fn wait_for_news(&mut self) -> Result<()> {
        if self.heads.is_none() {
            let heads = self.ask(async |api| Ok(api.blocks().subscribe_finalized().await?)).await?;
            self.heads = Some(heads);
            // There may have been one in between.
            return Ok(());
        }
        let heads = self.heads.as_mut().expect("subscribed above");
        match timeout(QUIET, heads.next()).await {
            Ok(Some(Ok(_))) => self.silence = Silence { since: Instant::now(), is_told: false },
            Err(_) => self.tell_of_silence(),
            // Whether the connection is lost too shows with the next question.
            Ok(None | Some(Err(_))) => {
                self.heads = None;
                sleep(FIRST_PAUSE).await;
            }
        }
        Ok(())
    }

    fn tell_of_silence(&mut self) {
        if !self.silence.is_told && self.silence.since.elapsed() >= SILENCE {
            self.silence.is_told = true;
            notice(&format!(
                "{} has had no new final block for {} s, and nothing happens without one: a \
                 development node with --instant makes blocks for messages only, or with \
                 `rpsls dev advance`",
                self.url,
                self.silence.since.elapsed().as_secs()
            ));
        }
    }

    async fn reconnect(&mut self, why: &str) -> Result<()> {
        self.heads = None;
        if self.outage.is_none() {
            self.outage = Some(Outage { since: Instant::now(), pause: FIRST_PAUSE });
            notice(&format!("lost the node at {} ({why}), trying to reach it again", self.url));
        }
        loop {
            let outage = self.outage.as_mut().expect("it began above");
            if self.patience.is_some_and(|patience| outage.since.elapsed() >= patience) {
                return Err(Failure::network(format!(
                    "the node at {} went away, and did not come back within {} s: try again, \
                     nothing that was sent is lost",
                    self.url,
                    outage.since.elapsed().as_secs()
                )));
            }
            sleep(outage.pause).await;
            outage.pause = (outage.pause * 2).min(LAST_PAUSE);
            if let Ok(api) = connect(&self.url).await {
                ensure!(
                    api.genesis_hash().0 == self.genesis.0,
                    Failure::Network(format!(
                        "another chain answers at {} now: this game is not on it",
                        self.url
                    ))
                );
                self.api = api;
                notice(&format!("reached {} again, going on", self.url));
                return Ok(());
            }
        }
    }
}

async fn connect(url: &str) -> Result<Api, Error> {
    // The builder's own limit does not hold for the handshake.
    match timeout(ANSWER, Api::builder().uri(url).timeout(ANSWER).build()).await {
        Ok(connected) => connected,
        Err(_) => Err(Error::Io(io::Error::new(ErrorKind::TimedOut, "it says nothing"))),
    }
}

async fn head_of(api: &Api, hash: BlockHash) -> Result<Head, Error> {
    let header = api.legacy().chain_get_header(Some(hash)).await?;
    let number = header.ok_or(Error::StorageEntryNotFound)?.number();
    let now = runtime::read(api, gear::storage().timestamp().now(), Some(hash)).await?;
    let timestamp = now.ok_or(Error::StorageEntryNotFound)?;
    Ok(Head { number, hash, timestamp })
}

/// Whether this is about the connection, and not the node's answer.
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

/// Whether the node's answer made no sense: it may be from a later runtime.
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

/// The innermost reason.
fn brief(error: &Error) -> String {
    let mut reason: &dyn std::error::Error = error;
    while let Some(source) = reason.source() {
        reason = source;
    }
    reason.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(
            answered(Some(r#""Transaction is outdated""#)).reason(),
            "Transaction is outdated"
        );
        assert_eq!(answered(Some(r#"{"why":7}"#)).reason(), r#"{"why":7}"#);
        for nothing in [None, Some(r#""""#)] {
            assert_eq!(answered(nothing).reason(), "Runtime error");
        }
    }
}
