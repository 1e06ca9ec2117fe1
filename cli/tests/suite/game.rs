//! A game by single commands.

use crate::world::{Done, NOBODY, VARA, World, finish, number, text};
use serde_json::Value;
use std::fs;

#[test]
fn a_whole_game_by_single_commands() {
    let (world, [ada, bob]) = World::with_players("10", ["ada", "bob"]);
    world.ok(&ada, &["register"]);
    assert_eq!(number(&world.json(&ada, &["leave"])["returned"]), 10 * VARA);
    assert_eq!(world.seats(), 0);
    let before = [&ada, &bob].map(|player| world.balance(player));
    assert!(before[0] > 99 * VARA);

    assert!(world.ok(&ada, &["register"]).contains("has a seat"));
    let open = "game 1, registration: 1 of 10 seats taken, open until there are two\n";
    assert!(world.ok("", &["status"]).contains(open));
    assert_eq!(world.json(&bob, &["register"])["reply"]["kind"], "player_registered");
    let status = world.status();
    assert_eq!(status["stage"], "registration");
    assert_eq!(number(&status["pot"]), 20 * VARA);
    assert_eq!(status["players"][0]["status"], "registered");
    let stage = stage_line(&world);
    assert!(stage.contains("2 of 10 seats taken, ") && stage.ends_with(" left"), "{stage}");

    world.skip();
    let status = world.wait_for(|now| now["stage"] == "moves");
    assert_eq!((&status["round"], &status["game"]), (&1.into(), &0.into()));
    world.ok(&ada, &["move", "rock"]);
    let kept = world.json("", &["secrets", "list"]);
    assert_eq!(kept["entries"].as_array().unwrap().len(), 1);
    assert!(world.ok("", &["secrets", "list"]).contains("Game 1, round 1\n"));
    let status = world.status();
    assert_eq!(status["players"][0]["commitment"], kept["entries"][0]["commitment"]);
    assert_eq!(status["players"][0]["status"], "moved");
    let stage = stage_line(&world);
    assert!(stage.contains("game 1, round 1, moves: 1 of 2 have moved, "), "{stage}");
    world.ok(&bob, &["move", "Lizard"]);

    assert_eq!(world.status()["stage"], "reveals");
    assert_eq!(world.json(&ada, &["reveal"])["reply"]["result"], "continue");
    assert_eq!(world.status()["players"][0]["move"], "rock");
    let stage = stage_line(&world);
    assert!(stage.contains("game 1, round 1, reveals: 1 of 2 have revealed, "), "{stage}");
    let last = world.json(&bob, &["reveal"]);
    assert_eq!(last["reply"]["result"], "game_over");
    let winner = world.account(&ada);
    assert_eq!(last["reply"]["winner"], winner);

    let status = world.status();
    assert_eq!((&status["stage"], &status["game"]), (&"registration".into(), &1.into()));
    assert_eq!(status["last_game"]["winner"], winner);
    assert_eq!(number(&status["last_game"]["pot"]), 20 * VARA);
    let [ada_now, bob_now] = [&ada, &bob].map(|player| world.balance(player));
    // An alarm's gas may still be on its way back.
    assert!(ada_now > before[0] + 8 * VARA && ada_now < before[0] + 10 * VARA, "{ada_now}");
    assert!(bob_now < before[1] - 10 * VARA && bob_now > before[1] - 12 * VARA, "{bob_now}");

    world.ok(&world.player("owner"), &["config", "--bet", "2"]);
    let shown = world.ok("", &["status"]);
    let at = |part: &str| shown.find(part).unwrap_or_else(|| panic!("no {part} in {shown}"));
    assert!(at("game 2, registration") < at("Last game"), "{shown}");
    assert!(at("Last game") < at("The next game"), "{shown}");
    assert!(at("The next game") < at("2 VARA each"), "{shown}");
}

/// The row with the stage.
fn stage_line(world: &World) -> String {
    let shown = world.ok("", &["status"]);
    let line = shown.lines().find(|line| line.starts_with("  Stage "));
    line.unwrap_or_else(|| panic!("{shown}")).to_owned()
}

#[test]
fn a_password_of_ones_own_is_warned_about_if_it_is_weak() {
    let world = World::with_table("1");
    let [ada, bob] = world.two_to_move();
    let weak = world.command(&ada, &["move", "spock", "--own-password"]);
    let done = finish(weak, "hunter2\n");
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.err.contains("whoever guesses this password sees your move"), "{}", done.err);
    assert!(!done.err.contains("hunter2") && !done.out.contains("hunter2"));
    let strong = world.command(&bob, &["move", "rock", "--own-password"]);
    let done = finish(strong, "7f3c9be2a64d01e85c9a2b7d4e6f8031\n");
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    world.ok(&bob, &["reveal"]);
    let over = world.json(&ada, &["reveal"]);
    assert_eq!(over["reply"]["winner"], world.account(&ada));
}

