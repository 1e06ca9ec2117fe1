//! Games by single commands: what the client notes, what it asks first, and dry runs.

use crate::{
    filter::{Filter, Rules, Verdict},
    terminal::Terminal,
    world::{Running, VARA, World, limit, number, step, text},
};
use serde_json::Value;
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
    thread::sleep,
    time::{Duration, Instant},
};

fn game_of(world: &World, player: &str) -> Value {
    let listed = world.json("", &["games"]);
    let games = listed["games"].as_array().expect("a list");
    let game = games.iter().find(|game| game["name"] == player);
    game.unwrap_or_else(|| panic!("no game of {player}: {listed}")).clone()
}

/// Plays rock against scissors. The winner reveals first.
fn play(world: &World) -> [String; 2] {
    let [ada, bob] = world.two_to_move();
    world.ok(&ada, &["move", "rock"]);
    world.ok(&bob, &["move", "scissors"]);
    world.ok(&ada, &["reveal"]);
    world.ok(&bob, &["reveal"]);
    [ada, bob]
}

#[test]
fn a_game_by_single_commands_is_noted_with_its_end_and_its_cost() {
    let world = World::with_table("1");
    let [ada, bob] = play(&world);
    for (player, end) in [(&ada, "won"), (&bob, "lost")] {
        let game = game_of(&world, player);
        assert_eq!(game["end"], end, "{game}");
        let three_fees = 3 * 142_400_000_000;
        assert!((three_fees..VARA).contains(&number(&game["spent"])), "{game}");
    }
    // Her reveal did not decide the game. Still, she has no game left to continue.
    let mut next = world.start(&ada, &["--json", "join", "--auto"]);
    next.wait_for("\"step\":\"register\"");
}

#[test]
fn a_join_after_a_game_by_hand_tells_its_end_and_takes_the_next_seat() {
    let world = World::with_table("1");
    let [ada, _bob] = play(&world);
    let mut next = world.start(&ada, &["--json", "join", "--auto"]);
    let end: Value = serde_json::from_str(&next.wait_for("\"step\":\"game_over\"")).unwrap();
    assert_eq!((&end["won"], &end["game"]), (&true.into(), &0.into()));
    next.wait_for("\"step\":\"register\"");
}

#[test]
fn a_game_that_its_owner_stopped_is_known_as_stopped() {
    let world = World::with_table("1");
    let ada = world.rich_player("ada");
    world.ok(&ada, &["register"]);
    let shown = world.ok("", &["games"]);
    assert!(shown.contains("has a seat") && shown.contains("1 of 10 seats"), "{shown}");
    world.ok(&world.player("owner"), &["stop"]);
    assert_eq!(game_of(&world, &ada)["end"], "stopped");
}

#[test]
fn a_second_seat_that_is_refused_makes_no_end_of_the_first() {
    let world = World::with_table("1");
    let ada = world.rich_player("ada");
    world.ok(&ada, &["register"]);
    world.fails(3, &ada, &["register"]);
    assert_eq!(game_of(&world, &ada)["end"], "open");
}

/// A node that takes no extrinsics in the time of a test.
#[derive(Default)]
struct Deaf(AtomicBool);

impl Rules for Deaf {
    fn asked(&self, method: &str, _: &Value) -> Verdict {
        let is_sent = method == "author_submitExtrinsic";
        self.0.fetch_or(is_sent, SeqCst);
        match is_sent {
            true => Verdict::Later(Duration::from_secs(600)),
            false => Verdict::Pass,
        }
    }
}

#[test]
fn what_a_killed_run_was_about_to_send_has_cost_nothing() {
    let world = World::with_table("1");
    let ada = world.rich_player("ada");
    let deaf = Arc::new(Deaf::default());
    let filter = Filter::before(&world.url, deaf.clone());
    let mut command = world.command(&ada, &["--json", "join", "--auto"]);
    command.env("RPSLS_NODE", &filter.url);
    let killed = Running::new(command);
    let since = Instant::now();
    while !deaf.0.load(SeqCst) {
        assert!(since.elapsed() < limit(), "nothing is sent");
        sleep(Duration::from_millis(20));
    }
    killed.kill();
    let game = game_of(&world, &ada);
    assert_eq!((number(&game["spent"]), &game["exact"]), (0, &true.into()));
}

