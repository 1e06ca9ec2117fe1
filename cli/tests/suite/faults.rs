//! No bet is lost by a bad node, disk or connection. The games go through a proxy that loses,
//! cuts and refuses.

#[cfg(target_os = "linux")]
use crate::{
    club::with_club,
    kills::assert_costs,
    world::{Running, limit, signal, text},
};
use crate::{
    filter::{Filter, Rules, Verdict},
    world::{SUBMIT, VARA, World, is_won, number},
};
use serde_json::{Value, json};
#[cfg(target_os = "linux")]
use std::{
    process::{Command, Stdio},
    sync::mpsc::{Receiver, channel},
};
use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
    },
    thread::sleep,
    time::Duration,
};

/// What a node answers to a message that it has taken, with no message's hash.
pub fn no_hash() -> Value {
    json!(format!("0x{}", "00".repeat(32)))
}

/// A node that says that it has taken a message, and loses it.
#[derive(Default)]
struct Loses {
    is_armed: AtomicBool,
    /// Whether it loses this message each time it comes.
    is_for_good: bool,
    /// Whether the connection then ends, as when a node restarts.
    cuts: bool,
    lost: Mutex<Vec<Value>>,
    passed: Mutex<Vec<Value>>,
}

impl Rules for Loses {
    fn asked(&self, method: &str, params: &Value) -> Verdict {
        if method != SUBMIT || !self.is_armed.load(SeqCst) {
            return Verdict::Pass;
        }
        let mut lost = self.lost.lock().unwrap();
        let is_lost = lost.first().is_none_or(|first| self.is_for_good && *first == params[0]);
        if !is_lost {
            self.passed.lock().unwrap().push(params[0].clone());
            return Verdict::Pass;
        }
        lost.push(params[0].clone());
        match self.cuts {
            true => Verdict::AnswerAndDrop(no_hash()),
            false => Verdict::Answer(no_hash()),
        }
    }
}

/// Plays a game in which the first player, who plays rock, loses a reveal on the way. The stage has
/// a hundred blocks or some more. An extrinsic is valid for 64, which leaves time for another one.
fn lose_a_reveal(losing: Loses) -> Arc<Loses> {
    let mut world = World::new();
    let stages = ["--entry", "15s", "--moves", "2m", "--reveals", "6m"];
    world.deploy(&[&["--bet", "1", "--seats", "2"], &stages[..]].concat());
    let losing = Arc::new(losing);
    let filter = Filter::before(&world.url, losing.clone());
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let ada = world.seated(&ada, &["--node", &filter.url, "--moves", "rock"]);
    losing.is_armed.store(true, SeqCst);
    let bob = world.join(&bob, &["--moves", "scissors"]);
    assert!(is_won(&ada.finish()), "it was revealed in time");
    bob.finish();
    losing
}

#[test]
fn what_a_node_took_and_lost_is_sent_again() {
    for cuts in [false, true] {
        let losing = lose_a_reveal(Loses { cuts, ..Loses::default() });
        let (lost, passed) = (losing.lost.lock().unwrap(), losing.passed.lock().unwrap());
        assert_eq!(passed.first(), lost.first(), "it sent the same bytes again");
    }
}

#[test]
fn what_no_block_takes_is_signed_anew_in_the_same_stage() {
    let losing = lose_a_reveal(Loses { is_for_good: true, ..Loses::default() });
    let (lost, passed) = (losing.lost.lock().unwrap(), losing.passed.lock().unwrap());
    assert!(lost.len() > 1, "it tried again");
    assert_ne!(passed.first(), lost.first(), "then it sent another one");
}

