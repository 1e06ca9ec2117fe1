//! Tables of the gas that messages burn.

use gtest::constants::Gas;

/// A million of gas, the unit of gates.
pub const MILLION: Gas = 1_000_000;

/// The gas of messages of one kind, in the order in which they were sent.
#[derive(Default)]
pub struct Row(pub Vec<Gas>);

impl Row {
    /// The gas of the dearest message.
    ///
    /// # Panics
    ///
    /// If nothing was measured: 0 would be below every bound.
    pub fn max(&self) -> Gas {
        self.0.iter().copied().max().expect("it was measured")
    }

    /// The gas of all messages together.
    pub fn sum(&self) -> Gas {
        self.0.iter().sum()
    }

    /// The mean gas of a message.
    ///
    /// # Panics
    ///
    /// If nothing was measured.
    pub fn mean(&self) -> Gas {
        self.sum() / self.0.len() as Gas
    }
}

/// A table that is printed in Markdown, in 10⁹ gas. It has a column for each measured size, one for
/// the floor, and one for the ratio of the first size's cost to the floor.
pub struct Table<C> {
    columns: Vec<C>,
    width: usize,
}

impl<C> Table<C> {
    /// Measures each size, and prints the head of the table.
    ///
    /// # Arguments
    ///
    /// * `sizes` - the things that are counted, and the sizes to measure.
    /// * `program` - the code, whose length is printed.
    /// * `width` - the width of the rows' names, in characters.
    /// * `costs` - measures one size.
    pub fn measure(
        (what, sizes): (&str, &[u64]),
        program: &[u8],
        width: usize,
        costs: impl Fn(u64) -> C,
    ) -> Self {
        let columns = sizes.iter().copied().map(costs).collect();
        println!("Gas in 10⁹ by number of {what}; program {} bytes.\n", program.len());
        print!("| {:<width$} |", "");
        sizes.iter().for_each(|size| print!(" {size:>6} |"));
        println!("  floor | ratio |");
        println!("|{}|{}--------|-------|", "-".repeat(width + 2), "-------:|".repeat(sizes.len()));
        Self { columns, width }
    }

    /// Prints a row: one cost of each column, and the floor below which it can't be.
    pub fn row(&self, name: &str, gas: impl Fn(&C) -> Gas, floor: Option<Gas>) {
        let Self { columns, width } = self;
        print!("| {name:<width$} |");
        let costs: Vec<Gas> = columns.iter().map(gas).collect();
        costs.iter().for_each(|gas| print!(" {:>6.3} |", *gas as f64 / 1e9));
        match floor {
            Some(floor) => {
                let ratio = costs[0] as f64 / floor as f64;
                println!(" {:>6.3} | {ratio:>5.2} |", floor as f64 / 1e9);
            }
            None => println!("        |       |"),
        }
    }
}
