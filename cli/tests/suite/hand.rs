//! Games by single commands: what the client notes, what it asks first, and dry runs.

use crate::{
    filter::{Filter, Verdict},
    terminal::Terminal,
    world::{SUBMIT, VARA, World, is_won, limit, number, step, text},
};
use serde_json::Value;
use std::{
    fs,
    path::PathBuf,
    sync::mpsc,
    thread::sleep,
    time::{Duration, Instant},
};

#[test]
fn a_game_by_single_commands_is_noted_with_its_end_and_its_cost() {
    let world = World::with_table("1");
    let [ada, bob] = world.two_to_move();
    world.ok(&ada, &["move", "rock"]);
    world.ok(&bob, &["move", "scissors"]);
    world.ok(&ada, &["reveal"]);
    world.ok(&bob, &["reveal"]);
    // Her reveal did not decide the game: a `join` tells its end first.
    let mut next = world.join(&ada, &["--auto"]);
    let end = next.step("game_over");
    assert_eq!((&end["won"], &end["game"]), (&true.into(), &0.into()));
    next.step("register");
    next.kill();
    world.ok(&ada, &["leave"]);
    for (player, end) in [(&ada, "won"), (&bob, "lost")] {
        let game = world.game_of(player);
        assert_eq!((&game["end"], &game["game"]), (&end.into(), &0.into()), "{game}");
        let three_fees = 3 * 142_400_000_000;
        assert!((three_fees..VARA).contains(&number(&game["spent"])), "{game}");
    }
    // He has seen its end, and nothing is left to continue.
    world.seated(&bob, &["--auto"]);
}

#[test]
fn a_game_that_its_owner_stopped_is_known_as_stopped() {
    let (world, [ada]) = World::with_players("1", ["ada"]);
    world.ok(&ada, &["register"]);
    let shown = world.ok("", &["games"]);
    assert!(shown.contains("has a seat") && shown.contains("1 of 10 seats"), "{shown}");
    world.fails(3, &ada, &["register"]);
    assert_eq!(world.game_of(&ada)["end"], "open", "the refused seat makes no end of this one");
    world.ok(&world.player("owner"), &["stop"]);
    let game = world.game_of(&ada);
    assert_eq!((&game["end"], number(&game["returned"])), (&"stopped".into(), VARA), "{game}");
    let sums = world.json("", &["games"])["sums"].clone();
    assert_eq!((&sums["open"]["games"], number(&sums["bets"]["won"])), (&0.into(), VARA));
}

#[test]
fn a_stopped_game_is_booked_with_what_came_back() {
    let (world, [ada, bob]) = World::with_players("1", ["ada", "bob"]);
    let [ada_plays, bob_plays] =
        [(&ada, "rock"), (&bob, "paper")].map(|(who, mv)| world.seated(who, &["--moves", mv]));
    world.ok(&world.player("owner"), &["stop"]);
    for (playing, player) in [(ada_plays, &ada), (bob_plays, &bob)] {
        let end = step(&playing.finish(), "game_over").expect("it is over");
        assert_eq!(number(&end["returned"]), VARA, "{end}");
        assert_eq!(number(&world.game_of(player)["returned"]), VARA);
    }
    let shown = world.ok("", &["games"]);
    assert!(!shown.contains('?') && shown.contains("stopped"), "{shown}");
}

#[test]
fn a_note_that_can_not_be_read_keeps_nobody_from_a_seat_and_takes_no_bet() {
    let (world, [ada, bob]) = World::with_players("1", ["ada", "bob"]);
    world.ok(&ada, &["register"]);
    let files = fs::read_dir(world.home().join("games")).unwrap();
    let mut files = files.map(|file| file.unwrap().path());
    let is_note = |path: &PathBuf| path.extension().is_some_and(|end| end == "json");
    let note = files.find(is_note).expect("a note of ada");
    let noted = fs::read(&note).unwrap();
    let damage = || fs::write(&note, "{").unwrap();
    damage();
    world.ok(&bob, &["register"]);
    world.skip();
    world.ok(&bob, &["move", "scissors"]);
    // In a running game no seat is free, and this one is hers.
    let playing = world.join(&ada, &["--moves", "rock", "--wait"]);
    world.wait_for(|now| now["stage"] == "reveals");
    world.ok(&bob, &["reveal"]);
    assert!(is_won(&playing.finish()));

    // What is in the note may be still to be told, so that nothing is paid before it is mended.
    damage();
    let before = world.balance(&ada);
    let done = world.run(&ada, &["join", "--moves", "rock", "--yes"]);
    assert!(done.code != 0 && done.err.contains(&note.display().to_string()), "{}", done.err);
    assert_eq!(world.balance(&ada), before);
    fs::write(&note, noted).unwrap();
    world.join(&ada, &["--moves", "rock"]).step("game_over");
}