#[test]
fn a_move_can_be_revealed_on_another_computer() {
    let world = World::with_table("1");
    let [ada, bob] = world.two_to_move();
    world.ok(&ada, &["move", "rock"]);
    world.ok(&bob, &["move", "scissors"]);

    let elsewhere = tempfile::tempdir().unwrap();
    let there = |args: &[&str]| {
        let mut command = world.command(&ada, args);
        command.env("RPSLS_HOME", elsewhere.path());
        finish(command, "")
    };
    let done = there(&["reveal"]);
    assert_eq!(done.code, 2, "{}", done.err);
    assert!(done.err.contains("rpsls secrets export"), "{}", done.err);

    let file = elsewhere.path().join("openings.json");
    let file = file.to_str().unwrap();
    world.ok("", &["secrets", "export", "--to", file]);
    assert_eq!(there(&["secrets", "import", file]).code, 0);
    assert_eq!(there(&["reveal"]).code, 0);
    assert_eq!(world.status()["players"][0]["move"], "rock");
}

#[test]
fn anybody_shows_what_is_due_of_a_file_of_openings_and_nothing_before() {
    let world = World::with_table("1");
    let [ada, bob] = world.two_to_move();
    let cyd = world.rich_player("cyd");
    let elsewhere = tempfile::tempdir().unwrap();
    let file = elsewhere.path().join("openings.json");
    let file = file.to_str().unwrap();
    world.ok(&ada, &["move", "rock"]);
    world.ok("", &["secrets", "export", "--to", file]);
    // What else is in the file keeps nothing from being shown.
    let mut all: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).expect("JSON");
    let entries = all["entries"].as_array_mut().expect("a list");
    let mut elsewhere = entries[0].clone();
    elsewhere["program"] = format!("0x{}", "00".repeat(32)).into();
    entries.splice(0..0, [Value::Null, elsewhere]);
    fs::write(file, all.to_string()).unwrap();
    let show = ["--json", "reveal", "--file", file];
    // The file says which table. Any account can pay.
    let friend = || {
        let mut command = world.command(&cyd, &show);
        command.env_remove("RPSLS_PROGRAM");
        finish(command, "")
    };
    let early = friend();
    assert_eq!(early.code, 2, "{}", early.out);
    assert!(early.out.contains("can be shown now. Nothing was sent"), "{}", early.out);
    assert_eq!(world.status()["players"][0]["status"], "moved");
    world.ok(&bob, &["move", "scissors"]);
    let before = world.balance(&ada);
    let shown = friend();
    assert_eq!(shown.code, 0, "{}{}", shown.out, shown.err);
    assert!(shown.out.contains("\"result\":\"continue\""), "{}", shown.out);
    assert_eq!(world.status()["players"][0]["move"], "rock");
    // Once more, by anybody: it is shown already, which costs nothing and is no failure.
    let paid = world.balance(&cyd);
    for done in [friend(), world.run(&ada, &["reveal"])] {
        assert_eq!(done.code, 0, "{}{}", done.out, done.err);
    }
    assert!(world.ok(&ada, &["reveal"]).contains("is shown already: nothing was sent"));
    assert_eq!((world.balance(&cyd), world.balance(&ada)), (paid, before));
    world.ok(&bob, &["reveal"]);
    assert!(world.balance(&ada) > before + VARA, "the pot is hers");
    assert_eq!(friend().code, 0, "shown, though the game is over");
}

#[test]
fn openings_of_old_games_are_forgotten_and_those_of_the_last_days_kept() {
    let (world, [ada, bob]) = World::with_players("0", ["ada", "bob"]);
    for (game, there) in [&[0, 0][..], &[0, 0, 1, 1], &[2, 2]].into_iter().enumerate() {
        if game == 2 {
            world.age_openings();
        }
        world.ok(&ada, &["register"]);
        world.ok(&bob, &["register"]);
        world.skip();
        world.ok(&ada, &["move", "rock"]);
        world.ok(&bob, &["move", "scissors"]);
        let kept = world.json("", &["secrets", "list"]);
        let entries = kept["entries"].as_array().unwrap().iter();
        let mut games: Vec<_> = entries.map(|entry| entry["game"].as_u64().unwrap()).collect();
        games.sort_unstable();
        assert_eq!(games, there);
        world.ok(&ada, &["reveal"]);
        world.ok(&bob, &["reveal"]);
    }
}

