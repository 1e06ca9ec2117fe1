//! `dev_…`: what no public chain serves.

use super::{Answer, Arguments, Method, error::Error};
use crate::chain::Chain;
use serde_json::json;

pub const METHODS: &[(&str, Method)] = &[("dev_advanceBlocks", advance)];

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
