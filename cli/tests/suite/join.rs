//! `rpsls join`, which plays a game to its end.

use crate::{
    filter::{Filter, Rules, Verdict},
    world::{Running, VARA, World, number, step, text},
};
use parity_scale_codec::Encode;
use rpsls_io::GameConfig;
use serde_json::Value;
use std::{
    io::{Read, Write, pipe},
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering::SeqCst},
    },
    thread,
    time::Duration,
};

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
    // A draw, a round that puts two out, and the last round. Random moves could take any number of
    // rounds, each with its fees.
    let moves = ["rock,spock,paper", "rock,spock,spock", "rock,spock,spock", "rock", "rock"];
    let mut running: Vec<_> = players
        .iter()
        .zip(moves)
        .map(|(player, moves)| world.start(player, &["--json", "join", "--moves", moves]))
        .collect();
    for player in &mut running {
        player.wait_for("\"step\":\"register\"");
    }
    world.skip();
    let said: Vec<_> = running.into_iter().map(Running::finish).collect();

    let ends: Vec<_> = said.iter().map(|said| step(said, "game_over").expect("an end")).collect();
    for (index, end) in ends.iter().enumerate() {
        assert_eq!(end["won"], index == 0);
        assert_eq!(end["winner"], ends[0]["winner"]);
        assert_eq!(number(&end["pot"]), 50 * VARA);
    }
    for (index, player) in players.iter().enumerate() {
        let balance = world.balance(player);
        // This allows for fees, and for the gas that a pending alarm holds.
        let range = if index == 0 { 135..140 } else { 85..90 };
        assert!(range.contains(&(balance / VARA)), "{player}: {balance}");
    }
}

/// A player whose client was killed after its commit. The rival has revealed.
fn killed_between_commit_and_reveal(world: &World, join: &[&str], rivals: &str) -> String {
    let (ada, bob) = killed_after_the_commit(world, join, rivals);
    world.ok(&bob, &["reveal"]);
    ada
}

/// The players of a round in its reveal stage. The first one's client was killed.
fn killed_after_the_commit(world: &World, join: &[&str], rivals: &str) -> (String, String) {
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let mut first = world.start(&ada, join);
    first.wait_for("\"step\":\"register\"");
    world.ok(&bob, &["register"]);
    world.skip();
    first.wait_for("\"step\":\"move\"");
    first.kill();
    world.ok(&bob, &["move", rivals]);
    (ada, bob)
}

#[test]
fn a_player_who_is_killed_between_commit_and_reveal_can_still_win() {
    let world = World::with_table("10");
    let join = ["--json", "join", "--auto", "--later", "--moves", "rock"];
    let ada = killed_between_commit_and_reveal(&world, &join, "scissors");

    let said = world.start(&ada, &join).finish();
    assert_eq!(text(&step(&said, "resumed").expect("it goes on")["status"]), "to_reveal");
    assert!(step(&said, "register").is_none() && step(&said, "move").is_none(), "{said}");
    assert_eq!(step(&said, "game_over").expect("an end")["won"], true);
    assert!(world.balance(&ada) > 107 * VARA);
}

#[test]
fn a_player_who_comes_back_too_late_makes_no_second_bet() {
    let world = World::with_table("10");
    let join = ["--json", "join", "--auto", "--later", "--moves", "scissors"];
    let ada = killed_between_commit_and_reveal(&world, &join, "rock");
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
    // Another `join` means the next game.
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
    // The real program, with a change in one of its texts.
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
        let sentence = world.fails(6, &ada, &[args, &["--max-bet", "9.5"]].concat());
        assert!(sentence.contains("costs 10 VARA"), "{sentence}");
    }
    assert_eq!(world.status()["players"].as_array().unwrap().len(), 0);
    world.ok(&ada, &["register", "--max-bet", "10"]);
}

