//! By which rules a table is played, where nobody says otherwise.

use rpsls_io::{Format, GameRules};

/// Two play again until one has won; more meet in pairs, so that nobody can be played by
/// numbers.
pub fn usual_format(seats: u8) -> Format {
    match seats {
        ..=2 => Format::Replay,
        _ => Format::Knockout,
    }
}

/// What somebody who has all other seats leaves one player of the pot's chance, in
/// words, at a table where all play against all, and seats may stay closed.
pub fn left_by_a_group(rules: &GameRules, seats: u8) -> Option<&'static str> {
    match (rules.format, seats) {
        (Format::Knockout, _) | (_, ..=2) => None,
        (_, 3) => Some("a tenth of the chance to win, in place of a third"),
        _ => Some("no chance to win at all"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clients::fact;

    #[test]
    fn formats_are_those_that_both_clients_take() {
        for (seats, name) in fact::<Vec<(u8, String)>>("/table/formats") {
            assert_eq!(format!("{:?}", usual_format(seats)).to_lowercase(), name, "{seats}");
        }
    }

    #[test]
    fn only_pairs_are_safe_from_groups() {
        let left =
            |format, seats| left_by_a_group(&GameRules { format, start_when_full: true }, seats);
        for format in [Format::Replay, Format::Points] {
            assert!(left(format, 2).is_none() && left(format, 3) != left(format, 4));
        }
        assert!(left(Format::Knockout, 255).is_none());
    }
}