#[test]
fn a_seat_that_others_were_faster_at_is_not_lost() {
    let mut world = World::new();
    world.deploy(&["--bet", "1", "--seats", "2", "--entry", "1h"]);
    let [ada, bob, eve, cyd] = ["ada", "bob", "eve", "cyd"].map(|name| world.rich_player(name));
    for player in [&ada, &cyd] {
        killed_as_it_sends(&world, player, &["join", "--auto"]);
    }
    world.ok(&bob, &["register"]);
    world.ok(&eve, &["register"]);
    assert_eq!(world.game_of(&ada)["end"], "no_seat", "the game runs without her");
    for (player, mv) in [(&bob, "rock"), (&eve, "scissors")] {
        world.ok(player, &["move", mv]);
    }
    for player in [&bob, &eve] {
        world.ok(player, &["reveal"]);
    }
    // He looks only now: two have paid the whole pot, and he is none of them.
    let game = world.game_of(&cyd);
    assert_eq!(game["end"], "no_seat", "{game}");
    let sums = world.json(&cyd, &["games"])["sums"].clone();
    assert_eq!((number(&sums["bets"]["paid"]), number(&sums["open"]["paid"])), (0, 0), "{sums}");
}

#[test]
fn a_game_won_as_the_one_before_was_is_won() {
    let mut world = World::new();
    world.deploy(&["--bet", "1", "--seats", "2", "--entry", "1h"]);
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    for game in 0..2 {
        for player in [&ada, &bob] {
            world.ok(player, &["register"]);
        }
        world.ok(&ada, &["move", "rock"]);
        world.ok(&bob, &["move", "scissors"]);
        world.ok(&ada, &["reveal"]);
        world.ok(&bob, &["reveal"]);
        let ends: Vec<_> = world.json(&ada, &["games"])["games"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|game| text(&game["end"]))
            .collect();
        assert_eq!(ends, vec!["won"; game + 1]);
    }
}

#[test]
fn a_game_that_was_begun_elsewhere_is_not_exact() {
    let (world, [ada]) = World::with_players("1", ["ada"]);
    world.ok(&ada, &["register"]);
    let elsewhere = tempfile::tempdir().unwrap();
    let there = |args: &[&str]| {
        let mut command = world.command(&ada, args);
        command.env("RPSLS_HOME", elsewhere.path());
        command
    };
    let mut playing = crate::world::Running::new(there(&["join", "--auto", "--json"]));
    playing.step("resumed");
    world.ok(&world.player("owner"), &["stop"]);
    playing.finish();
    let listed = crate::world::finish(there(&["games", "--json"]), "").out;
    let listed: Value = serde_json::from_str(&listed).expect("JSON");
    assert_eq!(listed["games"][0]["exact"], false, "{listed}");
}

/// A game of two in which the first has shown the move. `None` if time can't be moved.
fn with_one_shown() -> Option<(World, [String; 2])> {
    let (world, players) = World::without_alarms()?;
    for player in &players {
        world.ok(player, &["move", "rock"]);
    }
    world.ok(&players[0], &["reveal"]);
    Some((world, players))
}

#[test]
fn what_nobody_has_settled_is_told_as_such() {
    let Some((world, [ada, bob])) = with_one_shown() else { return };
    assert_eq!(world.json(&bob, &["status"])["me"]["next"], "reveal");
    world.skip();
    let status = world.json(&ada, &["status"]);
    assert_eq!((&status["settled"], &status["me"]["next"]), (&false.into(), &"advance".into()));
    assert!(world.ok(&ada, &["status"]).contains("nobody has moved the game on"));
    let before = world.balance(&ada);
    world.ok(&ada, &["advance"]);
    assert!(world.balance(&ada) > before + VARA, "the pot");
    let status = world.json(&ada, &["status"]);
    assert_eq!((&status["settled"], &status["last_round"]["number"]), (&true.into(), &1.into()));
}

