//! The chain: its blocks, its finality, and the extrinsics that wait for the next block.

use crate::{
    block::{Block, First},
    engine::State,
    extrinsic::{Extrinsic, Signed},
    pool::{Pool, Rejection},
    runtime::Runtime,
    status::{Status, Watcher},
};
use gsdk::{
    config::Header,
    ext::{
        sp_core::blake2_256,
        sp_runtime::transaction_validity::InvalidTransaction,
        subxt::{
            config::substrate::{Digest, DigestItem},
            utils::H256,
        },
    },
};
use parity_scale_codec::Encode;
use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};
use tokio::sync::broadcast;

/// The most bytes of extrinsics in the blocks that are kept.
const MAX_BODIES: usize = 256 * 1024 * 1024;

/// The most snapshots that are kept, each with its state.
pub const MAX_SNAPSHOTS: usize = 64;

/// The reason why an extrinsic is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The bytes are no extrinsic.
    Malformed(String),
    /// No block may include it.
    Invalid(InvalidTransaction),
    /// The pool did not take it.
    Rejected(Rejection),
}

impl From<InvalidTransaction> for Refusal {
    fn from(reason: InvalidTransaction) -> Self {
        Self::Invalid(reason)
    }
}

/// The kinds of blocks that clients follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Head {
    /// The newest.
    Best,
    /// The newest that is final.
    Final,
}

/// The watchers to tell when a block is final.
struct Waiting {
    number: u32,
    hash: H256,
    watchers: Vec<Watcher>,
}

/// The channel that announces a new head of either kind.
pub type Announce = broadcast::Sender<()>;

/// How long blocks are kept, and when they are final.
#[derive(Clone, Copy, Debug)]
pub struct Keeping {
    /// How many blocks later a block is final, if later blocks make it final.
    pub finality_lag: Option<u32>,
    /// How many blocks to keep.
    pub history: u32,
}

/// The blocks and the pool.
pub struct Chain {
    pub pool: Pool,
    announce: Announce,
    genesis: H256,
    keeping: Keeping,
    /// The number of the newest block that is final.
    finalized: u32,
    waiting: VecDeque<Waiting>,
    snapshots: BTreeMap<u32, Arc<Block>>,
    /// How many snapshots were ever made.
    snapshots_made: u32,
    /// The newest block comes last. Never empty.
    blocks: VecDeque<Arc<Block>>,
    bodies: usize,
}

impl Chain {
    /// A chain of one block, which announces later ones. A block becomes final once enough blocks
    /// follow it, or when [`Chain::finalize`] says so.
    pub fn new(announce: Announce, keeping: Keeping, first: First) -> Self {
        let First { genesis, block } = first;
        Self {
            pool: Pool::default(),
            announce,
            genesis,
            keeping,
            finalized: block.header.number,
            waiting: VecDeque::new(),
            snapshots: BTreeMap::new(),
            snapshots_made: 0,
            blocks: [Arc::new(block)].into(),
            bodies: 0,
        }
    }

    /// The hash of the chain's block 0.
    pub fn genesis(&self) -> H256 {
        self.genesis
    }

    /// The newest block.
    pub fn best(&self) -> &Arc<Block> {
        self.blocks.back().expect("there is always one")
    }

    /// The runtime of the next block.
    pub fn runtime(&self) -> &Arc<Runtime> {
        &self.best().runtime
    }

    /// The newest block that is final.
    pub fn finalized(&self) -> &Arc<Block> {
        self.block_at(self.finalized).unwrap_or(&self.blocks[0])
    }

    /// The newest block of a kind.
    pub fn head(&self, head: Head) -> &Arc<Block> {
        match head {
            Head::Best => self.best(),
            Head::Final => self.finalized(),
        }
    }

    /// The block with this number, if there is one of the kind. If it is forgotten, the oldest
    /// block that is kept. If the chain went back behind the last block, the head.
    pub fn after(&self, head: Head, number: u32, last: Option<H256>) -> Option<Arc<Block>> {
        let newest = self.head(head);
        let parent = number.checked_sub(1).filter(|parent| *parent >= self.oldest());
        if last.is_some() && parent.is_some_and(|parent| self.hash_of(parent) != last) {
            return Some(newest.clone());
        }
        let number = number.max(self.oldest());
        let is_there = number <= newest.header.number;
        self.block_at(number).filter(|_| is_there).cloned()
    }

    /// Finalizes all blocks up to this one, and tells the watchers.
    pub fn finalize(&mut self, number: u32) {
        let number = number.min(self.best().header.number);
        if number <= self.finalized {
            return;
        }
        self.finalized = number;
        while let Some(waiting) = self.waiting.pop_front_if(|waiting| waiting.number <= number) {
            for watcher in waiting.watchers {
                // The client may be gone.
                let _ = watcher.send(Status::Finalized(waiting.hash));
            }
        }
        // An error means that nobody listens.
        let _ = self.announce.send(());
    }

    /// Adds a block, with the watchers of its extrinsics. `runtime` is the runtime after it.
    pub fn append(
        &mut self,
        extrinsics: Vec<Vec<u8>>,
        state: State,
        watchers: Vec<Watcher>,
        runtime: &Arc<Runtime>,
    ) {
        self.push(extrinsics, state, runtime);
        let Block { hash, header, .. } = &**self.best();
        let (hash, number) = (*hash, header.number);
        for watcher in &watchers {
            // As above.
            let _ = watcher.send(Status::InBlock(hash));
        }
        self.waiting.push_back(Waiting { number, hash, watchers });
        // As above.
        let _ = self.announce.send(());
        if let Some(lag) = self.keeping.finality_lag {
            self.finalize(number.saturating_sub(lag));
        }
    }

