//! The rules of a table where nobody says otherwise.

use rpsls_house_io::is_fair;
use rpsls_io::{Format, GameConfig, GameRules};
use std::ops::RangeInclusive;

/// How long moves and reveals may last at a table that the client joins unasked, ms.
pub const STAGE: RangeInclusive<u64> = 60_000..=3_600_000;
/// How long registration may be open at such a table, ms. Round 1 can last longer by that.
pub const LONGEST_ENTRY: u64 = 86_400_000;

/// Two players replay draws until one wins. More players meet in pairs, so that a group can't win
/// by its number.
pub fn usual_format(seats: u8) -> Format {
    match seats {
        ..=2 => Format::Replay,
        _ => Format::Knockout,
    }
}

/// An honest player's chance to win, in words, if one person holds every other seat of a table
/// where all play against all and seats may stay empty.
pub fn left_by_a_group(rules: &GameRules, seats: u8) -> Option<&'static str> {
    match (rules.format, seats) {
        (Format::Knockout, _) | (_, ..=2) => None,
        (_, 3) => Some("a tenth of the chance to win, in place of a third"),
        _ => Some("no chance to win at all"),
    }
}

/// Whether the client joins a table with these times unasked: a player who waits for final blocks
/// has time to act, and nobody can hold a bet for months.
pub fn is_in_time(config: &GameConfig) -> bool {
    let GameConfig { entry_timeout, move_timeout, reveal_timeout, .. } = config;
    STAGE.contains(move_timeout)
        && STAGE.contains(reveal_timeout)
        && *entry_timeout <= LONGEST_ENTRY
}

/// Whether the client joins a table with these terms unasked.
pub fn is_for_strangers(config: &GameConfig, rules: &GameRules) -> bool {
    is_fair(config, rules) && is_in_time(config)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stage_that_is_over_before_it_is_final_is_no_stage_for_strangers() {
        let table = |entry_timeout, move_timeout, reveal_timeout| {
            let (bet_size, players_count_limit) = (1, 2);
            is_in_time(&GameConfig {
                bet_size,
                players_count_limit,
                entry_timeout,
                move_timeout,
                reveal_timeout,
            })
        };
        let (least, most) = STAGE.into_inner();
        assert!(table(5_000, least, least) && table(LONGEST_ENTRY, most, most));
        assert!(!table(5_000, least - 1, least) && !table(5_000, least, least - 1));
        assert!(!table(5_000, most + 1, most) && !table(5_000, most, most + 1));
        assert!(!table(LONGEST_ENTRY + 1, most, most), "round 1 lasts until then");
    }

    #[test]
    fn strangers_meet_in_twos_and_where_the_bracket_is_full() {
        let is_for_strangers = |seats, format, start_when_full| {
            let config = GameConfig {
                bet_size: 1,
                players_count_limit: seats,
                entry_timeout: 60_000,
                move_timeout: 60_000,
                reveal_timeout: 60_000,
            };
            is_for_strangers(&config, &GameRules { format, start_when_full })
        };
        assert!(is_for_strangers(2, Format::Replay, true));
        assert!(is_for_strangers(4, Format::Knockout, true));
        assert!(!is_for_strangers(4, Format::Knockout, false), "any number plays");
        assert!(!is_for_strangers(4, Format::Points, true));
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
