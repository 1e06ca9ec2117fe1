//! The README's table of methods is what the node serves.

use crate::support::*;
use gsdk::ext::subxt::ext::subxt_rpcs::{Error, rpc_params};
use serde_json::Value;
use std::collections::BTreeSet;
use vara_devnode::{Node, Options};

/// Methods in code quotes within the README's table of them.
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

#[tokio::test(flavor = "multi_thread")]
async fn the_readme_lists_the_methods_that_are_served() {
    let (_node, api) = instant().await;
    let served: Value = api.rpc().request("rpc_methods", rpc_params![]).await.unwrap();
    let served: BTreeSet<String> = serde_json::from_value(served["methods"].clone()).unwrap();
    assert_eq!(documented(), served);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_method_that_is_not_served_is_named_in_the_error() {
    let (_node, api) = instant().await;
    let answer = api.rpc().request::<Value>("grandpa_roundState", rpc_params![]).await;
    let Err(Error::User(error)) = answer else { panic!("{answer:?}") };
    assert_eq!(error.code, -32601);
    assert!(error.message.contains("grandpa_roundState"), "{}", error.message);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_runtime_call_that_is_not_served_is_named_in_the_error() {
    let (_node, api) = instant().await;
    let answer =
        api.rpc().request::<Value>("state_call", rpc_params!["BabeApi_configuration", "0x"]);
    let Err(Error::User(error)) = answer.await else { panic!("it is not served") };
    assert!(error.message.contains("BabeApi_configuration"), "{}", error.message);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_node_says_what_it_is() {
    let (_node, api) = instant().await;
    let name: String = api.rpc().request("system_name", rpc_params![]).await.unwrap();
    assert!(name.contains("development node"), "{name}");
    let kind: String = api.rpc().request("system_chainType", rpc_params![]).await.unwrap();
    assert_eq!(kind, "Development");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_method_that_is_left_out_is_neither_served_nor_listed() {
    let without = vec!["gear_readState".to_owned(), "gear_readStateBatch".to_owned()];
    let (_node, api) = node(Options { without: without.clone(), ..Options::default() }).await;
    let served: Value = api.rpc().request("rpc_methods", rpc_params![]).await.unwrap();
    let served: BTreeSet<String> = serde_json::from_value(served["methods"].clone()).unwrap();
    let left_out: Vec<String> = documented().difference(&served).cloned().collect();
    assert_eq!(left_out, without);
    let answer = api.rpc().request::<Value>("gear_readState", rpc_params![]).await;
    let Err(Error::User(error)) = answer else { panic!("{answer:?}") };
    assert_eq!(error.code, -32601);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_method_that_there_is_not_can_t_be_left_out() {
    let without = vec!["gear_readStat".to_owned()];
    let Err(error) = Node::start(Options { without, ..Options::default() }).await else {
        panic!("it has started")
    };
    assert!(error.to_string().contains("gear_readStat"), "{error:#}");
}
