//! A whole game by single commands: a move with the seat, the next one with the reveal.

use crate::{
    hand::killed_as_it_sends,
    world::{VARA, World, number},
};
use serde_json::Value;
use std::fs;

/// A table for so many, at which a game starts when they are there.
fn table(seats: &str) -> World {
    let mut world = World::new();
    let stages = ["--entry", "1h", "--moves", "1h", "--reveals", "1h"];
    world.deploy(&[&["--bet", "1", "--seats", seats], &stages[..]].concat());
    world
}

/// A command with `--json` that fails with this code.
fn failure(world: &World, code: i32, player: &str, args: &[&str]) -> Value {
    let done = world.run(player, &[args, &["--json"]].concat());
    assert_eq!(done.code, code, "{args:?}: {}{}", done.out, done.err);
    serde_json::from_str(&done.out).expect("one object")
}

fn openings(world: &World) -> usize {
    world.json("", &["secrets", "list"])["entries"].as_array().expect("a list").len()
}

#[test]
fn each_round_of_a_knockout_takes_one_message() {
    let world = table("4");
    let names = ["ada", "bob", "cyd", "dan"].map(|name| world.rich_player(name));
    for (player, mv) in names.iter().zip(["rock", "scissors", "rock", "scissors"]) {
        world.json(player, &["register", "--move", mv]);
    }
    let status = world.status();
    assert_eq!((&status["stage"], &status["round"]), (&"reveals".into(), &1.into()));
    for player in &names {
        assert_eq!(world.json(player, &["status"])["me"]["next"], "reveal");
        world.json(player, &["reveal", "--next", "paper"]);
    }
    let status = world.status();
    assert_eq!((&status["stage"], &status["round"]), (&"reveals".into(), &2.into()));
    let players = status["players"].as_array().expect("a list").clone();
    let is_in = |player: &&String| {
        let id = world.account(player);
        players.iter().any(|found| found["account"] == id && found["status"] == "to_reveal")
    };
    let [first, second] = names.iter().filter(is_in).collect::<Vec<_>>()[..] else {
        panic!("{players:?}")
    };
    let failed = failure(&world, 3, first, &["reveal", "--next", "rock"]);
    assert_eq!(failed["error"]["kind"], "no_next_round", "{failed}");
    world.json(first, &["reveal"]);
    let last = world.json(second, &["reveal"]);
    assert_eq!(last["reply"]["result"], "game_over", "{last}");
}

#[test]
fn a_duel_has_no_next_move_and_a_refused_one_costs_nothing() {
    let world = table("2");
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let tried = world.json(&ada, &["register", "--move", "rock", "--dry-run"]);
    assert_eq!((&tried["reply"]["kind"], openings(&world)), (&"player_registered".into(), 0));
    world.ok(&ada, &["register", "--move", "rock"]);
    world.ok(&bob, &["register", "--move", "paper"]);
    let before = (world.balance(&ada), openings(&world));
    let said = world.fails(3, &ada, &["reveal", "--next", "rock"]);
    assert!(said.contains("last round") && said.contains("Nothing was sent"), "{said}");
    assert_eq!((world.balance(&ada), openings(&world)), before);
    failure(&world, 2, &ada, &["reveal", "--next", "rock", "--file", "x"]);
    world.ok(&ada, &["reveal"]);
    world.ok(&bob, &["reveal"]);
    assert_eq!(world.json(&bob, &["games"])["games"][0]["end"], "won");
}

#[test]
fn no_seat_is_paid_for_before_its_opening_is_on_disk() {
    let world = table("2");
    let ada = world.rich_player("ada");
    fs::write(world.home().join("secrets"), "").expect("it can be written");
    let before = world.balance(&ada);
    world.fails_saying(1, &ada, &["register", "--move", "rock"]);
    assert_eq!((world.seats(), world.balance(&ada)), (0, before));
    assert_eq!(world.json("", &["games"])["games"].as_array().expect("a list").len(), 0);
    fs::remove_file(world.home().join("secrets")).expect("it is there");
    killed_as_it_sends(&world, &ada, &["register", "--move", "rock"]);
    assert_eq!((world.seats(), openings(&world)), (0, 1));
    // The account can pay for the seat, and not for the reveal too.
    let poor = world.player_with("poor", "2.3");
    let failed = failure(&world, 5, &poor, &["register", "--move", "rock"]);
    assert_eq!(failed["error"]["kind"], "funds", "{failed}");
    assert_eq!(openings(&world), 1);
}

