//! `rpsls join`, by itself to the end.

use crate::world::{VARA, World, number, step, text};
use parity_scale_codec::Encode;
use rpsls_io::GameConfig;
use std::time::Duration;

const CONFIG: GameConfig = GameConfig {
    bet_size: VARA,
    players_count_limit: 5,
    entry_timeout: 60_000,
    move_timeout: 60_000,
    reveal_timeout: 60_000,
};

#[test]
fn five_players_finish_a_game_and_the_winner_has_the_pot() {
    let world = World::with_table("10");
    let names = ["ada", "bob", "cyd", "dan", "eve"];
    let players = names.map(|name| world.rich_player(name));
    let mut running =
        players.each_ref().map(|player| world.start(player, &["--json", "join", "--auto"]));
    for player in &mut running {
        player.wait_for("\"step\":\"register\"");
    }
    world.skip();
    let said = running.map(|player| player.finish());

    let ends = said.each_ref().map(|said| step(said, "game_over").expect("an end"));
    let winners: Vec<usize> = (0..5).filter(|index| ends[*index]["won"] == true).collect();
    let [winner] = winners[..] else { panic!("{winners:?} won") };
    for end in &ends {
        assert_eq!(end["winner"], ends[winner]["winner"]);
        assert_eq!(number(&end["pot"]), 50 * VARA);
    }
    for (index, player) in players.iter().enumerate() {
        let balance = world.balance(player);
        // What an alarm that is still on its way holds, and fees.
        let range = if index == winner { 135..140 } else { 85..90 };
        assert!(range.contains(&(balance / VARA)), "{player}: {balance}");
    }
    let kept = world.json("", &["secrets", "list"]);
    assert_eq!(kept["entries"].as_array().unwrap().len(), 0, "all is over");
}

#[test]
fn a_player_who_is_killed_between_commit_and_reveal_can_still_win() {
    let world = World::with_table("10");
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let join = ["--json", "join", "--auto", "--moves", "rock"];
    let mut first = world.start(&ada, &join);
    first.wait_for("\"step\":\"register\"");
    world.ok(&bob, &["register"]);
    world.skip();
    first.wait_for("\"step\":\"move\"");
    first.kill();
    world.ok(&bob, &["move", "scissors"]);
    world.ok(&bob, &["reveal"]);

    let said = world.start(&ada, &join).finish();
    assert_eq!(text(&step(&said, "resumed").expect("it goes on")["status"]), "to_reveal");
    assert!(step(&said, "register").is_none() && step(&said, "move").is_none(), "{said}");
    assert_eq!(step(&said, "game_over").expect("an end")["won"], true);
    assert!(world.balance(&ada) > 107 * VARA);
}

#[test]
fn a_player_who_comes_back_too_late_makes_no_second_bet() {
    let world = World::with_table("10");
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let join = ["--json", "join", "--auto", "--moves", "scissors"];
    let mut first = world.start(&ada, &join);
    first.wait_for("\"step\":\"register\"");
    world.ok(&bob, &["register"]);
    world.skip();
    first.wait_for("\"step\":\"move\"");
    first.kill();
    world.ok(&bob, &["move", "rock"]);
    world.ok(&bob, &["reveal"]);
    world.skip();
    world.wait_for(|now| now["game"] == 1);

    let said = world.start(&ada, &join).finish();
    assert_eq!(step(&said, "game_over").expect("an end")["won"], false);
    assert!(step(&said, "register").is_none(), "{said}");
    assert_eq!(world.status()["players"].as_array().unwrap().len(), 0);
}

#[test]
fn a_player_who_is_killed_before_the_first_move_makes_no_second_bet() {
    let world = World::with_table("10");
    let ada = world.rich_player("ada");
    let join = ["--json", "join", "--auto"];
    let mut first = world.start(&ada, &join);
    first.wait_for("\"step\":\"register\"");
    first.kill();
    world.ok(&world.player("owner"), &["stop"]);

    let said = world.start(&ada, &join).finish();
    assert!(step(&said, "register").is_none(), "{said}");
    assert!(step(&said, "game_over").is_some(), "{said}");
    assert_eq!(world.status()["players"].as_array().unwrap().len(), 0);
    // Who asks once more means the next game.
    world.start(&ada, &join).wait_for("\"step\":\"register\"");
}

#[test]
fn a_player_who_left_can_join_the_next_game() {
    let world = World::with_table("10");
    let ada = world.rich_player("ada");
    let mut first = world.start(&ada, &["--json", "join", "--auto"]);
    first.wait_for("\"step\":\"register\"");
    first.kill();
    world.ok(&ada, &["leave"]);
    world.ok(&world.rich_player("bob"), &["register"]);
    world.ok(&world.player("owner"), &["stop"]);
    world.start(&ada, &["--json", "join", "--auto"]).wait_for("\"step\":\"register\"");
}

