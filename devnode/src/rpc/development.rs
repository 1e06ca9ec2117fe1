//! `dev_…`: methods that no public chain serves.

use super::{Answer, Arguments, Method, error::Error};
use crate::{
    chain::{Chain, MAX_SNAPSHOTS},
    engine::MAX_TIME,
    handle::Handle,
};
use gear_core::{ids::ActorId, rpc::RpcValue};
use gsdk::ext::subxt::utils::H256;
use jsonrpsee::RpcModule;
use serde_json::{Value, json};
use std::sync::Arc;

pub const METHODS: &[(&str, Method)] = &[
    ("dev_revert", revert),
    ("dev_setBalance", set_balance),
    ("dev_setTime", set_time),
    ("dev_snapshot", snapshot),
    ("dev_upgradeRuntime", upgrade_runtime),
];

/// The most blocks that a request may ask for: about three and a half days of the chain's time.
const MAX_BLOCKS: u32 = 100_000;

/// How many blocks to make before other requests get a turn.
const SOME_BLOCKS: u32 = 100;

pub fn add(module: &mut RpcModule<Handle>) -> anyhow::Result<()> {
    super::serve_by(module, "dev_advanceBlocks", advance)
}

/// Makes blocks at once, so that the chain's time moves on. Answers with the best block's number.
async fn advance(handle: Arc<Handle>, mut arguments: Arguments) -> Answer {
    let mut left: u32 = arguments.next()?;
    if left > MAX_BLOCKS {
        return Err(Error::invalid_params(&format!("at most {MAX_BLOCKS} blocks at once")));
    }
    loop {
        let count = left.min(SOME_BLOCKS);
        let make = move |chain: &mut Chain| {
            for _ in 0..count {
                chain.make_block();
            }
            chain.best().header.number
        };
        let best = handle.run(make).await?;
        left -= count;
        if left == 0 {
            return Ok(json!(best));
        }
    }
}

/// Takes a snapshot of the chain. Answers with the number to go back by.
fn snapshot(chain: &mut Chain, _: Arguments) -> Answer {
    let taken = chain.snapshot().ok_or_else(|| {
        let what = format!("there are {MAX_SNAPSHOTS} snapshots: go back to one of them first");
        Error::invalid_params(&what)
    })?;
    Ok(json!(taken))
}

/// Goes back to a snapshot, and forgets it and all later ones. Answers whether it existed.
fn revert(chain: &mut Chain, mut arguments: Arguments) -> Answer {
    Ok(json!(chain.revert(arguments.next()?)))
}

/// Makes a block in which an account has this balance, in the smallest unit. The block is final at
/// once, so that clients that believe only final blocks see it too.
fn set_balance(chain: &mut Chain, mut arguments: Arguments) -> Answer {
    let who = account(&arguments.next::<String>()?)?;
    let amount: u128 = arguments.next::<RpcValue>()?.into();
    let most = chain.best().state.most(who);
    if amount > most {
        let what = format!("with what the others have, no account can have more than {most}");
        return Err(Error::invalid_params(&what));
    }
    chain.make_block_after(|state| state.set_balance(who, amount));
    chain.finalize(chain.best().header.number);
    Ok(Value::Null)
}

/// Makes a block with this time, in ms since 1970. Answers with its number.
fn set_time(chain: &mut Chain, mut arguments: Arguments) -> Answer {
    let time: u64 = arguments.next()?;
    let now = chain.best().state.block.timestamp;
    if time <= now {
        let what = format!("the chain's time is {now}, and does not go back");
        return Err(Error::invalid_params(&what));
    }
    if time > MAX_TIME {
        return Err(Error::invalid_params(&format!("the latest time is {MAX_TIME}")));
    }
    chain.make_block_after(|state| state.block.timestamp = time);
    Ok(json!(chain.best().header.number))
}

/// Makes a block that upgrades the runtime. The runtime's version and its gas schedule's version
/// rise by one, so that codes have to be instrumented again. Answers with the runtime's version.
fn upgrade_runtime(chain: &mut Chain, _: Arguments) -> Answer {
    Ok(json!(chain.upgrade_runtime().runtime.version.spec_version))
}

/// The account of an address, or of an id in hexadecimal.
fn account(words: &str) -> Result<ActorId, Error> {
    if let Ok(id) = words.parse::<H256>() {
        return Ok(id.0.into());
    }
    super::account(words)
}
