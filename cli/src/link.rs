//! The connection to a node, which may go away and come back.

use crate::failure::Failure;
use anyhow::{Context, Result, ensure};
use gprimitives::H256;
use gsdk::{
    Api, Error, GearConfig,
    ext::{
        subxt::{self, OnlineClient, blocks::Block, config::Header as _, error::RpcError},
        subxt_rpcs,
    },
};
use std::{
    io::{self, ErrorKind, Write},
    time::{Duration, Instant},
};
use tokio::time::{sleep, timeout};

/// How long a node may take to answer.
const ANSWER: Duration = Duration::from_secs(20);
/// How long to wait for word of a new block before asking for it.
const QUIET: Duration = Duration::from_secs(5);
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
        Ok(Self { url: url.into(), api, genesis: H256(genesis.0), heads: None, patience })
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

    /// Asks the node, again after each loss of the connection.
    ///
    /// The question must not mind being asked twice.
    ///
    /// # Errors
    ///
    /// The node's answer if it is an error, or [`Failure::Network`] once
    /// patience is at its end.
    pub async fn ask<T>(&mut self, question: impl AsyncFn(&Api) -> Result<T, Error>) -> Result<T> {
        loop {
            match question(&self.api).await {
                Err(error) if is_lost(&error) => self.reconnect(&error).await?,
                answer => return Ok(answer?),
            }
        }
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
            Ok(Some(Ok(_))) | Err(_) => {}
            // Whether the connection is lost too shows with the next question.
            Ok(None | Some(Err(_))) => {
                self.heads = None;
                sleep(FIRST_PAUSE).await;
            }
        }
        Ok(())
    }

    async fn reconnect(&mut self, lost: &Error) -> Result<()> {
        self.heads = None;
        let since = Instant::now();
        let mut pause = FIRST_PAUSE;
        notice(&format!(
            "lost the node at {} ({}), trying to reach it again",
            self.url,
            brief(lost)
        ));
        loop {
            if self.patience.is_some_and(|patience| since.elapsed() >= patience) {
                return Err(Failure::network(format!(
                    "the node at {} went away, and did not come back within {} s: try again, \
                     nothing that was sent is lost",
                    self.url,
                    since.elapsed().as_secs()
                )));
            }
            sleep(pause).await;
            pause = (pause * 2).min(LAST_PAUSE);
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

/// A word about the connection. It goes where errors go, so that it never mixes
/// with JSON.
fn notice(text: &str) {
    // Nobody may read it, which is no reason to leave a game.
    let _ = writeln!(anstream::stderr(), "rpsls: {text}");
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
    let timestamp = api.block_timestamp(Some(hash)).await?;
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

/// What the node itself answered, if it answered with an error.
pub fn answered(error: &anyhow::Error) -> Option<&subxt_rpcs::UserError> {
    error.chain().find_map(|cause| match cause.downcast_ref::<Error>()? {
        Error::SubxtRpc(subxt_rpcs::Error::User(error)) => Some(error),
        Error::Subxt(error) => match &**error {
            subxt::Error::Rpc(RpcError::ClientError(subxt_rpcs::Error::User(error))) => Some(error),
            _ => None,
        },
        _ => None,
    })
}

/// The innermost reason.
fn brief(error: &Error) -> String {
    let mut reason: &dyn std::error::Error = error;
    while let Some(source) = reason.source() {
        reason = source;
    }
    reason.to_string()
}
