//! Money for whole games, and not only for the next message.

use crate::world::{Running, VARA, World, finish, number, step};
use serde_json::Value;
use std::{fs, process::Stdio};

/// The amount in VARA that `docs/cli.md` asks for at a table with a bet of 1 VARA: the bet, what
/// stays in the account, and the messages of three rounds.
const ASKED_FOR: &str = "3.5";

#[test]
fn the_money_that_the_docs_ask_for_is_enough_for_a_draw_and_a_win() {
    let world = World::with_table("1");
    let ada = world.player_with("ada", ASKED_FOR);
    let bob = world.rich_player("bob");
    let mut ada = world.start(&ada, &["--json", "join", "--later", "--moves", "rock"]);
    let bob_plays = ["--json", "join", "--later", "--moves", "rock,rock,scissors"];
    let mut bob = world.start(&bob, &bob_plays);
    ada.wait_for("\"step\":\"register\"");
    bob.wait_for("\"step\":\"register\"");
    world.skip();
    let said = ada.finish();
    assert_eq!(step(&said, "game_over").expect("an end")["won"], true, "{said}");
    assert_eq!(said.matches("\"step\":\"move\"").count(), 3, "{said}");
    bob.finish();
}

#[test]
fn a_seat_is_not_taken_without_the_money_to_play_for_it() {
    let world = World::with_table("1");
    let message = message_price(&world);
    // This is enough for the bet, the deposit, the seat's message and one more.
    let enough_for_two = format!("{:.4}", 2.0 + 2.5 * message as f64 / VARA as f64);
    let ada = world.player_with("ada", &enough_for_two);
    for args in [&["register"][..], &["join", "--auto"]] {
        let sentence = world.fails_saying(5, &ada, args);
        assert!(sentence.contains("of this message and the next 2"), "{sentence}");
    }
    assert_eq!(world.status()["players"].as_array().unwrap().len(), 0);
}

#[test]
fn a_game_that_is_lost_for_want_of_money_was_told_of_and_ends_with_its_code() {
    let world = World::with_table("1");
    let ada = world.player_with("ada", "2.7");
    let bob = world.rich_player("bob");
    let log = tempfile::NamedTempFile::new().unwrap();
    let mut command = world.command(&ada, &["--json", "join", "--moves", "rock"]);
    command.stderr(Stdio::from(log.reopen().unwrap()));
    let mut playing = Running::new(command);
    let offer: serde_json::Value =
        serde_json::from_str(&playing.wait_for("\"step\":\"offer\"")).unwrap();
    let rounds = offer["rounds"].as_u64().expect("a number") as usize;
    assert!((2..=3).contains(&rounds), "{offer}");
    playing.wait_for("\"step\":\"register\"");
    let mut rival = world.start(&bob, &["--json", "join", "--moves", "rock"]);
    rival.wait_for("\"step\":\"register\"");
    world.skip();
    let read = || fs::read_to_string(log.path()).unwrap();
    world.wait_for(|_| read().contains("Trying again until the stage is over"));
    world.wait_for(|now| {
        let players = now["players"].as_array().expect("a list");
        now["stage"] == "reveals" && players.iter().any(|player| player["status"] == "revealed")
    });
    world.skip();
    assert_eq!(step(&rival.finish(), "game_over").expect("an end")["won"], true);
    let (code, said) = playing.end();
    assert_eq!(code, 5, "{said}");
    let reveals = said.matches("\"step\":\"reveal\"").count();
    assert!(reveals >= rounds, "{rounds} were told: {said}");
    assert_eq!(step(&said, "game_over").expect("an end")["won"], false);
    let last: serde_json::Value = serde_json::from_str(said.lines().last().unwrap()).unwrap();
    assert_eq!(last["error"]["kind"], "funds", "{said}");
}

