//! The runtime that the node stands for: its metadata, its version, its fees.

use crate::engine::FeeMultiplier;
use gsdk::{
    ext::subxt::{
        Metadata,
        ext::subxt_core::constants::{self, address::Address},
    },
    gear::{
        self,
        runtime_types::{
            frame_support::dispatch::{DispatchClass, PerDispatchClass},
            sp_weights::weight_v2::Weight,
        },
    },
};
use parity_scale_codec::Decode;
use serde_json::{Value, json};

/// The metadata that `gsdk` is built with.
pub const METADATA: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/vara_runtime.scale"));

/// The version of [`METADATA`]'s own format.
pub const METADATA_VERSION: u32 = 15;

/// What a byte of an extrinsic costs, and a unit of its weight, in the smallest
/// unit of value.
const PRICE: u128 = 100;

pub type Version = gear::runtime_types::sp_version::RuntimeVersion;

/// What the metadata says about the runtime.
pub struct Runtime {
    metadata: Metadata,
    pub version: Version,
    /// What any extrinsic weighs beside its call, in ps.
    pub base_weight: u64,
    /// What an empty block weighs, in ps.
    pub base_block_weight: u64,
    /// What a block may weigh, in ps.
    pub max_block_weight: u64,
    /// What the normal extrinsics of a block may weigh, in ps.
    pub max_normal_weight: u64,
    /// What a call may weigh, in ps: a normal one, and an operational one.
    max_call_weight: [u64; 2],
    /// The longest that the extrinsics of a block may be, in bytes.
    pub max_length: usize,
}

impl Runtime {
    pub fn new() -> Self {
        let metadata = Metadata::decode(&mut &METADATA[..]).expect("gsdk is built with it");
        let weights = constant(&metadata, &gear::constants().system().block_weights());
        let length = constant(&metadata, &gear::constants().system().block_length());
        let PerDispatchClass { normal, operational, .. } = weights.per_class;
        let time = |weight: Option<Weight>| weight.map_or(u64::MAX, |weight| weight.ref_time);
        Self {
            version: constant(&metadata, &gear::constants().system().version()),
            base_weight: normal.base_extrinsic.ref_time,
            base_block_weight: weights.base_block.ref_time,
            max_block_weight: weights.max_block.ref_time,
            max_normal_weight: time(normal.max_total),
            max_call_weight: [time(normal.max_extrinsic), time(operational.max_extrinsic)],
            max_length: length.max.normal as usize,
            metadata,
        }
    }

    /// What a call is called, such as `Gear.send_message`.
    pub fn call_name(&self, index: Option<[u8; 2]>) -> String {
        let found = index.and_then(|[pallet, call]| {
            let pallet = self.metadata.pallet_by_index(pallet)?;
            Some((pallet.name(), pallet.call_variant_by_index(call)?))
        });
        let Some((pallet, call)) = found else { return "an unknown call".to_owned() };
        format!("{pallet}.{}", call.name)
    }

    /// The most that a call of a class may weigh, in ps.
    pub fn max_extrinsic_weight(&self, class: &DispatchClass) -> u64 {
        self.max_call_weight[usize::from(!matches!(class, DispatchClass::Normal))]
    }

    /// What an extrinsic of this many bytes costs beside gas and tip, in the
    /// smallest unit, if its call weighs so much.
    pub fn fee(&self, length: usize, weight: &Weight, multiplier: FeeMultiplier) -> u128 {
        let weighed = u128::from(weight.ref_time.min(self.max_block_weight)) * multiplier.0;
        (u128::from(self.base_weight) + length as u128 + weighed) * PRICE
    }

    /// A fee without a tip, in its parts: for any extrinsic, for its length, for its
    /// weight.
    pub fn parts_of_fee(&self, length: usize, fee: u128) -> [u128; 3] {
        let (base, by_length) = (u128::from(self.base_weight) * PRICE, length as u128 * PRICE);
        [base, by_length, fee.saturating_sub(base + by_length)]
    }

    /// The version as a node gives it.
    pub fn version_json(&self) -> Value {
        let Version { spec_name, impl_name, authoring_version, spec_version, .. } = &self.version;
        let Version { impl_version, transaction_version, apis, .. } = &self.version;
        let apis: Vec<_> =
            apis.iter().map(|(id, n)| (format!("0x{}", hex::encode(id)), n)).collect();
        json!({
            "specName": spec_name,
            "implName": impl_name,
            "authoringVersion": authoring_version,
            "specVersion": spec_version,
            "implVersion": impl_version,
            "apis": apis,
            "transactionVersion": transaction_version,
            "stateVersion": 1,
        })
    }
}

fn constant<A: Address>(metadata: &Metadata, address: &A) -> A::Target {
    constants::get(address, metadata).expect("gsdk is built with it")
}
