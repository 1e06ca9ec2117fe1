//! What `gear_calculate…` says is enough, and not much more.

use crate::support::*;
use devnode_probe::Task;
use gear_core::ids::ActorId;
use gsdk::{
    AccountKeyring::*,
    Api,
    ext::subxt::ext::subxt_rpcs::{Error as RpcError, rpc_params},
};
use parity_scale_codec::{Decode, Encode};
use rpsls_io::{Action, Event as GameEvent, GameError, GameStage, Move, commitment, opening};

/// Sends an action with just the gas that was estimated for it.
async fn act_as_estimated(table: &Table, who: gsdk::AccountKeyring, action: &Action, value: u128) {
    let who = signed(&table.api, who);
    let info = who.calculate_handle_gas(table.id, action.encode(), value, true).await.unwrap();
    let acted = table.act_with(&who, action, value, info.min_limit).await;
    assert!(acted.reply.is_ok(), "{action:?}: {:?}", acted.reply);
    assert_eq!(info.burned, acted.burned, "{action:?}");
    assert!(info.min_limit >= info.burned, "{action:?}: {info:?}");
    // Nothing goes to a mailbox.
    assert_eq!((info.reserved, info.may_be_returned), (0, 0), "{action:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_action_runs_with_the_gas_that_was_estimated() {
    let (_node, api) = instant().await;
    let table = Table::deploy(&api, CONFIG).await;
    for player in [Bob, Charlie, Dave] {
        act_as_estimated(&table, player, &Action::Register, BET).await;
    }
    act_as_estimated(&table, Dave, &Action::Leave, 0).await;
    advance(&api, 25).await;
    for (player, mv) in [(Bob, Move::Paper), (Charlie, Move::Rock)] {
        let hash = commitment(&opening(mv, "secret"));
        act_as_estimated(&table, player, &Action::MakeMove(hash), 0).await;
    }
    for (player, mv) in [(Bob, Move::Paper), (Charlie, Move::Rock)] {
        act_as_estimated(&table, player, &Action::Reveal(opening(mv, "secret")), 0).await;
    }
    act_as_estimated(&table, Alice, &Action::StopGame, 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_alarm_that_an_action_arms_is_in_its_estimate() {
    let (_node, api) = instant().await;
    let table = Table::deploy(&api, CONFIG).await;
    act_as_estimated(&table, Bob, &Action::Register, BET).await;
    let charlie = signed(&api, Charlie);
    let info =
        charlie.calculate_handle_gas(table.id, Action::Register.encode(), BET, true).await.unwrap();
    assert!(info.min_limit > info.burned + 1_000_000_000, "{info:?}");
    assert!(!info.waited);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_upload_runs_with_the_gas_that_was_estimated() {
    let (_node, api) = instant().await;
    let alice = signed(&api, Alice);
    let wasm = rpsls::WASM_BINARY_OPT;
    let info = alice.calculate_upload_gas(wasm, CONFIG.encode(), 0, true).await.unwrap();
    let uploaded = alice
        .upload_program_bytes(wasm.to_vec(), vec![], CONFIG.encode(), info.min_limit, 0)
        .await
        .unwrap();
    let events = api.block_events_at(Some(uploaded.block_hash)).await.unwrap();
    assert_eq!(burned(&events), info.burned);
    let code = gear_core::ids::prelude::CodeIdExt::generate(wasm);
    let created = alice.calculate_create_gas(code, CONFIG.encode(), 0, true).await.unwrap();
    assert_eq!(created.min_limit, info.min_limit);
}

#[tokio::test(flavor = "multi_thread")]
async fn less_gas_than_estimated_fails_and_costs_no_more_than_itself() {
    let (_node, api) = instant().await;
    let table = Table::deploy(&api, CONFIG).await;
    let bob = signed(&api, Bob);
    let action = Action::Register.encode();
    let info = bob.calculate_handle_gas(table.id, &action, BET, true).await.unwrap();
    let before = bob.free_balance().await.unwrap();
    let gas = info.min_limit - 1;
    let sent = bob.send_message_bytes(table.id, action, gas, BET).await.unwrap();
    let events = api.block_events_at(Some(sent.block_hash)).await.unwrap();
    assert!(reply_to(sent.value, &events).is_none(), "an error reply only");
    let spent = before - bob.free_balance().await.unwrap();
    assert!(spent < VARA, "the bet came back: {spent}");
    assert!(table.state().await.lobby_list.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_can_be_had_without_sending_anything() {
    let (_node, api) = instant().await;
    let table = Table::deploy(&api, CONFIG).await;
    let bob = signed(&api, Bob);
    let reply = bob
        .calculate_reply_for_handle(table.id, Action::Register.encode(), GAS, 3 * BET)
        .await
        .unwrap();
    let said = Result::<GameEvent, GameError>::decode(&mut &reply.payload[..]).unwrap();
    assert_eq!(said, Ok(GameEvent::PlayerRegistered));
    assert_eq!(reply.value, 2 * BET);
    let all = bob
        .calculate_reply_for_handle_result(table.id, Action::Register.encode(), GAS, BET)
        .await
        .unwrap();
    assert_eq!((all.reply.value, all.messages.len()), (0, 0));
    assert!(table.state().await.lobby_list.is_empty(), "nothing has happened");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trial_is_no_later_than_the_block_that_it_is_tried_on() {
    let (_node, api) = instant().await;
    let table = Table::deploy(&api, CONFIG).await;
    let bob = signed(&api, Bob);
    for player in [Bob, Charlie] {
        table.act(&signed(&api, player), &Action::Register, BET).await;
    }
    // As long as the state has the stage go on, so has a message that is tried.
    while table.state().await.game_stage == GameStage::Preparation {
        let advance_now = Action::Advance.encode();
        let tried = bob.calculate_reply_for_handle(table.id, advance_now, GAS, 0).await.unwrap();
        let said = Result::<GameEvent, GameError>::decode(&mut &tried.payload[..]).unwrap();
        assert!(said.is_err(), "{said:?}");
        advance(&api, 1).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_estimate_for_no_program_is_an_error() {
    let (_node, api) = instant().await;
    let bob = signed(&api, Bob);
    let error = bob.calculate_handle_gas([7; 32].into(), vec![], 0, true).await.unwrap_err();
    assert!(error.to_string().contains("Runtime error"), "{error}");
}

/// The program that does what it is told, with something to spend.
async fn probe(api: &Api) -> ActorId {
    let alice = signed(api, Alice);
    let code = devnode_probe::WASM_BINARY_OPT.to_vec();
    let (_, id) = alice.upload_program_bytes(code, b"probe", [], GAS, 0).await.unwrap().value;
    alice.transfer_keep_alive(id, 50 * VARA).await.unwrap();
    id
}

async fn estimated(api: &Api, program: ActorId, task: &Task) -> gsdk::GasInfo {
    signed(api, Bob).calculate_handle_gas(program, task.encode(), 0, true).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_estimate_forbids_to_ask_how_much_gas_is_left() {
    let (_node, api) = instant().await;
    let program = probe(&api).await;
    let id = |id: ActorId| format!("0x{}", hex::encode(id.into_bytes()));
    let payload = format!("0x{}", hex::encode(Task::GasLeft.encode()));
    let params = rpc_params![id(crate::support::id(Bob)), id(program), payload, 0, true];
    let estimate = api.rpc().request::<serde_json::Value>("gear_calculateGasForHandle", params);
    let Err(RpcError::User(error)) = estimate.await else { panic!("it is forbidden") };
    let data: String = serde_json::from_str(error.data.unwrap().get()).unwrap();
    assert_eq!((error.code, &*error.message), (8000, "Runtime error"));
    let words = "\"Program terminated with a trap: 'Unable to call a forbidden function'\"";
    assert_eq!(data, words);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_estimate_forbids_a_block_and_a_calculated_reply_do_not() {
    let (_node, api) = instant().await;
    let program = probe(&api).await;
    let bob = signed(&api, Bob);
    let payload = Task::GasLeft.encode();
    let reply = bob.calculate_reply_for_handle(program, &payload, GAS, 0).await.unwrap();
    assert_eq!(reply.payload, b"done");
    let sent = bob.send_message_bytes(program, payload, GAS, 0).await.unwrap();
    let events = api.block_events_at(Some(sent.block_hash)).await.unwrap();
    assert_eq!(reply_to(sent.value, &events).unwrap().0, b"done");
}

#[tokio::test(flavor = "multi_thread")]
async fn gas_for_a_mailbox_and_for_a_later_message_is_in_the_limit() {
    let (_node, api) = instant().await;
    let program = probe(&api).await;
    let info = estimated(&api, program, &Task::Mail { value: VARA }).await;
    // All of the mail's gas is locked for its rent, so that none counts as reserved.
    assert_eq!((info.reserved, info.min_limit - info.burned), (0, 3000), "{info:?}");
    let gas = 3_000_000_000;
    let info = estimated(&api, program, &Task::WakeSelf { gas, delay: 5 }).await;
    assert_eq!(info.reserved, 0, "{info:?}");
    assert!(info.min_limit > info.burned + gas, "{info:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_waits_says_so_in_its_estimate() {
    let (_node, api) = instant().await;
    let program = probe(&api).await;
    assert!(estimated(&api, program, &Task::WaitFor(5)).await.waited);
    assert!(!estimated(&api, program, &Task::Nothing).await.waited);
}
