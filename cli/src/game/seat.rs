//! A player's place at a table.

use crate::words::hex32;
use gprimitives::{ActorId, H256};
use serde::{Deserialize, Serialize};

/// One player's game at one table.
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

    /// The beginning of its files' names. Whoever deploys many tables finds two whose ids begin
    /// alike, so the name has more bytes of the table's id than of the others.
    pub fn file_stem(&self) -> String {
        let Self { genesis, program, account } = self;
        format!("{}-{}-{}", short(genesis), part_of_program(program), short(account))
    }
}

/// Enough of a table's id for a file's name.
pub fn part_of_program(program: &[u8; 32]) -> String {
    hex::encode(&program[..16])
}

/// Enough of 32 bytes to tell them from others.
pub fn short(bytes: &[u8; 32]) -> String {
    hex::encode(&bytes[..6])
}
