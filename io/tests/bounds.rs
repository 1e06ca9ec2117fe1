//! Bounds that clients go by, and what a bad config is told.

use gprimitives::{ActorId, H256};
use rpsls_io::{Action, ConfigError, GameConfig, GameRules, GameStage, GameState, gas};

/// A table with so many seats taken.
fn table(seats: u8, stop_scheduled: bool) -> GameState {
    let config = GameConfig {
        bet_size: 1,
        players_count_limit: 255,
        entry_timeout: 5_000,
        move_timeout: 5_000,
        reveal_timeout: 5_000,
    };
    GameState {
        config,
        lobby_list: (0..seats).map(|seat| ActorId::from([seat; 32])).collect(),
        game_stage: GameStage::Preparation,
        current_stage_timestamp: 0,
        deadline: 5_000,
        round: 0,
        players: vec![],
        owner: ActorId::zero(),
        pot: seats.into(),
        next_config: None,
        commitments: vec![],
        revealed_moves: vec![],
        games_finished: 0,
        last_game: None,
        rules: GameRules::default(),
        next_rules: None,
        delegates: vec![],
        stop_scheduled,
    }
}

#[test]
fn what_may_stop_a_game_has_gas_for_each_share() {
    let reveal = Action::Reveal("0".into());
    let both = Action::RevealAndCommit { opening: "0".into(), next: H256::zero() };
    for seats in [2, 255] {
        let shares = gas::SHARE * u64::from(seats);
        for action in [&reveal, &both, &Action::Advance] {
            assert_eq!(gas::limit(action, &table(seats, true)), gas::MESSAGE + shares);
            assert_eq!(gas::limit(action, &table(seats, false)), gas::MESSAGE);
        }
        assert_eq!(gas::limit(&Action::StopGame, &table(seats, false)), gas::MESSAGE + shares);
    }
}

#[test]
fn a_bad_config_is_told_the_limit_that_it_breaks() {
    for (error, limit) in [
        (ConfigError::PlayersCountLimitTooLow, "at least 2"),
        (ConfigError::TimeoutTooShort, "at least 5000 ms"),
        (ConfigError::TimeoutTooLong, "365 days"),
        (ConfigError::PotOverflow, "128 bits"),
    ] {
        assert!(error.text().contains(limit), "{}", error.text());
    }
}
