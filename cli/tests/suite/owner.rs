//! What a table's owner can do.

use crate::world::{VARA, World, number};

#[test]
fn a_config_is_changed_for_the_next_game_and_only_where_asked() {
    let world = World::with_table("1");
    let owner = world.player("owner");
    world.ok(&owner, &["config", "--bet", "2.5"]);
    world.ok(&owner, &["config", "--seats", "3", "--format", "replay", "--start", "time"]);
    let status = world.status();
    assert_eq!(number(&status["config"]["bet"]), VARA);
    assert_eq!(number(&status["next_config"]["bet"]), 5 * VARA / 2);
    assert_eq!(status["next_config"]["seats"], 3);
    assert_eq!(status["next_config"]["move_ms"], status["config"]["move_ms"]);
    assert_eq!(status["rules"]["format"], "points");
    assert_eq!(status["next_rules"]["format"], "replay");
    assert_eq!(status["next_rules"]["start_when_full"], false);
    assert!(world.ok("", &["status"]).contains("Rules     replay"));
}

#[test]
fn deploying_costs_gas_fees_and_the_programs_deposit() {
    let world = World::new();
    let owner = world.rich_player("owner");
    let before = world.balance(&owner);
    let deployed = world.json(&owner, &["deploy"]);
    let [deposit, fee] = ["deposit", "fee"].map(|name| number(&deployed[name]));
    assert_eq!(deposit, VARA);
    let gas = before - world.balance(&owner) - deposit - fee;
    assert!((1..VARA / 10).contains(&gas), "{gas}");
    let shown = world.ok(&owner, &["deploy"]);
    assert!(!shown.contains("bn gas"), "{shown}");
    let words = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("and 1 VARA that the program keeps"), "{shown}");
}

#[test]
fn the_deployed_config_is_the_one_that_was_asked_for() {
    let mut world = World::new();
    let stages = ["--entry", "10m", "--moves", "90s", "--reveals", "1h"];
    world.deploy(&[&["--bet", "0.25", "--seats", "6"], &stages[..]].concat());
    let config = &world.status()["config"];
    assert_eq!(number(&config["bet"]), VARA / 4);
    let times = ["seats", "entry_ms", "move_ms", "reveal_ms"].map(|name| config[name].clone());
    assert_eq!(times, [6, 600_000, 90_000, 3_600_000]);
    let shown = world.ok("", &["status"]);
    assert!(shown.contains("6, 0.2500 VARA each: 4 players make a full bracket"), "{shown}");
    assert!(shown.contains("10 min to register, 1 min 30 s to move, 1 h to reveal"), "{shown}");
}
