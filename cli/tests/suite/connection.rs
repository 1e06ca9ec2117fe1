//! The node goes away, and comes back or stays away.

use crate::{
    proxy::Proxy,
    world::{VARA, World, client, finish, skip, step},
};
use std::{net::TcpListener, thread::sleep, time::Duration};

/// Whether a proxy can stand before the node.
fn has_proxy(world: &World) -> bool {
    let has = world.url.starts_with("ws://");
    if !has {
        skip("a proxy can't stand before a node of TLS");
    }
    has
}

#[test]
fn players_wait_for_a_node_that_comes_back() {
    let world = World::with_table("10");
    if !has_proxy(&world) {
        return;
    }
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let proxy = Proxy::before(&world.url);
    let mut command = world.command(&ada, &["--json", "join", "--later", "--moves", "rock"]);
    command.env("RPSLS_NODE", &proxy.url).stderr(std::process::Stdio::piped());
    let mut playing = crate::world::Running::new(command);
    playing.wait_for("\"step\":\"register\"");
    world.ok(&bob, &["register"]);

    proxy.go_away();
    world.skip();
    world.ok(&bob, &["move", "scissors"]);
    sleep(Duration::from_secs(2));
    proxy.lead_to(&world.url);
    playing.wait_for("\"step\":\"move\"");

    proxy.go_away();
    world.ok(&bob, &["reveal"]);
    sleep(Duration::from_secs(2));
    proxy.lead_to(&world.url);
    let said = playing.finish();
    assert_eq!(step(&said, "game_over").expect("an end")["won"], true);
}

#[test]
fn an_action_gives_up_on_a_node_that_stays_away() {
    let world = World::with_table("1");
    if !has_proxy(&world) {
        return;
    }
    let ada = world.rich_player("ada");
    let proxy = Proxy::before(&world.url);
    let mut command = world.command(&ada, &["--patience", "5s", "watch"]);
    command.env("RPSLS_NODE", &proxy.url).stderr(std::process::Stdio::piped());
    let waiting = std::thread::spawn(move || crate::world::finish(command, ""));
    proxy.wait_for(1_000);
    sleep(Duration::from_millis(500));
    proxy.go_away();
    let done = waiting.join().expect("it ends");
    assert_eq!(done.code, 4, "{}", done.err);
    assert!(done.err.contains("lost the node"), "{}", done.err);
    assert!(done.err.contains("did not come back"), "{}", done.err);
}

#[test]
fn a_bet_is_paid_once_wherever_the_connection_is_cut() {
    let mut world = World::new();
    if !has_proxy(&world) {
        return;
    }
    world.deploy(&["--bet", "10", "--seats", "50", "--entry", "1h"]);
    let proxy = Proxy::before(&world.url);
    let register = |name: &str| {
        let player = world.rich_player(name);
        let mut command = world.command(&player, &["register"]);
        command.env("RPSLS_NODE", &proxy.url);
        (player, command)
    };
    let (_, command) = register("first");
    let before = proxy.sent();
    assert_eq!(crate::world::finish(command, "").code, 0);
    let whole = proxy.sent() - before;

    let cuts = 24;
    for cut in 1..cuts {
        let (player, command) = register(&format!("cut{cut}"));
        proxy.cut_after(whole * cut / cuts);
        let done = crate::world::finish(command, "");
        if !proxy.was_cut() {
            continue;
        }
        // The client does not try the first connection again.
        let is_connecting = done.code == 4 && done.err.contains("no node answers");
        let is_done = done.code == 0 && done.err.contains("reached");
        assert!(is_connecting || is_done, "cut {cut}: {} {}{}", done.code, done.out, done.err);
        let spent = 100 * VARA - world.balance(&player);
        let expected = if is_done { 10 * VARA..12 * VARA } else { 0..1 };
        assert!(expected.contains(&spent), "cut {cut}: {spent}");
    }
}