#[test]
fn what_is_tried_out_says_what_it_takes_and_sends_nothing() {
    let world = World::with_table("5");
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let before = world.balance(&ada);
    let tried = world.json(&ada, &["register", "--dry-run"]);
    assert_eq!(tried["reply"]["kind"], "player_registered");
    assert_eq!((number(&tried["value"]), &tried["dry_run"]), (5 * VARA, &true.into()));
    assert!(number(&tried["fee"]) > VARA / 10 && tried["gas_burned"].as_u64() > Some(0));
    world.fails(3, &ada, &["leave", "--dry-run"]);
    world.ok(
        &ada,
        &["transfer", "bob", "1", "--dry-run"].map(|arg| match arg {
            "bob" => bob.as_str(),
            arg => arg,
        }),
    );
    world.fails(5, &ada, &["transfer", &bob, "99.5", "--dry-run"]);
    world.ok(&ada, &["deploy", "--dry-run"]);
    let said = world.ok(&ada, &["join", "--dry-run"]);
    assert!(said.contains("A seat costs 5 VARA") && said.contains("Nothing was sent"), "{said}");
    assert_eq!(said.matches("comes back").count(), 1, "one sum: {said}");
    let said = world.ok(&ada, &["--json", "join", "--dry-run"]);
    let tried: Value = serde_json::from_str(said.lines().last().expect("a line")).expect("JSON");
    assert_eq!((&tried["action"], number(&tried["value"])), (&"join".into(), 5 * VARA));
    assert_eq!(tried["reply"]["kind"], "player_registered");
    world.fails(6, &ada, &["join", "--dry-run", "--max-bet", "4"]);
    world.fails(5, &world.player_with("poor", "3"), &["join", "--dry-run"]);
    assert_eq!(world.balance(&ada), before);
    assert_eq!(world.json("", &["games"])["games"].as_array().unwrap().len(), 0);
    assert_eq!(world.json("", &["tables"])["tables"].as_array().unwrap().len(), 1);

    world.ok(&ada, &["register"]);
    world.ok(&bob, &["register"]);
    world.skip();
    let said = world.ok(&ada, &["move", "rock", "--dry-run"]);
    assert!(said.contains("Nothing was sent") && !said.contains("bn gas"), "{said}");
    let said = world.ok(&ada, &["move", "rock", "--dry-run", "-v"]);
    assert!(said.contains("of which it burns about"), "{said}");
    // There is no seat, which comes before there being no money for one.
    world.fails(3, &world.player_with("late", "1.5"), &["join", "--dry-run"]);
    let said = world.ok(&ada, &["join", "--dry-run"]);
    assert!(said.contains("has to move: `rpsls join` goes on there"), "{said}");
    assert_eq!(world.json("", &["secrets", "list"])["entries"].as_array().unwrap().len(), 0);
    assert_eq!(world.status()["players"][0]["status"], "to_move");
    let said = world.ok(&world.player("owner"), &["stop", "--dry-run"]);
    assert!(said.contains("has stopped the game"), "{said}");
    assert_eq!(world.status()["stage"], "moves");
}

#[test]
fn a_bet_at_a_terminal_is_asked_about_however_the_moves_are_chosen() {
    let world = World::with_table("50");
    let ada = world.rich_player("ada");
    for args in
        [&["join", "--auto"][..], &["join", "--moves", "rock"], &["join", "--auto", "--json"]]
    {
        let mut asked = Terminal::start(&world.command(&ada, args), 80);
        asked.wait_for("Take the seat? [y/N]");
        asked.enter("n");
        assert_eq!(asked.finish().code, 0);
    }
    assert_eq!(world.status()["players"].as_array().unwrap().len(), 0);
    let mut told = Terminal::start(&world.command(&ada, &["join", "--auto", "--yes"]), 80);
    told.wait_for("has a seat");
}

