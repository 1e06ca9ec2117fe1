//! Nodes that stand still, that are behind, or whose blocks do not become final.

use crate::world::signal;
use crate::{
    filter::{Filter, Rules, Verdict},
    world::{SUBMIT, World, is_won, many, number, step},
};
use serde_json::Value;
use std::{
    collections::{BTreeSet, HashMap},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
    time::Duration,
};

/// A duel with this long for each stage, which starts when it is full.
fn duel(world: &mut World, stage: &str) {
    let stages = ["--entry", "1h", "--moves", stage, "--reveals", stage];
    world.deploy(&[&["--bet", "1", "--seats", "2", "--start", "full"], &stages[..]].concat());
}

#[test]
fn a_duel_is_played_while_finality_is_forty_blocks_behind() {
    let Some(mut world) = World::with_lag(40) else { return };
    // A stage has as many blocks: what is final asks for nothing in time.
    duel(&mut world, "2m");
    let players = ["ada", "bob"].map(|name| world.rich_player(name));
    let joined = players.each_ref().map(|player| world.join(player, &["--auto"]));
    let said = joined.map(|playing| playing.end());
    for done in &said {
        assert_eq!(done.code, 0, "{}{}", done.out, done.err);
        let shown = step(&done.out, "reveal").expect("a reveal");
        assert!(shown["lag"].as_u64() >= Some(10), "{shown}");
        assert!(shown["sent"] == true && number(&shown["cost"]) > number(&shown["fee"]), "{shown}");
    }
    assert_eq!(said.iter().filter(|done| is_won(&done.out)).count(), 1);
}

#[test]
fn a_duel_is_played_by_single_commands_while_finality_is_forty_blocks_behind() {
    let Some(mut world) = World::with_lag(40) else { return };
    duel(&mut world, "2m");
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    world.json(&ada, &["register", "--move", "rock"]);
    let waiting = world.start(&ada, &["status", "--until", "turn", "--for", "10m", "--json"]);
    // Both are final before the moves are over, which are not the last final block's.
    world.json(&bob, &["register"]);
    let moved = world.json(&bob, &["move", "scissors"]);
    assert!(moved["lag"].as_u64() >= Some(10) && moved["sent"] == true, "{moved}");
    let came: Value = serde_json::from_str(&waiting.finish()).expect("one object");
    assert_eq!((&came["until"], &came["me"]["next"]), (&"turn".into(), &"reveal".into()));
    for player in [&ada, &bob] {
        let shown = world.json(player, &["reveal"]);
        assert!(shown["lag"].as_u64() >= Some(10) && shown["sent"] == true, "{shown}");
    }
    let over = world.json(&ada, &["status", "--until", "over", "--for", "10m"]);
    assert_eq!(over["until"], "over", "{over}");
}

#[test]
fn a_dry_run_of_a_reveal_waits_for_no_final_block() {
    let Some(mut world) = World::with_lag(40) else { return };
    // So long that a reveal would wait.
    duel(&mut world, "10m");
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    world.json(&ada, &["register", "--move", "rock"]);
    world.json(&bob, &["register"]);
    world.json(&bob, &["move", "scissors"]);
    let tried = world.json(&ada, &["reveal", "--dry-run"]);
    assert!(tried["sent"] == false && tried["reply"]["kind"].is_string(), "{tried}");
    assert_ne!(world.status()["stage"], "reveals");
}

#[test]
fn a_seat_whose_block_is_undone_is_taken_again() {
    let Some(mut world) = World::with_lag(40) else { return };
    duel(&mut world, "2m");
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let snapshot = world.json("", &["dev", "snapshot"])["snapshot"].to_string();
    let mut ada = world.join(&ada, &["--moves", "rock"]);
    let seated = ada.step("register");
    assert!(seated["lag"].as_u64() >= Some(10), "{seated}");
    // The message is in no pool either.
    world.ok("", &["dev", "revert", &snapshot]);
    assert_eq!(world.seats(), 0);
    let bob = world.join(&bob, &["--moves", "scissors"]);
    let done = ada.end();
    assert!(done.code == 0 && is_won(&done.out), "{}{}", done.out, done.err);
    assert!(done.err.contains("undone"), "{}", done.err);
    bob.finish();
}

