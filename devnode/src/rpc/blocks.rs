//! `chain_…`: blocks and their headers.

use super::{Answer, Arguments, Method, error::Error, hex};
use crate::{block::Block, chain::Chain};
use gsdk::ext::subxt::utils::H256;
use serde::Deserialize;
use serde_json::{Value, json};

pub const METHODS: &[(&str, Method)] = &[
    ("chain_getBlock", block),
    ("chain_getBlockHash", block_hash),
    ("chain_getFinalisedHead", finalized_head),
    ("chain_getFinalizedHead", finalized_head),
    ("chain_getHead", block_hash),
    ("chain_getHeader", header),
];

/// The most blocks whose hashes a request may ask for.
const MAX_NUMBERS: usize = 1000;

fn block(chain: &mut Chain, mut arguments: Arguments) -> Answer {
    let found = chain.block(arguments.optional()?).map(|block| {
        let Block { header, extrinsics, .. } = &**block;
        let extrinsics: Vec<_> = extrinsics.iter().map(|bytes| hex(bytes)).collect();
        let block = json!({ "header": header, "extrinsics": extrinsics });
        json!({ "block": block, "justifications": null })
    });
    Ok(found.unwrap_or_default())
}

fn header(chain: &mut Chain, mut arguments: Arguments) -> Answer {
    let block = chain.block(arguments.optional()?);
    Ok(block.map(|block| json!(block.header)).unwrap_or_default())
}

fn finalized_head(chain: &mut Chain, _: Arguments) -> Answer {
    Ok(json!(chain.finalized().hash))
}

/// A block's number as clients write it.
#[derive(Deserialize)]
#[serde(untagged)]
enum Number {
    Plain(u64),
    Hex(gsdk::ext::sp_core::U256),
}

impl Number {
    fn hash(&self, chain: &Chain) -> Option<H256> {
        let number = match self {
            Self::Plain(number) => u32::try_from(*number),
            Self::Hex(number) => u64::try_from(*number).unwrap_or(u64::MAX).try_into(),
        };
        chain.hash_of(number.ok()?)
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Numbers {
    One(Number),
    Several(Vec<Number>),
}

fn block_hash(chain: &mut Chain, mut arguments: Arguments) -> Answer {
    Ok(match arguments.optional()? {
        None => json!(chain.best().hash),
        Some(Numbers::One(number)) => json!(number.hash(chain)),
        Some(Numbers::Several(numbers)) if numbers.len() > MAX_NUMBERS => {
            return Err(Error::invalid_params(&format!("at most {MAX_NUMBERS} blocks at once")));
        }
        Some(Numbers::Several(numbers)) => {
            Value::Array(numbers.iter().map(|number| json!(number.hash(chain))).collect())
        }
    })
}
