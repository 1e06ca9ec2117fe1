//! No bet is lost by a bad node, disk or connection. The games go through a proxy that loses, cuts,
//! lies, limits and delays.

use crate::{
    filter::{Filter, Rules, Verdict},
    proxy::Proxy,
    world::{Running, World, finish, many, number, setting, step, text},
};
#[cfg(target_os = "linux")]
use crate::{kills::assert_costs, world::VARA};
use rand::{Rng, SeedableRng, rngs::StdRng};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    process::{Command, Stdio},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
    },
    thread::{self, sleep},
    time::{Duration, Instant},
};

const SUBMIT: &str = "author_submitExtrinsic";

/// The client of a player, through a proxy.
fn by(url: &str, world: &World, player: &str, args: &[&str]) -> Command {
    let mut command = world.command(player, args);
    command.env("RPSLS_NODE", url);
    command
}

fn no_hash() -> Value {
    json!(format!("0x{}", "00".repeat(32)))
}

/// Whether the player won the game that is over in this output.
fn is_won(said: &str) -> bool {
    step(said, "game_over").unwrap_or_else(|| panic!("no end in {said}"))["won"] == true
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
    let stages = ["--entry", "15s", "--moves", "2m", "--reveals", "5m"];
    world.deploy(&[&["--bet", "1", "--seats", "2"], &stages[..]].concat());
    let losing = Arc::new(losing);
    let filter = Filter::before(&world.url, losing.clone());
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let mut ada =
        Running::new(by(&filter.url, &world, &ada, &["--json", "join", "--moves", "rock"]));
    ada.wait_for("\"step\":\"register\"");
    losing.is_armed.store(true, SeqCst);
    let bob = world.start(&bob, &["--json", "join", "--moves", "scissors"]);
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
    let world = World::with_table("1");
    let [name, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let before = world.balance(&name);
    let join = world.command(&name, &["--json", "join", "--moves", "rock"]);
    let mut ada = Running::new(unharmed_by_limits(&join, "unlimited"));
    ada.wait_for("\"step\":\"register\"");
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

#[cfg(target_os = "linux")]
#[test]
fn no_move_is_made_whose_opening_was_never_on_disk_until_there_is_room() {
    let world = World::with_table("1");
    let [ada, bob] = world.two_to_move();
    // A seat that a single command takes has no key for its openings.
    let join = world.command(&ada, &["--json", "join", "--moves", "rock"]);
    let mut playing = Running::new(unharmed_by_limits(&join, "0"));
    playing.wait_for("\"step\":\"resumed\"");
    world.ok(&bob, &["move", "scissors"]);
    let until = world.status()["block"].as_u64().expect("a number") + 12;
    let status = world.wait_for(|now| now["block"].as_u64() > Some(until));
    assert_eq!(text(&status["stage"]), "moves", "it waits for a move");
    playing.may_write(true);
    playing.wait_for("\"step\":\"move\"");
    world.wait_for(|now| now["stage"] == "reveals");
    world.ok(&bob, &["reveal"]);
    let said = playing.finish();
    assert!(is_won(&said));
    assert_eq!(said.matches("no move is made").count(), 1, "{said}");
}

/// A node that refuses a share of all requests, because there are too many.
struct Limits(f64);

impl Rules for Limits {
    fn asked(&self, _: &str, _: &Value) -> Verdict {
        match rand::random::<f64>() < self.0 {
            true => Verdict::Refuse { code: -32999, message: "limit reached", data: "" },
            false => Verdict::Pass,
        }
    }
}

#[test]
fn a_node_that_refuses_a_third_of_all_requests_ends_no_game() {
    let world = World::with_table("1");
    let filter = Filter::before(&world.url, Limits(0.3));
    let players = ["ada", "bob", "cyd"].map(|name| world.rich_player(name));
    let mut running = players
        .each_ref()
        .map(|player| Running::new(by(&filter.url, &world, player, &["--json", "join", "--auto"])));
    for player in &mut running {
        player.wait_for("\"step\":\"register\"");
    }
    world.skip();
    let won = running.map(|player| is_won(&player.finish()));
    assert_eq!(won.iter().filter(|won| **won).count(), 1);
}

/// A node that answers some requests of one method with an error after the bet is sent.
struct Fails {
    method: &'static str,
    is_sent: AtomicBool,
    left: AtomicUsize,
}

impl Rules for Fails {
    fn asked(&self, method: &str, _: &Value) -> Verdict {
        if method == SUBMIT {
            self.is_sent.store(true, SeqCst);
        }
        let fails = method == self.method
            && self.is_sent.load(SeqCst)
            && self.left.fetch_update(SeqCst, SeqCst, |left| left.checked_sub(1)).is_ok();
        match fails {
            true => Verdict::Refuse { code: 1, message: "no", data: "\"not now\"" },
            false => Verdict::Pass,
        }
    }
}

#[test]
fn a_bad_answer_after_the_bet_leaves_no_seat_alone() {
    for method in ["chain_getBlock", "state_getStorage", "gear_readState"] {
        let world = World::with_table("1");
        let fails = Fails { method, is_sent: AtomicBool::default(), left: AtomicUsize::new(2) };
        let filter = Filter::before(&world.url, fails);
        let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
        let join = ["--json", "join", "--moves", "rock"];
        let ada = Running::new(by(&filter.url, &world, &ada, &join));
        world.wait_for(|now| !now["players"].as_array().unwrap().is_empty());
        world.ok(&bob, &["register"]);
        world.skip();
        world.ok(&bob, &["move", "scissors"]);
        world.wait_for(|now| {
            now["players"].as_array().unwrap().iter().any(|player| player["status"] == "revealed")
        });
        world.ok(&bob, &["reveal"]);
        assert!(is_won(&ada.finish()), "{method}");
    }
}

/// A node whose pool is full for a while after the bet.
struct FullPool {
    seated: AtomicBool,
    left: AtomicUsize,
}

impl Rules for FullPool {
    fn asked(&self, method: &str, _: &Value) -> Verdict {
        let is_full = method == SUBMIT
            && self.seated.swap(true, SeqCst)
            && self.left.fetch_update(SeqCst, SeqCst, |left| left.checked_sub(1)).is_ok();
        match is_full {
            true => Verdict::Refuse {
                code: 1016,
                message: "Immediately Dropped",
                data: "\"The transaction couldn't enter the pool because of the limit\"",
            },
            false => Verdict::Pass,
        }
    }
}

#[test]
fn a_pool_without_room_is_tried_as_long_as_the_stage_lasts_and_costs_nothing() {
    let world = World::with_table("1");
    let pool = FullPool { seated: AtomicBool::new(false), left: AtomicUsize::new(9) };
    let filter = Filter::before(&world.url, pool);
    let [name, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let join = ["--json", "join", "--moves", "rock,rock"];
    let mut ada = Running::new(by(&filter.url, &world, &name, &join));
    ada.wait_for("\"step\":\"register\"");
    world.ok(&bob, &["register"]);
    world.skip();
    world.ok(&bob, &["move", "scissors"]);
    ada.wait_for("\"step\":\"reveal\"");
    let noted = world.json("", &["games"]);
    let own = noted["games"].as_array().unwrap().iter().find(|game| game["name"] == *name);
    let cost = number(&own.expect("a game is noted")["spent"]);
    // Of the ten or more messages that were tried, only two were taken.
    assert!(cost < crate::world::VARA, "{noted}");
    world.ok(&bob, &["reveal"]);
    assert!(is_won(&ada.finish()));
}

#[test]
fn a_bad_answer_before_the_bet_is_told_with_its_question() {
    let world = World::with_table("1");
    let fails = Fails {
        method: "gear_readState",
        is_sent: AtomicBool::new(true),
        left: AtomicUsize::new(usize::MAX),
    };
    let filter = Filter::before(&world.url, fails);
    let done = finish(by(&filter.url, &world, "", &["status"]), "");
    assert_eq!(done.code, 1, "{}", done.err);
    assert!(done.err.contains("the program's state can't be read: not now"), "{}", done.err);
}

#[test]
fn a_node_that_starts_anew_ends_no_waiting() {
    let mut world = World::with_table("1");
    if !world.is_ours("it takes a node that ends") {
        return;
    }
    let proxy = Proxy::before(&world.url);
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let mut watching = Running::new(by(&proxy.url, &world, "", &["watch", "--once"]));
    watching.wait_for("Stage");
    let mut ada =
        Running::new(by(&proxy.url, &world, &ada, &["--json", "join", "--moves", "rock"]));
    ada.wait_for("\"step\":\"register\"");
    for _ in 0..2 {
        // The client does not see these blocks.
        proxy.go_away();
        world.advance(5);
        let saved = world.save("chain");
        world.go_on_from(saved);
        proxy.lead_to(&world.url);
        sleep(Duration::from_secs(2));
    }
    world.ok(&bob, &["register"]);
    world.skip();
    world.ok(&bob, &["move", "scissors"]);
    ada.wait_for("\"step\":\"reveal\"");
    world.ok(&bob, &["reveal"]);
    assert!(is_won(&ada.finish()));
    watching.finish();
}

#[test]
fn a_node_that_forgets_soon_ends_no_game() {
    let mut world = World::new();
    if !world.is_ours("it takes a node that forgets") {
        return;
    }
    world.deploy(&["--bet", "1", "--seats", "4", "--moves", "10m", "--reveals", "10m"]);
    let players = ["ada", "bob", "cyd", "dan"].map(|name| world.rich_player(name));
    let saved = world.save("chain");
    world.go_on_forgetting(saved, 3);
    let running =
        players.each_ref().map(|player| world.start(player, &["--json", "join", "--auto"]));
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
    let proxy = Proxy::before(&world.url);
    let mut playing =
        Running::new(by(&proxy.url, &world, &ada, &["--json", "join", "--moves", "rock"]));
    playing.wait_for("\"step\":\"register\"");
    let seen = world.status()["block"].as_u64();
    world.go_on_from(before_the_seat);
    // The chain is longer than before when the client sees it again.
    world.wait_for(|now| now["block"].as_u64() > seen.map(|seen| seen + 5));
    proxy.lead_to(&world.url);
    playing.wait_for("\"step\":\"register\"");

    let before_the_end = world.save("after");
    world.ok(&bob, &["register"]);
    world.skip();
    world.go_on_from(before_the_end);
    proxy.lead_to(&world.url);
    world.ok(&bob, &["register"]);
    world.skip();
    world.ok(&bob, &["move", "scissors"]);
    playing.wait_for("\"step\":\"reveal\"");
    world.ok(&bob, &["reveal"]);
    assert!(is_won(&playing.finish()));
    assert!((107..110).contains(&(world.balance(&ada) / crate::world::VARA)), "one bet, one pot");
}

/// Counts the requests by method.
#[derive(Default)]
struct Counts(Mutex<BTreeMap<String, usize>>);

impl Rules for Counts {
    fn asked(&self, method: &str, _: &Value) -> Verdict {
        *self.0.lock().unwrap().entry(method.to_owned()).or_default() += 1;
        Verdict::Pass
    }
}

#[test]
fn waiting_takes_three_requests_a_block() {
    let mut world = World::new();
    world.deploy(&["--bet", "1", "--entry", "1h"]);
    let ada = world.rich_player("ada");
    let counts = Arc::new(Counts::default());
    let filter = Filter::before(&world.url, counts.clone());
    let mut waiting = Running::new(by(&filter.url, &world, &ada, &["--json", "join", "--auto"]));
    waiting.wait_for("\"step\":\"register\"");
    let block = || world.status()["block"].as_u64().expect("a number");
    let first = block() + 3;
    world.wait_for(|now| now["block"].as_u64() >= Some(first));
    counts.0.lock().unwrap().clear();
    world.wait_for(|now| now["block"].as_u64() >= Some(first + 20));
    let counts = counts.0.lock().unwrap().clone();
    let asked: usize = counts.values().sum();
    let blocks = block() - first;
    // This allows for requests that began before, and for those that follow the last block.
    let most = 3 * (usize::try_from(blocks).unwrap() + 2);
    assert!(asked <= most, "{asked} requests in {blocks} blocks: {counts:?}");
}

#[test]
fn a_development_command_gives_up_on_a_node_that_says_nothing() {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let mut command = crate::world::client();
    command.args(["--node", &format!("ws://{}", silent.local_addr().unwrap())]);
    command.args(["--patience", "2s", "dev", "advance"]);
    let done = finish(command, "");
    assert_eq!(done.code, 4, "{}", done.err);
    assert!(done.err.contains("it says nothing"), "{}", done.err);
}

/// The faults of a node, each with its share of the requests.
#[derive(Clone, Copy, Default)]
struct Shares {
    cut: f64,
    lost: f64,
    limited: f64,
    failed: f64,
    lied: f64,
    delayed: f64,
}

const EVERYTHING: Shares =
    Shares { cut: 0.01, lost: 0.2, limited: 0.1, failed: 0.01, lied: 0.05, delayed: 0.2 };

/// A node with these faults.
struct Faulty {
    shares: Shares,
    chance: Mutex<StdRng>,
    /// The final heads that it has answered with.
    heads: Mutex<Vec<Value>>,
    faults: Arc<AtomicUsize>,
}

impl Faulty {
    fn is(&self, share: f64) -> bool {
        let is = share > 0.0 && self.chance.lock().unwrap().gen_bool(share);
        if is {
            self.faults.fetch_add(1, SeqCst);
        }
        is
    }
}

impl Rules for Faulty {
    fn asked(&self, method: &str, _: &Value) -> Verdict {
        let Shares { cut, lost, limited, failed, delayed, .. } = self.shares;
        if method == SUBMIT && self.is(lost) {
            return match self.is(0.5) {
                true => Verdict::AnswerAndDrop(no_hash()),
                false => Verdict::Answer(no_hash()),
            };
        }
        if self.is(cut / 2.0) {
            return Verdict::Drop;
        }
        if self.is(cut / 2.0) {
            return Verdict::AskAndDrop;
        }
        if self.is(limited) {
            return Verdict::Refuse { code: -32999, message: "limit reached", data: "" };
        }
        if self.is(failed) {
            let code = if self.is(0.5) { -32603 } else { 1 };
            return Verdict::Refuse { code, message: "Internal error", data: "" };
        }
        if self.is(delayed) {
            let pause = self.chance.lock().unwrap().gen_range(0..400);
            return Verdict::Later(Duration::from_millis(pause));
        }
        Verdict::Pass
    }

    fn answered(&self, method: &str, _: &Value, result: &mut Value) {
        if method != "chain_getFinalizedHead" {
            return;
        }
        let mut heads = self.heads.lock().unwrap();
        heads.push(result.clone());
        if self.is(self.shares.lied) {
            let which = self.chance.lock().unwrap().gen_range(0..heads.len());
            *result = heads[which].clone();
        } else if self.is(self.shares.lied / 2.0) {
            *result = json!(format!("0x{}", "11".repeat(32)));
        }
    }
}

/// The result of a game through faulty nodes.
#[derive(Default)]
struct Played {
    faults: usize,
    rounds: usize,
    /// How many clients gave up before their bet.
    not_begun: usize,
    /// What should not have happened.
    wrong: Vec<String>,
}

/// Plays a game of so many players, each through a faulty node of their own.
fn play(shares: Shares, seats: usize, seed: u64) -> Played {
    let mut world = World::new();
    let table = ["--bet", "10", "--entry", "1h", "--moves", "30m", "--reveals", "30m"];
    world.deploy(&[&table[..], &["--seats", &seats.to_string()]].concat());
    let mut watching = world.start("", &["--json", "watch", "--once"]);
    watching.wait_for("stage");
    let faults = Arc::new(AtomicUsize::new(0));
    let mut played = Played::default();
    let world = &world;
    let said: Vec<Result<(String, usize), String>> = thread::scope(|scope| {
        let join = |index: usize| {
            let faults = faults.clone();
            move || {
                let player = world.rich_player(&format!("player{index}"));
                let chance = StdRng::seed_from_u64(seed * 100 + index as u64);
                let (chance, heads) = (Mutex::new(chance), Mutex::default());
                let faulty = Faulty { shares, chance, heads, faults };
                let filter = Filter::before(&world.url, faulty);
                for tries in 0..8 {
                    let join = ["--json", "join", "--auto"];
                    let done = finish(by(&filter.url, world, &player, &join), "");
                    if done.code == 0 && step(&done.out, "game_over").is_some() {
                        return Ok((done.out, tries));
                    }
                    // If this player has a seat, the others wait for it.
                    let account = &world.json(&player, &["account", "show"])["account"];
                    let status = world.status();
                    let players = status["players"].as_array().unwrap();
                    if players.iter().any(|player| player["account"] == *account) {
                        return Err(format!("a seat left alone: {}{}", done.out, done.err));
                    }
                    sleep(Duration::from_secs(1));
                }
                Err("no seat in 8 tries".into())
            }
        };
        let joins: Vec<_> = (0..seats).map(|index| scope.spawn(join(index))).collect();
        joins.into_iter().map(|join| join.join().expect("no panic")).collect()
    });
    played.faults = faults.load(SeqCst);
    let mut winners = 0;
    for said in said {
        match said {
            Ok((said, tries)) => {
                played.not_begun += tries;
                let end = step(&said, "game_over").expect("looked for above");
                winners += usize::from(end["won"] == true);
                if number(&end["pot"]) != 10 * crate::world::VARA * seats as u128 {
                    played.wrong.push(format!("the pot is no bet of each: {end}"));
                }
                if said.matches("\"step\":\"register\"").count() > 1 {
                    played.wrong.push(format!("two registrations: {said}"));
                }
            }
            Err(why) => played.wrong.push(why),
        }
    }
    if winners != 1 {
        played.wrong.push(format!("{winners} winners"));
        return played;
    }
    for line in watching.finish().lines() {
        let line: Value = serde_json::from_str(line).expect("a line of JSON");
        if let Some(round) = line.get("round").filter(|round| round.is_object()) {
            played.rounds += 1;
            if !round["silent"].as_array().unwrap().is_empty() {
                played.wrong.push(format!("somebody was silent: {round}"));
            }
        }
    }
    played
}

#[test]
fn games_end_by_play_with_each_fault() {
    let one = [
        Shares { cut: 0.03, ..Shares::default() },
        Shares { lost: 0.5, ..Shares::default() },
        Shares { limited: 0.3, ..Shares::default() },
        Shares { failed: 0.03, ..Shares::default() },
        Shares { lied: 0.3, ..Shares::default() },
        Shares { delayed: 0.5, ..Shares::default() },
        EVERYTHING,
    ];
    for (seed, shares) in one.into_iter().enumerate() {
        let played = play(shares, 2, seed as u64);
        assert!(played.wrong.is_empty(), "{seed}: {:?}", played.wrong);
        assert!(played.faults > 0, "{seed}: nothing went wrong");
    }
}

/// `FAULT_GAMES` says how many games are played, and `FAULT_THREADS` how many at once.
#[test]
#[ignore = "as long as it is given"]
fn many_games_end_by_play_with_all_faults() {
    let (games, threads) = (setting("FAULT_GAMES", 100), setting("FAULT_THREADS", 4));
    let all = Mutex::new(vec![]);
    many(games, threads, |game| {
        let seats = 2 + game % 3;
        let since = Instant::now();
        let played = play(EVERYTHING, seats, 1_000 + game as u64);
        let Played { faults, rounds, not_begun, wrong } = &played;
        println!(
            "game {game}: {seats} players, {rounds} rounds, {faults} faults, {not_begun} begun \
             again, {} s {wrong:?}",
            since.elapsed().as_secs()
        );
        all.lock().unwrap().push((seats, played));
    });
    let all = all.into_inner().unwrap();
    let sum = |of: fn(&(usize, Played)) -> usize| all.iter().map(of).sum::<usize>();
    println!(
        "{} games, {} seats, {} rounds, {} faults, {} joins begun again before a bet, {} wrong",
        all.len(),
        sum(|(seats, _)| *seats),
        sum(|(_, played)| played.rounds),
        sum(|(_, played)| played.faults),
        sum(|(_, played)| played.not_begun),
        sum(|(_, played)| played.wrong.len()),
    );
    assert!(all.iter().all(|(_, played)| played.wrong.is_empty()));
}

/// A node that takes this long for each request.
struct Slow(Duration);

impl Rules for Slow {
    fn asked(&self, _: &str, _: &Value) -> Verdict {
        Verdict::Later(self.0)
    }
}

#[test]
#[ignore = "it measures, and shows nothing that must be so"]
fn how_long_a_game_takes_by_the_time_that_a_request_takes() {
    use vara_devnode::BlockTime;
    for block in [1_000, 3_000] {
        for delay in [0, 150, 400] {
            let mut world = World::with_block_time(BlockTime::Every(Duration::from_millis(block)));
            world.deploy(&["--bet", "1", "--seats", "2"]);
            let filter = Filter::before(&world.url, Slow(Duration::from_millis(delay)));
            let players = ["ada", "bob"].map(|name| world.rich_player(name));
            let since = Instant::now();
            let moves = ["rock", "scissors"];
            let running = [0, 1].map(|index| {
                let join = ["--json", "join", "--moves", moves[index]];
                Running::new(by(&filter.url, &world, &players[index], &join))
            });
            let _ = running.map(Running::finish);
            let game = since.elapsed();
            let since = Instant::now();
            assert_eq!(finish(by(&filter.url, &world, "", &["status"]), "").code, 0);
            println!(
                "a block in {block} ms, {delay} ms a request: a game of one round {:.1} s, \
                 status {:.2} s",
                game.as_secs_f64(),
                since.elapsed().as_secs_f64()
            );
        }
    }
}
