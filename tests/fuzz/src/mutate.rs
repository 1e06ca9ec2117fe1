//! Changes a game's bytes at random, for a search that needs only the stable compiler.

use std::ops::Range;

/// A generator of random numbers, which repeat from the same start: SplitMix64.
pub struct Random(u64);

impl Random {
    /// Makes a generator with this start.
    pub fn new(start: u64) -> Self {
        Self(start)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, or 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    fn slice(&mut self, len: usize) -> Range<usize> {
        let start = self.below(len);
        start..start + self.below(len - start + 1).min(40)
    }
}

/// Changes `bytes` in one to eight places. It may insert bytes of `other`.
pub fn mutate(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    for _ in 0..=random.below(8) {
        let at = random.below(bytes.len());
        match random.below(6) {
            0 if !bytes.is_empty() => bytes[at] = random.next() as u8,
            1 if !bytes.is_empty() => bytes[at] ^= 1 << random.below(8),
            2 => drop(bytes.drain(random.slice(bytes.len()))),
            3 => {
                let repeated = bytes[random.slice(bytes.len())].to_vec();
                bytes.splice(at..at, repeated);
            }
            4 => drop(bytes.splice(at..at, other[random.slice(other.len())].to_vec())),
            _ => bytes.insert(at, random.next() as u8),
        }
    }
}
