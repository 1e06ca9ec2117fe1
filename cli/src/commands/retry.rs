//! Tries again what failed.

use crate::{chain::link::NodeError, failure::Failure, screen::output::warn};
use anyhow::Result;
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// The most tries of what may succeed the next time.
const TRIES: u32 = 5;
/// The pauses between tries. Each is twice as long as the one before, up to the last.
pub const FIRST_PAUSE: Duration = Duration::from_secs(3);
const LAST_PAUSE: Duration = Duration::from_secs(30);

/// Counts the failures in a stage. The time at which a stage began identifies it.
#[derive(Default)]
pub struct Tries {
    stage: u64,
    count: u32,
}

impl Tries {
    /// Counts a failure. Returns whether to try once more in this stage.
    pub fn one_more(&mut self, stage: u64) -> bool {
        if self.stage != stage {
            *self = Self { stage, count: 0 };
        }
        self.count += 1;
        self.count <= TRIES
    }

    /// Whether no try is left in this stage.
    pub fn are_over(&self, stage: u64) -> bool {
        self.stage == stage && self.count > TRIES
    }
}

/// Repeats a few times a question that the node fails to answer.
pub async fn retry<T>(mut what: impl AsyncFnMut() -> Result<T>) -> Result<T> {
    let mut tries = Tries::default();
    let since = Instant::now();
    loop {
        match what().await {
            Err(error)
                if Failure::of(&error).is_none()
                    && since.elapsed() < LAST_PAUSE
                    && tries.one_more(0) =>
            {
                warn(&format!("{error:#}. Asking again"));
                sleep(FIRST_PAUSE).await;
            }
            done => return done,
        }
    }
}

/// Repeats a question for as long as the node itself fails. This is for when there is a bet on the
/// table, or somebody watches.
pub async fn retry_while_node_fails<T>(mut what: impl AsyncFnMut() -> Result<T>) -> Result<T> {
    let mut tries = Tries::default();
    let mut pause = FIRST_PAUSE;
    loop {
        let error = match what().await {
            // An answer that can't be read may also be one bad answer.
            Err(error) if matches!(Failure::of(&error), None | Some(Failure::Runtime(_))) => error,
            done => return done,
        };
        // What the node says for itself is not about the game. Another node behind the same address
        // may say otherwise.
        let is_nodes = |answer: &NodeError| !answer.is_of_runtime();
        if !error.downcast_ref().is_some_and(is_nodes) && !tries.one_more(0) {
            return Err(error);
        }
        warn(&format!("{error:#}. Asking again"));
        sleep(pause).await;
        pause = (pause * 2).min(LAST_PAUSE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_is_tried_a_few_times_in_each_stage() {
        let mut tries = Tries::default();
        let count = |tries: &mut Tries, stage| (0..9).filter(|_| tries.one_more(stage)).count();
        assert_eq!((count(&mut tries, 7), count(&mut tries, 8)), (5, 5));
        assert!(!tries.one_more(8));
    }
}
