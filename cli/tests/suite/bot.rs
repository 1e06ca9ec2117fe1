//! A bot keeps a duel open at a club, wherever it is killed. It loses no more than its limit.

use crate::{
    club::{club_of, tables, with_club},
    filter::{After, Filter, Kills},
    world::{Done, NOBODY, Running, VARA, World, is_won, step, text},
};
use gprimitives::CodeId;
use serde_json::{Value, json};
use std::{
    sync::Arc,
    thread::sleep,
    time::{Duration, Instant},
};

/// The client's arguments for a bot with this loss limit.
fn bot<'a>(club: &'a str, max_loss: &'a str) -> [&'a str; 6] {
    ["--json", "bot", "--club", club, "--max-loss", max_loss]
}

/// A club on a node of ours, and two rich players. `None` if another node was named, for this reason.
fn with_host(why: &str) -> Option<(World, String, [String; 2])> {
    let (world, club) = with_club();
    let players = ["host", "ada"].map(|name| world.rich_player(name));
    world.is_ours(why).then_some((world, club, players))
}

/// The table at which a bot waits, by its own output.
fn table_of(bot: &mut Running) -> String {
    text(&bot.step("table")["program"])
}

/// Waits until this many seats are taken at the only table of a club.
fn until_seated(world: &World, club: &str, count: u64) -> Value {
    let since = Instant::now();
    loop {
        let listed = tables(world, club);
        if let [table] = &listed[..]
            && table["seats_taken"] == count
        {
            return table.clone();
        }
        assert!(since.elapsed() < Duration::from_secs(200), "waited in vain: {listed:?}");
        sleep(Duration::from_millis(200));
    }
}

/// Plays a game against the player who waits at a table.
fn play(world: &World, table: &str, player: &str) -> String {
    world.ok(player, &["--json", "--program", table, "join", "--auto", "--wait", "--max-bet", "1"])
}

#[test]
fn a_bot_plays_one_game_after_the_other_at_one_table_for_a_bet() {
    let Some((world, club, [host, ada])) = with_host("it moves time on, past the alarms") else {
        return;
    };
    let mut running = world.start(&host, &[&bot(&club, "20")[..], &["--bet", "1"]].concat());
    let table = table_of(&mut running);
    let listed = until_seated(&world, &club, 1);
    assert_eq!(listed["program"], table.as_str());
    assert!(text(&listed["title"]).contains("bot"), "{listed}");
    let bet = VARA.to_string();
    assert_eq!((&listed["config"]["bet"], &listed["fair"]), (&bet.into(), &true.into()));
    let lost_by = |line: &Value| text(&line["lost"]).parse::<i128>().expect("a sum");
    let vara = VARA.cast_signed();
    // The table.
    let mut lost = vara..2 * vara;
    for game in 0..3 {
        let said = play(&world, &table, &ada);
        let won = is_won(&said);
        let line = running.step("game");
        assert_eq!((&line["game"], &line["program"]), (&game.into(), &table.as_str().into()));
        assert_eq!(line["end"], if won { "lost" } else { "won" });
        // The bet goes to the winner, and each round costs fees.
        let bet = if won { vara } else { -vara };
        let fees = vara * i128::from(3 + line["rounds"].as_u64().expect("a number")) / 4;
        lost = lost.start + bet..lost.end + bet + fees;
        let now = lost_by(&line);
        assert!(lost.contains(&now), "{lost:?}: {line}");
        lost = now..now + 1;
    }
    // Another bot of the same account would take a second seat.
    let refused = world.fails(2, &host, &bot(&club, "20")[1..]);
    assert!(refused.contains("another bot plays for this account (process "), "{refused}");
    let refused = world.fails_saying(2, &host, &["--program", &table, "join", "--auto"]);
    assert!(refused.contains("another rpsls plays this seat (process "), "{refused}");
    until_seated(&world, &club, 1);
    running.kill();
    // When no gas is held any more, the reported loss is close to the account's loss.
    world.ok(&host, &["--program", &table, "leave"]);
    world.advance(900);
    let less = (100 * VARA).cast_signed() - world.balance(&host).cast_signed();
    let of_the_last_seat = 6 * vara / 10;
    assert!((lost.start..lost.end + of_the_last_seat).contains(&less), "{lost:?} of {less}");
}

