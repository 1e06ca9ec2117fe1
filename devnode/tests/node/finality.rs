//! Blocks that are best and blocks that are final, and how much a block holds.

use crate::support::*;
use gsdk::{
    AccountKeyring::*,
    Api,
    ext::subxt::{
        config::polkadot::PolkadotExtrinsicParamsBuilder, ext::subxt_rpcs::rpc_params, tx::TxStatus,
    },
    gear::tx,
};
use std::time::Duration;
use tokio::time::timeout;
use vara_devnode::{BlockTime, Node, Options};

const SOON: Duration = Duration::from_secs(60);

/// A node whose blocks the test makes.
async fn waiting() -> (Node, Api) {
    ticking(3_600_000).await
}

async fn head(api: &Api, method: &str) -> String {
    api.rpc().request(method, rpc_params![]).await.unwrap()
}

async fn hash_of(api: &Api, number: u32) -> String {
    api.rpc().request("chain_getBlockHash", rpc_params![number]).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_final_head_is_two_blocks_behind_the_best() {
    let (_node, api) = waiting().await;
    advance(&api, 1).await;
    assert_eq!(head(&api, "chain_getFinalizedHead").await, hash_of(&api, 0).await);
    advance(&api, 9).await;
    assert_eq!(head(&api, "chain_getBlockHash").await, hash_of(&api, 10).await);
    assert_eq!(head(&api, "chain_getFinalizedHead").await, hash_of(&api, 8).await);
    let mut blocks = api.blocks().subscribe_finalized().await.unwrap();
    advance(&api, 1).await;
    for expected in [8, 9] {
        let block = timeout(SOON, blocks.next()).await.unwrap().unwrap().unwrap();
        assert_eq!(block.number(), expected);
    }
    let none = timeout(Duration::from_millis(200), blocks.next()).await;
    assert!(none.is_err(), "the tenth is not final yet");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_extrinsic_is_in_a_block_first_and_final_later() {
    let (_node, api) = waiting().await;
    let bob = signed(&api, Bob);
    let call = tx().system().remark(vec![]);
    let mut sent = api.tx().sign_and_submit_then_watch_default(&call, bob.signer()).await.unwrap();
    advance(&api, 1).await;
    let mut included = false;
    while !included {
        let status = timeout(SOON, sent.next()).await.unwrap().unwrap().unwrap();
        assert!(!matches!(status, TxStatus::InFinalizedBlock(_)), "nothing was built on it");
        included = matches!(status, TxStatus::InBestBlock(_));
    }
    let none = timeout(Duration::from_millis(200), sent.next()).await;
    assert!(none.is_err(), "one block is not enough");
    advance(&api, 2).await;
    let status = timeout(SOON, sent.next()).await.unwrap().unwrap().unwrap();
    assert!(matches!(status, TxStatus::InFinalizedBlock(_)), "{status:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_instant_block_is_final_after_a_while() {
    // Half a second for each, in which the test has to look.
    let (block_time, finality_lag) = (BlockTime::Instant, 10);
    let options = Options { block_time, finality_lag, ..Options::default() };
    let node = Node::start(options).await.unwrap();
    let api = Api::new(&node.url()).await.unwrap();
    let bob = signed(&api, Bob);
    let call = tx().system().remark(vec![]);
    let mut sent = api.tx().sign_and_submit_then_watch_default(&call, bob.signer()).await.unwrap();
    let mut seen = vec![];
    while let Some(status) = timeout(SOON, sent.next()).await.unwrap() {
        match status.unwrap() {
            TxStatus::InBestBlock(_) => {
                seen.push("best");
                let genesis = format!("{:?}", api.genesis_hash());
                assert_eq!(head(&api, "chain_getFinalizedHead").await, genesis);
            }
            TxStatus::InFinalizedBlock(_) => seen.push("final"),
            _ => {}
        }
    }
    assert_eq!(seen, ["best", "final"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_of_final_blocks_alone_come_when_they_are_final() {
    let (_node, api) = waiting().await;
    let filter = serde_json::json!({ "finalized_only": true });
    let mut told = api
        .rpc()
        .subscribe::<serde_json::Value>(
            "gear_subscribeUserMessageSent",
            rpc_params![filter],
            "gear_unsubscribeUserMessageSent",
        )
        .await
        .unwrap();
    let first = timeout(SOON, told.next()).await.unwrap().unwrap().unwrap();
    assert_eq!(first["ack"], true, "a subscription says that it has begun");
    let call = tx().gear().send_message(id(Charlie), b"hello".to_vec(), 0, 0, true);
    let _sent = api
        .tx()
        .sign_and_submit_then_watch_default(&call, signed(&api, Bob).signer())
        .await
        .unwrap();
    advance(&api, 2).await;
    assert!(timeout(Duration::from_millis(200), told.next()).await.is_err());
    advance(&api, 1).await;
    let message = timeout(SOON, told.next()).await.unwrap().unwrap().unwrap();
    assert_eq!(message["payload"], "0x68656c6c6f");
}

/// Submits so many messages of Bob's to no program, which wait for a block.
async fn submit_messages(api: &Api, count: u64) {
    let bob = signed(api, Bob);
    let call = tx().gear().send_message(id(Charlie), vec![], 0, 0, true);
    for nonce in 0..count {
        let params = PolkadotExtrinsicParamsBuilder::new().nonce(nonce).build();
        let signed = api.tx().create_signed(&call, bob.signer(), params).await.unwrap();
        signed.submit().await.unwrap();
    }
}

async fn pending(api: &Api) -> usize {
    let all: Vec<String> =
        api.rpc().request("author_pendingExtrinsics", rpc_params![]).await.unwrap();
    all.len()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_block_holds_what_its_weight_lets_it_and_the_rest_waits() {
    let (_node, api) = waiting().await;
    submit_messages(&api, 180).await;
    advance(&api, 1).await;
    // A quarter of a block's weight, each with a call's and an extrinsic's own.
    let fits = 250_000_000_000 / (1_316_535_626 + 107_074_000);
    assert_eq!(fits, 175);
    assert_eq!(pending(&api).await, 180 - fits);
    advance(&api, 1).await;
    assert_eq!(pending(&api).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operational_call_has_room_where_normal_ones_have_none() {
    let (_node, api) = waiting().await;
    submit_messages(&api, 175).await;
    let alice = signed(&api, Alice);
    let call = tx().utility().batch(vec![]);
    let params = PolkadotExtrinsicParamsBuilder::new().nonce(0).build();
    let operational = api.tx().create_signed(&call, alice.signer(), params).await.unwrap();
    operational.submit().await.unwrap();
    advance(&api, 1).await;
    assert_eq!(pending(&api).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_fits_in_no_block_is_refused() {
    let (_node, api) = waiting().await;
    let message = gsdk::gear::runtime_types::vara_runtime::RuntimeCall::Gear(
        gsdk::gear::gear::Call::send_message {
            destination: id(Charlie),
            payload: vec![],
            gas_limit: 0,
            value: 0,
            keep_alive: true,
        },
    );
    let bob = signed(&api, Bob);
    let params = PolkadotExtrinsicParamsBuilder::new().nonce(0).build();
    let call = tx().utility().batch(vec![message; 170]);
    let large = api.tx().create_signed(&call, bob.signer(), params).await.unwrap();
    let (code, words) = crate::refusals::refusal(&api, large.encoded()).await;
    assert_eq!(code, 1010);
    assert!(words.contains("Transaction would exhaust the block limits"), "{words}");
}
