//! Which move wins a round.

use super::SeatSet;
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
    pub fn insert(&mut self, seat: super::Seat, mv: Move) {
        self.0[mv as usize].insert(seat);
    }

    /// Everyone who has revealed.
    pub fn seats(&self) -> SeatSet {
        self.0.iter().fold(SeatSet::EMPTY, |all, set| all.union(set))
    }

    /// The move a player has revealed.
    pub fn of(&self, seat: super::Seat) -> Option<Move> {
        Move::ALL.into_iter().find(|mv| self.0[*mv as usize].contains(seat))
    }

    /// Who goes on to the next round: those who chose the winning move, or
    /// everyone who revealed if no move wins.
    pub fn survivors(&self) -> SeatSet {
        match winning_move(|mv| !self.0[mv as usize].is_empty()) {
            Some(mv) => self.0[mv as usize],
            None => self.seats(),
        }
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
            Move::ALL.into_iter().filter(|mv| bits & (1 << *mv as u8) != 0).collect()
        })
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

    #[test]
    fn survivors_are_those_with_the_winning_move() {
        let mut revealed = Revealed::NONE;
        for (seat, mv) in [(0, Move::Rock), (3, Move::Spock), (200, Move::Spock)] {
            revealed.insert(seat, mv);
        }
        assert!(revealed.survivors().iter().eq([3, 200]));
        assert_eq!(revealed.of(3), Some(Move::Spock));
        assert_eq!(revealed.of(1), None);
    }

    #[test]
    fn everyone_survives_where_no_move_wins() {
        let cycle = [Move::Rock, Move::Paper, Move::Scissors];
        for moves in [cycle, [Move::Lizard; 3]] {
            let mut revealed = Revealed::NONE;
            for (seat, mv) in (1..).zip(moves) {
                revealed.insert(seat, mv);
            }
            assert!(revealed.survivors().iter().eq([1, 2, 3]));
        }
    }
}
