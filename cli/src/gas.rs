//! How much gas a message gets.

/// Gas that the program may hand on to an alarm, and what sending it takes.
///
/// Whether an action arms the alarm depends on who comes first, so an estimate
/// may be without one that is armed in the end. The program gives an alarm
/// 10 bn at most, see `program/src/actor.rs`. What is not burned comes back.
const ALARM: u64 = 11_000_000_000;

/// The gas limit of an action, or none if it can't be afforded.
///
/// The estimate says what the message burns, and what it needs with what it
/// hands on to an alarm. Above what it burns comes a quarter, for a table with
/// more players or a stage that is over by the time it is executed; and room
/// for an alarm, which is given up where the account or a block has none: the
/// program does without.
pub fn limit(burned: u64, min_limit: u64, affordable: u64, block_limit: u64) -> Option<u64> {
    let needed = needed(burned);
    let handed_on = min_limit.saturating_sub(burned);
    let wanted = needed.saturating_add(handed_on.max(ALARM));
    let most = affordable.min(block_limit);
    (needed <= most).then(|| wanted.min(most))
}

/// What a message needs that burns this much, with a little to spare.
pub fn needed(burned: u64) -> u64 {
    burned.saturating_add(burned / 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BN: u64 = 1_000_000_000;

    #[test]
    fn there_is_room_for_one_alarm_whether_the_estimate_had_it_or_not() {
        let limit = |min_limit| limit(BN, min_limit, 100 * BN, 250 * BN);
        assert_eq!(limit(BN), Some(12 * BN + BN / 4));
        assert_eq!(limit(11 * BN), Some(12 * BN + BN / 4));
        assert_eq!(limit(21 * BN), Some(21 * BN + BN / 4), "more than this program hands on");
    }

    #[test]
    fn room_is_given_up_before_the_action_is() {
        assert_eq!(limit(BN, 11 * BN, 2 * BN, 250 * BN), Some(2 * BN));
        assert_eq!(limit(190 * BN, 190 * BN, 900 * BN, 250 * BN), Some(248 * BN + BN / 2));
        assert_eq!(limit(200 * BN, 200 * BN, 900 * BN, 250 * BN), Some(250 * BN));
    }

    #[test]
    fn what_the_message_burns_has_to_be_there() {
        assert_eq!(limit(2 * BN, 2 * BN, 2 * BN, 250 * BN), None);
        assert_eq!(limit(201 * BN, 201 * BN, 900 * BN, 250 * BN), None);
        assert_eq!(limit(u64::MAX, u64::MAX, u64::MAX, u64::MAX), Some(u64::MAX));
    }
}
