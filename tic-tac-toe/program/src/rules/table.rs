//! Records that are found by their key.

use super::index::{Directory, Entry, Index};
use core::{mem, ops::RangeInclusive};

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

    /// A number for a key, by which records are ordered. Its lowest
    /// [`Entry::PLACE_BITS`] bits are zero. Keys may share one, but each that
    /// does makes the others dearer to find.
    fn number(key: &Self::Key) -> u128;

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

/// Which places of a table are taken, and by what they are found.
///
/// Apart from the table, so that it can lie on the page of memory that every
/// message needs.
#[repr(C)]
pub struct Places<const LEAVES: usize> {
    /// How many are taken.
    taken: u32,
    /// All that were ever taken are below.
    end: Place,
    /// The first of those that were freed. The others follow by links.
    freed: Link,
    directory: Directory<LEAVES>,
}

impl<const LEAVES: usize> Places<LEAVES> {
    /// How many places are taken.
    pub fn taken(&self) -> u32 {
        self.taken
    }

    /// All places that were ever taken are below.
    pub fn end(&self) -> Place {
        self.end
    }
}

/// Records in places, and an index by which they are found.
///
/// Gas is what shapes it. Each message pays for the 16 KiB pages of memory that
/// it touches, so a lookup reads one page of the index and one record, whether
/// there is one record or ten thousand. Records lie closely in the order in which
/// they came, not spread over memory. There is no table to be moved to a larger
/// one, at whoever's expense that would be.
///
/// A table of all zeros is empty.
#[repr(C)]
pub struct Table<R, const LEAVES: usize, const ROOM: usize> {
    index: Index<LEAVES>,
    /// The next freed place, for each that is free.
    freed: [Link; ROOM],
    records: [R; ROOM],
}

impl<R: Record, const LEAVES: usize, const ROOM: usize> Table<R, LEAVES, ROOM> {
    const HAS_LEAVES: () =
        assert!(ROOM <= Index::<LEAVES>::ENTRIES && ROOM <= 1 << Entry::PLACE_BITS);

    /// Whether another record fits in.
    pub fn has_room(&self, places: &Places<LEAVES>) -> bool {
        let () = Self::HAS_LEAVES;
        places.freed != Link::NONE || (places.end as usize) < ROOM
    }

    /// Where the record of this key is.
    pub fn find(&self, places: &Places<LEAVES>, key: &R::Key) -> Option<Place> {
        let number = R::number(key);
        let alike = self.numbered(places, number..=number);
        alike.map(Entry::place).find(|place| self.get(*place).key() == *key)
    }

    /// How many records have one of these numbers.
    pub fn count(&self, places: &Places<LEAVES>, numbers: RangeInclusive<u128>) -> usize {
        self.numbered(places, numbers).count()
    }

    fn numbered(
        &self,
        places: &Places<LEAVES>,
        numbers: RangeInclusive<u128>,
    ) -> impl Iterator<Item = Entry> {
        let entries = self.index.from(&places.directory, *numbers.start());
        entries.take_while(move |entry| entry.number() <= *numbers.end())
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
    pub fn insert(&mut self, places: &mut Places<LEAVES>, record: R) -> Place {
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
        self.index.insert(&mut places.directory, self.entry(place));
        place
    }

    /// Frees the place of a record.
    pub fn remove(&mut self, places: &mut Places<LEAVES>, place: Place) {
        self.index.remove(&mut places.directory, self.entry(place));
        self.records[place as usize] = R::free();
        self.freed[place as usize] = mem::replace(&mut places.freed, Link::to(place));
        places.taken -= 1;
    }

    /// How the index has the record in a place.
    fn entry(&self, place: Place) -> Entry {
        Entry::new(R::number(&self.get(place).key()), place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{boxed::Box, collections::BTreeMap, vec::Vec};

    /// A key, and what is kept under it. The keys of a hundred share a number.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Kept(u32, u32);

    // SAFETY: numbers may be zero, and no test looks for the key 0.
    unsafe impl Record for Kept {
        type Key = u32;

        fn key(&self) -> u32 {
            self.0
        }

        fn number(key: &u32) -> u128 {
            u128::from(key / 100) << Entry::PLACE_BITS
        }
    }

    const ROOM: usize = 12;

    struct Tested {
        places: Box<Places<4>>,
        table: Box<Table<Kept, 4, ROOM>>,
        expected: BTreeMap<u32, u32>,
    }

    impl Tested {
        fn new() -> Self {
            // SAFETY: a table of all zeros is empty.
            let (places, table) =
                unsafe { (Box::new_zeroed().assume_init(), Box::new_zeroed().assume_init()) };
            Self { places, table, expected: BTreeMap::new() }
        }

        fn insert(&mut self, key: u32) -> Place {
            self.expected.insert(key, key * 7);
            let place = self.table.insert(&mut self.places, Kept(key, key * 7));
            self.check();
            place
        }

        fn remove(&mut self, key: u32) {
            self.expected.remove(&key);
            let place = self.table.find(&self.places, &key).expect("it is there");
            self.table.remove(&mut self.places, place);
            self.check();
        }

        fn check(&self) {
            assert_eq!(self.places.taken() as usize, self.expected.len());
            assert_eq!(self.table.has_room(&self.places), self.expected.len() < ROOM);
            for key in 1..1_000 {
                let found = self.table.find(&self.places, &key);
                let found = found.map(|place| self.table.get(place).1);
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
    fn the_first_the_middle_and_the_last_of_a_number_can_be_removed() {
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
    fn records_are_counted_by_their_numbers() {
        let mut tested = Tested::new();
        for key in [101, 102, 199, 201, 501] {
            tested.insert(key);
        }
        let count = |from: u32, to: u32| {
            let numbers = Kept::number(&from)..=Kept::number(&to);
            tested.table.count(&tested.places, numbers)
        };
        assert_eq!([count(100, 100), count(100, 200), count(300, 400)], [3, 4, 0]);
        assert_eq!([count(0, 900), count(500, 500), count(600, 900)], [5, 1, 0]);
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
