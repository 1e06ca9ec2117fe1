//! When the program wakes itself.
//!
//! Gear delivers a program's delayed message to itself without anybody's
//! help, and that is what ends a stage of silent players. A delayed message
//! can't be called back, so at most one is kept pending: one that arrives
//! before the present deadline is sent on to it.

/// The time between two blocks of Vara, in ms.
pub const BLOCK_TIME: u64 = 3_000;

/// The one alarm that may be pending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Alarm {
    due: Option<u32>,
}

impl Alarm {
    /// No alarm is pending.
    pub const NONE: Alarm = Alarm { due: None };

    /// Whether an alarm is on its way, seen from the block of this height. One
    /// that should have come in an earlier block has failed, or is about to
    /// come in this one; it is not counted on.
    pub fn is_pending(&self, height: u32) -> bool {
        self.due.is_some_and(|due| due >= height)
    }

    /// Notes that an alarm was sent to arrive in the block of height `due`.
    pub fn armed(&mut self, due: u32) {
        self.due = Some(due);
    }

    /// Notes that an alarm has arrived. One that comes while another is
    /// expected later was given up for lost, and leaves that other one be.
    pub fn arrived(&mut self, height: u32) {
        if self.due.is_some_and(|due| due <= height) {
            self.due = None;
        }
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

    #[test]
    fn pending_until_the_block_it_is_due_in() {
        let mut alarm = Alarm::NONE;
        assert!(!alarm.is_pending(0));
        alarm.armed(10);
        assert!(alarm.is_pending(9));
        assert!(alarm.is_pending(10));
        assert!(!alarm.is_pending(11), "lost");
    }

    #[test]
    fn arrival_clears_the_alarm_that_was_due() {
        for height in [10, 11] {
            let mut alarm = Alarm::NONE;
            alarm.armed(10);
            alarm.arrived(height);
            assert_eq!(alarm, Alarm::NONE);
        }
    }

    #[test]
    fn a_stray_alarm_leaves_the_later_one_pending() {
        let mut alarm = Alarm::NONE;
        alarm.armed(20);
        alarm.arrived(11);
        assert!(alarm.is_pending(12));
    }
}
