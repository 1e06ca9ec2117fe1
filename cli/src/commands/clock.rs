//! Tells once that this computer's clock is far from the chain's.

use crate::{
    chain::{link::Link, table::View},
    screen::output::warn,
    words::units::span,
};
use std::{
    cmp::Ordering,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::{SystemTime, UNIX_EPOCH},
};

/// How far the two may be apart, ms. A block is final some ten seconds after its time, and a node may
/// be behind for a while.
const APART: u64 = 5 * 60 * 1_000;

/// Says once in a run that the clock is far from the chain's, by which all deadlines are. A development
/// node's time is its own.
pub async fn compare(link: &Link, view: &View) {
    static IS_TOLD: AtomicBool = AtomicBool::new(false);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let now = u64::try_from(now).unwrap_or(u64::MAX);
    let Some(text) = difference(now, view.head.timestamp).filter(|_| !view.is_behind()) else {
        return;
    };
    if !IS_TOLD.swap(true, Relaxed) && matches!(link.is_of_development().await, Ok(false)) {
        warn(&text);
    }
}

/// What to say if these two times, ms, are far apart.
fn difference(here: u64, chain: u64) -> Option<String> {
    let apart = here.abs_diff(chain);
    let (how, or) = match here.cmp(&chain) {
        Ordering::Less => ("behind", ""),
        _ => ("ahead of", ", or the node is behind"),
    };
    (apart > APART).then(|| {
        format!(
            "this computer's clock is {} {how} the chain's{or}. Stages end by the chain's, and so do the \
             times that are told here",
            span(apart)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_is_far_from_the_chain_s_is_told_with_how_far() {
        let (year, now) = (365 * 86_400_000, 1_764_000_000_000);
        let told = |here| difference(here, now);
        assert!(told(now + year).unwrap().contains("is 365 d ahead of the chain's, or the node"));
        assert!(told(now - 3_600_000).unwrap().contains("is 1 h behind the chain's. Stages"));
        assert!(told(0).is_some(), "as after the battery was empty");
        assert_eq!((told(now + APART), told(now - APART), told(now + 20_000)), (None, None, None));
    }
}
