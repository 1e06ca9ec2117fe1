//! The rules of a table where nobody says otherwise.

use rpsls_club_io::is_fair;
use rpsls_io::{Format, GameConfig, GameRules, GameStage, GameState, knockout};
use std::ops::RangeInclusive;

/// How long moves and reveals may last at a table that the client joins unasked, ms.
pub const STAGE: RangeInclusive<u64> = 60_000..=3_600_000;
/// How long registration may be open at such a table, ms. Round 1 can last longer by that.
pub const LONGEST_ENTRY: u64 = 86_400_000;

/// The rules of a new table. Players meet in pairs, so that a group can't win by its number, and a
/// game has an end that is known before one sits down.
pub const USUAL: GameRules = GameRules { format: Format::Knockout, start_when_full: true };
/// For how many rounds to have money where draws are played again: nobody knows how many there
/// will be.
pub const REPLAYED: u32 = 3;

/// How many rounds the table's game takes if all act. Before it starts: if all seats are taken.
/// `None` where draws are played again.
pub fn rounds(state: &GameState) -> Option<u32> {
    let players = match state.game_stage {
        GameStage::Preparation => state.rules.seats(state.config.players_count_limit),
        _ => state.lobby_list.len(),
    };
    (state.rules.format == Format::Knockout).then(|| knockout::rounds(players))
}

/// For how many more rounds a player needs money, the running one included.
pub fn rounds_left(state: &GameState) -> u32 {
    rounds(state).map_or(REPLAYED, |all| (all + 1).saturating_sub(state.round.max(1)))
}

/// Whether no round can follow the running one.
pub fn is_last_round(state: &GameState) -> bool {
    rounds(state).is_some_and(|all| state.round >= all)
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
    use crate::game::turn::tests::state;
    use rpsls_io::PlayerStatus;

    #[test]
    fn the_rounds_of_a_knockout_are_known_before_it_starts() {
        let table = |format, start_when_full, seats| {
            let mut table = state(GameStage::Preparation, PlayerStatus::Registered);
            (table.rules, table.round) = (GameRules { format, start_when_full }, 0);
            table.config.players_count_limit = seats;
            table
        };
        let known = [2, 3, 4, 6, 128].map(|seats| rounds(&table(Format::Knockout, true, seats)));
        assert_eq!(known, [1, 1, 2, 2, 7].map(Some), "a full bracket");
        assert_eq!(rounds(&table(Format::Knockout, false, 6)), Some(3), "gaps take as long");
        for format in [Format::Replay, Format::Points] {
            let again = table(format, true, 2);
            assert_eq!((rounds(&again), rounds_left(&again)), (None, REPLAYED));
            assert!(!is_last_round(&GameState { round: 9, ..again }));
        }
        // Two have come to a table for four.
        let mut game = table(Format::Knockout, true, 4);
        assert_eq!((rounds_left(&game), is_last_round(&game)), (2, false));
        game.game_stage = GameStage::InProgress(Default::default());
        (game.lobby_list, game.round) = (vec![1.into(), 2.into()], 1);
        assert_eq!((rounds_left(&game), is_last_round(&game)), (1, true));
        game.lobby_list = (1..=4).map(Into::into).collect();
        assert_eq!((rounds_left(&game), is_last_round(&game)), (2, false));
        game.round = 2;
        assert_eq!((rounds_left(&game), is_last_round(&game)), (1, true));
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
