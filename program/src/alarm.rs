//! The alarm: a delayed message that the program sends to itself.
//!
//! Gear delivers it without anybody's help, so it ends the stage when players are silent. A
//! delayed message can't be called back, so the program sends as few as it can: an alarm
//! that arrives before the present deadline is sent on to it, and another is sent beside it
//! only if it would come too late.

use rpsls_io::{BLOCK_TIME, gas};

/// The most gas that an alarm is given while no shares are due. Whoever paid for it gets
/// back what it does not burn.
pub const MAX_GAS: u64 = gas::ALARM;

/// The least gas that a player's message gives an alarm: enough to be sent on to a later
/// deadline, to end a stage there, and to arm the alarm that ends the next stage. A third
/// stage does not end unless somebody sends a message, which arms an alarm of its own.
pub const MIN_GAS: u64 = FORWARD_GAS + gas::STAGE + END_GAS;

/// The gas that an alarm needs to end any stage of 255 players, or to reach the payment of
/// shares that are due.
const END_GAS: u64 = 2_000_000_000;

/// The gas that an alarm that comes early keeps for itself when it is sent on, beside the
/// rent of its delay. It is a constant, since a program can't ask how much gas is left:
/// nodes forbid that call while they estimate a message's gas.
const FORWARD_GAS: u64 = 1_000_000_000;

/// Gas that the chain reserves for each block of a message's delay.
const RENT: u64 = 100;

/// Who pays for the next alarm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GasSource {
    /// The sender of a message, who may have attached too little gas.
    Sender,
    /// An alarm that was given this much gas, or more.
    Alarm(u64),
}

/// What a message did before it arms an alarm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// It ended no stage and paid no shares.
    None,
    /// It ended a stage, or paid shares, or both.
    Settled {
        /// How many shares and refunds it paid.
        shares: usize,
    },
}

impl Work {
    /// The gas that an alarm burns which does this work and then sends itself on.
    fn burns(self) -> u64 {
        match self {
            Work::None => FORWARD_GAS,
            Work::Settled { shares } => gas::STAGE + share_gas(shares),
        }
    }

    fn has_paid(self) -> bool {
        matches!(self, Work::Settled { shares: 1.. })
    }
}

impl GasSource {
    /// The least gas with which the next alarm is of use, if so many `shares` are due, or
    /// may be once the stage ends.
    pub fn min_gas(self, shares: usize) -> u64 {
        let portion = share_gas(shares.min(gas::PORTION));
        match self {
            GasSource::Sender => MIN_GAS + portion,
            GasSource::Alarm(_) => END_GAS + portion,
        }
    }

    /// How many shares and refunds an alarm pays for at most, beside the end of a stage. What
    /// it can't is left to the next message: an alarm that runs out of gas ends nothing.
    pub fn portion(self) -> usize {
        match self {
            GasSource::Sender => gas::PORTION,
            GasSource::Alarm(gas) => {
                gas::PORTION.min((gas.saturating_sub(END_GAS) / gas::SHARE) as usize)
            }
        }
    }

    /// The amounts of gas to try in turn for an alarm that comes `delay` blocks later, with
    /// `shares` due, after this `work`.
    ///
    /// If a message has the alarm's gas left, but not the cost of sending it as well, the
    /// whole message fails. So an amount is not tried if it is close to what a message of
    /// [`gas::MESSAGE`] has left: enough for all shares only if that is more than the whole
    /// bound, and [`MAX_GAS`] only if the message has paid no shares.
    pub fn candidates(self, delay: u32, shares: usize, work: Work) -> [Option<u64>; 3] {
        let least = self.min_gas(shares);
        match self {
            GasSource::Sender => {
                let all = MAX_GAS + gas::shares(shares);
                [
                    Some(all).filter(|all| *all > gas::MESSAGE),
                    Some(MAX_GAS).filter(|_| !work.has_paid()),
                    Some(least),
                ]
            }
            GasSource::Alarm(had) => {
                let kept = work.burns() + RENT * u64::from(delay);
                [had.checked_sub(kept).filter(|gas| *gas >= least), None, None]
            }
        }
    }
}

