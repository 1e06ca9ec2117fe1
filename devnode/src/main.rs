//! `vara-devnode`: the development node as a program.

use anyhow::Result;
use clap::Parser;
use std::{
    io::{self, Write},
    net::{IpAddr, Ipv4Addr, SocketAddr},
    time::Duration,
};
use vara_devnode::{BlockTime, Node, Options};

/// A development node for Gear programs.
///
/// Serves the JSON-RPC of a Vara node on a chain of its own, which lives as long as
/// this process. //Alice, //Bob, //Charlie, //Dave, //Eve and //Ferdie are rich.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    /// The address to listen at; anybody who reaches it can use the node
    #[arg(long, value_name = "IP", default_value_t = Ipv4Addr::LOCALHOST.into())]
    host: IpAddr,

    /// The port to listen at; 0 takes a free one
    #[arg(long, default_value_t = 9944)]
    port: u16,

    /// Milliseconds from block to block; each moves the chain's time on by 3 s
    #[arg(long, value_name = "MS", default_value_t = 3000, value_parser = clap::value_parser!(u64).range(1..))]
    block_time: u64,

    /// Make a block for each extrinsic as soon as it comes, and none otherwise
    #[arg(long, conflicts_with = "block_time")]
    instant: bool,
}

#[tokio::main]
async fn main() -> Result<()> {
    let Arguments { host, port, block_time, instant } = Arguments::parse();
    let block_time = match instant {
        true => BlockTime::Instant,
        false => BlockTime::Every(Duration::from_millis(block_time)),
    };
    let node = Node::start(Options { listen: SocketAddr::new(host, port), block_time }).await?;
    let mut out = io::stdout().lock();
    let written = writeln!(
        out,
        "Rich accounts: //Alice //Bob //Charlie //Dave //Eve //Ferdie\nDevelopment node at {}",
        node.url()
    );
    // Whoever started it may have closed the pipe: the node serves all the same.
    drop((written, out));
    tokio::signal::ctrl_c().await?;
    Ok(())
}