#[test]
fn wherever_a_bot_is_killed_it_opens_one_table_and_goes_on_at_it() {
    const GAMES: u64 = 2;
    let Some((world, club, [host, ada])) =
        with_host("it is killed at each request of a quick node")
    else {
        return;
    };
    let kills = Arc::new(Kills::default());
    let filter = Filter::before(&world.url, kills.clone());
    let mut rival = None;
    let mut logged = vec![];
    for count in (0..).step_by(3) {
        assert!(count < 600, "the bot makes no progress");
        let mut command = world.command(&host, &bot(&club, "50"));
        command.env("RPSLS_NODE", &filter.url);
        let done = kills.run(command, Some(count), After::Start, "-KILL");
        let said = String::from_utf8(done.stdout).expect("text");
        let games = said.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let games = games.filter(|line| line["step"] == "game");
        logged.extend(games.map(|line| line["game"].as_u64().expect("a number")));
        if let Some(table) = tables(&world, &club).first() {
            let table = text(&table["program"]);
            let joining = ["--json", "--program", &table, "join", "--auto", "--repeat", "9"];
            rival.get_or_insert_with(|| world.start(&ada, &joining));
        }
        if logged.contains(&(GAMES - 1)) {
            break;
        }
    }
    logged.dedup();
    assert_eq!(logged, (0..GAMES).collect::<Vec<_>>(), "each once, if no kill repeats it");
    let list = world.json("", &["tables", "--club", &club]);
    assert_eq!(list["clubs"][0]["opened"], 1, "{list}");
    let games = world.json("", &["games"]);
    let own = games["games"].as_array().expect("a list").iter();
    let ends: Vec<_> = own.filter(|game| game["name"] == host.as_str()).collect();
    assert!(ends.iter().all(|game| game["end"] != "no_seat"), "{ends:?}");
}

#[test]
fn a_bot_that_is_killed_as_it_opens_its_table_needs_no_money_for_another() {
    let (world, club) = with_club();
    // This is enough for one table and a game at it.
    let host = world.player_with("host", "3.3");
    let kills = Arc::new(Kills::default());
    let filter = Filter::before(&world.url, kills.clone());
    let mut command = world.command(&host, &bot(&club, "20"));
    command.env("RPSLS_NODE", &filter.url);
    let done = kills.run(command, Some(1), After::FirstMessage, "-KILL");
    assert_eq!(done.status.code(), None, "a signal ended it");
    let mut running = world.start(&host, &bot(&club, "20"));
    let table = table_of(&mut running);
    assert_eq!(until_seated(&world, &club, 1)["program"], table.as_str());
    let list = world.json("", &["tables", "--club", &club]);
    assert_eq!(list["clubs"][0]["opened"], 1, "{list}");
}

#[test]
fn a_bot_loses_no_more_than_it_may() {
    let Some((world, club, [host, ada])) = with_host("it moves time on, past the alarms") else {
        return;
    };
    let refused = world.fails_saying(6, &host, &bot(&club, "1")[1..]);
    assert!(refused.contains("the bot has lost 0 VARA, and --max-loss allows 1 VARA"), "{refused}");
    assert!(refused.contains("No table was opened"), "{refused}");
    assert_eq!(tables(&world, &club), Vec::<Value>::new());
    let mut running = world.start(&host, &bot(&club, "3"));
    let table = table_of(&mut running);
    let joining = ["--program", &table, "join", "--auto", "--repeat", "20"];
    let rival = world.start(&ada, &joining);
    let Done { code, out: said, .. } = running.end();
    rival.kill();
    assert_eq!(code, 6, "{said}");
    assert!(step(&said, "game").is_some(), "{said}");
    // Makes blocks until no gas is held any more. An alarm may have held some.
    world.advance(900);
    let lost = 100 * VARA - world.balance(&host);
    assert!((VARA..=3 * VARA).contains(&lost), "{lost}: {said}");
    // The next run knows the loss.
    let refused = world.fails_saying(6, &host, &bot(&club, "3")[1..]);
    assert!(refused.contains("no seat was taken"), "{refused}");
    let off = format!("`rpsls club unlist {table}` takes its table off the list");
    assert!(refused.contains(&off), "{refused}");
}

#[test]
fn a_bot_without_money_plays_its_game_to_the_end_and_says_so() {
    let (world, club) = with_club();
    let ada = world.rich_player("ada");
    // This is enough for a table and some games.
    let host = world.player_with("host", "3.7");
    let mut running = world.start(&host, &bot(&club, "20"));
    let table = table_of(&mut running);
    until_seated(&world, &club, 1);
    let said = play(&world, &table, &ada);
    assert!(step(&said, "game_over").is_some(), "{said}");
    let rival = world.start(&ada, &["--program", &table, "join", "--auto", "--repeat", "20"]);
    let Done { code, out: said, .. } = running.end();
    rival.kill();
    assert_eq!(code, 5, "{said}");
    assert!(step(&said, "game").is_some(), "{said}");
    let poor = world.player_with("poor", "2");
    let refused = world.fails_saying(5, &poor, &bot(&club, "20")[1..]);
    assert!(refused.contains("0.18 VARA short"), "{refused}");
    assert_eq!(world.balance(&poor), 2 * VARA, "nothing was opened");
}

