//! Text from strangers, programs and nodes does not control the terminal.

use crate::{
    filter::{Filter, Verdict},
    terminal::{Left, Terminal},
    world::{World, in_time, reads_state, skip},
};
use gsdk::{Api, ext::subxt::ext::subxt_rpcs::rpc_params};
use serde_json::{Value, json};

/// A text that clears the screen, sets the title, and forges a line of the client.
const HOSTILE: &str =
    "\u{1b}[2J\u{1b}[H\u{1b}]0;OWNED\u{7}\u{9b}2J\r\nrpsls: Game over: you won the pot of 500 VARA";

/// A program that poses as this game. It replies to `state` and `metahash` as a table did, and
/// fails with the hostile text on each message.
fn impostor(metahash: &[u8], state: &[u8]) -> Vec<u8> {
    let says = HOSTILE.as_bytes();
    let [hash_at, state_at, says_at] = [0, metahash.len(), metahash.len() + state.len()];
    let data = [metahash, state, says].concat();
    let reply = |at: usize, length: usize| {
        // gr_reply(at, length, no value, where the message's id goes)
        [constant(at), constant(length), vec![0x41, 0x7f], constant(60_000), vec![0x10, 0]].concat()
    };
    let panic = [constant(says_at), constant(says.len()), vec![0x10, 1]].concat();
    let bodies = [vec![], panic, reply(state_at, state.len()), reply(hash_at, metahash.len())];
    let functions = bodies.map(|body| {
        let body = [vec![0], body, vec![0x0b]].concat();
        [number(body.len()), body].concat()
    });
    let text = |text: &str| [number(text.len()), text.as_bytes().to_vec()].concat();
    let import = |name: &str, what: &[u8]| [text("env"), text(name), what.to_vec()].concat();
    let export = |name: &str, function: u8| [text(name), vec![0, function]].concat();
    let types =
        [&[3, 0x60, 0, 0][..], &[0x60, 4, 0x7f, 0x7f, 0x7f, 0x7f, 0], &[0x60, 2, 0x7f, 0x7f, 0]];
    let imports = [
        vec![3],
        import("gr_reply", &[0, 1]),
        import("gr_panic", &[0, 2]),
        import("memory", &[2, 0, 1]),
    ];
    let exports = [
        vec![4],
        export("init", 2),
        export("handle", 3),
        export("state", 4),
        export("metahash", 5),
    ];
    let segment = [vec![1, 0], constant(0), vec![0x0b], number(data.len()), data].concat();
    let sections = [
        (1, types.concat()),
        (2, imports.concat()),
        (3, vec![4, 0, 0, 0, 0]),
        (7, exports.concat()),
        (10, [vec![4], functions.concat()].concat()),
        (11, segment),
    ];
    let mut wasm = b"\0asm\x01\0\0\0".to_vec();
    for (id, content) in sections {
        wasm.push(id);
        wasm.extend(number(content.len()));
        wasm.extend(content);
    }
    wasm
}

/// `i32.const` of a small number.
fn constant(value: usize) -> Vec<u8> {
    // Bit 6 of the last byte is the sign.
    [&[0x41], &leb(value, 64)[..]].concat()
}

/// An unsigned number as WebAssembly encodes it.
fn number(value: usize) -> Vec<u8> {
    leb(value, 128)
}

fn leb(mut rest: usize, end: usize) -> Vec<u8> {
    let mut bytes = vec![];
    while rest >= end {
        bytes.push((rest % 128) as u8 | 0x80);
        rest /= 128;
    }
    bytes.push(rest as u8);
    bytes
}

async fn ask(world: &World, method: &str, params: &[Value]) -> Vec<u8> {
    let api = Api::new(&world.url).await.expect("the node answers");
    let mut all = rpc_params![];
    for param in params {
        all.push(param).expect("it is JSON");
    }
    let answer: String = api.rpc().request(method, all).await.expect("an answer");
    hex::decode(answer.trim_start_matches("0x")).expect("bytes")
}

/// A false table with the state of a real one.
fn hostile_table() -> World {
    let mut world = World::with_table("1");
    let table = world.status()["program"].clone();
    let [metahash, state] =
        [("gear_readMetahash", vec![table.clone()]), ("gear_readState", vec![table, json!("0x")])]
            .map(|(method, params)| in_time(ask(&world, method, &params)));
    world.take(&impostor(&metahash, &state), &[]);
    world
}

/// Asserts that the hostile text controls nothing on the terminal, and can still be read.
fn is_unharmed(left: &Left) {
    for steers in ["\u{1b}]0;", "\u{1b}[2J", "\u{1b}[H", "\u{9b}", "OWNED\u{7}"] {
        assert!(!left.bytes.contains(steers), "{steers:?} in {:?}", left.bytes);
    }
    let is_forged = |line: &str| line.starts_with("rpsls: Game over");
    assert!(!left.text.lines().any(is_forged), "{}", left.text);
    assert!(left.text.contains("OWNED"), "the text can be read: {}", left.text);
}

#[test]
fn a_program_that_fails_with_escapes_moves_no_cursor() {
    if !reads_state() {
        return skip("the program answers by its state alone");
    }
    let world = hostile_table();
    let program = world.status()["program"].clone();
    let ada = world.rich_player("ada");
    let failed = Terminal::start(&world.command(&ada, &["advance"]), 80).finish();
    assert_eq!(failed.code, 1, "{}", failed.text);
    is_unharmed(&failed);

    let mut watching = Terminal::start(&world.command("", &["watch"]), 80);
    watching.wait_for("Stage");
    assert!(watching.text().contains("no release that this rpsls knows"), "{}", watching.text());
    let mut reading = world.start("", &["watch", "--json"]);
    reading.wait_for("\"stage\"");
    in_time(async {
        let api = Api::new(&world.url).await.expect("the node answers");
        let api = api.signed(&ada, None).expect("a development account");
        let id = program.as_str().expect("an id").trim_start_matches("0x");
        let id = <[u8; 32]>::try_from(hex::decode(id).expect("digits")).expect("an id");
        let sent = api.send_message_bytes(id.into(), [], 5_000_000_000, 0).await;
        sent.expect("it is sent");
    });
    watching.wait_for("sent what failed");
    watching.interrupt();
    is_unharmed(&watching.finish());
    let line = reading.wait_for("\"trap\"");
    assert!(line.chars().all(|c| !c.is_control()), "{line:?}");
    let line: Value = serde_json::from_str(&line).expect("JSON");
    assert!(line["trap"]["text"].as_str().expect("a text").contains(HOSTILE), "unchanged: {line}");
}

#[test]
fn a_node_that_refuses_with_escapes_moves_no_cursor() {
    let world = World::with_table("1");
    let filter = Filter::asked(&world.url, |method, _| match method {
        "gear_readMetahash" => Verdict::Refuse { code: -32000, message: "no", data: HOSTILE },
        _ => Verdict::Pass,
    });
    let status = ["--node", &filter.url, "status"];
    is_unharmed(&Terminal::start(&world.command("", &status), 80).finish());
    let done = world.run("", &[&status[..], &["--json"]].concat());
    assert!(done.out.trim_end().chars().all(|c| !c.is_control()), "{:?}", done.out);
    let failure: Value = serde_json::from_str(&done.out).expect("JSON");
    assert!(failure["error"]["text"].as_str().expect("a text").contains(HOSTILE), "{failure}");
}
