//! When blocks are made, and what the chain's own time does.

use crate::support::*;
use gsdk::AccountKeyring::*;
use std::time::{Duration, Instant, SystemTime};

#[tokio::test(flavor = "multi_thread")]
async fn an_instant_node_makes_a_block_for_each_extrinsic_and_no_other() {
    let (_node, api) = instant().await;
    assert_eq!(api.number().await.unwrap(), 0);
    for expected in 1..=3 {
        signed(&api, Alice).transfer_keep_alive(id(Bob), VARA).await.unwrap();
        assert_eq!(api.number().await.unwrap(), expected);
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(api.number().await.unwrap(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn blocks_come_by_themselves_at_their_time() {
    let (_node, api) = ticking(50).await;
    let (from, start) = (api.number().await.unwrap(), Instant::now());
    while api.number().await.unwrap() < from + 10 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(start.elapsed() > Duration::from_millis(400), "not faster than asked for");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_block_moves_the_time_on_by_three_seconds() {
    let (_node, api) = instant().await;
    let start = api.block_timestamp(None).await.unwrap();
    let now = SystemTime::UNIX_EPOCH.elapsed().unwrap().as_millis();
    assert!(now.abs_diff(start.into()) < 60_000, "it starts at the wall clock's");
    assert_eq!(advance(&api, 1000).await, 1000);
    assert_eq!(api.block_timestamp(None).await.unwrap(), start + 3_000_000);
    assert_eq!(api.gear_block_number(None).await.unwrap(), 1000);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_are_two_chains() {
    let (_one, one) = instant().await;
    let (_other, other) = instant().await;
    assert_ne!(one.genesis_hash(), other.genesis_hash());
}

#[tokio::test(flavor = "multi_thread")]
async fn old_blocks_are_forgotten_and_new_ones_kept() {
    let (_node, api) = instant().await;
    let genesis = api.genesis_hash();
    advance(&api, 100).await;
    let early = api.legacy().chain_get_block_hash(Some(50u64.into())).await.unwrap();
    assert!(api.legacy().chain_get_header(early).await.unwrap().is_some());
    advance(&api, 3000).await;
    assert!(api.legacy().chain_get_header(early).await.unwrap().is_none());
    let first = api.legacy().chain_get_block_hash(Some(0u64.into())).await.unwrap();
    assert_eq!(first, Some(genesis), "its hash names the chain");
    let late = api.legacy().chain_get_block_hash(Some(3050u64.into())).await.unwrap();
    assert!(api.legacy().chain_get_header(late).await.unwrap().is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_blocks_at_once_are_refused() {
    let (_node, api) = instant().await;
    let params = gsdk::ext::subxt::ext::subxt_rpcs::rpc_params![100_001];
    let error = api.rpc().request::<u32>("dev_advanceBlocks", params).await.unwrap_err();
    assert!(format!("{error:?}").contains("at most 100000"), "{error:?}");
    assert_eq!(api.number().await.unwrap(), 0);
}
