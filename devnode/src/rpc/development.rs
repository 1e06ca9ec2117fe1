//! `dev_…`: what no public chain serves.

use super::{Answer, Arguments, Method, error::Error};
use crate::chain::Chain;
use gear_core::{ids::ActorId, rpc::RpcValue};
use gsdk::ext::{
    sp_core::crypto::{AccountId32, Ss58Codec},
    subxt::utils::H256,
};
use serde_json::{Value, json};

pub const METHODS: &[(&str, Method)] = &[
    ("dev_advanceBlocks", advance),
    ("dev_revert", revert),
    ("dev_setBalance", set_balance),
    ("dev_setTime", set_time),
    ("dev_snapshot", |chain, _| Ok(json!(chain.snapshot()))),
];

/// As many blocks as a request may ask for: three days of the chain's time.
const MAX_BLOCKS: u32 = 100_000;

/// Makes blocks at once, so that the chain's time moves on. Answers with the best
/// block's number.
fn advance(chain: &mut Chain, mut arguments: Arguments) -> Answer {
    let count: u32 = arguments.next()?;
    if count > MAX_BLOCKS {
        return Err(Error::invalid_params(&format!("at most {MAX_BLOCKS} blocks at once")));
    }
    for _ in 0..count {
        chain.make_block();
    }
    Ok(json!(chain.best().header.number))
}

/// Goes back to a snapshot, which is used up with those after it. Answers whether
/// there was one.
fn revert(chain: &mut Chain, mut arguments: Arguments) -> Answer {
    Ok(json!(chain.revert(arguments.next()?)))
}

/// Makes a block in which an account has this much, in the smallest unit. It is final
/// at once: whoever believes final blocks only has set it, too.
fn set_balance(chain: &mut Chain, mut arguments: Arguments) -> Answer {
    let who = account(&arguments.next::<String>()?)?;
    let amount = arguments.next::<RpcValue>()?.into();
    chain.make_block_after(|state| state.set_balance(who, amount));
    chain.finalize(chain.best().header.number);
    Ok(Value::Null)
}

/// Makes a block of this time, in ms since 1970. Answers with its number.
fn set_time(chain: &mut Chain, mut arguments: Arguments) -> Answer {
    let time: u64 = arguments.next()?;
    let now = chain.best().state.block.timestamp;
    if time <= now {
        let what = format!("the chain's time is {now}, and does not go back");
        return Err(Error::invalid_params(&what));
    }
    chain.make_block_after(|state| state.block.timestamp = time);
    Ok(json!(chain.best().header.number))
}

/// The account of an address or of an id in hexadecimal.
fn account(words: &str) -> Result<ActorId, Error> {
    if let Ok(id) = words.parse::<H256>() {
        return Ok(id.0.into());
    }
    let id = AccountId32::from_ss58check(words)
        .map_err(|error| Error::invalid_params(&format!("{words} is no address: {error:?}")))?;
    Ok(<[u8; 32]>::from(id).into())
}
