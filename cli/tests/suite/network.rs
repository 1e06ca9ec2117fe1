//! Nodes that answer as no development node does: refused estimates, a new runtime, events that
//! can't be read, and dropped connections.

use crate::{
    filter::{Filter, Rules, Verdict},
    world::{SUBMIT, VARA, World, number, step},
};
use serde_json::{Value, json};
use std::{
    sync::atomic::{AtomicBool, AtomicU32, Ordering::SeqCst},
    time::{Duration, Instant},
};

/// A node that refuses estimates, as Vara does if a program does what estimates forbid.
fn without_estimates(world: &World) -> Filter {
    Filter::asked(&world.url, |method, _| match method {
        "gear_calculateHandleGas" => Verdict::Refuse {
            code: 8000,
            message: "Runtime error",
            data: "\"Program terminated with a trap: 'Unable to call a forbidden function'\"",
        },
        _ => Verdict::Pass,
    })
}

#[test]
fn a_refused_estimate_costs_nobody_the_game() {
    let world = World::with_table("10");
    let filter = without_estimates(&world);
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let playing = world.seated(&ada, &["--node", &filter.url, "--later", "--moves", "rock"]);
    let done = world.lose_to(playing, &bob);
    let moved = step(&done.out, "move").expect("a move");
    assert_eq!(moved["gas_burned"], Value::Null, "it is unknown");
    assert_eq!(moved["gas_limit"], json!(15_000_000_000_u64));
    let warned = done.err;
    assert!(warned.contains("Unable to call a forbidden function"), "{warned}");
    assert!(warned.contains("the program's own bound"), "{warned}");
    assert!(!warned.contains("Runtime error"), "these words say nothing: {warned}");
}

#[test]
fn a_large_game_is_stopped_and_paid_where_no_node_estimates_it() {
    const PLAYERS: usize = 20;
    let mut world = World::new();
    let stages = ["--entry", "1h", "--moves", "1h", "--reveals", "1h"];
    world.deploy(&[&["--seats", "50", "--start", "time"][..], &stages].concat());
    let players = (0..PLAYERS).map(|at| world.player_with(&at.to_string(), "10"));
    let seats: Vec<_> = players.map(|player| world.start(&player, &["register"])).collect();
    for seat in seats {
        seat.finish();
    }
    assert_eq!(number(&world.status()["pot"]), PLAYERS as u128 * VARA);
    let filter = without_estimates(&world);
    let owner = world.player("owner");
    let stopped = world.json(&owner, &["--node", &filter.url, "stop", "--yes"]);
    assert_eq!(stopped["gas_burned"], Value::Null, "it is unknown");
    assert_eq!(stopped["reply"]["players"].as_array().expect("a list").len(), PLAYERS);
    // Each message pays sixteen players: the stop itself, and then its alarm.
    let paid = world.wait_for(|status| status["shares_due"] == "0");
    assert_eq!((number(&paid["pot"]), &paid["game"]), (0, &json!(1)));
    assert_eq!(stopped["gas_limit"], json!(rpsls_io::gas::with_all_shares(PLAYERS)));
}

/// A node that reports an older runtime until it is sent a message, as from before an upgrade.
#[derive(Default)]
struct Upgraded(AtomicBool);

impl Rules for Upgraded {
    fn asked(&self, method: &str, _: &Value) -> Verdict {
        self.0.fetch_or(method == SUBMIT, SeqCst);
        Verdict::Pass
    }

    fn answered(&self, method: &str, _: &Value, result: &mut Value) {
        if method == "state_getRuntimeVersion" && !self.0.load(SeqCst) {
            let version = result["specVersion"].as_u64().expect("a number");
            result["specVersion"] = json!(version - 1);
        }
    }
}

#[test]
fn a_runtime_upgrade_is_followed() {
    let (world, [ada]) = World::with_players("10", ["ada"]);
    // A message is tried for ten blocks, which a busy machine can take for the new metadata alone.
    let mut tries = (0..4).map(|_| {
        let filter = Filter::before(&world.url, Upgraded::default());
        let done = world.run(&ada, &["--node", &filter.url, "register"]);
        assert!(done.code == 0 || done.err.contains("nothing was sent"), "{}", done.err);
        (filter, done)
    });
    let (filter, done) = tries.find(|(_, done)| done.code == 0).expect("a try is in time");
    assert!(done.err.contains("its runtime is now version"), "{}", done.err);
    assert_eq!(world.seats(), 1);
    assert_eq!(filter.connections(), 2);
}

/// A node whose events this client can't read.
struct UnknownEvents;

impl Rules for UnknownEvents {
    fn answered(&self, method: &str, params: &Value, result: &mut Value) {
        // The key of `System.Events`.
        const KEY: &str = "0x26aa394eea5630e07c48ae0c9558cef780d41e5e16056765bc8461851072c9d7";
        if method == "state_getStorage" && params[0] == KEY {
            *result = json!("0x0400000000ffff00");
        }
    }
}

#[test]
fn events_that_cannot_be_read_end_no_watching() {
    let world = World::with_table("0");
    let filter = Filter::before(&world.url, UnknownEvents);
    let mut watching = world.start("", &["--node", &filter.url, "watch", "--once"]);
    watching.wait_for("Stage");
    let [ada, bob] = world.two_to_move();
    world.ok(&ada, &["move", "rock"]);
    world.ok(&bob, &["move", "scissors"]);
    world.ok(&ada, &["reveal"]);
    world.ok(&bob, &["reveal"]);
    let done = watching.end();
    assert!(done.code == 0 && done.err.contains("can't be read"), "{}", done.err);
}

#[test]
fn patience_is_kept_with_a_node_that_accepts_and_drops() {
    let world = World::with_table("1");
    // The first request is answered.
    let count = AtomicU32::default();
    let filter = Filter::asked(&world.url, move |method, _| match method {
        "chain_getFinalizedHead" if count.fetch_add(1, SeqCst) > 0 => Verdict::Drop,
        _ => Verdict::Pass,
    });
    let since = Instant::now();
    let done = world.run("", &["--node", &filter.url, "--patience", "4s", "watch"]);
    assert_eq!(done.code, 4, "{}", done.err);
    for part in ["lost the node", "did not come back"] {
        assert!(done.err.contains(part), "no “{part}” in {}", done.err);
    }
    assert!(since.elapsed() >= Duration::from_secs(4));
    // The client tries after 0.25, 0.5, 1, 2 and 4 s. More would burden a busy node.
    assert!(filter.connections() <= 8, "{}", filter.connections());
}
