//! `rpsls join`, which plays a game to its end.

use crate::{
    filter::{Filter, Verdict},
    world::{Done, Running, SUBMIT, VARA, World, is_won, number, signal, step},
};
use parity_scale_codec::Encode;
use rpsls_io::GameConfig;
use serde_json::{Value, json};
use std::{
    fs,
    io::{Read, Write, pipe},
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering::SeqCst},
    },
    thread,
    time::Duration,
};

pub const CONFIG: GameConfig = GameConfig {
    bet_size: VARA,
    players_count_limit: 5,
    entry_timeout: 60_000,
    move_timeout: 60_000,
    reveal_timeout: 60_000,
};

#[test]
fn five_players_finish_a_game_and_the_winner_has_the_pot() {
    let world = World::with_table("10");
    let players = ["ada", "bob", "cyd", "dan", "eve"].map(|name| world.rich_player(name));
    // A draw, a round that puts two out, and the last round. Random moves could take any number of
    // rounds, each with its fees.
    let moves = ["rock,spock,paper", "rock,spock,spock", "rock,spock,spock", "rock", "rock"];
    let joins = players.iter().zip(moves);
    let mut running: Vec<_> =
        joins.map(|(player, moves)| world.join(player, &["--moves", moves])).collect();
    for player in &mut running {
        player.step("register");
    }
    world.skip();
    let said: Vec<_> = running.into_iter().map(Running::finish).collect();

    for (index, said) in said.iter().enumerate() {
        let end = step(said, "game_over").expect("an end");
        assert_eq!((&end["won"], number(&end["pot"])), (&json!(index == 0), 50 * VARA));
        assert_eq!(end["winner"], world.account(&players[0]));
        // The seat has the first move, and each reveal the next one.
        assert!(step(said, "move").is_none(), "{said}");
        let reveals = said.matches("\"step\":\"reveal\"").count();
        assert_eq!(reveals, [3, 3, 3, 2, 2][index], "{said}");
        let balance = world.balance(&players[index]);
        // This allows for fees, and for the gas that a pending alarm holds.
        let range = if index == 0 { 135..140 } else { 85..90 };
        assert!(range.contains(&(balance / VARA)), "{index}: {balance}");
    }
}

/// The players of a round in its reveal stage. The first one's client was killed.
fn killed_after_the_commit(world: &World, join: &[&str], rivals: &str) -> [String; 2] {
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let mut first = world.seated(&ada, join);
    world.ok(&bob, &["register"]);
    world.skip();
    first.step("move");
    first.kill();
    world.ok(&bob, &["move", rivals]);
    [ada, bob]
}

