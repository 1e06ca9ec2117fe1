//! The gas that `gear_calculate…` answers is enough, and not much more than that.

use crate::support::*;
use devnode_probe::Task;
use gear_core::ids::ActorId;
use gsdk::{AccountKeyring::*, Api, ext::subxt::ext::subxt_rpcs::rpc_params};
use parity_scale_codec::{Decode, Encode};
use rpsls_io::{Action, Event as GameEvent, GameError};

async fn estimated(api: &Api, program: ActorId, task: &Task) -> gsdk::GasInfo {
    signed(api, Bob).calculate_handle_gas(program, task.encode(), 0, true).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_estimated_is_burned_and_a_unit_less_than_the_limit_fails() {
    let (_node, api) = instant().await;
    let alice = signed(&api, Alice);
    let wasm = rpsls::WASM_BINARY_OPT;
    let upload = alice.calculate_upload_gas(wasm, CONFIG.encode(), 0, true).await.unwrap();
    let sent =
        alice.upload_program_bytes(wasm, b"", CONFIG.encode(), upload.min_limit, 0).await.unwrap();
    let events = api.block_events_at(Some(sent.block_hash)).await.unwrap();
    assert_eq!(burned(&events), upload.burned);
    let code = gear_core::ids::prelude::CodeIdExt::generate(wasm);
    let create = alice.calculate_create_gas(code, CONFIG.encode(), 0, true).await.unwrap();
    assert_eq!(create.min_limit, upload.min_limit);

    let table = Table { api: api.clone(), id: sent.value.1 };
    let (bob, action) = (signed(&api, Bob), Action::Register);
    let info = bob.calculate_handle_gas(table.id, action.encode(), BET, true).await.unwrap();
    assert_eq!((info.reserved, info.may_be_returned, info.waited), (0, 0, false));
    let same = poor(&api).calculate_handle_gas(table.id, action.encode(), BET, true).await.unwrap();
    assert_eq!(same.burned, info.burned, "an estimate changes nothing and needs no money");
    let before = bob.free_balance().await.unwrap();
    let less = bob.send_message_bytes(table.id, action.encode(), info.min_limit - 1, BET).await;
    let less = less.unwrap();
    let events = api.block_events_at(Some(less.block_hash)).await.unwrap();
    assert!(reply_to(less.value, &events).is_none(), "there is only an error reply");
    assert!(before - bob.free_balance().await.unwrap() < VARA, "the bet came back");
    let acted = table.act_with(&bob, &action, BET, info.min_limit).await;
    assert_eq!((acted.reply, acted.burned), (Ok(GameEvent::PlayerRegistered), info.burned));

    let charlie = signed(&api, Charlie);
    let info = charlie.calculate_handle_gas(table.id, action.encode(), BET, true).await.unwrap();
    assert!(info.min_limit > info.burned + 1_000_000_000, "it arms an alarm: {info:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn gas_for_what_waits_is_in_the_limit() {
    let (_node, api) = instant().await;
    let program = probe(&api).await;
    let info = estimated(&api, program, &Task::Mail { value: VARA }).await;
    // All of the mail's gas is locked for its rent, so none of it counts as reserved.
    assert_eq!((info.reserved, info.min_limit - info.burned), (0, 3000), "{info:?}");
    let gas = 3_000_000_000;
    let info = estimated(&api, program, &Task::WakeSelf { gas, delay: 5 }).await;
    assert!(info.reserved == 0 && info.min_limit > info.burned + gas, "{info:?}");
    assert!(estimated(&api, program, &Task::WaitFor(5)).await.waited);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_may_ask_for_the_gas_that_is_left_though_an_estimate_forbids_it() {
    let (_node, api) = instant().await;
    let (program, bob) = (probe(&api).await, signed(&api, Bob));
    let nobody = rpc_params![hex(id(Bob)), hex([7; 32]), "0x", 0, true];
    let (code, words) = refused(&api, "gear_calculateGasForHandle", nobody).await;
    assert!(code == 8000 && words.contains("Failed to get last message from the queue"), "{words}");
    let payload = Task::GasLeft.encode();
    let reply = bob.calculate_reply_for_handle(program, &payload, GAS, 0).await.unwrap();
    assert_eq!(reply.payload, b"done");
    let sent = bob.send_message_bytes(program, payload, GAS, 0).await.unwrap();
    let events = api.block_events_at(Some(sent.block_hash)).await.unwrap();
    assert_eq!(reply_to(sent.value, &events).unwrap().0, b"done");
}

/// As on Vara, the calculation uses the best block's time. In the next block the stage is over.
#[tokio::test(flavor = "multi_thread")]
async fn a_reply_is_calculated_as_of_the_time_of_the_block() {
    let (_node, api) = instant().await;
    let table = Table::deploy(&api, CONFIG).await;
    let deadline = table.state().await.deadline;
    advance(&api, (CONFIG.entry_timeout / 3_000) as u32).await;
    let bob = signed(&api, Bob);
    let reply = bob.calculate_reply_for_handle(table.id, Action::Advance.encode(), GAS, 0).await;
    let reply: Result<GameEvent, _> = Decode::decode(&mut &reply.unwrap().payload[..]).unwrap();
    assert_eq!(reply, Err(GameError::StageNotOver { deadline }));
}
