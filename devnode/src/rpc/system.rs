//! `system_…` and `payment_…`: the node itself, nonces and fees.

use super::{Answer, Arguments, Method, error::Error};
use crate::{
    chain::{Chain, Refusal, account},
    extrinsic::Extrinsic,
};
use gsdk::ext::sp_core::crypto::{AccountId32, Ss58Codec};
use serde_json::json;

pub const METHODS: &[(&str, Method)] = &[
    ("account_nextIndex", next_index),
    ("payment_queryInfo", query_info),
    ("system_accountNextIndex", next_index),
    ("system_chain", |_, _| Ok(json!("Vara Development"))),
    ("system_chainType", |_, _| Ok(json!("Development"))),
    ("system_health", |_, _| {
        Ok(json!({ "peers": 0, "isSyncing": false, "shouldHavePeers": false }))
    }),
    ("system_name", |_, _| {
        Ok(json!("vara-devnode, a development node: nothing on it is of value"))
    }),
    ("system_nodeRoles", |_, _| Ok(json!(["Authority"]))),
    ("system_peers", |_, _| Ok(json!([]))),
    ("system_properties", |_, _| {
        Ok(json!({ "ss58Format": 137, "tokenDecimals": 12, "tokenSymbol": "VARA" }))
    }),
    ("system_syncState", sync_state),
    ("system_version", |_, _| Ok(json!(env!("CARGO_PKG_VERSION")))),
];

/// The nonce of an account's next extrinsic, those that wait included.
fn next_index(chain: &mut Chain, mut arguments: Arguments) -> Answer {
    let address: String = arguments.next()?;
    let id = AccountId32::from_ss58check(&address)
        .map_err(|error| Error::invalid_params(&format!("{address} is no address: {error:?}")))?;
    let id = <[u8; 32]>::from(id).into();
    let nonce = account(&chain.best().state, id).nonce;
    Ok(json!(chain.pool.next_nonce(id, nonce)))
}

fn query_info(chain: &mut Chain, mut arguments: Arguments) -> Answer {
    let bytes = arguments.bytes()?;
    let length = bytes.len();
    let extrinsic = Extrinsic::read(bytes).map_err(Refusal::Malformed)?;
    let fee = chain.runtime.fee(length).saturating_add(extrinsic.tip);
    Ok(json!({
        "weight": { "ref_time": chain.runtime.base_weight, "proof_size": 0 },
        "class": "normal",
        "partialFee": fee.to_string(),
    }))
}

fn sync_state(chain: &mut Chain, _: Arguments) -> Answer {
    let best = chain.best().header.number;
    Ok(json!({ "startingBlock": 0, "currentBlock": best, "highestBlock": best }))
}
