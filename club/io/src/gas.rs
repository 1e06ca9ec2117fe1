//! Gas that is enough for each action, whatever the club's state.

/// Enough for any message to a club that gives a new table [`START`]. What is not burned
/// goes back to the sender.
pub const MESSAGE: u64 = 5_000_000_000;

/// The least gas for a new table's start. It is enough unless the chain has to prepare the
/// table's code anew: once, after its gas schedule has changed. An estimate tells how much
/// that takes.
pub const START: u64 = 1_500_000_000;

/// Enough for opening a table whose start is given so much.
pub const fn open(start_gas: u64) -> u64 {
    (MESSAGE - START).saturating_add(start_gas)
}

/// The gas that is kept for the reply to a table's start, however many others were opened
/// meanwhile.
pub const HEARING: u64 = 2_000_000_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_start_that_gets_more_makes_the_opening_dearer_by_as_much() {
        assert_eq!(open(START), MESSAGE);
        assert_eq!(open(START + 7), MESSAGE + 7);
        assert_eq!(open(u64::MAX), u64::MAX);
    }
}
