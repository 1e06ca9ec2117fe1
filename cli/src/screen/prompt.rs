//! Reads what a person types for a move.

use crate::{game::moves, words::carried::plain};
use rpsls_io::Move;

/// The moves with their digits, the same ones that openings have.
pub fn menu() -> String {
    let moves = Move::ALL.map(|mv| format!("{} {}", mv.digit(), moves::name(mv)));
    moves.join("  ")
}

/// The move that the person means: its digit, its name, or a beginning that only this name has.
/// Otherwise the text to reply.
pub fn parse(line: &str) -> Result<Move, String> {
    let word = plain(line).to_ascii_lowercase();
    if word.is_empty() {
        return Err("A digit from 0 to 4, or a move's name.".into());
    }
    if let Some(mv) = moves::of_word(&word) {
        return Ok(mv);
    }
    if word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("{word} is no move: the digits go from 0 to 4."));
    }
    let meant: Vec<Move> = Move::ALL
        .into_iter()
        .zip(moves::ARGUMENTS)
        .filter_map(|(mv, name)| name.starts_with(&word).then_some(mv))
        .collect();
    match meant[..] {
        [mv] => Ok(mv),
        [] => Err(format!("“{}” is no move: a digit from 0 to 4, or a name.", line.trim())),
        _ => {
            let names: Vec<_> = meant.into_iter().map(moves::name).collect();
            Err(format!(
                "“{}” could be {}: one more letter, please.",
                line.trim(),
                names.join(" or ")
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Move::*;

    #[test]
    fn the_digits_are_those_of_openings() {
        for mv in Move::ALL {
            assert_eq!(parse(&format!(" {}\n", mv.digit())), Ok(mv));
            assert!(menu().contains(&format!("{} {}", mv.digit(), moves::name(mv))));
        }
    }

    #[test]
    fn names_count_in_any_case_and_as_far_as_they_differ() {
        for (word, mv) in [
            ("Rock", Rock),
            ("r", Rock),
            ("PAP", Paper),
            ("sc", Scissors),
            ("scissors", Scissors),
            ("l\r\n", Lizard),
            ("sPock", Spock),
            ("sp", Spock),
        ] {
            assert_eq!(parse(word), Ok(mv), "{word:?}");
        }
    }

    #[test]
    fn anything_else_is_no_move() {
        let hint = parse("S").unwrap_err();
        assert_eq!(hint, "“S” could be Scissors or Spock: one more letter, please.");
        for bad in ["", "  ", "rocks", "well", "1 2", "é", "5", "00", "-1"] {
            assert!(parse(bad).is_err(), "{bad:?}");
        }
    }
}
