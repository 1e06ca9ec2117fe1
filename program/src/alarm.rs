//! When the program wakes itself.
//!
//! Gear delivers a program's delayed message to itself without anybody's
//! help, and that is what ends a stage of silent players. A delayed message
//! can't be called back, so as few as can be are sent: one that arrives before
//! the present deadline is sent on to it, and another is sent beside it only
//! if it would come too late.

/// The time between two blocks of Vara, in ms.
pub const BLOCK_TIME: u64 = 3_000;

/// The most gas that an alarm is given: enough to be sent on six times and then
/// end a stage. What is not burned goes back to who paid for it. A scheduled
/// stop's payouts come on top of this and of [`LEAST_GAS`].
pub const MOST_GAS: u64 = rpsls_io::gas::ALARM;

/// The least gas that an alarm is given, enough to end any stage of 255
/// players.
pub const LEAST_GAS: u64 = 4_000_000_000;

/// What an alarm that comes early keeps for itself of its gas when it is sent
/// on, beside the rent of its delay. A program can't ask how much is left: where
/// a message's gas is estimated, nodes forbid that call.
const GAS_TO_SEND_ON: u64 = 1_000_000_000;

/// Gas that the chain reserves for each block of a message's delay.
const RENT: u64 = 100;

/// Who pays for an alarm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payer {
    /// The sender of a message, who may have attached gas enough, or not.
    Sender,
    /// An alarm that was given this much gas, or more.
    Alarm(u64),
}

impl Payer {
    /// The amounts of gas to try in turn for an alarm after so many blocks that
    /// needs `shares` of it for a scheduled stop.
    pub fn amounts(self, delay: u32, shares: u64) -> [Option<u64>; 2] {
        let least = LEAST_GAS + shares;
        match self {
            Payer::Sender => [Some(MOST_GAS + shares), Some(least)],
            Payer::Alarm(gas) => {
                let kept = GAS_TO_SEND_ON + RENT * u64::from(delay);
                [gas.checked_sub(kept).filter(|gas| *gas >= least), Some(least)]
            }
        }
    }
}

/// The alarm that is expected next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alarm {
    due: Option<u32>,
    /// What it was given; none while none is expected.
    gas: u64,
}

impl Alarm {
    /// No alarm is pending.
    pub const NONE: Alarm = Alarm { due: None, gas: 0 };

    /// Whether an alarm is on its way that comes in the block of height `due`
    /// or sooner and has this much gas, seen from the block of this height. One
    /// that should have come in an earlier block has failed, or is about to come
    /// in this one; it is not counted on.
    pub fn comes_by(&self, due: u32, least: u64, height: u32) -> bool {
        self.gas >= least && self.due.is_some_and(|pending| (height..=due).contains(&pending))
    }

    /// Notes that an alarm with this much gas is sent, to arrive in the block of
    /// height `due`.
    pub fn armed(&mut self, due: u32, gas: u64) {
        *self = Alarm { due: Some(due), gas };
    }

    /// Notes that an alarm has arrived, and tells how much gas it was given at
    /// least. One that comes while another is expected later was overtaken or
    /// given up for lost; it leaves that other one be.
    pub fn arrived(&mut self, height: u32) -> Payer {
        if self.due.is_none_or(|due| due > height) {
            return Payer::Alarm(LEAST_GAS);
        }
        let gas = self.gas;
        *self = Alarm::NONE;
        Payer::Alarm(gas)
    }
}

/// In how many blocks the first one comes whose timestamp is past the
/// deadline, for a block of timestamp `now`; at least 1. Both in ms.
pub fn blocks_until_after(deadline: u64, now: u64) -> u32 {
    let blocks = deadline.saturating_sub(now) / BLOCK_TIME + 1;
    blocks.try_into().unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_block_after_the_deadline_is_strictly_after_it() {
        for (deadline, expected) in [(0, 1), (1, 1), (2_999, 1), (3_000, 2), (3_001, 2), (6_000, 3)]
        {
            let blocks = blocks_until_after(10_000 + deadline, 10_000);
            assert_eq!(blocks, expected, "{deadline} ms away");
            assert!(u64::from(blocks) * BLOCK_TIME > deadline);
            assert!(u64::from(blocks - 1) * BLOCK_TIME <= deadline);
        }
        assert_eq!(blocks_until_after(5, 10), 1, "a deadline in the past");
        assert_eq!(blocks_until_after(u64::MAX, 0), u32::MAX, "saturates");
    }

    fn armed(due: u32) -> Alarm {
        let mut alarm = Alarm::NONE;
        alarm.armed(due, MOST_GAS);
        alarm
    }

    #[test]
    fn a_sender_is_asked_for_the_most_and_then_for_the_least() {
        let amounts = Payer::Sender.amounts(u32::MAX, 7);
        assert_eq!(amounts, [Some(MOST_GAS + 7), Some(LEAST_GAS + 7)]);
    }

    #[test]
    fn an_alarm_is_sent_on_with_what_it_does_not_need() {
        let on = |gas, delay, shares| Payer::Alarm(gas).amounts(delay, shares)[0];
        assert_eq!(on(MOST_GAS, 0, 0), Some(MOST_GAS - GAS_TO_SEND_ON));
        assert_eq!(on(MOST_GAS, 20, 0), Some(MOST_GAS - GAS_TO_SEND_ON - 2_000));
        assert_eq!(on(LEAST_GAS + GAS_TO_SEND_ON, 0, 0), Some(LEAST_GAS));
        assert_eq!(on(LEAST_GAS + GAS_TO_SEND_ON, 1, 0), None, "not enough to end a stage");
        assert_eq!(on(LEAST_GAS + GAS_TO_SEND_ON, 0, 1), None);
        assert_eq!(on(0, 0, 0), None);
        // It may have more than is known, or be another than the one expected.
        assert_eq!(Payer::Alarm(0).amounts(20, 7)[1], Some(LEAST_GAS + 7));
    }

    #[test]
    fn pending_until_the_block_it_is_due_in() {
        assert!(!Alarm::NONE.comes_by(20, LEAST_GAS, 0));
        assert!(armed(10).comes_by(20, LEAST_GAS, 9));
        assert!(armed(10).comes_by(20, LEAST_GAS, 10));
        assert!(!armed(10).comes_by(20, LEAST_GAS, 11), "lost");
    }

    #[test]
    fn one_that_comes_after_the_deadline_does_not_count() {
        assert!(armed(10).comes_by(10, LEAST_GAS, 5));
        assert!(!armed(10).comes_by(9, LEAST_GAS, 5));
    }

    #[test]
    fn one_that_has_too_little_gas_does_not_count() {
        assert!(armed(10).comes_by(10, MOST_GAS, 5));
        assert!(!armed(10).comes_by(10, MOST_GAS + 1, 5));
    }

    #[test]
    fn arrival_clears_the_alarm_that_was_due() {
        for height in [10, 11] {
            let mut alarm = armed(10);
            assert_eq!(alarm.arrived(height), Payer::Alarm(MOST_GAS));
            assert_eq!(alarm, Alarm::NONE);
        }
    }

    #[test]
    fn a_stray_alarm_leaves_the_later_one_pending() {
        let mut alarm = armed(20);
        assert_eq!(alarm.arrived(11), Payer::Alarm(LEAST_GAS));
        assert_eq!(alarm, armed(20));
        assert_eq!(Alarm::NONE.clone().arrived(11), Payer::Alarm(LEAST_GAS));
    }
}
