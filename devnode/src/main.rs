//! `vara-devnode`: the development node as a program.

use anyhow::Result;
use clap::Parser;
use std::{
    io::{self, Write},
    process::ExitCode,
};
use vara_devnode::{Arguments, Node};

/// One VARA in the smallest unit.
const VARA: u128 = 1_000_000_000_000;

/// A development node for Gear programs.
///
/// Serves the JSON-RPC of a Vara node on a chain of its own, which lives as long as
/// this process, or in a file with --state. //Alice, //Bob, //Charlie, //Dave, //Eve
/// and //Ferdie are rich.
#[derive(Parser)]
#[command(version, about)]
struct Cli {
    #[command(flatten)]
    arguments: Arguments,
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(Cli::parse().arguments).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("vara-devnode: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: Arguments) -> Result<()> {
    vara_devnode::log_to_stderr(&arguments.log)?;
    let node = Node::start(arguments.options()).await?;
    // The reader of the pipe may be gone. The node serves all the same.
    let _ = welcome(&node).await;
    vara_devnode::until_stopped().await?;
    match &arguments.state {
        Some(path) => node.save(path).await,
        None => Ok(()),
    }
}

async fn welcome(node: &Node) -> Result<()> {
    let accounts = node.accounts().await?;
    let mut out = io::stdout().lock();
    for account in accounts {
        let balance = account.balance / VARA;
        writeln!(out, "{:<10} {}  {balance} VARA", account.secret, account.address)?;
    }
    writeln!(out, "Development node at {}", node.url())?;
    Ok(())
}
