//! Entries in order, on few pages of memory.

use core::{hint, iter, mem};

/// How many entries a leaf has room for. All leaves but a single one are at
/// least half full.
const ROOM: usize = 512;

/// What is looked up: a number to find it by, and in the lowest
/// [`Entry::PLACE_BITS`] bits where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry(u128);

impl Entry {
    /// How many bits of an entry tell the place.
    pub const PLACE_BITS: u32 = 16;

    /// The entry of a place. The lowest bits of the number must be free.
    pub fn new(number: u128, place: u32) -> Self {
        Self(number | u128::from(place))
    }

    pub fn place(self) -> u32 {
        (self.0 & Self::PLACES) as u32
    }

    /// What it is found by.
    pub fn number(self) -> u128 {
        self.0 & !Self::PLACES
    }

    const NONE: Entry = Entry(0);

    const PLACES: u128 = (1 << Self::PLACE_BITS) - 1;
}

/// Some entries in order. Two leaves are a page of memory, and none is on two.
#[derive(Clone, Copy)]
#[repr(C, align(8192))]
struct Leaf([Entry; ROOM]);

const _: () = assert!(size_of::<Leaf>() == 8192);

/// Which leaves there are, in the order of their entries.
///
/// Apart from the leaves, so that it can lie on the page of memory that every
/// message needs. All zeros are a single leaf without entries.
#[repr(C)]
pub struct Directory<const LEAVES: usize> {
    /// No entry of the leaf is below, and none of the leaves before it is not.
    lows: [u128; LEAVES],
    lens: [u16; LEAVES],
    /// Where the leaf is. Those behind the last are spare.
    positions: [u16; LEAVES],
    last: u16,
    /// The last that was ever taken into use.
    last_touched: u16,
}

impl<const LEAVES: usize> Directory<LEAVES> {
    fn count(&self) -> usize {
        usize::from(self.last) + 1
    }

    fn len(&self, leaf: usize) -> usize {
        self.lens[leaf].into()
    }

    fn set_len(&mut self, leaf: usize, len: usize) {
        self.lens[leaf] = len as u16;
    }

    fn position(&self, leaf: usize) -> usize {
        self.positions[leaf].into()
    }

    /// The leaf that an entry belongs to.
    fn leaf_of(&self, entry: Entry) -> usize {
        // The first leaf's is zero.
        self.lows[..self.count()].partition_point(|low| *low <= entry.0) - 1
    }

    /// Puts an empty leaf behind this one.
    fn open_behind(&mut self, leaf: usize) {
        let (new, end) = (leaf + 1, self.count());
        if self.last == self.last_touched {
            self.last_touched += 1;
            self.positions[end] = self.last_touched;
        }
        let position = self.positions[end];
        put_in(&mut self.lows[new..=end], 0);
        put_in(&mut self.lens[new..=end], 0);
        put_in(&mut self.positions[new..=end], position);
        self.last += 1;
    }

    /// Takes an empty leaf out, which is spare then.
    fn close(&mut self, leaf: usize) {
        let last = usize::from(self.last);
        let position = self.positions[leaf];
        take_out(&mut self.lows[leaf..=last], 0);
        take_out(&mut self.lens[leaf..=last], 0);
        take_out(&mut self.positions[leaf..=last], position);
        self.last -= 1;
    }
}

/// Entries in order: a tree of two levels, whose root is a [`Directory`].
///
/// A lookup reads one leaf, seldom two, and an insertion or removal moves the
/// entries of no more than two, whatever the entries are and whoever has put
/// them there: unlike with a hash table, nobody can prepare a place for somebody
/// else's where there is much to search.
#[repr(C)]
pub struct Index<const LEAVES: usize> {
    leaves: [Leaf; LEAVES],
}

impl<const LEAVES: usize> Index<LEAVES> {
    /// How many entries surely have room, however they came.
    pub const ENTRIES: usize = LEAVES * (ROOM / 2);

    /// The entries from this number on, in order.
    pub fn from(&self, directory: &Directory<LEAVES>, number: u128) -> impl Iterator<Item = Entry> {
        let first = Entry::new(number, 0);
        let leaf = directory.leaf_of(first);
        let (_, behind) = split(self.leaf(directory, leaf), first);
        let others = leaf + 1..directory.count();
        iter::once(behind).chain(others.map(|leaf| self.leaf(directory, leaf))).flatten().copied()
    }

