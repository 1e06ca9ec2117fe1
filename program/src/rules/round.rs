//! Which move wins a round.

use super::{Seat, SeatSet};
use rpsls_io::Move;

/// The move that beats every other move of a round. There is none if all
/// players chose the same, or if the moves beat each other in a cycle.
pub fn winning_move(is_played: impl Fn(Move) -> bool) -> Option<Move> {
    let mut played = Move::ALL.into_iter().filter(|mv| is_played(*mv));
    let winner = played.find(|mv| {
        let mut others = Move::ALL
            .into_iter()
            .filter(|other| other != mv && is_played(*other));
        others.all(|other| mv.beats(other))
    })?;
    let is_contested = Move::ALL
        .into_iter()
        .any(|mv| mv != winner && is_played(mv));
    is_contested.then_some(winner)
}

/// The moves revealed in a round: the digit of each, in binary, a set for each
/// bit. Says nothing of players who have not revealed.
#[derive(Clone, Copy, Default)]
pub struct Revealed([SeatSet; 3]);

impl Revealed {
    /// No moves.
    pub const NONE: Revealed = Revealed([SeatSet::EMPTY; 3]);

    /// Notes the move of a player who had none.
    pub fn insert(&mut self, seat: Seat, mv: Move) {
        for (bit, set) in self.0.iter_mut().enumerate() {
            if mv as u8 & (1 << bit) != 0 {
                set.insert(seat);
            }
        }
    }

    /// The move of a player who has revealed.
    pub fn of(&self, seat: Seat) -> Move {
        let bits = self.0.iter().enumerate();
        let digit: usize = bits
            .map(|(bit, set)| usize::from(set.contains(seat)) << bit)
            .sum();
        Move::ALL[digit]
    }

    /// Which of `seats`, who have revealed, chose this move.
    pub fn with(&self, seats: &SeatSet, mv: Move) -> SeatSet {
        self.0.iter().enumerate().fold(*seats, |seats, (bit, set)| {
            if mv as u8 & (1 << bit) != 0 {
                seats.intersection(set)
            } else {
                seats.difference(set)
            }
        })
    }

    /// Which of `seats`, who have revealed, go on to the next round: those who
    /// chose the winning move, or all of them if no move wins.
    pub fn survivors(&self, seats: &SeatSet) -> SeatSet {
        let by_move = Move::ALL.map(|mv| self.with(seats, mv));
        winning_move(|mv| !by_move[mv as usize].is_empty())
            .map_or(*seats, |mv| by_move[mv as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// The definition: a revealed move that beats every other revealed move,
    /// of which there must be one.
    fn by_definition(moves: &[Move]) -> Option<Move> {
        let wins = |mv: &Move| moves.iter().all(|other| other == mv || mv.beats(*other));
        let winners: Vec<Move> = moves.iter().copied().filter(wins).collect();
        assert!(winners.len() <= 1, "{moves:?}");
        winners.first().copied().filter(|_| moves.len() > 1)
    }

    fn all_31_sets() -> impl Iterator<Item = Vec<Move>> {
        (1..32).map(|bits| {
            Move::ALL
                .into_iter()
                .filter(|mv| bits & (1 << *mv as u8) != 0)
                .collect()
        })
    }

    #[test]
    fn all_31_sets_of_moves_against_the_definition() {
        for moves in all_31_sets() {
            assert_eq!(
                winning_move(|mv| moves.contains(&mv)),
                by_definition(&moves),
                "{moves:?}"
            );
        }
    }

    #[test]
    fn how_many_sets_have_a_winner() {
        // All 10 pairs, and for each move the one triple that it beats the
        // rest of; nothing beats three others.
        let decided = all_31_sets()
            .filter(|moves| by_definition(moves).is_some())
            .count();
        assert_eq!(decided, 10 + 5);
    }

    fn reveal(moves: &[(Seat, Move)]) -> (Revealed, SeatSet) {
        let (mut revealed, mut seats) = (Revealed::NONE, SeatSet::EMPTY);
        for (seat, mv) in moves {
            revealed.insert(*seat, *mv);
            seats.insert(*seat);
        }
        (revealed, seats)
    }

    #[test]
    fn survivors_are_those_with_the_winning_move() {
        let (revealed, seats) = reveal(&[(0, Move::Rock), (3, Move::Spock), (200, Move::Spock)]);
        assert!(revealed.survivors(&seats).iter().eq([3, 200]));
    }

    #[test]
    fn each_seat_keeps_its_move() {
        let moves: Vec<_> = (50..).step_by(40).zip(Move::ALL).collect();
        let (revealed, seats) = reveal(&moves);
        for (seat, mv) in moves {
            assert_eq!(revealed.of(seat), mv);
            assert!(revealed.with(&seats, mv).iter().eq([seat]));
        }
    }

    #[test]
    fn everyone_survives_where_no_move_wins() {
        let cycle = [Move::Rock, Move::Paper, Move::Scissors];
        for moves in [cycle, [Move::Lizard; 3], [Move::Rock; 3]] {
            let moves: Vec<_> = (1..).zip(moves).collect();
            let (revealed, seats) = reveal(&moves);
            assert!(revealed.survivors(&seats).iter().eq([1, 2, 3]));
        }
    }
}
