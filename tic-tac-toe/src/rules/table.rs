//! Games and passes, in places.

use super::game::{Game, Players};
use program_common::Key;
use tic_tac_toe_io::GameId;

/// Where a game or a pass is.
pub type Place = u32;

/// Which places of games are taken.
///
/// Apart from the games, so that it can lie on the page of memory that every
/// message needs.
#[derive(Default)]
#[repr(C)]
pub struct Places {
    /// How many are taken.
    pub taken: u32,
    /// All that were ever taken are below.
    pub end: Place,
    /// The first of those that were freed, and one. The others follow, see
    /// [`Game::free`].
    freed: u32,
}

/// The games. A message names its game's place, so no game is searched for.
#[repr(C)]
pub struct Games<const ROOM: usize>([Game; ROOM]);

impl<const ROOM: usize> Games<ROOM> {
    /// Whether another game fits in.
    pub fn has_room(&self, places: &Places) -> bool {
        places.taken < ROOM as u32
    }

    /// The place of a game, if it is there.
    pub fn find(&self, id: &GameId) -> Option<Place> {
        let game = self.0.get(id.place as usize)?;
        (game.players == Players::from(id) && !game.is_free()).then_some(id.place)
    }

    /// The game in a place.
    pub fn get(&self, place: Place) -> &Game {
        &self.0[place as usize]
    }

    /// The game in a place, whose players must stay as they are.
    pub fn get_mut(&mut self, place: Place) -> &mut Game {
        &mut self.0[place as usize]
    }

    /// Puts a game into a free place, of which there must be one.
    pub fn insert(&mut self, places: &mut Places, game: Game) -> Place {
        let place = match places.freed.checked_sub(1) {
            Some(place) => {
                places.freed = self.get(place).next_freed();
                place
            }
            None => {
                places.end += 1;
                places.end - 1
            }
        };
        places.taken += 1;
        *self.get_mut(place) = game;
        place
    }

    /// Frees the place of a game.
    pub fn remove(&mut self, places: &mut Places, place: Place) {
        *self.get_mut(place) = Game::free(places.freed);
        places.freed = place + 1;
        places.taken -= 1;
    }
}

/// Who holds passes, by their places: a hash table, in which others can make a pass dearer
/// to find only for those who mint theirs later, by minting as many as are to be searched.
#[repr(C)]
pub struct Passes<const ROOM: usize> {
    holders: [Key; ROOM],
    /// The place of a pass, and one, with some bits of its holder's id before it; 0 if
    /// there is none. A holder's slot is the first one from [`Passes::first_slot`] on that
    /// was free.
    slots: [[u32; 2]; ROOM],
}

impl<const ROOM: usize> Passes<ROOM> {
    const PLACE_BITS: u32 = 17;
    const HAS_BITS: () = assert!(ROOM < 1 << Self::PLACE_BITS);

    /// The place of an account's pass, or the slot that it would be found by.
    pub fn find(&self, holder: &Key) -> Result<Place, usize> {
        let () = Self::HAS_BITS;
        let slots = self.slots.as_flattened();
        let mut slot = Self::first_slot(holder);
        loop {
            let Some(place) = (slots[slot] & ((1 << Self::PLACE_BITS) - 1)).checked_sub(1) else {
                return Err(slot);
            };
            if slots[slot] >> Self::PLACE_BITS == Self::print(holder)
                && self.holders[place as usize] == *holder
            {
                return Ok(place);
            }
            slot = (slot + 1) % slots.len();
        }
    }

    /// Who holds the pass in a place.
    pub fn holder(&self, place: Place) -> Key {
        self.holders[place as usize]
    }

    /// Gives the pass in the next free place to an account whose slot this is.
    pub fn mint(&mut self, slot: usize, place: Place, holder: Key) {
        self.holders[place as usize] = holder;
        self.slots.as_flattened_mut()[slot] =
            Self::print(&holder) << Self::PLACE_BITS | (place + 1);
    }

    fn first_slot(holder: &Key) -> usize {
        (holder.fold() % (2 * ROOM as u64)) as usize
    }

    fn print(holder: &Key) -> u32 {
        (holder.fold() >> (32 + Self::PLACE_BITS)) as u32 & (u32::MAX >> Self::PLACE_BITS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::boxed::Box;

    const ROOM: u64 = 8;

    fn passes() -> Box<Passes<{ ROOM as usize }>> {
        // SAFETY: numbers may be zero.
        unsafe { Box::new_zeroed().assume_init() }
    }

    /// A key that folds to this, and is one of several.
    fn folding(number: u64, of: u64) -> Key {
        let words = [number ^ of, of, 0, 0].map(u64::to_le_bytes);
        let mut bytes = [0; 32];
        bytes.as_chunks_mut().0.copy_from_slice(&words);
        bytes.into()
    }

    #[test]
    fn all_passes_are_found_wherever_their_holders_begin_to_look() {
        // All alike, alike but for their prints, at the end of the table, and all apart.
        for fold in [|_| 3, |of| of << 60 | of << 49, |_| 2 * ROOM - 1, |of| of] {
            let mut passes = passes();
            for of in 1..=ROOM {
                let holder = folding(fold(of), of);
                let slot = passes.find(&holder).expect_err("it has none yet");
                passes.mint(slot, of as Place - 1, holder);
                for of in 1..=ROOM + 1 {
                    let found = passes.find(&folding(fold(of), of)).ok();
                    let is_there = found.map(|place| passes.holder(place));
                    assert_eq!(found, is_there.map(|_| of as Place - 1));
                }
            }
        }
    }

    #[test]
    fn holders_with_other_prints_are_not_looked_at() {
        let prints = (0..1 << 15).map(|print| Passes::<8>::print(&folding(print << 49, 0)));
        assert!(prints.eq(0..1 << 15));
    }
}
