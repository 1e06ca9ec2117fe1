//! Extrinsics that wait for a block.

use crate::{
    extrinsic::Extrinsic,
    status::{Status, Watcher},
};
use gear_core::ids::ActorId;
use gsdk::ext::subxt::utils::H256;
use std::collections::{BTreeMap, BTreeSet};

/// As many as a Substrate node keeps.
const MAX_EXTRINSICS: usize = 8192;

/// As many bytes of them as a Substrate node keeps.
const MAX_BYTES: usize = 20 * 1024 * 1024;

/// An extrinsic that waits, and who wants to know of it.
pub struct Pending {
    pub extrinsic: Extrinsic,
    pub hash: H256,
    pub watcher: Option<Watcher>,
    /// It came after those with lower ones.
    order: u64,
    /// The last block that may have it.
    until: u64,
}

/// Why an extrinsic was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// It is here already.
    Imported,
    /// There is another with its sender and nonce.
    Taken,
    Full,
}

/// What waits, by sender and nonce.
#[derive(Default)]
pub struct Pool {
    pending: BTreeMap<(ActorId, u32), Pending>,
    bytes: usize,
    arrived: u64,
}

impl Pool {
    /// Takes an extrinsic in a block.
    ///
    /// # Errors
    ///
    /// Why it was not taken.
    pub fn insert(
        &mut self,
        extrinsic: Extrinsic,
        watcher: Option<Watcher>,
        now: u32,
    ) -> Result<H256, Rejection> {
        let (key, hash) = ((extrinsic.sender, extrinsic.nonce), extrinsic.hash());
        if let Some(other) = self.pending.get(&key) {
            let is_same = other.hash == hash;
            return Err(if is_same { Rejection::Imported } else { Rejection::Taken });
        }
        let bytes = self.bytes + extrinsic.bytes.len();
        if self.pending.len() >= MAX_EXTRINSICS || bytes > MAX_BYTES {
            return Err(Rejection::Full);
        }
        let order = self.arrived;
        (self.bytes, self.arrived) = (bytes, order + 1);
        let until = extrinsic.dies_after(now);
        self.pending.insert(key, Pending { extrinsic, hash, watcher, order, until });
        Ok(hash)
    }

    /// The earliest that arrived of those whose turn it is by its sender's nonce.
    pub fn next_ready(&self, nonce_of: impl Fn(ActorId) -> u32) -> Option<(ActorId, u32)> {
        let senders: BTreeSet<_> = self.pending.keys().map(|key| key.0).collect();
        let ready = senders.into_iter().map(|sender| (sender, nonce_of(sender)));
        let ready = ready.filter_map(|key| Some((self.pending.get(&key)?.order, key)));
        ready.min().map(|(_, key)| key)
    }

    pub fn get(&self, key: (ActorId, u32)) -> Option<&Pending> {
        self.pending.get(&key)
    }

    pub fn take(&mut self, key: (ActorId, u32)) -> Option<Pending> {
        let pending = self.pending.remove(&key)?;
        self.bytes -= pending.extrinsic.bytes.len();
        Some(pending)
    }

    /// The nonce that a sender's next extrinsic should have, given the account's.
    pub fn next_nonce(&self, sender: ActorId, mut nonce: u32) -> u32 {
        while self.pending.contains_key(&(sender, nonce)) {
            nonce += 1;
        }
        nonce
    }

    /// Drops what can't be in a block of this number or a later one any more.
    pub fn expire(&mut self, block: u32) {
        let over = self.pending.iter().filter(|(_, pending)| pending.until < u64::from(block));
        for key in over.map(|(key, _)| *key).collect::<Vec<_>>() {
            self.drop_one(key);
        }
    }

    /// Drops all.
    pub fn clear(&mut self) {
        while let Some(key) = self.pending.keys().next().copied() {
            self.drop_one(key);
        }
    }

    fn drop_one(&mut self, key: (ActorId, u32)) {
        if let Some(watcher) = self.take(key).and_then(|pending| pending.watcher) {
            // The client may be gone.
            let _ = watcher.send(Status::Invalid);
        }
    }

    /// All that wait, in their order of sender and nonce.
    pub fn iter(&self) -> impl Iterator<Item = &Pending> {
        self.pending.values()
    }
}
