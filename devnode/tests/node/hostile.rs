//! Many clients, clients that vanish, and clients that mean harm, against the
//! program itself.

use crate::{process::Process, support::*};
use gsdk::{
    AccountKeyring::{self, *},
    Api,
};
use jsonrpsee::{
    core::client::{ClientT, SubscriptionClientT},
    rpc_params,
    ws_client::{WsClient, WsClientBuilder},
};
use serde_json::Value;
use std::{process::Command, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

/// No answer may take this long, however busy the machine is.
const HANG: Duration = Duration::from_secs(60);

/// How much the node may grow under what is done to it here, in KiB.
const MAX_GROWTH: u64 = 200 * 1024;

impl Process {
    async fn client(&self) -> WsClient {
        WsClientBuilder::new().max_request_size(64 << 20).build(&self.url).await.unwrap()
    }

    /// The node still makes blocks and answers.
    async fn is_well(&self) {
        let api = timeout(HANG, Api::new(&self.url)).await.unwrap().unwrap();
        assert!(timeout(HANG, api.is_progressing()).await.unwrap().unwrap());
        let before = api.free_balance(id(Ferdie)).await.unwrap();
        signed(&api, Eve).transfer_keep_alive(id(Ferdie), VARA).await.unwrap();
        assert_eq!(api.free_balance(id(Ferdie)).await.unwrap(), before + VARA);
    }
}

/// A WebSocket by hand, to do with what a client library would not.
async fn raw(address: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let upgrade = format!(
        "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(upgrade.as_bytes()).await.unwrap();
    let mut answer = [0; 1024];
    let length = stream.read(&mut answer).await.unwrap();
    assert!(answer[..length].starts_with(b"HTTP/1.1 101"));
    stream
}

/// A text frame with a mask of zeros.
fn frame(text: &str) -> Vec<u8> {
    let length = u16::try_from(text.len()).unwrap().to_be_bytes();
    [&[0x81, 0x80 | 126], &length[..], &[0; 4], text.as_bytes()].concat()
}

/// The first answer, among whatever pings.
async fn answer(stream: &mut TcpStream) -> String {
    let mut bytes = vec![];
    while !bytes.contains(&b'}') {
        let mut more = [0; 4096];
        let length = stream.read(&mut more).await.unwrap();
        assert!(length > 0, "closed without an answer");
        bytes.extend(&more[..length]);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Transfers, reads and follows blocks until the chain is `until` blocks long,
/// with a new connection now and then.
async fn busy(url: String, who: AccountKeyring, number: u32, until: u32) {
    loop {
        let api = Api::new(&url).await.unwrap();
        let client = api.clone().signed(&format!("{}//{number}", who.to_seed()), None).unwrap();
        let mut blocks = api.blocks().subscribe_all().await.unwrap();
        for _ in 0..20 {
            if api.number().await.unwrap() >= until {
                return;
            }
            timeout(HANG, blocks.next()).await.unwrap().unwrap().unwrap();
            client.transfer_keep_alive(id(who), 1).await.unwrap();
            api.block_events_at(None).await.unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn twenty_clients_at_once_for_two_hundred_blocks() {
    let node = Process::start(&["--block-time", "100"]);
    let api = Api::new(&node.url).await.unwrap();
    let mut clients = tokio::task::JoinSet::new();
    for number in 0..20 {
        let account = api.clone().signed(&format!("{}//{number}", Alice.to_seed()), None).unwrap();
        let address = account.account_id().clone();
        signed(&api, Alice).transfer_keep_alive(address, 100 * VARA).await.unwrap();
        let from = api.number().await.unwrap();
        clients.spawn(busy(node.url.clone(), Alice, number, from + 200));
    }
    // Meanwhile, some leave in the middle of something.
    let vanishing = async {
        for _ in 0..50 {
            let client = node.client().await;
            let heads = client.subscribe::<Value, _>(
                "chain_subscribeAllHeads",
                rpc_params![],
                "chain_unsubscribeAllHeads",
            );
            let heads = heads.await.unwrap();
            let mut stream = raw(node.address()).await;
            let request = r#"{"jsonrpc":"2.0","id":1,"method":"state_getMetadata"}"#;
            stream.write_all(&frame(request)).await.unwrap();
            drop((heads, client, stream));
        }
    };
    let all = async {
        vanishing.await;
        while let Some(outcome) = clients.join_next().await {
            outcome.unwrap();
        }
    };
    timeout(Duration::from_secs(300), all).await.expect("nobody hangs");
    node.is_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_subscriber_that_never_reads_costs_little() {
    let node = Process::start(&["--block-time", "1000"]);
    let api = Api::new(&node.url).await.unwrap();
    let mut streams = vec![];
    for _ in 0..20 {
        let mut stream = raw(node.address()).await;
        for id in 0..50 {
            let request =
                format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"chain_subscribeAllHeads"}}"#);
            stream.write_all(&frame(&request)).await.unwrap();
        }
        streams.push(stream);
    }
    let before = node.memory();
    advance(&api, 20_000).await;
    node.is_well().await;
    let growth = node.memory().saturating_sub(before);
    assert!(growth < MAX_GROWTH, "{growth} KiB");
}

#[tokio::test(flavor = "multi_thread")]
async fn great_requests_are_answered_or_refused() {
    let node = Process::start(&["--block-time", "100"]);
    let before = node.memory();
    for size in [1 << 20, 14 << 20, 40 << 20] {
        for method in ["state_getStorage", "author_submitExtrinsic", "nonsense"] {
            // Too long a message ends its connection, so each has its own.
            let client = node.client().await;
            let argument = format!("0x{}", "00".repeat(size / 2));
            let answer = client.request::<Value, _>(method, rpc_params![argument]);
            let answer = timeout(HANG, answer).await.expect("it answers");
            assert!(answer.is_err() || answer.is_ok_and(|value| value.is_null()));
        }
    }
    node.is_well().await;
    let growth = node.memory().saturating_sub(before);
    assert!(growth < MAX_GROWTH, "{growth} KiB");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_request_is_refused_and_harms_nobody() {
    let node = Process::start(&["--block-time", "100"]);
    for text in [
        "{",
        "[]",
        "null",
        "\"\"",
        "{\"jsonrpc\":\"1.0\",\"method\":3}",
        r#"{"jsonrpc":"2.0","id":1,"method":"chain_getBlock","params":["0xzz"]}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"chain_getBlock","params":{"hash":1}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"gear_readState","params":["0x00"]}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"state_getKeysPaged","params":["0x",-1]}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"dev_advanceBlocks","params":["many"]}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"state_call","params":["Metadata_metadata_at_version","0x01"]}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"state_call","params":["TaggedTransactionQueue_validate_transaction","0x00"]}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"gear_readStateUsingWasm","params":["0x","0x","0x","0x"]}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"payment_queryInfo","params":["0xffffffff"]}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"gear_subscribeUserMessageSent","params":[{"from_block":99999999999}]}"#,
    ] {
        let mut stream = raw(node.address()).await;
        stream.write_all(&frame(text)).await.unwrap();
        let answer = timeout(HANG, answer(&mut stream)).await.expect(text);
        // An empty extrinsic is not invalid JSON: it is an invalid transaction.
        let is_refused = answer.contains("\"error\"") || text.contains("validate_transaction");
        assert!(is_refused, "{text}: {answer}");
    }
    // Not even a frame.
    let mut stream = raw(node.address()).await;
    stream.write_all(&[0xff; 1000]).await.unwrap();
    node.is_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_module_that_never_ends_is_stopped_by_its_gas() {
    let node = Process::start(&["--block-time", "100"]);
    let api = Api::new(&node.url).await.unwrap();
    let table = Table::deploy(&api, CONFIG).await;
    let module = wat::parse_str(
        r#"(module (import "env" "memory" (memory 1)) (func (export "spin") (loop (br 0))))"#,
    );
    let hex = |bytes: &[u8]| format!("0x{}", hex::encode(bytes));
    let client = node.client().await;
    let arguments =
        rpc_params![hex(&table.id.into_bytes()), "0x", hex(b"spin"), hex(&module.unwrap())];
    let answer = client.request::<Value, _>("gear_readStateUsingWasm", arguments);
    let error = timeout(HANG, answer).await.expect("it ends").unwrap_err();
    assert!(error.to_string().contains("Runtime error"), "{error}");
    node.is_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn modules_that_never_end_keep_nobody_from_the_chain() {
    let node = Process::start(&["--block-time", "100"]);
    let api = Api::new(&node.url).await.unwrap();
    let table = Table::deploy(&api, CONFIG).await;
    let module = wat::parse_str(
        r#"(module (import "env" "memory" (memory 1)) (func (export "spin") (loop (br 0))))"#,
    );
    let id = format!("0x{}", hex::encode(table.id.into_bytes()));
    // For each of them the chain would stand still for minutes.
    let batch = vec![format!(r#"["{id}","0x"]"#); 256].join(",");
    let function = format!("0x{}", hex::encode("spin"));
    let module = format!("0x{}", hex::encode(module.unwrap()));
    let request = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"gear_readStateUsingWasmBatch","params":[[{batch}],"{function}","{module}"]}}"#
    );
    let mut streams = vec![];
    for _ in 0..4 {
        let mut stream = raw(node.address()).await;
        stream.write_all(&frame(&request)).await.unwrap();
        streams.push(stream);
    }
    node.is_well().await;
    let state = timeout(HANG, table.state()).await.expect("programs answer in between");
    assert!(state.lobby_list.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_without_end_is_refused() {
    let node = Process::start(&["--block-time", "100"]);
    let client = node.client().await;
    let long = "a".repeat(1 << 20);
    for method in ["system_accountNextIndex", "account_nextIndex", "dev_setBalance"] {
        let answer = client.request::<Value, _>(method, rpc_params![&long, 1]);
        let error = timeout(HANG, answer).await.expect("it answers").unwrap_err().to_string();
        assert!(error.contains("at most 100 characters") && error.len() < 1000, "{error}");
    }
    node.is_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_error_does_not_repeat_what_it_was_asked_at_length() {
    let node = Process::start(&["--block-time", "100"]);
    let client = node.client().await;
    let long = "a".repeat(1 << 20);
    let unknown: &'static str = long.clone().leak();
    for (method, argument) in [("dev_setTime", &*long), (unknown, "")] {
        let answer = client.request::<Value, _>(method, rpc_params![argument]);
        let error = timeout(HANG, answer).await.expect("it answers").unwrap_err().to_string();
        assert!(error.len() < 2000, "{} characters", error.len());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_for_much_and_reads_nothing_costs_little_and_is_gone_soon() {
    let node = Process::start(&["--block-time", "100"]);
    let (before, others) = (node.memory(), node.connections());
    let request = r#"{"jsonrpc":"2.0","id":1,"method":"state_getMetadata"}"#;
    let mut streams = vec![];
    for _ in 0..20 {
        let mut stream = raw(node.address()).await;
        stream.write_all(&frame(request).repeat(200)).await.unwrap();
        streams.push(stream);
    }
    for _ in 0..10 {
        node.is_well().await;
        let growth = node.memory().saturating_sub(before);
        assert!(growth < MAX_GROWTH, "{growth} KiB");
    }
    let gone = async {
        while node.connections() > others {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    };
    timeout(2 * HANG, gone).await.expect("those who read nothing are cut off");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_reads_slowly_gets_all_answers() {
    let node = Process::start(&["--block-time", "100"]);
    let mut stream = raw(node.address()).await;
    let request = r#"{"jsonrpc":"2.0","id":1,"method":"state_getMetadata"}"#;
    stream.write_all(&frame(request).repeat(50)).await.unwrap();
    let (mut count, mut last) = (0, 0);
    while count < 50 {
        let mut bytes = vec![0; 1 << 20];
        let length = timeout(HANG, stream.read(&mut bytes)).await.expect("more comes").unwrap();
        assert!(length > 0, "closed after {count} answers");
        for byte in &bytes[..length] {
            // Nowhere else is there a brace.
            count += usize::from(last == b'"' && *byte == b'}');
            last = *byte;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_without_end_and_reads_nothing_is_not_read_either() {
    let node = Process::start(&["--block-time", "100"]);
    for text in [r#"{"jsonrpc":"2.0","id":1,"method":"nonsense"}"#, "{"] {
        let before = node.memory();
        let mut stream = raw(node.address()).await;
        let requests = frame(text).repeat(1000);
        let mut sent = 0;
        while sent < 64 << 20 {
            let writing = timeout(Duration::from_secs(3), stream.write_all(&requests));
            // It is read no further, or cut off.
            let Ok(Ok(())) = writing.await else { break };
            sent += requests.len();
        }
        let growth = node.memory().saturating_sub(before);
        println!("{text}: {sent} bytes sent, {growth} KiB");
        assert!(growth < MAX_GROWTH, "{growth} KiB for {sent} bytes of {text}");
    }
    node.is_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_program_makes_blocks_as_its_flags_say() {
    let node = Process::start(&["--instant"]);
    let api = Api::new(&node.url).await.unwrap();
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(api.number().await.unwrap(), 0);
    signed(&api, Alice).transfer_keep_alive(id(Bob), VARA).await.unwrap();
    assert_eq!(api.number().await.unwrap(), 1);
    let both = Command::new(env!("CARGO_BIN_EXE_vara-devnode"))
        .args(["--instant", "--block-time", "5"])
        .output()
        .unwrap();
    assert_eq!(both.status.code(), Some(2), "one or the other");
    let taken = Command::new(env!("CARGO_BIN_EXE_vara-devnode"))
        .args(["--port", node.url.rsplit(':').next().unwrap()])
        .output()
        .unwrap();
    assert_eq!(taken.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&taken.stderr).contains("can't listen"));
}