#[test]
fn at_a_terminal_it_is_told_before_the_seat_for_how_many_rounds_there_is_money() {
    let world = World::with_table("1");
    let [poor, rich] = [world.player_with("poor", "2.7"), world.rich_player("rich")];
    let offered = |player: &str| {
        let join = world.command(player, &["join", "--moves", "rock"]);
        let mut asking = crate::terminal::Terminal::start(&join, 80);
        asking.wait_for("Take the seat?");
        asking.enter("n");
        asking.finish().text
    };
    let said = offered(&poor);
    assert!(said.contains("With 2.7 VARA you can play 2 rounds"), "{said}");
    let said = offered(&rich);
    assert!(!said.contains("you can play"), "the limits come first: {said}");
}

/// The price of a message, as the client estimates it.
fn message_price(world: &World) -> u128 {
    let rich = world.rich_player("rich");
    let mut asking = world.start(&rich, &["--json", "join", "--auto"]);
    let offer = asking.wait_for("\"step\":\"offer\"");
    asking.wait_for("\"step\":\"register\"");
    asking.kill();
    world.ok(&rich, &["leave"]);
    number(&serde_json::from_str::<serde_json::Value>(&offer).unwrap()["message"])
}

#[test]
fn what_an_upgrade_of_the_chain_takes_is_paid_and_said_once() {
    let world = World::with_table("1");
    if !world.is_ours("its runtime is not upgraded at will") {
        return;
    }
    // This is enough for the bet, what stays, and four messages, if no code must be prepared.
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let cyd = world.player_with("cyd", "4");
    world.upgrade();
    for args in [&["register"][..], &["join", "--auto"]] {
        let done = world.run(&cyd, args);
        assert_eq!(done.code, 5, "{}", done.err);
        assert!(done.err.contains("So much since the chain was upgraded"), "{}", done.err);
    }
    let log = tempfile::NamedTempFile::new().unwrap();
    let mut command = world.command(&ada, &["--json", "join", "--moves", "rock"]);
    command.stderr(Stdio::from(log.reopen().unwrap()));
    let mut playing = Running::new(command);
    let seat = playing.wait_for("\"step\":\"register\"");
    let seat: Value = serde_json::from_str(&seat).expect("JSON");
    assert!(seat["gas_limit"].as_u64() > Some(30_000_000_000), "{seat}");
    // Now the code is prepared for all others.
    let seat = world.json(&bob, &["register"]);
    assert!(seat["gas_limit"].as_u64() < Some(20_000_000_000), "{seat}");
    world.skip();
    world.ok(&bob, &["move", "scissors"]);
    playing.wait_for("\"step\":\"reveal\"");
    let told = fs::read_to_string(log.path()).unwrap();
    assert_eq!(told.matches("the chain was upgraded").count(), 1, "{told}");
    world.ok(&bob, &["reveal"]);
    assert_eq!(step(&playing.finish(), "game_over").expect("an end")["won"], true);
}

#[test]
fn a_game_goes_on_across_an_upgrade_that_loses_its_alarm() {
    let world = World::with_table("1");
    if !world.is_ours("its runtime is not upgraded at will") {
        return;
    }
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let mut playing = [(&ada, "rock"), (&bob, "scissors")].map(|(player, moves)| {
        let mut joined = world.start(player, &["--json", "join", "--moves", moves]);
        joined.wait_for("\"step\":\"register\"");
        joined
    });
    world.upgrade();
    world.skip();
    for player in &mut playing {
        player.wait_for("\"step\":\"reveal\"");
    }
    let won =
        playing.map(|player| step(&player.finish(), "game_over").expect("an end")["won"] == true);
    assert_eq!(won, [true, false]);
}

#[test]
fn a_game_ends_by_the_limit_on_rounds() {
    let world = World::with_table("1");
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let limited = world.command(&ada, &["--json", "join", "--moves", "rock", "--max-rounds", "1"]);
    let limited = std::thread::spawn(move || finish(limited, ""));
    world.ok(&bob, &["register"]);
    world.wait_for(|now| now["players"].as_array().is_some_and(|players| players.len() == 2));
    world.skip();
    world.ok(&bob, &["move", "rock"]);
    world.wait_for(|now| now["stage"] == "reveals");
    world.ok(&bob, &["reveal"]);
    let done = limited.join().expect("it ends");
    assert_eq!(done.code, 6, "{}", done.out);
    let last: serde_json::Value = serde_json::from_str(done.out.lines().last().unwrap()).unwrap();
    assert_eq!(last["error"]["kind"], "limit");
    assert_eq!(done.out.matches("\"step\":\"reveal\"").count(), 1, "{}", done.out);
    // With a higher limit, the player plays on.
    world.ok(&bob, &["move", "scissors"]);
    let mut more = world.start(&ada, &["--json", "join", "--moves", "rock", "--max-rounds", "2"]);
    more.wait_for("\"step\":\"move\"");
    world.ok(&bob, &["reveal"]);
    assert_eq!(step(&more.finish(), "game_over").expect("an end")["won"], true);
}

