//! Trying once more.

use crate::{chain::link::NodeError, failure::Failure, screen::output::warn};
use anyhow::Result;
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// How often something is tried that may go right the next time.
const TRIES: u32 = 5;
/// The pauses before a node is asked again what it could not answer: twice as long each
/// time, from the first to the last.
pub const ASK_AGAIN: Duration = Duration::from_secs(3);
const LAST_PAUSE: Duration = Duration::from_secs(30);

/// How often something went wrong in a stage, by the stage's beginning.
#[derive(Default)]
pub struct Tries {
    stage: u64,
    count: u32,
}

impl Tries {
    /// Whether it is to be tried once more in this stage.
    pub fn one_more(&mut self, stage: u64) -> bool {
        if self.stage != stage {
            *self = Self { stage, count: 0 };
        }
        self.count += 1;
        self.count <= TRIES
    }

    /// Whether it was tried as often as it may be in this stage.
    pub fn are_over(&self, stage: u64) -> bool {
        self.stage == stage && self.count > TRIES
    }
}

/// Asks what a node may answer better the next time, a few times.
pub async fn again<T>(mut what: impl AsyncFnMut() -> Result<T>) -> Result<T> {
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
                sleep(ASK_AGAIN).await;
            }
            done => return done,
        }
    }
}

/// The same, for as long as the node's own troubles last: where there is a bet on the
/// table, or somebody watches.
pub async fn insist<T>(mut what: impl AsyncFnMut() -> Result<T>) -> Result<T> {
    let mut tries = Tries::default();
    let mut pause = ASK_AGAIN;
    loop {
        let error = match what().await {
            // An answer that can't be read may be one bad answer, too.
            Err(error) if matches!(Failure::of(&error), None | Some(Failure::Runtime(_))) => error,
            done => return done,
        };
        // Of what the node says for itself nothing is about the game: another one of those
        // that answer at its address may say otherwise.
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
