//! Text from strangers, programs and nodes does not control the terminal.

use crate::{
    filter::{Filter, Verdict},
    join::CONFIG,
    terminal::{Left, Terminal},
    world::{World, in_time, text},
};
use gsdk::Api;
use parity_scale_codec::Encode;
use serde_json::Value;

/// A text that clears the screen, sets the title, and forges a line of the client.
const HOSTILE: &str = "\u{1b}[2J\u{1b}]0;OWNED\u{7}\u{9b}\r\nrpsls: Game";

/// The real program, which says this instead where a payload can't be read.
fn hostile_table() -> World {
    let said = b"the payload must be an Action";
    let mut wasm = rpsls::WASM_BINARY_OPT.to_vec();
    let at = wasm.windows(said.len()).position(|window| window == said).expect("a text");
    wasm[at..at + said.len()].copy_from_slice(HOSTILE.as_bytes());
    let mut world = World::new();
    world.take(&wasm, &CONFIG.encode());
    world
}

/// Asserts that the hostile text controls nothing on the terminal, and can still be read.
fn is_unharmed(left: &Left) {
    for steers in ["\u{1b}]0;", "\u{1b}[2J", "\u{9b}", "OWNED\u{7}"] {
        assert!(!left.bytes.contains(steers), "{steers:?} in {:?}", left.bytes);
    }
    let is_forged = |line: &str| line.starts_with("rpsls: Game");
    assert!(!left.text.lines().any(is_forged), "{}", left.text);
    assert!(left.text.contains("OWNED"), "the text can be read: {}", left.text);
}

#[test]
fn a_program_that_fails_with_escapes_moves_no_cursor() {
    let world = hostile_table();
    let program = text(&world.status()["program"]);
    let ada = world.rich_player("ada");
    let mut watching = Terminal::start(&world.command("", &["watch"]), 80);
    watching.wait_for("Stage");
    assert!(watching.text().contains("no release that this rpsls knows"), "{}", watching.text());
    let mut reading = world.start("", &["watch", "--json"]);
    reading.wait_for("\"stage\"");
    in_time(async {
        let api = Api::new(&world.url).await.expect("the node answers");
        let api = api.signed(&ada, None).expect("a development account");
        let id = <[u8; 32]>::try_from(hex::decode(&program[2..]).expect("digits")).expect("an id");
        let sent = api.send_message_bytes(id.into(), [], 5_000_000_000, 0).await;
        sent.expect("it is sent");
    });
    // The line is longer than the terminal, and its end comes last.
    watching.wait_for("rpsls: Game");
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
    let owner = world.player("owner");
    for (refused, command) in
        [("gear_readMetahash", "status"), ("gear_calculateReplyForHandle", "advance")]
    {
        let filter = Filter::asked(&world.url, move |method, _| match method == refused {
            true => Verdict::Refuse { code: -32000, message: "no", data: HOSTILE },
            false => Verdict::Pass,
        });
        let args = ["--node", &filter.url, command];
        is_unharmed(&Terminal::start(&world.command(&owner, &args), 80).finish());
        let done = world.run(&owner, &[&args[..], &["--json"]].concat());
        assert!(done.out.trim_end().chars().all(|c| !c.is_control()), "{:?}", done.out);
        let failure: Value = serde_json::from_str(&done.out).expect("JSON");
        assert!(text(&failure["error"]["text"]).contains(HOSTILE), "{failure}");
    }
}
