//! `rpsls node`

use super::Context;
use crate::words::units::vara;
use anyhow::{Context as _, Result};
use serde_json::json;
use std::time::Duration;
use vara_devnode::{Arguments, Node};

pub async fn run(context: &Context, args: Arguments) -> Result<()> {
    vara_devnode::log_to_stderr(&args.log)?;
    let options = args.options();
    let listen = options.listen;
    let node =
        Node::start(options).await.with_context(|| format!("the node can't run on {listen}"))?;
    describe(context, &args, &node).await?;
    vara_devnode::until_stopped().await?;
    match &args.state {
        Some(path) => node.save(path).await,
        None => Ok(()),
    }
}

async fn describe(context: &Context, args: &Arguments, node: &Node) -> Result<()> {
    let out = &context.out;
    let accounts = node.accounts().await?;
    let list: Vec<_> = accounts
        .iter()
        .map(|account| {
            let balance = account.balance.to_string();
            json!({ "account": account.secret, "address": account.address, "balance": balance })
        })
        .collect();
    out.json(&json!({ "ok": true, "url": node.url(), "accounts": list }))?;
    out.heading("A node for development, with Gear's own engine")?;
    out.row("Address", &node.url())?;
    out.row("Blocks", &blocks(args))?;
    for account in &accounts {
        let balance = vara(account.balance);
        out.row(&account.secret, &format!("{}  {balance}", account.address))?;
    }
    let state = match &args.state {
        Some(path) => {
            format!("in {}, where the node saves it now and then and at the end", path.display())
        }
        None => "in memory: it ends with the node, which Ctrl-C ends".into(),
    };
    out.row("State", &state)
}

fn blocks(args: &Arguments) -> String {
    if args.instant {
        return "one for each message; `rpsls dev advance` lets time pass".into();
    }
    let time = Duration::from_millis(args.block_time);
    format!("one in {} ms, each 3 s of the chain's time", time.as_millis())
}
