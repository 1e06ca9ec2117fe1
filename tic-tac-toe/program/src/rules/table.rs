//! Records that are found by their key.

use core::mem;

/// What a [`Table`] keeps.
///
/// # Safety
///
/// A record of all zeros must be valid: that is what free places hold. Its key
/// must be none that is looked for.
pub unsafe trait Record: Copy {
    /// What it is found by.
    type Key: Copy + PartialEq;

    /// The record's key.
    fn key(&self) -> Self::Key;

    /// A number for a key, as evenly spread as can be.
    fn hash(key: &Self::Key) -> u32;

    /// What a free place holds.
    fn free() -> Self {
        // SAFETY: valid, by the trait's contract.
        unsafe { mem::zeroed() }
    }
}

/// A record's place in its table.
pub type Place = u32;

/// A place, or none: its number and one, so that zeroed memory has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Link(u32);

impl Link {
    const NONE: Link = Link(0);

    const fn to(place: Place) -> Link {
        Link(place + 1)
    }

    const fn place(self) -> Option<Place> {
        self.0.checked_sub(1)
    }
}

/// Which places of a table are taken.
///
/// Apart from the table, so that it can lie on the page of memory that every
/// message needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// How many are taken.
    taken: u32,
    /// All that were ever taken are below.
    end: Place,
    /// The first of those that were freed. The others follow by links.
    freed: Link,
}

impl Places {
    /// How many places are taken.
    pub fn taken(&self) -> u32 {
        self.taken
    }

    /// All places that were ever taken are below.
    pub fn end(&self) -> Place {
        self.end
    }
}

/// Where a record is, beside the hash of its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
struct Entry {
    hash: u32,
    link: Link,
}

/// Records in places, and an index by which they are found.
///
/// Gas is what shapes it. Each message pays for the 16 KiB pages of memory that
/// it touches, so a lookup reads one page of the index and one record, whether
/// there is one record or ten thousand: entries of one hash's neighbourhood are
/// side by side, and tell records apart by their hashes. Records lie closely in
/// the order in which they came, not spread over memory. There is no table to
/// be moved to a larger one, at whoever's expense that would be.
///
/// A new entry goes behind those that are there. So nobody can put entries
/// before a record's, and make it dearer to find.
///
/// A table of all zeros is empty.
#[repr(C)]
pub struct Table<R, const ENTRIES: usize, const ROOM: usize> {
    /// A hash table with open addressing, at most half full. An entry is at the
    /// home of its hash or behind, with no free one between.
    index: [Entry; ENTRIES],
    /// The next freed place, for each that is free.
    freed: [Link; ROOM],
    records: [R; ROOM],
}

impl<R: Record, const ENTRIES: usize, const ROOM: usize> Table<R, ENTRIES, ROOM> {
    const FREE: Entry = Entry { hash: 0, link: Link::NONE };

    const IS_ROOMY: () = assert!(ENTRIES.is_power_of_two() && ENTRIES >= 2 * ROOM);

    /// Whether another record fits in.
    pub fn has_room(&self, places: &Places) -> bool {
        places.freed != Link::NONE || (places.end as usize) < ROOM
    }

    /// Where the record of this key is.
    pub fn find(&self, key: &R::Key) -> Option<Place> {
        let hash = R::hash(key);
        let is_wanted = |entry: Entry| {
            entry.hash == hash && entry.link.place().is_some_and(|at| self.get(at).key() == *key)
        };
        self.index[self.probe(hash, is_wanted)].link.place()
    }

    /// The record in a place.
    pub fn get(&self, place: Place) -> &R {
        &self.records[place as usize]
    }

    /// The record in a place. Its key must stay as it is.
    pub fn get_mut(&mut self, place: Place) -> &mut R {
        &mut self.records[place as usize]
    }

    /// Puts a record, whose key no other has, into a free place, of which there
    /// must be one.
    pub fn insert(&mut self, places: &mut Places, record: R) -> Place {
        let place = match places.freed.place() {
            Some(place) => {
                places.freed = self.freed[place as usize];
                place
            }
            None => {
                places.end += 1;
                places.end - 1
            }
        };
        places.taken += 1;
        self.records[place as usize] = record;
        let hash = R::hash(&record.key());
        let free = self.probe(hash, |_| false);
        self.index[free] = Entry { hash, link: Link::to(place) };
        place
    }

    /// Frees the place of a record.
    pub fn remove(&mut self, places: &mut Places, place: Place) {
        let hash = R::hash(&self.get(place).key());
        let at = self.probe(hash, |entry| entry.link == Link::to(place));
        self.close_gap(at);
        self.records[place as usize] = R::free();
        self.freed[place as usize] = mem::replace(&mut places.freed, Link::to(place));
        places.taken -= 1;
    }

    /// The first entry, from the home of this hash on, that is wanted or free.
    fn probe(&self, hash: u32, is_wanted: impl Fn(Entry) -> bool) -> usize {
        let mut at = Self::home(hash);
        while self.index[at] != Self::FREE && !is_wanted(self.index[at]) {
            at = Self::behind(at);
        }
        at
    }

