//! The five moves, and the hash that commits to one.

use alloc::{format, string::String};
use blake2::{Blake2b, Digest, digest::consts::U32};
use gprimitives::{ActorId, H256};
use parity_scale_codec::{Decode, Encode};
use scale_info::TypeInfo;

/// One of the five moves. Each beats two others and is beaten by two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub enum Move {
    /// Crushes scissors, crushes lizard.
    Rock,
    /// Covers rock, disproves Spock.
    Paper,
    /// Cuts paper, decapitates lizard.
    Scissors,
    /// Eats paper, poisons Spock.
    Lizard,
    /// Vaporizes rock, smashes scissors.
    Spock,
}

impl Move {
    /// How many moves there are.
    pub const COUNT: usize = 5;

    /// All moves, in the order of their digits.
    pub const ALL: [Move; Move::COUNT] =
        [Move::Rock, Move::Paper, Move::Scissors, Move::Lizard, Move::Spock];

    /// Whether `self` beats `other`.
    pub const fn beats(self, other: Move) -> bool {
        use Move::*;
        matches!(
            (self, other),
            (Rock, Scissors | Lizard)
                | (Paper, Rock | Spock)
                | (Scissors, Paper | Lizard)
                | (Lizard, Paper | Spock)
                | (Spock, Rock | Scissors)
        )
    }

    /// The move's digit, `'0'` to `'4'`, with which an opening begins.
    pub const fn digit(self) -> char {
        (b'0' + self as u8) as char
    }

    /// The move that an opening's first character names, if it names one.
    pub fn of_opening(opening: &str) -> Option<Move> {
        let first = opening.chars().next()?;
        Move::ALL.into_iter().find(|mv| mv.digit() == first)
    }
}

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

/// What each move scores where points decide: the players it beats less those who beat
/// it. `counts` tells how many have revealed each; what nobody has does not score.
pub fn scores(counts: [usize; Move::COUNT]) -> [Option<i32>; Move::COUNT] {
    let count = |mv: Move| counts[mv as usize] as i32;
    let score = |mv: Move| -> i32 {
        let others = Move::ALL.into_iter();
        others
            .map(|other| count(other) * (i32::from(mv.beats(other)) - i32::from(other.beats(mv))))
            .sum()
    };
    Move::ALL.map(|mv| (count(mv) > 0).then(|| score(mv)))
}

/// The string that opens a commitment: the move's digit, then the password.
///
/// ```
/// # use rpsls_io::{opening, Move};
/// assert_eq!(opening(Move::Scissors, "pass"), "2pass");
/// ```
pub fn opening(mv: Move, password: &str) -> String {
    format!("{}{password}", mv.digit())
}

/// The hash that commits to an opening: blake2b with 256-bit output over its
/// UTF-8 bytes. The program and every client use this one function.
pub fn commitment(opening: &str) -> H256 {
    H256(Blake2b::<U32>::digest(opening.as_bytes()).into())
}