#[test]
fn whoever_comes_back_after_the_game_is_told_its_end_and_makes_no_second_bet() {
    let world = World::with_table("10");
    let owner = world.player("owner");
    let join = ["--later", "--moves", "scissors"];
    let [ada, bob] = killed_after_the_commit(&world, &join, "rock");
    let end = || {
        let said = world.join(&ada, &join).finish();
        assert!(step(&said, "register").is_none() && world.seats() == 0, "{said}");
        step(&said, "game_over").expect("an end")
    };
    world.ok(&bob, &["reveal"]);
    world.skip();
    world.wait_for(|now| now["game"] == 1);
    assert_eq!(end()["won"], false, "it was too late for a reveal");

    // Another `join` means the next game. This one is killed before the first move.
    world.seated(&ada, &join).kill();
    world.ok(&owner, &["stop"]);
    assert_eq!(end()["won"], Value::Null);

    // Whoever has left has no end to be told.
    world.seated(&ada, &join).kill();
    world.ok(&ada, &["leave"]);
    world.ok(&bob, &["register"]);
    world.ok(&owner, &["stop"]);
    world.seated(&ada, &join);
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
fn a_seat_that_costs_more_than_agreed_or_has_nobody_to_choose_is_not_taken() {
    let (world, [ada]) = World::with_players("10", ["ada"]);
    for (code, args, says) in [
        (6, &["register", "--max-bet", "9.5"][..], "costs 10 VARA"),
        (6, &["join", "--auto", "--max-bet", "9.5"], "costs 10 VARA"),
        (2, &["join"], "--auto"),
    ] {
        let sentence = world.fails(code, &ada, args);
        assert!(sentence.contains(says), "{sentence}");
    }
    assert_eq!(world.seats(), 0);
    world.ok(&ada, &["register", "--max-bet", "10"]);
}

#[test]
fn a_run_of_games_stakes_no_more_than_is_allowed_and_plays_no_other_game() {
    let world = World::with_table("1");
    let owner = world.player("owner");
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let ada = world.seated(&ada, &["--moves", "rock", "--repeat", "2"]);
    let more = ["--moves", "scissors", "--repeat", "3", "--max-bet", "9"];
    let mut bob = world.seated(&bob, &more);
    world.ok(&owner, &["config", "--bet", "9"]);
    world.skip();
    let done = ada.end();
    assert_eq!((done.code, is_won(&done.out)), (6, true), "{}", done.out);
    assert!(done.out.contains("--max-bet 9 allows it"), "{}", done.out);
    assert_eq!(done.out.matches("\"step\":\"register\"").count(), 1, "{}", done.out);
    bob.step("register");
    assert_eq!(number(&world.status()["pot"]), 9 * VARA);
    world.ok(&owner, &["config", "--seats", "3"]);
    world.ok(&owner, &["stop"]);
    let done = bob.end();
    assert_eq!((done.code, world.seats()), (6, 0), "{}", done.out);
    assert!(done.out.contains("a game by points with 3 seats"), "{}", done.out);
}

#[test]
fn whoever_comes_back_as_the_game_ends_makes_no_second_bet() {
    let (world, [ada, bob]) = World::with_players("10", ["ada", "bob"]);
    world.seated(&ada, &["--moves", "rock"]).kill();
    world.ok(&bob, &["register"]);
    world.skip();
    world.ok(&bob, &["move", "paper"]);
    world.ok(&bob, &["reveal"]);
    // The client's second question about the table, which follows its view, takes long.
    let count = AtomicU32::default();
    let filter = Filter::asked(&world.url, move |method, _| {
        let is_state = ["gear_readState", "gear_calculateReplyForHandle"].contains(&method);
        match is_state && count.fetch_add(1, SeqCst) == 1 {
            true => Verdict::Later(Duration::from_secs(5)),
            false => Verdict::Pass,
        }
    });
    let mut back = world.join(&ada, &["--node", &filter.url, "--moves", "rock"]);
    back.step("resumed");
    // Its view is of the game that ends now.
    world.skip();
    let Done { code, out: said, .. } = back.end();
    assert!(!is_won(&said) && step(&said, "register").is_none(), "{said}");
    assert_eq!(code, 4, "nothing of it was in time: {said}");
    assert!(world.balance(&ada) > 88 * VARA, "one bet");
}

#[test]
fn who_stops_a_game_as_it_is_joined_makes_no_second_bet() {
    let world = World::with_table("10");
    let owner = world.rich_player("owner");
    let before = world.balance(&owner);
    // The client is slow to learn that it has the seat.
    let (is_sent, is_stopped) = (AtomicBool::default(), Arc::new(AtomicBool::default()));
    let stopped = is_stopped.clone();
    let filter = Filter::asked(&world.url, move |method, _| {
        match is_sent.fetch_or(method == SUBMIT, SeqCst) && !stopped.load(SeqCst) {
            true => Verdict::Later(Duration::from_secs(2)),
            false => Verdict::Pass,
        }
    });
    let playing = world.join(&owner, &["--node", &filter.url, "--auto"]);
    world.wait_for_seats(1);
    world.ok(&owner, &["stop"]);
    is_stopped.store(true, SeqCst);
    let said = playing.finish();
    assert_eq!(said.matches(r#""step":"register""#).count(), 1, "{said}");
    let end = step(&said, "game_over").expect("it tells the end");
    assert_eq!((&end["game"], &end["winner"]), (&json!(0), &Value::Null), "{said}");
    let game = world.game_of(&owner);
    assert_eq!(game["end"], "stopped");
    let paid = before - world.balance(&owner);
    assert!(number(&game["spent"]) <= paid && paid < VARA, "the bet is back: {paid}, {game}");
}

#[test]
fn who_gives_the_seat_back_by_another_command_is_told_and_makes_no_second_bet() {
    let (world, [ada]) = World::with_players("10", ["ada"]);
    let playing = world.seated(&ada, &["--auto", "--wait", "--repeat", "2"]);
    world.ok(&ada, &["leave"]);
    let said = playing.finish();
    assert_eq!(step(&said, "left").expect("it says so")["game"], 0);
    assert_eq!(said.matches(r#""step":"register""#).count(), 1, "{said}");
    assert_eq!((&world.game_of(&ada)["end"], world.seats()), (&json!("left"), 0));
}

#[test]
fn who_revealed_by_another_command_and_was_interrupted_makes_no_second_bet() {
    let (world, [ada, bob]) = World::with_players("10", ["ada", "bob"]);
    let playing = world.seated(&ada, &["--moves", "rock"]);
    signal(playing.id(), "-STOP");
    world.ok(&bob, &["register"]);
    world.skip();
    world.ok(&bob, &["move", "paper"]);
    world.ok(&ada, &["reveal"]);
    playing.kill();
    world.ok(&bob, &["reveal"]);
    let said = world.join(&ada, &["--moves", "rock"]).finish();
    assert_eq!(step(&said, "game_over").expect("it tells the end")["won"], false);
    assert!(step(&said, "register").is_none(), "{said}");
}

/// Plays a game that this winner wins.
fn won_by(world: &World, winner: &str, loser: &str) {
    for player in [winner, loser] {
        world.ok(player, &["register"]);
    }
    world.skip();
    for (player, mv) in [(winner, "paper"), (loser, "rock")] {
        world.ok(player, &["move", mv]);
    }
    for player in [winner, loser] {
        world.ok(player, &["reveal"]);
    }
}

#[test]
fn who_was_away_for_long_is_not_told_the_end_of_another_game() {
    for is_later in [false, true] {
        let (world, [ada, bob, carl]) = World::with_players("10", ["ada", "bob", "carl"]);
        if !world.is_ours("it makes many blocks") {
            return;
        }
        if !is_later {
            won_by(&world, &bob, &carl);
        }
        let proxy = Filter::open(&world.url);
        let playing = world.seated(&ada, &["--node", &proxy.url, "--auto"]);
        proxy.go_away();
        world.ok(&world.player("owner"), &["stop"]);
        if is_later {
            won_by(&world, &bob, &carl);
        }
        // More than the client reads back.
        world.advance(250);
        proxy.lead_to(&world.url);
        let said = playing.finish();
        let end = step(&said, "game_over").expect("an end");
        assert_eq!([&end["winner"], &end["won"]], [&Value::Null; 2], "{said}");
        assert_eq!(world.game_of(&ada)["end"], "unknown");
    }
}

/// A player who has revealed, and a rival who will not. Both have too little for an alarm's gas, and
/// enough to end both stages. Returns their accounts, and what the player had before the game.
fn revealed_to_a_silent_rival(world: &World) -> (Running, [String; 2], u128) {
    let [ada, bob] = ["ada", "bob"].map(|name| world.player_with(name, "3.2"));
    let before = world.balance(&ada);
    let mut playing = world.seated(&ada, &["--moves", "rock"]);
    world.ok(&bob, &["register"]);
    world.skip();
    world.ok(&bob, &["move", "paper"]);
    playing.step("reveal");
    (playing, [ada, bob], before)
}

#[test]
fn a_pot_is_paid_before_an_interrupted_winner_is_told_of_it() {
    let world = World::with_table("1");
    let (playing, [ada, _], before) = revealed_to_a_silent_rival(&world);
    playing.kill();
    world.skip();
    let said = world.join(&ada, &["--moves", "rock"]).finish();
    assert!(step(&said, "advance").is_some() && is_won(&said), "{said}");
    assert!(world.balance(&ada) > before, "the pot of 2 VARA came");
}

#[test]
fn who_has_no_money_to_end_a_stage_is_told_and_wins_once_there_is_some() {
    let world = World::with_table("1");
    let (playing, [ada, bob], _) = revealed_to_a_silent_rival(&world);
    // All but what keeps the account, and the fee of this transfer.
    let spare = world.balance(&ada).saturating_sub(VARA + VARA / 25) / (VARA / 1_000);
    world.ok(&ada, &["transfer", &bob, &format!("{}.{:03}", spare / 1_000, spare % 1_000)]);
    world.skip();
    let told = "The stage is over, and somebody has to move the game on";
    world.wait_for(|_| playing.errors().contains(told));
    world.fund(&ada, "1");
    let said = playing.finish();
    assert!(step(&said, "advance").is_some() && is_won(&said), "{said}");
}

#[test]
fn whoever_comes_back_too_late_to_know_is_told_nothing_untrue() {
    let world = World::with_table("0");
    let owner = world.player("owner");
    let join = ["--later", "--moves", "rock"];
    let [ada, bob] = killed_after_the_commit(&world, &join, "scissors");
    world.ok(&bob, &["reveal"]);
    world.ok(&ada, &["reveal"]);
    // Another game has come and gone in the meantime.
    world.ok(&bob, &["register"]);
    world.ok(&owner, &["stop"]);
    assert_eq!(world.game_of(&ada)["end"], "won", "the single command has seen it");

    let [ada, _] = killed_after_the_commit(&world, &join, "scissors");
    world.ok(&owner, &["stop"]);
    // The stop takes effect after the round, in which nobody reveals.
    world.skip();
    world.wait_for(|now| now["stage"] == "registration");
    let said = world.join(&ada, &join).finish();
    let end = step(&said, "game_over").expect("an end");
    assert_eq!([&end["won"], &end["winner"], &end["pot"]], [&Value::Null; 3], "{said}");
}

#[test]
fn rounds_are_shown_as_rounds() {
    let (world, [ada, bob]) = World::with_players("1", ["ada", "bob"]);
    let mut ada = world.start(&ada, &["join", "--moves", "rock,spock"]);
    let json = world.seated(&bob, &["--moves", "rock,lizard"]);
    ada.wait_for("has a seat");
    world.skip();
    let said = ada.finish();
    for part in ["Round 1", "everybody chose the same", "Round 2", "Spock     you", "Out       you"]
    {
        assert!(said.contains(part), "no “{part}” in {said}");
    }
    assert!(said.contains("Lizard poisons Spock"), "{said}");
    let rounds = json.finish();
    let rounds = rounds.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let rounds: Vec<_> = rounds.filter(|line| !line["round"].is_null()).collect();
    assert_eq!(rounds.len(), 2);
    assert_eq!(rounds[0]["round"]["moves"].as_array().unwrap().len(), 2);
    assert_eq!(rounds[1]["round"]["beaten"].as_array().unwrap().len(), 1);
}

#[test]
fn the_games_of_this_computer_are_listed_with_their_ends() {
    let (world, [ada, bob]) = World::with_players("10", ["ada", "bob"]);
    let playing = [(&ada, "rock"), (&bob, "scissors")]
        .map(|(player, moves)| world.seated(player, &["--moves", moves]));
    assert_eq!(world.game_of(&ada)["end"], "open");
    world.skip();
    let _ = playing.map(Running::finish);
    let game = world.game_of(&ada);
    assert_eq!((&game["end"], &world.game_of(&bob)["end"]), (&json!("won"), &json!("lost")));
    assert_eq!(number(&game["pot"]), 20 * VARA);
    let shown = world.ok("", &["games", "--long"]);
    assert!(shown.contains("Game 1, won: a pot of 20 VARA, in round 1"), "{shown}");
    let of_ada = world.json("", &["--account", &ada, "games"]);
    assert_eq!(of_ada["games"].as_array().unwrap().len(), 1);
    let sum = &of_ada["sums"]["bets"];
    let paid = 10 * VARA + number(&game["spent"]);
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
    assert!(late.contains("No games of those"), "{late}");

    let files = fs::read_dir(world.home().join("games")).unwrap();
    let mut files = files.map(|entry| entry.unwrap().path());
    let is_of_den = |path: &PathBuf| path.to_string_lossy().contains(&tables[0][2..10]);
    let damaged = files.find(is_of_den).expect("a note of den");
    fs::write(&damaged, "{").unwrap();
    let done = world.run("", &["games"]);
    assert!(done.code == 0 && done.err.contains("is damaged: it is left out, and kept"));
    assert!(done.out.contains("club, game 1") && !done.out.contains("den,"), "{}", done.out);
    assert_eq!(fs::read_to_string(&damaged).unwrap(), "{");
}

#[test]
fn one_account_joins_twelve_tables_at_once() {
    let mut world = World::new();
    let ada = world.rich_player("ada");
    let tables = [(); 12].map(|()| world.deploy(&["--bet", "0", "--entry", "1h"]));
    let mut playing =
        tables.each_ref().map(|table| world.join(&ada, &["--program", table, "--auto"]));
    for one in &mut playing {
        one.step("register");
    }
    for table in &tables {
        world.ok(&world.player("owner"), &["--program", table, "stop"]);
    }
    for one in playing {
        assert!(step(&one.finish(), "game_over").is_some());
    }
}

#[test]
fn in_a_knockout_everybody_is_told_whom_they_meet() {
    let mut world = World::new();
    world.deploy(&["--bet", "1", "--seats", "4", "--entry", "1h"]);
    assert_eq!(world.status()["rules"]["format"], "knockout");
    let players = ["ada", "bob", "cyd", "dan"].map(|name| world.rich_player(name));
    let moves = ["rock,paper", "rock,rock", "scissors", "scissors"];
    // Seats are taken in this order.
    let seats = players.iter().zip(moves);
    let running: Vec<_> =
        seats.map(|(player, moves)| world.seated(player, &["--moves", moves])).collect();
    let said: Vec<String> = running.into_iter().map(Running::finish).collect();
    // Of four seats, the first meets the third, and the second meets the fourth.
    for (index, rival) in [2, 3, 0, 1].into_iter().enumerate() {
        let pair = step(&said[index], "pair").expect("a pair");
        let meets = world.account(&players[rival]);
        assert_eq!((&pair["meets"], &pair["round"]), (&meets, &json!(1)), "{pair}");
        assert_eq!(is_won(&said[index]), index == 0);
    }
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
    world.ok(&world.player("owner"), &["stop"]);
    let said = joined.finish();
    assert!(said.contains("the owner stopped it"), "{said}");
}

#[test]
fn that_nobody_acts_is_told_once_the_stage_s_time_is_over() {
    let world = World::with_table("1");
    if !world.is_ours("time can't be moved on there") {
        return;
    }
    world.two_to_move();
    let status = world.status();
    let [from, deadline, left] = ["closable_from_ms", "deadline_ms", "left_ms"]
        .map(|name| status[name].as_u64().expect("a number"));
    assert_eq!(from, deadline + GameConfig::SILENCE, "{status}");
    assert!(!world.ok("", &["status"]).contains("nobody has acted"));
    world.advance(left / 3_000 + 2);
    assert!(world.ok("", &["status"]).contains("nobody has acted since"));
    assert_eq!(world.status()["closable_from_ms"], from, "the time does not move");
}

#[test]
fn tables_that_may_not_end_or_be_fair_are_warned_of() {
    let mut world = World::new();
    let ada = world.rich_player("ada");
    let parts =
        ["replays each draw", "all play against all", "starts by the clock", "5 s is over before"];
    for (args, warns) in [
        ("--bet 1 --seats 9 --format replay --start full", [true, true, false, false]),
        ("--bet 1 --seats 8 --format replay --start full", [false, true, false, false]),
        ("--bet 1 --seats 3 --format points --start full", [false, true, false, false]),
        ("--bet 0 --seats 3 --format points --start full", [false; 4]),
        ("--bet 1 --seats 2 --reveals 10s", [false; 4]),
        ("--bet 1 --seats 4 --reveals 5s", [false, false, false, true]),
        ("--bet 1 --seats 4 --format knockout --start time", [false, false, true, false]),
    ] {
        let args: Vec<_> = args.split(' ').chain(["--entry", "1h", "--moves", "1h"]).collect();
        world.deploy(&args);
        let warned = world.seated(&ada, &["--auto"]).errors();
        assert_eq!(parts.map(|part| warned.contains(part)), warns, "{args:?}: {warned}");
    }
}

#[test]
fn a_terminal_that_takes_nothing_holds_up_no_game() {
    let (world, [ada, bob]) = World::with_players("10", ["ada", "bob"]);
    let (mut screen, mut written) = pipe().expect("there are pipes");
    let mut join = world.command(&ada, &["join", "--moves", "rock,paper"]);
    join.stdout(written.try_clone().unwrap()).stderr(written.try_clone().unwrap());
    let mut child = join.spawn().expect("the client runs");
    drop(join);
    world.wait_for_seats(1);
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
