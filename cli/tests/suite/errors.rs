//! Each error is a sentence and an exit code.

use crate::world::{World, client, finish};

#[test]
fn no_node_is_a_network_error() {
    let mut command = client();
    // No process listens at this port.
    command
        .args(["--node", "ws://127.0.0.1:1", "status", "--program"])
        .arg("0x".to_owned() + &"7".repeat(64));
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
}

#[test]
fn a_program_that_is_no_table_is_named() {
    let world = World::new();
    let nobody = "0x".to_owned() + &"7".repeat(64);
    let sentence = world.fails(2, "alice", &["--program", &nobody, "register"]);
    assert!(sentence.contains("no table of this game"), "{sentence}");
    assert!(sentence.contains(&nobody), "{sentence}");
    let sentence = world.fails(2, "alice", &["status"]);
    assert!(sentence.contains("which table?"), "{sentence}");
    let done = world.run("", &["--program", "0x12", "status"]);
    assert_eq!(done.code, 2);
    assert!(done.err.contains("--program"), "{}", done.err);
}

#[test]
fn a_program_of_another_kind_is_named() {
    let world = World::new();
    let other = hex::encode(world.upload(gas_floor::WASM_BINARY_OPT));
    for args in [&["status"][..], &["--account", "alice", "register"]] {
        let sentence = world.fails(2, "", &[&["--program", &format!("0x{other}")], args].concat());
        assert!(sentence.contains("table of this game"), "{sentence}");
    }
}

#[test]
fn an_account_that_does_not_exist_is_named() {
    let world = World::with_table("1");
    let sentence = world.fails(2, "nemo", &["register"]);
    assert!(sentence.contains("no account “nemo”"), "{sentence}");
    let sentence = world.fails(2, "", &["register"]);
    assert!(sentence.contains("which account?"), "{sentence}");
}

#[test]
fn an_account_without_funds_is_told_where_to_send_them() {
    let world = World::with_table("1");
    let poor = world.player("poor");
    for args in [&["register"][..], &["leave"], &["deploy"], &["transfer", "alice", "1"]] {
        let sentence = world.fails(5, &poor, args);
        assert!(
            sentence.contains("has 0 VARA") || sentence.contains("nothing to pay"),
            "{sentence}"
        );
    }
    let sentence = world.fails(5, &poor, &["register"]);
    assert!(sentence.contains("Send VARA to kG"), "{sentence}");
    assert!(sentence.contains("needs more than 2: 2 VARA short"), "{sentence}");
}

#[test]
fn an_account_with_less_than_the_bet_is_not_charged() {
    let world = World::with_table("500");
    let ada = world.rich_player("ada");
    let before = world.balance(&ada);
    let sentence = world.fails(5, &ada, &["register"]);
    assert!(
        sentence.contains("has 100 VARA, and needs more than 501: 401 VARA short"),
        "{sentence}"
    );
    assert_eq!(world.balance(&ada), before);
}

#[test]
fn an_account_without_money_for_an_alarm_plays_all_the_same() {
    let world = World::with_table("1");
    // This is enough for the bet, the existential deposit and three messages. An alarm alone takes
    // 1 VARA.
    let thrifty = world.player_with("thrifty", "2.9");
    let bob = world.rich_player("bob");
    world.ok(&bob, &["register"]);
    world.ok(&thrifty, &["register"]);
    assert_eq!(world.status()["players"].as_array().unwrap().len(), 2);
}

#[test]
fn actions_in_the_wrong_stage_are_refused_and_cost_nothing() {
    let world = World::with_table("1");
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let eve = world.rich_player("eve");
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
    let world = World::with_table("1");
    let ada = world.rich_player("ada");
    let done = world.run(&ada, &["--json", "move", "rock"]);
    assert_eq!(done.code, 3);
    let failure: serde_json::Value = serde_json::from_str(&done.out).expect("one object");
    assert_eq!(failure["ok"], false);
    assert_eq!(failure["error"]["kind"], "not_move_stage");
    assert!(failure["error"]["text"].as_str().unwrap().contains("rpsls status"));
    assert!(done.err.is_empty(), "{}", done.err);
}

#[test]
fn json_tells_of_usage_errors_too() {
    let mut command = client();
    command.args(["--json", "regster"]);
    let done = finish(command, "");
    assert_eq!(done.code, 2);
    let failure: serde_json::Value = serde_json::from_str(&done.out).expect("one object");
    assert_eq!(failure["error"]["kind"], "usage");
    assert_eq!(failure["error"]["text"], "unrecognized subcommand 'regster'");
    assert!(done.err.is_empty(), "{}", done.err);
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

#[test]
fn an_interrupt_ends_a_command_with_its_code() {
    let world = World::with_table("1");
    let mut watching = world.start("", &["watch"]);
    watching.wait_for("Stage");
    assert_eq!(watching.interrupt(), 130);
}