#[test]
fn deploying_and_stopping_are_asked_about_at_a_terminal() {
    let world = World::with_table("1");
    let owner = world.player("owner");
    let before = world.balance(&owner);
    for (args, question) in
        [(&["deploy"][..], "Deploy the table? [y/N]"), (&["stop"], "Stop game 1")]
    {
        let mut asked = Terminal::start(&world.command(&owner, args), 80);
        asked.wait_for(question);
        asked.enter("");
        let left = asked.finish();
        assert!(left.code == 0 && left.text.contains("Nothing was"), "{}", left.text);
    }
    assert_eq!(world.balance(&owner), before);
    // A player who may not stop it gets an error, and no question.
    let ada = world.rich_player("ada");
    let left = Terminal::start(&world.command(&ada, &["stop"]), 80).finish();
    assert!(left.code == 3 && left.text.contains("only the table's owner"), "{}", left.text);
}

#[test]
fn a_game_of_one_round_costs_what_the_offer_says() {
    let world = World::with_table("1");
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let mut playing = world.start(&ada, &["--json", "join", "--moves", "rock"]);
    let offer: Value = serde_json::from_str(&playing.wait_for("\"step\":\"offer\"")).unwrap();
    let two = number(&offer["seat"]) + number(&offer["message"]);
    playing.wait_for("\"step\":\"register\"");
    let bob = world.start(&bob, &["join", "--moves", "scissors"]);
    world.wait_for(|now| now["players"].as_array().is_some_and(|players| players.len() == 2));
    world.skip();
    assert_eq!(step(&playing.finish(), "game_over").expect("an end")["won"], true);
    bob.finish();
    let spent = number(&game_of(&world, &ada)["spent"]);
    assert!(spent.abs_diff(two) < two / 5, "{spent} of the {two} that were told");
}

#[test]
fn several_games_are_played_one_after_the_other() {
    let mut world = World::new();
    world.deploy(&["--bet", "1", "--seats", "2", "--entry", "1h"]);
    let [ada, bob, eve] = ["ada", "bob", "eve"].map(|name| world.rich_player(name));
    let mut ada = world.start(&ada, &["--json", "join", "--moves", "rock", "--repeat", "2"]);
    ada.wait_for("\"step\":\"register\"");
    world.ok(&bob, &["register"]);
    // With `--wait`, the client stays although a game is under way.
    let mut eve = world.start(&eve, &["--json", "join", "--moves", "scissors", "--wait"]);
    eve.wait_for("\"step\":\"waiting\"");
    world.ok(&bob, &["move", "scissors"]);
    world.ok(&bob, &["reveal"]);
    let said = ada.finish();
    assert_eq!(said.matches("\"step\":\"game_over\"").count(), 2, "{said}");
    assert_eq!(said.matches("\"step\":\"register\"").count(), 2, "{said}");
    assert_eq!(step(&eve.finish(), "game_over").expect("an end")["won"], false);
}

