//! Codes, programs and batches through `gsdk`. `cli/tests/suite/game.rs` and
//! `devnode/tests/js/journey.test.js` play whole games.

use crate::support::*;
use gear_core::ids::{ActorId, CodeId, prelude::*};
use gsdk::{AccountKeyring::*, Event, gear::system::Event as SystemEvent};
use parity_scale_codec::Encode;
use rpsls_io::Action;

#[tokio::test(flavor = "multi_thread")]
async fn a_code_is_stored_and_makes_programs_and_a_batch_goes_on_where_one_of_it_fails() {
    let (_node, api) = instant().await;
    let (alice, bob) = (signed(&api, Alice), signed(&api, Bob));
    let wasm = rpsls::WASM_BINARY_OPT;
    let code = alice.upload_code(wasm.to_vec()).await.unwrap().value;
    assert_eq!(code, CodeId::generate(wasm));
    assert_eq!(api.original_code_at(code, None).await.unwrap(), wasm);
    let made = alice.create_program_bytes(code, b"1", CONFIG.encode(), GAS, 0).await.unwrap();
    let table = Table { api: api.clone(), id: made.value.1 };
    assert_eq!(table.id, ActorId::generate_from_user(code, b"1"));
    assert_eq!(api.active_program_at(table.id, None).await.unwrap().code_id, code);
    let messages = [GAS, u64::MAX, GAS].map(|gas| (table.id, Action::Register.encode(), gas, BET));
    let sent = bob.send_message_bytes_batch(messages).await.unwrap().value;
    assert_eq!(sent.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
    assert_eq!(table.state().await.lobby_list, [id(Bob)], "Bob is registered once");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_to_an_account_is_a_transfer_and_who_gives_away_all_is_gone() {
    let (_node, api) = instant().await;
    let (bob, poor) = (signed(&api, Bob), poor(&api));
    let its = ActorId::from(<[u8; 32]>::from(poor.account_id().clone()));
    let all = issuance(&api).await;
    // `gsdk` looks for a queued message, but no message is queued for an account.
    bob.send_message_bytes(its, b"hello".to_vec(), 0, 3 * VARA).await.unwrap_err();
    assert_eq!(poor.free_balance().await.unwrap(), 3 * VARA);
    let given = poor.transfer_all(id(Bob), false).await.unwrap();
    let events = api.block_events_at(Some(given.block_hash)).await.unwrap();
    let killed = |event: &Event| matches!(event, Event::System(SystemEvent::KilledAccount { .. }));
    assert!(events.iter().any(killed));
    assert_eq!(api.free_balance(its).await.unwrap_or_default(), 0);
    assert_eq!(issuance(&api).await, all);
}