#[test]
fn a_bot_whose_table_is_taken_off_the_list_opens_another_and_a_stop_is_a_game_s_end() {
    let (world, club) = with_club();
    let host = world.rich_player("host");
    let mut running = world.start(&host, &bot(&club, "20"));
    let first = table_of(&mut running);
    until_seated(&world, &club, 1);
    world.ok(&host, &["--program", &first, "stop", "--yes"]);
    let line = running.step("game");
    assert_eq!(line["end"], "stopped", "{line}");
    until_seated(&world, &club, 1);
    // It sits down again.
    world.ok(&host, &["--program", &first, "leave"]);
    until_seated(&world, &club, 1);
    world.ok(&host, &["club", "unlist", &first, "--club", &club]);
    let second = table_of(&mut running);
    assert_ne!(second, first);
    assert_eq!(until_seated(&world, &club, 1)["program"], second.as_str());
    let left = world.status_at(&first);
    assert_eq!(left["players"], Value::Array(vec![]), "its seat was given back");
}

#[test]
fn a_bot_that_comes_back_to_a_table_off_the_list_tells_its_game_and_opens_another() {
    let Some((world, club, [host, ada])) = with_host("it moves time on") else { return };
    let mut running = world.start(&host, &bot(&club, "20"));
    let first = table_of(&mut running);
    until_seated(&world, &club, 1);
    running.kill();
    let mut rival = world.start(&ada, &["--json", "--program", &first, "join", "--auto"]);
    rival.step("reveal");
    world.advance(900);
    rival.finish();
    world.ok(&host, &["club", "unlist", &first, "--club", &club]);
    // The next registration is overdue, too.
    world.advance(900);
    let mut running = world.start(&host, &bot(&club, "20"));
    assert_eq!(table_of(&mut running), first);
    let line = running.step("game");
    assert_eq!((&line["end"], &line["game"]), (&json!("lost"), &json!(0)), "{line}");
    assert_ne!(table_of(&mut running), first);
}

#[test]
fn a_bot_goes_on_after_an_outage_and_an_upgrade() {
    let Some((world, club, [host, ada])) = with_host("it upgrades the chain") else { return };
    let proxy = Filter::open(&world.url);
    let bot = [&["--node", &proxy.url][..], &bot(&club, "20")].concat();
    let mut running = world.start(&host, &bot);
    let table = table_of(&mut running);
    until_seated(&world, &club, 1);
    proxy.go_away();
    let rival = world.start(&ada, &["--program", &table, "join", "--auto", "--repeat", "2"]);
    until_seated(&world, &club, 2);
    world.upgrade();
    proxy.lead_to(&world.url);
    for game in 0..2 {
        assert_eq!(running.step("game")["game"], game);
    }
    rival.finish();
}

#[test]
fn a_club_of_unknown_code_or_that_is_none_is_refused() {
    let world = World::new();
    let host = world.rich_player("host");
    let unknown = club_of(&world, CodeId::from([7; 32]));
    let refused = world.fails(3, &host, &bot(&unknown, "20")[1..]);
    assert!(refused.contains("is no release"), "{refused}");
    let refused = world.fails(2, &host, &bot(NOBODY, "20")[1..]);
    assert!(refused.contains("is not a club"), "{refused}");
    assert_eq!(world.balance(&host), 100 * VARA);
}

/// An hour of the chain's time, in which strangers come and go.
#[test]
#[ignore = "it takes minutes"]
fn an_hour_of_games() {
    let (world, club) = with_club();
    let [host, ada, bob] = ["host", "ada", "bob"].map(|name| world.rich_player(name));
    let mut running = world.start(&host, &bot(&club, "80"));
    let table = table_of(&mut running);
    let now = || world.status_at(&table)["time_ms"].as_u64().expect("a time");
    let end = now() + 3_600_000;
    let mut games = 0;
    while now() < end {
        let player = if games % 2 == 0 { &ada } else { &bob };
        play(&world, &table, player);
        running.step("game");
        games += 1;
        if games % 7 == 0 {
            running.kill();
            running = world.start(&host, &bot(&club, "80"));
            assert_eq!(table_of(&mut running), table);
        }
    }
    println!("{games} games");
    assert!(games > 10, "{games}");
    let list = world.json("", &["tables", "--club", &club]);
    assert_eq!(list["clubs"][0]["opened"], 1, "{list}");
    assert_eq!(list["tables"][0]["games_finished"], games, "{list}");
}