/// The key of a block's events.
const EVENTS: &str = "0x26aa394eea5630e07c48ae0c9558cef780d41e5e16056765bc8461851072c9d7";

#[test]
fn a_client_that_has_slept_shows_before_it_reads_what_it_has_missed() {
    let mut world = World::new();
    if !world.is_ours("it moves time on") {
        return;
    }
    let stages = ["--entry", "15s", "--moves", "1h", "--reveals", "20m", "--start", "full"];
    world.deploy(&[&["--bet", "1", "--seats", "2"], &stages[..]].concat());
    let is_slow = Arc::new(AtomicBool::default());
    let slow = is_slow.clone();
    let filter = Filter::asked(&world.url, move |_, params| {
        match slow.load(SeqCst) && params.to_string().contains(EVENTS) {
            true => Verdict::Later(Duration::from_secs(1)),
            false => Verdict::Pass,
        }
    });
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let mut ada = world.seated(&ada, &["--node", &filter.url, "--moves", "rock"]);
    // It follows the game by then.
    let block = |now: &Value| now["block"].as_u64().expect("a number");
    let seated = block(&world.status());
    world.wait_for(|now| block(now) > seated + 12);
    signal(ada.id(), "-STOP");
    world.ok(&bob, &["register"]);
    // To read these takes three times as long as the stage that follows.
    world.advance(180);
    world.ok(&bob, &["move", "scissors"]);
    is_slow.store(true, SeqCst);
    signal(ada.id(), "-CONT");
    ada.step("reveal");
    is_slow.store(false, SeqCst);
    world.ok(&bob, &["reveal"]);
    let done = ada.end();
    assert!(done.code == 0 && is_won(&done.out), "{}\n{}", done.out, done.err);
}

#[test]
fn a_client_that_was_stopped_for_a_while_accuses_no_node_and_shows_in_time() {
    let mut world = World::new();
    duel(&mut world, "20m");
    // It would leave a node that stands still for the other one.
    let nodes = [(); 2].map(|()| Filter::open(&world.url));
    let urls = nodes.each_ref().map(|node| node.url.as_str()).join(",");
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let ada = world.seated(&ada, &["--node", &urls, "--moves", "rock"]);
    let block = |now: &Value| now["block"].as_u64().expect("a number");
    // It has heard of some blocks, so that it knows how fast they come.
    let seated = block(&world.status());
    world.wait_for(|now| block(now) > seated + 12);
    signal(ada.id(), "-STOP");
    let bob = world.join(&bob, &["--moves", "scissors"]);
    let since = block(&world.wait_for(|now| now["stage"] == "reveals"));
    // In this time a node that is well would have been left.
    world.wait_for(|now| block(now) > since + 60);
    signal(ada.id(), "-CONT");
    let done = ada.end();
    assert!(done.code == 0 && is_won(&done.out), "{}{}", done.out, done.err);
    bob.finish();
    assert!(!done.err.contains("stands still"), "{}", done.err);
}

/// A node that announces nothing from some time on.
#[derive(Default)]
struct Silent {
    is_silent: AtomicBool,
    /// Whether it tells of new blocks if it is asked.
    answers: bool,
    /// What it has answered about its newest blocks before.
    before: Mutex<HashMap<String, Value>>,
}

/// Whether a question is about the newest block, or the last final one.
fn is_about_newest(method: &str, params: &Value) -> bool {
    ["chain_getFinalizedHead", "chain_getHeader", "chain_getBlockHash"].contains(&method)
        && params.as_array().is_none_or(|params| params.iter().all(Value::is_null))
}

impl Rules for Silent {
    fn asked(&self, method: &str, params: &Value) -> Verdict {
        let is_still = self.is_silent.load(SeqCst) && !self.answers;
        let known = self.before.lock().unwrap().get(method).cloned();
        match known.filter(|_| is_still && is_about_newest(method, params)) {
            Some(known) => Verdict::Answer(known),
            None => Verdict::Pass,
        }
    }

    fn answered(&self, method: &str, params: &Value, result: &mut Value) {
        if is_about_newest(method, params) {
            self.before.lock().unwrap().insert(method.to_owned(), result.clone());
        }
    }

