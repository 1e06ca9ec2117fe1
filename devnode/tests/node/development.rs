//! What a development node does that no public one does.

use crate::{process::Process, support::*};
use devnode_probe::Task;
use gear_core::ids::ActorId;
use gsdk::{
    AccountKeyring::*,
    Api,
    ext::subxt::ext::subxt_rpcs::{Error as RpcError, client::RpcParams, rpc_params},
};
use parity_scale_codec::Encode;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::time::{Duration, Instant};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use vara_devnode::{BlockTime, Node, Options};

async fn ask<T: DeserializeOwned>(api: &Api, method: &str, params: RpcParams) -> T {
    api.rpc().request(method, params).await.expect("the node serves it")
}

async fn probe(api: &Api) -> ActorId {
    let code = devnode_probe::WASM_BINARY_OPT.to_vec();
    let alice = signed(api, Alice);
    let (_, id) = alice.upload_program_bytes(code, b"probe", [], GAS, 0).await.unwrap().value;
    alice.transfer_keep_alive(id, 50 * VARA).await.unwrap();
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chain_goes_back_to_a_snapshot_and_on_from_there() {
    let (_node, api) = instant().await;
    let bob = signed(&api, Bob);
    advance(&api, 5).await;
    let hash = api.legacy().chain_get_block_hash(None).await.unwrap();
    let snapshot: u32 = ask(&api, "dev_snapshot", rpc_params![]).await;
    bob.transfer_keep_alive(id(Charlie), VARA).await.unwrap();
    let program = probe(&api).await;
    assert!(ask::<bool>(&api, "dev_revert", rpc_params![snapshot]).await);
    assert_eq!(api.legacy().chain_get_block_hash(None).await.unwrap(), hash);
    assert_eq!(api.number().await.unwrap(), 5);
    assert_eq!(api.free_balance(id(Charlie)).await.unwrap(), 1_000_000 * VARA);
    assert!(api.active_program_at(program, None).await.is_err());
    assert_eq!(bob.account_nonce().await.unwrap(), 0);
    bob.transfer_keep_alive(id(Charlie), VARA).await.unwrap();
    assert_eq!(api.number().await.unwrap(), 6);
    assert!(!ask::<bool>(&api, "dev_revert", rpc_params![snapshot]).await, "it is used up");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_follows_heads_follows_a_chain_that_went_back() {
    let (_node, api) = instant().await;
    let snapshot: u32 = ask(&api, "dev_snapshot", rpc_params![]).await;
    let mut heads = api.blocks().subscribe_best().await.unwrap();
    advance(&api, 3).await;
    for expected in 0..=3 {
        assert_eq!(heads.next().await.unwrap().unwrap().number(), expected);
    }
    assert!(ask::<bool>(&api, "dev_revert", rpc_params![snapshot]).await);
    assert_eq!(heads.next().await.unwrap().unwrap().number(), 0);
    signed(&api, Bob).transfer_keep_alive(id(Charlie), VARA).await.unwrap();
    assert_eq!(heads.next().await.unwrap().unwrap().number(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_balance_is_set_in_a_block() {
    let (_node, api) = instant().await;
    let stranger = ActorId::from([9; 32]);
    let hex = format!("0x{}", hex::encode(stranger.into_bytes()));
    let amount = (7 * VARA).to_string();
    ask::<Value>(&api, "dev_setBalance", rpc_params![&hex, amount]).await;
    assert_eq!(api.free_balance(stranger).await.unwrap(), 7 * VARA);
    assert_eq!(api.number().await.unwrap(), 1);
    ask::<Value>(&api, "dev_setBalance", rpc_params![&hex, 0]).await;
    assert_eq!(api.free_balance(stranger).await.unwrap_or_default(), 0);
    let params = rpc_params!["nobody", 1];
    let error = api.rpc().request::<Value>("dev_setBalance", params).await.unwrap_err();
    assert!(format!("{error:?}").contains("nobody is no address"), "{error:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_time_is_set_and_only_forward() {
    let (_node, api) = instant().await;
    let now = api.block_timestamp(None).await.unwrap();
    let later = now + 86_400_000;
    assert_eq!(ask::<u32>(&api, "dev_setTime", rpc_params![later]).await, 1);
    assert_eq!(api.block_timestamp(None).await.unwrap(), later);
    let error = api.rpc().request::<Value>("dev_setTime", rpc_params![now]).await.unwrap_err();
    let RpcError::User(error) = error else { panic!("{error:?}") };
    assert!(error.data.unwrap().get().contains("does not go back"));
    advance(&api, 1).await;
    assert_eq!(api.block_timestamp(None).await.unwrap(), later + 3_000);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chain_in_a_file_goes_on_where_it_ended() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chain");
    let options = Options {
        block_time: BlockTime::Instant,
        finality_lag: 0,
        state: Some(file.clone()),
        ..Options::default()
    };
    let (node, api) = node(options.clone()).await;
    let program = probe(&api).await;
    let bob = signed(&api, Bob);
    let send = async |bob: &gsdk::SignedApi, task: Task| {
        bob.send_message_bytes(program, task.encode(), GAS, 0).await.unwrap();
    };
    send(&bob, Task::MailLater { value: VARA, delay: 5 }).await;
    send(&bob, Task::WaitFor(5)).await;
    send(&bob, Task::Grow { bytes: 100_000 }).await;
    send(&bob, Task::Reserve { gas: 2_000_000_000, duration: 50 }).await;
    let voucher = bob.issue_voucher(id(Charlie), 5 * VARA, None, false, 100).await.unwrap().value;
    let (all, number, genesis) =
        (issuance(&api).await, api.number().await.unwrap(), api.genesis_hash());
    let state = api.read_state_bytes(program, vec![]).await.unwrap();
    node.save(&file).await.unwrap();
    drop((api, node));

    let (_node, api) = crate::support::node(options).await;
    assert_eq!((api.genesis_hash(), api.number().await.unwrap()), (genesis, number));
    assert_eq!(issuance(&api).await, all);
    assert_eq!(api.read_state_bytes(program, vec![]).await.unwrap(), state);
    assert_eq!(api.free_balance(ActorId::from(voucher.0)).await.unwrap(), 5 * VARA);
    advance(&api, 10).await;
    let bob = signed(&api, Bob);
    let mail = api.mailbox_messages(bob.account_id().clone(), 10).await.unwrap();
    assert_eq!(mail.len(), 1, "what was delayed arrives");
    send(&bob, Task::SpendReservation).await;
    assert_eq!(issuance(&api).await, all);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_no_chain_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chain");
    std::fs::write(&file, "a letter").unwrap();
    let options = Options { state: Some(file), ..Options::default() };
    let Err(error) = Node::start(options).await else { panic!("it is no chain") };
    assert!(error.to_string().contains("has no chain of this version"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn as_many_blocks_are_kept_as_it_is_told_to() {
    let options = Options { history: 10, block_time: BlockTime::Instant, ..Options::default() };
    let (_node, api) = node(options).await;
    advance(&api, 30).await;
    let header = async |number: u32| {
        let hash = api.legacy().chain_get_block_hash(Some(number.into())).await.unwrap();
        api.legacy().chain_get_header(hash).await.unwrap().is_some_and(|_| hash.is_some())
    };
    assert!(header(21).await);
    assert!(!header(20).await);
}

/// What the node answers to a request by plain HTTP.
async fn http(url: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(url.strip_prefix("ws://").unwrap()).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

#[tokio::test(flavor = "multi_thread")]
async fn its_health_is_asked_for_without_json_rpc() {
    let (node, _api) = instant().await;
    let request = "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    let answer = http(&node.url(), request).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains(r#""isSyncing":false"#), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_another_origin_may_ask() {
    let (node, _api) = instant().await;
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"system_chain","params":[]}"#;
    let request = format!(
        "POST / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://example.org\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    let answer = http(&node.url(), &request).await;
    assert!(answer.to_lowercase().contains("access-control-allow-origin: *"), "{answer}");
    assert!(answer.contains("Development"), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn it_tells_of_blocks_extrinsics_traps_and_what_programs_print() {
    let node = Process::start(&["--instant", "--finality-lag", "0"]);
    let api = Api::new(&node.url).await.unwrap();
    let program = probe(&api).await;
    let bob = signed(&api, Bob);
    for task in [Task::Debug, Task::Trap] {
        bob.send_message_bytes(program, task.encode(), GAS, 0).await.unwrap();
    }
    let claim = gear_core::ids::MessageId::zero();
    bob.claim_value(claim).await.unwrap_err();
    for words in [
        "block 1 ",
        "Gear.upload_program",
        "Balances.transfer",
        "the probe was here",
        "Panic occurred",
        "failed, MessageNotFound",
    ] {
        let start = Instant::now();
        while !node.log().contains(words) {
            let log = node.log();
            assert!(start.elapsed() < Duration::from_secs(60), "{words} is not in {log}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn it_says_nothing_if_it_is_to_be_quiet() {
    let node = Process::start(&["--instant", "--finality-lag", "0", "--log", "off"]);
    let api = Api::new(&node.url).await.unwrap();
    let program = probe(&api).await;
    let sent = signed(&api, Bob).send_message_bytes(program, Task::Debug.encode(), GAS, 0).await;
    sent.unwrap();
    assert_eq!(node.log(), "");
}

#[tokio::test(flavor = "multi_thread")]
async fn it_shows_its_accounts_and_saves_its_chain_when_it_is_told_to_end() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chain");
    let mut node = Process::start(&["--instant", "--state", file.to_str().unwrap()]);
    let alice = node.said.iter().find(|line| line.starts_with("//Alice")).expect("she is rich");
    assert!(alice.contains("kG") && alice.ends_with("1000000 VARA"), "{alice}");
    let api = Api::new(&node.url).await.unwrap();
    advance(&api, 7).await;
    drop(api);
    assert!(node.end(), "it ends well");
    let again = Process::start(&["--instant", "--state", file.to_str().unwrap()]);
    assert_eq!(Api::new(&again.url).await.unwrap().number().await.unwrap(), 7);
}
