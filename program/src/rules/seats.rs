//! Seats, sets of them, and who sits where.

use account_key::Key;
use gprimitives::{ActorId, H256};
use rpsls_io::MAX_PLAYERS;

/// A player's place in the lobby: the n-th to register, counted from 0.
pub type Seat = u8;

/// A set of seats, one bit each.
///
/// Who is still in and who has acted are such sets, so a stage of 255 players
/// starts or ends with a few word operations.
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

    /// The seats of this set that are not in the other.
    pub fn difference(&self, other: &SeatSet) -> SeatSet {
        SeatSet(core::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// The lowest seat.
    pub fn lowest(&self) -> Option<Seat> {
        let index = self.0.iter().position(|word| *word != 0)?;
        Some(64 * index as Seat + self.0[index].trailing_zeros() as Seat)
    }

    /// The seats, lowest first.
    pub fn iter(&self) -> impl Iterator<Item = Seat> {
        (0..MAX_PLAYERS as Seat).filter(|seat| self.contains(*seat))
    }
}

/// Who sits where, and which hash each player has committed in this round.
///
/// Gas is what shapes it. Players are looked up by bisection, so that the cost
/// hardly grows with their number. And of the two pages of memory that 255
/// players need, a message should write only the first one: all commitments
/// are there, and as long as nobody commits, the ids of late seats wait in the
/// room of the commitments. They move to the second page when the lobby closes.
#[derive(Clone)]
#[repr(C)]
pub struct Lobby {
    count: u8,
    is_closed: bool,
    /// The seats in the order of their players' keys.
    by_key: [Seat; MAX_PLAYERS],
    commitments: [Key; MAX_PLAYERS],
    ids: [Key; MAX_PLAYERS],
}

/// The first seat whose id waits in the room of the commitments. The ids of the
/// seats before are on the first page; those of the seats from about 190 on
/// are not.
const FIRST_LATE_SEAT: Seat = 160;

impl Lobby {
    /// The open lobby with no players.
    pub const EMPTY: Lobby = Lobby {
        count: 0,
        is_closed: false,
        by_key: [0; MAX_PLAYERS],
        commitments: [Key::ZERO; MAX_PLAYERS],
        ids: [Key::ZERO; MAX_PLAYERS],
    };

    /// How many players are registered.
    pub fn count(&self) -> usize {
        self.count.into()
    }

    /// The players in order of registration.
    pub fn ids(&self) -> impl Iterator<Item = ActorId> {
        (0..self.count).map(|seat| self.id(seat))
    }

    /// The player on a taken seat.
    pub fn id(&self, seat: Seat) -> ActorId {
        ActorId::new((*self.key(seat)).into())
    }

    /// A player's seat.
    pub fn seat_of(&self, player: ActorId) -> Option<Seat> {
        self.rank(player).ok().map(|rank| self.by_key[rank])
    }

    /// Gives the next seat of the open lobby, of which there must be one, to a
    /// player who has none.
    pub fn push(&mut self, player: ActorId) {
        let (Ok(rank) | Err(rank)) = self.rank(player);
        self.by_key.copy_within(rank..self.count.into(), rank + 1);
        self.by_key[rank] = self.count;
        *self.key_mut(self.count) = player.into_bytes().into();
        self.count += 1;
    }

    /// Takes a player's seat in the open lobby away, and tells whether there
    /// was one. Those who registered later move up.
    pub fn remove(&mut self, player: ActorId) -> bool {
        let Ok(rank) = self.rank(player) else {
            return false;
        };
        let freed = self.by_key[rank];
        self.by_key.copy_within(rank + 1..self.count.into(), rank);
        self.count -= 1;
        for seat in freed..self.count {
            *self.key_mut(seat) = *self.key(seat + 1);
        }
        for seat in &mut self.by_key[..usize::from(self.count)] {
            *seat -= Seat::from(*seat > freed);
        }
        true
    }

    /// Closes the lobby: from now on players commit.
    pub fn close(&mut self) {
        let late = usize::from(FIRST_LATE_SEAT)..self.count().max(FIRST_LATE_SEAT.into());
        self.ids[late.clone()].copy_from_slice(&self.commitments[late]);
        self.is_closed = true;
    }

    /// Takes all seats away and opens the lobby.
    pub fn reopen(&mut self) {
        self.count = 0;
        self.is_closed = false;
    }

    /// The hash that a player of the closed lobby has committed, if there is
    /// one in this round.
    pub fn commitment(&self, seat: Seat) -> H256 {
        H256(self.commitments[usize::from(seat)].into())
    }

    /// Keeps the hash that a player of the closed lobby commits.
    pub fn commit(&mut self, seat: Seat, hash: H256) {
        self.commitments[usize::from(seat)] = hash.0.into();
    }

    /// Whether a player on one of these seats has committed this hash.
    pub fn has_commitment(&self, seats: &SeatSet, hash: H256) -> bool {
        let hash = Key::from(hash.0);
        let mut from = 0;
        while let Some(index) = hash.position_in(&self.commitments[from..self.count()]) {
            if seats.contains((from + index) as Seat) {
                return true;
            }
            from += index + 1;
        }
        false
    }

    /// The player's rank in the order of keys, or the rank the player would have.
    fn rank(&self, player: ActorId) -> Result<usize, usize> {
        let key = Key::from(player.into_bytes());
        self.by_key[..self.count()].binary_search_by(|seat| self.key(*seat).cmp(&key))
    }

    fn key(&self, seat: Seat) -> &Key {
        let is_waiting = !self.is_closed && seat >= FIRST_LATE_SEAT;
        let keys = if is_waiting { &self.commitments } else { &self.ids };
        &keys[usize::from(seat)]
    }

    fn key_mut(&mut self, seat: Seat) -> &mut Key {
        let is_waiting = !self.is_closed && seat >= FIRST_LATE_SEAT;
        let keys = if is_waiting { &mut self.commitments } else { &mut self.ids };
        &mut keys[usize::from(seat)]
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
        assert_eq!(set.difference(&low).lowest(), Some(130));
    }

    fn id(n: u8) -> ActorId {
        // The order of keys is not that of registration.
        ActorId::new([n.wrapping_mul(37); 32])
    }

    fn lobby(count: u8) -> Lobby {
        let mut lobby = Lobby::EMPTY;
        (0..count).for_each(|n| lobby.push(id(n)));
        lobby
    }

    #[test]
    fn a_full_lobby_finds_each_player() {
        let mut lobby = lobby(255);
        for is_closed in [false, true] {
            assert_eq!(lobby.is_closed, is_closed);
            for n in 0..255 {
                assert_eq!(lobby.seat_of(id(n)), Some(n));
                assert_eq!(lobby.id(n), id(n));
            }
            assert_eq!(lobby.seat_of(id(255)), None);
            assert!(lobby.ids().eq((0..255).map(id)));
            lobby.close();
        }
        lobby.reopen();
        assert_eq!(lobby.count(), 0);
        assert_eq!(lobby.seat_of(id(0)), None);
    }

    #[test]
    fn those_behind_move_up_when_one_leaves() {
        for leaver in [0, 1, 100, 159, 160, 161, 199] {
            let mut lobby = lobby(200);
            assert!(lobby.remove(id(leaver)));
            assert!(!lobby.remove(id(leaver)), "twice");
            let left: Vec<ActorId> = (0..200).filter(|n| *n != leaver).map(id).collect();
            for is_closed in [false, true] {
                assert_eq!(lobby.is_closed, is_closed);
                assert!(lobby.ids().eq(left.iter().copied()));
                for (seat, player) in (0..).zip(&left) {
                    assert_eq!(lobby.seat_of(*player), Some(seat));
                }
                assert_eq!(lobby.seat_of(id(leaver)), None);
                lobby.close();
            }
        }
    }

    #[test]
    fn a_lobby_of_few_closes() {
        for count in [0, 2, 159, 160, 161] {
            let mut lobby = lobby(count);
            lobby.close();
            assert!(lobby.ids().eq((0..count).map(id)));
        }
    }

    #[test]
    fn commitments_leave_the_ids_of_late_seats_be() {
        let mut lobby = lobby(255);
        lobby.close();
        (0..255).for_each(|seat| lobby.commit(seat, H256([seat; 32])));
        assert!(lobby.ids().eq((0..255).map(id)));
        assert!((0..255).all(|seat| lobby.commitment(seat) == H256([seat; 32])));
    }

    #[test]
    fn commitments_count_on_the_seats_asked_about() {
        let mut lobby = lobby(3);
        lobby.close();
        let hash = H256([9; 32]);
        lobby.commit(0, hash);
        lobby.commit(2, hash);
        let mut seats = SeatSet::EMPTY;
        seats.insert(1);
        assert!(!lobby.has_commitment(&seats, hash));
        seats.insert(2);
        assert!(lobby.has_commitment(&seats, hash));
        assert!(!lobby.has_commitment(&seats, H256([8; 32])));
    }
}
