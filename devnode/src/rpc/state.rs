//! `state_…`: storage, metadata, and calls into the runtime.

use super::{
    Answer, Arguments, MAX_RESPONSE, Method,
    error::Error,
    hex,
    question::{self, Ask, Question},
    serve_by,
};
use crate::{
    authoring::Charge,
    block::Block,
    chain::{Chain, Refusal},
    extrinsic::Extrinsic,
    handle::Handle,
    storage,
};
use gsdk::ext::{
    sp_core::{Bytes, blake2_256},
    sp_runtime::transaction_validity::{
        InvalidTransaction, TransactionValidity, TransactionValidityError, ValidTransaction,
    },
    subxt::utils::H256,
};
use jsonrpsee::RpcModule;
use parity_scale_codec::{DecodeAll, Encode};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

pub const METHODS: &[(&str, Method)] = &[
    ("chain_getRuntimeVersion", runtime_version),
    ("state_getRuntimeVersion", runtime_version),
    ("state_getStorage", get),
    ("state_getStorageAt", get),
    ("state_getStorageHash", storage_hash),
    ("state_getStorageHashAt", storage_hash),
    ("state_getStorageSize", size),
    ("state_getStorageSizeAt", size),
];

pub const QUESTIONS: &[(&str, Ask)] = &[
    ("state_getKeys", keys),
    ("state_getKeysPaged", keys_paged),
    ("state_getKeysPagedAt", keys_paged),
    ("state_queryStorageAt", query),
];

/// The most keys of a page.
const MAX_KEYS: usize = 1000;

/// How many blocks an extrinsic may wait in the pool.
const LONGEVITY: u64 = 64;

/// Adds the methods that need more than one look at the chain.
pub fn add(module: &mut RpcModule<Handle>) -> anyhow::Result<()> {
    serve_by(module, "state_getMetadata", metadata)?;
    serve_by(module, "state_call", call)?;
    serve_by(module, "state_callAt", call)?;
    serve_by(module, "state_queryStorage", query_range)
}

/// The block that a request names, or the best one.
///
/// # Errors
///
/// If its state is not kept.
pub fn block(chain: &Chain, hash: Option<H256>) -> Result<Arc<Block>, Error> {
    let block = chain.block(hash).cloned();
    block.ok_or_else(|| Error::unknown_block(hash.unwrap_or_default()))
}

fn runtime_version(chain: &mut Chain, mut arguments: Arguments) -> Answer {
    Ok(block(chain, arguments.optional()?)?.runtime.version_json())
}

/// Answers with the metadata. It is long, so it is written outside the chain's thread.
async fn metadata(handle: Arc<Handle>, mut arguments: Arguments) -> Answer {
    let at = arguments.optional()?;
    let block = handle.run(move |chain| block(chain, at)).await??;
    Ok(hex(block.runtime.plain_metadata()))
}

fn get(chain: &mut Chain, mut arguments: Arguments) -> Answer {
    let key = arguments.bytes()?;
    let block = block(chain, arguments.optional()?)?;
    Ok(value(&block, &key))
}

fn size(chain: &mut Chain, mut arguments: Arguments) -> Answer {
    let key = arguments.bytes()?;
    let block = block(chain, arguments.optional()?)?;
    Ok(json!(storage::get(&block, &key).map(|value| value.len())))
}

fn storage_hash(chain: &mut Chain, mut arguments: Arguments) -> Answer {
    let key = arguments.bytes()?;
    let block = block(chain, arguments.optional()?)?;
    let value = storage::get(&block, &key);
    Ok(value.map(|value| json!(H256(blake2_256(&value)))).unwrap_or_default())
}

fn keys(mut arguments: Arguments) -> Result<Question, Error> {
    let prefix = arguments.bytes()?;
    Ok(Question::one(arguments.optional()?, move |block| {
        Ok(list(storage::keys(block, &prefix, None, usize::MAX)))
    }))
}

fn keys_paged(mut arguments: Arguments) -> Result<Question, Error> {
    let prefix = arguments.optional::<Bytes>()?.map(|bytes| bytes.0).unwrap_or_default();
    let count: usize = arguments.next()?;
    let after = arguments.optional::<Bytes>()?;
    Ok(Question::one(arguments.optional()?, move |block| {
        let after = after.as_ref().map(|bytes| &*bytes.0);
        Ok(list(storage::keys(block, &prefix, after, count.min(MAX_KEYS))))
    }))
}

fn list(keys: Vec<Vec<u8>>) -> Value {
    Value::Array(keys.iter().map(|key| hex(key)).collect())
}

fn query(mut arguments: Arguments) -> Result<Question, Error> {
    let keys = keys_to_read(arguments.next()?)?;
    Ok(Question::one(arguments.optional()?, move |block| Ok(json!([changes(block, &keys)]))))
}

/// The values in a range of blocks: all of them in the first block, then those that changed.
async fn query_range(handle: Arc<Handle>, mut arguments: Arguments) -> Answer {
    let keys = keys_to_read(arguments.next()?)?;
    let (from, to) = (Some(arguments.next()?), arguments.optional()?);
    let range = move |chain: &mut Chain| {
        let from = block(chain, from)?.header.number;
        let to = block(chain, to)?.header.number;
        Ok::<_, Error>((from..=to).map_while(|n| chain.block_at(n).cloned()).collect::<Vec<_>>())
    };
    let blocks = handle.run(range).await??;
    handle.beside(move || changes_from_block_to_block(&keys, &blocks)).await?
}

