//! What only a development node can do.

use crate::world::{VARA, World, number};
use serde_json::{Value, json};
use std::fs;

#[test]
fn time_passes_a_balance_is_set_and_a_snapshot_is_gone_back_to() {
    let world = World::new();
    if !world.is_ours("the node is none for development") {
        return;
    }
    let ada = world.player("ada");
    let address = world.address(&ada);
    let snapshot = world.json("", &["dev", "snapshot"])["snapshot"].to_string();
    let set = world.json("", &["dev", "set-balance", &address, "2.5"]);
    assert_eq!(number(&set["balance"]), 5 * VARA / 2);
    assert_eq!(world.balance(&ada), 5 * VARA / 2);
    let first = world.json("", &["dev", "advance", "5"])["block"].as_u64().unwrap();
    let second = world.json("", &["dev", "advance"])["block"].as_u64().unwrap();
    assert!(second > first);
    let said = world.ok("", &["dev", "revert", &snapshot]);
    assert!(said.contains("as it was at snapshot"), "{said}");
    assert_eq!(world.balance(&ada), 0);
    let sentence = world.fails(2, "", &["dev", "revert", &snapshot]);
    assert!(sentence.contains("there is no snapshot"), "{sentence}");
    let sentence = world.fails(2, "", &["dev", "set-time", "1"]);
    assert!(sentence.contains("does not go back"), "{sentence}");
    // This day is far in the future, in the year 2100.
    world.ok("", &["dev", "set-time", "4102444800000"]);
}

#[test]
fn games_of_a_chain_that_is_gone_are_forgotten_and_no_others() {
    let (world, [ada]) = World::with_players("1", ["ada"]);
    world.ok(&ada, &["register"]);
    let count = || world.json("", &["games"])["games"].as_array().unwrap().len();
    assert!(world.ok("", &["games", "--prune"]).contains("There is nothing here of another chain"));
    assert_eq!(count(), 1);

    let folder = world.home().join("games");
    let mut files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    // Beside the notes is a lock.
    let note = files.find(|path| path.extension().is_some_and(|kind| kind == "json")).unwrap();
    let mut before: Value = serde_json::from_str(&fs::read_to_string(&note).unwrap()).unwrap();
    before["genesis"] = format!("0x{}", "7".repeat(64)).into();
    // A file's name has the chain, the table, the account and the game.
    let name = note.file_name().unwrap().to_str().unwrap();
    let name = format!("{}{}", "7".repeat(12), &name[12..]);
    fs::write(folder.join(&name), before.to_string()).unwrap();
    let name = format!("{}{}", "8".repeat(12), &name[12..]);
    before["genesis"] = format!("0x{}", "8".repeat(64)).into();
    before["node"] = "ws://elsewhere".into();
    fs::write(folder.join(&name), before.to_string()).unwrap();
    assert_eq!(count(), 3);
    // A free game at the same table may go, and an opening of the bet may not.
    let mut free: Value = serde_json::from_str(&fs::read_to_string(&note).unwrap()).unwrap();
    free["genesis"] = format!("0x{}", "7".repeat(64)).into();
    (free["game"], free["bet"]) = (1.into(), "0".into());
    let name = format!("{}{}", "7".repeat(12), &name[12..].replace("-0.json", "-1.json"));
    fs::write(folder.join(name), free.to_string()).unwrap();
    let mut entry = json!({ "game": 0, "round": 1, "opening": "24c0ffee" });
    for of in ["genesis", "program", "account"] {
        entry[of] = free[of].clone();
    }
    let openings = world.home().join("openings.json");
    fs::write(&openings, json!({ "version": 1, "entries": [entry] }).to_string()).unwrap();
    world.ok("", &["secrets", "import", openings.to_str().unwrap()]);
    let careful = world.json("", &["games", "--prune"]);
    let is = (careful["games"].as_array().unwrap().len(), careful["kept"].as_u64());
    assert_eq!((is, count()), ((1, Some(1)), 3));
    let careful = world.ok("", &["games", "--prune"]);
    assert!(careful.contains("1 with a bet may not be over"), "{careful}");
    let kept = world.json("", &["secrets", "list"]);
    let is_its = |entry: &Value| entry["genesis"] == free["genesis"];
    assert_eq!(kept["entries"].as_array().unwrap().iter().filter(|entry| is_its(entry)).count(), 1);
    let pruned = world.json("", &["games", "--prune", "--yes"]);
    assert_eq!(pruned["games"].as_array().unwrap().len(), 1);
    assert_eq!(count(), 2);
}
