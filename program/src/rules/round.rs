//! Which move wins a round.

use super::{Seat, SeatSet};
use rpsls_io::Move;

/// The move that beats every other move of a round. There is none if all
/// players chose the same, or if the moves beat each other in a cycle.
pub fn winning_move(is_played: impl Fn(Move) -> bool) -> Option<Move> {
    let mut played = Move::ALL.into_iter().filter(|mv| is_played(*mv));
    let winner = played.find(|mv| {
        let mut others = Move::ALL.into_iter().filter(|other| other != mv && is_played(*other));
        others.all(|other| mv.beats(other))
    })?;
    let is_contested = Move::ALL.into_iter().any(|mv| mv != winner && is_played(mv));
    is_contested.then_some(winner)
}

/// The moves revealed in a round: who chose which.
#[derive(Clone, Copy, Default)]
pub struct Revealed([SeatSet; 5]);

impl Revealed {
    /// No moves.
    pub const NONE: Revealed = Revealed([SeatSet::EMPTY; 5]);

    /// Notes a player's move.
    pub fn insert(&mut self, seat: Seat, mv: Move) {
        self.0[mv as usize].insert(seat);
    }

    /// A player's move.
    pub fn of(&self, seat: Seat) -> Option<Move> {
        Move::ALL.into_iter().find(|mv| self.0[*mv as usize].contains(seat))
    }

    /// Who chose the winning move, if there is one.
    pub fn winners(&self) -> Option<SeatSet> {
        winning_move(|mv| !self.0[mv as usize].is_empty()).map(|mv| self.0[mv as usize])
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
        (1..32)
            .map(|bits| Move::ALL.into_iter().filter(|mv| bits & (1 << *mv as u8) != 0).collect())
    }

    #[test]
    fn all_31_sets_of_moves_against_the_definition() {
        for moves in all_31_sets() {
            assert_eq!(winning_move(|mv| moves.contains(&mv)), by_definition(&moves), "{moves:?}");
        }
    }

    #[test]
    fn how_many_sets_have_a_winner() {
        // All 10 pairs, and for each move the one triple that it beats the
        // rest of; nothing beats three others.
        let decided = all_31_sets().filter(|moves| by_definition(moves).is_some()).count();
        assert_eq!(decided, 10 + 5);
    }

    fn reveal(moves: &[(Seat, Move)]) -> Revealed {
        let mut revealed = Revealed::NONE;
        for (seat, mv) in moves {
            revealed.insert(*seat, *mv);
        }
        revealed
    }

    #[test]
    fn winners_are_those_with_the_winning_move() {
        let revealed = reveal(&[(0, Move::Rock), (3, Move::Spock), (200, Move::Spock)]);
        assert!(revealed.winners().unwrap().iter().eq([3, 200]));
    }

    #[test]
    fn each_seat_keeps_its_move() {
        let moves: Vec<_> = (50..).step_by(40).zip(Move::ALL).collect();
        let revealed = reveal(&moves);
        for (seat, mv) in moves {
            assert_eq!(revealed.of(seat), Some(mv));
        }
        assert_eq!(revealed.of(49), None);
    }

    #[test]
    fn nobody_wins_where_no_move_does() {
        let cycle = [Move::Rock, Move::Paper, Move::Scissors];
        for moves in [cycle, [Move::Lizard; 3], [Move::Rock; 3]] {
            let moves: Vec<_> = (1..).zip(moves).collect();
            assert_eq!(reveal(&moves).winners(), None);
        }
    }
}
