//! Who sits where, what they have committed, and who acts for them.

use super::{Players, Seat, SeatSet};
use gprimitives::{ActorId, H256};
use program_common::Key;
use rpsls_io::{MAX_PLAYERS, bound_commitment, commitment};

/// A hash that a player has committed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Commitment {
    /// The hash.
    pub hash: H256,
    /// Whether it is a [`bound_commitment`] rather than a [`commitment`].
    pub is_bound: bool,
}

impl Commitment {
    /// Whether this opening, by this player in this program, hashes to the commitment.
    pub fn is_opened_by(&self, opening: &str, program: ActorId, player: ActorId) -> bool {
        let hash = match self.is_bound {
            true => bound_commitment(program, player, opening),
            false => commitment(opening),
        };
        Key::from(hash.0) == Key::from(self.hash.0)
    }
}

/// The seats of one game: their players, commitments and delegates.
///
/// Its layout saves gas. Players are looked up by bisection, so that the cost hardly grows
/// with their number. Commitments and the first players' ids are on the page of memory that
/// every message writes.
#[derive(Clone)]
#[repr(C)]
pub struct Seats {
    count: u8,
    /// How many entries of `by_id` are in use: the seats that are taken, then those just
    /// lost, until the next seat is taken.
    named: u8,
    /// The seats in the order of their players' ids.
    by_id: [Seat; MAX_PLAYERS],
    /// Who has committed for the coming reveals.
    committed: SeatSet,
    /// Whose commitment is bound.
    bound: SeatSet,
    /// Who has a delegate.
    delegated: SeatSet,
    commitments: [Key; MAX_PLAYERS],
    ids: [Key; MAX_PLAYERS],
    delegates: [Key; MAX_PLAYERS],
}

impl Seats {
    /// All seats free.
    pub const EMPTY: Seats = Seats {
        count: 0,
        named: 0,
        by_id: [0; MAX_PLAYERS],
        committed: SeatSet::EMPTY,
        bound: SeatSet::EMPTY,
        delegated: SeatSet::EMPTY,
        commitments: [Key::ZERO; MAX_PLAYERS],
        ids: [Key::ZERO; MAX_PLAYERS],
        delegates: [Key::ZERO; MAX_PLAYERS],
    };

    /// The number of registered players.
    pub fn count(&self) -> usize {
        self.count.into()
    }

    /// The player on a taken seat.
    pub fn id(&self, seat: Seat) -> ActorId {
        ActorId::new(self.ids[usize::from(seat)].into())
    }

    /// The bytes of the player's id on a seat, borrowed from here.
    pub fn id_bytes(&self, seat: Seat) -> &[u8; 32] {
        self.ids[usize::from(seat)].as_bytes()
    }

