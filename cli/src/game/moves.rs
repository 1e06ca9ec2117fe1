//! The moves in words.

use rpsls_io::Move;

/// The moves as arguments, in the order of [`Move::ALL`].
pub const ARGUMENTS: [&str; 5] = ["rock", "paper", "scissors", "lizard", "spock"];

/// The moves' digits, with which openings begin, in the same order.
pub const DIGITS: [&str; 5] = ["0", "1", "2", "3", "4"];

pub const fn name(mv: Move) -> &'static str {
    match mv {
        Move::Rock => "Rock",
        Move::Paper => "Paper",
        Move::Scissors => "Scissors",
        Move::Lizard => "Lizard",
        Move::Spock => "Spock",
    }
}

/// The move as an argument, and in JSON.
pub const fn argument(mv: Move) -> &'static str {
    ARGUMENTS[mv as usize]
}

/// The move with this digit, or with this full name in any case.
pub fn of_word(word: &str) -> Option<Move> {
    Move::ALL
        .into_iter()
        .find(|mv| DIGITS[*mv as usize] == word || name(*mv).eq_ignore_ascii_case(word))
}

/// What `winner` does to `loser`, if it beats it.
pub const fn verb(winner: Move, loser: Move) -> Option<&'static str> {
    use Move::*;
    Some(match (winner, loser) {
        (Rock, Scissors | Lizard) => "crushes",
        (Paper, Rock) => "covers",
        (Paper, Spock) => "disproves",
        (Scissors, Paper) => "cuts",
        (Scissors, Lizard) => "decapitates",
        (Lizard, Paper) => "eats",
        (Lizard, Spock) => "poisons",
        (Spock, Rock) => "vaporizes",
        (Spock, Scissors) => "smashes",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_win_has_a_verb_and_nothing_else_has() {
        for winner in Move::ALL {
            for loser in Move::ALL {
                let has_verb = verb(winner, loser).is_some();
                assert_eq!(has_verb, winner.beats(loser), "{winner:?}, {loser:?}");
            }
        }
    }

    #[test]
    fn arguments_are_the_names_in_order() {
        for (argument, mv) in ARGUMENTS.into_iter().zip(Move::ALL) {
            let digit = mv.digit().to_string();
            assert_eq!((of_word(argument), of_word(&digit)), (Some(mv), Some(mv)));
            assert_eq!(name(mv).to_ascii_lowercase(), argument);
            assert_eq!(self::argument(mv), argument);
        }
    }
}
