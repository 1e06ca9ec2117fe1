//! The blocks of a node, as they come.

use crate::world::runtime;
use gsdk::{Api, ext::subxt::config::Header as _};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
    thread::sleep,
    time::{Duration, Instant},
};

/// The real time between two blocks.
pub const BLOCK_TIME: Duration = Duration::from_millis(300);
/// By how many blocks a node is behind that is behind.
pub const BEHIND: u32 = 10;
/// Nobody waits longer for a block, however busy the machine is.
const LONGEST: Duration = Duration::from_secs(300);

#[derive(Default)]
pub struct Blocks(Mutex<Seen>);

#[derive(Default)]
struct Seen {
    hashes: BTreeMap<u32, String>,
    numbers: BTreeMap<String, u32>,
}

impl Blocks {
    /// Follows the blocks of this node for as long as somebody has them.
    pub fn of(api: &Api) -> Arc<Self> {
        let blocks = Arc::new(Self::default());
        let (seen, api) = (Arc::downgrade(&blocks), api.clone());
        runtime().spawn(async move {
            let mut heads = api.legacy().chain_subscribe_new_heads().await.expect("it announces");
            while let Some(Ok(header)) = heads.next().await {
                let Some(seen) = seen.upgrade() else { return };
                seen.note(header.number(), format!("{:?}", header.hash_with(api.hasher())));
            }
        });
        blocks.wait_for(1);
        blocks
    }

    fn note(&self, number: u32, hash: String) {
        let mut seen = self.0.lock().unwrap();
        seen.numbers.insert(hash.clone(), number);
        seen.hashes.insert(number, hash);
    }

    /// The best block.
    pub fn best(&self) -> (u32, String) {
        let seen = self.0.lock().unwrap();
        let best = seen.hashes.last_key_value();
        best.map(|(number, hash)| (*number, hash.clone())).unwrap_or_default()
    }

    /// The final block, which is two behind on a development node.
    pub fn last(&self) -> (u32, String) {
        let number = self.best().0.saturating_sub(2);
        (number, self.hash(number).unwrap_or_default())
    }

    pub fn hash(&self, number: u32) -> Option<String> {
        self.0.lock().unwrap().hashes.get(&number).cloned()
    }

    pub fn number(&self, hash: &str) -> Option<u32> {
        self.0.lock().unwrap().numbers.get(hash).copied()
    }

    /// Waits for the block with this number.
    pub fn wait_for(&self, number: u32) {
        let since = Instant::now();
        while self.best().0 < number {
            assert!(since.elapsed() < LONGEST, "the node makes no blocks");
            sleep(BLOCK_TIME / 4);
        }
    }
}
