//! Money for whole games, and not only for the next message.

use crate::world::{Done, VARA, World, is_won, number, step};
use serde_json::Value;

/// The amount in VARA that `docs/cli.md` asks for at a duel with a bet of 1 VARA: the bet, what
/// stays in the account, and 0.6 for two messages.
const ASKED_FOR: &str = "2.6";

fn duel() -> World {
    let mut world = World::new();
    let stage = if world.is_development() { "20m" } else { "3m" };
    let stages = ["--entry", stage, "--moves", stage, "--reveals", stage];
    world.deploy(&[&["--bet", "1", "--seats", "2"], &stages[..]].concat());
    world
}

#[test]
fn the_money_that_the_docs_ask_for_is_enough_for_a_duel_whoever_wins_it() {
    let world = duel();
    let players = ["ada", "bob"].map(|name| world.player_with(name, ASKED_FOR));
    // A draw is tossed: the first round is the last.
    let mut playing = players.each_ref().map(|player| world.seated(player, &["--moves", "rock"]));
    for player in &mut playing {
        player.step("reveal");
    }
    let said = playing.map(|player| player.finish());
    assert_eq!(said.iter().filter(|said| is_won(said)).count(), 1, "{said:?}");
    for said in &said {
        let offer = step(said, "offer").expect("an offer");
        assert_eq!(offer["rounds"], 1, "{offer}");
        let two = number(&offer["bet"]) + number(&offer["seat"]) + number(&offer["message"]);
        assert_eq!(number(&offer["most"]), two, "{offer}");
        assert_eq!(said.matches("\"fee\":").count(), 2, "two messages: {said}");
    }
}

#[test]
fn a_seat_is_not_taken_without_the_money_to_play_for_it() {
    let world = duel();
    let said = world.ok(&world.rich_player("rich"), &["--json", "join", "--auto", "--dry-run"]);
    let message = number(&step(&said, "offer").expect("an offer")["message"]);
    // This is enough for the bet, the deposit and the seat's message.
    let enough_for_one = format!("{:.4}", 2.0 + 1.5 * message as f64 / VARA as f64);
    let ada = world.player_with("ada", &enough_for_one);
    // A move that goes with the seat takes no message of its own.
    for (args, next) in [(&["register"][..], 2), (&["join", "--auto"], 1)] {
        let sentence = world.fails_saying(5, &ada, args);
        let says = format!("of this message and the next {next}");
        assert!(sentence.contains(&says), "{sentence}");
    }
    assert_eq!(world.seats(), 0);
}

#[test]
fn a_game_that_is_lost_for_want_of_money_was_told_of_and_ends_with_its_code() {
    let world = World::with_table("1");
    let [ada, bob] = [world.player_with("ada", "2.7"), world.rich_player("bob")];
    let said = world.ok(&ada, &["join", "--moves", "rock", "--dry-run"]);
    assert!(said.contains("since draws are played again"), "{said}");
    let mut playing = world.join(&ada, &["--moves", "rock"]);
    assert_eq!(playing.step("offer")["rounds"], Value::Null);
    // There is money for so many.
    let rounds = 2;
    playing.step("register");
    let rival = world.seated(&bob, &["--moves", "rock"]);
    world.skip();
    for _ in 0..rounds {
        playing.step("reveal");
    }
    // In a round before, the gas of a message may have been lacking until it came back.
    let lacks = || playing.errors().matches("Trying again until the stage is over").count();
    let (before, since) = (lacks(), world.status()["block"].as_u64());
    // If it was told of before that, the blocks are enough for it.
    world.wait_for(|now| lacks() > before || now["block"].as_u64() > since.map(|since| since + 60));
    world.wait_for(|now| {
        let players = now["players"].as_array().expect("a list");
        now["stage"] == "reveals" && players.iter().any(|player| player["status"] == "revealed")
    });
    world.skip();
    assert!(is_won(&rival.finish()));
    let Done { code, out, .. } = playing.end();
    assert!(code == 5 && !is_won(&out), "{out}");
    let reveals = out.matches("\"step\":\"reveal\"").count();
    assert!(reveals >= rounds, "{rounds} were told: {out}");
    let last: Value = serde_json::from_str(out.lines().last().unwrap()).unwrap();
    assert_eq!(last["error"]["kind"], "funds", "{out}");
}

