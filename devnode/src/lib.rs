//! A development node for Gear programs.

pub mod engine;

use std::{net::SocketAddr, time::Duration};

/// When blocks are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockTime {
    /// One every so often of wall-clock time. Each moves the chain's own time on by 3 s.
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
}

impl Node {
    pub async fn start(_options: Options) -> anyhow::Result<Self> {
        anyhow::bail!("to come")
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
