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

/// Records in places, and chains of places by which records are found.
///
/// Gas is what shapes it. Each message pays for the 16 KiB pages of memory that
/// it touches, so a lookup reads one head and, as long as there are fewer
/// records than heads, mostly one record: whether there is one record or ten
/// thousand. Records lie closely in the order in which they came, not spread
/// over memory. There is no table to be moved to a larger one, at whoever's
/// expense that would be.
///
/// A new record goes to the end of its chain. So nobody can put records before
/// one that is there, and make it dearer to find.
///
/// A table of all zeros is empty.
#[repr(C)]
pub struct Table<R, const HEADS: usize, const ROOM: usize> {
    heads: [Link; HEADS],
    /// The next place of the same chain, or of the freed ones.
    links: [Link; ROOM],
    records: [R; ROOM],
}

impl<R: Record, const HEADS: usize, const ROOM: usize> Table<R, HEADS, ROOM> {
    /// Whether another record fits in.
    pub fn has_room(&self, places: &Places) -> bool {
        places.freed != Link::NONE || (places.end as usize) < ROOM
    }

    /// Where the record of this key is.
    pub fn find(&self, key: &R::Key) -> Option<Place> {
        let mut link = self.heads[Self::head(key)];
        while let Some(place) = link.place() {
            if self.get(place).key() == *key {
                return Some(place);
            }
            link = self.links[place as usize];
        }
        None
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
                places.freed = mem::replace(&mut self.links[place as usize], Link::NONE);
                place
            }
            None => {
                places.end += 1;
                places.end - 1
            }
        };
        places.taken += 1;
        self.records[place as usize] = record;
        *self.link_to(&record.key(), Link::NONE) = Link::to(place);
        place
    }

    /// Frees the place of a record.
    pub fn remove(&mut self, places: &mut Places, place: Place) {
        let next = self.links[place as usize];
        *self.link_to(&self.get(place).key(), Link::to(place)) = next;
        self.records[place as usize] = R::free();
        self.links[place as usize] = mem::replace(&mut places.freed, Link::to(place));
        places.taken -= 1;
    }

    /// The link of a key's chain that is `wanted`, which must be in it.
    fn link_to(&mut self, key: &R::Key, wanted: Link) -> &mut Link {
        let mut before = Link::NONE;
        let mut link = self.heads[Self::head(key)];
        while link != wanted {
            before = link;
            link = self.links[link.0 as usize - 1];
        }
        match before.place() {
            None => &mut self.heads[Self::head(key)],
            Some(place) => &mut self.links[place as usize],
        }
    }

    fn head(key: &R::Key) -> usize {
        R::hash(key) as usize % HEADS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{boxed::Box, collections::BTreeMap, vec::Vec};

    /// A key, and what is kept under it. The keys of a hundred share a hash.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Entry(u32, u32);

    // SAFETY: numbers may be zero, and no test looks for the key 0.
    unsafe impl Record for Entry {
        type Key = u32;

        fn key(&self) -> u32 {
            self.0
        }

        fn hash(key: &u32) -> u32 {
            key / 100
        }
    }

    const ROOM: usize = 12;

    struct Tested {
        places: Places,
        table: Box<Table<Entry, 4, ROOM>>,
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
            let place = self.table.insert(&mut self.places, Entry(key, key * 7));
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
        // Three chains, of which two share a head.
        for key in [101, 102, 201, 501, 502, 103] {
            tested.insert(key);
        }
    }

    #[test]
    fn the_first_the_middle_and_the_last_of_a_chain_can_be_removed() {
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
    fn what_comes_later_is_behind_what_is_there() {
        let mut tested = Tested::new();
        (101..109).for_each(|key| _ = tested.insert(key));
        let first = tested.table.heads[1].place().expect("a chain");
        assert_eq!(tested.table.get(first).0, 101);
        tested.remove(103);
        tested.insert(109);
        let mut chain = Vec::new();
        let mut link = tested.table.heads[1];
        while let Some(place) = link.place() {
            chain.push(tested.table.get(place).0);
            link = tested.table.links[place as usize];
        }
        assert_eq!(chain, [101, 102, 104, 105, 106, 107, 108, 109]);
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
