//! The chain: its blocks, and how the next one is made.

use crate::{
    engine::{Account, BANK, EXISTENTIAL_DEPOSIT, Execution, Outcome, Position, State, TREASURY},
    extrinsic::{self, Extrinsic, Signed},
    pool::{Pending, Pool, Rejection},
    runtime::Runtime,
    status::{Status, Watcher},
};
use core_processor::configs::BlockInfo;
use gear_core::ids::ActorId;
use gsdk::{
    AccountKeyring, IntoSubxt,
    config::Header,
    ext::{
        sp_core::blake2_256,
        sp_runtime::transaction_validity::InvalidTransaction,
        subxt::{config::substrate::Digest, utils::H256},
    },
    gear::{
        balances,
        runtime_types::{
            frame_support::dispatch::{DispatchClass, DispatchInfo, Pays},
            sp_weights::weight_v2::Weight,
        },
        system, transaction_payment, treasury,
    },
};
use parity_scale_codec::Encode;
use std::{
    collections::VecDeque,
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};
use tokio::sync::broadcast;

/// Blocks that are kept: as many as the runtime knows hashes of.
const HISTORY: usize = 2400;

/// Bytes of extrinsics in the blocks that are kept.
const MAX_BODIES: usize = 256 * 1024 * 1024;

/// What each development account has at first, in the smallest unit.
const RICH: u128 = 1_000_000 * EXISTENTIAL_DEPOSIT;

/// Who is rich at first.
const ACCOUNTS: [AccountKeyring; 6] = [
    AccountKeyring::Alice,
    AccountKeyring::Bob,
    AccountKeyring::Charlie,
    AccountKeyring::Dave,
    AccountKeyring::Eve,
    AccountKeyring::Ferdie,
];

/// A block and the state after it.
pub struct Block {
    pub hash: H256,
    pub header: Header,
    pub extrinsics: Vec<Vec<u8>>,
    pub state: State,
}

/// Why an extrinsic was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It can't be read.
    Malformed(String),
    /// No block may have it.
    Invalid(InvalidTransaction),
    /// The pool did not take it.
    Rejected(Rejection),
}

impl From<InvalidTransaction> for Refusal {
    fn from(reason: InvalidTransaction) -> Self {
        Self::Invalid(reason)
    }
}

/// The blocks, the pool, and the runtime.
pub struct Chain {
    pub runtime: Runtime,
    pub pool: Pool,
    announce: broadcast::Sender<Arc<Block>>,
    genesis: H256,
    /// The newest last; never empty.
    blocks: VecDeque<Arc<Block>>,
    bodies: usize,
}

impl Chain {
    /// A chain of one block, of now, which announces those that follow.
    pub fn new(announce: broadcast::Sender<Arc<Block>>) -> Self {
        let genesis = genesis();
        Self {
            runtime: Runtime::new(),
            pool: Pool::default(),
            announce,
            genesis: genesis.hash,
            blocks: [Arc::new(genesis)].into(),
            bodies: 0,
        }
    }

    /// The newest block, which is final at once.
    pub fn best(&self) -> &Arc<Block> {
        self.blocks.back().expect("there is always one")
    }

    /// A block that is still kept; the best one, if none is named.
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

    /// The hash of a block that is still kept, or of the first.
    pub fn hash_of(&self, number: u32) -> Option<H256> {
        if number == 0 {
            return Some(self.genesis);
        }
        Some(self.block_at(number)?.hash)
    }

    /// Takes an extrinsic that a block may have.
    ///
    /// # Errors
    ///
    /// Why it was refused.
    pub fn submit(&mut self, bytes: Vec<u8>, watcher: Option<Watcher>) -> Result<H256, Refusal> {
        let extrinsic = Extrinsic::read(bytes).map_err(Refusal::Malformed)?;
        self.validate(&extrinsic)?;
        let nonce = account(&self.best().state, extrinsic.sender).nonce;
        let is_ready = extrinsic.nonce == self.pool.next_nonce(extrinsic.sender, nonce);
        let hash = self.pool.insert(extrinsic, watcher.clone()).map_err(Refusal::Rejected)?;
        if let Some(watcher) = watcher {
            // Nobody listens any more, if the client is gone.
            let _ = watcher.send(if is_ready { Status::Ready } else { Status::Future });
        }
        Ok(hash)
    }

