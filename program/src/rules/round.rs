//! Who goes on after a round.

use super::{Seat, SeatSet};
use rpsls_io::{Move, TieBreak};

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

/// The moves of the highest score, where each revealed move scores the players
/// it beats less the players who beat it, and `counts` tells how many chose
/// each. There are none if nobody has revealed.
///
/// A [`winning_move`] is always the only one. Let `n` players have revealed, and
/// `w` of them have chosen the winning move: it beats all the others, so it
/// scores `n - w`. Another move, chosen by `m` of them, loses to it, and beats
/// at most those who chose neither: it scores at most `n - w - m - w`, which is
/// less.
pub fn highest_scoring(counts: [usize; 5]) -> [bool; 5] {
    let count = |mv: Move| counts[mv as usize] as i32;
    let score = |mv: Move| -> i32 {
        let others = Move::ALL.into_iter();
        others
            .map(|other| count(other) * (i32::from(mv.beats(other)) - i32::from(other.beats(mv))))
            .sum()
    };
    let scores = Move::ALL.map(|mv| (count(mv) > 0).then(|| score(mv)));
    let highest = scores.into_iter().max().flatten();
    scores.map(|score| score.is_some() && score == highest)
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

    /// Whether a player has revealed.
    pub fn contains(&self, seat: Seat) -> bool {
        self.0.iter().any(|chosen| chosen.contains(seat))
    }

    /// Whether nobody has revealed.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|chosen| chosen.is_empty())
    }

    /// Who has revealed.
    pub fn seats(&self) -> SeatSet {
        self.0.iter().fold(SeatSet::EMPTY, |seats, chosen| seats.union(chosen))
    }

    /// Who goes on.
    pub fn survivors(&self, tie_break: TieBreak) -> SeatSet {
        match tie_break {
            TieBreak::Replay => winning_move(|mv| !self.0[mv as usize].is_empty())
                .map_or_else(|| self.seats(), |mv| self.0[mv as usize]),
            TieBreak::Points => {
                let is_highest = highest_scoring(self.0.map(|chosen| chosen.len()));
                let chosen = self.0.iter().zip(is_highest).filter(|(_, is_highest)| *is_highest);
                chosen.fold(SeatSet::EMPTY, |seats, (chosen, _)| seats.union(chosen))
            }
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

    const BOTH: [TieBreak; 2] = [TieBreak::Replay, TieBreak::Points];

    #[test]
    fn those_with_the_winning_move_go_on() {
        let revealed = reveal(&[(0, Move::Rock), (3, Move::Spock), (200, Move::Spock)]);
        assert!(revealed.seats().iter().eq([0, 3, 200]));
        for tie_break in BOTH {
            assert!(revealed.survivors(tie_break).iter().eq([3, 200]));
        }
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
    fn everybody_goes_on_where_all_moves_score_the_same() {
        let cycle = [Move::Rock, Move::Paper, Move::Scissors];
        for moves in [&cycle[..], &[Move::Lizard; 3], &[Move::Rock; 3], &Move::ALL] {
            let moves: Vec<_> = (1..).zip(moves.iter().copied()).collect();
            let revealed = reveal(&moves);
            for tie_break in BOTH {
                assert_eq!(revealed.survivors(tie_break), revealed.seats());
            }
        }
    }

    #[test]
    fn points_break_a_tie() {
        // Rock beats two scissors and loses to one paper: 1. Paper beats one
        // rock and loses to two: -1. Scissors beat one and lose to one: 0.
        let moves = [Move::Rock, Move::Paper, Move::Scissors, Move::Scissors];
        let revealed = reveal(&(0..).zip(moves).collect::<Vec<_>>());
        assert_eq!(revealed.survivors(TieBreak::Replay), revealed.seats());
        assert!(revealed.survivors(TieBreak::Points).iter().eq([0]));
    }

    /// All counts of 0 to 6 players a move.
    fn all_counts() -> impl Iterator<Item = [usize; 5]> {
        (0..7usize.pow(5)).map(|n| core::array::from_fn(|mv| n / 7usize.pow(mv as u32) % 7))
    }

    fn players(counts: [usize; 5]) -> Vec<Move> {
        let chosen = Move::ALL.into_iter().zip(counts);
        chosen.flat_map(|(mv, count)| core::iter::repeat_n(mv, count)).collect()
    }

    #[test]
    fn points_are_what_each_move_beats_less_what_beats_it() {
        for counts in all_counts() {
            let players = players(counts);
            let score = |mv: &Move| {
                let beaten = players.iter().filter(|other| mv.beats(**other)).count() as i32;
                beaten - players.iter().filter(|other| other.beats(*mv)).count() as i32
            };
            let highest = players.iter().map(score).max();
            let expected = Move::ALL.map(|mv| players.contains(&mv) && Some(score(&mv)) == highest);
            assert_eq!(highest_scoring(counts), expected, "{counts:?}");
        }
    }

    #[test]
    fn points_agree_with_the_winning_move_wherever_there_is_one() {
        let mut decided = 0;
        for counts in all_counts() {
            let Some(winner) = winning_move(|mv| counts[mv as usize] > 0) else { continue };
            decided += 1;
            assert_eq!(highest_scoring(counts), Move::ALL.map(|mv| mv == winner), "{counts:?}");
        }
        // Of 31 sets 10 pairs and 5 triples are decided.
        assert_eq!(decided, 10 * 6usize.pow(2) + 5 * 6usize.pow(3));
    }
}