fn share_gas(shares: usize) -> u64 {
    gas::SHARE * shares as u64
}

/// The alarm that is expected next. Any other that comes does nothing: it was armed before one
/// that comes sooner, or taken for lost, or belongs to a game that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alarm {
    /// The number of its message's id; nobody can choose one.
    id: u64,
    /// The gas that it was given; 0 while no alarm is expected.
    gas: u64,
    /// The height of the block in which it is due.
    due: u32,
}

impl Alarm {
    /// No alarm is expected.
    pub const NONE: Alarm = Alarm { id: 0, gas: 0, due: 0 };

    /// The alarm of this id, which is sent with this much gas, to arrive in the block of
    /// height `due`.
    pub fn armed(id: u64, gas: u64, due: u32) -> Alarm {
        Alarm { id, gas, due }
    }

    /// Whether, in the block of this `height`, an alarm is expected that comes in the block
    /// of height `due` or sooner, with the `least` gas or more. One that was due in an
    /// earlier block does not count: it has failed, or is late and comes in this block.
    pub fn comes_by(&self, due: u32, least: u64, height: u32) -> bool {
        self.gas >= least && (height..=due).contains(&self.due)
    }

    /// Notes that the alarm of this id has arrived. Returns the gas that it was given, if it
    /// is the expected one.
    pub fn arrived(&mut self, id: u64) -> Option<u64> {
        let expected = *self;
        (expected.gas > 0 && expected.id == id).then(|| {
            *self = Alarm::NONE;
            expected.gas
        })
    }
}

