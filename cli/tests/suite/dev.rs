//! What a development node alone can do.

use crate::world::{VARA, World, number};

/// A world, if its node is one for development.
fn world() -> Option<World> {
    let world = World::new();
    world.is_ours("the node is none for development").then_some(world)
}

#[test]
fn time_passes_a_balance_is_set_and_a_snapshot_is_gone_back_to() {
    let Some(world) = world() else { return };
    let ada = world.player("ada");
    let address = world.json(&ada, &["account", "show"])["address"].as_str().unwrap().to_owned();
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
}

#[test]
fn the_time_goes_forward_only() {
    let Some(world) = world() else { return };
    let sentence = world.fails(2, "", &["dev", "set-time", "1"]);
    assert!(sentence.contains("does not go back"), "{sentence}");
    // A day that is far off: the year 2100.
    world.ok("", &["dev", "set-time", "4102444800000"]);
}