#[test]
fn another_chain_at_the_same_address_is_noticed() {
    let world = World::new();
    if !world.is_ours("it takes two nodes") || !has_proxy(&world) {
        return;
    }
    let mut world = world;
    world.deploy(&[]);
    let proxy = Proxy::before(&world.url);
    let mut command = world.command("", &["watch"]);
    command.env("RPSLS_NODE", &proxy.url).stderr(std::process::Stdio::piped());
    let watching = std::thread::spawn(move || crate::world::finish(command, ""));
    proxy.wait_for(1_000);
    sleep(Duration::from_millis(500));
    let other = World::new();
    proxy.lead_to(&other.url);
    let done = watching.join().expect("it ends");
    assert_eq!(done.code, 4, "{}", done.err);
    assert!(done.err.contains("another chain answers"), "{}", done.err);
}

#[test]
fn a_server_that_says_nothing_is_no_node() {
    // The system accepts connections here, but no process answers.
    let silent = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let mut command = client();
    command.args(["--node", &format!("ws://{}", silent.local_addr().unwrap())]);
    command.args(["--account", "alice", "account", "show"]);
    let done = finish(command, "");
    assert_eq!(done.code, 4, "{}", done.err);
    assert!(done.err.contains("it says nothing"), "{}", done.err);
}

/// Two addresses of nodes, as `--node` takes them.
fn both(first: &str, second: &str) -> String {
    format!("{first},{second}")
}

/// An address at which no process listens.
fn dead() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    format!("ws://{}", listener.local_addr().expect("it has an address"))
}

#[test]
fn where_the_first_node_is_dead_the_next_is_used() {
    let world = World::with_table("1");
    let mut command = world.command("", &["status"]);
    command.env("RPSLS_NODE", both(&dead(), &world.url));
    let done = finish(command, "");
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.err.contains(&format!("using {}", world.url)), "{}", done.err);
    let mut command = world.command("", &["status"]);
    let (one, other) = (dead(), dead());
    command.env("RPSLS_NODE", both(&one, &other));
    let done = finish(command, "");
    assert_eq!(done.code, 4, "{}", done.err);
    assert!(done.err.contains(&one) && done.err.contains(&other), "{}", done.err);
}

#[test]
fn nodes_of_different_chains_are_refused_by_name() {
    let [world, other] = [World::new(), World::new()];
    if !world.is_ours("it takes two nodes") {
        return;
    }
    let mut command = world.command("", &["account", "show", "alice"]);
    command.env("RPSLS_NODE", both(&world.url, &other.url));
    let done = finish(command, "");
    assert_eq!(done.code, 2, "{}", done.err);
    let named = format!("the nodes {} and {} are of different chains", world.url, other.url);
    assert!(done.err.contains(&named), "{}", done.err);
}

#[test]
fn a_game_goes_on_by_the_next_node_of_its_chain_and_by_no_other() {
    let world = World::with_table("10");
    if !world.is_ours("it takes two nodes") {
        return;
    }
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let nodes = [(); 3].map(|()| Proxy::before(&world.url));
    let stranger = World::new();
    let log = tempfile::NamedTempFile::new().unwrap();
    let urls = nodes.each_ref().map(|node| node.url.as_str()).join(",");
    let mut command = world.command(&ada, &["--json", "join", "--later", "--moves", "rock"]);
    command.env("RPSLS_NODE", urls).stderr(log.reopen().unwrap());
    let mut playing = crate::world::Running::new(command);
    playing.wait_for("\"step\":\"register\"");
    world.ok(&bob, &["register"]);
    nodes[1].lead_to(&stranger.url);
    nodes[0].go_away();
    world.skip();
    world.ok(&bob, &["move", "scissors"]);
    playing.wait_for("\"step\":\"move\"");
    world.ok(&bob, &["reveal"]);
    let said = playing.finish();
    assert_eq!(step(&said, "game_over").expect("an end")["won"], true);
    let told = std::fs::read_to_string(log.path()).unwrap();
    let left_out = format!("another chain answers at {} now: it is left out", nodes[1].url);
    assert_eq!(told.matches(&left_out).count(), 1, "{told}");
    assert!(told.contains(&format!("reached {}, going on", nodes[2].url)), "{told}");
}