#[test]
fn a_table_of_other_code_is_not_paid_unless_that_is_agreed() {
    let mut world = World::new();
    // The real program, with other words in one of its texts.
    let mut wasm = rpsls::WASM_BINARY_OPT.to_vec();
    let name = wasm.windows(10).position(|window| window == b"GameConfig").expect("a text");
    wasm[name] = b'g';
    world.take(&wasm, &CONFIG.encode());
    let ada = world.rich_player("ada");
    for args in [&["register"][..], &["join", "--auto"]] {
        let sentence = world.fails(2, &ada, args);
        assert!(sentence.contains("--any-code"), "{sentence}");
    }
    assert_eq!(world.status()["pot"], "0");
    world.ok(&ada, &["register", "--any-code"]);
}

#[test]
fn a_seat_that_costs_more_than_agreed_is_not_taken() {
    let world = World::with_table("10");
    let ada = world.rich_player("ada");
    for args in [&["register"][..], &["join", "--auto"]] {
        let sentence = world.fails(2, &ada, &[args, &["--max-bet", "9.5"]].concat());
        assert!(sentence.contains("costs 10 VARA"), "{sentence}");
    }
    assert_eq!(world.status()["players"].as_array().unwrap().len(), 0);
    world.ok(&ada, &["register", "--max-bet", "10"]);
}

#[test]
fn a_player_who_is_killed_again_and_again_can_still_win() {
    let world = World::with_table("10");
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let bob = world.start(&bob, &["join", "--moves", "scissors"]);
    // Longer each time, so that in the end there is enough of it.
    let mut patience = Duration::from_millis(30);
    let mut kills = 0;
    let said = loop {
        let mut playing = world.start(&ada, &["--json", "join", "--moves", "rock"]);
        if let Some(said) = playing.finish_within(patience) {
            break said;
        }
        playing.kill();
        kills += 1;
        patience = patience * 3 / 2;
        let status = world.status();
        if status["stage"] == "registration" && status["players"].as_array().unwrap().len() == 2 {
            world.skip();
        }
    };
    assert!(kills >= 2, "{kills}");
    assert_eq!(step(&said, "game_over").expect("an end")["won"], true);
    bob.finish();
    assert!((107 * VARA..110 * VARA).contains(&world.balance(&ada)), "one bet, one pot");
}

#[test]
fn a_silent_rival_is_waited_out_even_without_an_alarm() {
    let world = World::with_table("1");
    // Too little for the gas of an alarm.
    let [ada, bob] = ["ada", "bob"].map(|name| world.player_with(name, "2.4"));
    let before = world.balance(&ada);
    let mut playing = world.start(&ada, &["--json", "join", "--moves", "rock"]);
    playing.wait_for("\"step\":\"register\"");
    world.ok(&bob, &["register"]);
    world.skip();
    world.ok(&bob, &["move", "paper"]);
    playing.wait_for("\"step\":\"reveal\"");
    world.skip();
    let said = playing.finish();
    assert!(step(&said, "advance").is_some(), "{said}");
    assert_eq!(step(&said, "game_over").expect("an end")["won"], true);
    assert!(world.balance(&ada) > before, "the pot of 2 VARA came");
}

#[test]
fn draws_are_played_on_with_the_next_moves_of_the_list() {
    let world = World::with_table("1");
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let mut ada = world.start(&ada, &["--json", "join", "--moves", "rock,rock,paper"]);
    let mut bob = world.start(&bob, &["--json", "join", "--moves", "rock"]);
    ada.wait_for("\"step\":\"register\"");
    bob.wait_for("\"step\":\"register\"");
    world.skip();
    assert_eq!(step(&ada.finish(), "game_over").expect("an end")["won"], true);
    let said = bob.finish();
    assert_eq!(step(&said, "game_over").expect("an end")["won"], false);
    assert_eq!(said.matches("\"step\":\"move\"").count(), 3, "{said}");
}

#[test]
fn the_owners_stop_is_an_end_too() {
    let world = World::with_table("1");
    let ada = world.rich_player("ada");
    let mut playing = world.start(&ada, &["join", "--auto"]);
    playing.wait_for("has a seat");
    world.ok(&world.player("owner"), &["stop"]);
    let said = playing.finish();
    assert!(said.contains("the owner stopped it"), "{said}");
}

#[test]
fn without_a_terminal_somebody_has_to_choose() {
    let world = World::with_table("1");
    let ada = world.rich_player("ada");
    let sentence = world.fails(2, &ada, &["join"]);
    assert!(sentence.contains("--auto"), "{sentence}");
    assert_eq!(world.status()["players"].as_array().unwrap().len(), 0);
}
