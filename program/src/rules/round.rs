//! Who goes on after a round.

use super::{Seat, SeatSet};
use gprimitives::ActorId;
use rpsls_io::{Format, MAX_PLAYERS, Move, knockout, scores, winning_move};

/// Which moves have the highest [score](scores), of these counts of players a move. None
/// has, if nobody has revealed.
///
/// A [`winning_move`] is always the only one. Let `n` players have revealed, and
/// `w` of them have chosen the winning move: it beats all the others, so it
/// scores `n - w`. Another move, chosen by `m` of them, loses to it, and beats
/// at most those who chose neither: it scores at most `n - w - m - w`, which is
/// less.
pub fn highest_scoring(counts: [usize; Move::COUNT]) -> [bool; Move::COUNT] {
    let scores = scores(counts);
    let highest = scores.into_iter().max().flatten();
    scores.map(|score| score.is_some() && score == highest)
}

/// The moves revealed in a round: who chose which, and the bit that each opening adds to a
/// toss.
#[derive(Clone, Copy, Default)]
pub struct Revealed {
    /// Who chose each move.
    chosen: [SeatSet; Move::COUNT],
    /// Whose opening adds a one to a toss.
    tosses: SeatSet,
}

impl Revealed {
    /// No moves.
    pub const NONE: Revealed =
        Revealed { chosen: [SeatSet::EMPTY; Move::COUNT], tosses: SeatSet::EMPTY };

    /// Notes a player's move, and the opening's [`toss`](rpsls_io::knockout::toss).
    pub fn insert(&mut self, seat: Seat, mv: Move, toss: bool) {
        self.chosen[mv as usize].insert(seat);
        if toss {
            self.tosses.insert(seat);
        }
    }

    /// The move revealed on a seat, if one was.
    pub fn of(&self, seat: Seat) -> Option<Move> {
        Move::ALL.into_iter().find(|mv| self.chosen[*mv as usize].contains(seat))
    }

    /// Whether this opening has the move and the toss that were revealed on a seat.
    pub fn is_of(&self, seat: Seat, opening: &str) -> bool {
        Move::of_opening(opening).is_some_and(|mv| self.chosen[mv as usize].contains(seat))
            && knockout::toss(opening) == self.tosses.contains(seat)
    }

    /// Who has revealed.
    pub fn seats(&self) -> SeatSet {
        self.chosen.iter().fold(SeatSet::EMPTY, |seats, chosen| seats.union(chosen))
    }

    /// Who goes on. In a knockout two players meet if their seats leave the same remainder
    /// when divided by `divisor`.
    pub fn survivors(&self, format: Format, divisor: usize) -> SeatSet {
        match format {
            Format::Replay => winning_move(|mv| !self.chosen[mv as usize].is_empty())
                .map_or_else(|| self.seats(), |mv| self.chosen[mv as usize]),
            Format::Points => {
                let is_highest = highest_scoring(self.chosen.map(|chosen| chosen.len()));
                let chosen =
                    self.chosen.iter().zip(is_highest).filter(|(_, is_highest)| *is_highest);
                chosen.fold(SeatSet::EMPTY, |seats, (chosen, _)| seats.union(chosen))
            }
            Format::Knockout => self.knocked_out(divisor),
        }
    }

    /// Who goes on in a knockout: one of each pair, and whoever has met nobody.
    fn knocked_out(&self, divisor: usize) -> SeatSet {
        let mut survivors = self.seats();
        let mut waiting = [None; MAX_PLAYERS.div_ceil(2)];
        // It goes through moves, then seats: to look up each seat's move costs twice the gas.
        for (mv, chosen) in Move::ALL.into_iter().zip(&self.chosen) {
            for seat in chosen.iter() {
                match &mut waiting[usize::from(seat) % divisor] {
                    free @ None => *free = Some((seat, mv)),
                    Some(rival) => survivors.remove(self.loser(*rival, (seat, mv))),
                }
            }
        }
        survivors
    }

    /// Which of two who have met is out: whose move is beaten or, if they draw, who loses the
    /// toss.
    fn loser(&self, (a, move_a): (Seat, Move), (b, move_b): (Seat, Move)) -> Seat {
        if move_a == move_b {
            let higher_goes_on = self.tosses.contains(a) != self.tosses.contains(b);
            return if higher_goes_on { a.min(b) } else { a.max(b) };
        }
        if move_a.beats(move_b) { b } else { a }
    }
}

/// The round that was decided last. Queries answer it until somebody reveals again.
#[derive(Clone)]
pub struct Decided {
    /// Its number, from 1; 0 where there is none, or somebody has revealed since.
    pub round: u32,
    /// The number of its game.
    pub game: u64,
    /// Who had committed.
    pub players: SeatSet,
    /// The ids of `players`, if they were one or two and new players have taken their seats;
    /// else zeros.
    pub names: [ActorId; 2],
}

