//! Tips, which get a message into a block that somebody fills.
//!
//! A pool ranks a message by its tip times how many such messages fit into a block. A message that
//! fills a block by itself fits once, so it needs a tip about 63 times as high to go first.

/// The most blocks that can take a message after it was signed.
pub const LIFETIME: u32 = 32;
/// The fewest.
const SHORTEST: u32 = 8;
/// For how many blocks to try to send what has no time limit of its own.
pub const DUE: u32 = 10;
/// The first tip, in the chain's smallest unit: 0.5 % of what a message costs.
pub const FIRST: u128 = 1_000_000_000;
/// How much higher the next tip is.
const FACTOR: u128 = 10;
/// A message's tip rises after this many blocks.
pub const BLOCKS: u32 = 2;
/// How many messages of a move's size fit into a block: the pool multiplies the tip by it.
pub const PER_BLOCK: u128 = 759;
/// What filling a block costs on Vara without a tip, by runtime 2.0.0: an operational call as long
/// as a block allows for normal extrinsics. A unit of weight and a byte of length cost 100 each, on
/// top of the weight of any extrinsic and the call's own weight.
pub const FILLER: u128 = 100 * (107_074_000 + 101_925_587 + 2_621_440);
/// How many such calls fit into a block, by the pool's count.
pub const FILLERS_PER_BLOCK: u128 = 12;
/// Without a tip, the pool ranks such a call by its price times this.
pub const FILLER_RANK: u128 = 10;

/// How long a message may wait, and what it may pay to wait less.
#[derive(Clone, Copy, Debug)]
pub struct Urgency {
    /// The most blocks that can take it once it is signed.
    pub lifetime: u32,
    /// For how many blocks to try to send it.
    pub due: u32,
    /// The highest tip; 0 for none.
    pub max_tip: u128,
    /// Whether the newest block counts while finality is behind.
    pub may_be_early: bool,
}

impl Default for Urgency {
    /// That of a message which has no time limit, and does not tip.
    fn default() -> Self {
        Self { lifetime: LIFETIME, due: DUE, max_tip: 0, may_be_early: false }
    }
}

impl Urgency {
    /// That of a message for which this many blocks are left. If no block takes it, there is time
    /// to sign another one.
    pub fn within(left: u32) -> Self {
        let lifetime = (left / 2).clamp(SHORTEST, LIFETIME);
        Self { lifetime, due: left.max(1), ..Self::default() }
    }

    /// The tip of a message that has waited for this many blocks.
    pub fn tip(&self, blocks: u32) -> u128 {
        let raised = FACTOR.saturating_pow(blocks / BLOCKS);
        FIRST.saturating_mul(raised).min(self.max_tip)
    }

    /// The next tip above this one.
    pub fn above(&self, tip: u128) -> u128 {
        tip.max(FIRST).saturating_mul(FACTOR).min(self.max_tip)
    }

    /// What it costs to keep the message out of this many blocks.
    pub fn cost_of_keeping_out(&self, blocks: u32) -> u128 {
        // Once the tip is at its highest, it stays there.
        let rising = (0..blocks).take_while(|block| self.tip(*block) < self.max_tip);
        let (count, rising) = rising.fold((0, 0_u128), |(count, sum), block| {
            (count + 1, sum.saturating_add(filling_beside(self.tip(block))))
        });
        let rest = filling_beside(self.max_tip).saturating_mul(u128::from(blocks - count));
        rising.saturating_add(rest)
    }
}

/// What it costs to fill a block while a message with this tip waits.
pub fn filling_beside(tip: u128) -> u128 {
    let behind = tip.saturating_mul(PER_BLOCK).saturating_sub(FILLER * FILLER_RANK);
    FILLER.saturating_add(behind / FILLERS_PER_BLOCK)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::units::VARA;

    fn urgency(max_tip: u128) -> Urgency {
        Urgency { max_tip, ..Urgency::default() }
    }

    #[test]
    fn half_of_a_stage_is_left_to_sign_anew() {
        for (left, lives) in [(0, 8), (5, 8), (20, 10), (40, 20), (100, 32), (900, 32)] {
            assert_eq!(Urgency::within(left).lifetime, lives, "{left}");
        }
    }

    #[test]
    fn a_tip_rises_every_two_blocks_up_to_what_is_at_stake() {
        let urgency = urgency(VARA / 5);
        let tips = [0, 1, 2, 4, 6, 200].map(|blocks| urgency.tip(blocks));
        assert_eq!(tips, [1, 1, 10, 100, 200, 200].map(|thousandths| thousandths * VARA / 1_000));
        assert_eq!(urgency.above(VARA / 100), VARA / 10, "a step at a time");
        assert_eq!(urgency.above(VARA / 10), VARA / 5);
        let none = Urgency { max_tip: 0, ..urgency };
        assert_eq!((none.tip(9), none.above(0)), (0, 0));
    }

    #[test]
    fn filling_a_block_costs_what_the_docs_have() {
        let docs = include_str!("../../../docs/security.md");
        for (tip, row) in [(0, "none"), (1, "0.001"), (10, "0.01"), (100, "0.1"), (1_000, "1")] {
            let cost = filling_beside(tip * VARA / 1_000);
            let cost = cost as f64 / VARA as f64;
            let line = docs.lines().find(|line| line.starts_with(&format!("| {row} | ")));
            let documented = line.unwrap().split(" | ").nth(1).unwrap();
            let places = documented.split_once('.').map_or(0, |(_, places)| places.len());
            let rounded = format!("{cost:.places$}");
            assert_eq!(rounded, documented, "{row}");
        }
    }

    #[test]
    fn keeping_out_a_message_costs_many_times_what_is_at_stake_within_a_minute() {
        let cost = |bet: u128, blocks| urgency(bet * VARA).cost_of_keeping_out(blocks) / VARA;
        // Two blocks each at 0.07, 0.6 and 6.3 VARA, and 14 at 63.
        assert_eq!((cost(1, 2), cost(1, 6), cost(1, 20)), (0, 14, 899));
        assert_eq!(urgency(0).cost_of_keeping_out(20), 20 * FILLER);
    }
}
