//! What a person types for a move.

use crate::game::moves;
use rpsls_io::Move;

/// The moves with their numbers.
pub fn menu() -> String {
    let moves = (1..).zip(Move::ALL);
    let moves: Vec<String> =
        moves.map(|(number, mv)| format!("{number} {}", moves::name(mv))).collect();
    moves.join("  ")
}

/// The move that the person means: its number, from 1, its name, or the
/// beginning of a name that begins no other. Or what to say instead.
pub fn parse(line: &str) -> Result<Move, String> {
    let word = line.trim().to_ascii_lowercase();
    if word.is_empty() {
        return Err("A number from 1 to 5, or a move's name.".into());
    }
    if let Ok(number) = word.parse::<usize>() {
        return number
            .checked_sub(1)
            .and_then(|index| Move::ALL.get(index).copied())
            .ok_or_else(|| format!("{word} is no move: the numbers go from 1 to 5."));
    }
    let meant: Vec<Move> = Move::ALL
        .into_iter()
        .zip(moves::ARGUMENTS)
        .filter_map(|(mv, name)| name.starts_with(&word).then_some(mv))
        .collect();
    match meant[..] {
        [mv] => Ok(mv),
        [] => Err(format!("“{}” is no move: a number from 1 to 5, or a name.", line.trim())),
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
    fn the_numbers_go_from_1_to_5() {
        for (number, mv) in (1..).zip(Move::ALL) {
            assert_eq!(parse(&format!(" {number}\n")), Ok(mv));
        }
        for bad in ["0", "6", "-1", "99999999999999999999999"] {
            assert!(parse(bad).is_err(), "{bad}");
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
    fn an_ambiguous_beginning_names_what_it_could_be() {
        let hint = parse("S").unwrap_err();
        assert_eq!(hint, "“S” could be Scissors or Spock: one more letter, please.");
    }

    #[test]
    fn anything_else_is_no_move() {
        for bad in ["", "  ", "rocks", "well", "1 2", "é"] {
            assert!(parse(bad).is_err(), "{bad:?}");
        }
    }
}
