//! The state functions, run over the state of a real game as a node runs them:
//! the argument's bytes, if any, then those that the program's `state` replied.

use crate::{chain::*, metadata::artifact};
use chain_tests::{
    functions::{self, decoded},
    node,
};
use gprimitives::ActorId;
use parity_scale_codec::{Decode, Encode};
use tic_tac_toe_io::{Action, Cell, GameId, InitConfig, StateQuery};

fn run(chain: &Chain, function: &str, argument: Vec<u8>, query: &[u8]) -> Result<Vec<u8>, String> {
    let state = chain.program().read_state_bytes(query.to_vec()).expect("state answers");
    let now = chain.system.block_timestamp();
    node::run(tic_tac_toe_state::WASM_BINARY, function, [argument, state].concat(), now)
}

/// A function's answer, asked as of the last block.
fn ask<T: Decode>(chain: &Chain, function: &str, query: StateQuery) -> T {
    decoded(run(chain, function, vec![], &query.encode()))
}

/// The answer of a function that takes an account.
fn ask_about<T: Decode>(chain: &Chain, function: &str, account: u64, query: StateQuery) -> T {
    decoded(run(chain, function, id(account).encode(), &query.encode()))
}

#[test]
fn a_game_shows_its_board_and_who_is_awaited() {
    let mut chain = Chain::with_game(0, None);
    let query = StateQuery::Game(game());
    assert_eq!(ask::<Option<ActorId>>(&chain, "awaited", query.clone()), Some(id(HOST)));
    chain.play(&[5]).event();
    assert_eq!(ask::<Option<ActorId>>(&chain, "awaited", query.clone()), Some(id(CHALLENGER)));
    let empty = [Cell::Empty; 3];
    let board = [empty, [Cell::Empty, Cell::Empty, Cell::Host], empty];
    assert_eq!(ask::<[[Cell; 3]; 3]>(&chain, "board", query.clone()), board);
    let left = ask::<Option<u64>>(&chain, "time_left", query.clone());
    assert_eq!(left, Some(OPEN.turn_timeout));
    chain.pass_deadline();
    assert_eq!(ask::<Option<u64>>(&chain, "time_left", query.clone()), Some(0));
    assert_eq!(ask::<Option<ActorId>>(&chain, "winner", query), None);
}

#[test]
fn a_finished_game_shows_its_winner_and_a_player_s_tally() {
    let mut chain = Chain::with_game(0, None);
    chain.play(&DRAWN).event();
    chain.send(HOST, Action::Restart { game: game() }).event();
    chain.play(&CHALLENGER_WINS).event();
    let query = StateQuery::Game(game());
    assert_eq!(ask::<Option<ActorId>>(&chain, "winner", query.clone()), Some(id(CHALLENGER)));
    assert_eq!(ask::<Option<ActorId>>(&chain, "awaited", query.clone()), None);
    assert_eq!(ask::<Option<u64>>(&chain, "time_left", query), None);
    let tally = |user| ask::<(u32, u32)>(&chain, "tally", StateQuery::Trophies(id(user)));
    assert_eq!((tally(CHALLENGER), tally(HOST)), ((1, 1), (0, 1)));
}

#[test]
fn games_that_wait_for_an_account_are_found() {
    let mut chain = Chain::with_game(0, None);
    let create = Action::Create { challenger: id(HOST), referee: None };
    chain.send(STRANGER, create).event();
    let all = StateQuery::AllGames { from: 0, limit: 100 };
    let waiting = |user| ask_about::<Vec<GameId>>(&chain, "waiting_for", user, all.clone());
    assert_eq!(waiting(HOST), [game(), game_of(STRANGER, HOST)]);
    assert_eq!(waiting(CHALLENGER), []);
    let own = StateQuery::GamesOf(id(STRANGER));
    let waiting = ask_about::<Vec<GameId>>(&chain, "waiting_for", HOST, own);
    assert_eq!(waiting, [game_of(STRANGER, HOST)]);
}

#[test]
fn a_pass_is_found_by_its_holder() {
    let mut chain = Chain::new(WITH_PASSES);
    chain.send_with_value(CHALLENGER, Action::MintPass, PRICE).event();
    let pass_of = |user| ask_about::<Option<u32>>(&chain, "pass_of", user, StateQuery::Passes);
    assert_eq!((pass_of(CHALLENGER), pass_of(HOST)), (Some(1), None));
    assert_eq!(ask::<InitConfig>(&chain, "config", StateQuery::Config), WITH_PASSES);
    assert_eq!(decoded::<InitConfig>(run(&chain, "config", vec![], &[])), WITH_PASSES);
}

#[test]
fn a_function_refuses_other_replies_and_says_what_to_read() {
    let chain = Chain::with_game(0, None);
    let account = id(HOST).encode();
    for (function, argument, says) in [
        ("config", &[][..], "Config"),
        ("board", &[], "Game"),
        ("awaited", &[], "Game"),
        ("winner", &[], "Game"),
        ("time_left", &[], "Game"),
        ("waiting_for", &account, "AllGames"),
        ("tally", &[], "Trophies"),
        ("pass_of", &account, "Passes"),
    ] {
        let other = match function {
            "pass_of" => StateQuery::Config,
            _ => StateQuery::Passes,
        };
        let error = run(&chain, function, argument.to_vec(), &other.encode()).expect_err(function);
        assert!(error.contains(&format!("with the query {says}")), "{function}: {error}");
    }
    let none = StateQuery::Game(game_of(STRANGER, HOST)).encode();
    let error = run(&chain, "board", vec![], &none).expect_err("there is no such game");
    assert!(error.contains("no such game"), "{error}");
}

#[test]
fn the_module_lists_every_function_with_its_types() {
    let _chain = gtest::System::new();
    assert_eq!(
        functions::listed(tic_tac_toe_state::WASM_BINARY),
        [
            "awaited() -> Option<ActorId>",
            "board() -> [[Cell; 3]; 3]",
            "config() -> InitConfig",
            "pass_of(ActorId) -> Option<u32>",
            "tally() -> (u32, u32)",
            "time_left() -> Option<u64>",
            "waiting_for(ActorId) -> Vec<GameId>",
            "winner() -> Option<ActorId>",
        ]
    );
}

#[test]
fn the_module_that_the_build_leaves_is_the_one_in_the_library() {
    assert_eq!(artifact("tic_tac_toe_state.meta.wasm"), tic_tac_toe_state::WASM_BINARY);
}
