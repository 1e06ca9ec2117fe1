//! `init`: who owns the table, and which configs it refuses.

use crate::table::*;
use gtest::{
    System,
    constants::{EXISTENTIAL_DEPOSIT, VALUE_PER_GAS},
};
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

/// Deploys with this payload and value; what the failed `init` said.
fn refused(payload: Vec<u8>, value: u128) -> String {
    let system = System::new();
    system.mint_to(OWNER, PURSE);
    let program = deploy(&system);
    let balance = system.balance_of(OWNER);
    let message = program.send_bytes_with_value(OWNER, payload, value);
    let block = system.run_next_block();
    assert!(block.failed.contains(&message));
    assert!(!system.is_active_program(program.id()), "no half-made program");
    let fee = u128::from(block.gas_burned[&message]) * VALUE_PER_GAS;
    assert_eq!(system.balance_of(OWNER), balance - fee, "the value comes back");
    let reply = block.log().iter().find(|log| log.reply_to() == Some(message));
    String::from_utf8_lossy(reply.expect("an error reply").payload()).into_owned()
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
        let said = refused(config.encode(), VARA);
        assert!(said.contains(&error.to_string()), "{said}");
    }
}

#[test]
fn a_payload_that_is_no_config_is_refused() {
    for payload in [vec![], vec![1; 40]] {
        let said = refused(payload, VARA);
        assert!(said.contains("GameConfig"), "{said}");
    }
}

#[test]
fn value_sent_with_the_deployment_comes_back() {
    let system = System::new();
    system.mint_to(OWNER, PURSE);
    let program = deploy(&system);
    let balance = system.balance_of(OWNER);
    let message = program.send_with_value(OWNER, CONFIG, 5 * VARA);
    let block = system.run_next_block();
    assert!(block.succeed.contains(&message));
    let fee = u128::from(block.gas_burned[&message]) * VALUE_PER_GAS;
    assert_eq!(system.balance_of(OWNER), balance - fee - EXISTENTIAL_DEPOSIT);
}
