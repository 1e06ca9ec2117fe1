//! What a table's owner can do.

use crate::world::{VARA, World, number};

#[test]
fn a_config_is_changed_for_the_next_game_and_only_where_asked() {
    let world = World::with_table("1");
    let owner = world.player("owner");
    world.ok(&owner, &["config", "--bet", "2.5"]);
    world.ok(&owner, &["config", "--seats", "3"]);
    let status = world.status();
    assert_eq!(number(&status["config"]["bet"]), VARA);
    assert_eq!(number(&status["next_config"]["bet"]), 5 * VARA / 2);
    assert_eq!(status["next_config"]["seats"], 3);
    assert_eq!(status["next_config"]["move_ms"], status["config"]["move_ms"]);
}

#[test]
fn the_next_games_rules_can_be_changed() {
    let world = World::with_table("1");
    let owner = world.player("owner");
    assert_eq!(world.status()["rules"]["tie_break"], "points");
    world.ok(&owner, &["config", "--format", "replay", "--start", "time"]);
    let status = world.status();
    assert_eq!(status["rules"]["tie_break"], "points");
    assert_eq!(status["next_rules"]["tie_break"], "replay");
    assert_eq!(status["next_rules"]["start_when_full"], false);
    assert!(world.ok("", &["status"]).contains("Rules     replay"));
}

#[test]
fn a_stopped_game_gives_every_bet_back() {
    let world = World::with_table("10");
    let owner = world.player("owner");
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    world.ok(&ada, &["register"]);
    world.ok(&bob, &["register"]);
    let stopped = world.json(&owner, &["stop"]);
    assert_eq!(stopped["reply"]["kind"], "game_was_stopped");
    assert_eq!(stopped["reply"]["players"].as_array().unwrap().len(), 2);
    for player in [&ada, &bob] {
        // The gas for a pending alarm may still be held.
        assert!(world.balance(player) > 98 * VARA);
    }
    assert_eq!(world.status()["game"], 1);
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
    world.deploy(&[
        "--bet",
        "0.25",
        "--seats",
        "7",
        "--entry",
        "10m",
        "--moves",
        "90s",
        "--reveals",
        "1h",
    ]);
    let config = &world.status()["config"];
    assert_eq!(number(&config["bet"]), VARA / 4);
    let times = ["seats", "entry_ms", "move_ms", "reveal_ms"].map(|name| config[name].clone());
    assert_eq!(times, [7, 600_000, 90_000, 3_600_000]);
    let shown = world.ok("", &["status"]);
    assert!(shown.contains("7, 0.2500 VARA each"), "{shown}");
    assert!(shown.contains("10 min to register, 1 min 30 s to move, 1 h to reveal"), "{shown}");
}

#[test]
fn how_many_fill_the_bracket_of_an_uneven_limit_is_said() {
    let world = World::new();
    let owner = world.rich_player("owner");
    for (more, is_said) in [(&["--seats", "6"][..], true), (&["--seats", "4"], false)] {
        let said = world.ok(&owner, &[&["deploy", "--bet", "1"], more].concat());
        let full =
            said.contains("6, 1 VARA each: 4 players make a full bracket, and fill the table");
        assert_eq!(full, is_said, "{said}");
    }
}

#[test]
fn tables_that_are_opened_at_once_are_all_there() {
    let world = World::new();
    let owners: Vec<String> = (0..4).map(|n| world.rich_player(&format!("owner{n}"))).collect();
    let deploying = owners.iter().map(|owner| world.start(owner, &["--json", "deploy"]));
    // All four bring the code, which may be new to this chain. Only one is the first.
    let deployed: Vec<String> =
        deploying.collect::<Vec<_>>().into_iter().map(|d| d.finish()).collect();
    let is_new = |line: &&String| line.contains("\"new_code\":true");
    assert!(deployed.iter().filter(is_new).count() <= 1, "{deployed:?}");
    assert!(deployed.iter().all(|line| line.contains("\"program\":\"0x")), "{deployed:?}");
}
