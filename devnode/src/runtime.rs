//! The runtime that the node stands for: its metadata, its version, its fees.

use gsdk::{
    ext::subxt::{
        Metadata,
        ext::subxt_core::constants::{self, address::Address},
    },
    gear,
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
    pub version: Version,
    /// What any extrinsic weighs, in ps.
    pub base_weight: u64,
    /// The longest that the extrinsics of a block may be, in bytes.
    pub max_length: usize,
}

impl Runtime {
    pub fn new() -> Self {
        let metadata = Metadata::decode(&mut &METADATA[..]).expect("gsdk is built with it");
        let weights = constant(&metadata, &gear::constants().system().block_weights());
        let length = constant(&metadata, &gear::constants().system().block_length());
        Self {
            version: constant(&metadata, &gear::constants().system().version()),
            base_weight: weights.per_class.normal.base_extrinsic.ref_time,
            max_length: length.max.normal as usize,
        }
    }

    /// What an extrinsic of this many bytes costs beside gas and tip, in the
    /// smallest unit. Vara's own fee also counts the weight of the call, and
    /// changes with the load.
    pub fn fee(&self, length: usize) -> u128 {
        (u128::from(self.base_weight) + length as u128) * PRICE
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
