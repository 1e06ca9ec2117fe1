//! Runs random cases, a number of them or for a time.

use super::{Case, CaseSize, Coverage, play::cases};
use crate::soak;
use proptest::test_runner::{
    Config, FileFailurePersistence, RngSeed, TestCaseError, TestError, TestRunner,
};
use std::{cell::RefCell, fmt::Debug};

/// The result of a comparison with the model. An error says what differs.
pub type Checked = Result<(), String>;

/// Compares a found value with the one that the model expects.
///
/// # Errors
///
/// If they differ, both values.
pub fn same<T: PartialEq + Debug>(what: &str, found: &T, expected: &T) -> Checked {
    if found == expected {
        return Ok(());
    }
    Err(format!("{what} differs\n found    {found:?}\n expected {expected:?}"))
}

#[derive(Clone, Debug)]
pub struct Run {
    pub scale: CaseSize,
    pub cases: u32,
    /// The number of simpler cases that are tried after one has failed.
    pub max_shrinks: u32,
    /// The file of seeds that have failed. They are tried first.
    pub regressions: &'static str,
}

impl Run {
    /// Plays random cases. `play` returns what it met, or what went wrong.
    ///
    /// # Errors
    ///
    /// The simplest case that fails, and how it fails.
    pub fn cases(
        &self,
        seed: u64,
        play: impl Fn(&Case) -> Result<Coverage, String>,
    ) -> Result<Coverage, String> {
        let coverage = RefCell::new(Coverage::default());
        let mut runner = TestRunner::new(Config {
            cases: self.cases,
            rng_seed: RngSeed::Fixed(seed),
            max_shrink_iters: self.max_shrinks,
            failure_persistence: Some(Box::new(FileFailurePersistence::Direct(self.regressions))),
            ..Config::default()
        });
        let played = runner.run(&cases(&self.scale), |case| {
            let met = play(&case).map_err(TestCaseError::fail)?;
            coverage.borrow_mut().add(&met);
            Ok(())
        });
        match played {
            Ok(()) => Ok(coverage.into_inner()),
            Err(TestError::Fail(reason, case)) => {
                let intents: Vec<String> =
                    case.intents.iter().map(|intent| format!("{intent:?}")).collect();
                let table = Case { intents: vec![], ..case };
                Err(format!(
                    "seed {seed}: {reason}\nin the case {table:?}\nwith the intents\n{}",
                    intents.join("\n")
                ))
            }
            Err(TestError::Abort(reason)) => Err(format!("seed {seed}: {reason}")),
        }
    }

    /// Plays case after case, as [`soak`] does, and prints what they met.
    pub fn soak(&self, name: &str, play: impl Fn(&Case) -> Result<Coverage, String>) {
        let mut coverage = Coverage::default();
        soak(name, |seed| match self.cases(seed, &play) {
            Ok(met) => coverage.add(&met),
            Err(divergence) => panic!("{divergence}"),
        });
        println!("{coverage}");
    }
}
