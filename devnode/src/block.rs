//! A block as the chain keeps it.

use crate::{engine::State, events::Events, runtime::Runtime};
use gsdk::{
    config::Header,
    ext::{sp_core::blake2_256, subxt::utils::H256},
};
use parity_scale_codec::Encode;
use std::{sync::Arc, time::Instant};

/// A block and the state after it.
pub struct Block {
    pub hash: H256,
    /// When it was made, by this computer's clock.
    pub made: Instant,
    pub header: Header,
    pub extrinsics: Vec<Vec<u8>>,
    pub events: Events,
    /// The state without its events.
    pub state: State,
    /// The runtime that writes its state and events.
    pub runtime: Arc<Runtime>,
}

impl Block {
    /// A block made at this moment.
    pub fn new(
        header: Header,
        extrinsics: Vec<Vec<u8>>,
        mut state: State,
        runtime: &Arc<Runtime>,
    ) -> Self {
        let hash = H256(blake2_256(&header.encode()));
        let (made, events) = (Instant::now(), Events::take(&mut state, runtime));
        Self { hash, made, header, extrinsics, events, state, runtime: runtime.clone() }
    }
}

/// The first block that a chain has, when it is new or comes from a file.
pub struct First {
    /// The hash of the chain's block 0.
    pub genesis: H256,
    pub block: Block,
}
