//! Accounts and the keystore.

use crate::world::{Done, VARA, World, finish, text};

fn with_password(world: &World, password: &str, args: &[&str]) -> Done {
    let mut command = world.command("", args);
    command.env("RPSLS_PASSWORD", password);
    finish(command, "")
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
    // Without its password.
    assert!(world.ok("ada", &["status"]).contains("registered (you)"));
    let done = with_password(&world, "simsalabim", &["--account", "ada", "leave"]);
    assert_eq!(done.code, 2);
    assert!(done.err.contains("not the password of the account ada"), "{}", done.err);
    let sentence = world.fails(2, "ada", &["leave"]);
    assert!(sentence.contains("RPSLS_PASSWORD"), "{sentence}");
}

#[test]
fn a_new_password_is_warned_about_if_it_is_weak() {
    let world = World::new();
    let done = with_password(&world, "a", &["account", "new", "ada"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.err.contains("warning: whoever copies the account's file"), "{}", done.err);
    let done = with_password(&world, "velvet otter ladder", &["account", "new", "eva"]);
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    // One that is there already is nobody's news.
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
    for name in ["ada", "alice", "Bob", "a/b"] {
        let done = with_password(&world, "sesame", &["account", "new", name]);
        assert_eq!(done.code, 2, "{name}: {}", done.err);
    }
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
        assert!(sentence.contains("nobody's account"), "{sentence}");
    }
    let sentence = world.fails(5, &ada, &["transfer", &address, "98.9"]);
    assert!(sentence.contains("can't pay"), "{sentence}");
    let sentence = world.fails(5, &ada, &["transfer", &address, "1000"]);
    assert!(sentence.contains("less than 1000 VARA"), "{sentence}");
}