#[test]
fn a_run_of_games_stakes_no_more_than_its_first_and_plays_no_other_game() {
    for (change, says) in [
        (["--bet", "9"], "--max-bet 9 allows it"),
        (["--seats", "3"], "a game by points with 3 seats"),
        (["--format", "replay"], "a game of replays with 10 seats"),
    ] {
        let world = World::with_table("1");
        let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
        let run = ["--json", "join", "--moves", "rock", "--repeat", "2"];
        let mut first = world.start(&ada, &run);
        first.wait_for("\"step\":\"register\"");
        let bob = world.start(&bob, &["join", "--moves", "scissors"]);
        world.wait_for(|now| now["players"].as_array().is_some_and(|players| players.len() == 2));
        world.ok(&world.player("owner"), &[&["config"][..], &change].concat());
        world.skip();
        bob.finish();
        let (code, said) = first.end();
        assert_eq!(code, 6, "{change:?}: {said}");
        assert!(said.contains(says), "{said}");
        assert_eq!(said.matches("\"step\":\"register\"").count(), 1, "{said}");
        assert_eq!(step(&said, "game_over").expect("an end")["won"], true);
        assert_eq!(world.status()["pot"], "0");
    }
}

#[test]
fn a_run_of_games_stakes_more_where_that_is_allowed() {
    let world = World::with_table("1");
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let run = ["--json", "join", "--moves", "rock", "--repeat", "2", "--max-bet", "9"];
    let mut first = world.start(&ada, &run);
    first.wait_for("\"step\":\"register\"");
    let bob = world.start(&bob, &["join", "--moves", "scissors"]);
    world.wait_for(|now| now["players"].as_array().is_some_and(|players| players.len() == 2));
    world.ok(&world.player("owner"), &["config", "--bet", "9"]);
    world.skip();
    bob.finish();
    first.wait_for("\"step\":\"register\"");
    assert_eq!(number(&world.status()["pot"]), 9 * VARA);
}

#[test]
fn a_player_who_is_killed_again_and_again_can_still_win() {
    let world = World::with_table("10");
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let bob = world.start(&bob, &["join", "--moves", "scissors"]);
    // Each run is longer, so that one is long enough in the end.
    let mut patience = Duration::from_millis(30);
    let mut kills = 0;
    // This stops when the chain says that the game is over. If the client was killed just after it
    // told the end, another run would take a seat in the next game and wait there.
    while world.status()["game"] == 0 {
        assert!(kills < 40, "the game does not end");
        let mut playing = world.start(&ada, &["--json", "join", "--moves", "rock"]);
        if playing.finish_within(patience).is_none() {
            playing.kill();
            kills += 1;
        }
        patience = (patience * 3 / 2).min(Duration::from_secs(10));
        let status = world.status();
        if status["stage"] == "registration" && status["players"].as_array().unwrap().len() == 2 {
            world.skip();
        }
    }
    assert!(kills >= 2, "{kills}");
    let account = &world.json(&ada, &["account", "show"])["account"];
    let noted = world.json("", &["games"]);
    let mut games = noted["games"].as_array().expect("a list").iter();
    let game = games.find(|game| game["account"] == *account).expect("it is noted");
    assert_eq!(game["end"], "won");
    if game["told"] == false {
        // The client was killed before it told the end. It tells it now, although `games` has found
        // it.
        let said = world.ok(&ada, &["--json", "join", "--moves", "rock"]);
        assert_eq!(step(&said, "game_over").expect("an end")["won"], true);
        assert!(step(&said, "register").is_none(), "{said}");
    }
    bob.finish();
    assert!((107 * VARA..110 * VARA).contains(&world.balance(&ada)), "one bet, one pot");
}

/// Delays the client's second question about the table, which follows its view.
#[derive(Default)]
struct SlowSecond(AtomicU32);

impl Rules for Arc<SlowSecond> {
    fn asked(&self, method: &str, _: &Value) -> Verdict {
        let is_state = ["gear_readState", "gear_calculateReplyForHandle"].contains(&method);
        match is_state && self.0.fetch_add(1, SeqCst) == 1 {
            true => Verdict::Later(Duration::from_secs(5)),
            false => Verdict::Pass,
        }
    }
}