    /// Puts in an entry, which must be new.
    pub fn insert(&mut self, directory: &mut Directory<LEAVES>, entry: Entry) {
        let mut leaf = directory.leaf_of(entry);
        if directory.len(leaf) == ROOM {
            directory.open_behind(leaf);
            self.share(directory, leaf);
            leaf = directory.leaf_of(entry);
        }
        let len = directory.len(leaf);
        let at = split(self.leaf(directory, leaf), entry).0.len();
        put_in(&mut self.leaves[directory.position(leaf)].0[at..=len], entry);
        directory.set_len(leaf, len + 1);
    }

    /// Takes out an entry, which must be there.
    pub fn remove(&mut self, directory: &mut Directory<LEAVES>, entry: Entry) {
        let leaf = directory.leaf_of(entry);
        let len = directory.len(leaf);
        let at = split(self.leaf(directory, leaf), entry).0.len();
        take_out(&mut self.leaves[directory.position(leaf)].0[at..len], Entry::NONE);
        directory.set_len(leaf, len - 1);
        if len - 1 < ROOM / 2 && directory.last > 0 {
            let left = leaf.min(usize::from(directory.last) - 1);
            match directory.len(left) + directory.len(left + 1) <= ROOM {
                true => self.join(directory, left),
                false => self.share(directory, left),
            }
        }
    }

    fn leaf(&self, directory: &Directory<LEAVES>, leaf: usize) -> &[Entry] {
        &self.leaves[directory.position(leaf)].0[..directory.len(leaf)]
    }

    /// A leaf, and the one behind it, with room for more.
    fn pair(&mut self, directory: &Directory<LEAVES>, left: usize) -> [&mut [Entry; ROOM]; 2] {
        let positions = [left, left + 1].map(|leaf| directory.position(leaf));
        let leaves = self.leaves.get_disjoint_mut(positions).expect("no two are in one position");
        leaves.map(|leaf| &mut leaf.0)
    }

    /// Spreads the entries of a leaf and the one behind it evenly.
    fn share(&mut self, directory: &mut Directory<LEAVES>, left: usize) {
        let right = left + 1;
        let lens = [left, right].map(|leaf| directory.len(leaf));
        let total = lens[0] + lens[1];
        let half = total / 2;
        let [lower, upper] = self.pair(directory, left);
        match lens[0].checked_sub(half) {
            Some(moved) => {
                (0..lens[1]).rev().for_each(|at| upper[at + moved] = copied(upper[at]));
                copy(&lower[half..lens[0]], &mut upper[..moved]);
            }
            None => {
                let moved = half - lens[0];
                copy(&upper[..moved], &mut lower[lens[0]..half]);
                (moved..lens[1]).for_each(|at| upper[at - moved] = copied(upper[at]));
            }
        }
        directory.lows[right] = upper[0].0;
        directory.set_len(left, half);
        directory.set_len(right, total - half);
    }

    /// Puts the entries of the leaf behind this one into it.
    fn join(&mut self, directory: &mut Directory<LEAVES>, left: usize) {
        let lens = [left, left + 1].map(|leaf| directory.len(leaf));
        let total = lens[0] + lens[1];
        let [lower, upper] = self.pair(directory, left);
        copy(&upper[..lens[1]], &mut lower[lens[0]..total]);
        directory.set_len(left, total);
        directory.close(left + 1);
    }
}

// A slice's own ways to move what is in it cost five times as much: what programs
// are linked with for that goes byte by byte.

/// Puts a value before these, the last of which gives way.
fn put_in<T>(slots: &mut [T], value: T) {
    let mut carried = value;
    slots.iter_mut().for_each(|slot| mem::swap(slot, &mut carried));
}

/// Takes the first of these out. A value takes the last one's slot.
fn take_out<T>(slots: &mut [T], last: T) {
    let mut carried = last;
    slots.iter_mut().rev().for_each(|slot| mem::swap(slot, &mut carried));
}

/// Copies entries to where as many are.
fn copy(from: &[Entry], to: &mut [Entry]) {
    from.iter().zip(to).for_each(|(from, to)| *to = copied(*from));
}

/// The same entry, without the compiler seeing that a loop of these is a copy.
fn copied(entry: Entry) -> Entry {
    hint::black_box(entry)
}

