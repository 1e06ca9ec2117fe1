//! `init`: which configs it refuses.

use crate::chain::*;
use gtest::{
    System,
    constants::{EXISTENTIAL_DEPOSIT, VALUE_PER_GAS},
};
use parity_scale_codec::Encode;
use tic_tac_toe_io::{ConfigError, InitConfig, Overview, PassConfig, StateQuery, StateReply};

#[test]
fn a_new_program_has_its_settings_and_nothing_else() {
    for config in [OPEN, WITH_PASSES] {
        let chain = Chain::new(config.clone());
        let overview =
            Overview { config: config.clone(), owner: id(OWNER), games: 0, passes: 0, trophies: 0 };
        assert_eq!(chain.overview(), overview);
        assert_eq!(chain.query(StateQuery::Config), StateReply::Config(config));
    }
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
    let with_supply = |supply| InitConfig { pass: Some(PassConfig { price: 0, supply }), ..OPEN };
    let bad = [
        (ConfigError::TimeoutTooShort, InitConfig { turn_timeout: 4_999, ..OPEN }),
        (ConfigError::TimeoutTooLong, InitConfig { turn_timeout: 31_536_000_001, ..OPEN }),
        (ConfigError::TooFewPasses, with_supply(1)),
        (ConfigError::TooManyPasses, with_supply(65_537)),
    ];
    for (error, config) in bad {
        let said = refused(config.encode(), VARA);
        assert!(said.contains(&error.to_string()), "{said}");
    }
}

#[test]
fn a_payload_that_is_no_config_is_refused() {
    for payload in [vec![], vec![1; 5]] {
        let said = refused(payload, VARA);
        assert!(said.contains("InitConfig"), "{said}");
    }
}

#[test]
fn value_sent_with_the_deployment_comes_back() {
    let system = System::new();
    system.mint_to(OWNER, PURSE);
    let program = deploy(&system);
    let balance = system.balance_of(OWNER);
    let message = program.send_with_value(OWNER, OPEN, 5 * VARA);
    let block = system.run_next_block();
    assert!(block.succeed.contains(&message));
    let fee = u128::from(block.gas_burned[&message]) * VALUE_PER_GAS;
    assert_eq!(system.balance_of(OWNER), balance - fee - EXISTENTIAL_DEPOSIT);
}