#[test]
fn a_next_move_is_taken_though_somebody_else_has_shown_the_one_before() {
    let world = World::with_table("1");
    let [ada, bob] = world.two_to_move();
    world.ok(&ada, &["move", "rock"]);
    world.ok(&bob, &["move", "rock"]);
    let file = world.home().join("file").display().to_string();
    // All are in one folder here: only hers is shown.
    let listed = world.ok(&ada, &["secrets", "export"]);
    let mut all: Value = serde_json::from_str(&listed).expect("JSON");
    let id = world.account(&ada);
    all["entries"].as_array_mut().expect("a list").retain(|entry| entry["account"] == id);
    fs::write(&file, all.to_string()).expect("it can be written");
    let eve = world.rich_player("eve");
    world.ok(&eve, &["reveal", "--file", &file]);
    let taken = world.json(&ada, &["reveal", "--next", "paper"]);
    assert!(taken["message"].is_string(), "{taken}");
    let before = world.balance(&ada);
    // Again, it is there already, and can't be another one.
    assert!(world.json(&ada, &["reveal", "--next", "paper"])["message"].is_null());
    let failed = failure(&world, 3, &ada, &["reveal", "--next", "rock"]);
    assert_eq!(failed["error"]["kind"], "already_moved", "{failed}");
    assert_eq!(world.balance(&ada), before);
    world.ok(&bob, &["reveal", "--next", "scissors"]);
    assert_eq!(world.status()["stage"], "reveals", "both have moved");
    world.ok(&ada, &["reveal"]);
    world.ok(&bob, &["reveal"]);
    assert_eq!(world.game_of(&bob)["end"], "won");
    assert!(before - world.balance(&ada) < VARA / 2 && number(&world.status()["pot"]) == 0);
}

/// Runs a command twice at once: one of them sends, and the other sees what that has done.
fn twice(world: &World, player: &str, args: &[&str], kind: &str) {
    let both = [(); 2].map(|()| world.start(player, &[args, &["--json"]].concat()));
    let lines = both.map(|running| -> Value {
        let done = running.end();
        serde_json::from_str(&done.out).unwrap_or_else(|_| panic!("{}{}", done.out, done.err))
    });
    let is_sent = |line: &&Value| line["sent"] == true;
    assert_eq!(lines.iter().filter(is_sent).count(), 1, "{args:?} {lines:?}");
    let second = lines.iter().find(|line| line["sent"] == false).expect("the other");
    assert_eq!(second["error"]["kind"], kind, "{second}");
}

#[test]
fn of_two_commands_at_once_the_second_sees_what_the_first_has_done() {
    let world = table("2");
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    twice(&world, &ada, &["register"], "already_registered");
    twice(&world, &ada, &["leave"], "not_registered");
    assert!(world.balance(&ada) > 98 * VARA, "the bet is back, and there was one");
    twice(&world, &ada, &["register", "--move", "rock"], "already_registered");
    world.ok(&bob, &["register"]);
    // His move was the last, which began the reveals.
    twice(&world, &bob, &["move", "rock"], "not_move_stage");
}

#[test]
fn of_two_who_advance_at_once_one_pays() {
    let Some((world, [ada, _])) = World::without_alarms() else { return };
    world.ok(&ada, &["move", "rock"]);
    world.skip();
    twice(&world, &ada, &["advance"], "stage_not_over");
}