#[test]
fn an_overdue_stage_without_an_alarm_is_moved_on_by_anyone() {
    let mut world = World::new();
    world.deploy(&["--bet", "0", "--entry", "5s", "--moves", "1m", "--reveals", "1m"]);
    let ada = world.rich_player("ada");
    // Nobody has registered, so the stage is only extended, and no message arms an alarm.
    world
        .wait_for(|now| now["time_ms"].as_u64() > now["deadline_ms"].as_u64().map(|at| at - 5_001));
    let advanced = (0..100).find_map(|_| {
        let done = world.run(&ada, &["--json", "advance"]);
        if done.code == 0 {
            return Some(serde_json::from_str::<Value>(&done.out).unwrap());
        }
        assert_eq!(done.code, 3, "{}", done.out);
        None
    });
    let advanced = advanced.expect("the stage is overdue");
    assert_eq!(text(&advanced["reply"]["change"]), "extended");
}

#[test]
fn watching_shows_the_game_as_it_goes() {
    let (world, [ada, bob]) = World::with_players("1", ["ada", "bob"]);
    let mut lines = world.start("", &["watch", "--once"]);
    let mut json = world.start("", &["--json", "watch", "--once"]);
    lines.wait_for("registration: 0 of 10 seats taken");
    json.wait_for("\"stage\":\"registration\"");
    world.ok(&ada, &["register"]);
    lines.wait_for("has a seat");
    world.ok(&bob, &["register"]);
    world.skip();
    lines.wait_for("the table    2 players to move");
    json.wait_for("moves_started");
    world.ok(&ada, &["move", "rock"]);
    lines.wait_for("has moved");
    world.ok(&bob, &["move", "lizard"]);
    world.ok(&ada, &["reveal"]);
    world.ok(&bob, &["reveal"]);
    let said = lines.finish();
    assert!(said.contains("is paid 2 VARA"), "{said}");
    let at = |part| said.find(part).unwrap_or_else(|| panic!("no “{part}” in {said}"));
    let decided = at("the game is over");
    assert!(decided < at("Round 1"), "the deciding reveal comes first: {said}");
    assert!(decided < at("Rock crushes Lizard"), "{said}");
    let said = json.finish();
    assert!(said.contains("\"result\":\"game_over\""), "{said}");
    let lines: Vec<Value> =
        said.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let program = world.status()["program"].clone();
    let mut before = 0;
    for line in &lines {
        assert_eq!((&line["program"], &line["game"]), (&program, &0.into()), "{line}");
        let time = line["time_ms"].as_u64().expect("a time");
        assert!(time >= before, "{said}");
        before = time;
    }
    assert!(lines.iter().any(|line| line["round"].is_object()), "{said}");
}

#[test]
fn several_tables_are_watched_at_once_and_each_event_is_told_to_a_command() {
    let mut world = World::new();
    let owner = world.rich_player("owner");
    let tables = ["den", "club"].map(|name| world.deploy_named(&owner, name));
    world.deploy(&["--bet", "0"]);
    let ada = world.rich_player("ada");
    let told = world.home().join("told");
    let command = format!("(echo $RPSLS_EVENT; cat) >>'{}'", told.display());
    let watch = ["watch", "--once", "den", &tables[1], "den"];
    let mut lines = world.start("", &[&watch[..], &["--on-event", &command]].concat());
    let mut failing = world.start("", &[&watch[..], &["--on-event", "exit 3"]].concat());
    let mut astray = world.start("", &["watch", "--once", NOBODY, "den"]);
    for watching in [&mut lines, &mut failing] {
        watching.wait_for(&tables[0]);
        watching.wait_for(&tables[1]);
    }
    astray.wait_for(&tables[0]);
    for table in &tables {
        world.ok(&ada, &["--program", table, "register"]);
        world.ok(&owner, &["--program", table, "stop"]);
    }
    let said = lines.finish();
    assert!(said.contains("  den  #") && said.contains("  club  #"), "{said}");
    assert!(failing.finish().contains("has stopped the game"), "the command breaks nothing");
    let Done { code, out: said, .. } = astray.end();
    assert!(code == 2 && said.contains("has stopped the game"), "{code}: {said}");
    let told = std::fs::read_to_string(told).expect("it was told");
    let kinds: Vec<_> = told.lines().step_by(2).collect();
    assert_eq!(kinds.iter().filter(|kind| **kind == "table").count(), 2, "{told}");
    assert_eq!(kinds.iter().filter(|kind| **kind == "player_registered").count(), 2, "{told}");
    for line in told.lines().skip(1).step_by(2) {
        let event: Value = serde_json::from_str(line).expect("JSON");
        assert!(tables.contains(&text(&event["program"])), "{line}");
    }
}
