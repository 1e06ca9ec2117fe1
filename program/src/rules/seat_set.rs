//! Seats, and sets of them.

/// A player's place in a game: the n-th to register, counted from 0.
pub type Seat = u8;

/// A set of seats, one bit each.
///
/// Who is still in and who has acted are such sets, so a stage of 255 players
/// starts or ends with a few word operations.
#[derive(Clone, Copy, Debug, Default, Eq)]
pub struct SeatSet([u64; 4]);

impl PartialEq for SeatSet {
    fn eq(&self, other: &SeatSet) -> bool {
        // As bytes, as an array would be compared, it costs many times as much gas.
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        (a ^ e) | (b ^ f) | (c ^ g) | (d ^ h) == 0
    }
}

impl SeatSet {
    /// The set of no seats.
    pub const EMPTY: SeatSet = SeatSet([0; 4]);

    /// The first `count` seats.
    pub fn first(count: usize) -> SeatSet {
        let mut set = SeatSet::EMPTY;
        for (word, start) in set.0.iter_mut().zip((0..).step_by(64)) {
            *word = match count.saturating_sub(start) {
                0 => 0,
                bits @ 1..64 => (1 << bits) - 1,
                _ => u64::MAX,
            };
        }
        set
    }

    /// The set of one seat.
    pub fn only(seat: Seat) -> SeatSet {
        let mut set = SeatSet::EMPTY;
        set.insert(seat);
        set
    }

    /// Adds a seat.
    pub fn insert(&mut self, seat: Seat) {
        self.0[usize::from(seat / 64)] |= 1 << (seat % 64);
    }

    /// Takes a seat out.
    pub fn remove(&mut self, seat: Seat) {
        self.0[usize::from(seat / 64)] &= !(1 << (seat % 64));
    }

    /// Takes a seat out, and moves those behind it down by one.
    pub fn close_gap(&mut self, seat: Seat) {
        let before = SeatSet::first(seat.into());
        let moved = SeatSet(core::array::from_fn(|i| {
            let next = self.0.get(i + 1).copied().unwrap_or_default();
            self.0[i] >> 1 | next << 63
        }));
        *self = self.intersection(&before).union(&moved.difference(&before));
    }

    /// Whether the seat is in the set.
    pub fn contains(&self, seat: Seat) -> bool {
        self.0[usize::from(seat / 64)] & (1 << (seat % 64)) != 0
    }

    /// How many seats are in the set.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether no seat is in the set.
    pub fn is_empty(&self) -> bool {
        *self == SeatSet::EMPTY
    }

    /// The seats of this set that are not in the other.
    pub fn difference(&self, other: &SeatSet) -> SeatSet {
        SeatSet(core::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// The seats that are in both sets.
    pub fn intersection(&self, other: &SeatSet) -> SeatSet {
        SeatSet(core::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The seats that are in either set.
    pub fn union(&self, other: &SeatSet) -> SeatSet {
        SeatSet(core::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The lowest seat.
    pub fn lowest(&self) -> Option<Seat> {
        let index = self.0.iter().position(|word| *word != 0)?;
        Some(64 * index as Seat + self.0[index].trailing_zeros() as Seat)
    }

    /// The seats, lowest first.
    pub fn iter(&self) -> impl Iterator<Item = Seat> {
        (0..).zip(self.0).flat_map(|(index, word)| {
            let without_lowest = |bits: &u64| Some(bits & bits.wrapping_sub(1));
            let rest = core::iter::successors(Some(word), without_lowest);
            let rest = rest.take_while(|bits| *bits != 0);
            rest.map(move |bits| 64 * index + bits.trailing_zeros() as Seat)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn first_seats_at_and_around_word_boundaries() {
        for count in [0, 1, 2, 63, 64, 65, 127, 128, 129, 191, 192, 193, 254, 255] {
            let set = SeatSet::first(count);
            assert_eq!(set.len(), count);
            assert_eq!(set.is_empty(), count == 0);
            assert_eq!(set.lowest(), (count > 0).then_some(0));
            assert!(set.iter().map(usize::from).eq(0..count));
        }
    }

    fn set(seats: &[Seat]) -> SeatSet {
        let mut set = SeatSet::EMPTY;
        seats.iter().rev().for_each(|seat| set.insert(*seat));
        set
    }

    #[test]
    fn sets_hold_what_was_inserted() {
        let seats: [Seat; 6] = [0, 63, 64, 130, 200, 254];
        let mut set = set(&seats);
        assert!(set.iter().eq(seats));
        assert!((0..=254).all(|seat| set.contains(seat) == seats.contains(&seat)));

        let low = SeatSet::first(100);
        assert!(set.difference(&low).iter().eq([130, 200, 254]));
        assert!(set.intersection(&low).iter().eq([0, 63, 64]));
        assert_eq!(set.difference(&low).lowest(), Some(130));
        assert_eq!(set.intersection(&low).union(&set), set);
        assert_eq!(set.intersection(&low).union(&set.difference(&low)), set);

        set.remove(130);
        set.remove(131);
        assert!(set.iter().eq([0, 63, 64, 200, 254]));
    }

    #[test]
    fn sets_are_equal_that_hold_the_same_seats() {
        for seat in 0..=254 {
            let only = SeatSet::only(seat);
            assert_ne!(only, SeatSet::EMPTY, "{seat}");
            assert_eq!(only, set(&[seat]));
            assert_ne!(SeatSet::first(255).difference(&only), SeatSet::first(255));
            for other in 0..seat {
                assert_ne!(set(&[other, seat]), SeatSet::EMPTY, "{other} and {seat}");
            }
        }
    }

    #[test]
    fn those_behind_a_gap_move_down() {
        let seats: [Seat; 9] = [0, 1, 62, 63, 64, 127, 128, 192, 254];
        for gap in 0..=254 {
            let mut set = set(&seats);
            set.close_gap(gap);
            let left = seats.iter().filter(|seat| **seat != gap);
            let expected: Vec<Seat> = left.map(|seat| seat - Seat::from(*seat > gap)).collect();
            assert!(set.iter().eq(expected), "{gap}");
        }
    }
}