    /// Checks an extrinsic against the best block.
    ///
    /// # Errors
    ///
    /// Why no block may have it.
    pub fn validate(&self, extrinsic: &Extrinsic) -> Result<(), InvalidTransaction> {
        let state = &self.best().state;
        self.check(extrinsic, state.height() + 1)?;
        if extrinsic.nonce < account(state, extrinsic.sender).nonce {
            return Err(InvalidTransaction::Stale);
        }
        self.fee(extrinsic, state).map(drop)
    }

    fn check(&self, extrinsic: &Extrinsic, block: u32) -> Result<(), InvalidTransaction> {
        extrinsic.check(&Signed {
            runtime: &self.runtime,
            genesis: self.genesis,
            block,
            hash_of: &|number| self.hash_of(number),
        })
    }

    /// What an extrinsic costs its sender, who must be able to pay it.
    fn fee(&self, extrinsic: &Extrinsic, state: &State) -> Result<u128, InvalidTransaction> {
        let fee = self.runtime.fee(extrinsic.bytes.len()).saturating_add(extrinsic.tip);
        let has_it = state.reducible(extrinsic.sender) >= fee;
        has_it.then_some(fee).ok_or(InvalidTransaction::Payment)
    }

    /// Makes the next block of what waits, and runs the queue.
    pub fn make_block(&mut self) -> &Arc<Block> {
        let mut state = self.best().state.clone();
        state.next_block();
        let mut body = vec![extrinsic::set_timestamp(state.block.timestamp)];
        let mut execution = Execution::on(state);
        execution.state.phase = Position::Extrinsic(0);
        self.succeeded(&mut execution.state, DispatchClass::Mandatory, Pays::Yes);
        let watchers = self.include_ready(&mut execution, &mut body);
        execution.state.phase = Position::Extrinsic(index(&body));
        body.push(extrinsic::run_queue());
        execution.run_queue();
        self.succeeded(&mut execution.state, DispatchClass::Mandatory, Pays::No);
        execution.state.phase = Position::Finalization;
        self.append(body, execution.finish());
        // An error says that nobody listens.
        let _ = self.announce.send(self.best().clone());
        let hash = self.best().hash;
        for watcher in watchers {
            for status in [Status::InBlock(hash), Status::Finalized(hash)] {
                // As above: the client may be gone.
                let _ = watcher.send(status);
            }
        }
        self.best()
    }

    /// Applies what is ready and fits. Returns who wants to know of it.
    fn include_ready(
        &mut self,
        execution: &mut Execution,
        body: &mut Vec<Vec<u8>>,
    ) -> Vec<Watcher> {
        let mut watchers = vec![];
        let mut room = self.runtime.max_length;
        while let Some(key) = self.pool.next_ready(|id| account(&execution.state, id).nonce) {
            let length = self.pool.get(key).map_or(0, |pending| pending.extrinsic.bytes.len());
            if length > room {
                break;
            }
            let Some(Pending { extrinsic, watcher, .. }) = self.pool.take(key) else { break };
            let is_valid = self.check(&extrinsic, execution.state.height());
            let fee = is_valid.and_then(|()| self.fee(&extrinsic, &execution.state));
            match fee {
                Ok(fee) => {
                    room -= length;
                    execution.state.phase = Position::Extrinsic(index(body));
                    body.push(extrinsic.bytes.clone());
                    self.include(execution, extrinsic, fee);
                    watchers.extend(watcher);
                }
                Err(_) => {
                    if let Some(watcher) = watcher {
                        // As above: the client may be gone.
                        let _ = watcher.send(Status::Invalid);
                    }
                }
            }
        }
        watchers
    }

