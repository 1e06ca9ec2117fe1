//! `status --until` returns when there is something to do or to know, and in any case.

use crate::{
    filter::{Filter, Rules, Verdict},
    world::{Running, World, text},
};
use serde_json::Value;
use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    time::{Duration, Instant},
};

const SUBSCRIBE: &str = "gear_subscribeProgramStateChanges";

fn duel() -> (World, [String; 2]) {
    let mut world = World::new();
    let stages = ["--entry", "1h", "--moves", "1h", "--reveals", "1h"];
    world.deploy(&[&["--bet", "1", "--seats", "2"], &stages[..]].concat());
    let players = ["ada", "bob"].map(|name| world.rich_player(name));
    (world, players)
}

fn waits(world: &World, player: &str, more: &[&str]) -> Running {
    world.start(player, &[&["status", "--json", "--until"], more].concat())
}

/// What has come, and what is next.
fn came(waiting: Running) -> (String, String) {
    let status: Value = serde_json::from_str(&waiting.finish()).expect("one object");
    (text(&status["until"]), text(&status["me"]["next"]))
}

fn is(came: (String, String), until: &str, next: &str) {
    assert_eq!((came.0.as_str(), came.1.as_str()), (until, next));
}

#[test]
fn a_duel_is_played_by_waiting_for_each_turn() {
    let (world, [ada, bob]) = duel();
    world.ok(&ada, &["register", "--move", "rock"]);
    let waiting = waits(&world, &ada, &["turn"]);
    let over = waits(&world, &ada, &["over"]);
    let watching = waits(&world, "", &["over"]);
    world.ok(&bob, &["register"]);
    is(came(waits(&world, &bob, &["turn"])), "turn", "move");
    world.ok(&bob, &["move", "scissors"]);
    is(came(waiting), "turn", "reveal");
    world.ok(&ada, &["reveal"]);
    let waiting = waits(&world, &ada, &["turn"]);
    is(came(waits(&world, &bob, &["turn"])), "turn", "reveal");
    world.ok(&bob, &["reveal"]);
    for waiting in [waiting, over] {
        is(came(waiting), "over", "register");
    }
    let seen: Value = serde_json::from_str(&watching.finish()).expect("one object");
    assert_eq!((&seen["until"], &seen["me"]), (&"over".into(), &Value::Null));
    // Who looks only now is told so too, wherever the game was played.
    is(came(waits(&world, &ada, &["turn"])), "over", "register");
}

#[test]
fn a_wait_ends_in_time_and_needs_a_seat() {
    let (world, [ada, bob]) = duel();
    let failure = |player: &str, code, args: &[&str]| {
        let done = world.run(player, &[&["status", "--json", "--until"], args].concat());
        assert_eq!(done.code, code, "{}{}", done.out, done.err);
        let failure: Value = serde_json::from_str(&done.out).expect("one object");
        text(&failure["error"]["kind"])
    };
    assert_eq!(failure(&ada, 3, &["turn"]), "not_registered");
    assert_eq!(failure("", 2, &["turn"]), "usage");
    world.ok(&ada, &["register"]);
    let since = Instant::now();
    assert_eq!(failure(&ada, 8, &["turn", "--for", "2s"]), "elapsed");
    assert!(since.elapsed() >= Duration::from_secs(2));
    assert_eq!(failure(&bob, 3, &["over"]), "not_registered");
    assert_eq!(failure("", 8, &["over", "--for", "1s"]), "elapsed");
    let said = world.fails(8, &ada, &["status", "--until", "turn", "--for", "1s"]);
    assert!(said.contains("1 of 2 seats taken") && said.contains("Nothing was sent"), "{said}");
    world.fails_saying(2, &ada, &["status", "--for", "1s"]);
    let waiting = waits(&world, &ada, &["turn"]);
    world.ok(&ada, &["leave"]);
    assert_eq!(waiting.end().code, 3, "she has left");
}

/// Counts how often the program is asked, and takes from a client what it is told of changes.
struct Told {
    asked: AtomicUsize,
    is_told: bool,
}

impl Rules for Told {
    fn asked(&self, method: &str, _: &Value) -> Verdict {
        if ["gear_readState", "gear_calculateReplyForHandle"].contains(&method) {
            self.asked.fetch_add(1, SeqCst);
        }
        Verdict::Pass
    }

    fn announces(&self, method: &str) -> bool {
        self.is_told || method != "gear_programStateChanges"
    }
}