impl Decided {
    /// No round.
    pub const NONE: Decided =
        Decided { round: 0, game: 0, players: SeatSet::EMPTY, names: [ActorId::zero(); 2] };
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn reveal(moves: &[(Seat, Move)]) -> Revealed {
        let mut revealed = Revealed::NONE;
        for (seat, mv) in moves {
            revealed.insert(*seat, *mv, false);
        }
        revealed
    }

    const BOTH: [Format; 2] = [Format::Replay, Format::Points];

    /// Who goes on of these in a knockout: seats, moves, and what they add to a toss.
    fn knocked_out(moves: &[(Seat, Move, bool)], divisor: usize) -> Vec<Seat> {
        let mut revealed = Revealed::NONE;
        for (seat, mv, toss) in moves {
            revealed.insert(*seat, *mv, *toss);
        }
        revealed.survivors(Format::Knockout, divisor).iter().collect()
    }

    #[test]
    fn of_two_who_meet_the_one_whose_move_beats_the_other_s_goes_on() {
        for a in Move::ALL {
            for b in Move::ALL.into_iter().filter(|b| *b != a) {
                // Tosses don't count.
                for (x, y) in [(false, false), (true, false), (false, true), (true, true)] {
                    let winner = if a.beats(b) { 3 } else { 131 };
                    assert_eq!(knocked_out(&[(3, a, x), (131, b, y)], 128), [winner]);
                    assert_eq!(knocked_out(&[(3, a, x), (131, b, y)], 1), [winner]);
                }
            }
        }
    }

    #[test]
    fn a_draw_is_tossed_by_both_in_every_pair() {
        for mv in Move::ALL {
            for (x, y, on) in
                [(false, false, 6), (true, true, 6), (true, false, 14), (false, true, 14)]
            {
                for divisor in [1, 4] {
                    assert_eq!(knocked_out(&[(6, mv, x), (14, mv, y)], divisor), [on]);
                }
            }
        }
    }

    #[test]
    fn whoever_meets_nobody_goes_on() {
        let moves = [(0, Move::Rock, false), (1, Move::Paper, false), (2, Move::Scissors, true)];
        assert_eq!(knocked_out(&moves, 128), [0, 1, 2]);
        assert_eq!(knocked_out(&moves, 2), [0, 1], "the first and the third meet");
        assert_eq!(knocked_out(&[(254, Move::Rock, true)], 1), [254]);
        assert_eq!(knocked_out(&[], 128), [0; 0]);
    }

    #[test]
    fn all_pairs_of_the_largest_bracket_are_decided() {
        // The first 127 lose to those who sit 128 further on, the one between meets nobody.
        let lower = (0..127).map(|seat| (seat, Move::Rock, false));
        let higher = (128..255).map(|seat| (seat, Move::Spock, false));
        let moves: Vec<_> = lower.chain([(127, Move::Rock, false)]).chain(higher).collect();
        assert_eq!(knocked_out(&moves, 128), (127..255).collect::<Vec<_>>());
    }

    #[test]
    fn those_with_the_winning_move_go_on() {
        let revealed = reveal(&[(0, Move::Rock), (3, Move::Spock), (200, Move::Spock)]);
        assert!(revealed.seats().iter().eq([0, 3, 200]));
        for format in BOTH {
            assert!(revealed.survivors(format, 1).iter().eq([3, 200]));
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
            for format in BOTH {
                assert_eq!(revealed.survivors(format, 1), revealed.seats());
            }
        }
    }

    #[test]
    fn points_break_a_tie() {
        // Rock beats two scissors and loses to one paper: 1. Paper beats one
        // rock and loses to two: -1. Scissors beat one and lose to one: 0.
        let moves = [Move::Rock, Move::Paper, Move::Scissors, Move::Scissors];
        let revealed = reveal(&(0..).zip(moves).collect::<Vec<_>>());
        assert_eq!(revealed.survivors(Format::Replay, 1), revealed.seats());
        assert!(revealed.survivors(Format::Points, 1).iter().eq([0]));
    }

    #[test]
    fn all_moves_of_the_highest_score_go_on_by_points() {
        let mut shared = 0;
        // All counts of 0 to 6 players a move.
        for n in 0..7usize.pow(5) {
            let counts = core::array::from_fn(|mv| n / 7usize.pow(mv as u32) % 7);
            let scores = scores(counts);
            let highest = scores.iter().flatten().max();
            let expected = scores.map(|score| score.is_some() && score.as_ref() == highest);
            assert_eq!(highest_scoring(counts), expected, "{counts:?}");
            shared += usize::from(expected.iter().filter(|is_on| **is_on).count() > 1);
        }
        assert!(shared > 0, "some scores are shared");
    }
}