#[test]
fn a_game_ends_by_the_limit_on_spending_across_restarts() {
    let world = World::with_table("1");
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let mut first = world.start(&ada, &["--json", "join", "--auto", "--later"]);
    first.wait_for("\"step\":\"register\"");
    first.kill();
    let spent = number(&world.json("", &["games"])["games"][0]["spent"]);
    assert!(spent > 0);
    world.ok(&bob, &["register"]);
    world.skip();
    let limit = rounded_down(spent);
    let sentence = world.fails_saying(6, &ada, &["join", "--auto", "--max-spend", &limit]);
    assert!(sentence.contains("more than --max-spend allows"), "{sentence}");
    let mut second = world.start(&ada, &["--json", "join", "--auto", "--max-spend", "5"]);
    second.wait_for("\"step\":\"move\"");
}

/// A limit just below this amount, in VARA.
fn rounded_down(value: u128) -> String {
    format!("0.{:04}", (value - 1) / (VARA / 10_000))
}

#[test]
fn who_runs_out_of_money_in_a_game_can_be_sent_some_in_time() {
    let world = World::with_table("1");
    let [ada, bob] = world.two_to_move();
    let away = world.balance(&ada) - 11 * VARA / 10;
    let to = world.player("away");
    let to = crate::world::text(&world.json(&to, &["account", "show"])["address"]);
    let amount = format!("{}.{:012}", away / VARA, away % VARA);
    world.ok(&ada, &["transfer", &to, &amount]);
    let log = tempfile::NamedTempFile::new().unwrap();
    let mut command = world.command(&ada, &["--json", "join", "--moves", "rock"]);
    command.stderr(Stdio::from(log.reopen().unwrap()));
    let mut playing = Running::new(command);
    playing.wait_for("\"step\":\"resumed\"");
    let read = || fs::read_to_string(log.path()).unwrap();
    world.wait_for(|_| read().contains("Trying again until the stage is over"));
    world.fund(&ada, "10");
    playing.wait_for("\"step\":\"move\"");
    world.ok(&bob, &["move", "scissors"]);
    world.ok(&bob, &["reveal"]);
    assert_eq!(step(&playing.finish(), "game_over").expect("an end")["won"], true);
    assert_eq!(read().matches("Trying again").count(), 1, "{}", read());
}

#[test]
fn an_offer_says_what_the_game_can_cost_in_all() {
    let world = World::with_table("10");
    let ada = world.rich_player("ada");
    let mut playing = world.start(&ada, &["--json", "join", "--auto", "--max-rounds", "2"]);
    let offer = playing.wait_for("\"step\":\"offer\"");
    let offer: serde_json::Value = serde_json::from_str(&offer).unwrap();
    let [bet, message, most] = ["bet", "message", "most"].map(|name| number(&offer[name]));
    assert_eq!((bet, most), (10 * VARA, 10 * VARA + 5 * message));
}

#[test]
fn what_would_be_lost_on_the_way_is_not_sent() {
    let world = World::new();
    let ada = world.rich_player("ada");
    let before = world.balance(&ada);
    let to = crate::world::text(&world.json(&world.player("new"), &["account", "show"])["address"]);
    let sentence = world.fails(2, &ada, &["transfer", &to, "0.5"]);
    assert!(sentence.contains("an account has 1 VARA at least"), "{sentence}");
    let sentence = world.fails(2, &ada, &["transfer", &to, "0"]);
    assert!(sentence.contains("nothing to send"), "{sentence}");
    assert_eq!(world.balance(&ada), before);
}
