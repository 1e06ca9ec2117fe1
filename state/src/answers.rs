//! What is worked out from the state, rather than read off it.

use alloc::collections::BTreeSet;
use gprimitives::ActorId;
use rpsls_io::{GameState, PlayerStatus};

/// Where this player stands.
pub fn player_status(state: &GameState, player: ActorId) -> PlayerStatus {
    state
        .players
        .iter()
        .find(|(id, _)| *id == player)
        .map_or(PlayerStatus::NotRegistered, |(_, status)| *status)
}

/// How long until the deadline at the block timestamp `now`, ms; 0 from the
/// deadline on.
pub fn time_left(deadline: u64, now: u64) -> u64 {
    deadline.saturating_sub(now)
}

/// The players who are still in the game: while they register, everyone who
/// has.
pub fn survivors(state: &GameState) -> BTreeSet<ActorId> {
    state
        .players
        .iter()
        .filter(|(_, status)| *status != PlayerStatus::Out)
        .map(|(player, _)| *player)
        .collect()
}

/// Who may commit and reveal for this player, beside the player.
pub fn delegate(state: &GameState, player: ActorId) -> Option<ActorId> {
    let mut delegates = state.delegates.iter();
    delegates.find(|(id, _)| *id == player).map(|(_, delegate)| *delegate)
}

#[cfg(test)]
mod tests {
    use super::*;
    use PlayerStatus::*;
    use alloc::vec::Vec;
    use rpsls_io::{GameConfig, GameRules, GameStage};

    /// A state in which nothing but the players' standing matters. They are
    /// numbered from 1.
    fn state(statuses: &[PlayerStatus]) -> GameState {
        let players: Vec<_> = (1..).map(ActorId::from).zip(statuses.iter().copied()).collect();
        GameState {
            config: GameConfig {
                bet_size: 0,
                players_count_limit: GameConfig::MIN_PLAYERS,
                entry_timeout: GameConfig::MIN_TIMEOUT,
                move_timeout: GameConfig::MIN_TIMEOUT,
                reveal_timeout: GameConfig::MIN_TIMEOUT,
            },
            lobby_list: players.iter().map(|(player, _)| *player).collect(),
            game_stage: GameStage::Preparation,
            current_stage_timestamp: 0,
            deadline: 0,
            round: 0,
            players,
            owner: ActorId::zero(),
            pot: 0,
            next_config: None,
            commitments: Vec::new(),
            revealed_moves: Vec::new(),
            games_finished: 0,
            last_game: None,
            rules: GameRules::default(),
            next_rules: None,
            delegates: Vec::new(),
            stop_scheduled: false,
            last_round: None,
        }
    }

    fn ids<const N: usize>(numbers: [u64; N]) -> BTreeSet<ActorId> {
        numbers.map(ActorId::from).into()
    }

    #[test]
    fn a_player_has_the_status_that_the_state_lists() {
        let state = state(&[ToReveal, Revealed, Out]);
        assert_eq!(player_status(&state, 1.into()), ToReveal);
        assert_eq!(player_status(&state, 2.into()), Revealed);
        assert_eq!(player_status(&state, 3.into()), Out);
    }

    #[test]
    fn whoever_is_not_listed_is_not_registered() {
        assert_eq!(player_status(&state(&[]), 1.into()), NotRegistered);
        assert_eq!(player_status(&state(&[Moved]), 2.into()), NotRegistered);
    }

    #[test]
    fn a_delegate_is_the_one_that_the_player_named() {
        let mut state = state(&[ToMove, ToMove]);
        assert_eq!(delegate(&state, 2.into()), None);
        state.delegates = [(2.into(), 7.into())].into();
        assert_eq!(delegate(&state, 2.into()), Some(7.into()));
        assert_eq!(delegate(&state, 1.into()), None);
        assert_eq!(delegate(&state, 7.into()), None);
    }

    #[test]
    fn those_who_are_out_have_not_survived() {
        assert_eq!(survivors(&state(&[Out, ToMove, Moved, Out])), ids([2, 3]));
        assert_eq!(survivors(&state(&[Revealed, ToReveal])), ids([1, 2]));
    }

    #[test]
    fn everyone_who_registers_is_in() {
        assert_eq!(survivors(&state(&[Registered; 3])), ids([1, 2, 3]));
        assert_eq!(survivors(&state(&[])), ids([]));
    }

    #[test]
    fn time_runs_out_at_the_deadline() {
        assert_eq!(time_left(1_000, 0), 1_000);
        assert_eq!(time_left(1_000, 999), 1);
        assert_eq!(time_left(1_000, 1_000), 0);
        assert_eq!(time_left(1_000, 1_001), 0);
    }
}