#[test]
fn whoever_comes_back_as_the_game_ends_makes_no_second_bet() {
    let world = World::with_table("10");
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let mut playing = world.start(&ada, &["--json", "join", "--moves", "rock"]);
    playing.wait_for("\"step\":\"register\"");
    playing.kill();
    world.ok(&bob, &["register"]);
    world.skip();
    world.ok(&bob, &["move", "paper"]);
    world.ok(&bob, &["reveal"]);
    let filter = Filter::before(&world.url, Arc::new(SlowSecond::default()));
    let mut command = world.command(&ada, &["--json", "join", "--moves", "rock"]);
    command.env("RPSLS_NODE", &filter.url).stderr(Stdio::null());
    let mut back = Running::new(command);
    back.wait_for("\"step\":\"resumed\"");
    // Its view is of the game that ends now.
    world.skip();
    let said = back.finish();
    assert_eq!(step(&said, "game_over").expect("an end")["won"], false, "{said}");
    assert!(step(&said, "register").is_none(), "{said}");
    assert!(world.balance(&ada) > 88 * VARA, "one bet");
}

#[test]
fn a_silent_rival_is_waited_out_even_without_an_alarm() {
    let world = World::with_table("1");
    // This is too little for an alarm's gas.
    let [ada, bob] = ["ada", "bob"].map(|name| world.player_with(name, "2.9"));
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
    let mut ada = world.start(&ada, &["--json", "join", "--later", "--moves", "rock,rock,paper"]);
    let mut bob = world.start(&bob, &["--json", "join", "--later", "--moves", "rock"]);
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

/// A node that answers queries of the state slowly once this is set.
struct Slow(Arc<AtomicBool>);

impl Rules for Slow {
    fn asked(&self, method: &str, _: &serde_json::Value) -> Verdict {
        match method == "gear_readState" && self.0.load(SeqCst) {
            true => Verdict::Later(Duration::from_secs(5)),
            false => Verdict::Pass,
        }
    }
}

#[test]
fn a_player_who_is_killed_at_the_very_end_makes_no_second_bet() {
    let world = World::with_table("10");
    let is_slow = Arc::new(AtomicBool::default());
    let filter = Filter::before(&world.url, Slow(is_slow.clone()));
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let join = ["--json", "join", "--moves", "rock"];
    let mut command = world.command(&ada, &join);
    command.env("RPSLS_NODE", &filter.url);
    let mut playing = Running::new(command);
    playing.wait_for("\"step\":\"register\"");
    world.ok(&bob, &["register"]);
    world.skip();
    world.ok(&bob, &["move", "scissors"]);
    playing.wait_for("\"step\":\"reveal\"");
    is_slow.store(true, SeqCst);
    world.ok(&bob, &["reveal"]);
    // The client knows the end, and is about to read the winnings.
    playing.wait_for("\"result\":\"game_over\"");
    playing.kill();

    let said = world.start(&ada, &join).finish();
    assert!(step(&said, "register").is_none(), "{said}");
    let end = step(&said, "game_over").expect("it tells the end");
    assert_eq!((&end["won"], &end["game"]), (&true.into(), &0.into()));
    assert_eq!(number(&end["pot"]), 20 * VARA);
}

#[test]
fn whoever_comes_back_too_late_to_know_is_told_nothing_untrue() {
    let world = World::with_table("0");
    let join = ["--json", "join", "--later", "--moves", "rock"];
    let ada = killed_between_commit_and_reveal(&world, &join, "scissors");
    world.ok(&ada, &["reveal"]);
    let owner = world.player("owner");
    // Another game has come and gone in the meantime.
    world.ok(&world.player("bob"), &["register"]);
    world.ok(&owner, &["stop"]);
    let kept = world.json("", &["games"]);
    assert_eq!(kept["games"][0]["end"], "won", "the single command has seen it");

    let other = killed_after_the_commit(&world, &join, "scissors").0;
    world.ok(&world.player("owner"), &["stop"]);
    // The stop takes effect after the round, in which nobody reveals.
    world.skip();
    world.wait_for(|now| now["stage"] == "registration");
    let said = world.start(&other, &join).finish();
    let end = step(&said, "game_over").expect("an end");
    let unknown = serde_json::Value::Null;
    assert_eq!([&end["won"], &end["winner"], &end["pot"]], [&unknown; 3], "{said}");
}

#[test]
fn a_join_after_a_game_by_single_commands_takes_a_seat() {
    let world = World::with_table("0");
    let [ada, bob] = world.two_to_move();
    world.ok(&ada, &["move", "rock"]);
    world.ok(&bob, &["move", "scissors"]);
    world.ok(&bob, &["reveal"]);
    world.ok(&ada, &["reveal"]);
    let mut playing = world.start(&ada, &["--json", "join", "--auto"]);
    playing.wait_for("\"step\":\"register\"");
}

#[test]
fn rounds_are_shown_as_rounds() {
    let world = World::with_table("1");
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let mut watching = world.start("", &["watch", "--once"]);
    watching.wait_for("Stage");
    let mut ada = world.start(&ada, &["join", "--moves", "rock,spock"]);
    let mut json = world.start(&bob, &["--json", "join", "--moves", "rock,lizard"]);
    ada.wait_for("has a seat");
    json.wait_for("\"step\":\"register\"");
    world.skip();
    let said = ada.finish();
    for part in ["Round 1", "everybody chose the same", "Round 2", "Spock     you", "Out       you"]
    {
        assert!(said.contains(part), "no “{part}” in {said}");
    }
    assert!(said.contains("Lizard poisons Spock"), "{said}");
    let rounds = json.finish();
    let rounds =
        rounds.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let rounds: Vec<_> = rounds.filter(|line| !line["round"].is_null()).collect();
    assert_eq!(rounds.len(), 2);
    assert_eq!(rounds[0]["round"]["moves"].as_array().unwrap().len(), 2);
    assert_eq!(rounds[1]["round"]["beaten"].as_array().unwrap().len(), 1);
    let said = watching.finish();
    assert!(said.contains("Lizard poisons Spock"), "{said}");
    let at = |part| said.find(part).unwrap_or_else(|| panic!("no “{part}” in {said}"));
    let decided = at("has revealed, the last: 2 play on");
    assert!(decided < at("Round 1"), "the deciding reveal comes first: {said}");
}

#[test]
fn a_silent_player_is_shown_as_one() {
    let world = World::with_table("1");
    let [ada, bob] = world.two_to_move();
    let mut watching = world.start("", &["watch", "--once"]);
    watching.wait_for("Stage");
    world.ok(&ada, &["move", "rock"]);
    world.ok(&bob, &["move", "paper"]);
    world.ok(&ada, &["reveal"]);
    world.skip();
    let said = watching.finish();
    assert!(said.contains("Too late"), "{said}");
}

#[test]
fn the_games_of_this_computer_are_listed_with_their_ends() {
    let world = World::with_table("10");
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let mut winner = world.start(&ada, &["join", "--moves", "rock"]);
    let mut loser = world.start(&bob, &["join", "--moves", "scissors"]);
    winner.wait_for("has a seat");
    loser.wait_for("has a seat");
    assert_eq!(world.json("", &["games"])["games"][0]["end"], "open");
    world.skip();
    winner.finish();
    loser.finish();
    let listed = world.json("", &["games"]);
    let listed = listed["games"].as_array().unwrap();
    let of = |player: &str| {
        let game = listed.iter().find(|game| game["name"] == player);
        game.unwrap_or_else(|| panic!("{listed:?}"))
    };
    assert_eq!((&of(&ada)["end"], &of(&bob)["end"]), (&"won".into(), &"lost".into()));
    assert_eq!(number(&of(&ada)["pot"]), 20 * VARA);
    assert!(number(&of(&ada)["spent"]) > 0);
    let shown = world.ok("", &["games", "--long"]);
    assert!(shown.contains("Game 1, won: a pot of 20 VARA, in round 1"), "{shown}");
    let of_ada = world.json("", &["--account", &ada, "games"]);
    assert_eq!(of_ada["games"].as_array().unwrap().len(), 1);
    let sum = &of_ada["sums"]["bets"];
    let paid = 10 * VARA + number(&of(&ada)["spent"]);
    assert_eq!((number(&sum["paid"]), number(&sum["won"])), (paid, 20 * VARA));
    let shown = world.ok("", &["--account", &ada, "games"]);
    let net = format!("+{:.2}", (20 * VARA - paid) as f64 / VARA as f64);
    let line = shown.lines().find(|line| line.contains("game 1")).expect("a line");
    assert!(line.contains("won") && line.contains("20.00") && line.contains(&net), "{shown}");
    assert!(shown.contains("1 game for a bet:"), "{shown}");
    world.fails(2, "", &["--account", "nobody", "games"]);
}

#[test]
fn the_history_is_of_a_table_and_of_a_time_and_tells_what_is_damaged() {
    let mut world = World::new();
    let owner = world.rich_player("owner");
    let tables = ["den", "club"].map(|name| world.deploy_named(&owner, name));
    world.deploy(&["--bet", "0"]);
    let ada = world.rich_player("ada");
    for table in &tables {
        world.ok(&ada, &["--program", table, "register"]);
        world.ok(&ada, &["--program", table, "leave"]);
    }
    world.ok(&ada, &["register"]);
    let shown = world.ok("", &["games"]);
    let at = |part: &str| shown.find(part).unwrap_or_else(|| panic!("no {part}: {shown}"));
    assert!(at("den, game 1") < at("club, game 1"), "the newest comes last: {shown}");
    assert!(shown.contains("2 games for a bet:") && shown.contains("Open"), "{shown}");
    let of_den = world.json("", &["games", "--table", "den"]);
    assert_eq!(of_den["games"].as_array().unwrap().len(), 1);
    // The chain's time is ahead of this computer's, so this uses a very late date.
    let late = world.ok("", &["games", "--since", "9998-01-01"]);
    assert!(late.contains("No games yet"), "{late}");
    assert_eq!(world.run("", &["games", "--since", "yesterday"]).code, 2);

    let folder = world.home().join("games");
    let damaged = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.to_string_lossy().contains(&tables[0][2..10]))
        .expect("a note of den");
    std::fs::write(&damaged, "{").unwrap();
    let done = world.run("", &["games"]);
    assert!(done.code == 0 && done.err.contains("is damaged: it is left out, and kept"));
    assert!(done.out.contains("club, game 1") && !done.out.contains("den,"), "{}", done.out);
    assert_eq!(std::fs::read_to_string(&damaged).unwrap(), "{");
}