#[test]
fn whoever_is_late_is_told_so() {
    let world = World::with_table("1");
    if !world.is_ours("it moves time on") {
        return;
    }
    let [ada, bob, cyd, dan] = ["ada", "bob", "cyd", "dan"].map(|name| world.rich_player(name));
    for player in [&ada, &bob, &dan] {
        world.ok(player, &["register"]);
    }
    world.skip();
    world.ok(&ada, &["move", "rock"]);
    world.ok(&dan, &["move", "scissors"]);
    world.skip();
    // He did not move in time: the game goes on without him.
    for args in [&["move", "rock"][..], &["reveal"], &["reveal", "--next", "rock"]] {
        let failed = failure(&world, 3, &bob, args);
        let error = &failed["error"];
        let says = error["text"].as_str().unwrap_or_default();
        assert!(error["kind"] == "out" && says.contains("move did not come in time"), "{failed}");
        assert_eq!(failed["sent"], false);
    }
    world.ok(&ada, &["reveal"]);
    world.ok(&dan, &["reveal"]);
    for args in [&["move", "rock"][..], &["reveal"]] {
        for (player, says) in [(&bob, "lost: a pot of 3 VARA"), (&ada, "won: a pot of 3 VARA")] {
            let failed = failure(&world, 3, player, args);
            let error = &failed["error"];
            let text = error["text"].as_str().unwrap_or_default();
            assert!(error["kind"] == "game_over" && text.contains(says), "{failed}");
        }
        // Who was not in it is told as before.
        let failed = failure(&world, 3, &cyd, args);
        assert!(failed["error"]["kind"] != "game_over", "{failed}");
    }
}

#[test]
fn whoever_did_not_show_in_time_is_told_that_the_bet_is_lost() {
    let world = World::with_table("1");
    if !world.is_ours("it moves time on") {
        return;
    }
    let [ada, bob] = world.two_to_move();
    world.ok(&ada, &["move", "rock"]);
    world.ok(&bob, &["move", "rock"]);
    world.ok(&ada, &["reveal"]);
    world.skip();
    let failed = failure(&world, 3, &bob, &["reveal"]);
    let says = failed["error"]["text"].as_str().unwrap_or_default();
    assert_eq!(failed["error"]["kind"], "game_over", "{failed}");
    assert!(says.contains("lost") && says.contains("did not show your move in time"), "{says}");
}

#[test]
fn a_seat_says_for_how_many_messages_there_is_money() {
    let world = table("2");
    let [ada, bob] = [("ada", "2.8"), ("bob", "5")].map(|(name, has)| world.player_with(name, has));
    let left = |line: Value| line["messages_left"].as_u64().expect("a number");
    let told = left(world.json(&ada, &["register", "--dry-run"]));
    assert_eq!(left(world.json(&ada, &["register", "--move", "rock"])), told);
    assert!((2..5).contains(&told), "{told}");
    assert!(left(world.json(&bob, &["register", "--move", "paper"])) > told + 5);
    assert!(left(world.json(&bob, &["reveal", "--dry-run"])) > 5);
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_due_is_sent_where_nobody_can_read_that() {
    let world = table("2");
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    world.ok(&ada, &["register"]);
    world.ok(&bob, &["register", "--move", "scissors"]);
    for step in [&["move", "rock"][..], &["reveal"]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
        let mut command = world.command(&ada, step);
        let status = command.stdout(full).stderr(std::process::Stdio::null()).status().unwrap();
        assert!(status.success(), "{step:?}: {status}");
    }
    let last = world.json(&bob, &["reveal"]);
    assert_eq!(last["reply"]["result"], "game_over", "{last}");
}

#[test]
fn a_note_that_can_not_be_read_stops_no_step() {
    let world = table("2");
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    world.ok(&ada, &["register"]);
    let files = fs::read_dir(world.home().join("games")).unwrap();
    let mut files = files.map(|file| file.unwrap().path());
    let note = files.find(|path| path.extension().is_some_and(|end| end == "json"));
    fs::write(note.expect("a note of ada"), "").unwrap();
    world.ok(&bob, &["register", "--move", "scissors"]);
    let came = world.json(&ada, &["status", "--until", "turn", "--for", "1m"]);
    assert_eq!((&came["until"], &came["me"]["next"]), (&"turn".into(), &"move".into()));
    world.json(&ada, &["move", "rock"]);
    world.json(&ada, &["reveal"]);
    let last = world.json(&bob, &["reveal"]);
    assert_eq!(last["reply"]["result"], "game_over", "{last}");
}
