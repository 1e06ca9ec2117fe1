//! A club's settings, and the tables that it is for.

use gprimitives::CodeId;
use parity_scale_codec::{Decode, Encode};
use rpsls_io::{GameConfig, GameRules};
use scale_info::TypeInfo;

/// What a deployment takes. It can't be changed later.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub struct ClubInit {
    /// The code of each table, which the chain must have.
    pub table_code: CodeId,
    /// Whether tables are opened that are not [fair](is_fair).
    pub any_format: bool,
}

/// Whether a table is for strangers: a knockout of 2, 4, 8, … 128 seats, which starts when
/// full. A player who chooses at random there wins each round with an even chance, whatever
/// all others have agreed on, and the number of rounds is known before the game.
pub fn is_fair(config: &GameConfig, rules: &GameRules) -> bool {
    let seats = config.players_count_limit;
    rules.has_full_bracket() && seats >= GameConfig::MIN_PLAYERS && seats.is_power_of_two()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rpsls_io::Format;

    fn with(seats: u8, format: Format) -> bool {
        let config = GameConfig {
            bet_size: 1,
            players_count_limit: seats,
            entry_timeout: 1,
            move_timeout: 2,
            reveal_timeout: 3,
        };
        assert!(!is_fair(&config, &GameRules { format, start_when_full: false }), "{seats}");
        is_fair(&config, &GameRules { format, start_when_full: true })
    }

    #[test]
    fn strangers_play_full_knockouts() {
        let fair: [u8; 7] = [2, 4, 8, 16, 32, 64, 128];
        for seats in 0..=u8::MAX {
            assert_eq!(with(seats, Format::Knockout), fair.contains(&seats));
            for format in [Format::Replay, Format::Points] {
                assert!(!with(seats, format), "{seats}");
            }
        }
    }
}
