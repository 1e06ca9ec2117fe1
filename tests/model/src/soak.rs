//! Random play for as long as it is given, told while it goes on.

use std::{
    env, thread,
    time::{Duration, Instant},
};

/// How often it is told how far it is.
const TOLD_EVERY: Duration = Duration::from_secs(5);

/// Plays for as many seconds as `SOAK_SECONDS` says, 10 by default, at least once, with
/// seeds that begin at `SOAK_SEED`, by default a random one.
///
/// # Panics
///
/// If a setting is no number, or if `play` does, and then it says with which seed.
pub fn soak(name: &str, mut play: impl FnMut(u64)) {
    let duration = Duration::from_secs(setting("SOAK_SECONDS").unwrap_or(10));
    let first = setting("SOAK_SEED").unwrap_or_else(rand::random);
    println!("{name}: {} s from seed {first}", duration.as_secs());
    let started = Instant::now();
    let mut outcome = started;
    let mut runs = 0;
    while runs == 0 || started.elapsed() < duration {
        let told_if_it_fails = Seed { name, seed: first.wrapping_add(runs) };
        play(told_if_it_fails.seed);
        runs += 1;
        if outcome.elapsed() >= TOLD_EVERY {
            outcome = Instant::now();
            println!("{name}, {} s: {runs} runs", started.elapsed().as_secs());
        }
    }
    println!("{name}: {runs} runs, nothing found");
}

fn setting(name: &str) -> Option<u64> {
    let value = env::var(name).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{name} is a number, not {value}")))
}

/// The seed that is being played.
struct Seed<'a> {
    name: &'a str,
    seed: u64,
}

impl Drop for Seed<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("{}: SOAK_SEED={} leads here again", self.name, self.seed);
        }
    }
}
