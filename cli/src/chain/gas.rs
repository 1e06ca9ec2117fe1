//! How much gas a message gets.

/// A message gets a quarter (1 / `PART`) of the gas that it burns on top.
pub const PART: u64 = 4;
/// Gas that the program may hand on to an alarm, with what sending the alarm takes.
///
/// Whether an action arms the alarm depends on who comes first. So an estimate may be made without
/// the alarm, though the action arms it in the end. Gas that is not burned comes back.
pub const ALARM_ROOM: u64 = rpsls_io::gas::ALARM + 1_000_000_000;

/// What an action burns and hands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Estimate {
    /// The node's estimate.
    Node { burned: u64, min_limit: u64 },
    /// The node's estimate for a message that hands on gas that it can't do without: it gets all of
    /// this limit, or fails.
    Whole { burned: u64, limit: u64 },
    /// The program's own bounds, if the node gives no estimate.
    Published(Range),
}

/// The gas that a message with this estimate gets on top, for the work that it does. The gas that
/// prepares a code is known to the unit and needs no room.
pub fn room(burned: u64) -> u64 {
    burned.min(rpsls_io::gas::MESSAGE) / PART
}

/// Gas limits, from the least with which a message does its work to the most that it can use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub needed: u64,
    pub wanted: u64,
}

impl Estimate {
    /// The gas that a message with this estimate should get.
    ///
    /// A quarter comes on top of what it burns, since by the time it runs the table may have more
    /// players, or a stage may be over. Room for an alarm comes on top of that; the program does
    /// without an alarm if the room is missing. An estimate with an alarm has more than a quarter to
    /// spare then: what sending the alarm burns.
    pub fn range(self) -> Range {
        match self {
            Self::Node { burned, min_limit } => {
                let handed_on = min_limit.saturating_sub(burned);
                let needed = if handed_on > 0 { burned } else { self.expected() };
                Range { needed, wanted: self.expected().saturating_add(handed_on.max(ALARM_ROOM)) }
            }
            Self::Whole { limit, .. } => Range { needed: limit, wanted: limit },
            Self::Published(range) => range,
        }
    }

    /// The estimate of a message that hands on gas that it can't do without, and that takes `least`
    /// or more.
    pub fn whole(self, least: u64) -> Self {
        match self {
            Self::Node { burned, min_limit } => {
                Self::Whole { burned, limit: min_limit.saturating_add(room(burned)).max(least) }
            }
            other => other,
        }
    }

    /// The gas that the message is going to burn, with a little to spare.
    pub fn expected(self) -> u64 {
        match self {
            Self::Node { burned, .. } | Self::Whole { burned, .. } => {
                burned.saturating_add(room(burned))
            }
            Self::Published(range) => range.needed,
        }
    }

    /// How much of the gas prepares the program's code again after the chain was upgraded. If a
    /// message burns more than its own work can, it prepares the code. Later messages don't have
    /// to.
    pub fn preparing(self) -> u64 {
        let (burned, most) = match self {
            Self::Node { burned, .. } => (burned, rpsls_io::gas::MESSAGE),
            Self::Whole { burned, .. } => (burned, rpsls_club_io::gas::MESSAGE),
            Self::Published(_) => return 0,
        };
        if burned > most { burned - rpsls_io::gas::BURNED } else { 0 }
    }

    /// The node's estimate of what the message burns, if there is one.
    pub fn burned(self) -> Option<u64> {
        match self {
            Self::Node { burned, .. } | Self::Whole { burned, .. } => Some(burned),
            Self::Published(_) => None,
        }
    }
}

impl Range {
    /// The game's own bounds, without room for the alarm and with it.
    pub const MESSAGE: Self =
        Self { needed: rpsls_io::gas::MESSAGE - ALARM_ROOM, wanted: rpsls_io::gas::MESSAGE };

    /// The bounds of an owner's stop, with what the alarms burn that pay this many players.
    pub const fn of_stop(players: usize) -> Self {
        let wanted = rpsls_io::gas::with_all_shares(players);
        Self { needed: rpsls_io::gas::MESSAGE, wanted }
    }

    /// A bound without room for an alarm.
    pub const fn all_of(gas: u64) -> Self {
        Self { needed: gas, wanted: gas }
    }

