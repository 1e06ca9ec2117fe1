//! Random play for a given time, which prints its progress.

use std::{
    env, thread,
    time::{Duration, Instant},
};

/// The time between two reports of progress.
const TOLD_EVERY: Duration = Duration::from_secs(5);

/// Plays for `SOAK_SECONDS` seconds, 10 by default, but at least once. The seeds begin at
/// `SOAK_SEED`, by default a random number.
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

/// The seed that `play` has now. Prints it if `play` panics.
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
