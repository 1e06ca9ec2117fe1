//! The state functions over the state of a real game. They run as on a node: the payload is the
//! encoded argument, if there is one, and then the reply of the program's `state`.

use crate::{metadata::artifact, prepared::*, table::*};
use chain_tests::{
    functions::{self, decoded},
    node,
};
use gstd::ActorId;
use parity_scale_codec::{Decode, Encode};
use rpsls_io::{
    Action, Entry, GameConfig, GameResult, GameRules, GameStage, Move, PlayerStatus, RoundResult,
    StateQuery, gas::PORTION,
};
use std::collections::BTreeSet;

fn read(table: &Table, query: &[u8]) -> Vec<u8> {
    table.program().read_state_bytes(query.to_vec()).expect("state answers")
}

fn run(table: &Table, function: &str, payload: Vec<u8>) -> Result<Vec<u8>, String> {
    let now = table.system.block_timestamp();
    node::run(rpsls_state::WASM_BINARY, function, payload, now)
}

/// Asks a function, as of the last block.
fn ask<T: Decode>(table: &Table, function: &str) -> T {
    decoded(run(table, function, read(table, &[])))
}

/// Asks a function that takes an argument.
fn ask_about<T: Decode>(table: &Table, function: &str, argument: impl Encode) -> T {
    let payload = [argument.encode(), read(table, &[])].concat();
    decoded(run(table, function, payload))
}

/// Three have registered, of whom player 3 has a delegate.
fn delegated() -> Table {
    let mut table = Table::new(CONFIG, 3);
    table.register(1).event();
    table.register(2).event();
    let entry = Entry { delegate: Some(id(OWNER)), ..Entry::default() };
    table.send_with_value(3, Action::Join(entry), BET).event();
    table
}

/// A player has won, and the next game has another config.
fn won() -> Table {
    let mut table = one_revealed();
    table.send(OWNER, Action::ChangeNextGameConfig(UNHURRIED)).event();
    table.pass_deadline();
    table
}

#[test]
fn each_function_answers_its_part_of_the_state_in_each_stage() {
    let setups: [fn() -> Table; 6] =
        [three_registered, delegated, one_moved, one_revealed, second_round, won];
    for setup in setups {
        let table = setup();
        let all = table.state();
        assert_eq!(ask::<GameConfig>(&table, "config"), all.config);
        assert_eq!(ask::<GameRules>(&table, "rules"), all.rules);
        assert_eq!(ask::<Vec<ActorId>>(&table, "lobby_list"), all.lobby_list);
        assert_eq!(ask::<GameStage>(&table, "game_stage"), all.game_stage);
        assert_eq!(ask::<u64>(&table, "current_stage_timestamp"), all.current_stage_timestamp);
        assert_eq!(ask::<u64>(&table, "deadline"), all.deadline);
        assert_eq!(ask::<u64>(&table, "time_left"), all.deadline - table.system.block_timestamp());
        assert_eq!(ask::<Vec<(ActorId, Move)>>(&table, "revealed_moves"), all.revealed_moves);
        assert_eq!(ask::<Option<GameResult>>(&table, "last_game"), all.last_game);
        assert_eq!(ask::<Option<RoundResult>>(&table, "last_round"), all.last_round);
        let is_in = |status: PlayerStatus| status != PlayerStatus::Out;
        let survivors: BTreeSet<ActorId> =
            all.players.iter().filter(|(_, status)| is_in(*status)).map(|(id, _)| *id).collect();
        assert_eq!(ask::<BTreeSet<ActorId>>(&table, "survivors"), survivors);
        for (player, status) in all.players {
            assert_eq!(ask_about::<PlayerStatus>(&table, "player_status", player), status);
            let named = all.delegates.iter().find(|(of, _)| *of == player);
            let delegate = named.map(|(_, delegate)| *delegate);
            assert_eq!(ask_about::<Option<ActorId>>(&table, "delegate", player), delegate);
        }
        let nobody = ask_about::<PlayerStatus>(&table, "player_status", id(99));
        assert_eq!(nobody, PlayerStatus::NotRegistered);
    }
}

#[test]
fn time_left_runs_out_at_the_deadline() {
    let table = three_registered();
    let state = read(&table, &[]);
    let deadline = table.state().deadline;
    let time_left = |now| {
        let module = rpsls_state::WASM_BINARY;
        decoded::<u64>(node::run(module, "time_left", state.clone(), now))
    };
    assert_eq!(time_left(deadline - CONFIG.entry_timeout), CONFIG.entry_timeout);
    assert_eq!(time_left(deadline - 1), 1);
    assert_eq!(time_left(deadline), 0);
    assert_eq!(time_left(deadline + 1), 0);
}

#[test]
fn shares_and_silence_are_read_with_queries_of_their_own() {
    let roomy = GameConfig { entry_timeout: 120_000, ..CONFIG };
    let mut table = Table::new(roomy, 20);
    (1..=20).for_each(|player| drop(table.register(player).event()));
    let of_query = |table: &Table, function: &str, query: StateQuery| {
        run(table, function, read(table, &query.encode()))
    };
    let closable = |table: &Table| -> Option<u64> {
        decoded(of_query(table, "closable_from", StateQuery::ClosableFrom))
    };
    assert_eq!(closable(&table), None, "enough players have a seat");
    table.pass_deadline();
    let silent_since = table.state().deadline;
    assert_eq!(closable(&table), Some(silent_since + GameConfig::SILENCE), "nobody moves");

    let due = |table: &Table| -> Vec<(ActorId, u128)> {
        decoded(of_query(table, "shares_due", StateQuery::SharesDue))
    };
    assert_eq!(due(&table), []);
    let frugal = table.send_bytes(OWNER, Action::StopGame.encode(), 0, 7_000_000_000);
    frugal.event();
    let unpaid = due(&table);
    assert_eq!(unpaid.len(), 20 - PORTION);
    assert!(unpaid.iter().all(|(_, share)| *share == BET));
    assert!(unpaid.is_sorted());

    for (function, payload) in [("shares_due", "0x09"), ("closable_from", "0x0a")] {
        let error = run(&table, function, read(&table, &[])).expect_err(function);
        assert!(error.contains(payload), "{function}: {error}");
    }
}

/// Of replies to other queries than the one for all, a function takes at most the one that has what
/// it tells.
#[test]
fn a_function_takes_replies_that_answer_it_and_says_what_to_do_with_others() {
    use StateQuery::*;
    let table = three_registered();
    let player = id(1).encode();
    for (function, argument, taken, refused) in [
        ("config", &[][..], Some(Config), Round),
        ("lobby_list", &[], Some(LobbyList), Round),
        ("game_stage", &[], Some(GameStage), Round),
        ("current_stage_timestamp", &[], Some(CurrentStageTimestamp), Deadline),
        ("deadline", &[], Some(Deadline), CurrentStageTimestamp),
        ("time_left", &[], Some(Deadline), CurrentStageTimestamp),
        ("player_status", &player, None, Player(id(1))),
        ("survivors", &[], None, LobbyList),
        ("revealed_moves", &[], None, GameStage),
        ("last_game", &[], None, Config),
        ("last_round", &[], None, Round),
    ] {
        let answer =
            |query: &[u8]| run(&table, function, [argument, &read(&table, query)].concat());
        if let Some(query) = taken {
            let of_everything = answer(&[]);
            assert!(of_everything.is_ok(), "{function}: {of_everything:?}");
            assert_eq!(answer(&query.encode()), of_everything, "{function}");
        }
        let error = answer(&refused.encode()).expect_err(function);
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
            "last_round() -> Option<RoundResult>",
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