#[test]
fn what_is_settled_is_told_as_of_the_state_that_is_shown() {
    let Some((world, [ada, _])) = with_one_shown() else { return };
    let left = world.status()["left_ms"].as_u64().expect("a number");
    // The time is up just after the client has read the state.
    let (tell, told) = mpsc::channel();
    let filter = Filter::asked(&world.url, move |method, _| match method {
        "gear_calculateReplyForHandle" => {
            tell.send(()).expect("the test waits");
            Verdict::Later(Duration::from_secs(3))
        }
        _ => Verdict::Pass,
    });
    let asking = world.start(&ada, &["--node", &filter.url, "status", "--json"]);
    told.recv_timeout(limit()).expect("it asks");
    world.advance(left / 3_000 + 1);
    let status: Value = serde_json::from_str(&asking.finish()).expect("JSON");
    assert_eq!((&status["stage"], &status["settled"]), (&"reveals".into(), &true.into()));
    assert_eq!(world.json(&ada, &["status"])["settled"], false, "and then it is over");
}

/// Kills the client as it sends something, which the node does not get.
pub fn killed_as_it_sends(world: &World, player: &str, args: &[&str]) {
    let (tell, told) = mpsc::channel();
    let filter = Filter::asked(&world.url, move |method, _| match method {
        SUBMIT => {
            tell.send(()).expect("the test waits");
            Verdict::Later(Duration::from_secs(600))
        }
        _ => Verdict::Pass,
    });
    let killed = world.start(player, &[&["--node", &filter.url], args].concat());
    told.recv_timeout(limit()).expect("something is sent");
    killed.kill();
}

#[test]
fn what_a_killed_run_was_about_to_send_has_cost_nothing_and_a_table_is_noted_before() {
    let (world, [ada]) = World::with_players("1", ["ada"]);
    killed_as_it_sends(&world, &ada, &["join", "--auto"]);
    let game = world.game_of(&ada);
    assert_eq!((number(&game["spent"]), &game["exact"]), (0, &true.into()));
    killed_as_it_sends(&world, &ada, &["deploy"]);
    let shown = world.ok("", &["tables"]);
    assert!(shown.contains("not on this chain"), "it was not sent: {shown}");
}

