//! Random play for as long as it is given.

use std::{
    env,
    time::{Duration, Instant},
};

/// Plays for as many seconds as `SOAK_SECONDS` says, 10 by default, with seeds
/// that begin at `SOAK_SEED`, by default a random one, and prints how often.
///
/// # Panics
///
/// If a setting is no number, or anything goes wrong.
pub fn soak(name: &str, mut play: impl FnMut(u64)) {
    let seconds = setting("SOAK_SECONDS").unwrap_or(10);
    let first = setting("SOAK_SEED").unwrap_or_else(rand::random);
    let started = Instant::now();
    let mut runs = 0;
    while started.elapsed() < Duration::from_secs(seconds) {
        play(first.wrapping_add(runs));
        runs += 1;
    }
    println!("{name}: {runs} runs, from seed {first}");
}

fn setting(name: &str) -> Option<u64> {
    Some(env::var(name).ok()?.parse().expect("a number"))
}
