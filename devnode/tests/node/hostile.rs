//! Hostile and faulty clients against the program itself.

use crate::{process::Process, support::*};
use gsdk::{AccountKeyring::*, Api, ext::subxt::ext::subxt_rpcs::rpc_params};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// Asserts that the node still makes blocks and answers.
async fn is_well(node: &Process) {
    let api = soon(Api::new(&node.url)).await.unwrap();
    let before = soon(api.free_balance(id(Ferdie))).await.unwrap();
    soon(signed(&api, Eve).transfer_keep_alive(id(Ferdie), VARA)).await.unwrap();
    assert_eq!(soon(api.free_balance(id(Ferdie))).await.unwrap(), before + VARA);
}

/// Opens a raw WebSocket, to send what a client library would not.
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
    let length = (text.len() as u64).to_be_bytes();
    [&[0x81, 0x80 | 127], &length[..], &[0; 4], text.as_bytes()].concat()
}

/// Sends a text on a new connection. Returns the node's answer.
async fn said(node: &Process, text: &str) -> String {
    let mut stream = raw(node.address()).await;
    stream.write_all(&frame(text)).await.unwrap();
    soon(answer(&mut stream)).await
}

fn request(method: &str, params: Value) -> String {
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string()
}

/// Reads the first answer. There may be pings before it.
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

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_request_or_too_long_is_refused_and_harms_nobody() {
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
        let answer = said(&node, text).await;
        // An empty extrinsic gets no error, but a result that says that it is invalid.
        let is_refused = answer.contains("\"error\"") || text.contains("validate_transaction");
        assert!(is_refused, "{text}: {answer}");
    }
    // These bytes are not even a frame.
    let mut stream = raw(node.address()).await;
    stream.write_all(&[0xff; 1000]).await.unwrap();
    // A request of 14 MiB is read. One of 16 MiB is too long.
    for (size, is_read) in [(14 << 20, true), (16 << 20, false)] {
        let long = format!("0x{}", "00".repeat(size / 2));
        let answer = said(&node, &request("author_submitExtrinsic", json!([long]))).await;
        assert!(answer.contains(if is_read { "invalid format" } else { "too big" }), "{answer}");
    }
    // An error repeats only a short part of its request.
    let long = "a".repeat(1 << 20);
    for (method, words) in [
        ("system_accountNextIndex", "at most 100 characters"),
        ("dev_setBalance", "at most 100 characters"),
        ("dev_setTime", "invalid type"),
        (&long, "Method not found"),
    ] {
        let answer = said(&node, &request(method, json!([long, 1]))).await;
        assert!(answer.contains(words) && answer.len() < 2000, "{method:.20}: {answer:.2000}");
    }
    is_well(&node).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn modules_that_never_end_keep_nobody_from_the_chain() {
    let node = Process::start(&["--block-time", "100"]);
    let api = Api::new(&node.url).await.unwrap();
    let program = hex(probe(&api).await);
    let module =
        r#"(module (import "env" "memory" (memory 1)) (func (export "spin") (loop (br 0))))"#;
    let module = hex(wat::parse_str(module).unwrap());
    let one = rpc_params![&program, "0x", hex("spin"), &module];
    let (_, words) = soon(refused(&api, "gear_readStateUsingWasm", one)).await;
    assert!(words.contains("Runtime error"), "its gas stops it: {words}");
    // On the chain's own thread, each batch would stop the chain for minutes.
    let batch = vec![json!([program, "0x"]); 256];
    let request = request("gear_readStateUsingWasmBatch", json!([batch, hex("spin"), module]));
    let mut streams = vec![];
    for _ in 0..4 {
        let mut stream = raw(node.address()).await;
        stream.write_all(&frame(&request)).await.unwrap();
        streams.push(stream);
    }
    is_well(&node).await;
    let state: String = soon(ask(&api, "gear_readState", rpc_params![&program, "0x"])).await;
    assert!(state.starts_with("0x"), "programs answer in the meantime: {state}");
}

/// Half of the clients leave right after their requests. The others ask and never read.
#[tokio::test(flavor = "multi_thread")]
async fn those_who_vanish_or_read_nothing_keep_nobody_from_the_chain() {
    let node = Process::start(&["--block-time", "100"]);
    let api = Api::new(&node.url).await.unwrap();
    let mut unread = vec![];
    for number in 0..40 {
        let mut stream = raw(node.address()).await;
        for method in ["chain_subscribeAllHeads", "state_getMetadata"] {
            stream.write_all(&frame(&request(method, json!([])))).await.unwrap();
        }
        if number % 2 == 0 {
            unread.push(stream);
        }
    }
    advance(&api, 2_000).await;
    is_well(&node).await;
}