/// The hash that commits this player of this program to an opening, and that
/// nobody else can ever open: blake2b with 256-bit output over the byte `0xff`,
/// the program's id, the player's id and the opening's UTF-8 bytes. UTF-8 has
/// no byte `0xff`, so no [`commitment`] has such a hash.
pub fn bound_commitment(program: ActorId, player: ActorId, opening: &str) -> H256 {
    // In one piece, since each costs gas.
    let mut ids = [0xff; 65];
    ids[1..33].copy_from_slice(program.as_ref());
    ids[33..].copy_from_slice(player.as_ref());
    let hasher = Blake2b::<U32>::new().chain_update(ids).chain_update(opening);
    H256(hasher.finalize().into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use Move::*;
    use alloc::vec::Vec;

    #[test]
    fn all_25_pairings() {
        // Rows beat columns; order Rock, Paper, Scissors, Lizard, Spock.
        let beats =
            [[0, 0, 1, 1, 0], [1, 0, 0, 0, 1], [0, 1, 0, 1, 0], [0, 1, 0, 0, 1], [1, 0, 1, 0, 0]];
        for (row, a) in beats.iter().zip(Move::ALL) {
            for (cell, b) in row.iter().zip(Move::ALL) {
                assert_eq!(a.beats(b), *cell == 1, "{a:?} against {b:?}");
            }
        }
    }

    /// The definition: a revealed move that beats every other revealed move,
    /// of which there must be one.
    fn by_definition(moves: &[Move]) -> Option<Move> {
        let wins = |mv: &Move| moves.iter().all(|other| other == mv || mv.beats(*other));
        let winners: Vec<Move> = moves.iter().copied().filter(wins).collect();
        assert!(winners.len() <= 1, "{moves:?}");
        winners.first().copied().filter(|_| moves.len() > 1)
    }

    fn all_sets() -> impl Iterator<Item = Vec<Move>> {
        (1..1_u32 << Move::COUNT)
            .map(|bits| Move::ALL.into_iter().filter(|mv| bits & (1 << *mv as u8) != 0).collect())
    }

    #[test]
    fn every_set_of_moves_against_the_definition() {
        for moves in all_sets() {
            assert_eq!(winning_move(|mv| moves.contains(&mv)), by_definition(&moves), "{moves:?}");
        }
    }

    #[test]
    fn how_many_sets_have_a_winner() {
        // All 10 pairs, and for each move the one triple that it beats the
        // rest of; nothing beats three others.
        let decided = all_sets().filter(|moves| by_definition(moves).is_some()).count();
        assert_eq!(decided, 10 + 5);
    }

    /// All counts of 0 to 6 players a move.
    fn all_counts() -> impl Iterator<Item = [usize; Move::COUNT]> {
        (0..7usize.pow(Move::COUNT as u32))
            .map(|n| core::array::from_fn(|mv| n / 7usize.pow(mv as u32) % 7))
    }

    #[test]
    fn a_score_is_whom_a_move_beats_less_who_beats_it() {
        for counts in all_counts() {
            let chosen = Move::ALL.into_iter().zip(counts);
            let players: Vec<Move> =
                chosen.flat_map(|(mv, count)| core::iter::repeat_n(mv, count)).collect();
            let expected = Move::ALL.map(|mv| {
                let beaten = players.iter().filter(|other| mv.beats(**other)).count() as i32;
                let beating = players.iter().filter(|other| other.beats(mv)).count() as i32;
                players.contains(&mv).then_some(beaten - beating)
            });
            assert_eq!(scores(counts), expected, "{counts:?}");
        }
    }

    #[test]
    fn the_winning_move_scores_highest_wherever_there_is_one() {
        let mut decided = 0;
        for counts in all_counts() {
            let Some(winner) = winning_move(|mv| counts[mv as usize] > 0) else { continue };
            decided += 1;
            let scores = scores(counts);
            for mv in Move::ALL.into_iter().filter(|mv| *mv != winner) {
                assert!(scores[winner as usize] > scores[mv as usize], "{counts:?}");
            }
        }
        // Of 31 sets 10 pairs and 5 triples are decided.
        assert_eq!(decided, 10 * 6usize.pow(2) + 5 * 6usize.pow(3));
    }

    #[test]
    fn digits_name_the_moves() {
        let digits: String = Move::ALL.iter().map(|mv| mv.digit()).collect();
        assert_eq!(digits, "01234");
        for mv in Move::ALL {
            assert_eq!(Move::of_opening(&opening(mv, "pass")), Some(mv));
            assert_eq!(Move::of_opening(&opening(mv, "")), Some(mv));
        }
    }

    #[test]
    fn only_the_digits_0_to_4_name_a_move() {
        for bad in ["", "5pass", "/pass", "pass0", " 0pass", "٠pass", "é", "\0"] {
            assert_eq!(Move::of_opening(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn commitment_is_blake2b_256() {
        // `printf 2pass | b2sum -l 256`, and the same of nothing.
        assert_eq!(
            hex(commitment("")),
            "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"
        );
        assert_eq!(
            hex(commitment(&opening(Scissors, "pass"))),
            "739befbabe047a65ba6c5a9b4ab3f9c6b7d25fa59d287a6964260ee0b619bd1a"
        );
    }

    #[test]
    fn bound_commitment_is_blake2b_256_of_all_that_it_binds() {
        // `(printf '\377'; printf 'P%.0s' {1..32}; printf 'p%.0s' {1..32}; printf 2pass) |
        // b2sum -l 256`.
        let [program, player] = [b'P', b'p'].map(|byte| ActorId::new([byte; 32]));
        assert_eq!(
            hex(bound_commitment(program, player, "2pass")),
            "2eeecca136068683e17654b6d3b348df64f572a657406cb6d94d209911a34be0"
        );
    }

    #[test]
    fn a_bound_commitment_is_of_one_player_program_and_opening() {
        let [a, b] = [1, 2].map(|byte| ActorId::new([byte; 32]));
        let all = [
            bound_commitment(a, a, "2pass"),
            bound_commitment(a, b, "2pass"),
            bound_commitment(b, a, "2pass"),
            bound_commitment(a, a, "1pass"),
            bound_commitment(a, a, ""),
            commitment("2pass"),
            commitment(""),
        ];
        for (i, hash) in all.iter().enumerate() {
            assert!(!all[..i].contains(hash), "{i}");
        }
    }

    fn hex(hash: H256) -> String {
        hash.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}
