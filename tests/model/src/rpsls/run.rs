//! Running random cases, for a number of them or for a time.

use super::{Case, CaseSize, Coverage, play::cases};
use crate::soak;
use proptest::test_runner::{
    Config, FileFailurePersistence, RngSeed, TestCaseError, TestError, TestRunner,
};
use std::{cell::RefCell, fmt::Debug};

/// How a comparison with the model went; an error says what differs.
pub type Checked = Result<(), String>;

/// Compares what was found with what the model expects.
///
/// # Errors
///
/// What differs, with both values.
pub fn same<T: PartialEq + Debug>(what: &str, found: &T, expected: &T) -> Checked {
    if found == expected {
        return Ok(());
    }
    Err(format!("{what} differs\n found    {found:?}\n expected {expected:?}"))
}

/// How random play is run.
#[derive(Clone, Debug)]
pub struct Run {
    /// How large the cases are.
    pub scale: CaseSize,
    /// How many cases.
    pub cases: u32,
    /// How many simpler cases are tried once one has failed.
    pub max_shrinks: u32,
    /// The file of the seeds that have failed, which are tried first.
    pub regressions: &'static str,
}

impl Run {
    /// Plays random cases. `play` tells what was met, or how it went wrong.
    ///
    /// # Errors
    ///
    /// How the simplest case that goes wrong does so, with that case.
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

    /// Plays case after case, as [`soak`] does, and prints what is met.
    ///
    /// # Panics
    ///
    /// If anything goes wrong, with the seed.
    pub fn soak(&self, name: &str, play: impl Fn(&Case) -> Result<Coverage, String>) {
        let mut coverage = Coverage::default();
        soak(name, |seed| match self.cases(seed, &play) {
            Ok(met) => coverage.add(&met),
            Err(divergence) => panic!("{divergence}"),
        });
        println!("{coverage}");
    }
}
