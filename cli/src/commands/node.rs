//! `rpsls node`

use super::Context;
use crate::{account::DEVELOPMENT, args::NodeArgs};
use anyhow::{Context as _, Result};
use serde_json::json;
use std::{
    future,
    net::{Ipv4Addr, SocketAddr},
    time::Duration,
};
use vara_devnode::{BlockTime, Node, Options};

pub async fn run(context: &Context, args: NodeArgs) -> Result<()> {
    let block_time = match args.instant {
        true => BlockTime::Instant,
        false => BlockTime::Every(Duration::from_millis(args.block_time)),
    };
    let listen = SocketAddr::from((Ipv4Addr::LOCALHOST, args.port));
    let node = Node::start(Options { listen, block_time })
        .await
        .with_context(|| format!("the node can't run on {listen}"))?;
    let out = &context.out;
    out.json(&json!({ "ok": true, "url": node.url() }))?;
    out.heading("A node for development, with Gear's own engine")?;
    out.row("Address", &node.url())?;
    out.row(
        "Blocks",
        &match block_time {
            BlockTime::Instant => "one for each message".into(),
            BlockTime::Every(time) => {
                format!("one in {} ms, each 3 s of the chain's time", time.as_millis())
            }
        },
    )?;
    out.row("Rich", &DEVELOPMENT.join(", ").to_lowercase())?;
    out.row("State", "in memory: it ends with the node, which Ctrl-C ends")?;
    future::pending().await
}
