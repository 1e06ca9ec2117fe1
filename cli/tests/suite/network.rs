//! Nodes that answer as no development node does: refused estimates, a new runtime, events that
//! can't be read, and dropped connections.

use crate::{
    bank,
    filter::{Filter, Rules, Verdict},
    world::{Running, VARA, World, finish, in_time, number, step},
};
use gsdk::Api;
use parity_scale_codec::Encode;
use rpsls_io::Action;
use serde_json::{Value, json};
use std::{
    process::Stdio,
    sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering::SeqCst},
    time::{Duration, Instant},
};
use tokio::time::sleep;

/// Bob plays scissors, and loses to a running player who plays rock. Returns that player's output.
fn lose_to(world: &World, bob: &str, mut playing: Running) -> String {
    world.ok(bob, &["register"]);
    world.skip();
    world.ok(bob, &["move", "scissors"]);
    playing.wait_for("\"step\":\"move\"");
    world.ok(bob, &["reveal"]);
    let said = playing.finish();
    assert_eq!(step(&said, "game_over").expect("an end")["won"], true);
    said
}

/// A node that refuses estimates, as Vara does if a program does what estimates forbid.
struct NoEstimates;

impl Rules for NoEstimates {
    fn asked(&self, method: &str, _: &Value) -> Verdict {
        match method {
            "gear_calculateHandleGas" => Verdict::Refuse {
                code: 8000,
                message: "Runtime error",
                data: "\"Program terminated with a trap: 'Unable to call a forbidden function'\"",
            },
            _ => Verdict::Pass,
        }
    }
}

#[test]
fn a_refused_estimate_costs_nobody_the_game() {
    let world = World::with_table("10");
    let filter = Filter::before(&world.url, NoEstimates);
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let log = tempfile::NamedTempFile::new().unwrap();
    let mut command = world.command(&ada, &["--json", "join", "--later", "--moves", "rock"]);
    command.env("RPSLS_NODE", &filter.url).stderr(Stdio::from(log.reopen().unwrap()));
    let mut playing = Running::new(command);
    playing.wait_for("\"step\":\"register\"");
    let said = lose_to(&world, &bob, playing);
    assert_eq!(step(&said, "move").unwrap()["gas_burned"], Value::Null, "it is unknown");
    assert_eq!(step(&said, "move").unwrap()["gas_limit"], json!(15_000_000_000_u64));
    let warned = std::fs::read_to_string(log.path()).unwrap();
    assert!(warned.contains("Unable to call a forbidden function"), "{warned}");
    assert!(warned.contains("the program's own bound"), "{warned}");
    assert!(!warned.contains("Runtime error"), "these words say nothing: {warned}");
}

/// Takes a seat for each of this many accounts, without the client.
async fn take_seats(world: &World, table: &str, count: usize) {
    let api = Api::new(&world.url).await.expect("the node answers");
    let id = <[u8; 32]>::try_from(hex::decode(&table[2..]).expect("digits")).expect("an id");
    let players: Vec<_> = (0..count).map(|at| world.player(&at.to_string())).collect();
    for player in &players {
        bank::pay(&world.url, player, 10 * VARA).await;
    }
    let mut joining = vec![];
    for player in players {
        let api = api.clone().signed(&player, None).expect("a development account");
        joining.push(async move {
            while api.free_balance().await.unwrap_or_default() == 0 {
                sleep(Duration::from_millis(100)).await;
            }
            let join = Action::Register.encode();
            let sent = api.send_message_bytes(id.into(), join, 15_000_000_000, VARA).await;
            sent.expect("it is sent");
        });
    }
    futures::future::join_all(joining).await;
}

#[test]
fn a_large_game_is_stopped_and_paid_where_no_node_estimates_it() {
    const PLAYERS: usize = 40;
    let mut world = World::new();
    let stages = ["--entry", "1h", "--moves", "1h", "--reveals", "1h"];
    let table = world.deploy(&[&["--seats", "50", "--start", "time"][..], &stages].concat());
    in_time(take_seats(&world, &table, PLAYERS));
    assert_eq!(number(&world.status()["pot"]), PLAYERS as u128 * VARA);
    let filter = Filter::before(&world.url, NoEstimates);
    let owner = world.player("owner");
    let stopped = world.json(&owner, &["--node", &filter.url, "stop", "--yes"]);
    assert_eq!(stopped["gas_burned"], Value::Null, "it is unknown");
    assert_eq!(stopped["reply"]["players"].as_array().expect("a list").len(), PLAYERS);
    // Each message pays sixteen players: the stop itself, and then its alarms.
    let paid = world.wait_for(|status| status["shares_due"] == "0");
    assert_eq!((number(&paid["pot"]), &paid["game"]), (0, &json!(1)));
    assert_eq!(stopped["gas_limit"], json!(rpsls_io::gas::with_all_shares(PLAYERS)));
}