/// The client in a process that gets an error, and no signal, when it may not write. It begins with
/// this limit for the size of files, in blocks. Its output includes its warnings.
#[cfg(target_os = "linux")]
pub fn unharmed_by_limits(command: &Command, limit: &str) -> Command {
    let mut shell = Command::new("sh");
    let script = format!("trap '' XFSZ; ulimit -S -f {limit}; exec \"$0\" \"$@\" 2>&1");
    shell.args(["-c", &script]).arg(command.get_program());
    shell.args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    shell.stdin(Stdio::null());
    shell
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_no_move_once_the_seat_is_taken() {
    let (world, [name, bob]) = World::with_players("1", ["ada", "bob"]);
    let before = world.balance(&name);
    let join = world.command(&name, &["--json", "join", "--later", "--moves", "rock"]);
    let mut ada = Running::new(unharmed_by_limits(&join, "unlimited"));
    ada.step("register");
    ada.may_write(false);
    world.ok(&bob, &["register"]);
    world.skip();
    for mv in ["rock", "scissors"] {
        world.wait_for(|now| now["stage"] == "moves");
        world.ok(&bob, &["move", mv]);
        world.wait_for(|now| now["stage"] == "reveals");
        world.ok(&bob, &["reveal"]);
    }
    let said = ada.finish();
    assert!(is_won(&said));
    assert_eq!(said.matches("can't write").count(), 2, "one warning, and its end: {said}");
    // The client finds out the costs that it could not note.
    assert_costs(&world, &name, before + VARA);
}

/// A pool that has no room for now. Returns what tells of each try, and what makes room.
#[cfg(target_os = "linux")]
fn without_room(world: &World) -> (Filter, Receiver<()>, Arc<AtomicBool>) {
    let (tell, tries) = channel();
    let has_room = Arc::new(AtomicBool::default());
    let may_enter = has_room.clone();
    let filter = Filter::asked(&world.url, move |method, _| {
        if method != SUBMIT || may_enter.load(SeqCst) {
            return Verdict::Pass;
        }
        // Perhaps nobody counts them any more.
        let _ = tell.send(());
        Verdict::Refuse { code: 1016, message: "Immediately Dropped", data: "\"no room\"" }
    });
    (filter, tries, has_room)
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_paid_for_is_told_though_it_can_be_noted_nowhere() {
    let (world, club) = with_club();
    let ada = world.rich_player("ada");
    let opened = ["--json", "open", "--club", &club, "--bet", "0"];
    let opened = unharmed_by_limits(&world.command(&ada, &opened), "0");
    let (filter, tries, has_room) = without_room(&world);
    let deployed = ["--json", "--node", &filter.url, "deploy", "--bet", "0"];
    let deployed = unharmed_by_limits(&world.command(&ada, &deployed), "unlimited");
    let deploying = Running::new(deployed);
    tries.recv_timeout(limit()).expect("it tries");
    deploying.may_write(false);
    has_room.store(true, SeqCst);
    for done in [deploying.end(), Running::new(opened).end()] {
        assert_eq!(done.code, 0, "{}", done.out);
        let answer = done.out.lines().find_map(|line| serde_json::from_str::<Value>(line).ok());
        let table = text(&answer.expect("an answer")["program"]);
        assert!(done.out.contains(&format!("does not list {table}")), "{}", done.out);
        world.ok(&ada, &["--program", &table, "status"]);
    }
}

/// Nobody knows whether a block has it.
#[cfg(target_os = "linux")]
#[test]
fn what_may_be_paid_for_is_named_where_a_signal_ends_its_deployment() {
    let world = World::new();
    let ada = world.rich_player("ada");
    for (command, field) in [(&["deploy"][..], "program"), (&["club", "deploy"], "club")] {
        let (filter, tries, _) = without_room(&world);
        let args = [&["--json", "--node", &filter.url], command].concat();
        let deploying = Running::new(world.command(&ada, &args));
        tries.recv_timeout(limit()).expect("it tries");
        signal(deploying.id(), "-TERM");
        let done = deploying.end();
        let last: Value = serde_json::from_str(done.out.trim_end()).expect("an object");
        assert_eq!((done.code, text(&last[field]).len()), (143, 66), "{last}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn games_are_shown_though_what_came_of_them_can_be_noted_nowhere() {
    let world = World::with_table("1");
    let ada = world.rich_player("ada");
    world.ok(&ada, &["register"]);
    world.ok(&world.player("owner"), &["stop"]);
    let listed = unharmed_by_limits(&world.command("", &["--json", "games"]), "0");
    let done = Running::new(listed).end();
    assert_eq!(done.code, 0, "{}", done.out);
    let answer = done.out.lines().find_map(|line| serde_json::from_str::<Value>(line).ok());
    let game = &answer.expect("an answer")["games"][0];
    assert_eq!((&game["end"], text(&game["returned"])), (&"stopped".into(), VARA.to_string()));
    assert_eq!(done.out.matches("is not noted").count(), 1, "{}", done.out);
}

/// A name is free again once it is known that nothing was sent.
#[test]
fn a_table_that_no_pool_took_leaves_its_name_to_the_next_try() {
    let world = World::new();
    let ada = world.rich_player("ada");
    let filter = Filter::asked(&world.url, |method, _| match method {
        SUBMIT => Verdict::Refuse { code: 1014, message: "Priority is too low", data: "\"\"" },
        _ => Verdict::Pass,
    });
    let deploy = ["deploy", "--name", "den", "--bet", "0"];
    let refused = world.run(&ada, &[&["--node", &filter.url], &deploy[..]].concat());
    assert!(refused.err.contains("nothing was sent"), "{}", refused.err);
    assert!(!refused.err.contains("paid for"), "{}", refused.err);
    world.ok(&ada, &deploy);
}

#[cfg(target_os = "linux")]
#[test]
fn no_move_is_made_whose_opening_was_never_on_disk_until_there_is_room() {
    let world = World::with_table("1");
    let [ada, bob] = world.two_to_move();
    // A seat that a single command takes has no key for its openings.
    let join = world.command(&ada, &["--json", "join", "--moves", "rock"]);
    let mut playing = Running::new(unharmed_by_limits(&join, "0"));
    playing.step("resumed");
    world.ok(&bob, &["move", "scissors"]);
    let until = world.status()["block"].as_u64().expect("a number") + 12;
    let status = world.wait_for(|now| now["block"].as_u64() > Some(until));
    assert_eq!(status["stage"], "moves", "it waits for a move");
    playing.may_write(true);
    playing.step("move");
    world.wait_for(|now| now["stage"] == "reveals");
    world.ok(&bob, &["reveal"]);
    let said = playing.finish();
    assert!(is_won(&said));
    assert_eq!(said.matches("no move is made").count(), 1, "{said}");
}

#[test]
fn a_pool_without_room_is_tried_as_long_as_the_stage_lasts_and_costs_nothing() {
    let world = World::with_table("1");
    // It is full for a while after the bet.
    let count = AtomicUsize::new(0);
    let filter = Filter::asked(&world.url, move |method, _| {
        match method == SUBMIT && (1..10).contains(&count.fetch_add(1, SeqCst)) {
            true => Verdict::Refuse {
                code: 1016,
                message: "Immediately Dropped",
                data: "\"The transaction couldn't enter the pool because of the limit\"",
            },
            false => Verdict::Pass,
        }
    });
    let [name, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let mut ada = world.seated(&name, &["--node", &filter.url, "--moves", "rock,rock"]);
    world.ok(&bob, &["register"]);
    world.skip();
    world.ok(&bob, &["move", "scissors"]);
    ada.step("reveal");
    // Of the ten or more messages that were tried, only two were taken.
    let game = world.game_of(&name);
    assert!(number(&game["spent"]) < VARA, "{game}");
    world.ok(&bob, &["reveal"]);
    assert!(is_won(&ada.finish()));
}

#[test]
fn a_bad_answer_before_the_bet_is_told_with_its_question() {
    let world = World::with_table("1");
    let filter = Filter::asked(&world.url, |method, _| match method {
        "gear_readState" => Verdict::Refuse { code: 1, message: "no", data: "\"not now\"" },
        _ => Verdict::Pass,
    });
    let sentence = world.fails(1, "", &["--node", &filter.url, "status"]);
    assert!(sentence.contains("the program's state can't be read: not now"), "{sentence}");
}

#[test]
fn a_node_that_starts_anew_ends_no_waiting() {
    let mut world = World::with_table("1");
    if !world.is_ours("it takes a node that ends") {
        return;
    }
    let proxy = Filter::open(&world.url);
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let mut watching = world.start("", &["--node", &proxy.url, "watch", "--once"]);
    watching.wait_for("Stage");
    let ada = world.seated(&ada, &["--node", &proxy.url, "--moves", "rock"]);
    for _ in 0..2 {
        // The client does not see these blocks.
        proxy.go_away();
        world.advance(5);
        let saved = world.save("chain");
        world.go_on_from(saved);
        proxy.lead_to(&world.url);
        sleep(Duration::from_secs(2));
    }
    world.lose_to(ada, &bob);
    watching.finish();
}

#[test]
fn a_node_that_forgets_soon_ends_no_game() {
    let mut world = World::new();
    if !world.is_ours("it takes a node that forgets") {
        return;
    }
    let stages = ["--entry", "1h", "--moves", "10m", "--reveals", "10m"];
    world.deploy(&[&["--bet", "1", "--seats", "4"], &stages[..]].concat());
    let players = ["ada", "bob", "cyd", "dan"].map(|name| world.rich_player(name));
    let saved = world.save("chain");
    // They are two seconds: a question that takes longer, four times, ends the command.
    world.go_on_keeping(saved, 16);
    let running = players.each_ref().map(|player| world.join(player, &["--auto"]));
    let won = running.map(|player| is_won(&player.finish()));
    assert_eq!(won.iter().filter(|won| **won).count(), 1);
}

#[test]
fn what_was_done_on_a_chain_that_went_back_is_done_again() {
    let mut world = World::with_table("10");
    if !world.is_ours("it takes a node that is killed") {
        return;
    }
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let before_the_seat = world.save("before");
    let proxy = Filter::open(&world.url);
    let mut playing = world.seated(&ada, &["--node", &proxy.url, "--moves", "rock"]);
    let seen = world.status()["block"].as_u64();
    world.go_on_from(before_the_seat);
    // The chain is longer than before when the client sees it again.
    world.wait_for(|now| now["block"].as_u64() > seen.map(|seen| seen + 5));
    proxy.lead_to(&world.url);
    playing.step("register");

    let before_the_end = world.save("after");
    world.ok(&bob, &["register"]);
    world.skip();
    world.go_on_from(before_the_end);
    proxy.lead_to(&world.url);
    world.lose_to(playing, &bob);
    assert!((107..110).contains(&(world.balance(&ada) / VARA)), "one bet, one pot");
}

#[test]
fn waiting_takes_three_requests_a_block() {
    let mut world = World::new();
    world.deploy(&["--bet", "1", "--entry", "1h"]);
    let ada = world.rich_player("ada");
    let asked = Arc::new(Mutex::new(vec![]));
    let all = asked.clone();
    let filter = Filter::asked(&world.url, move |method, _| {
        all.lock().unwrap().push(method.to_owned());
        Verdict::Pass
    });
    let _waiting = world.seated(&ada, &["--node", &filter.url, "--auto"]);
    let block = || world.status()["block"].as_u64().expect("a number");
    let first = block() + 3;
    world.wait_for(|now| now["block"].as_u64() >= Some(first));
    asked.lock().unwrap().clear();
    world.wait_for(|now| now["block"].as_u64() >= Some(first + 20));
    let asked = asked.lock().unwrap().clone();
    let blocks = block() - first;
    // This allows for requests that began before, and for those that follow the last block.
    let most = 3 * (usize::try_from(blocks).unwrap() + 2);
    assert!(asked.len() <= most, "{} requests in {blocks} blocks: {asked:?}", asked.len());
}

/// A file system that syncs no folders, as some of networks: `fsync` of a folder is invalid there.
#[cfg(target_os = "linux")]
const NO_FOLDERS: &str = r"
#define _GNU_SOURCE
#include <errno.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
int fsync(int file) {
    struct stat found;
    if (fstat(file, &found) == 0 && S_ISDIR(found.st_mode)) {
        errno = EINVAL;
        return -1;
    }
    return syscall(SYS_fsync, file);
}
";

/// A file system whose server has no locks: whoever asks for one waits for ever.
#[cfg(target_os = "linux")]
const NO_LOCKS: &str = r"
#include <unistd.h>
int flock(int file, int operation) {
    for (;;) pause();
}
";

/// A library that changes what the system does for a client.
#[cfg(target_os = "linux")]
fn built(world: &World, text: &str) -> std::path::PathBuf {
    let [source, library] = ["system.c", "system.so"].map(|name| world.home().join(name));
    std::fs::write(&source, text).expect("there is room");
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-o"]).args([&library, &source]);
    assert!(compiler.status().expect("there is a compiler").success());
    library
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_system_that_answers_no_lock_is_warned_of_and_keeps_nobody_from_a_seat() {
    let (world, [ada, bob]) = World::with_players("1", ["ada", "bob"]);
    let library = built(&world, NO_LOCKS);
    let mut command = world.command(&ada, &["--json", "join", "--moves", "rock"]);
    command.env("LD_PRELOAD", &library);
    let mut playing = crate::world::Running::new(command);
    playing.step("register");
    let done = world.lose_to(playing, &bob);
    assert_eq!(done.err.matches("does not answer").count(), 1, "{}", done.err);
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_system_that_syncs_no_folders_is_warned_of_and_keeps_nobody_from_a_seat() {
    let (world, [ada]) = World::with_players("1", ["ada"]);
    let library = built(&world, NO_FOLDERS);
    let there = |player: &str, args: &[&str]| {
        let mut command = world.command(player, args);
        command.env("LD_PRELOAD", &library).env("RPSLS_PASSWORD", "velvet otter ladder");
        crate::world::finish(command, "")
    };
    for (player, args) in [("", &["account", "new", "kim"][..]), (&ada, &["register"])] {
        let done = there(player, args);
        assert_eq!(done.code, 0, "{args:?}: {}", done.err);
        assert_eq!(done.err.matches("can't say when a file is safe").count(), 1, "{}", done.err);
    }
    assert_eq!(world.seats(), 1);
}
