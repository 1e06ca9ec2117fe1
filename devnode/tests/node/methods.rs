//! The README's table has exactly the methods that the node serves.

use crate::support::*;
use gsdk::{Api, ext::subxt::ext::subxt_rpcs::rpc_params};
use serde_json::Value;
use std::collections::BTreeSet;
use vara_devnode::Options;

/// The methods in backticks in the README's table.
fn documented() -> BTreeSet<String> {
    let readme = include_str!("../../README.md");
    let rows = readme.lines().skip_while(|line| !line.starts_with("| method")).skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    rows.flat_map(|row| {
        let first = row.split('|').nth(1).unwrap_or_default();
        first.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>()
    })
    .collect()
}

async fn served(api: &Api) -> BTreeSet<String> {
    let served: Value = ask(api, "rpc_methods", rpc_params![]).await;
    serde_json::from_value(served["methods"].clone()).unwrap()
}

/// The README's list of methods that a Vara node serves and this one does not.
fn missing() -> BTreeSet<String> {
    let readme = include_str!("../../README.md");
    let start = readme.find("Methods of a Vara node that are not served").expect("it is there");
    let list = readme[start..].split("\n\n").next().unwrap();
    list.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_readme_lists_the_methods_that_are_served_and_a_vara_node_s_that_are_not() {
    let (_node, api) = instant().await;
    let served = served(&api).await;
    assert_eq!(documented(), served);
    let theirs: BTreeSet<String> =
        include_str!("../data/methods.txt").lines().map(str::to_owned).collect();
    assert_eq!(&theirs - &served, missing());
    let own = &served - &theirs;
    assert!(own.iter().all(|name| name.starts_with("dev_")), "a Vara node has no {own:?}");
    let name: String = ask(&api, "system_name", rpc_params![]).await;
    assert!(name.contains("development node"), "{name}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_served_is_named_in_the_error() {
    let (_node, api) = instant().await;
    let (code, words) = refused(&api, "grandpa_roundState", rpc_params![]).await;
    assert!(code == -32601 && words.contains("grandpa_roundState"), "{words}");
    let (_, words) = refused(&api, "state_call", rpc_params!["BabeApi_configuration", "0x"]).await;
    assert!(words.contains("BabeApi_configuration"), "{words}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_method_that_is_left_out_is_neither_served_nor_listed() {
    let without = vec!["gear_readState".to_owned(), "gear_readStateBatch".to_owned()];
    let (_node, api) = node(Options { without: without.clone(), ..Options::default() }).await;
    let left_out = &documented() - &served(&api).await;
    assert_eq!(left_out, BTreeSet::from_iter(without));
    assert_eq!(refused(&api, "gear_readState", rpc_params![]).await.0, -32601);
    let without = vec!["gear_readStat".to_owned()];
    let words = no_node(Options { without, ..Options::default() }).await;
    assert!(words.contains("gear_readStat"), "there is no such method to leave out: {words}");
}
