//! Chains with another runtime than the one that the client was built with.

use crate::world::{RECORDED, Running, VARA, World, is_won, skip, text};
use serde_json::Value;
use std::{fs, io::Write, path::Path};
use tempfile::NamedTempFile;

/// A node that stands for this runtime. `None` if another node is tested.
fn world(metadata: Option<&Path>) -> Option<World> {
    if std::env::var_os("VARA_NODE").is_some() {
        skip("it takes nodes of several runtimes");
        return None;
    }
    Some(World::on(metadata))
}

/// The recorded metadata with another name in place of this one.
fn without(name: &str) -> NamedTempFile {
    let [from, to] = [name, &"x".repeat(name.len())].map(|name| {
        let length = u8::try_from(name.len() << 2).expect("it is short");
        [&[length], name.as_bytes()].concat()
    });
    let mut rest = &fs::read(RECORDED).expect("it is in the repository")[..];
    let mut file = NamedTempFile::new().expect("there is room for a file");
    while let Some(at) = rest.windows(from.len()).position(|found| found == from) {
        file.write_all(&[&rest[..at], &to].concat()).expect("there is room for it");
        rest = &rest[at + from.len()..];
    }
    file.write_all(rest).expect("there is room for it");
    file
}

/// A host deploys a table and pays for a guest. Two players play, and one sends money to the other.
fn plays(mut world: World) {
    world.deploy(&["--bet", "1", "--seats", "2", "--entry", "20m", "--moves", "20m"]);
    let owner = world.player("owner");
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let issued = world.json(&owner, &["voucher", "issue", "--to", &world.address(&ada)]);
    let id = text(&issued["vouchers"][0]["voucher"]);
    let before = world.balance(&ada);
    let games = [(&ada, "rock"), (&bob, "scissors")]
        .map(|(player, gesture)| world.join(player, &["--moves", gesture]));
    let [said, other] = games.map(Running::finish);
    assert!(is_won(&said) && !is_won(&other), "{said}{other}");
    assert!(said.contains("scissors") && other.contains("rock"), "both see the moves: {said}");
    assert_eq!(world.balance(&ada), before + VARA, "the voucher paid the rest");
    world.ok(&ada, &["transfer", &world.address(&bob), "2"]);
    world.ok(&ada, &["voucher", "decline", &id]);
    world.advance(2);
    let left = world.json(&owner, &["voucher", "revoke", &id]);
    assert_eq!(left["ok"], true, "{left}");
    world.deploy(&["--bet", "1"]);
    assert_eq!(world.status()["stage"], "registration", "another table of the same code");
    let refused = world.fails(3, &bob, &["reveal"]);
    assert!(refused.len() > "rpsls: ".len());
}

/// `RPSLS_TEST_WITHOUT_STATE=1` runs all tests like this.
#[test]
fn a_game_is_played_where_no_method_reads_state() {
    if std::env::var_os("VARA_NODE").is_some() {
        return skip("it takes a node without some methods");
    }
    plays(World::without_state());
}

#[test]
fn a_game_is_played_on_the_runtime_that_the_client_was_built_with() {
    if let Some(world) = world(None) {
        plays(world);
    }
}

/// Asserts that this fails because the runtime lacks something, and that nothing is signed.
fn lacks(world: &World, player: &str, args: &[&str], what: &str) {
    let before = world.balance(player);
    let done = world.run(player, &[args, &["--json"]].concat());
    assert_eq!(done.code, 7, "{args:?}: {}{}", done.out, done.err);
    let failure: Value = serde_json::from_str(&done.out).expect("JSON");
    assert_eq!(failure["error"]["kind"], "runtime");
    let words = text(&failure["error"]["text"]);
    assert!(words.contains(&format!("no {what} as this rpsls knows it")), "{words}");
    assert!(words.contains("runs vara-testnet 20000"), "{words}");
    assert_eq!(world.balance(player), before);
}

#[test]
fn a_call_that_the_runtime_has_not_is_named_with_the_version_and_nothing_is_signed() {
    let file = without("batch_all");
    let Some(world) = world(Some(file.path())) else { return };
    let owner = world.rich_player("owner");
    lacks(&world, &owner, &["deploy"], "call Utility.batch_all");
}

#[test]
fn a_call_that_says_else_than_the_client_knows_is_named_and_the_rest_goes_on() {
    let file = without("duration");
    let Some(mut world) = world(Some(file.path())) else { return };
    world.deploy(&["--bet", "1"]);
    let ada = world.rich_player("ada");
    let args = ["voucher", "issue", "--to", &world.address(&ada)];
    lacks(&world, &world.player("owner"), &args, "call GearVoucher.issue");
    world.ok(&ada, &["register"]);
}
