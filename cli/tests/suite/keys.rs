//! Accounts and the keystore.

use crate::{
    filter::{Filter, Verdict},
    world::{VARA, World, finish, number, with_password},
};
use serde_json::Value;

#[test]
fn the_players_who_have_accounts_here_are_told_by_their_names() {
    let world = World::with_table("0");
    for name in ["ada", "kim"] {
        let locked = |args: &[&str]| {
            let done = with_password(&world, "velvet otter ladder", args);
            assert_eq!(done.code, 0, "{}", done.err);
        };
        locked(&["account", "new", name]);
        world.ok(&world.rich_player("bank"), &["transfer", name, "10"]);
        locked(&["--account", name, "register"]);
    }
    world.ok(&world.rich_player("bob"), &["register"]);
    let shown = world.ok("ada", &["status"]);
    let line = format!("  {}  registered (you)\n", world.address("ada"));
    assert!(shown.contains(&line) && shown.contains("registered (kim)"), "{shown}");
    assert_eq!(shown.matches("registered\n").count(), 1, "only Bob has no name here");
    assert!(shown.contains("Players: address, status, and the move or its hash"), "{shown}");
    // The command does not fail if there is no such account.
    assert!(!world.ok("nobody", &["status"]).contains("(you)"));
}

#[test]
fn an_account_is_made_funded_shown_used_and_renamed() {
    let world = World::with_table("1");
    let done = with_password(&world, "sesame", &["account", "new", "ada", "--json"]);
    assert_eq!(done.code, 0, "{}", done.err);
    let made: Value = serde_json::from_str(&done.out).unwrap();
    world.ok(&world.rich_player("bank"), &["transfer", "ada", "7"]);
    // This needs no password.
    for (account, args) in [("ada", &["account", "show"][..]), ("", &["account", "show", "ada"])] {
        let shown = world.json(account, args);
        assert_eq!((&shown["name"], number(&shown["balance"])), (&"ada".into(), 7 * VARA));
    }
    let listed = world.json("", &["account", "list"]);
    assert_eq!(listed["accounts"][0]["address"], made["address"]);
    assert_eq!(number(&listed["accounts"][0]["balance"]), 7 * VARA);
    assert!(world.ok("", &["account", "list"]).contains("7 VARA"));
    // A list of accounts does not even need a node.
    let listed = world.json("", &["--node", "ws://127.0.0.1:1", "account", "list"]);
    assert_eq!(listed["accounts"][0]["balance"], Value::Null);

    let done = with_password(&world, "sesame", &["--account", "ada", "register"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert_eq!(world.status()["players"][0]["account"], made["account"]);
    world.ok("", &["account", "rename", "ada", "lovelace"]);
    world.fails(2, "", &["account", "show", "ada"]);
    let done = with_password(&world, "simsalabim", &["--account", "lovelace", "leave"]);
    assert_eq!(done.code, 2);
    assert!(done.err.contains("not the password of the account lovelace"), "{}", done.err);
    let sentence = world.fails(2, "lovelace", &["leave"]);
    assert!(sentence.contains("RPSLS_PASSWORD"), "{sentence}");
    let done = with_password(&world, "sesame", &["--account", "lovelace", "leave"]);
    assert_eq!(done.code, 0, "{}", done.err);
}

#[test]
fn a_password_in_a_file_opens_the_account_unless_others_can_read_it() {
    use std::{
        fs::{self, Permissions},
        os::unix::fs::PermissionsExt,
    };

    let world = World::new();
    let path = world.home().join("password");
    let keep = |text: &str, mode| {
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
    };
    let file = path.to_str().expect("a plain path");
    let by_file = |args: &[&str]| {
        with_password(&world, "wrong", &[&["--password-file", file], args].concat())
    };
    keep("velvet otter ladder\n", 0o600);
    assert_eq!(by_file(&["account", "new", "ada"]).code, 0);
    assert_eq!(with_password(&world, "velvet otter ladder", &["account", "export", "ada"]).code, 0);
    assert_eq!(by_file(&["account", "export", "ada"]).code, 0, "the file comes first");
    keep("velvet otter ladder\n", 0o644);
    let done = by_file(&["account", "export", "ada"]);
    assert_eq!((done.code, done.out.as_str()), (2, ""));
    assert!(done.err.contains("can be read by others: `chmod 600"), "{}", done.err);
    keep("hunter2\n", 0o600);
    let done = by_file(&["account", "export", "ada"]);
    assert_eq!(done.code, 2);
    assert!(done.err.contains("not the password of the account ada"), "{}", done.err);
}

#[test]
fn a_new_password_is_warned_about_if_it_is_weak() {
    let world = World::new();
    let done = with_password(&world, "a", &["account", "new", "ada"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.err.contains("warning: whoever copies the account's file"), "{}", done.err);
    let done = with_password(&world, "velvet otter ladder", &["account", "new", "eva"]);
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    // There is no warning about a password that an account has already.
    let done = with_password(&world, "a", &["account", "export", "ada"]);
    assert_eq!((done.code, done.err.as_str()), (0, ""));
}

#[test]
fn an_exported_phrase_is_the_same_account_elsewhere() {
    let [here, there] = [World::new(), World::new()];
    with_password(&here, "sesame", &["account", "new", "ada"]);
    let phrase = with_password(&here, "sesame", &["account", "export", "ada"]).out;
    assert_eq!(phrase.split_whitespace().count(), 12);
    let mut command = there.command("", &["account", "import", "ada"]);
    command.env("RPSLS_PASSWORD", "other");
    assert_eq!(finish(command, &phrase).code, 0);
    assert_eq!(here.address("ada"), there.address("ada"));
    let done = with_password(&here, "sesame", &["account", "export", "ada", "--json"]);
    assert_eq!(done.code, 2, "{}", done.out);
}

#[test]
fn a_phrase_in_the_variable_signs_without_a_keystore() {
    let world = World::new();
    let mut command = world.command("", &["account", "show", "--json"]);
    command.env("RPSLS_PHRASE", "//Alice");
    let done = finish(command, "");
    let shown: Value = serde_json::from_str(&done.out).unwrap();
    assert_eq!(shown["address"], "kGkLEU3e3XXkJp2WK4eNpVmSab5xUNL9QtmLPh8QfCL2EgotW");

    let mut command = world.command("", &["account", "show"]);
    command.env("RPSLS_PHRASE", "");
    let done = finish(command, "");
    assert_eq!(done.code, 2);
    assert!(done.err.contains("which account?"), "{}", done.err);
}

#[test]
fn names_that_can_be_mistaken_are_refused_before_a_password_is_asked_for() {
    let world = World::new();
    with_password(&world, "sesame", &["account", "new", "ada"]);
    for name in ["ada", "alice", "Bob", "../x", "you"] {
        let sentence = world.fails(2, "", &["account", "new", name]);
        assert!(!sentence.contains("RPSLS_PASSWORD"), "{name}: {sentence}");
        world.fails(2, "", &["account", "rename", "ada", name]);
    }
}

#[test]
fn all_that_there_is_can_be_sent() {
    let world = World::new();
    let [ada, bob] = [world.player_with("ada", "9"), world.rich_player("bob")];
    let sent = world.json(&ada, &["transfer", "--all", &bob]);
    let fee = number(&sent["fee"]);
    assert_eq!(number(&sent["value"]), 9 * VARA - fee);
    assert_eq!((world.balance(&ada), world.balance(&bob)), (0, 109 * VARA - fee));
    world.fails(5, &ada, &["transfer", "--all", &bob]);
    for args in [&["transfer", &bob][..], &["transfer", "--all", &bob, "1"]] {
        assert_eq!(world.run(&bob, args).code, 2);
    }
}

/// `Bob` may also mean a friend.
#[test]
fn nothing_goes_to_an_account_whose_key_everybody_has_on_a_network_of_others() {
    let world = World::new();
    // A node on this computer need not be one for development.
    let live = Filter::asked(&world.url, |method, _| match method {
        "system_chainType" => Verdict::Answer("Live".into()),
        _ => Verdict::Pass,
    });
    let ada = world.rich_player("ada");
    for args in [&["transfer", "Bob", "5"][..], &["deploy", "--owner", "alice", "--yes"]] {
        let sentence = world.fails(2, &ada, &[&["--node", &live.url], args].concat());
        assert!(sentence.contains("whose key everybody has"), "{args:?}: {sentence}");
    }
}

#[test]
fn what_needs_no_settings_does_not_mind_broken_ones() {
    let world = World::new();
    std::fs::write(world.home().join("config.toml"), "node =").unwrap();
    world.ok("", &["completions", "bash"]);
    let folder = tempfile::tempdir().unwrap();
    world.ok("", &["manual", folder.path().to_str().unwrap()]);
    world.fails(2, "", &["account", "list"]);
}

#[test]
fn a_transfer_arrives_to_the_last_unit_and_nothing_is_lost_on_the_way() {
    let mut world = World::new();
    let table = world.deploy(&[]);
    let ada = world.rich_player("ada");
    let bob = world.player("bob");
    let address = world.address(&bob);
    let before = world.balance(&ada);
    world.fails(2, &ada, &["transfer", &address, "0"]);
    let sentence = world.fails(2, &ada, &["transfer", &address, "0.5"]);
    assert!(sentence.contains("an account has 1 VARA at least"), "{sentence}");
    let sent = world.json(&ada, &["transfer", &address, "1.000000000001"]);
    assert_eq!(world.balance(&bob), VARA + 1);
    assert_eq!(world.balance(&ada), before - VARA - 1 - number(&sent["fee"]));
    let sentence = world.fails(2, &ada, &["transfer", "nobody", "1"]);
    assert!(sentence.contains("neither an address nor the name"), "{sentence}");
    for program in [format!("0x{}", "0".repeat(64)), table] {
        let sentence = world.fails(2, &ada, &["transfer", &program, "1"]);
        assert!(sentence.contains("no person's account"), "{sentence}");
    }
    // The existential deposit must stay in the account, and the client sends nothing that the chain
    // would refuse.
    for (amount, lacks) in [("98.9", ": 0.96 VARA short"), ("1000", ": 902.06 VARA short")] {
        for more in [&[][..], &["--dry-run"]] {
            let sentence = world.fails(5, &ada, &[&["transfer", &address, amount], more].concat());
            assert!(sentence.contains(lacks), "{sentence}");
        }
    }
}