#[test]
fn one_account_joins_twelve_tables_at_once() {
    let mut world = World::new();
    let ada = world.rich_player("ada");
    let tables: Vec<String> =
        (0..12).map(|_| world.deploy(&["--bet", "0", "--entry", "1h"])).collect();
    let join = |table: &String| {
        let mut command = world.command(&ada, &["--json", "join", "--auto"]);
        command.env("RPSLS_PROGRAM", table);
        Running::new(command)
    };
    let mut playing: Vec<Running> = tables.iter().map(join).collect();
    for one in &mut playing {
        one.wait_for("\"step\":\"register\"");
    }
    for table in &tables {
        world.ok(&world.player("owner"), &["--program", table, "stop"]);
    }
    for one in playing {
        assert!(step(&one.finish(), "game_over").is_some());
    }
}

#[test]
fn a_seat_with_its_move_and_one_message_a_round_are_enough() {
    let world = World::with_table("1");
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let mut ada = world.start(&ada, &["--json", "join", "--moves", "rock,rock,paper"]);
    let mut bob = world.start(&bob, &["--json", "join", "--moves", "rock"]);
    ada.wait_for("\"step\":\"register\"");
    bob.wait_for("\"step\":\"register\"");
    world.skip();
    let said = ada.finish();
    assert_eq!(step(&said, "game_over").expect("an end")["won"], true);
    assert_eq!(said.matches("\"step\":\"reveal\"").count(), 3, "{said}");
    assert!(step(&said, "move").is_none(), "{said}");
    bob.finish();
}