#[test]
fn what_an_upgrade_of_the_chain_takes_is_paid_and_said_once() {
    let world = World::with_table("1");
    if !world.is_ours("its runtime is not upgraded at will") {
        return;
    }
    // This is enough for the bet, what stays, and nine messages, if no code must be prepared.
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let cyd = world.player_with("cyd", "4");
    world.upgrade();
    for args in [&["register"][..], &["join", "--auto"]] {
        let done = world.run(&cyd, args);
        assert_eq!(done.code, 5, "{}", done.err);
        assert!(done.err.contains("So much since the chain was upgraded"), "{}", done.err);
    }
    let mut playing = world.join(&ada, &["--moves", "rock"]);
    let seat = playing.step("register");
    assert!(seat["gas_limit"].as_u64() > Some(30_000_000_000), "{seat}");
    // Now the code is prepared for all others.
    let seat = world.json(&bob, &["register"]);
    assert!(seat["gas_limit"].as_u64() < Some(20_000_000_000), "{seat}");
    world.skip();
    world.ok(&bob, &["move", "scissors"]);
    playing.step("reveal");
    let told = playing.errors();
    assert_eq!(told.matches("the chain was upgraded").count(), 1, "{told}");
    world.ok(&bob, &["reveal"]);
    assert!(is_won(&playing.finish()));
}

#[test]
fn a_game_goes_on_across_an_upgrade_that_loses_its_alarm() {
    let world = World::with_table("1");
    if !world.is_ours("its runtime is not upgraded at will") {
        return;
    }
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let mut playing = [(&ada, "rock"), (&bob, "scissors")]
        .map(|(player, moves)| world.seated(player, &["--moves", moves]));
    world.upgrade();
    world.skip();
    for player in &mut playing {
        player.step("reveal");
    }
    assert_eq!(playing.map(|player| is_won(&player.finish())), [true, false]);
}

#[test]
fn a_game_ends_by_the_limit_on_spending_across_restarts() {
    let (world, [ada, bob]) = World::with_players("1", ["ada", "bob"]);
    world.seated(&ada, &["--auto", "--later"]).kill();
    let spent = number(&world.game_of(&ada)["spent"]);
    assert!(spent > 0);
    world.ok(&bob, &["register"]);
    world.skip();
    // A limit just below, in VARA.
    let limit = format!("0.{:04}", (spent - 1) / (VARA / 10_000));
    let done = world.run(&ada, &["join", "--auto", "--max-spend", &limit]);
    assert_eq!(done.code, 6, "{}", done.err);
    assert!(done.err.contains("more than --max-spend allows"), "{}", done.err);
    assert!(done.err.contains("your bet of 1 VARA stays: be back by"), "{}", done.err);
    world.join(&ada, &["--auto", "--max-spend", "5"]).step("move");
}

#[test]
fn who_runs_out_of_money_in_a_game_can_be_sent_some_in_time() {
    let world = World::with_table("1");
    let [ada, bob] = world.two_to_move();
    let away = world.balance(&ada) - 11 * VARA / 10;
    let to = world.address(&world.player("away"));
    let amount = format!("{}.{:012}", away / VARA, away % VARA);
    world.ok(&ada, &["transfer", &to, &amount]);
    let mut playing = world.join(&ada, &["--moves", "rock"]);
    playing.step("resumed");
    world.wait_for(|_| playing.errors().contains("Trying again until the stage is over"));
    world.fund(&ada, "10");
    playing.step("move");
    world.ok(&bob, &["move", "scissors"]);
    world.ok(&bob, &["reveal"]);
    let done = playing.end();
    assert!(done.code == 0 && is_won(&done.out), "{}", done.out);
    assert_eq!(done.err.matches("Trying again").count(), 1, "{}", done.err);
}
