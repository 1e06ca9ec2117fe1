//! What `docs/cli.md` says that things cost is what they cost.

use crate::world::{VARA, World, number, text};
use std::{fs, path::Path};

/// The VARA in the row that begins so.
pub fn documented(row: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/cli.md");
    let docs = fs::read_to_string(path).expect("there are docs");
    let found = docs.lines().find(|line| line.starts_with(&format!("| {row}")));
    let found = found.unwrap_or_else(|| panic!("no row “{row}”"));
    let (_, vara) = found.trim_end_matches([' ', '|']).rsplit_once("| ").expect("two columns");
    vara.trim_end_matches(" VARA").to_owned()
}

/// To four places, as the client shows it.
fn rounded(fee: u128) -> String {
    let parts = (fee + VARA / 20_000) / (VARA / 10_000);
    format!("{}.{:04}", parts / 10_000, parts % 10_000)
}

#[test]
fn fees_are_what_the_docs_say() {
    let mut world = World::new();
    let owner = world.rich_player("owner");
    let fee = |json: &serde_json::Value| rounded(number(&json["fee"]));
    let first = world.json(&owner, &["deploy", "--bet", "1"]);
    // Where others have tables too, the chain may have the code from them.
    if first["new_code"] == true {
        assert_eq!(fee(&first), documented("a table with its code"));
    }
    let second = world.json(&owner, &["deploy", "--bet", "1"]);
    assert_eq!(second["new_code"], false);
    assert_eq!(fee(&second), documented("a table, where the chain has"));

    world.deploy(&["--bet", "1"]);
    let ada = world.rich_player("ada");
    assert_eq!(fee(&world.json(&ada, &["register"])), documented("a message to a table"));
    let bob = text(&world.json(&world.player("bob"), &["account", "show"])["address"]);
    assert_eq!(fee(&world.json(&ada, &["transfer", &bob, "1"])), documented("a transfer"));
}
