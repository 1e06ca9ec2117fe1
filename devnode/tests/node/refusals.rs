//! Extrinsics that no block may have, and those that fail in one.

use crate::support::*;
use gsdk::{
    AccountKeyring::*,
    ext::subxt::ext::subxt_rpcs::{Error as RpcError, rpc_params},
    gear::tx,
};
use parity_scale_codec::{Decode, Encode};
use rpsls_io::Action;

/// A signed extrinsic of Bob's that nothing is wrong with.
async fn signed_remark(api: &gsdk::Api, nonce: Option<u64>) -> Vec<u8> {
    let bob = signed(api, Bob);
    let mut params = gsdk::ext::subxt::config::polkadot::PolkadotExtrinsicParamsBuilder::new();
    if let Some(nonce) = nonce {
        params = params.nonce(nonce);
    }
    let call = tx().system().remark(vec![1, 2, 3]);
    let signed = api.tx().create_signed(&call, bob.signer(), params.build()).await.unwrap();
    signed.encoded().to_vec()
}

/// The code and the data of the error with which the node refuses an extrinsic.
pub async fn refusal(api: &gsdk::Api, bytes: &[u8]) -> (i32, String) {
    let hex = format!("0x{}", hex::encode(bytes));
    let submitted = api.rpc().request::<String>("author_submitExtrinsic", rpc_params![hex]).await;
    match submitted.expect_err("it is refused") {
        RpcError::User(error) => {
            let data = error.data.map(|data| data.get().to_owned()).unwrap_or_default();
            (error.code, format!("{} {data}", error.message))
        }
        other => panic!("not an answer of the node: {other}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_good_extrinsic_is_accepted_once() {
    let (_node, api) = instant().await;
    let bytes = signed_remark(&api, None).await;
    let hex = format!("0x{}", hex::encode(&bytes));
    let hash: String = api.rpc().request("author_submitExtrinsic", rpc_params![hex]).await.unwrap();
    assert_eq!(hash, format!("0x{}", hex::encode(gsdk::ext::sp_core::blake2_256(&bytes))));
    let (code, words) = refusal(&api, &bytes).await;
    assert_eq!(code, 1010);
    assert!(words.contains("Transaction is outdated"), "{words}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bad_signature_is_refused() {
    let (_node, api) = instant().await;
    let mut bytes = signed_remark(&api, None).await;
    // The length in two bytes, the version, the address's kind and 32 bytes, the
    // signature's kind.
    bytes[2 + 1 + 33 + 1] ^= 1;
    let (code, words) = refusal(&api, &bytes).await;
    assert_eq!(code, 1010);
    assert!(words.contains("Transaction has a bad signature"), "{words}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_was_changed_after_signing_is_refused() {
    let (_node, api) = instant().await;
    let mut bytes = signed_remark(&api, None).await;
    *bytes.last_mut().unwrap() ^= 1;
    let (code, words) = refusal(&api, &bytes).await;
    assert_eq!((code, words.contains("bad signature")), (1010, true), "{words}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_another_chain_was_signed_for_is_refused() {
    let (_node, api) = instant().await;
    let (_other_node, other) = instant().await;
    let bytes = signed_remark(&other, None).await;
    let (code, words) = refusal(&api, &bytes).await;
    assert_eq!((code, words.contains("bad signature")), (1010, true), "{words}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_nonce_of_the_past_is_refused_and_one_of_the_future_waits() {
    let (_node, api) = instant().await;
    let bob = signed(&api, Bob);
    let later = signed_remark(&api, Some(1)).await;
    let hex = format!("0x{}", hex::encode(&later));
    let _: String = api.rpc().request("author_submitExtrinsic", rpc_params![hex]).await.unwrap();
    let waiting: Vec<String> =
        api.rpc().request("author_pendingExtrinsics", rpc_params![]).await.unwrap();
    assert_eq!(waiting, [format!("0x{}", hex::encode(&later))]);
    let (code, _) = refusal(&api, &later).await;
    assert_eq!(code, 1013, "it is there already");
    bob.transfer_keep_alive(id(Charlie), VARA).await.unwrap();
    assert_eq!(bob.account_nonce().await.unwrap(), 2, "both were included");
    let old = signed_remark(&api, Some(0)).await;
    assert_eq!(refusal(&api, &old).await.0, 1010);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_extrinsics_with_one_nonce_are_not_both_taken() {
    let (_node, api) = ticking(60_000).await;
    let first = signed_remark(&api, None).await;
    let hex = format!("0x{}", hex::encode(&first));
    let _: String = api.rpc().request("author_submitExtrinsic", rpc_params![hex]).await.unwrap();
    // A shorter one would be worth more, and take the first one's place.
    let call = tx().system().remark(vec![9, 9, 9]);
    let bob = signed(&api, Bob);
    let params = gsdk::ext::subxt::config::polkadot::PolkadotExtrinsicParamsBuilder::new();
    let second =
        api.tx().create_signed(&call, bob.signer(), params.nonce(0).build()).await.unwrap();
    assert_eq!(refusal(&api, second.encoded()).await.0, 1014);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_without_funds_is_refused() {
    let (_node, api) = instant().await;
    let poor = api.clone().signed("//Nobody", None).unwrap();
    let call = tx().system().remark(vec![]);
    let params = gsdk::ext::subxt::config::polkadot::PolkadotExtrinsicParamsBuilder::new();
    let signed =
        api.tx().create_signed(&call, poor.signer(), params.nonce(0).build()).await.unwrap();
    let (code, words) = refusal(&api, signed.encoded()).await;
    assert_eq!(code, 1010);
    assert!(words.contains("Inability to pay some fees"), "{words}");
}

#[tokio::test(flavor = "multi_thread")]
async fn bytes_that_are_no_extrinsic_are_refused() {
    let (_node, api) = instant().await;
    let good = signed_remark(&api, None).await;
    let mut cut = good.clone();
    cut.truncate(50);
    let longer = [&good[..], &[0]].concat();
    let unsigned = {
        let body = Vec::<u8>::decode(&mut &good[..]).unwrap();
        [&[4], &body[body.len() - 6..]].concat().encode()
    };
    for bytes in [vec![], vec![0xff; 40], cut, longer, unsigned] {
        let (code, words) = refusal(&api, &bytes).await;
        assert_eq!(code, 1001, "{words}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_nested_without_end_are_refused() {
    let (_node, api) = instant().await;
    // Each level is `Utility.batch` of one call.
    let mut call = vec![];
    for _ in 0..100_000 {
        call.extend([8, 0, 4]);
    }
    call.extend([0, 0, 0]);
    let mut body = vec![0x84, 0];
    body.extend([1; 32]);
    body.push(1);
    body.extend([0; 64]);
    body.extend([0, 0, 0, 0]);
    body.extend(call);
    let (code, words) = refusal(&api, &body.encode()).await;
    assert_eq!(code, 1001, "{words}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_its_sender_cannot_pay_fails_in_its_block() {
    let (_node, api) = instant().await;
    let table = Table::deploy(&api, CONFIG).await;
    let poor = api.clone().signed("//Poor", None).unwrap();
    let address = poor.account_id().clone();
    signed(&api, Alice).transfer_keep_alive(address.clone(), 5 * VARA).await.unwrap();
    let sent = poor.send_message_bytes(table.id, Action::Register.encode(), GAS / 100, BET).await;
    let error = sent.unwrap_err().to_string();
    assert!(error.contains("GearBank(InsufficientBalance)"), "{error}");
    let left = api.free_balance(address).await.unwrap();
    let events = api.block_events_at(None).await.unwrap();
    assert_eq!(left, 5 * VARA - fee(&events), "only the fee is gone");
    assert!(table.state().await.lobby_list.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn gas_over_the_limit_fails() {
    let (_node, api) = instant().await;
    let table = Table::deploy(&api, CONFIG).await;
    let limit = api.block_gas_limit().unwrap();
    let bob = signed(&api, Bob);
    let sent = bob.send_message_bytes(table.id, Action::Register.encode(), limit + 1, BET).await;
    let error = sent.unwrap_err().to_string();
    assert!(error.contains("Gear(GasLimitTooHigh)"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_whose_init_failed_takes_no_messages() {
    let (_node, api) = instant().await;
    let alice = signed(&api, Alice);
    let wasm = rpsls::WASM_BINARY_OPT.to_vec();
    let uploaded = alice.upload_program_bytes(wasm, vec![], b"no config".to_vec(), GAS, 0).await;
    let (_, program) = uploaded.unwrap().value;
    let sent = alice.send_message_bytes(program, Action::Register.encode(), GAS, BET).await;
    let error = sent.unwrap_err().to_string();
    assert!(error.contains("Gear(InactiveProgram)"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_state_of_a_block_that_is_not_known_is_refused() {
    let (_node, api) = instant().await;
    let unknown = gsdk::ext::subxt::utils::H256([7; 32]);
    let error = api.storage_at(Some(unknown)).await.unwrap();
    let error = error.fetch(&gsdk::gear::storage().system().number()).await.unwrap_err();
    let words = format!("Header was not found in the database: {unknown:?}");
    assert!(error.to_string().contains(&format!("UnknownBlock: {words}")), "{error}");
    let error = api.read_state_bytes_at(id(Alice), vec![], Some(unknown)).await.unwrap_err();
    let error = error.to_string();
    assert!(error.contains(&format!("Api called for an unknown Block: {words}")), "{error}");
    assert!(error.contains("8000"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn storage_is_read_by_a_thousand_keys_at_once_and_no_more() {
    let (_node, api) = instant().await;
    let keys: Vec<String> =
        (0..1001u32).map(|n| format!("0x{}", hex::encode(n.encode()))).collect();
    let many = api.rpc().request::<serde_json::Value>("state_queryStorageAt", rpc_params![keys]);
    assert!(format!("{:?}", many.await.unwrap_err()).contains("at most 1000 keys"));
    let same = vec!["0x00"; 100_000];
    let answer = api.rpc().request::<serde_json::Value>("state_queryStorageAt", rpc_params![same]);
    assert_eq!(answer.await.unwrap()[0]["changes"].as_array().unwrap().len(), 1);
}
