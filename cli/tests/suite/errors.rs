//! Each error is a sentence and an exit code.

use crate::world::{NOBODY, VARA, World, client, finish, limit, text};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use std::{
    io::{Read, pipe},
    thread::yield_now,
    time::Instant,
};

#[test]
fn no_node_is_a_network_error() {
    let mut command = client();
    // No process listens at this port.
    command.args(["--node", "ws://127.0.0.1:1", "status", "--program", NOBODY]);
    let done = finish(command, "");
    assert_eq!(done.code, 4, "{}", done.err);
    assert!(done.err.contains("no node answers at ws://127.0.0.1:1"), "{}", done.err);
    assert!(done.err.contains("rpsls node"), "{}", done.err);
    let why = "(Error when opening the TCP socket: Connection refused";
    assert!(done.err.contains(why), "as it is, and once: {}", done.err);
}

#[test]
fn an_address_that_is_none_is_the_users_mistake() {
    for url in ["127.0.0.1:9944", "http://127.0.0.1:9944", "nonsense"] {
        let mut command = client();
        command.args(["--node", url, "--account", "alice", "account", "show"]);
        let done = finish(command, "");
        assert_eq!(done.code, 2, "{url}: {}", done.err);
        assert!(done.err.contains("ws:// or wss://"), "{}", done.err);
    }
    // Nobody waits for a node at what no node can have.
    for (url, why) in [
        ("wss://", "empty host"),
        ("ws://[::1", "invalid IPv6 address"),
        ("ws://127.0.0.1:99999/KEY", "invalid port number"),
    ] {
        let mut command = client();
        command.args(["--node", url, "--account", "alice", "account", "show"]);
        let done = finish(command, "");
        assert_eq!(done.code, 2, "{url}: {}", done.err);
        assert!(done.err.contains(&format!("is no node's address: {why}")), "{}", done.err);
        assert!(!done.err.contains("KEY"), "{}", done.err);
    }
}

#[test]
fn a_program_that_is_no_table_and_an_account_that_does_not_exist_are_named() {
    let world = World::new();
    let other = format!("0x{}", hex::encode(world.upload(gas_floor::WASM_BINARY_OPT, &[])));
    for program in [NOBODY, &other] {
        for command in ["status", "register"] {
            let sentence = world.fails(2, "alice", &["--program", program, command]);
            assert!(sentence.contains("no table of this game"), "{sentence}");
            assert!(sentence.contains(program), "{sentence}");
        }
    }
    let sentence = world.fails(2, "alice", &["status"]);
    assert!(sentence.contains("which table?"), "{sentence}");
    let done = world.run("", &["--program", "0x12", "status"]);
    assert_eq!(done.code, 2);
    assert!(done.err.contains("--program"), "{}", done.err);
    let sentence = world.fails(2, "nemo", &["deploy"]);
    assert!(sentence.contains("no account “nemo”"), "{sentence}");
    let sentence = world.fails(2, "", &["deploy"]);
    assert!(sentence.contains("which account?"), "{sentence}");
}

#[test]
fn a_table_is_shown_to_nobody_and_an_account_that_is_not_found_is_said() {
    let world = World::with_table("1");
    for (account, is_said) in [("alice", false), ("", false), ("nemo", true)] {
        let done = world.run(account, &["status", "--json"]);
        assert_eq!(
            (done.code, done.err.contains("no account “nemo”")),
            (0, is_said),
            "{}",
            done.err
        );
    }
}

#[test]
fn an_account_without_funds_is_not_charged_and_told_where_to_send_them() {
    let world = World::with_table("500");
    let [poor, ada] = [world.player("poor"), world.rich_player("ada")];
    for args in [&["register"][..], &["leave"], &["deploy"], &["transfer", "alice", "1"]] {
        let sentence = world.fails(5, &poor, args);
        let says = ["has 0 VARA", "nothing to pay"];
        assert!(says.iter().any(|says| sentence.contains(says)), "{sentence}");
    }
    for (player, says) in [
        (&poor, "has 0 VARA, and needs more than 501: 501 VARA short"),
        (&ada, "has 100 VARA, and needs more than 501: 401 VARA short"),
    ] {
        let sentence = world.fails(5, player, &["register"]);
        assert!(sentence.contains(says) && sentence.contains("Send VARA to kG"), "{sentence}");
    }
    assert_eq!(world.balance(&ada), 100 * VARA);
}