#[test]
fn what_is_tried_out_says_what_it_takes_and_sends_nothing() {
    let (world, [ada, bob]) = World::with_players("5", ["ada", "bob"]);
    let before = world.balance(&ada);
    let tried = world.json(&ada, &["register", "--dry-run"]);
    assert_eq!(tried["reply"]["kind"], "player_registered");
    assert_eq!((number(&tried["value"]), &tried["dry_run"]), (5 * VARA, &true.into()));
    assert!(number(&tried["fee"]) > VARA / 10 && tried["gas_burned"].as_u64() > Some(0));
    world.fails(3, &ada, &["leave", "--dry-run"]);
    world.ok(&ada, &["transfer", &bob, "1", "--dry-run"]);
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
fn a_bet_is_asked_about_at_a_terminal_however_the_moves_are_chosen_and_so_is_what_else_costs() {
    let world = World::with_table("50");
    let [owner, ada] = [world.player("owner"), world.rich_player("ada")];
    let before = [&owner, &ada].map(|player| world.balance(player));
    let seat = "Take the seat? [y/N]";
    for (player, args, question, answer, says) in [
        (&ada, &["join", "--auto"][..], seat, "n", "No seat was taken"),
        (&ada, &["join", "--moves", "rock"], seat, "", "No seat was taken"),
        (&ada, &["join", "--auto", "--json"], seat, "n", "{"),
        (&owner, &["deploy"], "Deploy the table? [y/N]", "", "Nothing was"),
        (&owner, &["stop"], "Stop game 1", "", "Nothing was"),
    ] {
        let mut asked = Terminal::start(&world.asking(player, args), 80);
        asked.wait_for(question);
        asked.enter(answer);
        let left = asked.finish();
        assert!(left.code == 0 && left.text.contains(says), "{args:?}: {}", left.text);
    }
    assert_eq!([&owner, &ada].map(|player| world.balance(player)), before);
    assert_eq!(world.json("", &["games"])["games"].as_array().unwrap().len(), 0);
    // A player who may not stop it gets an error, and no question.
    let left = Terminal::start(&world.asking(&ada, &["stop"]), 80).finish();
    assert!(left.code == 3 && left.text.contains("only the table's owner"), "{}", left.text);
    let mut told = Terminal::start(&world.command(&ada, &["join", "--auto", "--yes"]), 80);
    told.wait_for("has a seat");
}

#[test]
fn a_game_of_one_round_costs_what_the_offer_says() {
    let (world, [ada, bob]) = World::with_players("1", ["ada", "bob"]);
    let mut playing = world.join(&ada, &["--moves", "rock"]);
    let offer = playing.step("offer");
    let two = number(&offer["seat"]) + number(&offer["message"]);
    playing.step("register");
    world.lose_to(playing, &bob);
    let spent = number(&world.game_of(&ada)["spent"]);
    assert!(spent.abs_diff(two) < two / 5, "{spent} of the {two} that were told");
}

#[test]
fn several_games_are_played_one_after_the_other() {
    let mut world = World::new();
    world.deploy(&["--bet", "1", "--seats", "2", "--entry", "1h"]);
    let [ada, bob, eve] = ["ada", "bob", "eve"].map(|name| world.rich_player(name));
    let ada = world.seated(&ada, &["--moves", "rock", "--repeat", "2"]);
    world.ok(&bob, &["register"]);
    // With `--wait`, the client stays although a game is under way.
    let mut eve = world.join(&eve, &["--moves", "scissors", "--wait"]);
    eve.step("waiting");
    world.ok(&bob, &["move", "scissors"]);
    world.ok(&bob, &["reveal"]);
    let said = ada.finish();
    assert_eq!(said.matches("\"step\":\"game_over\"").count(), 2, "{said}");
    assert_eq!(said.matches("\"step\":\"register\"").count(), 2, "{said}");
    assert!(!is_won(&eve.finish()));
}

#[test]
fn a_person_is_called_when_it_is_their_turn() {
    let world = World::with_table("1");
    let [ada, _] = world.two_to_move();
    let called = world.home().join("called");
    let command = format!("echo turn >> {}", called.display());
    let mut playing = Terminal::start(&world.command(&ada, &["join", "--on-turn", &command]), 80);
    playing.wait_for("Your move?");
    let since = Instant::now();
    while !called.exists() {
        assert!(since.elapsed() < limit(), "the command did not run");
        sleep(Duration::from_millis(50));
    }
    playing.interrupt();
    assert_eq!(playing.finish().code, 130);
}

#[test]
fn a_command_is_told_of_each_event_of_a_game_in_order_and_holds_up_none() {
    let (world, [ada, bob]) = World::with_players("1", ["ada", "bob"]);
    let told = world.home().join("told");
    let command = format!("cat >>'{}'; test $RPSLS_EVENT = offer", told.display());
    let playing = world.seated(&ada, &["--moves", "rock", "--on-event", &command]);
    let alive = world.home().join("alive");
    let command = format!("echo $$ >'{}'; sleep 1000", alive.display());
    let slow = world.start(&bob, &["join", "--moves", "paper", "--on-event", &command]);
    world.wait_for_seats(2);
    world.skip();
    let said = playing.finish();
    assert!(step(&said, "game_over").is_some(), "{said}");
    assert_eq!(fs::read_to_string(told).expect("the command ran").trim_end(), said.trim_end());
    assert!(slow.finish().contains("won the pot of 2 VARA"), "it was not held up");
    let id = fs::read_to_string(alive).expect("the command ran");
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
    assert!(shown.contains("den") && shown.contains("1 of 4") && shown.contains("club"), "{shown}");
    let shown = world.ok("", &["tables", "--long"]);
    assert!(shown.contains(&other) && shown.contains("1 game, see"), "{shown}");
    world.ok("", &["tables", "forget", "den"]);
    world.fails(2, "", &["--program", "den", "status"]);
}

#[test]
fn a_table_may_have_another_owner() {
    let mut world = World::new();
    let eve = world.rich_player("eve");
    world.deploy(&["--owner", &world.address(&eve)]);
    assert_eq!(world.status()["owner"], world.account(&eve));
    world.fails(3, &world.player("owner"), &["config", "--bet", "2"]);
    world.ok(&eve, &["config", "--bet", "2"]);
}

#[test]
fn a_watch_tells_the_next_game_s_terms_and_each_end_after_what_caused_it() {
    let (world, [ada, bob]) = World::with_players("1", ["ada", "bob"]);
    let mut watching = world.start("", &["watch", "--once"]);
    watching.wait_for("Stage");
    world.ok(&world.player("owner"), &["config", "--bet", "3"]);
    watching.wait_for("The next game");
    watching.wait_for("10, 3 VARA each");
    for player in [&ada, &bob] {
        world.ok(player, &["register"]);
    }
    world.skip();
    for (player, mv) in [(&ada, "rock"), (&bob, "scissors")] {
        world.ok(player, &["move", mv]);
    }
    for player in [&ada, &bob] {
        world.ok(player, &["reveal"]);
    }
    let said = watching.finish();
    assert!(said.contains("Game 1 is over: ") && said.contains(" won 2 VARA"), "{said}");
    let [revealed, paid] = ["has revealed, the last", "is paid 2 VARA"].map(|part| said.find(part));
    assert!(revealed.is_some() && revealed < paid, "{said}");
}
