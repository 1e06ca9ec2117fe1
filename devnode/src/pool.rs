//! Extrinsics that wait for a block.

use crate::{
    extrinsic::Extrinsic,
    status::{Status, Watcher},
};
use gear_core::ids::ActorId;
use gsdk::ext::subxt::utils::H256;
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, BinaryHeap},
};

/// The most extrinsics in the pool, as on a Substrate node.
const MAX_EXTRINSICS: usize = 8192;

/// The most bytes of extrinsics in the pool, as on a Substrate node.
const MAX_BYTES: usize = 20 * 1024 * 1024;

/// A sender and the nonce of one of its extrinsics.
type Key = (ActorId, u32);

/// An extrinsic that waits, and the client that watches it.
pub struct Pending {
    pub extrinsic: Extrinsic,
    pub hash: H256,
    pub watcher: Option<Watcher>,
    priority: u64,
    /// Its place in the order of arrival.
    order: u64,
    /// The last block that may include it.
    until: u64,
}

/// The reason why the pool does not take an extrinsic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// The pool has it already.
    Imported,
    /// The pool has another one of its sender and nonce, whose priority is no lower.
    TooLow {
        old: u64,
        new: u64,
    },
    Full,
}

/// An extrinsic whose turn it is by its sender's nonce. The greatest one goes into a block first:
/// the one with the highest priority, then the one that expires first, then the one that came
/// first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub struct Ready {
    priority: u64,
    until: Reverse<u64>,
    order: Reverse<u64>,
    pub key: Key,
}

/// The extrinsics that wait, by sender and nonce.
#[derive(Default)]
pub struct Pool {
    pending: BTreeMap<Key, Pending>,
    bytes: usize,
    arrived: u64,
}

impl Pool {
    /// Takes an extrinsic with this priority. It replaces one with its sender and nonce. If the
    /// pool is full then, extrinsics of the lowest priority are dropped: as on a Substrate node, the
    /// new one may be among them. `now` is the best block's number.
    ///
    /// # Errors
    ///
    /// The reason why the pool does not take it.
    pub fn insert(
        &mut self,
        extrinsic: Extrinsic,
        priority: u64,
        watcher: Option<Watcher>,
        now: u32,
    ) -> Result<H256, Rejection> {
        let (key, hash) = ((extrinsic.sender, extrinsic.nonce), extrinsic.hash());
        match self.pending.get(&key) {
            Some(other) if other.hash == hash => return Err(Rejection::Imported),
            Some(other) if other.priority >= priority => {
                return Err(Rejection::TooLow { old: other.priority, new: priority });
            }
            _ => self.drop_one(key, Status::Usurped(hash)),
        }
        let order = self.arrived;
        self.arrived += 1;
        self.bytes += extrinsic.bytes.len();
        let until = extrinsic.dies_after(now);
        self.pending.insert(key, Pending { extrinsic, hash, watcher, priority, order, until });
        self.enforce_limits();
        if self.pending.contains_key(&key) { Ok(hash) } else { Err(Rejection::Full) }
    }

    /// Drops extrinsics until the pool is within its limits: the lowest priority first, and of
    /// these the oldest. Also drops the same sender's later ones, which could only follow.
    fn enforce_limits(&mut self) {
        while self.pending.len() > MAX_EXTRINSICS || self.bytes > MAX_BYTES {
            let all = self.pending.iter();
            let worst = all.min_by_key(|(_, pending)| (pending.priority, pending.order));
            let Some(&(sender, nonce)) = worst.map(|(key, _)| key) else { return };
            let following = self.pending.range((sender, nonce)..=(sender, u32::MAX));
            for key in following.map(|(key, _)| *key).collect::<Vec<_>>() {
                self.drop_one(key, Status::Dropped);
            }
        }
    }

    /// The extrinsics whose turn it is by their senders' nonces.
    pub fn ready(&self, nonce_of: impl Fn(ActorId) -> u32) -> BinaryHeap<Ready> {
        let senders: BTreeSet<_> = self.pending.keys().map(|key| key.0).collect();
        let ready = senders.into_iter().filter_map(|id| self.ready_of(id, nonce_of(id)));
        ready.collect()
    }

    /// The sender's extrinsic whose turn it is if the account has this nonce.
    pub fn ready_of(&self, sender: ActorId, nonce: u32) -> Option<Ready> {
        let key = (sender, nonce);
        let Pending { priority, until, order, .. } = self.pending.get(&key)?;
        let (until, order) = (Reverse(*until), Reverse(*order));
        Some(Ready { priority: *priority, until, order, key })
    }

    pub fn get(&self, key: Key) -> Option<&Pending> {
        self.pending.get(&key)
    }

    pub fn take(&mut self, key: Key) -> Option<Pending> {
        let pending = self.pending.remove(&key)?;
        self.bytes -= pending.extrinsic.bytes.len();
        Some(pending)
    }

    /// The nonce for a sender's next extrinsic if the account has this nonce.
    pub fn next_nonce(&self, sender: ActorId, mut nonce: u32) -> u32 {
        while self.pending.contains_key(&(sender, nonce)) {
            nonce += 1;
        }
        nonce
    }

    /// Drops extrinsics that neither this block nor a later one may include.
    pub fn expire(&mut self, block: u32) {
        let over = self.pending.iter().filter(|(_, pending)| pending.until < u64::from(block));
        for key in over.map(|(key, _)| *key).collect::<Vec<_>>() {
            self.drop_one(key, Status::Invalid);
        }
    }

    /// Drops all extrinsics.
    pub fn clear(&mut self) {
        while let Some(key) = self.pending.keys().next().copied() {
            self.drop_one(key, Status::Invalid);
        }
    }

    /// Drops an extrinsic, if the pool has it, and tells its watcher why.
    fn drop_one(&mut self, key: Key, why: Status) {
        if let Some(watcher) = self.take(key).and_then(|pending| pending.watcher) {
            // The client may be gone.
            let _ = watcher.send(why);
        }
    }

    /// All extrinsics that wait, in the order of sender and nonce.
    pub fn iter(&self) -> impl Iterator<Item = &Pending> {
        self.pending.values()
    }
}
