//! `init`: it makes the deployer the owner, and refuses bad configs.

use crate::table::*;
use chain_tests::deploying;
use parity_scale_codec::Encode;
use rpsls_io::{ConfigError, GameConfig, GameStage};

#[test]
fn a_new_table_is_in_preparation_and_its_deployer_the_owner() {
    let table = Table::new(CONFIG, 0);
    let state = table.state();
    assert_eq!(state.owner, id(OWNER));
    assert_eq!(state.config, CONFIG);
    assert_eq!(state.game_stage, GameStage::Preparation);
    assert_eq!(state.current_stage_timestamp, table.system.block_timestamp());
    assert_eq!(state.deadline, state.current_stage_timestamp + CONFIG.entry_timeout);
    assert_eq!((state.round, state.pot, state.games_finished), (0, 0, 0));
    assert_eq!((state.next_config, state.last_game), (None, None));
}

fn refused(payload: Vec<u8>) -> String {
    deploying::refused(rpsls::WASM_BINARY_OPT, payload, VARA)
}

#[test]
fn a_bad_config_is_refused_with_the_error_s_text() {
    let bad = [
        (ConfigError::PlayersCountLimitTooLow, GameConfig { players_count_limit: 1, ..CONFIG }),
        (ConfigError::TimeoutTooShort, GameConfig { move_timeout: 4_999, ..CONFIG }),
        (ConfigError::TimeoutTooLong, GameConfig { entry_timeout: 31_536_000_001, ..CONFIG }),
        (ConfigError::PotOverflow, GameConfig { bet_size: u128::MAX / 254, ..CONFIG }),
    ];
    for (error, config) in bad {
        let said = refused(config.encode());
        assert!(said.contains(&error.to_string()), "{said}");
    }
}

#[test]
fn a_payload_that_is_no_config_is_refused() {
    for payload in [vec![], vec![1; 40]] {
        let said = refused(payload);
        assert!(said.contains("GameConfig"), "{said}");
    }
}

#[test]
fn value_sent_with_the_deployment_comes_back() {
    deploying::check_value_comes_back(rpsls::WASM_BINARY_OPT, CONFIG.encode(), 5 * VARA);
}