    /// Frees an entry. Those behind it move up, where that brings them no
    /// farther than to their homes.
    fn close_gap(&mut self, mut gap: usize) {
        let mut at = Self::behind(gap);
        while self.index[at] != Self::FREE {
            let from_home = Self::distance(Self::home(self.index[at].hash), at);
            if from_home >= Self::distance(gap, at) {
                self.index[gap] = self.index[at];
                gap = at;
            }
            at = Self::behind(at);
        }
        self.index[gap] = Self::FREE;
    }

    /// The upper bits of the hash, which are the best.
    fn home(hash: u32) -> usize {
        let () = Self::IS_ROOMY;
        (hash >> (u32::BITS - ENTRIES.ilog2())) as usize
    }

    fn behind(at: usize) -> usize {
        (at + 1) % ENTRIES
    }

    /// How far `to` is behind `from`.
    fn distance(from: usize, to: usize) -> usize {
        to.wrapping_sub(from) % ENTRIES
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{boxed::Box, collections::BTreeMap, vec::Vec};

    /// A key, and what is kept under it. The keys of a hundred share a hash.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Kept(u32, u32);

    // SAFETY: numbers may be zero, and no test looks for the key 0.
    unsafe impl Record for Kept {
        type Key = u32;

        fn key(&self) -> u32 {
            self.0
        }

        fn hash(key: &u32) -> u32 {
            // The homes are few, and one is the last: entries wrap around.
            (key / 100 + 6) << 28
        }
    }

    const ROOM: usize = 12;

    struct Tested {
        places: Places,
        table: Box<Table<Kept, 32, ROOM>>,
        expected: BTreeMap<u32, u32>,
    }

    impl Tested {
        fn new() -> Self {
            Self {
                places: Places { taken: 0, end: 0, freed: Link::NONE },
                // SAFETY: a table of all zeros is empty.
                table: unsafe { Box::new_zeroed().assume_init() },
                expected: BTreeMap::new(),
            }
        }

        fn insert(&mut self, key: u32) -> Place {
            self.expected.insert(key, key * 7);
            let place = self.table.insert(&mut self.places, Kept(key, key * 7));
            self.check();
            place
        }

        fn remove(&mut self, key: u32) {
            self.expected.remove(&key);
            let place = self.table.find(&key).expect("it is there");
            self.table.remove(&mut self.places, place);
            self.check();
        }

        fn check(&self) {
            assert_eq!(self.places.taken() as usize, self.expected.len());
            assert_eq!(self.table.has_room(&self.places), self.expected.len() < ROOM);
            for key in 1..1_000 {
                let found = self.table.find(&key).map(|place| self.table.get(place).1);
                assert_eq!(found, self.expected.get(&key).copied(), "{key}");
            }
            let taken = (0..self.places.end()).filter(|place| self.table.get(*place).0 != 0);
            let mut keys: Vec<u32> = taken.map(|place| self.table.get(place).0).collect();
            keys.sort();
            assert!(keys.iter().eq(self.expected.keys()), "each is in one place");
        }
    }

    #[test]
    fn finds_what_was_put_in_and_nothing_else() {
        let mut tested = Tested::new();
        tested.check();
        for key in [101, 102, 201, 501, 502, 103] {
            tested.insert(key);
        }
    }

    #[test]
    fn the_first_the_middle_and_the_last_of_a_hash_can_be_removed() {
        for removed in [101, 102, 103, 104] {
            let mut tested = Tested::new();
            (101..105).for_each(|key| _ = tested.insert(key));
            tested.remove(removed);
            tested.insert(999);
            tested.insert(removed);
        }
    }

    #[test]
    fn freed_places_are_taken_first() {
        let mut tested = Tested::new();
        let places: Vec<Place> = [101, 201, 301].map(|key| tested.insert(key)).into();
        assert_eq!(places, [0, 1, 2]);
        tested.remove(201);
        tested.remove(101);
        assert_eq!([tested.insert(102), tested.insert(501), tested.insert(103)], [0, 1, 3]);
        assert_eq!(tested.places.end(), 4);
    }

    #[test]
    fn a_full_table_has_room_again_once_a_record_is_removed() {
        let mut tested = Tested::new();
        (1..=ROOM as u32).for_each(|key| _ = tested.insert(key));
        assert!(!tested.table.has_room(&tested.places));
        tested.remove(5);
        tested.insert(700);
        assert!(!tested.table.has_room(&tested.places));
    }

    #[test]
    fn what_comes_later_leaves_the_entries_that_are_there_where_they_are() {
        let mut tested = Tested::new();
        for key in [901, 902, 101, 201, 1, 903, 301, 102] {
            let before = tested.table.index;
            tested.insert(key);
            let taken = before.iter().zip(&tested.table.index);
            let moved = taken.filter(|(before, after)| before != after && before.link.0 != 0);
            assert_eq!(moved.count(), 0);
        }
    }

    #[test]
    fn any_order_of_insertions_and_removals() {
        let mut tested = Tested::new();
        let mut random = 1_u32;
        for _ in 0..2_000 {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let key = 1 + (random >> 16) % 600;
            if tested.expected.contains_key(&key) {
                tested.remove(key);
            } else if tested.table.has_room(&tested.places) {
                tested.insert(key);
            } else {
                let first = *tested.expected.keys().next().expect("it is full");
                tested.remove(first);
            }
        }
    }
}
