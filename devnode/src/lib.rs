//! A development node for Gear programs.
//!
//! It is to Vara what Anvil is to Ethereum. It runs programs with the processor of Vara's runtime
//! ([`core_processor`]), and serves the JSON-RPC of a Gear node on one port. It is one process with
//! its state in memory. Clients for Vara work with it unchanged: `gsdk` in Rust and `@gear-js/api`
//! in JavaScript.
//!
//! It is for development only. It has no consensus and proves nothing: a block is final after some
//! more blocks, or after some time. Anyone can spend the money of the accounts that are rich.

mod arguments;
mod authoring;
mod block;
mod chain;
mod checks;
pub mod engine;
mod events;
mod extrinsic;
mod genesis;
mod handle;
mod memory;
mod metadata;
mod pool;
mod report;
mod rpc;
mod runtime;
mod saved;
mod shape;
mod status;
mod storage;

use anyhow::Context;
use chain::{Chain, Head, Keeping};
use genesis::Rich;
use handle::{Failed, Handle};
use jsonrpsee::server::ServerHandle;
use saved::Saved;
use std::{
    convert::Infallible,
    fs::File,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};
use tokio::{
    sync::Mutex,
    task::{JoinHandle, spawn_blocking},
    time::{MissedTickBehavior, interval, sleep_until},
};

pub use arguments::Arguments;
pub use genesis::Genesis;
pub use report::start as log_to_stderr;
pub use rpc::Origin;

/// How many blocks are kept by default: as many as the runtime keeps hashes of.
const HISTORY: u32 = 2400;

/// The default finality lag, in blocks: Vara's lag when it is short.
const FINALITY_LAG: u32 = 2;

/// The time that stands for one block of finality lag with [`BlockTime::Instant`], where no more
/// blocks may come. A slow client has time to read a block before it is final.
const INSTANT_LAG: Duration = Duration::from_millis(250);

/// When blocks are made. Each adds the runtime's block time to the chain's own time: 3 s on Vara.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockTime {
    /// One block in each period of wall-clock time.
    Every(Duration),
    /// One block for each extrinsic, as soon as it comes.
    Instant,
}

/// How to run a node.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen at. Port 0 takes a free port.
    pub listen: SocketAddr,
    pub block_time: BlockTime,
    /// How many blocks must follow a block before it is final. With [`BlockTime::Instant`], a
    /// quarter of a second stands for each.
    pub finality_lag: u32,
    /// How many blocks are kept with their state. The node keeps at least one more than
    /// `finality_lag`.
    pub history: u32,
    /// The chain's file. The node reads the chain from it, if the file exists. It also saves the
    /// chain there at the start, to find out then if the file can't be written. See [`Node::save`].
    pub state: Option<PathBuf>,
    /// How often the node then saves the chain there, if it has changed.
    pub state_interval: Option<Duration>,
    /// How the chain begins, if it is not read from a file.
    pub genesis: Genesis,
    /// The origins whose pages may use the node, besides those of this computer.
    pub origins: Vec<Origin>,
    /// The file with the metadata, in SCALE, of the runtime that the node stands for. `None` stands
    /// for the runtime that `gsdk` is built with.
    pub metadata: Option<PathBuf>,
    /// The methods that are not served.
    pub without: Vec<String>,
}

impl Default for Options {
    /// Vara's block time, at a free port that only this computer can reach.
    fn default() -> Self {
        Self {
            listen: (Ipv4Addr::LOCALHOST, 0).into(),
            block_time: BlockTime::Every(Duration::from_secs(3)),
            finality_lag: FINALITY_LAG,
            history: HISTORY,
            state: None,
            state_interval: None,
            genesis: Genesis::default(),
            origins: vec![],
            metadata: None,
            without: vec![],
        }
    }
}

/// A running node. It stops when it is dropped.
pub struct Node {
    address: SocketAddr,
    server: ServerHandle,
    tasks: Vec<JoinHandle<()>>,
    handle: Handle,
    rich: Vec<Rich>,
    saving: Saving,
    /// Keeps other nodes from the chain's file.
    _lock: Option<File>,
}

/// The lock for writing the chain to a file.
type Saving = Arc<Mutex<()>>;

/// A development account, whose key is no secret.
pub struct DevAccount {
    /// The secret that its key is derived from, such as `//Alice`.
    pub secret: String,
    pub address: String,
    /// Its balance, in the smallest unit.
    pub balance: u128,
}