    /// The players on these seats, which are taken or just lost.
    pub fn players(&self, seats: SeatSet) -> Players<'_> {
        Players::new(self, seats)
    }

    /// These seats, in the order of their players' ids. They must be all taken, or all just
    /// lost.
    pub fn in_id_order(&self, seats: SeatSet) -> impl Iterator<Item = Seat> {
        let named = self.by_id[..self.named.into()].iter().copied();
        // Entries after the last of these seats are not read.
        named.filter(move |seat| seats.contains(*seat)).take(seats.len())
    }

    /// A player's seat.
    pub fn seat_of(&self, player: ActorId) -> Option<Seat> {
        self.rank(player).ok().map(|rank| self.by_id[rank])
    }

    /// The seats among these whose players have named this account as their delegate.
    pub fn seats_of_delegate(
        &self,
        delegate: ActorId,
        among: SeatSet,
    ) -> impl Iterator<Item = Seat> {
        // Most tables have no delegates: then the page of memory with them isn't read.
        let among = among.intersection(&self.delegated);
        let last = if among.is_empty() { 0 } else { self.count() };
        all_of(delegate.into_bytes().into(), &self.delegates[..last], among)
    }

    /// Whether this account acts for the player on a seat.
    pub fn is_delegate(&self, account: ActorId, seat: Seat) -> bool {
        self.delegated.contains(seat) && self.delegate(seat) == account
    }

    /// Who has a delegate.
    pub fn delegated(&self) -> SeatSet {
        self.delegated
    }

    /// The delegate of a player who has one.
    pub fn delegate(&self, seat: Seat) -> ActorId {
        ActorId::new(self.delegates[usize::from(seat)].into())
    }

    /// Names who acts for the player on a seat.
    pub fn set_delegate(&mut self, seat: Seat, delegate: ActorId) {
        self.delegates[usize::from(seat)] = delegate.into_bytes().into();
        self.delegated.insert(seat);
    }

    /// Gives the next seat to a player. One must be free, and the player must have none.
    pub fn push(&mut self, player: ActorId) -> Seat {
        let (Ok(rank) | Err(rank)) = self.rank(player);
        let seat = self.count;
        self.by_id.copy_within(rank..seat.into(), rank + 1);
        self.by_id[rank] = seat;
        self.ids[usize::from(seat)] = player.into_bytes().into();
        self.count += 1;
        self.named = self.count;
        seat
    }

    /// Takes a player's seat away during registration, and returns whether there was one.
    /// Those who registered later move up.
    pub fn remove(&mut self, player: ActorId) -> bool {
        let Ok(rank) = self.rank(player) else {
            return false;
        };
        let freed = self.by_id[rank];
        self.by_id.copy_within(rank + 1..self.count.into(), rank);
        self.count -= 1;
        self.named = self.count;
        for seat in freed..self.count {
            self.move_up(seat);
        }
        for set in [&mut self.committed, &mut self.bound, &mut self.delegated] {
            set.close_gap(freed);
        }
        for seat in &mut self.by_id[..usize::from(self.count)] {
            *seat -= Seat::from(*seat > freed);
        }
        true
    }

    /// Moves the next seat's player, commitment and delegate to this seat. The sets are
    /// changed once all have moved.
    fn move_up(&mut self, seat: Seat) {
        let (to, from) = (usize::from(seat), usize::from(seat) + 1);
        self.ids[to] = self.ids[from];
        if self.committed.contains(seat + 1) {
            self.commitments[to] = self.commitments[from];
        }
        if self.delegated.contains(seat + 1) {
            self.delegates[to] = self.delegates[from];
        }
    }

    /// Takes away all seats but the first `count`.
    pub fn truncate(&mut self, count: u8) {
        if count > 0 {
            self.partition(count);
        }
        self.count = count;
        let left = SeatSet::first(count.into());
        for set in [&mut self.committed, &mut self.bound, &mut self.delegated] {
            *set = set.intersection(&left);
        }
    }

    /// Puts the first `count` seats before the others in `by_id`, both in the order of ids.
    fn partition(&mut self, count: u8) {
        let mut by_id = [0; MAX_PLAYERS];
        let (kept, lost) = by_id.split_at_mut(count.into());
        let (mut kept, mut lost) = (kept.iter_mut(), lost.iter_mut());
        for seat in &self.by_id[..self.count.into()] {
            let places = if *seat < count { &mut kept } else { &mut lost };
            *places.next().expect("of each there are as many") = *seat;
        }
        self.by_id = by_id;
    }

    /// Who has committed for the coming reveals.
    pub fn committed(&self) -> SeatSet {
        self.committed
    }

    /// The last commitment of the player on a seat.
    pub fn commitment(&self, seat: Seat) -> Commitment {
        Commitment {
            hash: H256(self.commitments[usize::from(seat)].into()),
            is_bound: self.bound.contains(seat),
        }
    }

    /// Keeps a commitment of the player on a seat.
    pub fn commit(&mut self, seat: Seat, Commitment { hash, is_bound }: Commitment) {
        self.commitments[usize::from(seat)] = hash.0.into();
        self.committed.insert(seat);
        match is_bound {
            true => self.bound.insert(seat),
            false => self.bound.remove(seat),
        }
    }

    /// Counts only these seats as having committed for the coming reveals. The hashes of the
    /// others stay, for their openings.
    pub fn keep_commitments(&mut self, seats: &SeatSet) {
        self.committed = self.committed.intersection(seats);
    }

    /// Whether somebody has committed this hash as a plain one, not a bound one.
    pub fn has_plain_commitment(&self, hash: H256) -> bool {
        let plain = self.committed.difference(&self.bound);
        all_of(hash.0.into(), &self.commitments[..self.count()], plain).next().is_some()
    }

    /// The player's index in `by_id`, or the index that the player would have.
    fn rank(&self, player: ActorId) -> Result<usize, usize> {
        let key = Key::from(player.into_bytes());
        self.by_id[..self.count()].binary_search_by(|seat| self.ids[usize::from(*seat)].cmp(&key))
    }
}

