//! How much gas a message gets.

/// Gas that the program may hand on to an alarm, and what sending it takes.
///
/// Whether an action arms the alarm depends on who comes first, so an estimate
/// may be without one that is armed in the end. The program gives an alarm
/// 10 bn at most, see `program/src/actor.rs`. What is not burned comes back.
const ALARM: u64 = 11_000_000_000;

/// The gas limit of an action, or none if the account can't afford what the
/// estimate needs.
///
/// Above the estimate comes room for what may change before the message is
/// executed: a quarter for a table with more players or a stage that is over by
/// then, and an alarm. Room is given up where the account or a block has none.
pub fn limit(estimated: u64, affordable: u64, block_limit: u64) -> Option<u64> {
    let wanted = estimated.saturating_add(estimated / 4).saturating_add(ALARM);
    let most = affordable.min(block_limit);
    (estimated <= most).then(|| wanted.min(most))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BN: u64 = 1_000_000_000;

    #[test]
    fn there_is_room_for_an_alarm_that_the_estimate_had_not() {
        assert_eq!(limit(BN, 100 * BN, 250 * BN), Some(12 * BN + BN / 4));
    }

    #[test]
    fn room_is_given_up_before_the_action_is() {
        assert_eq!(limit(BN, 2 * BN, 250 * BN), Some(2 * BN));
        assert_eq!(limit(240 * BN, 900 * BN, 250 * BN), Some(250 * BN));
        assert_eq!(limit(u64::MAX, u64::MAX, u64::MAX), Some(u64::MAX));
    }

    #[test]
    fn what_the_estimate_needs_has_to_be_there() {
        assert_eq!(limit(2 * BN, 2 * BN - 1, 250 * BN), None);
        assert_eq!(limit(251 * BN, 900 * BN, 250 * BN), None);
    }
}
