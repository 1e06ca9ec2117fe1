//! When blocks are made and final, what they hold, and how the chain's own time moves.

use crate::support::*;
use gsdk::{
    AccountKeyring::*,
    Api,
    ext::subxt::{ext::subxt_rpcs::rpc_params, tx::TxStatus},
    gear::tx,
};
use serde_json::{Value, json};
use std::time::{Duration, SystemTime};
use vara_devnode::{BlockTime, Options};

async fn hash_of(api: &Api, number: u32) -> String {
    ask(api, "chain_getBlockHash", rpc_params![number]).await
}

async fn final_head(api: &Api) -> String {
    ask(api, "chain_getFinalizedHead", rpc_params![]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_instant_node_makes_a_block_for_each_extrinsic_and_others_by_themselves() {
    let (_node, api) = instant().await;
    for expected in 0..=3 {
        assert_eq!(api.number().await.unwrap(), expected);
        signed(&api, Alice).transfer_keep_alive(id(Bob), VARA).await.unwrap();
    }
    let block_time = BlockTime::Every(Duration::from_millis(20));
    let (_node, api) = node(Options { block_time, ..Options::default() }).await;
    for mut blocks in [
        api.blocks().subscribe_all().await.unwrap(),
        api.blocks().subscribe_best().await.unwrap(),
        api.blocks().subscribe_finalized().await.unwrap(),
    ] {
        let mut last = None;
        for _ in 0..5 {
            let block = soon(blocks.next()).await.unwrap().unwrap();
            assert!(last.is_none_or(|last| block.number() == last + 1));
            last = Some(block.number());
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_block_moves_the_time_on_by_three_seconds_and_none_is_left_out() {
    let (_node, api) = instant().await;
    let start = api.block_timestamp(None).await.unwrap();
    let now = SystemTime::UNIX_EPOCH.elapsed().unwrap().as_millis();
    assert!(now.abs_diff(start.into()) < PATIENCE.as_millis(), "it starts at the present time");
    let mut blocks = api.blocks().subscribe_all().await.unwrap();
    assert_eq!(advance(&api, 500).await, 500);
    for expected in 0..=500 {
        assert_eq!(soon(blocks.next()).await.unwrap().unwrap().number(), expected);
    }
    assert_eq!(api.block_timestamp(None).await.unwrap(), start + 1_500_000);
    assert_eq!(api.gear_block_number(None).await.unwrap(), 500);
    let (_, words) = refused(&api, "dev_advanceBlocks", rpc_params![100_001]).await;
    assert!(words.contains("at most 100000"), "{words}");
    assert_eq!(api.number().await.unwrap(), 500);
}

#[tokio::test(flavor = "multi_thread")]
async fn old_blocks_are_forgotten_but_for_the_hash_that_names_the_chain() {
    let options = Options { history: 10, block_time: BlockTime::Instant, ..Options::default() };
    let (_node, api) = node(options).await;
    let (_other_node, other) = instant().await;
    assert_ne!(api.genesis_hash(), other.genesis_hash(), "two nodes are two chains");
    let hashes = [hash_of(&api, 0).await];
    assert_eq!(hashes[0], hex(api.genesis_hash()));
    advance(&api, 30).await;
    let header =
        async |hash: &str| -> Value { ask(&api, "chain_getHeader", rpc_params![hash]).await };
    let kept = hash_of(&api, 21).await;
    assert_eq!(header(&kept).await["number"], "0x15");
    let gone: Value = ask(&api, "chain_getBlockHash", rpc_params![20]).await;
    assert!(gone.is_null());
    assert_eq!(hash_of(&api, 0).await, hashes[0]);
    advance(&api, 1).await;
    assert!(header(&kept).await.is_null());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_block_is_final_when_two_are_built_on_it() {
    let (_node, api) = waiting(2).await;
    let mut blocks = api.blocks().subscribe_finalized().await.unwrap();
    let filter = json!({ "finalized_only": true });
    let (subscribe, unsubscribe) =
        ("gear_subscribeUserMessageSent", "gear_unsubscribeUserMessageSent");
    let told = api.rpc().subscribe(subscribe, rpc_params![filter], unsubscribe).await;
    let mut told = told.unwrap();
    assert_eq!(next(&mut told).await["ack"], true, "the subscription confirms that it has begun");
    let call = tx().gear().send_message(id(Charlie), b"hello".to_vec(), 0, 0, true);
    let bob = signed(&api, Bob);
    let mut sent = api.tx().sign_and_submit_then_watch_default(&call, bob.signer()).await.unwrap();
    let mut seen = vec![];
    // Makes one block at a time, and looks after each at what is final.
    for number in 1..=3u32 {
        advance(&api, 1).await;
        let is_final = number.saturating_sub(2);
        assert_eq!(final_head(&api).await, hash_of(&api, is_final).await);
        seen.push(format!("block {number}"));
        while seen.last().is_some_and(|last| *last == "block 1" || *last == "block 3") {
            match soon(sent.next()).await.unwrap().unwrap() {
                TxStatus::InBestBlock(_) => seen.push("best".into()),
                TxStatus::InFinalizedBlock(_) => seen.push("final".into()),
                _ => {}
            }
        }
    }
    assert_eq!(seen, ["block 1", "best", "block 2", "block 3", "final"]);
    let message = next(&mut told).await;
    assert_eq!(
        (&message["payload"], &message["block"]),
        (&json!("0x68656c6c6f"), &json!(hash_of(&api, 1).await))
    );
    for expected in [0, 1] {
        assert_eq!(soon(blocks.next()).await.unwrap().unwrap().number(), expected);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_instant_block_is_final_after_a_while() {
    // The lag lasts for days, so the block can't be final when the test looks.
    let (block_time, finality_lag) = (BlockTime::Instant, 1_000_000);
    let (_node, api) = node(Options { block_time, finality_lag, ..Options::default() }).await;
    advance(&api, 1).await;
    assert_eq!(final_head(&api).await, hash_of(&api, 0).await);
    let (block_time, finality_lag) = (BlockTime::Instant, 1);
    let (_node, api) = node(Options { block_time, finality_lag, ..Options::default() }).await;
    let mut blocks = api.blocks().subscribe_finalized().await.unwrap();
    advance(&api, 1).await;
    for expected in [0, 1] {
        assert_eq!(soon(blocks.next()).await.unwrap().unwrap().number(), expected);
    }
}

/// Submits so many messages from Bob to an account. They wait for a block.
async fn submit_messages(api: &Api, count: u64) {
    let bob = signed(api, Bob);
    let call = tx().gear().send_message(id(Charlie), vec![], 0, 0, true);
    for nonce in 0..count {
        let bytes = sign(&bob, nonce, 0, &call).await;
        let _: String = ask(api, "author_submitExtrinsic", rpc_params![hex(bytes)]).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_block_holds_what_its_weight_lets_it_and_an_operational_call_besides() {
    let (_node, api) = waiting(2).await;
    submit_messages(&api, 180).await;
    let operational = sign(&signed(&api, Alice), 0, 0, &tx().utility().batch(vec![])).await;
    let _: String = ask(&api, "author_submitExtrinsic", rpc_params![hex(&operational)]).await;
    advance(&api, 1).await;
    // Normal extrinsics have a quarter of a block's weight. Each takes its call's weight and the
    // base weight.
    let fits = 250_000_000_000 / (1_316_535_626 + 107_074_000);
    assert_eq!(fits, 175);
    let left = pending(&api).await;
    assert_eq!((left.len(), left.contains(&hex(&operational))), (180 - fits, false));
    advance(&api, 1).await;
    assert!(pending(&api).await.is_empty());
}
