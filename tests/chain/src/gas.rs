//! The gas that messages burn: gates and tables.

use crate::floor;
use gtest::constants::Gas;
use std::collections::BTreeMap;

/// A million of gas.
pub const MILLION: Gas = 1_000_000;

/// The floor below which the gas of a message can't be, if it is shown.
#[derive(Clone, Copy)]
pub enum Floor {
    /// None is shown.
    None,
    /// That of a plain message.
    Plain,
    /// That of a message for which the program sends one.
    WithMessage,
}

/// A kind of message: its name, its floor, and the most gas that it may burn, if it has a gate.
pub type Kind = (&'static str, Floor, Option<Gas>);

/// The gas of the dearest message of each kind.
#[derive(Default)]
pub struct Costs(BTreeMap<&'static str, Gas>);

impl Costs {
    /// Notes what messages of a kind burned.
    pub fn note(&mut self, kind: &'static str, gas: &[Gas]) {
        let dearest = self.0.entry(kind).or_default();
        *dearest = gas.iter().copied().fold(*dearest, Gas::max);
    }

    /// The gas of the dearest message of a kind. If nothing was measured, this panics: 0 would be
    /// below every gate.
    pub fn of(&self, kind: &str) -> Gas {
        self.0[kind]
    }

    /// Asserts that no message of a kind burned more than its gate.
    pub fn check(&self, kinds: &[Kind], size: u64) {
        for (name, _, gate) in kinds {
            let gas = self.of(name);
            assert!(gas > 0 && gate.is_none_or(|gate| gas <= gate), "{name} of {size}: {gas}");
        }
    }
}

/// Measures each size, and prints a table in Markdown, in 10⁹ gas. It has a column for each size,
/// one for the floor, and one for the ratio of the first size's cost to the floor. `what` is
/// counted, and `width` is that of the kinds' names.
pub fn print(
    (what, sizes): (&str, &[u64]),
    program: &[u8],
    width: usize,
    kinds: &[Kind],
    measure: impl Fn(u64) -> Costs,
) {
    let columns: Vec<Costs> = sizes.iter().copied().map(measure).collect();
    let [plain, with_message] = floor::measure();
    println!("Gas in 10⁹ by number of {what}; program {} bytes.\n", program.len());
    print!("| {:<width$} |", "");
    sizes.iter().for_each(|size| print!(" {size:>6} |"));
    println!("  floor | ratio |");
    println!("|{}|{}--------|-------|", "-".repeat(width + 2), "-------:|".repeat(sizes.len()));
    for (name, floor, _) in kinds {
        print!("| {name:<width$} |");
        columns.iter().for_each(|costs| print!(" {:>6.3} |", costs.of(name) as f64 / 1e9));
        let floor = match floor {
            Floor::None => {
                println!("        |       |");
                continue;
            }
            Floor::Plain => plain,
            Floor::WithMessage => with_message,
        };
        let ratio = columns[0].of(name) as f64 / floor as f64;
        println!(" {:>6.3} | {ratio:>5.2} |", floor as f64 / 1e9);
    }
}
