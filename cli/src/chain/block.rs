//! A block that is final.

use gsdk::ext::subxt;

/// A finalized block.
///
/// The client believes no other block. A block that is not final can be undone, and an opening
/// revealed because of it would have given the move away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    pub number: u32,
    pub hash: BlockHash,
    /// The chain's time, ms.
    pub timestamp: u64,
}

/// The number and hash of a finalized block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockId {
    pub number: u32,
    pub hash: BlockHash,
}

impl From<Head> for BlockId {
    fn from(Head { number, hash, .. }: Head) -> Self {
        Self { number, hash }
    }
}

pub type BlockHash = subxt::utils::H256;