#[test]
fn a_player_who_is_killed_after_the_seat_still_has_its_move() {
    let world = World::with_table("10");
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let join = ["--json", "join", "--moves", "rock"];
    let mut first = world.start(&ada, &join);
    first.wait_for("\"step\":\"register\"");
    first.kill();
    world.ok(&bob, &["register"]);
    world.skip();
    world.ok(&bob, &["move", "scissors"]);
    let mut second = world.start(&ada, &join);
    second.wait_for("\"step\":\"reveal\"");
    world.ok(&bob, &["reveal"]);
    let said = second.finish();
    assert!(step(&said, "register").is_none() && step(&said, "move").is_none(), "{said}");
    assert_eq!(step(&said, "game_over").expect("an end")["won"], true);
}

#[test]
fn a_full_table_starts_at_once() {
    let mut world = World::new();
    world.deploy(&["--bet", "1", "--seats", "2", "--entry", "1h"]);
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let ada = world.start(&ada, &["--json", "join", "--moves", "rock"]);
    let bob = world.start(&bob, &["--json", "join", "--moves", "scissors"]);
    assert_eq!(step(&ada.finish(), "game_over").expect("an end")["won"], true);
    bob.finish();
}

#[test]
fn in_a_knockout_everybody_is_told_whom_they_meet() {
    let mut world = World::new();
    world.deploy(&["--bet", "1", "--seats", "4", "--entry", "1h"]);
    assert_eq!(world.status()["rules"]["tie_break"], "knockout");
    let names = ["ada", "bob", "cyd", "dan"];
    let players = names.map(|name| world.rich_player(name));
    let account = |player: &String| world.json(player, &["account", "show"])["account"].clone();
    let accounts = players.each_ref().map(account);
    let moves = ["rock,paper", "rock,rock", "scissors", "scissors"];
    let mut running = vec![];
    for (player, mv) in players.iter().zip(moves) {
        let mut playing = world.start(player, &["--json", "join", "--moves", mv]);
        // Seats are taken in this order.
        if running.len() < 3 {
            playing.wait_for("\"step\":\"register\"");
        }
        running.push(playing);
    }
    let said: Vec<String> = running.into_iter().map(Running::finish).collect();
    // Of four seats, the first meets the third, and the second meets the fourth.
    for (index, rival) in [2, 3, 0, 1].into_iter().enumerate() {
        let pair = step(&said[index], "pair").expect("a pair");
        assert_eq!((&pair["meets"], &pair["round"]), (&accounts[rival], &1.into()), "{pair}");
    }
    let won = |said| step(said, "game_over").map(|end| end["won"] == true);
    let won: Vec<_> = said.iter().map(|said| won(said)).collect();
    assert_eq!(won, [Some(true), Some(false), Some(false), Some(false)]);
}

