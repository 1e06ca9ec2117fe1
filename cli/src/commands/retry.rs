//! Tries again what failed.

use crate::{
    chain::{BLOCK_TIME, error::NodeError, pace::paced},
    failure::Failure,
    screen::output::warn,
};
use anyhow::{Error, Result};
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// The most tries of what may succeed the next time.
const TRIES: u32 = 5;
/// The pause after what may take a block to change.
pub const FIRST_PAUSE: Duration = Duration::from_millis(BLOCK_TIME);
/// The pauses between questions. Each is twice as long as the one before, up to a block.
const SHORT_PAUSE: Duration = Duration::from_millis(500);
/// How long to repeat a question on which no bet hangs.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long to repeat one that the runtime does not seem to know.
const RUNTIME_PATIENCE: Duration = Duration::from_secs(600);

/// Counts the failures in a stage.
#[derive(Default)]
pub struct Tries<Stage = u64> {
    stage: Stage,
    count: u32,
}

impl<Stage: PartialEq> Tries<Stage> {
    /// Counts a failure. Returns whether to try once more in this stage.
    pub fn one_more(&mut self, stage: Stage) -> bool {
        if self.stage != stage {
            *self = Self { stage, count: 0 };
        }
        self.count += 1;
        self.count <= TRIES
    }

    /// Whether no try is left in this stage.
    pub fn are_over(&self, stage: Stage) -> bool {
        self.stage == stage && self.count > TRIES
    }
}

/// What the node says for itself is not about what was asked: it may say otherwise the next time, or
/// another node behind the same address may.
fn is_nodes_own(error: &Error) -> bool {
    error.downcast_ref().is_some_and(|answer: &NodeError| !answer.is_no())
}

/// Waits before the next question, longer each time. Says once why.
#[derive(Default)]
struct Pauses {
    count: u32,
    told: String,
}

impl Pauses {
    async fn wait(&mut self, why: &Error) {
        let why = format!("{why:#}. Asking again");
        if self.told != why {
            warn(&why);
            self.told = why;
        }
        sleep(paced((SHORT_PAUSE * 2_u32.pow(self.count)).min(FIRST_PAUSE))).await;
        self.count = (self.count + 1).min(8);
    }
}

/// Repeats for a while a question that the node fails to answer.
pub async fn retry<T, E: Into<Error>>(mut what: impl AsyncFnMut() -> Result<T, E>) -> Result<T> {
    let (mut tries, mut pauses, since) = (Tries::default(), Pauses::default(), Instant::now());
    loop {
        let error = match what().await.map_err(Into::into) {
            Err(error) if Failure::of(&error).is_none() => error,
            done => return done,
        };
        let is_worth_it = is_nodes_own(&error) || tries.one_more(0);
        if since.elapsed() >= paced(PATIENCE) || !is_worth_it {
            return Err(error);
        }
        pauses.wait(&error).await;
    }
}

/// Repeats a question for as long as the node gives no answer that can be used. This is for when
/// there is a bet on the table, or somebody watches: no answer of a node says that it is over. A
/// runtime that lacks what this client needs is believed after a while.
pub async fn retry_while_node_fails<T, E: Into<Error>>(
    mut what: impl AsyncFnMut() -> Result<T, E>,
) -> Result<T> {
    let (mut pauses, since) = (Pauses::default(), Instant::now());
    loop {
        let error = match what().await.map_err(Into::into) {
            Err(error) if Failure::of(&error).is_none_or(Failure::is_of_runtime) => error,
            done => return done,
        };
        if Failure::of(&error).is_some() && since.elapsed() >= paced(RUNTIME_PATIENCE) {
            return Err(error);
        }
        pauses.wait(&error).await;
    }
}

/// Repeats a question as [`retry_while_node_fails`] does if a bet hangs on it, or else as [`retry`].
pub async fn retry_with_bet<T, E: Into<Error>>(
    has_bet: bool,
    what: impl AsyncFnMut() -> Result<T, E>,
) -> Result<T> {
    match has_bet {
        true => retry_while_node_fails(what).await,
        false => retry(what).await,
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
