//! Ids and hashes as programs keep them.

#![no_std]
#![warn(missing_docs)]

/// An id or a hash of 32 bytes, kept as words.
///
/// Comparing bytes one by one, as WebAssembly programs are linked to do, costs
/// many times as much gas. Keys have an order, but it is not that of the bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key(u64, u64, u64, u64);

impl Key {
    /// The key of all zeros.
    pub const ZERO: Key = Key(0, 0, 0, 0);

    /// A number for a key and what is mixed into it, whose upper bits are as
    /// evenly spread as can be for the price: one multiplication a word.
    pub fn mix(self, into: u64) -> u64 {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let Key(a, b, c, d) = self;
        [a, b, c, d].into_iter().fold(into, |mixed, word| {
            let product = (mixed ^ word).wrapping_mul(ODD);
            // A product's lower bits know nothing of what is above them.
            product ^ product >> 32
        })
    }

    /// The position of the first of `keys` that is equal to this one.
    pub fn position_in(self, keys: &[Key]) -> Option<usize> {
        keys.iter().position(|key| *key == self)
    }
}

impl From<[u8; 32]> for Key {
    fn from(bytes: [u8; 32]) -> Self {
        let words = bytes.as_chunks().0;
        let word = |i: usize| u64::from_le_bytes(words[i]);
        Key(word(0), word(1), word(2), word(3))
    }
}

impl From<Key> for [u8; 32] {
    fn from(Key(a, b, c, d): Key) -> Self {
        let mut bytes = [0; 32];
        for (chunk, word) in bytes.as_chunks_mut().0.iter_mut().zip([a, b, c, d]) {
            *chunk = word.to_le_bytes();
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_every_byte() {
        let bytes = core::array::from_fn(|i| i as u8);
        assert_eq!(<[u8; 32]>::from(Key::from(bytes)), bytes);
        assert_eq!(Key::from([0; 32]).position_in(&[Key::ZERO]), Some(0));
        for at in 0..32 {
            let mut other = bytes;
            other[at] ^= 1;
            let (key, other) = (Key::from(bytes), Key::from(other));
            assert_eq!(other.position_in(&[key, other, key]), Some(1));
            assert_eq!(other.position_in(&[key, key]), None);
        }
    }

    #[test]
    fn every_byte_is_mixed_into_the_upper_bits() {
        let mut upper_bits = [0; 32 * 8];
        for (bit, upper) in upper_bits.iter_mut().enumerate() {
            let mut bytes = [7; 32];
            bytes[bit / 8] ^= 1 << (bit % 8);
            *upper = Key::from(bytes).mix(0) >> 32;
        }
        upper_bits.sort_unstable();
        assert!(upper_bits.is_sorted_by(|a, b| a < b), "no two are the same");
        assert_ne!(Key::ZERO.mix(1) >> 32, Key::ZERO.mix(2) >> 32);
    }
}