#[test]
fn a_table_that_starts_when_it_is_full_says_by_when_to_be_there() {
    let mut world = World::new();
    world.deploy(&["--bet", "1", "--seats", "3", "--entry", "1h", "--reveals", "5m"]);
    let status = world.status();
    let [by, deadline] = ["be_here_by_ms", "deadline_ms"].map(|name| status[name].as_u64());
    assert_eq!(by, deadline.map(|deadline| deadline + 300_000), "{status}");
    let ada = world.rich_player("ada");
    let mut joined = world.start(&ada, &["join", "--moves", "rock"]);
    joined.wait_for("This table starts when it is full: be here by ");
    joined.wait_for("has a seat");
    assert!(world.ok("", &["status"]).contains("Hours     be here by "));
}

#[test]
fn a_stage_that_is_over_before_a_message_is_final_is_warned_of() {
    let mut world = World::new();
    let ada = world.rich_player("ada");
    for (reveals, warns) in [("5s", true), ("10s", false)] {
        world.deploy(&["--bet", "1", "--entry", "1h", "--moves", "1h", "--reveals", reveals]);
        let log = tempfile::NamedTempFile::new().unwrap();
        let mut command = world.command(&ada, &["join", "--auto"]);
        command.stderr(std::process::Stdio::from(log.reopen().unwrap()));
        let mut playing = Running::new(command);
        playing.wait_for("has a seat");
        let warned = std::fs::read_to_string(log.path()).unwrap();
        assert_eq!(warned.contains("a stage of 5 s is over before"), warns, "{warned}");
    }
}

