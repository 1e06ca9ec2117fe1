//! Sets of seats, and the seats themselves.

use gprimitives::ActorId;
use rpsls_io::MAX_PLAYERS;

/// A player's place in the lobby: the n-th to register, counted from 0.
pub type Seat = u8;

/// A set of seats, one bit each.
///
/// Who is still in, who has committed and who chose which move are such sets,
/// so a stage of 255 players starts or ends with a few word operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatSet([u64; 4]);

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

    /// Adds a seat.
    pub fn insert(&mut self, seat: Seat) {
        self.0[usize::from(seat / 64)] |= 1 << (seat % 64);
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
        self.0 == [0; 4]
    }

    /// The seats that are in either set.
    pub fn union(&self, other: &SeatSet) -> SeatSet {
        SeatSet(core::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The seats of this set that are not in the other.
    pub fn difference(&self, other: &SeatSet) -> SeatSet {
        SeatSet(core::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// The seats, lowest first.
    pub fn iter(&self) -> impl Iterator<Item = Seat> {
        self.0.into_iter().zip((0..).step_by(64)).flat_map(|(mut word, start): (u64, u8)| {
            core::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as u8)?;
                word &= word - 1;
                Some(start + bit)
            })
        })
    }
}

/// Who sits where.
///
/// Players are looked up by bisection, so the cost of a lookup hardly grows
/// with their number and can't be driven up by choosing account ids.
#[repr(C)]
pub struct Lobby {
    len: u8,
    /// The seats in `ActorId` order of their players.
    by_id: [Seat; MAX_PLAYERS],
    ids: [ActorId; MAX_PLAYERS],
}

impl Lobby {
    /// The lobby with no players.
    pub const EMPTY: Lobby = Lobby {
        len: 0,
        by_id: [0; MAX_PLAYERS],
        ids: [ActorId::zero(); MAX_PLAYERS],
    };

    /// How many players are registered.
    pub fn len(&self) -> usize {
        self.len.into()
    }

    /// The players in order of registration.
    pub fn ids(&self) -> &[ActorId] {
        &self.ids[..self.len()]
    }

    /// The player on a taken seat.
    pub fn id(&self, seat: Seat) -> ActorId {
        self.ids[usize::from(seat)]
    }

    /// The players and their seats in `ActorId` order.
    pub fn in_id_order(&self) -> impl Iterator<Item = (Seat, ActorId)> {
        self.sorted().iter().map(|seat| (*seat, self.id(*seat)))
    }

    /// A player's seat.
    pub fn seat_of(&self, player: ActorId) -> Option<Seat> {
        self.search(player).ok().map(|rank| self.by_id[rank])
    }

    /// Gives the next seat to a player who has none, and tells whether that
    /// was so. There must be a free seat.
    pub fn insert(&mut self, player: ActorId) -> bool {
        let Err(rank) = self.search(player) else {
            return false;
        };
        let len = self.len();
        self.ids[len] = player;
        self.by_id.copy_within(rank..len, rank + 1);
        self.by_id[rank] = self.len;
        self.len += 1;
        true
    }

    /// Takes a player's seat away, and tells whether there was one. Those who
    /// registered later move up.
    pub fn remove(&mut self, player: ActorId) -> bool {
        let Ok(rank) = self.search(player) else {
            return false;
        };
        let len = self.len();
        let freed = self.by_id[rank];
        self.ids.copy_within(usize::from(freed) + 1..len, freed.into());
        self.by_id.copy_within(rank + 1..len, rank);
        self.len -= 1;
        for seat in &mut self.by_id[..len - 1] {
            *seat -= u8::from(*seat > freed);
        }
        true
    }

    /// Takes all seats away.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    fn sorted(&self) -> &[Seat] {
        &self.by_id[..self.len()]
    }

    /// The player's rank in `ActorId` order, or the rank the player would have.
    fn search(&self, player: ActorId) -> Result<usize, usize> {
        self.sorted().binary_search_by(|seat| self.ids[usize::from(*seat)].cmp(&player))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{collections::BTreeSet, vec::Vec};

    fn id(n: u8) -> ActorId {
        // The order of ids is not the order of numbers.
        ActorId::new([n.wrapping_mul(37); 32])
    }

    #[test]
    fn first_seats_at_and_around_word_boundaries() {
        for count in [0, 1, 2, 63, 64, 65, 127, 128, 129, 191, 192, 193, 254, 255] {
            let set = SeatSet::first(count);
            assert_eq!(set.len(), count);
            assert_eq!(set.is_empty(), count == 0);
            assert!(set.iter().map(usize::from).eq(0..count));
        }
    }

    #[test]
    fn sets_hold_what_was_inserted() {
        let seats: [Seat; 6] = [0, 63, 64, 130, 200, 254];
        let mut set = SeatSet::EMPTY;
        for seat in seats.into_iter().rev() {
            set.insert(seat);
        }
        assert!(set.iter().eq(seats));
        assert!((0..=254).all(|seat| set.contains(seat) == seats.contains(&seat)));

        let low = SeatSet::first(100);
        assert!(set.difference(&low).iter().eq([130, 200, 254]));
        assert_eq!(set.union(&low).len(), 103);
    }

    #[test]
    fn a_full_lobby_finds_each_player() {
        let mut lobby = Lobby::EMPTY;
        for n in 0..255 {
            assert_eq!(lobby.seat_of(id(n)), None);
            assert!(lobby.insert(id(n)));
            assert!(!lobby.insert(id(n)), "twice");
        }
        assert_eq!(lobby.len(), 255);
        for n in 0..255 {
            assert_eq!(lobby.seat_of(id(n)), Some(n));
            assert_eq!(lobby.id(n), id(n));
        }
        assert_eq!(lobby.seat_of(id(255)), None);
        let ordered: BTreeSet<_> = (0..255).map(id).collect();
        assert!(lobby.in_id_order().map(|(_, id)| id).eq(ordered));
        assert!(lobby.in_id_order().all(|(seat, id)| lobby.id(seat) == id));
    }

    #[test]
    fn those_behind_move_up_when_one_leaves() {
        for leaver in 0..9 {
            let mut lobby = Lobby::EMPTY;
            for n in 0..9 {
                lobby.insert(id(n));
            }
            assert!(lobby.remove(id(leaver)));
            assert!(!lobby.remove(id(leaver)), "twice");
            let left: Vec<ActorId> = (0..9).filter(|n| *n != leaver).map(id).collect();
            assert_eq!(lobby.ids(), left);
            for (seat, player) in left.iter().enumerate() {
                assert_eq!(lobby.seat_of(*player), Some(seat as u8));
            }
            assert_eq!(lobby.seat_of(id(leaver)), None);
            let ordered: BTreeSet<_> = left.into_iter().collect();
            assert!(lobby.in_id_order().map(|(_, id)| id).eq(ordered));
        }
    }
}
