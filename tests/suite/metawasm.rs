//! The state functions, run over the state of a real game as a node runs them:
//! the argument's bytes, if any, then those that the program's `state` replied.

use crate::{metadata::artifact, table::*};
use chain_tests::{
    functions::{self, decoded},
    node,
};
use gstd::ActorId;
use parity_scale_codec::{Decode, Encode};
use rpsls_io::{
    Action, GameConfig, GameResult, GameStage, Move, PlayerStatus, StageDescription, StateQuery,
    gas::PORTION,
};
use std::collections::BTreeSet;

/// Long enough for every message here.
const SETTINGS: GameConfig = GameConfig {
    bet_size: 10 * VARA,
    players_count_limit: 10,
    entry_timeout: 60_000,
    move_timeout: 60_000,
    reveal_timeout: 60_000,
};

const NOBODY: u64 = 99;

fn table_of(players: u64) -> Table {
    let mut table = Table::new(SETTINGS, players);
    for player in 1..=players {
        register(&mut table, player);
    }
    table
}

fn register(table: &mut Table, player: u64) {
    accepted(table.register(player));
}

fn accepted(answer: Answer) {
    assert!(matches!(answer.result, Some(Ok(_))), "{answer:?}");
}

/// A table of three who are to move.
fn moving() -> Table {
    let mut table = table_of(3);
    pass_deadline(&mut table);
    table
}

/// A table of three, of whom two are to reveal: 1 has Rock, 2 has Scissors, and
/// 3 did not move.
fn revealing() -> Table {
    let mut table = moving();
    accepted(table.make_move(1, Move::Rock));
    accepted(table.make_move(2, Move::Scissors));
    pass_deadline(&mut table);
    table
}

fn pass_deadline(table: &mut Table) {
    let deadline = table.state().deadline;
    while table.system.block_timestamp() <= deadline {
        table.run_block();
    }
}

fn read(table: &Table, query: &[u8]) -> Vec<u8> {
    let reply = table.program().read_state_bytes(query.to_vec());
    reply.expect("state answers")
}

fn run(table: &Table, function: &str, payload: Vec<u8>) -> Result<Vec<u8>, String> {
    let now = table.system.block_timestamp();
    node::run(rpsls_state::WASM_BINARY, function, payload, now)
}

/// A function's answer, asked as of the last block.
fn ask<T: Decode>(table: &Table, function: &str) -> T {
    decoded(run(table, function, read(table, &[])))
}

/// The answer of a function that takes an argument.
fn ask_about<T: Decode>(table: &Table, function: &str, argument: impl Encode) -> T {
    let payload = [argument.encode(), read(table, &[])].concat();
    decoded(run(table, function, payload))
}

fn status(table: &Table, player: u64) -> PlayerStatus {
    ask_about(table, "player_status", id(player))
}

fn ids<const N: usize>(users: [u64; N]) -> BTreeSet<ActorId> {
    users.map(id).into()
}

#[test]
fn players_who_register_are_listed() {
    let mut table = Table::new(SETTINGS, 2);
    let opened = table.system.block_timestamp();
    register(&mut table, 2);
    register(&mut table, 1);

    assert_eq!(ask::<GameConfig>(&table, "config"), SETTINGS);
    assert_eq!(ask::<Vec<ActorId>>(&table, "lobby_list"), [id(2), id(1)]);
    assert_eq!(ask::<GameStage>(&table, "game_stage"), GameStage::Preparation);
    assert_eq!(ask::<u64>(&table, "current_stage_timestamp"), opened);
    assert_eq!(ask::<u64>(&table, "deadline"), opened + SETTINGS.entry_timeout);
    assert_eq!(ask::<BTreeSet<ActorId>>(&table, "survivors"), ids([1, 2]));
    assert_eq!(ask::<Vec<(ActorId, Move)>>(&table, "revealed_moves"), []);
    assert_eq!(ask::<Option<GameResult>>(&table, "last_game"), None);
    assert_eq!(status(&table, 1), PlayerStatus::Registered);
    assert_eq!(status(&table, NOBODY), PlayerStatus::NotRegistered);
}