#[test]
fn that_nobody_acts_is_told_once_the_stage_s_time_is_over() {
    let world = World::with_table("1");
    if !world.is_ours("time can't be moved on there") {
        return;
    }
    world.two_to_move();
    let status = world.status();
    let [from, deadline, left] =
        ["closable_from_ms", "deadline_ms", "left_ms"].map(|name| status[name].as_u64());
    let [deadline, left] = [deadline, left].map(|number| number.expect("a number"));
    assert_eq!(from, Some(deadline + GameConfig::SILENCE), "{status}");
    assert!(!world.ok("", &["status"]).contains("nobody has acted"));
    world.advance(left / 3_000 + 2);
    let shown = world.ok("", &["status"]);
    assert!(shown.contains("nobody has acted since"), "{shown}");
    assert_eq!(world.status()["closable_from_ms"].as_u64(), from, "the time does not move");
}

#[test]
fn eight_processes_play_a_knockout() {
    let mut world = World::new();
    world.deploy(&["--bet", "1", "--seats", "8", "--entry", "1h"]);
    let players: Vec<_> = (0..8).map(|n| world.rich_player(&format!("player-{n}"))).collect();
    let join = |player: &String| world.start(player, &["--json", "join", "--auto"]);
    let running: Vec<_> = players.iter().map(join).collect();
    let ends: Vec<_> = running.into_iter().map(Running::finish).collect();
    let ends = ends.iter().map(|said| step(said, "game_over").expect("an end"));
    assert_eq!(ends.filter(|end| end["won"] == true).count(), 1);
    let last = &world.status()["last_game"];
    assert_eq!(number(&last["pot"]), 8 * VARA);
    assert!(last["rounds"].as_u64() >= Some(3), "{last}");
}

#[test]
fn tables_that_may_not_end_or_be_fair_are_warned_of() {
    let mut world = World::new();
    let ada = world.rich_player("ada");
    let table =
        |bet: &'static str, seats: &'static str, format: &'static str, start: &'static str| {
            ["--bet", bet, "--seats", seats, "--format", format, "--start", start, "--entry", "1h"]
        };
    for (args, warns) in [
        (table("1", "9", "replay", "full"), [true, true, false]),
        (table("1", "8", "replay", "full"), [false, true, false]),
        (table("1", "3", "points", "full"), [false, true, false]),
        (table("0", "3", "points", "full"), [false, false, false]),
        (table("1", "2", "replay", "full"), [false, false, false]),
        (table("1", "9", "knockout", "full"), [false, false, false]),
        (table("1", "4", "knockout", "time"), [false, false, true]),
    ] {
        world.deploy(&args);
        let mut command = world.command(&ada, &["join", "--auto"]);
        let log = tempfile::NamedTempFile::new().unwrap();
        command.stderr(std::process::Stdio::from(log.reopen().unwrap()));
        let mut playing = Running::new(command);
        playing.wait_for("has a seat");
        let warned = std::fs::read_to_string(log.path()).unwrap();
        let parts = ["replays each draw", "all play against all", "starts by the clock"];
        let said = parts.map(|part| warned.contains(part));
        assert_eq!(said, warns, "{args:?}: {warned}");
    }
}

#[test]
fn a_terminal_that_takes_nothing_holds_up_no_game() {
    let world = World::with_table("10");
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let (mut screen, mut written) = pipe().expect("there are pipes");
    let mut join = world.command(&ada, &["join", "--moves", "rock,paper"]);
    join.stdout(written.try_clone().unwrap()).stderr(written.try_clone().unwrap());
    let mut child = join.spawn().expect("the client runs");
    drop(join);
    world.wait_for(|status| status["players"].as_array().is_some_and(|seats| seats.len() == 1));
    // This is more than the pipe holds. From here on nobody reads until the game is over.
    let stalled = thread::spawn(move || written.write_all(&[b'\n'; 1 << 20]));
    let mut rival = world.start(&bob, &["join", "--moves", "rock,rock"]);
    rival.wait_for("has a seat");
    world.skip();
    let said = rival.finish();
    assert!(said.contains("won the pot of 20 VARA"), "{said}");
    assert!(child.try_wait().expect("it can be asked").is_none(), "it has more to say");
    let mut shown = String::new();
    screen.read_to_string(&mut shown).expect("text");
    stalled.join().unwrap().expect("it is read");
    assert!(child.wait().expect("it ends").success(), "{shown}");
    assert!(shown.contains(&format!("{ada} won the pot of 20 VARA")), "{shown}");
}