#[test]
fn actions_in_the_wrong_stage_are_refused_and_cost_nothing() {
    let (world, [ada, bob, eve]) = World::with_players("1", ["ada", "bob", "eve"]);
    let poor = world.player("poor");
    let before = world.balance(&ada);
    for (args, part) in [
        (&["move", "rock"][..], "it is not time for moves"),
        (&["reveal"], "it is not time for reveals"),
        (&["advance"], "not over yet"),
        (&["leave"], "no seat in this game"),
        (&["stop"], "only the table's owner"),
        (&["config", "--bet", "2"], "only the table's owner"),
    ] {
        let sentence = world.fails(3, &ada, args);
        assert!(sentence.contains(part), "{args:?}: {sentence}");
    }
    assert_eq!(world.balance(&ada), before);

    world.ok(&ada, &["register"]);
    let sentence = world.fails(3, &ada, &["register"]);
    assert!(sentence.contains("a seat already"), "{sentence}");
    world.ok(&bob, &["register"]);
    world.skip();
    for (player, args, part) in [
        (&eve, &["register"][..], "a game is under way"),
        // A player without money is not told to get some, since there is no seat.
        (&poor, &["register"], "a game is under way"),
        (&poor, &["join", "--auto"], "a game is under way"),
        (&eve, &["move", "rock"], "don't play in this round"),
        (&ada, &["leave"], "a game is under way"),
        (&ada, &["reveal"], "it is not time for reveals"),
    ] {
        let sentence = world.fails(3, player, args);
        assert!(sentence.contains(part), "{args:?}: {sentence}");
    }
    world.ok(&ada, &["move", "rock"]);
    let sentence = world.fails(3, &ada, &["move", "paper"]);
    assert!(sentence.contains("can't be changed"), "{sentence}");
}

#[test]
fn json_tells_of_failures_too() {
    let (world, [ada]) = World::with_players("1", ["ada"]);
    for (code, command, kind, says) in [
        (3, &["move", "rock"][..], "not_move_stage", "rpsls status"),
        (2, &["regster"], "usage", "unrecognized subcommand 'regster'"),
        (2, &["account"], "usage", "what to do is missing"),
    ] {
        let done = world.run(&ada, &[&["--json"], command].concat());
        let failure: serde_json::Value = serde_json::from_str(&done.out).expect("one object");
        assert_eq!((done.code, &failure["ok"]), (code, &false.into()), "{failure}");
        let error = &failure["error"];
        assert!(error["kind"] == kind && text(&error["text"]).contains(says), "{failure}");
        assert!(done.err.is_empty(), "{}", done.err);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_takes_nothing_is_a_failure_and_no_crash() {
    for args in [&["completions", "bash"][..], &["--json", "regster"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
        let ended = client().args(args).stdout(full).status().expect("the client runs");
        assert!(matches!(ended.code(), Some(1 | 2)), "{args:?}: {ended}");
    }
}

/// Another program that has the same pipe may have told it not to wait.
#[test]
fn an_output_that_takes_no_more_just_now_is_waited_for() {
    let (mut reader, writer) = pipe().expect("there are pipes");
    fcntl_setfl(&writer, OFlags::NONBLOCK).expect("it is one");
    let shared = writer.try_clone().expect("it is one");
    let mut command = client();
    let mut writes = command.args(["completions", "bash"]).stdout(writer).spawn().expect("it runs");
    drop(command);
    let is_told = || !fcntl_getfl(&shared).expect("it is one").contains(OFlags::NONBLOCK);
    let until = Instant::now() + limit();
    while !is_told() && writes.try_wait().expect("it can be asked").is_none() {
        assert!(Instant::now() < until, "it neither waits nor ends");
        yield_now();
    }
    drop(shared);
    let mut text = String::new();
    reader.read_to_string(&mut text).expect("it is text");
    assert!(writes.wait().expect("it ends").success(), "after {} bytes", text.len());
    assert!(text.len() > 65_536, "more than a pipe holds: {}", text.len());
}

#[test]
fn a_config_beyond_a_limit_is_refused_by_its_flag_before_anything_is_asked() {
    for (command, flag, value, says) in [
        ("deploy", "--entry", "4s", "from 5 s to 365 d"),
        ("open", "--moves", "1s", "from 5 s to 365 d"),
        ("config", "--reveals", "366d", "from 5 s to 365 d"),
        ("deploy", "--seats", "1", "from 2 to 255"),
    ] {
        // The client refuses the flag without a node and without an account.
        let mut asking = client();
        asking.args(["--node", "ws://127.0.0.1:1", command, flag, value]);
        let done = finish(asking, "");
        assert_eq!(done.code, 2, "{}", done.err);
        assert!(done.err.contains(flag) && done.err.contains(says), "{}", done.err);
    }
}
