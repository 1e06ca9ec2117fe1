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
    fn only_pairs_are_safe_from_groups() {
        let left =
            |format, seats| left_by_a_group(&GameRules { format, start_when_full: true }, seats);
        for format in [Format::Replay, Format::Points] {
            assert!(left(format, 2).is_none() && left(format, 3) != left(format, 4));
        }
        assert!(left(Format::Knockout, 255).is_none());
    }
}
