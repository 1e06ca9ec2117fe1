//! Whose place at which table.

use crate::words::hex32;
use gprimitives::{ActorId, H256};
use serde::{Deserialize, Serialize};

/// One game at one table, of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// The chain, by its genesis block's hash.
    #[serde(with = "hex32")]
    pub genesis: [u8; 32],
    #[serde(with = "hex32")]
    pub program: [u8; 32],
    #[serde(with = "hex32")]
    pub account: [u8; 32],
}

impl Seat {
    pub fn new(genesis: H256, program: ActorId, account: ActorId) -> Self {
        Self { genesis: genesis.0, program: program.into_bytes(), account: account.into_bytes() }
    }

    /// What its files' names begin with. Whoever deploys many tables finds two whose ids begin
    /// alike, so that of a table has more of it.
    pub fn file_stem(&self) -> String {
        let Self { genesis, program, account } = self;
        format!("{}-{}-{}", short(genesis), hex::encode(&program[..16]), short(account))
    }
}

/// Enough of 32 bytes to tell them from others.
pub fn short(bytes: &[u8; 32]) -> String {
    hex::encode(&bytes[..6])
}
