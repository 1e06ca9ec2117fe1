//! Accounts and the keystore.

use crate::world::{Done, VARA, World, finish, text};

fn with_password(world: &World, password: &str, args: &[&str]) -> Done {
    let mut command = world.command("", args);
    command.env("RPSLS_PASSWORD", password);
    finish(command, "")
}

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
    assert!(shown.contains("registered (you)") && shown.contains("registered (kim)"), "{shown}");
    assert_eq!(shown.matches("registered\n").count(), 1, "only Bob has no name here");
    assert!(shown.contains("Players: address, status, and the move or its hash"), "{shown}");
}

#[test]
fn an_account_is_made_funded_and_used() {
    let world = World::with_table("1");
    let done = with_password(&world, "sesame", &["account", "new", "ada", "--json"]);
    assert_eq!(done.code, 0, "{}", done.err);
    let made: serde_json::Value = serde_json::from_str(&done.out).unwrap();
    let bank = world.rich_player("bank");
    world.ok(&bank, &["transfer", "ada", "20"]);
    let listed = world.json("", &["account", "list"]);
    assert_eq!(listed["accounts"][0]["address"], made["address"]);

    let done = with_password(&world, "sesame", &["--account", "ada", "register"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert_eq!(world.status()["players"][0]["account"], made["account"]);
    // This needs no password.
    assert!(world.ok("ada", &["status"]).contains("registered (you)"));
    let done = with_password(&world, "simsalabim", &["--account", "ada", "leave"]);
    assert_eq!(done.code, 2);
    assert!(done.err.contains("not the password of the account ada"), "{}", done.err);
    let sentence = world.fails(2, "ada", &["leave"]);
    assert!(sentence.contains("RPSLS_PASSWORD"), "{sentence}");
}

#[cfg(unix)]
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
    let address =
        |world: &World| text(&world.json("", &["account", "list"])["accounts"][0]["address"]);
    assert_eq!(address(&here), address(&there));
    let done = with_password(&here, "sesame", &["account", "export", "ada", "--json"]);
    assert_eq!(done.code, 2, "{}", done.out);
}

#[test]
fn a_phrase_in_the_variable_signs_without_a_keystore() {
    let world = World::new();
    let mut command = world.command("", &["account", "show", "--json"]);
    command.env("RPSLS_PHRASE", "//Alice");
    let done = finish(command, "");
    let shown: serde_json::Value = serde_json::from_str(&done.out).unwrap();
    assert_eq!(text(&shown["address"]), "kGkLEU3e3XXkJp2WK4eNpVmSab5xUNL9QtmLPh8QfCL2EgotW");

    let mut command = world.command("", &["account", "show"]);
    command.env("RPSLS_PHRASE", "");
    let done = finish(command, "");
    assert_eq!(done.code, 2);
    assert!(done.err.contains("which account?"), "{}", done.err);
}

#[test]
fn names_that_can_be_mistaken_are_not_given() {
    let world = World::new();
    with_password(&world, "sesame", &["account", "new", "ada"]);
    for name in ["ada", "alice", "Bob", "a/b", "you"] {
        let done = with_password(&world, "sesame", &["account", "new", name]);
        assert_eq!(done.code, 2, "{name}: {}", done.err);
    }
}

#[test]
fn what_accounts_have_is_shown_without_a_password() {
    let world = World::new();
    with_password(&world, "sesame", &["account", "new", "ada"]);
    let bank = world.rich_player("bank");
    world.ok(&bank, &["transfer", "ada", "7"]);
    for (account, args) in [("ada", &["account", "show"][..]), ("", &["account", "show", "ada"])] {
        let shown = world.json(account, args);
        assert_eq!(
            (&shown["name"], text(&shown["balance"])),
            (&"ada".into(), "7000000000000".into())
        );
    }
    let listed = world.json("", &["account", "list"]);
    assert_eq!(listed["accounts"][0]["balance"], "7000000000000");
    assert!(world.ok("", &["account", "list"]).contains("7 VARA"));
    // A list of accounts does not even need a node.
    let mut command = world.command("", &["account", "list", "--json"]);
    command.env("RPSLS_NODE", "ws://127.0.0.1:1");
    let listed: serde_json::Value = serde_json::from_str(&finish(command, "").out).unwrap();
    assert_eq!(listed["accounts"][0]["balance"], serde_json::Value::Null);
}

#[test]
fn an_account_goes_by_a_new_name() {
    let world = World::new();
    for name in ["ada", "eva"] {
        with_password(&world, "sesame", &["account", "new", name]);
    }
    let address = text(&world.json("", &["account", "show", "ada"])["address"]);
    for taken in ["eva", "alice", "../x"] {
        world.fails(2, "", &["account", "rename", "ada", taken]);
    }
    world.ok("", &["account", "rename", "ada", "lovelace"]);
    assert_eq!(text(&world.json("", &["account", "show", "lovelace"])["address"]), address);
    world.fails(2, "", &["account", "show", "ada"]);
    let exported = with_password(&world, "sesame", &["account", "export", "lovelace"]);
    assert_eq!(exported.code, 0, "{}", exported.err);
}

#[test]
fn a_name_that_cannot_be_is_refused_before_a_password_is_asked_for() {
    let world = World::new();
    let sentence = world.fails(2, "", &["account", "new", "../x"]);
    assert!(sentence.contains("up to 32 letters"), "{sentence}");
}

#[test]
fn all_that_there_is_can_be_sent() {
    let world = World::new();
    let [ada, bob] = [world.player_with("ada", "9"), world.rich_player("bob")];
    let sent = world.json(&ada, &["transfer", "--all", &bob]);
    let fee: u128 = text(&sent["fee"]).parse().unwrap();
    assert_eq!(text(&sent["value"]), (9 * VARA - fee).to_string());
    assert_eq!(world.balance(&ada), 0);
    assert_eq!(world.balance(&bob), 109 * VARA - fee);
    world.fails(5, &ada, &["transfer", "--all", &bob]);
    for args in [&["transfer", &bob][..], &["transfer", "--all", &bob, "1"]] {
        assert_eq!(world.run(&bob, args).code, 2);
    }
}

/// `Bob` may also mean a friend.
#[test]
fn nothing_goes_to_an_account_whose_key_everybody_has_on_a_network_of_others() {
    let world = World::new();
    for args in [&["transfer", "Bob", "5"][..], &["deploy", "--owner", "alice", "--yes"]] {
        let mut command = world.command("//Ada", args);
        command.env("RPSLS_NODE", "wss://example.invalid");
        let done = finish(command, "");
        assert_eq!(done.code, 2, "{args:?}: {}", done.err);
        assert!(done.err.contains("whose key everybody has"), "{args:?}: {}", done.err);
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
fn a_transfer_arrives_to_the_last_unit() {
    let mut world = World::new();
    let ada = world.rich_player("ada");
    let bob = world.player("bob");
    let address = text(&world.json(&bob, &["account", "show"])["address"]);
    let before = world.balance(&ada);
    let sent = world.json(&ada, &["transfer", &address, "1.000000000001"]);
    assert_eq!(world.balance(&bob), VARA + 1);
    let fee: u128 = text(&sent["fee"]).parse().unwrap();
    assert_eq!(world.balance(&ada), before - VARA - 1 - fee);
    let sentence = world.fails(2, &ada, &["transfer", "nobody", "1"]);
    assert!(sentence.contains("neither an address nor the name"), "{sentence}");
    world.deploy(&[]);
    let programs = ["0x".to_owned() + &"0".repeat(64), world.status()["program"].to_string()];
    for program in programs.each_ref().map(|program| program.trim_matches('"')) {
        let sentence = world.fails(2, &ada, &["transfer", program, "1"]);
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