#[test]
fn a_person_is_called_when_it_is_their_turn() {
    let world = World::with_table("1");
    let [ada, _] = world.two_to_move();
    let called = world.home().join("called");
    let command = format!("echo turn >> {}", called.display());
    let mut playing = Terminal::start(&world.command(&ada, &["join", "--on-turn", &command]), 80);
    playing.wait_for("Your move?");
    let since = std::time::Instant::now();
    while !called.exists() {
        assert!(since.elapsed() < limit(), "the command did not run");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    playing.interrupt();
    assert_eq!(playing.finish().code, 130);
}

#[test]
fn a_command_is_told_of_each_event_of_a_game_in_order_and_holds_up_none() {
    let world = World::with_table("1");
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let told = world.home().join("told");
    let command = format!("cat >>'{}'; test $RPSLS_EVENT = offer", told.display());
    let args = ["--json", "join", "--moves", "rock", "--on-event", &command];
    let mut playing = world.start(&ada, &args);
    playing.wait_for("\"step\":\"register\"");
    let alive = world.home().join("alive");
    let command = format!("echo $$ >'{}'; sleep 1000", alive.display());
    let slow = world.start(&bob, &["join", "--moves", "paper", "--on-event", &command]);
    world.wait_for(|now| now["players"].as_array().is_some_and(|players| players.len() == 2));
    world.skip();
    let said = playing.finish();
    assert!(step(&said, "game_over").is_some(), "{said}");
    assert_eq!(std::fs::read_to_string(told).expect("the command ran").trim_end(), said.trim_end());
    assert!(slow.finish().contains("won the pot of 2 VARA"), "it was not held up");
    let id = std::fs::read_to_string(alive).expect("the command ran");
    let is_there =
        std::process::Command::new("sh").args(["-c", "kill -0 \"$0\"", id.trim()]).output();
    assert!(!is_there.expect("there is a shell").status.success(), "the command still runs");
}

#[test]
fn tables_are_listed_and_go_by_their_names() {
    let mut world = World::new();
    let owner = world.rich_player("owner");
    let deployed = world.json(&owner, &["deploy", "--name", "den", "--bet", "2"]);
    let id = text(&deployed["program"]);
    let shown = world.ok("", &["--program", "den", "status"]);
    assert!(shown.contains(&id), "{shown}");
    world.fails(2, &owner, &["deploy", "--name", "den"]);
    world.fails(2, "", &["--program", "club", "status"]);
    let listed = world.json("", &["tables"]);
    let [table] = &listed["tables"].as_array().expect("a list")[..] else { panic!("{listed}") };
    assert_eq!((&table["name"], &table["program"]), (&"den".into(), &deployed["program"]));
    assert_eq!(table["stage"], "registration");
    assert!(text(&table["text"]).contains("0 of 4 seats"), "{table}");

    let other = world.deploy(&["--bet", "1"]);
    let ada = world.rich_player("ada");
    world.ok(&ada, &["--program", &other, "register"]);
    world.fails(2, "", &["tables", "name", "den", &other]);
    world.ok("", &["tables", "name", "club", &other]);
    let shown = world.ok("", &["tables"]);
    let row = |name: &str| {
        let cells = |line: &str| line.split("  ").map(str::trim).map(String::from).collect();
        let rows: Vec<Vec<String>> = shown.lines().map(cells).collect();
        let row = rows.into_iter().find(|row| row.last().is_some_and(|last| last == name));
        row.unwrap_or_default().into_iter().filter(|cell| !cell.is_empty()).collect::<Vec<_>>()
    };
    assert_eq!(row("den"), ["2 VARA", "0 of 4", "registration", "den"], "{shown}");
    assert_eq!(row("club"), ["1 VARA", "1 of 4", "registration", "club"], "{shown}");
    let shown = world.ok("", &["tables", "--long"]);
    assert!(shown.contains(&other) && shown.contains("1 game, see"), "{shown}");
    world.ok("", &["tables", "forget", "den"]);
    world.fails(2, "", &["--program", "den", "status"]);
}

#[test]
fn a_table_that_was_paid_for_is_known_though_its_deployment_was_killed() {
    let world = World::new();
    let owner = world.rich_player("owner");
    let filter = Filter::before(&world.url, Deaf::default());
    let mut command = world.command(&owner, &["--json", "deploy"]);
    command.env("RPSLS_NODE", &filter.url);
    let killed = Running::new(command);
    let since = std::time::Instant::now();
    let tables = || world.json("", &["tables"])["tables"].as_array().expect("a list").len();
    while tables() == 0 {
        assert!(since.elapsed() < limit(), "no table is noted");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    killed.kill();
    let shown = world.ok("", &["tables"]);
    assert!(shown.contains("not on this chain"), "it was not sent: {shown}");
}

#[test]
fn a_table_may_have_another_owner() {
    let mut world = World::new();
    let (ada, eve) = (world.rich_player("ada"), world.rich_player("eve"));
    let eves = text(&world.json(&eve, &["account", "show"])["account"]);
    let address = text(&world.json(&eve, &["account", "show"])["address"]);
    world.deploy(&["--owner", &address]);
    assert_eq!(world.status()["owner"], eves.as_str());
    world.fails(3, &ada, &["config", "--bet", "2"]);
    world.fails(3, &world.player("owner"), &["config", "--bet", "2"]);
    world.ok(&eve, &["config", "--bet", "2"]);
}