#[test]
fn nothing_is_asked_that_the_node_tells_and_a_lost_notice_delays_it_by_ten_blocks() {
    for is_told in [true, false] {
        let (world, [ada, bob]) = duel();
        world.ok(&ada, &["register"]);
        let told = Arc::new(Told { asked: AtomicUsize::new(0), is_told });
        let filter = Filter::before(&world.url, told.clone());
        let waiting = waits(&world, &ada, &["turn", "--node", &filter.url]);
        let block = |now: &Value| now["block"].as_u64().expect("a number");
        let since = block(&world.status());
        world.wait_for(|now| block(now) > since + 40);
        assert!(told.asked.load(SeqCst) < 15, "{}", told.asked.load(SeqCst));
        world.ok(&bob, &["register"]);
        let started = block(&world.status());
        let status: Value = serde_json::from_str(&waiting.finish()).expect("one object");
        assert_eq!(status["until"], "turn");
        assert!(block(&status) <= started + 12, "{status} {started}");
    }
}

/// Whoever waits for others plays to the end with this player.
fn plays_with(world: &World, player: &str, waiting: Running) {
    world.ok(player, &["join", "--auto"]);
    let done = waiting.end();
    assert_eq!(done.code, 0, "{}{}", done.out, done.err);
}

#[test]
fn a_join_that_waits_for_others_asks_as_little() {
    for is_told in [true, false] {
        let (world, [ada, bob]) = duel();
        let told = Arc::new(Told { asked: AtomicUsize::new(0), is_told });
        let filter = Filter::before(&world.url, told.clone());
        let waiting = world.start(&ada, &["join", "--auto", "--node", &filter.url]);
        let block = |now: &Value| now["block"].as_u64().expect("a number");
        world.wait_for_seats(1);
        let since = block(&world.status()) + 5;
        world.wait_for(|now| block(now) > since);
        let before = told.asked.load(SeqCst);
        world.wait_for(|now| block(now) > since + 40);
        let asked = told.asked.load(SeqCst) - before;
        assert!(asked < 9, "{asked} in 40 blocks");
        plays_with(&world, &bob, waiting);
    }
}

#[test]
fn a_node_that_never_says_whether_it_gives_notices_is_asked_for_the_state() {
    let (world, [ada, bob]) = duel();
    let silent = Filter::asked(&world.url, |method, _| match method {
        SUBSCRIBE => Verdict::Hang,
        _ => Verdict::Pass,
    });
    let waiting = world.start(&ada, &["join", "--auto", "--node", &silent.url]);
    world.wait_for_seats(1);
    plays_with(&world, &bob, waiting);
}

#[test]
fn a_node_without_notices_is_asked_at_each_block_and_a_lost_one_is_given_up() {
    let (world, [ada, bob]) = duel();
    world.ok(&ada, &["register"]);
    let plain = Filter::asked(&world.url, |method, _| match method {
        SUBSCRIBE => Verdict::Refuse { code: -32601, message: "Method not found", data: "" },
        _ => Verdict::Pass,
    });
    let lost = Filter::open(&world.url);
    let [waiting, left] = [(&plain, "10m"), (&lost, "1s")].map(|(filter, patience)| {
        waits(&world, &ada, &["turn", "--node", &filter.url, "--patience", patience])
    });
    let silent = Filter::asked(&world.url, |method, _| match method {
        SUBSCRIBE => Verdict::Hang,
        _ => Verdict::Pass,
    });
    let hanging = waits(&world, &ada, &["turn", "--node", &silent.url, "--for", "5s"]);
    assert!([4, 8].contains(&hanging.end().code), "it is given up");
    lost.go_away();
    let done = left.end();
    assert!(done.code == 4 && done.out.contains("\"network\""), "{}{}", done.out, done.err);
    world.ok(&bob, &["register"]);
    is(came(waiting), "turn", "move");
}

#[test]
fn a_player_who_is_out_and_a_pot_that_nobody_pays_are_told() {
    let world = World::with_table("1");
    if !world.is_ours("it moves time on") {
        return;
    }
    // Enough for the game, and not for an alarm.
    let [ada, bob, cyd] = ["ada", "bob", "cyd"].map(|name| world.player_with(name, "3.1"));
    for player in [&ada, &bob, &cyd] {
        world.ok(player, &["register"]);
    }
    world.skip();
    world.ok(&ada, &["move", "rock"]);
    world.ok(&bob, &["move", "rock"]);
    let waiting = waits(&world, &cyd, &["over"]);
    world.skip();
    is(came(waits(&world, &cyd, &["turn"])), "out", "advance");
    // By the clock it is her turn, and her reveal moves the stage on.
    is(came(waits(&world, &ada, &["turn"])), "turn", "reveal");
    world.ok(&ada, &["reveal"]);
    let waits_too = waits(&world, &ada, &["turn"]);
    world.skip();
    for waiting in [waits_too, waiting] {
        is(came(waiting), "over", "advance");
    }
}
