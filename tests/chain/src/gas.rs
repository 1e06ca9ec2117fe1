//! Tables of what messages cost.

use gtest::constants::Gas;

/// Gates are in millions.
pub const MILLION: Gas = 1_000_000;

/// The gas of messages of one kind, in the order of sending.
#[derive(Default)]
pub struct Row(pub Vec<Gas>);

impl Row {
    /// The dearest.
    ///
    /// # Panics
    ///
    /// If nothing was measured: 0 would be below every bound.
    pub fn max(&self) -> Gas {
        self.0.iter().copied().max().expect("it was measured")
    }

    /// All of them.
    pub fn sum(&self) -> Gas {
        self.0.iter().sum()
    }

    /// What one costs.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub fn mean(&self) -> Gas {
        self.sum() / self.0.len() as Gas
    }
}

/// A printed table in Markdown, in 10⁹ gas: a column for each size that was
/// measured, and beside them the floor and what the first size is of it.
pub struct Table<C> {
    columns: Vec<C>,
    width: usize,
}

impl<C> Table<C> {
    /// Measures each size, and prints the table's head.
    ///
    /// # Arguments
    ///
    /// * `sizes` - what there are so many of, and how many.
    /// * `program` - the code, whose length is told.
    /// * `width` - of the rows' names, in characters.
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

    /// Prints a row: one of each column's costs, and what it can't be below.
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