    /// Takes the fee, whatever the call then comes to.
    fn include(&self, execution: &mut Execution, extrinsic: Extrinsic, fee: u128) {
        let Extrinsic { sender, tip, call, .. } = extrinsic;
        let who = sender.into_subxt();
        execution.state.debit(sender, fee);
        execution.state.emit(balances::Event::Withdraw { who: who.clone(), amount: fee });
        execution.state.accounts.entry(sender).or_default().nonce += 1;
        let outcome: Outcome = execution.apply(sender, call);
        let state = &mut execution.state;
        state.mint(TREASURY, fee);
        state.emit(treasury::Event::Deposit { value: fee });
        state.emit(transaction_payment::Event::TransactionFeePaid { who, actual_fee: fee, tip });
        match outcome {
            Ok(()) => self.succeeded(state, DispatchClass::Normal, Pays::Yes),
            Err(dispatch_error) => {
                let dispatch_info = self.info(DispatchClass::Normal, Pays::Yes);
                state.emit(system::Event::ExtrinsicFailed { dispatch_error, dispatch_info });
            }
        }
    }

    fn succeeded(&self, state: &mut State, class: DispatchClass, pays_fee: Pays) {
        let dispatch_info = self.info(class, pays_fee);
        state.emit(system::Event::ExtrinsicSuccess { dispatch_info });
    }

    fn info(&self, class: DispatchClass, pays_fee: Pays) -> DispatchInfo {
        let weight = Weight { ref_time: self.runtime.base_weight, proof_size: 0 };
        DispatchInfo { weight, class, pays_fee }
    }

    fn append(&mut self, extrinsics: Vec<Vec<u8>>, state: State) {
        let parent = &self.best().header;
        let parent_hash = self.best().hash;
        let header = Header {
            parent_hash,
            number: state.height(),
            // There is no trie: it only has to be another one in each block.
            state_root: H256(blake2_256(&(parent.state_root, state.block).encode())),
            extrinsics_root: H256(blake2_256(&extrinsics.encode())),
            digest: Digest::default(),
        };
        self.bodies += size(&extrinsics);
        let hash = H256(blake2_256(&header.encode()));
        self.blocks.push_back(Arc::new(Block { hash, header, extrinsics, state }));
        while self.blocks.len() > HISTORY || (self.bodies > MAX_BODIES && self.blocks.len() > 1) {
            let oldest = self.blocks.pop_front().expect("there are several");
            self.bodies -= size(&oldest.extrinsics);
        }
    }
}

/// What an account has; nothing, if there is none.
pub fn account(state: &State, id: ActorId) -> Account {
    state.accounts.get(&id).copied().unwrap_or_default()
}

/// The first block: accounts that have value, and a hash that no other chain has.
fn genesis() -> Block {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let timestamp = u64::try_from(now.as_millis()).unwrap_or_default();
    let mut state = State { block: BlockInfo { height: 0, timestamp }, ..State::default() };
    for rich in ACCOUNTS {
        state.mint(rich.to_raw_public().into(), RICH);
    }
    state.mint(BANK, EXISTENTIAL_DEPOSIT);
    state.mint(TREASURY, EXISTENTIAL_DEPOSIT);
    // Clients keep what they remember by the genesis: a restarted node, which has
    // forgotten everything, must not look like the one before.
    let seed = (now.as_nanos(), std::process::id()).encode();
    let header = Header {
        parent_hash: H256::zero(),
        number: 0,
        state_root: H256(blake2_256(&seed)),
        extrinsics_root: H256(blake2_256(&[])),
        digest: Digest::default(),
    };
    let hash = H256(blake2_256(&header.encode()));
    Block { hash, header, extrinsics: vec![], state }
}

/// The index of the extrinsic that comes next into a body.
fn index(body: &[Vec<u8>]) -> u32 {
    u32::try_from(body.len()).expect("a block has room for fewer")
}

fn size(extrinsics: &[Vec<u8>]) -> usize {
    extrinsics.iter().map(Vec::len).sum()
}
