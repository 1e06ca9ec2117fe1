//! Tips: what gets a message into a block that somebody fills.
//!
//! A pool hands out its messages by (tip + 1) × how many of their size fit into a block.
//! Of one that fills a block by itself only one fits, so that it has to tip [`FITS`] times
//! as much as a message of a game to be in its place.

/// The first tip, in the chain's smallest unit: half a hundredth of what a message costs.
pub const FIRST: u128 = 1_000_000_000;
/// How much more it is each time.
const FACTOR: u128 = 10;
/// After so many blocks without the message.
pub const BLOCKS: u32 = 2;
/// How many messages of a game fit into a block, by length and by weight.
const FITS: u128 = 759;
/// What filling a block costs on Vara without a tip, by runtime 2.0.0: one
/// `system.remark` of the length that a block has for normal extrinsics. A unit of weight
/// and a byte of length cost 100 each, beside the weight of any extrinsic, a remark's and
/// that of its bytes.
const FULL_BLOCK: u128 = {
    let length = 2_621_440;
    100 * (107_074_000 + 1_482_000 + 337 * length + length)
};

/// How much a message may hurry.
#[derive(Clone, Copy, Debug)]
pub struct Haste {
    /// In how many blocks from the newest on it can be taken, a power of two.
    pub lifetime: u32,
    /// No tip is higher. With 0 there is none.
    pub most: u128,
}

impl Haste {
    /// Which tip a message has that no block has taken in so many since it was sent.
    pub fn tip(&self, blocks: u32) -> u128 {
        let raised = FACTOR.saturating_pow(blocks / BLOCKS);
        FIRST.saturating_mul(raised).min(self.most)
    }

    /// What it costs to keep the message out of so many blocks.
    pub fn cost_of_keeping_out(&self, blocks: u32) -> u128 {
        // Once it is the highest, it stays.
        let rising = (0..blocks).take_while(|block| self.tip(*block) < self.most);
        let (count, rising) = rising.fold((0, 0_u128), |(count, sum), block| {
            (count + 1, sum.saturating_add(filling_beside(self.tip(block))))
        });
        let rest = filling_beside(self.most).saturating_mul(u128::from(blocks - count));
        rising.saturating_add(rest)
    }
}

/// What filling a block costs where a message with this tip waits.
fn filling_beside(tip: u128) -> u128 {
    FULL_BLOCK.saturating_add(tip.saturating_mul(FITS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        clients::fact,
        words::units::{VARA, vara},
    };

    #[test]
    fn tips_are_those_of_both_clients() {
        assert_eq!(FIRST, fact::<u128>("/tip/first"));
        assert_eq!(FACTOR, fact::<u128>("/tip/factor"));
        assert_eq!(BLOCKS, fact::<u32>("/tip/blocks"));
        assert_eq!(FITS, fact::<u128>("/tip/fits"));
        assert_eq!(FULL_BLOCK, fact::<u128>("/tip/fullBlock"));
        assert_eq!(vara(FULL_BLOCK), "0.0995 VARA", "as measured on a node");
    }

    #[test]
    fn a_tip_rises_every_two_blocks_up_to_what_is_at_stake() {
        let haste = Haste { lifetime: 64, most: VARA / 5 };
        let tips = [0, 1, 2, 4, 6, 200].map(|blocks| haste.tip(blocks));
        assert_eq!(tips, [1, 1, 10, 100, 200, 200].map(|thousandths| thousandths * VARA / 1_000));
        assert_eq!(Haste { most: 0, ..haste }.tip(9), 0);
    }

    #[test]
    fn keeping_out_a_message_costs_a_hundred_times_what_is_at_stake_within_a_minute() {
        let cost = |bet: u128, blocks| {
            Haste { lifetime: 64, most: bet * VARA }.cost_of_keeping_out(blocks) / VARA
        };
        // Two blocks at 0.86, 7.7 and 76 VARA, and 14 at 759.
        assert_eq!((cost(1, 2), cost(1, 6), cost(1, 20)), (1, 169, 10_796));
        assert_eq!(Haste { lifetime: 64, most: 0 }.cost_of_keeping_out(20), 20 * FULL_BLOCK);
    }
}
