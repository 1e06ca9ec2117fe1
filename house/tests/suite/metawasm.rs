//! The state functions, run over the state of a real house as a node runs them: the
//! argument's bytes, if any, then those that the program's `state` replied.

use crate::{chain::*, metadata::artifact};
use chain_tests::{
    functions::{self, decoded},
    node,
};
use gprimitives::ActorId;
use parity_scale_codec::{Decode, Encode};
use rpsls_house_io::{HouseInit, StateQuery};

fn run(chain: &Chain, function: &str, argument: Vec<u8>, query: &[u8]) -> Result<Vec<u8>, String> {
    let state = chain.program().read_state_bytes(query.to_vec()).expect("state answers");
    let now = chain.system.block_timestamp();
    node::run(rpsls_house_state::WASM_BINARY, function, [argument, state].concat(), now)
}

fn ask<T: Decode>(chain: &Chain, function: &str, argument: Vec<u8>, query: &[u8]) -> T {
    decoded(run(chain, function, argument, query))
}

const FIRST: StateQuery = StateQuery::Tables { from: 0, limit: 100 };

#[test]
fn the_functions_tell_settings_and_tables() {
    let mut chain = Chain::new();
    let [a, b] = [chain.open(OPENER, "a"), chain.open(OTHER, "b")];
    let config = ask::<HouseInit>(&chain, "config", vec![], &[]);
    assert_eq!(config, chain.overview().config);
    assert_eq!(ask::<u32>(&chain, "listed", vec![], &StateQuery::Overview.encode()), 2);
    let page = FIRST.encode();
    let own = |user| ask::<Vec<ActorId>>(&chain, "opened_by", id(user).encode(), &page);
    assert_eq!((own(OPENER), own(OTHER), own(OWNER)), (vec![a], vec![b], vec![]));
    let within = |most: u128| ask::<Vec<ActorId>>(&chain, "within", most.encode(), &page);
    assert_eq!(within(CONFIG.bet_size), [b, a]);
    assert_eq!(within(CONFIG.bet_size - 1), []);
}

#[test]
fn a_function_refuses_other_replies_and_says_what_to_read() {
    let chain = Chain::new();
    for (function, argument, query, says) in [
        ("config", vec![], FIRST, "Overview"),
        ("listed", vec![], FIRST, "Overview"),
        ("opened_by", id(OPENER).encode(), StateQuery::Overview, "Tables"),
        ("within", 5_u128.encode(), StateQuery::Overview, "Tables"),
    ] {
        let error = run(&chain, function, argument, &query.encode()).expect_err(function);
        assert!(error.contains(&format!("with the query {says}")), "{function}: {error}");
    }
}

#[test]
fn the_module_lists_every_function_with_its_types() {
    let _chain = gtest::System::new();
    assert_eq!(
        functions::listed(rpsls_house_state::WASM_BINARY),
        [
            "config() -> HouseInit",
            "listed() -> u32",
            "opened_by(ActorId) -> Vec<ActorId>",
            "within(u128) -> Vec<ActorId>",
        ]
    );
}

#[test]
fn the_module_that_the_build_leaves_is_the_one_in_the_library() {
    assert_eq!(artifact("rpsls_house_state.meta.wasm"), rpsls_house_state::WASM_BINARY);
}
