//! Ids and hashes as programs keep them.

use core::cmp::Ordering;

/// An id or a hash of 32 bytes, kept as words.
///
/// Comparing bytes one by one, as WebAssembly programs are linked to do, costs
/// many times as much gas. The order of keys is that of their bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Key(u64, u64, u64, u64);

impl Key {
    /// The key of all zeros.
    pub const ZERO: Key = Key(0, 0, 0, 0);

    /// A number for a key.
    ///
    /// Ids and hashes that nobody can choose, as a sender's, tell it apart from
    /// each other: to find another of one number takes 2⁶⁴ attempts.
    pub fn fold(self) -> u64 {
        let Key(a, b, c, d) = self;
        a ^ b ^ c ^ d
    }

    /// The bytes, where they lie.
    pub fn as_bytes(&self) -> &[u8; 32] {
        // SAFETY: four words are 32 bytes without a gap, and any are good ones.
        unsafe { &*(&raw const *self).cast() }
    }

    /// The position of the first of `keys` that is equal to this one.
    pub fn position_in(self, keys: &[Key]) -> Option<usize> {
        keys.iter().position(|key| *key == self)
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        // Of little-endian words only those that decide are turned. Said word by
        // word, since a loop over them costs three times as much gas.
        if self.0 != other.0 {
            return u64::from_be(self.0).cmp(&u64::from_be(other.0));
        }
        if self.1 != other.1 {
            return u64::from_be(self.1).cmp(&u64::from_be(other.1));
        }
        if self.2 != other.2 {
            return u64::from_be(self.2).cmp(&u64::from_be(other.2));
        }
        u64::from_be(self.3).cmp(&u64::from_be(other.3))
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<[u8; 32]> for Key {
    fn from(bytes: [u8; 32]) -> Self {
        let words = bytes.as_chunks().0;
        let word = |i: usize| u64::from_ne_bytes(words[i]);
        Key(word(0), word(1), word(2), word(3))
    }
}

impl From<Key> for [u8; 32] {
    fn from(key: Key) -> Self {
        *key.as_bytes()
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
    fn keys_are_ordered_as_their_bytes_are() {
        let base = [7; 32];
        for at in 0..32 {
            for to in [0, 6, 7, 8, 255] {
                // What comes after the first difference doesn't count.
                let mut other = base;
                other[at] = to;
                other[31] = 255 - other[31];
                assert_eq!(Key::from(base).cmp(&Key::from(other)), base.cmp(&other), "{at} {to}");
            }
        }
        assert_eq!(Key::from(base).cmp(&Key::from(base)), Ordering::Equal);
    }

    #[test]
    fn every_bit_is_in_the_number() {
        let number = |bytes: [u8; 32]| Key::from(bytes).fold();
        for bit in 0..32 * 8 {
            let mut bytes = [7; 32];
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert_eq!((number(bytes) ^ number([7; 32])).count_ones(), 1, "{bit}");
        }
    }
}