    /// The limit for an account that can pay for `affordable` gas, and would rather keep all above
    /// `comfortable` for its next actions. `None` if it can't pay at all.
    ///
    /// The limit has room for the whole alarm or for none: with a part of it, a message that would
    /// arm the alarm may fail.
    pub fn limit(self, affordable: u64, comfortable: u64, block_limit: u64) -> Option<u64> {
        let most = affordable.min(block_limit);
        if self.needed > most {
            return None;
        }
        if self.wanted <= comfortable.min(most) {
            return Some(self.wanted);
        }
        // Others may have acted by the time the message runs.
        Some(self.needed.max(rpsls_io::gas::BURNED).min(most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BN: u64 = 1_000_000_000;

    fn limit(burned: u64, min_limit: u64, affordable: u64, block_limit: u64) -> Option<u64> {
        let range = Estimate::Node { burned, min_limit }.range();
        range.limit(affordable, affordable, block_limit)
    }

    #[test]
    fn there_is_room_for_one_alarm_whether_the_estimate_had_it_or_not() {
        let limit = |min_limit| limit(BN, min_limit, 100 * BN, 250 * BN);
        assert_eq!(limit(BN), Some(12 * BN + BN / 4));
        assert_eq!(limit(11 * BN), Some(12 * BN + BN / 4));
        assert_eq!(limit(21 * BN), Some(21 * BN + BN / 4), "more than this program hands on");
    }

    #[test]
    fn room_is_given_up_before_the_action_is() {
        assert_eq!(limit(BN, 11 * BN, 2 * BN, 250 * BN), Some(12 * BN / 10));
        assert_eq!(limit(BN, 11 * BN, BN, 250 * BN), Some(BN), "sending an alarm is in it");
        assert_eq!(limit(BN, BN, BN, 250 * BN), None);
        assert_eq!(limit(BN / 2, BN / 2, 11 * BN, 250 * BN), Some(12 * BN / 10));
        assert_eq!(limit(12 * BN, 12 * BN, 900 * BN, 26 * BN), Some(26 * BN));
        assert_eq!(limit(12 * BN, 12 * BN, 900 * BN, 25 * BN), Some(15 * BN));
        // Before the next actions are, too.
        let range = Estimate::Node { burned: BN, min_limit: BN }.range();
        assert_eq!(range.limit(100 * BN, 4 * BN, 250 * BN), Some(BN + BN / 4));
        assert_eq!(range.limit(2 * BN, 0, 250 * BN), Some(BN + BN / 4), "this one goes first");
    }

    #[test]
    fn what_hands_on_what_it_needs_gets_all_or_nothing() {
        let limit = |burned, min_limit, affordable| {
            let estimate = Estimate::Node { burned, min_limit }.whole(5 * BN);
            assert_eq!((estimate.burned(), estimate.expected()), (Some(burned), burned * 5 / 4));
            estimate.range().limit(affordable, affordable, 250 * BN)
        };
        assert_eq!(limit(2 * BN, 4 * BN, 100 * BN), Some(5 * BN));
        assert_eq!(limit(2 * BN, 4 * BN, 5 * BN), Some(5 * BN));
        assert_eq!(limit(2 * BN, 4 * BN, 5 * BN - 1), None);
        assert_eq!(limit(2 * BN, 6 * BN, 100 * BN), Some(6 * BN + BN / 2), "more than was known");
    }

    #[test]
    fn what_the_message_burns_has_to_be_there() {
        assert_eq!(limit(2 * BN, 2 * BN, 2 * BN, 250 * BN), None);
        assert_eq!(limit(247 * BN, 247 * BN, 900 * BN, 250 * BN), None);
        assert_eq!(limit(u64::MAX, u64::MAX, u64::MAX, u64::MAX), Some(u64::MAX));
    }

    #[test]
    fn what_prepares_a_code_is_paid_without_room_for_it() {
        let table = Estimate::Node { burned: 36 * BN, min_limit: 36 * BN };
        assert_eq!(table.preparing(), 36 * BN - rpsls_io::gas::BURNED);
        assert_eq!(table.range().needed, 36 * BN + 15 * BN / 4);
        let club = Estimate::Node { burned: 15 * BN, min_limit: 18 * BN };
        assert_eq!(club.preparing(), 0, "a table's message may take it");
        assert_eq!(club.whole(5 * BN).preparing(), 15 * BN - rpsls_io::gas::BURNED);
        let usual = Estimate::Node { burned: 3 * BN, min_limit: 14 * BN };
        assert_eq!((usual.preparing(), usual.whole(5 * BN).preparing()), (0, 0));
    }

    #[test]
    fn without_the_nodes_word_the_games_own_has_an_alarm_in_it() {
        let range = Estimate::Published(Range::MESSAGE).range();
        assert_eq!(range, Range { needed: 4 * BN, wanted: 15 * BN });
    }
}
