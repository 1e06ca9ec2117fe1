//! `rpsls dev`

use super::Context;
use crate::{
    chain::NO_SUCH_METHOD,
    failure::Failure,
    words::{
        digits::hex,
        units::{self, vara},
    },
};
use anyhow::Result;
use clap::Subcommand;
use gsdk::{
    Api,
    ext::subxt::ext::subxt_rpcs::{Error, client::RpcParams, rpc_params},
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// What a development node alone can do.
#[derive(Debug, Subcommand)]
pub enum DevCommand {
    /// Makes blocks at once, so that the chain's time passes
    Advance {
        /// How many; each is 3 s
        #[arg(default_value_t = 1)]
        blocks: u32,
    },
    /// Remembers the chain as it is, and prints the number to go back by
    Snapshot,
    /// Goes back to a snapshot, which is used up with those after it
    Revert {
        /// What `rpsls dev snapshot` printed
        snapshot: u32,
    },
    /// Gives an account a balance
    SetBalance {
        /// An address, an id in hexadecimal, or alice to ferdie
        who: String,
        /// What it has then
        #[arg(value_name = "VARA", value_parser = units::parse_vara)]
        amount: u128,
    },
    /// Sets the chain's time, which only goes forward
    SetTime {
        /// Milliseconds since 1970
        ms: u64,
    },
    /// Upgrades the chain: the next message to each code pays for preparing it again
    Upgrade,
}

pub async fn run(context: &Context, command: DevCommand) -> Result<()> {
    let api = context.link().await?.api();
    let out = &context.out;
    match command {
        DevCommand::Advance { blocks } => {
            let best: u32 = ask(&api, "dev_advanceBlocks", rpc_params![blocks]).await?;
            out.json(&json!({ "ok": true, "action": "dev advance", "block": best }))?;
            out.line(&format!("The best block is {best}"))
        }
        DevCommand::Snapshot => {
            let snapshot: u32 = ask(&api, "dev_snapshot", rpc_params![]).await?;
            out.json(&json!({ "ok": true, "action": "dev snapshot", "snapshot": snapshot }))?;
            out.line(&format!("Snapshot {snapshot}: `rpsls dev revert {snapshot}` goes back to it"))
        }
        DevCommand::Revert { snapshot } => {
            let is_back: bool = ask(&api, "dev_revert", rpc_params![snapshot]).await?;
            if !is_back {
                return Err(Failure::usage(format!("there is no snapshot {snapshot}")));
            }
            out.json(&json!({ "ok": true, "action": "dev revert", "snapshot": snapshot }))?;
            out.line(&format!("The chain is as it was at snapshot {snapshot}"))
        }
        DevCommand::SetBalance { who, amount } => {
            let id = context.id_of(&who)?;
            let params = rpc_params![hex(id), amount.to_string()];
            ask::<Value>(&api, "dev_setBalance", params).await?;
            let (account, balance) = (hex(id), amount.to_string());
            let action = "dev set-balance";
            let done =
                json!({ "ok": true, "action": action, "account": account, "balance": balance });
            out.json(&done)?;
            out.line(&format!("{who} has {} now", vara(amount)))
        }
        DevCommand::SetTime { ms } => {
            let best: u32 = ask(&api, "dev_setTime", rpc_params![ms]).await?;
            out.json(&json!({ "ok": true, "action": "dev set-time", "block": best }))?;
            out.line(&format!("Block {best} is of this time"))
        }
        DevCommand::Upgrade => {
            let runtime: u32 = ask(&api, "dev_upgradeRuntime", rpc_params![]).await?;
            out.json(&json!({ "ok": true, "action": "dev upgrade", "runtime": runtime }))?;
            out.line(&format!("The chain's runtime is version {runtime} now"))
        }
    }
}

/// Calls a method of the node that only a development node has.
async fn ask<T: DeserializeOwned>(api: &Api, method: &str, params: RpcParams) -> Result<T> {
    api.rpc().request(method, params).await.map_err(|error| match error {
        Error::User(error) if error.code == NO_SUCH_METHOD => {
            Failure::usage("this is no development node: `rpsls node` starts one on this computer")
        }
        Error::User(error) => {
            let data = error.data.map(|data| data.get().to_owned()).unwrap_or_default();
            Failure::usage(format!("the node refuses: {} {data}", error.message))
        }
        other => Failure::network(format!("the node does not answer: {other}")),
    })
}
