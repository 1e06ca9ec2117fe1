//! A client under a supervisor, which ends it by a signal and kills it some seconds later, and before
//! readers of its output who stop, or go.

use crate::{
    club::{tables, with_club},
    filter::{Filter, Verdict},
    world::{Running, SUBMIT, World, is_won, signal, step, text},
};
use serde_json::Value;
use std::{
    io::{Write, pipe},
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
    thread::sleep,
    time::{Duration, Instant},
};

/// Waits until a file has this text.
fn wait_for_error(running: &Running, part: &str) {
    let since = Instant::now();
    while !running.errors().contains(part) {
        assert!(since.elapsed() < Duration::from_secs(200), "no “{part}”: {}", running.errors());
        sleep(Duration::from_millis(20));
    }
}

/// A duel in which Bob has shown and Ada's node takes no message: what she shows is due. Returns her
/// client, and whether her node takes messages.
fn with_a_show_due(world: &mut World) -> (Running, Arc<AtomicBool>) {
    let stages = ["--entry", "15s", "--moves", "5m", "--reveals", "60m"];
    world.deploy(&[&["--bet", "1", "--seats", "2"], &stages[..]].concat());
    let takes = Arc::new(AtomicBool::new(true));
    let now = takes.clone();
    let filter = Filter::asked(&world.url, move |method, _| match method == SUBMIT {
        true if !now.load(SeqCst) => {
            Verdict::Refuse { code: -32603, message: "Internal error", data: "" }
        }
        _ => Verdict::Pass,
    });
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let ada = world.seated(&ada, &["--node", &filter.url, "--moves", "rock"]);
    takes.store(false, SeqCst);
    world.ok(&bob, &["register"]);
    world.ok(&bob, &["move", "scissors"]);
    world.wait_for(|now| now["stage"] == "reveals");
    world.ok(&bob, &["reveal"]);
    wait_for_error(&ada, "the message is not taken");
    (ada, takes)
}

#[test]
fn a_signal_waits_for_a_show_that_no_node_has_taken_yet() {
    let mut world = World::new();
    let (ada, takes) = with_a_show_due(&mut world);
    signal(ada.id(), "-TERM");
    wait_for_error(&ada, "your reveal goes first");
    takes.store(true, SeqCst);
    let done = ada.end();
    assert_eq!(done.code, 143, "{}", done.err);
    assert!(step(&done.out, "reveal").is_some(), "{}", done.out);
    assert_eq!(world.status()["last_game"]["winner"], world.account(&world.player("ada")));
}

#[test]
fn a_client_that_is_told_to_end_is_gone_before_it_is_killed_and_says_what_it_leaves() {
    let mut world = World::new();
    let (ada, _) = with_a_show_due(&mut world);
    signal(ada.id(), "-TERM");
    let since = Instant::now();
    let done = ada.end();
    // The chain's own time does not count here: a container's engine kills after 10 s.
    assert!(since.elapsed() < Duration::from_secs(60), "a bound, on a busy machine");
    assert_eq!(done.code, 143, "{}", done.err);
    let last: Value = serde_json::from_str(done.out.lines().last().unwrap()).expect("JSON");
    assert_eq!(last["error"]["kind"], "interrupted", "{last}");
    assert!(last["be_here_by_ms"].as_u64().is_some(), "{last}");
}

#[test]
fn whoever_ends_with_no_bet_in_is_told_so() {
    let (world, [ada, bob]) = World::with_players("1", ["ada", "bob"]);
    world.ok(&bob, &["register"]);
    world.ok(&world.rich_player("kim"), &["register"]);
    world.skip();
    for (sent, code) in [("-TERM", 143), ("-INT", 130)] {
        let mut waiting = world.start(&ada, &["join", "--auto", "--wait"]);
        waiting.wait_for("waiting for the next one");
        signal(waiting.id(), sent);
        let done = waiting.end();
        assert_eq!(done.code, code, "{}", done.err);
        assert!(done.err.trim_end().ends_with("with no bet in"), "{}", done.err);
    }
}

/// A full pipe takes nothing until somebody reads from it.
#[test]
fn a_reader_who_stops_holds_up_no_bot_and_no_game() {
    let (world, club) = with_club();
    let [host, ada] = ["host", "ada"].map(|name| world.rich_player(name));
    for is_open in [true, false] {
        let (read, mut write) = pipe().expect("there is a pipe");
        let mut kept = Some(read);
        match is_open {
            true => write.write_all(&[b' '; 1 << 16]).expect("it has room for so much"),
            // Nobody reads at all.
            false => drop(kept.take()),
        }
        let mut command = world.command(&host, &["bot", "--club", &club, "--max-loss", "30"]);
        command.stdout(write).stderr(Stdio::null());
        let mut bot = command.spawn().expect("the client runs");
        drop(command);
        let table = || {
            let since = Instant::now();
            loop {
                let listed = tables(&world, &club);
                if let Some(table) = listed.first().filter(|table| table["seats_taken"] == 1) {
                    return text(&table["program"]);
                }
                assert!(since.elapsed() < Duration::from_secs(200), "no seat: {listed:?}");
                sleep(Duration::from_millis(200));
            }
        };
        for _ in 0..2 {
            let table = table();
            let args = ["--json", "--program", &table, "join", "--auto", "--max-bet", "0"];
            let said = world.ok(&ada, &args);
            step(&said, "game_over").expect("it was played");
        }
        table();
        bot.kill().expect("it runs");
        bot.wait().expect("it ran");
    }
}

#[test]
fn a_player_whose_reader_stops_plays_the_next_game() {
    let (world, [ada, bob]) = World::with_players("0", ["ada", "bob"]);
    let (read, mut write) = pipe().expect("there is a pipe");
    write.write_all(&[b' '; 1 << 16]).expect("it has room for so much");
    let mut command = world.command(&ada, &["join", "--moves", "rock", "--repeat", "2"]);
    command.stdout(write).stderr(Stdio::null());
    let mut playing = command.spawn().expect("the client runs");
    drop(command);
    for _ in 0..2 {
        world.wait_for_seats(1);
        let said = world.join(&bob, &["--moves", "paper"]);
        world.wait_for_seats(2);
        world.skip();
        assert!(is_won(&said.finish()));
    }
    drop(read);
    assert_eq!(playing.wait().expect("it ends").code(), Some(0));
}