    /// A block that is still kept; without a hash, the best one.
    pub fn block(&self, hash: Option<H256>) -> Option<&Arc<Block>> {
        let Some(hash) = hash else { return Some(self.best()) };
        self.blocks.iter().rev().find(|block| block.hash == hash)
    }

    /// The number of the oldest block that is still kept.
    pub fn oldest(&self) -> u32 {
        self.blocks[0].header.number
    }

    /// A block that is still kept, by its number.
    pub fn block_at(&self, number: u32) -> Option<&Arc<Block>> {
        let index = number.checked_sub(self.oldest())?;
        self.blocks.get(index as usize)
    }

    /// The hash of a block that is still kept, or of block 0.
    pub fn hash_of(&self, number: u32) -> Option<H256> {
        if number == 0 {
            return Some(self.genesis);
        }
        Some(self.block_at(number)?.hash)
    }

    /// Takes an extrinsic that a block may include.
    ///
    /// # Errors
    ///
    /// The reason for the refusal.
    pub fn submit(&mut self, bytes: Vec<u8>, watcher: Option<Watcher>) -> Result<H256, Refusal> {
        let extrinsic = Extrinsic::read(bytes, self.runtime()).map_err(Refusal::Malformed)?;
        let priority = self.validate(&extrinsic, self.best())?;
        let nonce = self.best().state.account(extrinsic.sender).nonce;
        let is_ready = extrinsic.nonce <= self.pool.next_nonce(extrinsic.sender, nonce);
        let now = self.best().header.number;
        let inserted = self.pool.insert(extrinsic, priority, watcher.clone(), now);
        let hash = inserted.map_err(Refusal::Rejected)?;
        if let Some(watcher) = watcher {
            // If the client is gone, nobody listens any more.
            let _ = watcher.send(if is_ready { Status::Ready } else { Status::Future });
        }
        Ok(hash)
    }

    /// Checks an extrinsic as the next one after a block. Returns its priority.
    ///
    /// # Errors
    ///
    /// The reason why no block may include it.
    pub fn validate(
        &self,
        extrinsic: &Extrinsic,
        block: &Block,
    ) -> Result<u64, InvalidTransaction> {
        let Block { state, runtime, .. } = block;
        self.check(extrinsic, runtime, state.height() + 1)?;
        if extrinsic.nonce < state.account(extrinsic.sender).nonce {
            return Err(InvalidTransaction::Stale);
        }
        let charge = self.charge(extrinsic, state, state.height() + 1)?;
        Ok(self.priority(extrinsic, &charge))
    }

    /// Checks what does not depend on balances and nonces.
    ///
    /// # Errors
    ///
    /// The reason why this block may not include it.
    pub fn check(
        &self,
        extrinsic: &Extrinsic,
        runtime: &Runtime,
        block: u32,
    ) -> Result<(), InvalidTransaction> {
        extrinsic.check(&Signed {
            runtime,
            genesis: self.genesis,
            block,
            hash_of: &|number| self.hash_of(number),
        })
    }

    /// Takes a snapshot of the best block. Returns its number, or `None` if there are
    /// [`MAX_SNAPSHOTS`] already.
    pub fn snapshot(&mut self) -> Option<u32> {
        if self.snapshots.len() >= MAX_SNAPSHOTS {
            return None;
        }
        self.snapshots_made += 1;
        self.snapshots.insert(self.snapshots_made, self.best().clone());
        Some(self.snapshots_made)
    }

    /// Goes back to a snapshot. Forgets this snapshot, later ones, and the extrinsics in the pool.
    /// Returns whether the snapshot existed.
    pub fn revert(&mut self, snapshot: u32) -> bool {
        let Some(block) = self.snapshots.remove(&snapshot) else { return false };
        self.snapshots.split_off(&snapshot);
        let number = block.header.number;
        while self.blocks.back().is_some_and(|last| last.header.number >= number) {
            self.forget_newest();
        }
        self.bodies += size(&block.extrinsics);
        self.blocks.push_back(block);
        self.finalized = self.finalized.min(number);
        self.waiting.retain(|waiting| waiting.number <= number);
        self.pool.clear();
        // An error means that nobody listens.
        let _ = self.announce.send(());
        true
    }

    fn forget_newest(&mut self) {
        if let Some(newest) = self.blocks.pop_back() {
            self.bodies -= size(&newest.extrinsics);
        }
    }

    fn push(&mut self, extrinsics: Vec<Vec<u8>>, mut state: State, runtime: &Arc<Runtime>) {
        let mut digest = Digest::default();
        if !Arc::ptr_eq(runtime, self.runtime()) {
            state.constants = Arc::new(runtime.constants.clone());
            digest.logs.push(DigestItem::RuntimeEnvironmentUpdated);
        }
        let parent = &self.best().header;
        let parent_hash = self.best().hash;
        let header = Header {
            parent_hash,
            number: state.height(),
            // There is no trie. The root only has to differ in each block.
            state_root: H256(blake2_256(&(parent.state_root, state.block).encode())),
            extrinsics_root: H256(blake2_256(&extrinsics.encode())),
            digest,
        };
        self.bodies += size(&extrinsics);
        let block = Block::new(header, extrinsics, state, runtime);
        self.blocks.push_back(Arc::new(block));
        let most = self.keeping.history as usize;
        while self.blocks.len() > most || (self.bodies > MAX_BODIES && self.blocks.len() > 1) {
            let oldest = self.blocks.pop_front().expect("there are several");
            self.bodies -= size(&oldest.extrinsics);
        }
    }
}

fn size(extrinsics: &[Vec<u8>]) -> usize {
    extrinsics.iter().map(Vec::len).sum()
}