    fn announces(&self, _: &str) -> bool {
        !self.is_silent.load(SeqCst)
    }
}

/// Plays a game through a node that falls silent once the seat is taken. Perhaps the world's own is
/// named beside it. Returns what the client has said beside its output.
fn play(answers: bool, has_other: bool) -> String {
    let world = World::with_table("1");
    let rules = Arc::new(Silent { answers, ..Silent::default() });
    let filter = Filter::before(&world.url, rules.clone());
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let nodes = match has_other {
        true => format!("{},{}", filter.url, world.url),
        false => filter.url.clone(),
    };
    let playing = world.seated(&ada, &["--node", &nodes, "--moves", "rock"]);
    rules.is_silent.store(true, SeqCst);
    world.lose_to(playing, &bob).err
}

#[test]
fn a_node_that_announces_nothing_any_more_is_asked() {
    play(true, false);
}

#[test]
fn a_node_that_stands_still_is_left_for_one_that_does_not() {
    let told = play(false, true);
    assert!(told.contains("going on there"), "{told}");
}

#[test]
fn a_node_that_stands_still_alone_is_named_before_half_of_the_stage_is_over() {
    let mut world = World::new();
    duel(&mut world, "6m");
    let rules = Arc::new(Silent::default());
    let filter = Filter::before(&world.url, rules.clone());
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let playing = world.seated(&ada, &["--node", &filter.url, "--moves", "rock"]);
    rules.is_silent.store(true, SeqCst);
    world.ok(&bob, &["register"]);
    let since = world.wait_for(|now| now["stage"] == "moves");
    let half = since["deadline_ms"].as_u64().unwrap() - 180_000;
    while !playing.errors().contains("your node stands still") {
        let now = world.status();
        assert!(now["time_ms"].as_u64() < Some(half), "{now}: {}", playing.errors());
    }
    playing.kill();
}

/// A node that knows of no new final block once so many messages were handed to it.
#[derive(Default)]
struct Unfinal {
    after: usize,
    sent: Mutex<BTreeSet<String>>,
    last: Mutex<Value>,
}

impl Unfinal {
    fn is_over(&self) -> bool {
        self.sent.lock().unwrap().len() >= self.after
    }
}

impl Rules for Unfinal {
    fn asked(&self, method: &str, params: &Value) -> Verdict {
        if method == SUBMIT {
            self.sent.lock().unwrap().insert(params.to_string());
        }
        match self.is_over() && method == "chain_getFinalizedHead" {
            true => Verdict::Answer(self.last.lock().unwrap().clone()),
            false => Verdict::Pass,
        }
    }

    fn answered(&self, method: &str, _: &Value, result: &mut Value) {
        if method == "chain_getFinalizedHead" {
            *self.last.lock().unwrap() = result.clone();
        }
    }

    fn announces(&self, method: &str) -> bool {
        method != "chain_finalizedHead" || !self.is_over()
    }
}

#[test]
fn finality_that_ends_while_a_message_is_on_its_way_loses_no_bet() {
    // With the seat, perhaps before an interruption; with the move; with the reveal before another
    // round.
    let all = [
        (1, &["--moves", "rock"][..], false),
        (1, &["--moves", "rock"], true),
        (2, &["--later", "--moves", "rock"], false),
        (2, &["--moves", "scissors,rock"], false),
    ];
    many(all.len(), all.len(), |index| {
        let (after, args, is_killed) = all[index];
        let mut world = World::new();
        let stages = ["--entry", "15s", "--moves", "2m", "--reveals", "2m", "--start", "full"];
        let replay = ["--bet", "1", "--seats", "2", "--format", "replay"];
        world.deploy(&[&replay, &stages[..]].concat());
        let rules = Arc::new(Unfinal { after, ..Unfinal::default() });
        let filter = Filter::before(&world.url, rules.clone());
        let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
        let join = || world.join(&ada, &[&["--node", &filter.url], args].concat());
        let mut playing = join();
        world.wait_for_seats(1);
        if is_killed {
            playing.kill();
            playing = join();
        }
        let bob = world.join(&bob, &["--moves", "scissors,scissors"]);
        let said = bob.finish();
        assert!(!is_won(&said), "{said}{}", playing.errors());
    });
}
