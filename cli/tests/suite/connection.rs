//! The node goes away, and comes back or stays away.

use crate::{
    filter::{Filter, Verdict},
    world::{VARA, World, client, finish, is_won},
};
use std::{
    net::TcpListener,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
};

#[test]
fn a_bet_is_paid_once_wherever_the_connection_is_cut() {
    let mut world = World::new();
    world.deploy(&["--bet", "10", "--seats", "100", "--entry", "1d"]);
    // The number of requests until the connection is cut, before the answer.
    let left = Arc::new(AtomicUsize::new(0));
    let counts = left.clone();
    let filter = Filter::asked(&world.url, move |_, _| {
        match counts.fetch_update(SeqCst, SeqCst, |left| left.checked_sub(1)) {
            Ok(1) => Verdict::AskAndDrop,
            _ => Verdict::Pass,
        }
    });
    for cut in (1..).step_by(2) {
        let player = world.rich_player(&format!("cut{cut}"));
        left.store(cut, SeqCst);
        let done = world.run(&player, &["--node", &filter.url, "register"]);
        if left.load(SeqCst) > 0 {
            assert!(done.code == 0 && cut > 10, "of {cut} requests it needs fewer: {}", done.err);
            break;
        }
        assert_eq!(done.code, 0, "cut {cut}: {}{}", done.out, done.err);
        let spent = 100 * VARA - world.balance(&player);
        assert!((10 * VARA..12 * VARA).contains(&spent), "cut {cut}: {spent}");
    }
}

#[test]
fn a_server_that_says_nothing_is_no_node() {
    // The system accepts connections here, but no process answers.
    let silent = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let url = format!("ws://{}", silent.local_addr().expect("it has an address"));
    for args in
        [&["--account", "alice", "account", "show"][..], &["--patience", "2s", "dev", "advance"]]
    {
        let mut command = client();
        command.args(["--node", &url]).args(args);
        let done = finish(command, "");
        assert_eq!(done.code, 4, "{}", done.err);
        assert!(done.err.contains("it says nothing"), "{}", done.err);
    }
}

/// An address at which no process listens.
fn dead() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    format!("ws://{}", listener.local_addr().expect("it has an address"))
}

#[test]
fn where_the_first_node_is_dead_the_next_is_used() {
    let world = World::with_table("1");
    let (one, other) = (dead(), dead());
    let at = |second: &str| world.run("", &["--node", &format!("{one},{second}"), "status"]);
    let done = at(&world.url);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.err.contains(&format!("using {}", world.url)), "{}", done.err);
    let done = at(&other);
    assert_eq!(done.code, 4, "{}", done.err);
    assert!(done.err.contains(&one) && done.err.contains(&other), "{}", done.err);
}

#[test]
fn nodes_of_different_chains_are_refused_by_name() {
    let [world, other] = [World::new(), World::new()];
    if !world.is_ours("it takes two nodes") {
        return;
    }
    let both = format!("{},{}", world.url, other.url);
    let sentence = world.fails(2, "", &["--node", &both, "account", "show", "alice"]);
    let named = format!("the nodes {} and {} are of different chains", world.url, other.url);
    assert!(sentence.contains(&named), "{sentence}");
}

#[test]
fn a_game_goes_on_by_the_next_node_of_its_chain_and_by_no_other() {
    let world = World::with_table("10");
    if !world.is_ours("it takes two nodes") {
        return;
    }
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let nodes = [(); 3].map(|()| Filter::open(&world.url));
    let stranger = World::new();
    let urls = nodes.each_ref().map(|node| node.url.as_str()).join(",");
    let mut playing = world.seated(&ada, &["--node", &urls, "--later", "--moves", "rock"]);
    world.ok(&bob, &["register"]);
    nodes[1].lead_to(&stranger.url);
    nodes[0].go_away();
    world.skip();
    world.ok(&bob, &["move", "scissors"]);
    playing.step("move");
    world.wait_for(|now| now["stage"] == "reveals");
    world.ok(&bob, &["reveal"]);
    let done = playing.end();
    assert!(done.code == 0 && is_won(&done.out), "{}", done.out);
    let told = done.err;
    let left_out = format!("another chain answers at {} now: it is left out", nodes[1].url);
    assert_eq!(told.matches(&left_out).count(), 1, "{told}");
    assert!(told.contains(&format!("reached {}, going on", nodes[2].url)), "{told}");
}