impl Node {
    /// Starts a chain and serves it.
    ///
    /// # Errors
    ///
    /// If the system limits addresses to less than programs need. If the node can't listen at the
    /// address, can't read or write the chain's file or another node has it, can't read the
    /// metadata's file or misses something in it, if the mnemonic is no secret phrase, or if no
    /// method has a name in `without`.
    pub async fn start(options: Options) -> anyhow::Result<Self> {
        let Options { listen, block_time, finality_lag, history, .. } = options;
        memory::check()?;
        let runtime = Arc::new(checks::load(options.metadata.as_deref())?);
        let lock = options.state.as_deref().map(saved::lock).transpose()?.flatten();
        let saved = options.state.as_deref().map(Saved::read).transpose()?.flatten();
        let rich = options.genesis.rich()?;
        let first = match saved {
            Some(saved) => saved.into_first(&runtime),
            None => options.genesis.first(&rich, &runtime),
        };
        let is_instant = block_time == BlockTime::Instant;
        // Without a lag, a block is final at once.
        let lag = Some(finality_lag).filter(|lag| !is_instant || *lag == 0);
        let history = history.max(finality_lag.saturating_add(1));
        let keeping = Keeping { finality_lag: lag, history };
        let handle = Handle::start(move |announce| Chain::new(announce, keeping, first))
            .context("the chain's thread can't be started")?;
        let saving = Saving::default();
        if let Some(path) = &options.state {
            save(&handle, &saving, path).await?;
        }
        let module = rpc::module(handle.clone(), is_instant, &options.without)?;
        let (address, server) = rpc::serve(listen, module, options.origins)
            .await
            .with_context(|| format!("the node can't listen at {listen}"))?;
        if !address.ip().is_loopback() {
            log::warn!("whoever reaches {address} can use this node, and make it do work");
        }
        let mut tasks = vec![];
        if let (Some(path), Some(period)) = (options.state, options.state_interval) {
            tasks.push(tokio::spawn(save_regularly(handle.clone(), saving.clone(), path, period)));
        }
        tasks.push(match block_time {
            BlockTime::Every(period) => tokio::spawn(make_blocks(handle.clone(), period)),
            BlockTime::Instant => {
                let handle = handle.clone();
                tokio::spawn(async move {
                    // The chain's thread is gone then, and nothing is left to finalize.
                    let Err(Failed) = finalize_later(handle, INSTANT_LAG * finality_lag).await;
                })
            }
        });
        Ok(Self { address, server, tasks, handle, rich, saving, _lock: lock })
    }

    /// The address at which the node listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The development accounts with their present balances.
    ///
    /// # Errors
    ///
    /// If the chain's thread is gone.
    pub async fn accounts(&self) -> anyhow::Result<Vec<DevAccount>> {
        let best = self.handle.run(|chain| chain.best().clone()).await?;
        let described = self.rich.iter().map(|Rich { secret, id }| DevAccount {
            secret: secret.clone(),
            address: report::address(*id),
            balance: best.state.free(*id),
        });
        Ok(described.collect())
    }

    /// Writes the chain to a file. Another node can continue it from there.
    ///
    /// # Errors
    ///
    /// If the file can't be written.
    pub async fn save(&self, path: &Path) -> anyhow::Result<()> {
        save(&self.handle, &self.saving, path).await
    }

    /// The WebSocket URL to give to clients on this machine.
    pub fn url(&self) -> String {
        format!("ws://{}", reachable(self.address))
    }
}

/// An address at which a client on this machine reaches a listener. One that listens at all
/// addresses names none that a client could connect to.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

impl Drop for Node {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
        // An error means that the server has stopped already.
        let _ = self.server.stop();
    }
}

/// Writes the chain to a file. The chain goes on meanwhile.
async fn save(handle: &Handle, saving: &Saving, path: &Path) -> anyhow::Result<()> {
    let _alone = saving.lock().await;
    let (genesis, best) = handle.run(|chain| (chain.genesis(), chain.best().clone())).await?;
    let path = path.to_owned();
    spawn_blocking(move || Saved::of(genesis, &best).write(&path)).await?
}

/// Writes the chain to a file in each period, if there is a new block.
async fn save_regularly(handle: Handle, saving: Saving, path: PathBuf, period: Duration) {
    let mut last = None;
    let mut ticks = interval(period);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let Ok(best) = handle.run(|chain| chain.best().hash).await else { return };
        if last == Some(best) {
            continue;
        }
        match save(&handle, &saving, &path).await {
            Ok(()) => last = Some(best),
            Err(error) => log::error!("{error:#}; it is tried again in {period:?}"),
        }
    }
}

async fn make_blocks(handle: Handle, period: Duration) {
    let mut ticks = interval(period);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    // The first tick comes at once.
    ticks.tick().await;
    loop {
        ticks.tick().await;
        if handle.run(|chain| chain.make_block().hash).await.is_err() {
            log::error!("no block could be made: the panic above says why");
        }
    }
}

/// Finalizes each block when this much time has passed since it was made.
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

/// Waits until something asks this process to end: Ctrl-C, the system, or a terminal that closes.
///
/// # Errors
///
/// If the process can't listen for signals.
pub async fn until_stopped() -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut told = signal(SignalKind::terminate())?;
        // A listener would end a node that `nohup` keeps alive.
        let mut hung_up = match outlives_its_terminal() {
            true => None,
            false => Some(signal(SignalKind::hangup())?),
        };
        let closed = async {
            match &mut hung_up {
                Some(signal) => signal.recv().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            interrupted = tokio::signal::ctrl_c() => interrupted,
            _ = told.recv() => Ok(()),
            _ = closed => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}

/// Whether this process was started to ignore SIGHUP, as with `nohup`. Only Linux tells this.
#[cfg(unix)]
fn outlives_its_terminal() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // SIGHUP is signal 1, which has the lowest bit.
    ignored.unwrap_or_default() & 1 != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_a_node_that_listens_everywhere_can_be_used() {
        for (listening, reached) in [
            ("0.0.0.0:9944", "127.0.0.1:9944"),
            ("[::]:9944", "[::1]:9944"),
            ("127.0.0.2:1", "127.0.0.2:1"),
            ("192.168.1.5:9944", "192.168.1.5:9944"),
        ] {
            let listening: SocketAddr = listening.parse().expect("an address");
            assert_eq!(reachable(listening).to_string(), reached);
        }
    }
}
