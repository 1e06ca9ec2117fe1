//! Waits that are in proportion to the time between two blocks.

use crate::chain::BLOCK_TIME;
use std::{env, sync::OnceLock, time::Duration};
use tokio::time::timeout;

/// The variable with the time between two blocks, ms, of a chain that makes them faster than Vara.
/// Tests set it, so that a wait is as many blocks there as on Vara.
const VARIABLE: &str = "RPSLS_BLOCK_MS";

/// How long a node may take to answer what its client can do without. A connection that does not
/// answer counts as lost only after a longer time.
const DISPENSABLE: Duration = Duration::from_secs(20);

/// What a node answers to a question that its client can do without, if it answers in time.
pub async fn in_time<T>(asked: impl Future<Output = T>) -> Option<T> {
    timeout(paced(DISPENSABLE), asked).await.ok()
}

/// A wait that is this long on Vara.
pub fn paced(wait: Duration) -> Duration {
    static BLOCK: OnceLock<u64> = OnceLock::new();
    let block = BLOCK.get_or_init(|| {
        let set = env::var(VARIABLE).ok().and_then(|text| text.parse().ok());
        set.filter(|block| (1..=BLOCK_TIME).contains(block)).unwrap_or(BLOCK_TIME)
    });
    wait.mul_f64(*block as f64 / BLOCK_TIME as f64)
}