/// The seats among these whose key is this one.
fn all_of(key: Key, keys: &[Key], seats: SeatSet) -> impl Iterator<Item = Seat> {
    let mut from = 0;
    let all = core::iter::from_fn(move || {
        let index = from + key.position_in(&keys[from..])?;
        from = index + 1;
        Some(index as Seat)
    });
    all.filter(move |seat| seats.contains(*seat))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    const PROGRAM: ActorId = ActorId::new([0xaa; 32]);

    fn id(n: u8) -> ActorId {
        // The order of ids is not that of registration.
        ActorId::new([n.wrapping_mul(37); 32])
    }

    impl Seats {
        /// The players in order of registration.
        fn ids(&self) -> impl Iterator<Item = ActorId> {
            (0..self.count() as Seat).map(|seat| self.id(seat))
        }

        fn delegate_of(&self, seat: Seat) -> Option<ActorId> {
            self.delegated().contains(seat).then(|| self.delegate(seat))
        }
    }

    fn delegate(n: u8) -> ActorId {
        let mut bytes = [n; 32];
        bytes[0] = 0xdd;
        ActorId::new(bytes)
    }

    fn bound(n: u8) -> Commitment {
        Commitment { hash: H256([n; 32]), is_bound: true }
    }

    fn plain(n: u8) -> Commitment {
        Commitment { hash: H256([n; 32]), is_bound: false }
    }

    fn taken(count: u8) -> Seats {
        let mut seats = Seats::EMPTY;
        for n in 0..count {
            assert_eq!(seats.push(id(n)), n);
        }
        seats
    }

    #[test]
    fn a_full_table_finds_each_player() {
        let mut seats = taken(255);
        for n in 0..255 {
            assert_eq!(seats.seat_of(id(n)), Some(n));
            assert_eq!(seats.id(n), id(n));
        }
        assert_eq!(seats.seat_of(id(255)), None);
        assert!(seats.ids().eq((0..255).map(id)));
        seats.truncate(0);
        assert_eq!(seats.count(), 0);
        assert_eq!(seats.seat_of(id(0)), None);
        assert_eq!(seats.ids().count(), 0);
    }

    #[test]
    fn those_behind_move_up_when_one_leaves() {
        for leaver in [0, 1, 100, 254] {
            let mut seats = taken(255);
            // Every third has committed, every fifth has a delegate.
            for n in (0..255).step_by(3) {
                seats.commit(n, if n % 2 == 0 { bound(n) } else { plain(n) });
            }
            (0..255).step_by(5).for_each(|n| seats.set_delegate(n, delegate(n)));

            assert!(seats.remove(id(leaver)));
            assert!(!seats.remove(id(leaver)), "twice");
            let left: Vec<u8> = (0..255).filter(|n| *n != leaver).collect();
            assert!(seats.ids().eq(left.iter().map(|n| id(*n))));
            for (seat, n) in (0..).zip(left.iter().copied()) {
                assert_eq!(seats.seat_of(id(n)), Some(seat));
                assert_eq!(seats.committed().contains(seat), n % 3 == 0);
                if n % 3 == 0 {
                    let expected = if n % 2 == 0 { bound(n) } else { plain(n) };
                    assert_eq!(seats.commitment(seat), expected);
                }
                assert_eq!(seats.delegate_of(seat), (n % 5 == 0).then(|| delegate(n)));
                let acts_for = seats.seats_of_delegate(delegate(n), SeatSet::first(255));
                assert!(acts_for.eq((n % 5 == 0).then_some(seat)));
                assert_eq!(seats.is_delegate(delegate(n), seat), n % 5 == 0);
            }
            assert_eq!(seats.seat_of(id(leaver)), None);
            let acts_for = seats.seats_of_delegate(delegate(leaver), SeatSet::first(255));
            assert_eq!(acts_for.count(), 0);
        }
    }

    #[test]
    fn whoever_takes_a_seat_that_was_left_has_committed_nothing() {
        let mut seats = taken(255);
        seats.commit(254, bound(254));
        assert!(seats.remove(id(230)));
        assert_eq!(seats.push(id(230)), 254);
        assert!(seats.committed().iter().eq([253]));
        assert_eq!(seats.commitment(253), bound(254));
        assert_eq!([253, 254].map(|seat| seats.id(seat)), [id(254), id(230)]);
    }

    #[test]
    fn the_last_seats_are_taken_away_and_can_be_told_of() {
        for (count, left) in [(3, 2), (5, 4), (32, 16), (255, 239)] {
            let mut seats = taken(count);
            (0..count).for_each(|seat| seats.commit(seat, plain(seat)));
            (0..count).for_each(|seat| seats.set_delegate(seat, delegate(seat)));
            seats.truncate(left);
            assert!(seats.ids().eq((0..left).map(id)));
            for n in 0..count {
                assert_eq!(seats.seat_of(id(n)), (n < left).then_some(n));
                assert_eq!(seats.has_plain_commitment(H256([n; 32])), n < left);
            }
            let first = SeatSet::first(left.into());
            assert_eq!((seats.committed(), seats.delegated()), (first, first));
            for set in [first, SeatSet::first(count.into()).difference(&first)] {
                let mut expected: Vec<ActorId> = set.iter().map(id).collect();
                expected.sort();
                assert!(seats.players(set).iter().eq(expected));
            }
            assert_eq!(seats.push(id(count)), left);
            assert!(seats.ids().eq((0..left).chain([count]).map(id)));
            assert!(!seats.committed().contains(left));
        }
    }

    #[test]
    fn only_plain_commitments_of_those_who_have_committed_are_taken() {
        let mut seats = taken(4);
        let hash = H256([9; 32]);
        for seat in [0, 1] {
            seats.commit(seat, bound(9));
        }
        assert!(!seats.has_plain_commitment(hash));
        seats.commit(2, plain(9));
        assert!(seats.has_plain_commitment(hash));
        assert!(!seats.has_plain_commitment(H256([8; 32])));
        seats.keep_commitments(&SeatSet::first(2));
        assert!(!seats.has_plain_commitment(hash));
        seats.commit(1, plain(9));
        assert!(seats.has_plain_commitment(hash), "of the kind last committed");
    }

    #[test]
    fn one_key_acts_for_all_who_have_named_it() {
        let mut seats = taken(255);
        let named_by = [0, 3, 4, 100, 254];
        named_by.iter().for_each(|seat| seats.set_delegate(*seat, delegate(9)));
        seats.set_delegate(7, delegate(7));
        let acts_for = |among| seats.seats_of_delegate(delegate(9), among).collect::<Vec<_>>();
        assert_eq!(acts_for(SeatSet::first(255)), named_by);
        assert_eq!(acts_for(SeatSet::first(100)), [0, 3, 4]);
        assert_eq!(acts_for(SeatSet::only(7)), []);
        assert!(named_by.iter().all(|seat| seats.is_delegate(delegate(9), *seat)));
        for (key, seat) in [(9, 7), (7, 0), (9, 1)] {
            assert!(!seats.is_delegate(delegate(key), seat), "{key} for {seat}");
        }
    }

    #[test]
    fn a_game_that_is_over_can_be_told_of_until_a_seat_is_taken() {
        let mut seats = taken(255);
        seats.set_delegate(3, delegate(3));
        seats.commit(240, bound(1));
        let before: Vec<ActorId> = seats.players(SeatSet::first(250)).iter().collect();
        seats.truncate(0);
        assert!(seats.players(SeatSet::first(250)).iter().eq(before));
        let acts_for = seats.seats_of_delegate(delegate(3), SeatSet::first(255));
        assert_eq!(acts_for.count(), 0);
        assert!(seats.committed().is_empty());
        assert_eq!(seats.push(id(7)), 0);
        assert!(seats.ids().eq([id(7)]));
        assert_eq!(seats.delegate_of(0), None);
    }

    #[test]
    fn an_opening_opens_the_kind_that_was_committed() {
        let player = id(1);
        let hash = commitment("2pass");
        let plain = Commitment { hash, is_bound: false };
        assert!(plain.is_opened_by("2pass", PROGRAM, player));
        assert!(plain.is_opened_by("2pass", PROGRAM, id(2)), "whoever sends it");
        assert!(!plain.is_opened_by("1pass", PROGRAM, player));
        assert!(!Commitment { hash, is_bound: true }.is_opened_by("2pass", PROGRAM, player));

        let hash = bound_commitment(PROGRAM, player, "2pass");
        let bound = Commitment { hash, is_bound: true };
        assert!(bound.is_opened_by("2pass", PROGRAM, player));
        assert!(!bound.is_opened_by("2pass", PROGRAM, id(2)));
        assert!(!bound.is_opened_by("2pass", id(2), player));
        assert!(!Commitment { hash, is_bound: false }.is_opened_by("2pass", PROGRAM, player));
    }
}
