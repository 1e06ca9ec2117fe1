//! A development node for Gear programs.
//!
//! It is to Vara what Anvil is to Ethereum: the execution that Vara's runtime has
//! ([`core_processor`]) behind the JSON-RPC of a Gear node, on one port, in one
//! process, with its state in memory. Clients that are made for Vara, `gsdk` in Rust
//! and `@gear-js/api` in JavaScript, work with it as they are.
//!
//! It is for development. There is no consensus and no proof of anything: a block is
//! final because some time has passed, and everybody can spend the accounts that are
//! rich.

mod arguments;
mod authoring;
mod chain;
pub mod engine;
mod events;
mod extrinsic;
mod handle;
mod pool;
mod report;
mod rpc;
mod runtime;
mod saved;
mod shape;
mod status;
mod storage;

use anyhow::Context;
use chain::{ACCOUNTS, Chain, Head, Keeping};
use handle::{Failed, Handle};
use jsonrpsee::server::ServerHandle;
use runtime::Runtime;
use saved::Saved;
use std::{
    convert::Infallible,
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    time::Duration,
};
use tokio::{
    task::JoinHandle,
    time::{MissedTickBehavior, interval, sleep_until},
};

pub use arguments::Arguments;
pub use report::start as log_to_stderr;

/// Blocks that are kept unless told otherwise: as many as the runtime knows hashes of.
const HISTORY: u32 = 2400;

/// By how many blocks finality is behind unless told otherwise: by as many as on Vara,
/// when that is fast.
const FINALITY_LAG: u32 = 2;

/// What stands for a block of finality's lag where none may come. A client that works
/// slowly has read a block by the time that it is final.
const INSTANT_LAG: Duration = Duration::from_millis(250);

/// When blocks are made. Each moves the chain's own time on by 3 s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockTime {
    /// One every so often of wall-clock time.
    Every(Duration),
    /// One for each extrinsic, as soon as it comes.
    Instant,
}

/// How to run a node.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where to listen; port 0 takes a free one.
    pub listen: SocketAddr,
    pub block_time: BlockTime,
    /// How many blocks are built on one before it is final. With
    /// [`BlockTime::Instant`] a quarter of a second stands for each.
    pub finality_lag: u32,
    /// Blocks whose state is kept, one at least.
    pub history: u32,
    /// Where the chain is taken from, if it was saved there. See [`Node::save`].
    pub state: Option<PathBuf>,
    /// Where the metadata of the runtime is that the node stands for, as it is in
    /// SCALE; of the one that `gsdk` is built with, if there is none.
    pub metadata: Option<PathBuf>,
}

impl Default for Options {
    /// As on Vara, at a free port of this computer alone.
    fn default() -> Self {
        Self {
            listen: (Ipv4Addr::LOCALHOST, 0).into(),
            block_time: BlockTime::Every(Duration::from_secs(3)),
            finality_lag: FINALITY_LAG,
            history: HISTORY,
            state: None,
            metadata: None,
        }
    }
}

/// A running node. It stops when this is dropped.
pub struct Node {
    address: SocketAddr,
    server: ServerHandle,
    clock: JoinHandle<()>,
    handle: Handle,
}

/// An account that everybody has the key of.
pub struct DevAccount {
    /// The secret that its key is derived from, such as `//Alice`.
    pub secret: String,
    pub address: String,
    /// In the smallest unit.
    pub balance: u128,
}

impl Node {
    /// Starts a chain and serves it.
    ///
    /// # Errors
    ///
    /// If the address can't be listened at, the file of the state or of the metadata
    /// can't be read, or the metadata lacks what the node needs.
    pub async fn start(options: Options) -> anyhow::Result<Self> {
        let Options { listen, block_time, finality_lag, history, state, metadata } = options;
        let runtime = Runtime::load(metadata.as_deref())?;
        let saved = state.as_deref().map(Saved::read).transpose()?.flatten();
        let is_instant = block_time == BlockTime::Instant;
        // Without a lag, a block is final with the block itself.
        let lag = Some(finality_lag).filter(|lag| !is_instant || *lag == 0);
        let history = history.max(finality_lag.saturating_add(1));
        let keeping = Keeping { finality_lag: lag, history };
        let handle = Handle::start(move |announce| Chain::new(announce, keeping, runtime, saved))
            .context("the chain's thread can't be started")?;
        let (address, server) = rpc::serve(listen, handle.clone(), is_instant)
            .await
            .with_context(|| format!("the node can't listen at {listen}"))?;
        let clock = match block_time {
            BlockTime::Every(period) => tokio::spawn(make_blocks(handle.clone(), period)),
            BlockTime::Instant => {
                let handle = handle.clone();
                tokio::spawn(async move {
                    // The node is gone then, and this with it.
                    let Err(Failed) = finalize_later(handle, INSTANT_LAG * finality_lag).await;
                })
            }
        };
        Ok(Self { address, server, clock, handle })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The development accounts, with what they have now.
    ///
    /// # Errors
    ///
    /// If the chain's thread is gone.
    pub async fn accounts(&self) -> anyhow::Result<Vec<DevAccount>> {
        let ids = ACCOUNTS.map(|account| account.to_raw_public().into());
        let balances =
            self.handle.run(move |chain| ids.map(|id| chain.best().state.free(id))).await?;
        let accounts = ACCOUNTS.iter().zip(ids).zip(balances);
        let described = accounts.map(|((account, id), balance)| DevAccount {
            secret: account.to_seed(),
            address: report::address(id),
            balance,
        });
        Ok(described.collect())
    }

    /// Writes the chain to a file, from which another node can go on.
    ///
    /// # Errors
    ///
    /// If it can't be written.
    pub async fn save(&self, path: &Path) -> anyhow::Result<()> {
        self.handle.run(|chain| chain.saved()).await?.write(path)
    }

    /// The WebSocket URL to give to clients.
    pub fn url(&self) -> String {
        format!("ws://{}", self.address)
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.clock.abort();
        // An error says that it has stopped already.
        let _ = self.server.stop();
    }
}

async fn make_blocks(handle: Handle, period: Duration) {
    let mut ticks = interval(period);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    // The first tick comes at once.
    ticks.tick().await;
    loop {
        ticks.tick().await;
        if handle.run(|chain| drop(chain.make_block().clone())).await.is_err() {
            log::error!("no block could be made: the panic above says why");
        }
    }
}

/// Has each block be final a while after it was made.
async fn finalize_later(handle: Handle, lag: Duration) -> Result<Infallible, Failed> {
    let mut blocks = handle.follow(Head::Best, None).await?;
    loop {
        let block = blocks.next().await?;
        let (made, number) = (block.made, block.header.number);
        drop(block);
        sleep_until((made + lag).into()).await;
        handle.run(move |chain| chain.finalize(number)).await?;
    }
}

/// Waits until this process is told to end, by Ctrl-C or by the system.
///
/// # Errors
///
/// If signals can't be listened for.
pub async fn until_stopped() -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut told = signal(SignalKind::terminate())?;
        tokio::select! {
            interrupted = tokio::signal::ctrl_c() => interrupted,
            _ = told.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}
