//! `system_…` and `payment_…`: the node itself, nonces and fees.

use super::{Answer, Arguments, Method, state};
use crate::{authoring::Charge, chain::Chain};
use gsdk::gear::runtime_types::frame_support::dispatch::DispatchClass;
use serde_json::{Value, json};

pub const METHODS: &[(&str, Method)] = &[
    ("account_nextIndex", next_index),
    ("chainSpec_v1_chainName", |_, _| Ok(json!(NAME))),
    ("chainSpec_v1_genesisHash", |chain, _| Ok(json!(chain.hash_of(0)))),
    ("chainSpec_v1_properties", |_, _| Ok(properties())),
    ("payment_queryFeeDetails", query_fee_details),
    ("payment_queryInfo", query_info),
    ("system_accountNextIndex", next_index),
    ("system_chain", |_, _| Ok(json!(NAME))),
    ("system_chainType", |_, _| Ok(json!("Development"))),
    ("system_health", |_, _| {
        Ok(json!({ "peers": 0, "isSyncing": false, "shouldHavePeers": false }))
    }),
    ("system_name", |_, _| {
        Ok(json!("vara-devnode, a development node: nothing on it is of value"))
    }),
    ("system_nodeRoles", |_, _| Ok(json!(["Authority"]))),
    ("system_peers", |_, _| Ok(json!([]))),
    ("system_properties", |_, _| Ok(properties())),
    ("system_syncState", sync_state),
    ("system_version", |_, _| Ok(json!(env!("CARGO_PKG_VERSION")))),
];

/// A Vara node's name for a development chain.
const NAME: &str = "Development";

/// The chain's properties, under the keys that a Vara node uses.
fn properties() -> Value {
    json!({ "ss58format": 137, "tokenDecimals": 12, "tokenSymbol": "VARA" })
}

/// The nonce of an account's next extrinsic, after those that wait.
fn next_index(chain: &mut Chain, mut arguments: Arguments) -> Answer {
    let id = super::account(&arguments.next::<String>()?)?;
    let nonce = chain.best().state.account(id).nonce;
    Ok(json!(chain.pool.next_nonce(id, nonce)))
}

fn query_info(chain: &mut Chain, mut arguments: Arguments) -> Answer {
    let Charge { weight, class, fee, .. } = state::priced(chain, &mut arguments)?.1;
    let class = match class {
        DispatchClass::Normal => "normal",
        DispatchClass::Operational => "operational",
        DispatchClass::Mandatory => "mandatory",
    };
    Ok(json!({
        "weight": { "ref_time": weight.ref_time, "proof_size": weight.proof_size },
        "class": class,
        "partialFee": fee.to_string(),
    }))
}

fn query_fee_details(chain: &mut Chain, mut arguments: Arguments) -> Answer {
    let (length, charge) = state::priced(chain, &mut arguments)?;
    let [base, by_length, by_weight] =
        chain.runtime().parts_of_fee(length, charge.fee).map(|part| format!("{part:#x}"));
    let fee = json!({ "baseFee": base, "lenFee": by_length, "adjustedWeightFee": by_weight });
    Ok(json!({ "inclusionFee": fee }))
}

fn sync_state(chain: &mut Chain, _: Arguments) -> Answer {
    let best = chain.best().header.number;
    Ok(json!({ "startingBlock": 0, "currentBlock": best, "highestBlock": best }))
}
