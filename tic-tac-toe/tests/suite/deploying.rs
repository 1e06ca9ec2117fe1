//! `init`: it stores the config, and refuses bad ones.

use crate::chain::*;
use chain_tests::deploying;
use parity_scale_codec::Encode;
use tic_tac_toe_io::{
    Action, ConfigError, InitConfig, Overview, PassConfig, StateQuery, StateReply,
};

#[test]
fn a_new_program_has_its_settings_and_nothing_else() {
    for config in [OPEN, WITH_PASSES] {
        let chain = Chain::new(config.clone());
        let config = InitConfig { owner: Some(id(OWNER)), ..config };
        let overview = Overview { config: config.clone(), games: 0, passes: 0, trophies: 0 };
        assert_eq!(chain.overview(), overview);
        assert_eq!(chain.query(StateQuery::Config), StateReply::Config(config));
    }
}

fn refused(payload: Vec<u8>) -> String {
    deploying::refused(tic_tac_toe::WASM_BINARY_OPT, payload, VARA)
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
        let said = refused(config.encode());
        assert!(said.contains(&error.to_string()), "{said}");
    }
}

#[test]
fn a_payload_that_is_no_config_is_refused() {
    for payload in [vec![], vec![1; 5]] {
        let said = refused(payload);
        assert!(said.contains("InitConfig"), "{said}");
    }
}

#[test]
fn value_sent_with_the_deployment_comes_back() {
    let program = tic_tac_toe::WASM_BINARY_OPT;
    deploying::check_value_comes_back(program, OPEN.encode(), 5 * VARA);
}

#[test]
fn a_query_that_does_not_decode_is_answered_by_an_error() {
    let chain = Chain::new(OPEN);
    let error = chain.program().read_state_bytes(vec![99]).expect_err("there is no such query");
    assert!(format!("{error:?}").contains("StateQuery"), "{error:?}");
}

/// A program that is the owner can't receive the price of a pass, so it names who does.
#[test]
fn an_owner_who_is_named_is_paid() {
    let mut chain = Chain::new(InitConfig { owner: Some(id(STRANGER)), ..WITH_PASSES });
    let before = [OWNER, STRANGER].map(|user| chain.balance(user));
    chain.send_with_value(HOST, Action::MintPass, PRICE).event();
    let paid = [OWNER, STRANGER].map(|user| chain.balance(user));
    assert_eq!((paid, chain.held()), ([before[0], before[1] + PRICE], 0));
}
