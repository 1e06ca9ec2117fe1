//! Who meets whom in a [`Knockout`](crate::Format::Knockout), and how a draw is tossed.
//!
//! A player's seat is the place in [`GameState::lobby_list`](crate::GameState::lobby_list),
//! from 0, and the number of players is that list's length: who is out stays in it. So
//! all pairs of all rounds are known when the game starts.

/// How many rounds a bracket of this many players takes at most. A full bracket in which all
/// act takes exactly these.
pub const fn rounds(players: usize) -> u32 {
    players.next_power_of_two().trailing_zeros()
}

/// The number of seats in the largest full bracket that these players, at least one, fill.
/// In it each has a rival in every round, as long as all act.
pub const fn full_bracket(players: usize) -> usize {
    1 << players.ilog2()
}

/// Players meet in this round, counted from 1, if their seats leave the same remainder
/// when they are divided by this.
///
/// No more than two of those still in do: those of two remainders have met in the round
/// before, which left at most one of each.
pub const fn divisor(players: usize, round: u32) -> usize {
    1 << rounds(players).saturating_sub(round)
}

/// What an opening adds to the toss: the exclusive or of the lowest bits of all its
/// bytes. Where two have drawn whose bits are equal, the lower seat goes on, otherwise
/// the higher one.
pub fn toss(opening: &str) -> bool {
    // Eight at a time, since each step costs gas.
    let (words, rest) = opening.as_bytes().as_chunks::<8>();
    let of_words = words.iter().fold(0, |all, word| all ^ u64::from_ne_bytes(*word));
    let of_rest = rest.iter().fold(0, |all, byte| all ^ u64::from(*byte)) & 1;
    ((of_words & 0x0101_0101_0101_0101) ^ of_rest).count_ones() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MAX_PLAYERS;
    use alloc::{string::String, vec, vec::Vec};

    #[test]
    fn a_bracket_has_the_fewest_rounds_that_leave_one() {
        for (players, expected) in
            [(2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (64, 6), (128, 7), (129, 8), (255, 8)]
        {
            assert_eq!(rounds(players), expected, "{players}");
        }
    }

    #[test]
    fn a_full_bracket_is_the_largest_power_of_two() {
        for (players, expected) in
            [(1, 1), (2, 2), (3, 2), (4, 4), (7, 4), (8, 8), (127, 64), (128, 128), (255, 128)]
        {
            assert_eq!(full_bracket(players), expected, "{players}");
        }
    }

    #[test]
    fn from_the_last_round_on_all_who_are_left_meet() {
        assert_eq!([1, 2, 3, 4, 5].map(|round| divisor(9, round)), [8, 4, 2, 1, 1]);
        assert_eq!(divisor(2, 1), 1, "in a duel both meet");
        assert_eq!(divisor(2, u32::MAX), 1);
        assert_eq!(divisor(255, 1), 128);
    }

    #[test]
    fn never_more_than_two_meet_and_each_round_is_halved() {
        for players in 2..=MAX_PLAYERS {
            let mut left: Vec<usize> = (0..players).collect();
            for round in 1..=rounds(players) {
                let mut met = vec![vec![]; divisor(players, round)];
                for seat in left {
                    let by = met.len();
                    met[seat % by].push(seat);
                }
                assert!(met.iter().all(|pair| pair.len() <= 2), "{players} in round {round}");
                let byes = met.iter().filter(|pair| pair.len() == 1).count();
                assert!(round == 1 || byes <= 1, "{players} in round {round}: {byes} byes");
                // It doesn't matter which of two goes on: take each by turns.
                let on = met.into_iter().enumerate().filter_map(|(at, pair)| {
                    pair.get((at + round as usize) % pair.len().max(1)).copied()
                });
                left = on.collect();
            }
            assert_eq!(left.len(), 1, "{players}");
        }
    }

    #[test]
    fn a_toss_is_the_parity_of_the_bytes_lowest_bits() {
        // '0' is 0x30, 'a' 0x61, 'b' 0x62, 'é' 0xc3 0xa9.
        let bits = ["", "0", "1", "0a", "0b", "1a", "1aa", "é", "0é1"].map(toss);
        assert_eq!(bits, [false, false, true, true, false, false, true, false, true]);
    }

    #[test]
    fn a_toss_is_of_all_bytes_at_every_length() {
        for len in 0..40 {
            let opening = |of: char, bit: usize| -> String {
                (0..len).map(|at| if at == bit { of } else { '0' }).collect()
            };
            assert!(!toss(&opening('1', len)), "{len}");
            for bit in 0..len {
                let odd = opening('1', bit);
                assert!(toss(&odd), "{bit} of {len}");
                assert!(!toss(&odd.replacen('0', "1", 1)) || len == 1, "{bit} of {len}");
                // Of their other bits an odd number differs from those of '0'.
                assert!(!toss(&opening('b', bit)), "{bit} of {len}");
                assert!(toss(&opening('c', bit)), "{bit} of {len}");
            }
        }
    }

    #[test]
    fn random_passwords_of_clients_toss_evenly() {
        let even = |alphabet: &str| alphabet.bytes().filter(|byte| byte & 1 == 0).count();
        let hexadecimal = "0123456789abcdef";
        assert_eq!(even(hexadecimal), 8);
        let alphanumeric = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        assert_eq!(even(alphanumeric), 31);
    }
}
