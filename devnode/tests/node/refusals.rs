//! Extrinsics that no block may include, extrinsics that fail in their block, and requests that get
//! an error.

use crate::support::*;
use gear_core::ids::{ActorId, CodeId, MessageId, prelude::*};
use gsdk::{
    AccountKeyring::*,
    Api,
    ext::{
        sp_core::blake2_256,
        subxt::{
            ext::subxt_rpcs::rpc_params,
            tx::Payload,
            utils::{AccountId32, H256, MultiAddress},
        },
    },
    gear::{self, runtime_types::vara_runtime::RuntimeCall, tx},
};
use parity_scale_codec::{Decode, Encode};
use rpsls_io::{Action, GameConfig};
use serde_json::{Value, json};

/// An extrinsic with very many nested calls and a made-up signature.
fn nested(call: &[u8]) -> Vec<u8> {
    as_if_signed(&call.repeat(100_000))
}

#[tokio::test(flavor = "multi_thread")]
async fn what_no_block_may_have_is_refused_with_the_reason() {
    let (_node, api) = instant().await;
    let (_other_node, other) = instant().await;
    let bob = signed(&api, Bob);
    let remark = tx().system().remark(vec![1, 2, 3]);
    let good = sign(&bob, 0, 0, &remark).await;
    let changed = |place: usize| {
        let mut bytes = good.clone();
        bytes[place] ^= 1;
        bytes
    };
    // Before the signature come the length in two bytes, the version, the address's kind and its 32
    // bytes, and the signature's kind.
    let signature = 2 + 1 + 33 + 1;
    let body = Vec::<u8>::decode(&mut &good[..]).unwrap();
    let unsigned = [&[4], &body[body.len() - 6..]].concat().encode();
    let message = RuntimeCall::Gear(gear::gear::Call::send_message {
        destination: id(Charlie),
        payload: vec![],
        gas_limit: 0,
        value: 0,
        keep_alive: true,
    });
    let many = tx().utility().batch(vec![message; 170]);
    let metadata = api.metadata();
    let utility = metadata.pallet_by_name("Utility").unwrap();
    let index = |name: &str| utility.call_variant_by_name(name).unwrap().index;
    let one_call = 1 << 2;
    for (bytes, code, words) in [
        (changed(signature), 1010, "Transaction has a bad signature"),
        (changed(good.len() - 1), 1010, "Transaction has a bad signature"),
        (sign(&signed(&other, Bob), 0, 0, &remark).await, 1010, "Transaction has a bad signature"),
        (sign(&poor(&api), 0, 0, &remark).await, 1010, "Inability to pay some fees"),
        (sign(&bob, 0, 0, &many).await, 1010, "Transaction would exhaust the block limits"),
        (vec![], 1001, "invalid format"),
        (vec![0xff; 40], 1001, "invalid format"),
        (good[..50].to_vec(), 1001, "invalid format"),
        ([&good[..], &[0]].concat(), 1001, "there are bytes after the extrinsic"),
        (unsigned, 1001, "unsigned extrinsics are not accepted"),
        (nested(&[utility.index(), index("batch"), one_call]), 1001, "nested too deep"),
        (nested(&[utility.index(), index("as_derivative"), 0, 0]), 1001, "nested too deep"),
    ] {
        let (found, told) = refusal(&api, &bytes).await;
        assert_eq!((found, told.contains(words)), (code, true), "{words}: {told}");
    }
    let hash: String = ask(&api, "author_submitExtrinsic", rpc_params![hex(&good)]).await;
    assert_eq!(hash, hex(blake2_256(&good)), "the unchanged one is valid");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_extrinsic_waits_for_those_before_it_and_is_taken_once() {
    let (_node, api) = instant().await;
    let bob = signed(&api, Bob);
    let later = sign(&bob, 1, 0, &tx().system().remark(vec![])).await;
    let _: String = ask(&api, "author_submitExtrinsic", rpc_params![hex(&later)]).await;
    assert_eq!(pending(&api).await, [hex(&later)]);
    assert_eq!(refusal(&api, &later).await.0, 1013, "the pool has it already");
    bob.transfer_keep_alive(id(Charlie), VARA).await.unwrap();
    assert_eq!(bob.account_nonce().await.unwrap(), 2, "both were included");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_fails_in_its_block_costs_its_fee_and_nothing_else() {
    let (_node, api) = instant().await;
    let table = Table::deploy(&api, CONFIG).await;
    let bob = signed(&api, Bob);
    let all = bob.free_balance().await.unwrap();
    let wasm = rpsls::WASM_BINARY_OPT.to_vec();
    let code = CodeId::generate(&wasm);
    let check = async |call: Box<dyn Payload + Send + Sync>, name: &str| {
        let before = bob.free_balance().await.unwrap();
        fails(submit(&bob, call).await, name);
        let events = api.block_events_at(None).await.unwrap();
        assert_eq!(before - bob.free_balance().await.unwrap(), fee(&events), "{name}");
    };
    let send = |gas, value| {
        let register = Action::Register.encode();
        Box::new(tx().gear().send_message(table.id, register, gas, value, true))
    };
    check(send(GAS, all), "InsufficientBalance").await;
    check(send(api.block_gas_limit().unwrap() + 1, BET), "GasLimitTooHigh").await;
    let dest = || MultiAddress::Id(AccountId32([9; 32]));
    let transfer = |amount| Box::new(tx().balances().transfer_keep_alive(dest(), amount));
    check(transfer(all), "Funds are unavailable").await;
    let create = |code, salt: &[u8]| {
        let config = CONFIG.encode();
        Box::new(tx().gear().create_program(code, salt.to_vec(), config, GAS, 0, true))
    };
    check(create(code, b"table"), "ProgramAlreadyExists").await;
    check(create(CodeId::from([1; 32]), b""), "CodeDoesntExist").await;
    check(Box::new(tx().gear().upload_code(wasm)), "CodeAlreadyExists").await;
    let no_code = tx().gear().upload_code(b"no wasm".to_vec());
    check(Box::new(no_code), "ProgramConstructionFailed").await;
    let to_nothing = tx().gear().send_reply(MessageId::zero(), vec![], 0, 0, true);
    check(Box::new(to_nothing), "MessageNotFound").await;
    // Calls that the engine does not know, alone and in a batch.
    check(Box::new(tx().staking().chill()), "CallFiltered").await;
    let chill = RuntimeCall::Staking(gear::staking::Call::chill);
    check(Box::new(tx().utility().batch_all(vec![chill])), "CallFiltered").await;
    assert!(table.state().await.lobby_list.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_whose_init_fails_costs_no_value_and_takes_no_messages() {
    let (_node, api) = instant().await;
    let alice = signed(&api, Alice);
    let config = GameConfig { players_count_limit: 1, ..CONFIG }.encode();
    let wasm = rpsls::WASM_BINARY_OPT.to_vec();
    let estimate = alice.calculate_upload_gas(&wasm, &config, 0, true).await.unwrap_err();
    let estimate = format!("{estimate:?}");
    assert!(estimate.contains("Program terminated with a trap"), "{estimate}");
    let before = alice.free_balance().await.unwrap();
    let uploaded = alice.upload_program_bytes(wasm, vec![], config, GAS, VARA).await.unwrap();
    let (message, program) = uploaded.value;
    let events = api.block_events_at(Some(uploaded.block_hash)).await.unwrap();
    assert!(reply_to(message, &events).is_none(), "there is only an error reply");
    let spent = before - alice.free_balance().await.unwrap() - fee(&events);
    assert!(spent < VARA / 5, "value and existential deposit come back: {spent}");
    let sent = alice.send_message_bytes(program, Action::Register.encode(), GAS, BET).await;
    fails(sent, "Gear(InactiveProgram)");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_there_is_told_in_a_node_s_words() {
    let (_node, api) = instant().await;
    let unknown = H256([7; 32]);
    let words = format!("Header was not found in the database: {unknown:?}");
    let number = hex(gsdk::ext::sp_core::twox_128(b"System"));
    let (code, told) = refused(&api, "state_getStorage", rpc_params![number, unknown]).await;
    assert_eq!((code, told.trim()), (4003, &*format!("Client error: UnknownBlock: {words}")));
    let read = |at: Option<H256>| rpc_params![hex(id(Alice)), "0x", at];
    let (code, told) = refused(&api, "gear_readState", read(Some(unknown))).await;
    assert_eq!((code, told.trim()), (8000, &*format!("Api called for an unknown Block: {words}")));
    let (code, told) = refused(&api, "gear_readState", read(None)).await;
    assert_eq!((code, &*told), (8000, r#"Runtime error "\"Program not found\"""#));
    let no_block: Option<H256> =
        ask(&api, "chain_getBlockHash", rpc_params![4_000_000_000u32]).await;
    assert_eq!(no_block, None);
    let keys: Vec<_> = (0..1001u32).map(|n| hex(n.encode())).collect();
    let (_, told) = refused(&api, "state_queryStorageAt", rpc_params![keys]).await;
    assert!(told.contains("at most 1000 keys"), "{told}");
    let same = rpc_params![vec!["0x00"; 100_000]];
    let once: Value = ask(&api, "state_queryStorageAt", same).await;
    assert_eq!(once[0]["changes"].as_array().unwrap().len(), 1);
}

/// The lobby of a table as of a block.
async fn lobby(api: &Api, table: ActorId, at: H256) -> Vec<ActorId> {
    match api.read_state_at(table, vec![], Some(at)).await.unwrap() {
        rpsls_io::StateReply::All(state) => state.lobby_list,
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_past_is_answered_as_of_its_blocks() {
    let (_node, api) = instant().await;
    let table = Table::deploy(&api, CONFIG).await;
    let before: H256 = ask(&api, "chain_getBlockHash", rpc_params![]).await;
    let bob = signed(&api, Bob);
    table.act(&bob, &Action::Register, BET).await.reply.unwrap();
    let after: H256 = ask(&api, "chain_getBlockHash", rpc_params![]).await;
    assert_eq!(lobby(&api, table.id, before).await, []);
    assert_eq!(lobby(&api, table.id, after).await, [id(Bob)]);
    let state: Value = ask(&api, "gear_readState", rpc_params![hex(table.id), "0x", before]).await;
    let batch = rpc_params![[(hex(table.id), "0x")], before];
    let batch: Value = ask(&api, "gear_readStateBatch", batch).await;
    assert_eq!(batch, json!([state]));
    for (at, is_in) in [(before, false), (after, true)] {
        let leave = Action::Leave.encode();
        let reply = bob.calculate_reply_for_handle_at(table.id, leave, GAS, 0, Some(at)).await;
        let said = Result::<rpsls_io::Event, rpsls_io::GameError>::decode(
            &mut &reply.unwrap().payload[..],
        );
        assert_eq!(said.unwrap().is_ok(), is_in);
    }
}
