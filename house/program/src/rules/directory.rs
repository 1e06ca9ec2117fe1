//! Which tables are listed, in the order in which they were opened.

use core::{hint, iter};
use gprimitives::ActorId;
use program_common::Key;

/// Where a table is, and what to know it by.
///
/// All zeros are an entry that has the place of its own position, so that a zeroed
/// directory has each place once.
#[derive(Clone, Copy)]
#[repr(C)]
struct Entry {
    /// The place, bit by bit against the entry's position.
    place: u16,
    /// Some bits of the table's id: most others have other ones.
    print: u16,
}

/// The listed tables' places in a ring, the oldest first, and behind them the places
/// that are free. On one page of memory, for 4 096 of them.
#[repr(C, align(16384))]
pub struct Directory<const ROOM: usize> {
    ring: [Entry; ROOM],
}

const _: () = assert!(size_of::<Directory<4_096>>() == 0x4000);

/// How much of the ring is taken.
///
/// Apart from it, so that it can lie on the page of memory that every message needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The position of the oldest table.
    oldest: u16,
    len: u16,
}

impl Span {
    /// How many tables are listed.
    pub fn len(self) -> usize {
        self.len.into()
    }
}

impl<const ROOM: usize> Directory<ROOM> {
    /// The places of the listed tables, the newest first.
    pub fn newest_first(&self, span: Span) -> impl Iterator<Item = usize> {
        (0..span.len()).rev().map(move |number| self.place(Self::position(span, number)))
    }

    /// Puts a table behind the newest; where all places are taken, instead of the
    /// oldest. Its place.
    pub fn push(&mut self, span: &mut Span, table: ActorId) -> usize {
        let position = match span.len() < ROOM {
            true => {
                span.len += 1;
                Self::position(*span, span.len() - 1)
            }
            false => {
                let position = Self::position(*span, 0);
                span.oldest = Self::position(*span, 1) as u16;
                position
            }
        };
        self.ring[position].print = print(table);
        self.place(position)
    }

    /// The number of a table, from 0 for the oldest, and its place: `is_there` tells
    /// whether a place has it.
    pub fn find(
        &self,
        span: Span,
        table: ActorId,
        is_there: impl Fn(usize) -> bool,
    ) -> Option<(usize, usize)> {
        let print = print(table);
        (0..span.len()).rev().find_map(|number| {
            let position = Self::position(span, number);
            let place = self.place(position);
            (self.ring[position].print == print && is_there(place)).then_some((number, place))
        })
    }

    /// Takes out the table of this number, whose place is free then.
    pub fn remove(&mut self, span: &mut Span, number: usize) {
        let at = Self::position(*span, number);
        let place = self.place(at);
        // Those that were opened later close up.
        let ring = |number| Self::position(*span, number);
        let last = iter::zip(number..span.len() - 1, number + 1..).fold(at, |_, (to, from)| {
            let (to, from) = (ring(to), ring(from));
            // Without the compiler seeing a copy: programs are linked to do that byte by
            // byte.
            let moved = hint::black_box(self.ring[from]);
            self.put(to, Entry { place: self.place(from) as u16, print: moved.print });
            from
        });
        self.put(last, Entry { place: place as u16, print: 0 });
        span.len -= 1;
    }

    fn put(&mut self, position: usize, Entry { place, print }: Entry) {
        self.ring[position] = Entry { place: place ^ position as u16, print };
    }

    fn place(&self, position: usize) -> usize {
        usize::from(self.ring[position].place) ^ position
    }

    fn position(span: Span, number: usize) -> usize {
        (usize::from(span.oldest) + number) % ROOM
    }
}

fn print(table: ActorId) -> u16 {
    Key::from(table.into_bytes()).fold() as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::cell::Cell;

    #[test]
    fn a_table_is_found_by_its_print_without_a_look_at_those_of_others() {
        const TABLES: usize = 256;
        let mut directory = Directory { ring: [Entry { place: 0, print: 0 }; TABLES] };
        let mut span = Span::default();
        // A print is of some of an id's bytes, these among them.
        let id = |table: usize| ActorId::from((table as u64) << 32);
        for table in 0..TABLES {
            directory.push(&mut span, id(table));
        }
        let looks = Cell::new(0);
        for table in 0..TABLES {
            let found = directory.find(span, id(table), |place| {
                looks.set(looks.get() + 1);
                place == table
            });
            assert_eq!(found, Some((table, table)));
        }
        assert_eq!(looks.get(), TABLES);
    }
}