/// The number of blocks, at least 1, from the one of timestamp `now` to the first whose
/// timestamp is past the deadline. Both are in ms.
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
        Alarm::armed(7, MAX_GAS, due)
    }

    const BN: u64 = 1_000_000_000;

    #[test]
    fn an_alarm_pays_for_as_many_shares_as_its_gas_does() {
        let portion = |gas| GasSource::Alarm(gas).portion();
        assert_eq!([0, END_GAS, END_GAS + gas::SHARE - 1].map(portion), [0; 3]);
        assert_eq!([1, 2].map(|shares| portion(END_GAS + shares * gas::SHARE)), [1, 2]);
        assert_eq!([portion(u64::MAX), GasSource::Sender.portion()], [gas::PORTION; 2]);
    }

    #[test]
    fn a_sender_is_asked_for_the_most_and_then_for_the_least() {
        let amounts = GasSource::Sender.candidates(u32::MAX, 0, Work::None);
        assert_eq!(amounts, [None, Some(MAX_GAS), Some(MIN_GAS)]);
        assert_eq!(GasSource::Sender.candidates(1, 0, Work::Settled { shares: 0 }), amounts);
    }

    #[test]
    fn a_sender_is_asked_for_what_pays_all_shares() {
        let [all, most, least] = GasSource::Sender.candidates(1, 255, Work::None);
        assert_eq!(all, Some(MAX_GAS + 255 * gas::SHARE + 16 * gas::STAGE));
        assert_eq!(most, Some(MAX_GAS));
        assert_eq!(least, Some(MIN_GAS + 16 * gas::SHARE), "those of one message");
        // What the published bound might just not pay for is not tried.
        let [all, most, least] = GasSource::Sender.candidates(1, 3, Work::Settled { shares: 16 });
        assert_eq!([all, most, least], [None, None, Some(MIN_GAS + 3 * gas::SHARE)]);
    }

    #[test]
    fn the_published_bound_arms_an_alarm_whatever_the_message_did() {
        // Beside an amount that a message may have there is what sending it costs.
        let sending = BN / 2;
        for shares in 0..=255 {
            for paid in [0, gas::PORTION.min(255 - shares)] {
                let work = Work::Settled { shares: paid };
                let most = gas::MESSAGE - gas::BURNED - share_gas(paid);
                for left in [most, gas::MESSAGE - 300_000_000 - share_gas(paid)] {
                    let mut tried =
                        GasSource::Sender.candidates(1, shares, work).into_iter().flatten();
                    let taken = tried.find(|gas| *gas <= left);
                    assert!(taken.is_some_and(|gas| gas + sending <= left), "{shares} {paid}");
                }
            }
        }
    }

    #[test]
    fn an_alarm_is_sent_on_with_what_it_does_not_need() {
        let on = |gas, delay, work| GasSource::Alarm(gas).candidates(delay, 0, work)[0];
        assert_eq!(on(MAX_GAS, 0, Work::None), Some(MAX_GAS - BN));
        assert_eq!(on(MAX_GAS, 20, Work::None), Some(MAX_GAS - BN - 2_000));
        let ended = |shares| Work::Settled { shares };
        assert_eq!(on(MAX_GAS, 0, ended(0)), Some(MAX_GAS - gas::STAGE));
        assert_eq!(on(MAX_GAS, 0, ended(16)), Some(MAX_GAS - gas::STAGE - 16 * gas::SHARE));
        assert_eq!(on(3 * BN, 0, Work::None), Some(2 * BN));
        assert_eq!(on(3 * BN, 1, Work::None), None, "not enough to end a stage");
        assert_eq!(on(0, 0, Work::None), None);
        assert_eq!(
            GasSource::Alarm(3 * BN).candidates(0, 1, Work::None)[0],
            None,
            "nor to pay a share"
        );
    }

    #[test]
    fn the_least_alarm_can_be_sent_on_and_end_two_stages() {
        let on = |gas, work| GasSource::Alarm(gas).candidates(0, 0, work)[0];
        let later = on(MIN_GAS, Work::None).expect("is sent on");
        let last = on(later, Work::Settled { shares: 0 }).expect("arms the next");
        assert_eq!(last, END_GAS);
    }

    #[test]
    fn an_alarm_of_a_large_stop_pays_all_shares() {
        for players in [17, 66, 110, 161, 255] {
            let mut left =
                GasSource::Sender.candidates(1, players, Work::None)[0].unwrap_or(MAX_GAS);
            let mut due = players;
            while due > gas::PORTION {
                let work = Work::Settled { shares: gas::PORTION };
                due -= gas::PORTION;
                let next = GasSource::Alarm(left).candidates(1, due, work)[0];
                left = next.unwrap_or_else(|| panic!("{due} of {players} are left unpaid"));
            }
        }
    }

    #[test]
    fn pending_until_the_block_it_is_due_in() {
        assert!(!Alarm::NONE.comes_by(20, MIN_GAS, 0));
        assert!(armed(10).comes_by(20, MIN_GAS, 9));
        assert!(armed(10).comes_by(20, MIN_GAS, 10));
        assert!(!armed(10).comes_by(20, MIN_GAS, 11), "lost");
    }

    #[test]
    fn one_that_comes_after_the_deadline_does_not_count() {
        assert!(armed(10).comes_by(10, MIN_GAS, 5));
        assert!(!armed(10).comes_by(9, MIN_GAS, 5));
    }

    #[test]
    fn one_that_has_too_little_gas_does_not_count() {
        assert!(armed(10).comes_by(10, MAX_GAS, 5));
        assert!(!armed(10).comes_by(10, MAX_GAS + 1, 5));
    }

    #[test]
    fn the_expected_alarm_arrives_once() {
        let mut alarm = armed(10);
        assert_eq!(alarm.arrived(7), Some(MAX_GAS));
        assert_eq!(alarm, Alarm::NONE);
        assert_eq!(alarm.arrived(7), None);
    }

    #[test]
    fn another_alarm_leaves_the_expected_one_pending() {
        let mut alarm = armed(20);
        assert_eq!(alarm.arrived(8), None);
        assert_eq!(alarm, armed(20));
        assert_eq!(Alarm::NONE.clone().arrived(Alarm::NONE.id), None);
    }
}
