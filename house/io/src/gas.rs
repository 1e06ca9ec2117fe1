//! Gas that is enough for each action, whatever the house's state.

/// Enough for any message to a house. What is not burned goes back to the sender.
pub const MESSAGE: u64 = 5_000_000_000;

/// What a new table is given to start with.
pub const START: u64 = 1_500_000_000;

/// What is kept for the house to hear how a table's start went.
pub const HEARING: u64 = 1_500_000_000;
