//! The command-line flags of a node.

use crate::{BlockTime, Genesis, Options, Origin, genesis::VARA};
use clap::Args;
use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
    time::Duration,
};

/// The flags of a node.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// The address to listen at; anybody who reaches it can use the node
    #[arg(long, value_name = "IP", default_value_t = Ipv4Addr::LOCALHOST.into())]
    pub host: IpAddr,

    /// The port to listen at; 0 takes a free one
    #[arg(long, default_value_t = 9944)]
    pub port: u16,

    /// Milliseconds from block to block; each moves the chain's time on by 3 s
    #[arg(long, value_name = "MS", default_value_t = 3000, value_parser = clap::value_parser!(u64).range(1..))]
    pub block_time: u64,

    /// Make a block for each extrinsic as soon as it comes, and none otherwise
    #[arg(long, conflicts_with = "block_time")]
    pub instant: bool,

    /// Blocks that are built on one before it is final; with --instant, quarters of a
    /// second
    #[arg(long, value_name = "N", default_value_t = Options::default().finality_lag)]
    pub finality_lag: u32,

    /// Blocks whose state is kept
    #[arg(long, value_name = "N", default_value_t = Options::default().history, value_parser = clap::value_parser!(u32).range(1..))]
    pub history: u32,

    /// Take the chain from this file, if it is there, and save it there now and then, and
    /// at the end
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,

    /// Seconds from one saving to the next: a node that is killed loses what came after
    #[arg(long, value_name = "SECONDS", default_value_t = 60, requires = "state", value_parser = clap::value_parser!(u64).range(1..))]
    pub state_interval: u64,

    /// Rich accounts besides the six that have names: //1, //2 and so on
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=1000))]
    pub accounts: u32,

    /// The secret phrase that these are derived from
    #[arg(long, value_name = "PHRASE", requires = "accounts")]
    pub mnemonic: Option<String>,

    /// What each account has at first, in VARA
    #[arg(long, value_name = "VARA", default_value_t = Genesis::default().balance as u64 / VARA as u64, value_parser = clap::value_parser!(u64).range(1..))]
    pub balance: u64,

    /// Begin at this time, in ms since 1970, with the same genesis and ids each time
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(..=crate::engine::MAX_TIME))]
    pub genesis_time: Option<u64>,

    /// Serve pages of these origins, such as `https://example.org`, besides those of this
    /// computer; `all` serves any page that is open in a browser here
    #[arg(long, value_name = "ORIGIN", value_delimiter = ',')]
    pub cors: Vec<Origin>,

    /// Serve the runtime whose metadata this file has, as `state_getMetadata` of a node
    /// answers it, in bytes
    #[arg(long, value_name = "FILE")]
    pub metadata: Option<PathBuf>,

    /// Leave this method out of those that are served, as `gear_readState`, which Vara is
    /// to lose; may be given several times
    #[arg(long, value_name = "METHOD")]
    pub without: Vec<String>,

    /// What is logged to standard error: off, error, warn, info, debug or trace, or
    /// pairs of a target and one of these, such as gwasm=debug for what programs print
    #[arg(long, value_name = "LEVEL", default_value = crate::report::DEFAULT)]
    pub log: String,
}

impl Arguments {
    /// The options that these flags stand for.
    pub fn options(&self) -> Options {
        let block_time = match self.instant {
            true => BlockTime::Instant,
            false => BlockTime::Every(Duration::from_millis(self.block_time)),
        };
        Options {
            listen: SocketAddr::new(self.host, self.port),
            block_time,
            finality_lag: self.finality_lag,
            history: self.history,
            state: self.state.clone(),
            state_interval: Some(Duration::from_secs(self.state_interval)),
            genesis: Genesis {
                accounts: self.accounts,
                mnemonic: self.mnemonic.clone(),
                balance: u128::from(self.balance) * VARA,
                time: self.genesis_time,
            },
            origins: self.cors.clone(),
            metadata: self.metadata.clone(),
            without: self.without.clone(),
        }
    }
}