#[test]
fn players_who_have_moved_are_told_from_those_who_have_not() {
    let mut table = moving();
    let started = table.state().current_stage_timestamp;
    accepted(table.make_move(2, Move::Spock));

    let stage = StageDescription { anticipated_players: ids([1, 3]), finished_players: ids([2]) };
    assert_eq!(ask::<GameStage>(&table, "game_stage"), GameStage::InProgress(stage));
    assert_eq!(ask::<u64>(&table, "current_stage_timestamp"), started);
    assert_eq!(ask::<u64>(&table, "deadline"), started + SETTINGS.move_timeout);
    assert_eq!(ask::<BTreeSet<ActorId>>(&table, "survivors"), ids([1, 2, 3]));
    assert_eq!(status(&table, 1), PlayerStatus::ToMove);
    assert_eq!(status(&table, 2), PlayerStatus::Moved);
}

#[test]
fn moves_show_as_they_are_revealed_and_those_who_are_out_have_not_survived() {
    let mut table = revealing();
    accepted(table.reveal(1, Move::Rock));

    let stage = StageDescription { anticipated_players: ids([2]), finished_players: ids([1]) };
    assert_eq!(ask::<GameStage>(&table, "game_stage"), GameStage::Reveal(stage));
    assert_eq!(ask::<Vec<(ActorId, Move)>>(&table, "revealed_moves"), [(id(1), Move::Rock)]);
    assert_eq!(ask::<BTreeSet<ActorId>>(&table, "survivors"), ids([1, 2]));
    assert_eq!(ask::<Vec<ActorId>>(&table, "lobby_list"), [id(1), id(2), id(3)]);
    assert_eq!(status(&table, 1), PlayerStatus::Revealed);
    assert_eq!(status(&table, 2), PlayerStatus::ToReveal);
    assert_eq!(status(&table, 3), PlayerStatus::Out);
}

#[test]
fn the_last_game_is_told_when_the_next_one_has_opened() {
    let mut table = revealing();
    let next = GameConfig { bet_size: VARA, ..SETTINGS };
    accepted(table.send(OWNER, Action::ChangeNextGameConfig(next.clone())));
    assert_eq!(ask::<GameConfig>(&table, "config"), SETTINGS);
    accepted(table.reveal(1, Move::Rock));
    accepted(table.reveal(2, Move::Scissors));

    let won = GameResult { winner: id(1), pot: 3 * SETTINGS.bet_size, rounds: 1 };
    assert_eq!(ask::<Option<GameResult>>(&table, "last_game"), Some(won));
    assert_eq!(ask::<GameConfig>(&table, "config"), next);
    assert_eq!(ask::<GameStage>(&table, "game_stage"), GameStage::Preparation);
    assert_eq!(ask::<Vec<ActorId>>(&table, "lobby_list"), []);
    assert_eq!(ask::<BTreeSet<ActorId>>(&table, "survivors"), ids([]));
    assert_eq!(ask::<Vec<(ActorId, Move)>>(&table, "revealed_moves"), []);
    assert_eq!(status(&table, 1), PlayerStatus::NotRegistered);
}

#[test]
fn time_left_runs_out_at_the_deadline() {
    let table = table_of(1);
    let state = read(&table, &[]);
    let deadline = table.state().deadline;
    let time_left = |now| {
        let module = rpsls_state::WASM_BINARY;
        decoded::<u64>(node::run(module, "time_left", state.clone(), now))
    };
    assert_eq!(time_left(deadline - SETTINGS.entry_timeout), SETTINGS.entry_timeout);
    assert_eq!(time_left(deadline - 1), 1);
    assert_eq!(time_left(deadline), 0);
    assert_eq!(time_left(deadline + 1), 0);
}