/// A node that sometimes refuses what `join` asks at each block.
#[derive(Default)]
struct Moody(AtomicUsize);

impl Rules for Moody {
    fn asked(&self, method: &str, _: &Value) -> Verdict {
        let is_refused = method == "gear_readState" && self.0.fetch_add(1, SeqCst) % 4 == 3;
        match is_refused {
            true => Verdict::Refuse { code: -32000, message: "busy", data: "\"ask me later\"" },
            false => Verdict::Pass,
        }
    }
}

#[test]
fn a_bad_answer_now_and_then_costs_nobody_the_game() {
    let world = World::with_table("1");
    let filter = Filter::before(&world.url, Moody::default());
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    world.ok(&ada, &["register"]);
    let mut command = world.command(&ada, &["--json", "join", "--moves", "rock"]);
    command.env("RPSLS_NODE", &filter.url);
    let mut playing = Running::new(command);
    playing.wait_for("\"step\":\"resumed\"");
    lose_to(&world, &bob, playing);
}

/// A node that reports an older runtime to the first connection, as from before an upgrade.
#[derive(Default)]
struct Upgraded(AtomicBool);

impl Rules for Upgraded {
    fn answered(&self, method: &str, _: &Value, result: &mut Value) {
        if method == "state_getRuntimeVersion" && !self.0.swap(true, SeqCst) {
            let version = result["specVersion"].as_u64().expect("a number");
            result["specVersion"] = json!(version - 1);
        }
    }
}

#[test]
fn a_runtime_upgrade_is_followed() {
    let world = World::with_table("10");
    let ada = world.rich_player("ada");
    let filter = Filter::before(&world.url, Upgraded::default());
    let mut command = world.command(&ada, &["register"]);
    command.env("RPSLS_NODE", &filter.url);
    let done = finish(command, "");
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.err.contains("its runtime is now version"), "{}", done.err);
    assert_eq!(world.status()["players"].as_array().unwrap().len(), 1);
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
    let mut command = world.command("", &["watch", "--once"]);
    command.env("RPSLS_NODE", &filter.url);
    let log = tempfile::NamedTempFile::new().unwrap();
    command.stderr(Stdio::from(log.reopen().unwrap()));
    let mut watching = Running::new(command);
    watching.wait_for("Stage");
    let [ada, bob] = world.two_to_move();
    world.ok(&ada, &["move", "rock"]);
    world.ok(&bob, &["move", "scissors"]);
    world.ok(&ada, &["reveal"]);
    world.ok(&bob, &["reveal"]);
    watching.finish();
    let warned = std::fs::read_to_string(log.path()).unwrap();
    assert!(warned.contains("can't be read"), "{warned}");
}

/// A node that accepts connections, and drops a client that asks for the final head.
#[derive(Default)]
struct Drops(AtomicU32);

impl Rules for Drops {
    fn asked(&self, method: &str, _: &Value) -> Verdict {
        match method {
            // The first request is answered.
            "chain_getFinalizedHead" if self.0.fetch_add(1, SeqCst) > 0 => Verdict::Drop,
            _ => Verdict::Pass,
        }
    }
}

#[test]
fn patience_is_kept_with_a_node_that_accepts_and_drops() {
    let world = World::with_table("1");
    let filter = Filter::before(&world.url, Drops::default());
    let mut command = world.command("", &["--patience", "4s", "watch"]);
    command.env("RPSLS_NODE", &filter.url);
    let since = Instant::now();
    let done = finish(command, "");
    assert_eq!(done.code, 4, "{}", done.err);
    assert!(done.err.contains("did not come back"), "{}", done.err);
    assert!(since.elapsed() >= Duration::from_secs(4));
    // The client tries after 0.25, 0.5, 1, 2 and 4 s. More would burden a busy node.
    assert!(filter.connections() <= 8, "{}", filter.connections());
}
