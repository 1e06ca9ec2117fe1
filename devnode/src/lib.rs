//! A development node for Gear programs.
//!
//! It is to Vara what Anvil is to Ethereum: the execution that Vara's runtime has
//! ([`core_processor`]) behind the JSON-RPC of a Gear node, on one port, in one
//! process, with its state in memory. Clients that are made for Vara, `gsdk` in Rust
//! and `@gear-js/api` in JavaScript, work with it as they are.
//!
//! It is for development. There is no consensus and no proof of anything: each block
//! is final at once, and everybody can spend the accounts that are rich.

mod chain;
pub mod engine;
mod extrinsic;
mod handle;
mod pool;
mod rpc;
mod runtime;
mod status;
mod storage;

use anyhow::Context;
use handle::Handle;
use jsonrpsee::server::ServerHandle;
use std::{net::SocketAddr, time::Duration};
use tokio::{
    task::JoinHandle,
    time::{MissedTickBehavior, interval},
};

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
}

/// A running node. It stops when this is dropped.
pub struct Node {
    address: SocketAddr,
    server: ServerHandle,
    clock: Option<JoinHandle<()>>,
}

impl Node {
    /// Starts a chain and serves it.
    ///
    /// # Errors
    ///
    /// If the address can't be listened at.
    pub async fn start(options: Options) -> anyhow::Result<Self> {
        let Options { listen, block_time } = options;
        let handle = Handle::start().context("the chain's thread can't be started")?;
        let is_instant = block_time == BlockTime::Instant;
        let (address, server) = rpc::serve(listen, handle.clone(), is_instant)
            .await
            .with_context(|| format!("the node can't listen at {listen}"))?;
        let clock = match block_time {
            BlockTime::Every(period) => Some(tokio::spawn(make_blocks(handle, period))),
            BlockTime::Instant => None,
        };
        Ok(Self { address, server, clock })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The WebSocket URL to give to clients.
    pub fn url(&self) -> String {
        format!("ws://{}", self.address)
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        if let Some(clock) = &self.clock {
            clock.abort();
        }
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
        // A block that failed is told of by the panic's hook; the next may do.
        let _ = handle.run(|chain| drop(chain.make_block().clone())).await;
    }
}
