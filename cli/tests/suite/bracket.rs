//! Knockouts that start with a full bracket: the last player to come is sent away.

use crate::world::{Done, Running, VARA, World, is_won, number, signal, step, text};
use serde_json::{Value, json};

const WHY: &str = "time can't be moved on there";

/// A knockout of four that starts when full, with this time for moves and for reveals.
fn table(stage: &str) -> World {
    let mut world = World::new();
    let stages = ["--entry", "1h", "--moves", stage, "--reveals", stage];
    world.deploy(&[&["--bet", "1", "--seats", "4"], &stages[..]].concat());
    world
}

fn join(world: &World, player: &str, more: &[&str]) -> Running {
    world.seated(player, &[&["--moves", "rock"], more].concat())
}

/// A player's only game in the history, once its costs are final.
fn settled_game(world: &World, player: &str) -> Value {
    loop {
        let game = world.game_of(player);
        if game["exact"] == true {
            return game;
        }
        world.advance(100);
    }
}

#[test]
fn whoever_came_last_is_sent_away_with_the_bet_and_the_others_play() {
    let world = table("1h");
    if !world.is_ours(WHY) {
        return;
    }
    let [ada, bob, cyd] = ["ada", "bob", "cyd"].map(|name| world.rich_player(name));
    let before = world.balance(&cyd);
    let ada_plays = join(&world, &ada, &[]);
    world.ok(&bob, &["register"]);
    let cyd_waits = join(&world, &cyd, &[]);
    let mut watching = world.start("", &["watch", "--once"]);
    watching.wait_for("first 2 play, and whoever came later has the bet back");
    world.skip();
    let Done { code, out: said, .. } = cyd_waits.end();
    assert_eq!(code, 3, "{said}");
    let away = step(&said, "sent_away").expect("it is told");
    assert_eq!((number(&away["bet"]), &away["game"]), (VARA, &json!(0)));
    assert!(said.contains("the bracket is full with 2, and"), "{said}");
    world.ok(&bob, &["move", "scissors"]);
    world.ok(&bob, &["reveal"]);
    assert!(is_won(&ada_plays.finish()));
    let seen = watching.finish();
    assert!(seen.contains("is sent away, and has 1 VARA back"), "{seen}");
    let game = settled_game(&world, &cyd);
    assert_eq!(game["end"], "sent_away", "{game}");
    assert_eq!(before - world.balance(&cyd), number(&game["spent"]), "{game}");
}

#[test]
fn whoever_looks_only_after_the_game_is_told_of_the_own_bet() {
    let world = table("5m");
    if !world.is_ours(WHY) {
        return;
    }
    let [ada, bob, cyd] = ["ada", "bob", "cyd"].map(|name| world.rich_player(name));
    for player in [&ada, &bob] {
        world.ok(player, &["register"]);
    }
    let cyd_waits = join(&world, &cyd, &[]);
    signal(cyd_waits.id(), "-STOP");
    world.skip();
    world.ok(&ada, &["move", "rock"]);
    world.skip();
    world.ok(&world.player("owner"), &["config", "--bet", "2"]);
    signal(cyd_waits.id(), "-CONT");
    let Done { code, out: said, .. } = cyd_waits.end();
    assert_eq!((code, number(&step(&said, "sent_away").expect("it is told")["bet"])), (3, VARA));
    assert!(said.contains("the bracket was full, and"), "{said}");
}

#[test]
fn whoever_was_away_when_the_bracket_was_full_finds_the_bet_back() {
    let world = table("5m");
    if !world.is_ours(WHY) {
        return;
    }
    let [ada, bob, cyd, dan] = ["ada", "bob", "cyd", "dan"].map(|name| world.rich_player(name));
    for player in [&ada, &bob] {
        world.ok(player, &["register"]);
    }
    join(&world, &cyd, &[]).kill();
    world.skip();
    let Done { code, out: said, .. } = world.join(&cyd, &["--auto"]).end();
    assert_eq!(code, 3, "{said}");
    assert!(said.contains("\"kind\":\"sent_away\"") && !said.contains("register\""), "{said}");
    let shown = world.ok(&cyd, &["status"]);
    assert!(shown.contains("You       were sent away: the bracket is full with 2"), "{shown}");
    let refused = world.fails(3, &cyd, &["move", "rock"]);
    assert!(refused.contains("the bracket was full without you"), "{refused}");
    // The client has seen that Bob plays in this game, so it knows that he lost.
    world.ok("", &["games"]);
    world.ok(&ada, &["move", "rock"]);
    world.skip();
    let ends = [&ada, &bob, &cyd].map(|player| world.game_of(player)["end"].clone());
    assert_eq!(ends, ["won", "lost", "sent_away"]);
    // In the next game, the client looks only after the end.
    for player in [&ada, &bob] {
        world.ok(player, &["register"]);
    }
    join(&world, &dan, &[]).kill();
    world.skip();
    world.ok(&ada, &["move", "rock"]);
    world.skip();
    let said = world.join(&dan, &["--auto"]).finish();
    assert_eq!(step(&said, "game_over").expect("an end")["won"], Value::Null);
    assert_eq!(settled_game(&world, &dan)["end"], "unknown", "it claims no loss");
}

#[test]
fn whoever_is_sent_away_goes_on_to_the_next_table_or_the_next_game() {
    let world = World::new();
    if !world.is_ours(WHY) {
        return;
    }
    let players = ["ada", "bob", "cyd", "dan"].map(|name| world.rich_player(name));
    let [ada, bob, cyd, dan] = &players;
    let club = text(&world.json(ada, &["club", "deploy"])["club"]);
    let open = ["open", "--club", &club, "--seats", "4", "--bet", "1", "--entry", "1h"];
    let first = text(&world.json(ada, &open)["program"]);
    let at_first = ["--program", &first];
    for player in [ada, bob] {
        world.ok(player, &[&at_first[..], &["register"]].concat());
    }
    let any = ["--any", "--club", &club, "--max-bet", "1"];
    let mut looking = join(&world, cyd, &any);
    world.pass_deadline(&world.status_at(&first));
    looking.step("sent_away");
    assert_ne!(looking.step("table")["program"], first.as_str());
    looking.step("register");
    // With `--repeat`, the client waits for the next game at this table.
    world.ok(ada, &[&at_first[..], &["stop"]].concat());
    for player in [ada, bob] {
        world.ok(player, &[&at_first[..], &["register"]].concat());
    }
    let mut repeating = join(&world, dan, &[&at_first[..], &["--repeat", "2"]].concat());
    world.pass_deadline(&world.status_at(&first));
    repeating.step("sent_away");
    repeating.step("waiting");
    world.ok(ada, &[&at_first[..], &["stop"]].concat());
    repeating.step("register");
}