#[test]
fn shares_and_silence_are_read_with_queries_of_their_own() {
    let roomy = GameConfig { players_count_limit: 20, entry_timeout: 120_000, ..SETTINGS };
    let mut table = Table::new(roomy, 20);
    (1..=20).for_each(|player| register(&mut table, player));
    let of_query = |table: &Table, function: &str, query: StateQuery| {
        run(table, function, read(table, &query.encode()))
    };
    let closable = |table: &Table| -> Option<u64> {
        decoded(of_query(table, "closable_from", StateQuery::ClosableFrom))
    };
    assert_eq!(closable(&table), None, "enough have a seat");
    pass_deadline(&mut table);
    let silent_since = table.state().deadline;
    assert_eq!(closable(&table), Some(silent_since + GameConfig::SILENCE), "nobody moves");

    let due = |table: &Table| -> Vec<(ActorId, u128)> {
        decoded(of_query(table, "shares_due", StateQuery::SharesDue))
    };
    assert_eq!(due(&table), []);
    let frugal = table.send_bytes(OWNER, Action::StopGame.encode(), 0, 7_000_000_000);
    accepted(frugal);
    let unpaid = due(&table);
    assert_eq!(unpaid.len(), 20 - PORTION);
    assert!(unpaid.iter().all(|(_, share)| *share == SETTINGS.bet_size));
    assert!(unpaid.is_sorted());

    for (function, payload) in [("shares_due", "0x09"), ("closable_from", "0x0a")] {
        let error = run(&table, function, read(&table, &[])).expect_err(function);
        assert!(error.contains(payload), "{function}: {error}");
    }
}

#[test]
fn a_function_takes_the_reply_to_the_query_that_it_answers() {
    let table = table_of(2);
    for (function, query) in [
        ("config", StateQuery::Config),
        ("lobby_list", StateQuery::LobbyList),
        ("game_stage", StateQuery::GameStage),
        ("current_stage_timestamp", StateQuery::CurrentStageTimestamp),
        ("deadline", StateQuery::Deadline),
        ("time_left", StateQuery::Deadline),
    ] {
        let answer = |query: &[u8]| run(&table, function, read(&table, query));
        let of_everything = answer(&[]);
        assert!(of_everything.is_ok(), "{function}: {of_everything:?}");
        assert_eq!(answer(&query.encode()), of_everything, "{function}");
    }
}

#[test]
fn a_function_refuses_replies_to_other_queries_and_says_what_to_do() {
    let table = table_of(2);
    let player = id(1).encode();
    for (function, argument, query) in [
        ("config", &[][..], StateQuery::Round),
        ("lobby_list", &[], StateQuery::Round),
        ("game_stage", &[], StateQuery::Round),
        ("current_stage_timestamp", &[], StateQuery::Deadline),
        ("player_status", &player, StateQuery::Player(id(1))),
        ("deadline", &[], StateQuery::CurrentStageTimestamp),
        ("time_left", &[], StateQuery::CurrentStageTimestamp),
        ("survivors", &[], StateQuery::LobbyList),
        ("revealed_moves", &[], StateQuery::GameStage),
        ("last_game", &[], StateQuery::Config),
    ] {
        let payload = [argument, &read(&table, &query.encode())].concat();
        let error = run(&table, function, payload).expect_err(function);
        assert!(error.contains("read it with an empty payload"), "{function}: {error}");
    }
}

#[test]
fn the_module_lists_every_function_with_its_types() {
    let _chain = gtest::System::new();
    assert_eq!(
        functions::listed(rpsls_state::WASM_BINARY),
        [
            "closable_from() -> Option<u64>",
            "config() -> GameConfig",
            "current_stage_timestamp() -> u64",
            "deadline() -> u64",
            "delegate(ActorId) -> Option<ActorId>",
            "game_stage() -> GameStage",
            "last_game() -> Option<GameResult>",
            "lobby_list() -> Vec<ActorId>",
            "player_status(ActorId) -> PlayerStatus",
            "revealed_moves() -> Vec<(ActorId, Move)>",
            "rules() -> GameRules",
            "shares_due() -> Vec<(ActorId, u128)>",
            "survivors() -> BTreeSet<ActorId>",
            "time_left() -> u64",
        ]
    );
}

#[test]
fn the_module_that_the_build_leaves_is_the_one_in_the_library() {
    assert_eq!(artifact("rpsls_state.meta.wasm"), rpsls_state::WASM_BINARY);
}