fn changes_from_block_to_block(keys: &[Bytes], blocks: &[Arc<Block>]) -> Answer {
    let mut last = BTreeMap::new();
    let (mut sets, mut room) = (vec![], MAX_RESPONSE as usize);
    for block in blocks {
        let mut changed = keys.to_vec();
        changed.retain(|key| {
            let now = value(block, key);
            last.insert(key.0.clone(), now.clone()).as_ref() != Some(&now)
        });
        if !changed.is_empty() {
            let set = changes(block, &changed);
            room = room.checked_sub(question::size(&set)).ok_or_else(Error::too_long)?;
            sets.push(set);
        }
    }
    Ok(Value::Array(sets))
}

/// The keys to read at once, without duplicates.
///
/// # Errors
///
/// If there are more than a page may have.
pub fn keys_to_read(mut keys: Vec<Bytes>) -> Result<Vec<Bytes>, Error> {
    let mut seen = BTreeSet::new();
    keys.retain(|key| seen.insert(key.0.clone()));
    if keys.len() > MAX_KEYS {
        return Err(Error::invalid_params(&format!("at most {MAX_KEYS} keys at once")));
    }
    Ok(keys)
}

/// Keys and their values, as subscribers to storage get them.
pub fn changes(block: &Block, keys: &[Bytes]) -> Value {
    let changes: Vec<_> = keys.iter().map(|key| json!([hex(key), value(block, key)])).collect();
    json!({ "block": block.hash, "changes": changes })
}

/// The value at a key, or `null`.
pub fn value(block: &Block, key: &[u8]) -> Value {
    storage::get(block, key).map(|value| hex(&value)).unwrap_or_default()
}

/// A call into the runtime. Only the calls that clients need are served.
async fn call(handle: Arc<Handle>, mut arguments: Arguments) -> Answer {
    let (name, input): (String, _) = (arguments.next()?, arguments.bytes()?);
    let at = arguments.optional()?;
    let block = handle.run(move |chain| block(chain, at)).await??;
    call_at(&handle, block, name, input).await
}

/// A call into the runtime at a block.
pub async fn call_at(handle: &Handle, block: Arc<Block>, name: String, input: Vec<u8>) -> Answer {
    // As above.
    let metadata = match &*name {
        "Metadata_metadata" => block.runtime.plain_metadata().encode(),
        "Metadata_metadata_at_version" => block.runtime.formats.get(&decoded(&input)?).encode(),
        _ => return handle.run(move |chain| run(chain, &block, &name, &input)).await?,
    };
    Ok(hex(&metadata))
}

fn run(chain: &Chain, block: &Block, name: &str, input: &[u8]) -> Answer {
    let answer = match name {
        "AccountNonceApi_account_nonce" => block.state.account(decoded(input)?).nonce.encode(),
        "Core_version" => block.runtime.encoded_version.clone(),
        "Metadata_metadata_versions" => {
            block.runtime.formats.keys().copied().collect::<Vec<_>>().encode()
        }
        "TaggedTransactionQueue_validate_transaction" => validate(chain, block, input).encode(),
        "TransactionPaymentApi_query_info" => {
            let (_, Charge { fee, weight, class, .. }) = price(chain, block, input)?;
            (weight, class, fee).encode()
        }
        "TransactionPaymentApi_query_fee_details" => {
            let (length, charge) = price(chain, block, input)?;
            // And the tip, which is not told here.
            (Some(block.runtime.parts_of_fee(length, charge.fee)), 0u128).encode()
        }
        _ => return Err(Error::unknown_call(name)),
    };
    Ok(hex(&answer))
}

/// The length of an extrinsic and its price without its tip. The input is the extrinsic, followed
/// by its length.
fn price(chain: &Chain, block: &Block, input: &[u8]) -> Result<(usize, Charge), Error> {
    let end = input.len().saturating_sub(size_of::<u32>());
    let bytes = input[..end].to_vec();
    let mut extrinsic = Extrinsic::read(bytes, &block.runtime).map_err(Refusal::Malformed)?;
    extrinsic.tip = 0;
    Ok((end, chain.price(&extrinsic, &block.state)))
}

/// The length and price of the extrinsic in a request, which may name a block after it.
pub fn priced(chain: &Chain, arguments: &mut Arguments) -> Result<(usize, Charge), Error> {
    let mut input = arguments.bytes()?;
    let length = u32::try_from(input.len()).unwrap_or(u32::MAX);
    input.extend(length.encode());
    let block = block(chain, arguments.optional()?)?;
    price(chain, &block, &input)
}

/// Whether the pool would take an extrinsic after a block. The input has the kind of its source
/// before the extrinsic, and the hash of a block after it.
fn validate(chain: &Chain, block: &Block, input: &[u8]) -> TransactionValidity {
    let malformed = TransactionValidityError::Invalid(InvalidTransaction::Call);
    let end = input.len().checked_sub(size_of::<H256>()).ok_or(malformed)?;
    let bytes = input.get(1..end).ok_or(malformed)?.to_vec();
    let extrinsic = Extrinsic::read(bytes, &block.runtime).map_err(|_| malformed)?;
    let priority = chain.validate(&extrinsic, block)?;
    let tag = |nonce: u32| (extrinsic.sender, nonce).encode();
    let before = extrinsic.nonce.checked_sub(1).map(tag);
    let next = block.state.account(extrinsic.sender).nonce;
    Ok(ValidTransaction {
        priority,
        requires: before.filter(|_| extrinsic.nonce > next).into_iter().collect(),
        provides: vec![tag(extrinsic.nonce)],
        longevity: LONGEVITY,
        propagate: true,
    })
}

fn decoded<T: DecodeAll>(mut input: &[u8]) -> Result<T, Error> {
    T::decode_all(&mut input).map_err(|error| Error::invalid_params(&error.to_string()))
}