/// The entries before this one, and those from it on.
fn split(entries: &[Entry], at: Entry) -> (&[Entry], &[Entry]) {
    entries.split_at(entries.partition_point(|entry| *entry < at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{boxed::Box, collections::BTreeSet, vec::Vec};

    const LEAVES: usize = 16;
    /// As many as surely have room.
    const MOST: usize = Index::<LEAVES>::ENTRIES;

    struct Tested {
        directory: Box<Directory<LEAVES>>,
        index: Box<Index<LEAVES>>,
        expected: BTreeSet<Entry>,
    }

    impl Tested {
        fn new() -> Self {
            // SAFETY: both are made of numbers, and all zeros are empty.
            let (directory, index) =
                unsafe { (Box::new_zeroed().assume_init(), Box::new_zeroed().assume_init()) };
            Self { directory, index, expected: BTreeSet::new() }
        }

        fn insert(&mut self, number: u128) {
            let entry = Entry::new(number << Entry::PLACE_BITS, number as u32 % 1_000);
            self.expected.insert(entry);
            self.index.insert(&mut self.directory, entry);
        }

        fn remove(&mut self, entry: Entry) {
            self.expected.remove(&entry);
            self.index.remove(&mut self.directory, entry);
        }

        fn check(&self) {
            let directory = &self.directory;
            assert!(self.index.from(directory, 0).eq(self.expected.iter().copied()));
            let lens = &directory.lens[..directory.count()];
            let least = if lens.len() > 1 { ROOM / 2 } else { 0 };
            assert!(lens.iter().all(|len| (least..=ROOM).contains(&usize::from(*len))), "{lens:?}");
            let touched = usize::from(directory.last_touched) + 1;
            let positions: BTreeSet<_> = directory.positions[..touched].iter().collect();
            assert_eq!(positions.len(), touched, "each leaf has a position of its own");
        }

        /// Each entry is the first from its number on.
        fn check_lookups(&self) {
            for entry in &self.expected {
                let found = self.index.from(&self.directory, entry.number()).next();
                assert_eq!(found, Some(*entry));
            }
        }
    }

    /// So many numbers in an order of their own.
    fn shuffled(count: u128, step: u128) -> impl Iterator<Item = u128> {
        (0..count).map(move |number| 1 + number * step % count)
    }

    #[test]
    fn as_many_as_have_room_are_found_in_whatever_order_they_came() {
        let most = MOST as u128;
        for step in [1, most - 1, 1_001] {
            let mut tested = Tested::new();
            for (number, key) in (0..).zip(shuffled(most, step)) {
                tested.insert(key);
                if number % 97 == 0 {
                    tested.check();
                }
            }
            assert_eq!(tested.expected.len(), MOST);
            tested.check();
            tested.check_lookups();
        }
    }

    #[test]
    fn all_can_be_taken_out_in_any_order_and_put_in_again() {
        for step in [1, MOST as u128 - 1, 1_001] {
            let mut tested = Tested::new();
            for _ in 0..2 {
                shuffled(MOST as u128, 1_003).for_each(|number| tested.insert(number));
                let entries: Vec<Entry> = tested.expected.iter().copied().collect();
                for (number, key) in (0..).zip(shuffled(MOST as u128, step)) {
                    tested.remove(entries[key as usize - 1]);
                    if number % 97 == 0 {
                        tested.check();
                    }
                }
                assert_eq!(tested.directory.count(), 1, "no leaf is lost");
                tested.check();
            }
        }
    }

    #[test]
    fn whoever_thins_out_the_leaves_leaves_room_for_others() {
        let mut tested = Tested::new();
        for round in 0..20 {
            let from = round * 1_000_000;
            while tested.expected.len() < MOST {
                tested.insert(from + tested.expected.len() as u128);
            }
            // One in a hundred stays.
            let gone: Vec<Entry> = tested
                .expected
                .iter()
                .copied()
                .filter(|entry| entry.number() >> 16 & 127 > 0)
                .collect();
            gone.into_iter().for_each(|entry| tested.remove(entry));
            tested.check();
        }
        tested.check_lookups();
    }

    #[test]
    fn entries_of_one_number_are_together_wherever_leaves_part() {
        let mut tested = Tested::new();
        for place in 0..MOST as u32 {
            let entry = Entry::new(7 << Entry::PLACE_BITS, place);
            tested.expected.insert(entry);
            tested.index.insert(&mut tested.directory, entry);
        }
        tested.check();
        let found = tested.index.from(&tested.directory, 7 << Entry::PLACE_BITS);
        assert!(found.map(Entry::place).eq(0..MOST as u32));
        assert_eq!(tested.index.from(&tested.directory, 8 << Entry::PLACE_BITS).count(), 0);
    }
}
