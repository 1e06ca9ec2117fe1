//! Where strangers meet: tables that a club opens and lists.

use crate::{
    filter::{Filter, Rules, Verdict},
    world::{
        NOBODY, Running, VARA, World, finish, in_time, is_won, number, reads_state, skip, step,
        text,
    },
};
use gprimitives::{ActorId, CodeId};
use gsdk::{Api, ext::gear_core::ids::prelude::CodeIdExt};
use parity_scale_codec::Encode;
use rpsls_club_io::{Action, ClubInit, gas};
use rpsls_io::{Format, GameConfig, GameRules};
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    process::Command,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    thread::sleep,
    time::{Duration, Instant},
};
use tokio::task::block_in_place;

const NO_PROGRAM: &str = "\"Program not found\"";

/// A node with a club of this client's own code.
pub fn with_club() -> (World, String) {
    with_club_on(World::new())
}

pub fn with_club_on(world: World) -> (World, String) {
    let owner = world.rich_player("owner");
    let deployed = world.json(&owner, &["club", "deploy"]);
    let club = text(&deployed["club"]);
    (world, club)
}

/// A club that opens tables of this code.
pub fn club_of(world: &World, table_code: CodeId) -> String {
    let init = ClubInit { table_code, any_format: false };
    let club = world.upload(rpsls_club::WASM_BINARY_OPT, &init.encode());
    format!("0x{}", hex::encode(club))
}

/// Opens this many tables for an account in one extrinsic. gsdk's own metadata encodes it, so the
/// node must come from [`World::on`] without other metadata.
async fn open_many(url: &str, club: &str, account: &str, count: usize) {
    let api = Api::new(url).await.expect("the node answers");
    let api = api.signed(account, None).expect("a development account");
    let id = <[u8; 32]>::try_from(hex::decode(&club[2..]).expect("digits")).expect("an id");
    let config = GameConfig { bet_size: VARA, ..duel() };
    let rules = GameRules { format: Format::Knockout, start_when_full: true };
    let title = String::from("One of many");
    let open = Action::Open { config, rules, start_gas: gas::START, title }.encode();
    let message = |_| (ActorId::from(id), open.clone(), gas::MESSAGE, VARA);
    let sent = api.send_message_bytes_batch((0..count).map(message)).await;
    assert_eq!(sent.expect("the messages are sent").value.len(), count);
}

fn duel() -> GameConfig {
    GameConfig {
        bet_size: 0,
        players_count_limit: 2,
        entry_timeout: 3_600_000,
        move_timeout: 600_000,
        reveal_timeout: 600_000,
    }
}

/// The arguments of `join` that find any table of a club for at most this bet.
fn any<'a>(club: &'a str, max_bet: &'a str) -> [&'a str; 6] {
    ["--any", "--club", club, "--max-bet", max_bet, "--auto"]
}

pub fn tables(world: &World, club: &str) -> Vec<Value> {
    let list = world.json("", &["tables", "--club", club]);
    list["tables"].as_array().expect("a list").clone()
}

/// Strangers who know the club alone play at tables with these titles and seats, to the payout.
fn strangers_meet(world: World, played: &[(&str, usize)]) {
    let (world, club) = with_club_on(world);
    let owner = world.rich_player("owner");
    for (title, count) in played {
        let seats = count.to_string();
        let open = ["open", "--club", &club, "--seats", &seats, "--entry", "1h", "--moves", "1h"];
        let opened = world.json(&owner, &[&open[..], &["--title", title]].concat());
        assert_eq!(opened["title"], *title);
        let listed = tables(&world, &club)[0].clone();
        assert_eq!((&listed["title"], &listed["seats_taken"]), (&json!(title), &json!(0)));
        let player = |at| world.rich_player(&format!("{seats}-{at}"));
        let players: Vec<String> = (0..*count).map(player).collect();
        let running = players.iter().map(|player| world.join(player, &any(&club, "1")));
        let running: Vec<_> = running.collect();
        let said: Vec<_> = running.into_iter().map(Running::finish).collect();
        for lines in &said {
            let table = step(lines, "table").expect("it names its table");
            assert_eq!(table["program"], opened["program"]);
        }
        assert_eq!(said.iter().filter(|lines| is_won(lines)).count(), 1, "{title}");
        let played = tables(&world, &club)[0].clone();
        assert_eq!(played["games_finished"], 1);
        assert_eq!(number(&played["last_game"]["pot"]), *count as u128 * VARA);
        world.ok(&owner, &["club", "unlist", &text(&opened["program"]), "--club", &club]);
    }
    assert_eq!(tables(&world, &club), Vec::<Value>::new());
}

#[test]
fn strangers_who_know_the_club_alone_play_a_duel_and_a_knockout_to_the_payout() {
    strangers_meet(World::new(), &[("For two", 2), ("For four", 4)]);
}

#[test]
fn where_no_method_reads_state_strangers_meet_all_the_same() {
    strangers_meet(World::without_state(), &[("By queries", 2)]);
}

#[test]
fn where_no_table_fits_one_is_opened_and_the_next_sits_down_at_it() {
    let (world, club) = with_club();
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    // The first is too dear for both, and the second too cheap for who wants to play for something.
    // The third is over before a reveal can be final.
    let open = |more: &[&str]| world.ok(&ada, &[&["open", "--club", &club], more].concat());
    open(&["--bet", "9"]);
    open(&["--bet", "0"]);
    open(&["--bet", "0.5", "--reveals", "5s"]);
    let said = world.ok("", &["tables", "--long", "--club", &club]);
    assert!(said.contains("too short or too long: not joined by --any"), "{said}");
    let from = |least| [&any(&club, "0.5")[..], &["--min-bet", least]].concat();
    assert_eq!(world.join(&ada, &from("3")).end().code, 2);
    let mut first = world.join(&ada, &from("0.1"));
    let table = first.step("table");
    first.step("register");
    let lines = world.join(&bob, &any(&club, "2")).finish();
    assert_eq!(step(&lines, "table").expect("a table")["program"], table["program"]);
    assert!(step(&lines, "game_over").is_some(), "{lines}");
    first.finish();
}

#[test]
fn a_club_that_no_final_block_has_yet_is_waited_for() {
    let (world, club) = with_club();
    let ada = world.rich_player("ada");
    world.ok(&ada, &["open", "--club", &club, "--bet", "1"]);
    let left = AtomicUsize::new(4);
    let filter = Filter::asked(&world.url, move |method, _| {
        let is_state = ["gear_readState", "gear_readStateBatch"].contains(&method);
        match is_state && left.fetch_update(SeqCst, SeqCst, |left| left.checked_sub(1)).is_ok() {
            true => Verdict::Refuse { code: 8000, message: "Runtime error", data: NO_PROGRAM },
            false => Verdict::Pass,
        }
    });
    let at = ["--node", &filter.url, "--dry-run"];
    let done = world.run(&ada, &[&["join"][..], &any(&club, "2"), &at].concat());
    assert!(done.code == 0 && done.out.contains("1 VARA"), "{}{}", done.out, done.err);
}

#[test]
fn two_who_find_no_table_at_the_same_time_meet_all_the_same() {
    let (world, club) = with_club();
    let players = ["ada", "bob"].map(|name| world.rich_player(name));
    let seats = players.map(|player| world.join(&player, &any(&club, "1")));
    let told = seats.map(Running::finish);
    let [one, other] = told.each_ref().map(|lines| step(lines, "table").expect("a table"));
    assert_eq!(one["program"], other["program"], "{told:?}");
    assert!(told.iter().all(|lines| step(lines, "game_over").is_some()), "{told:?}");
}

#[test]
fn whoever_was_interrupted_goes_back_to_a_table_that_is_listed_no_more() {
    let (world, club) = with_club();
    let [opener, ada] = ["opener", "ada"].map(|name| world.rich_player(name));
    let open = ["open", "--club", &club, "--bet", "1", "--moves", "1h", "--reveals", "1h"];
    let opened = text(&world.json(&opener, &open)["program"]);
    world.seated(&ada, &any(&club, "1")).kill();
    // The opener unlists the table, and would win the bet if the player did not come back.
    world.ok(&opener, &["club", "unlist", &opened, "--club", &club]);
    world.json(&opener, &open);
    let rival = world.join(&opener, &["--program", &opened, "--auto"]);
    let lines = world.join(&ada, &any(&club, "1")).finish();
    assert_eq!(step(&lines, "table").expect("its table")["program"], opened.as_str());
    assert!(step(&lines, "resumed").is_some(), "{lines}");
    assert!(step(&lines, "game_over").is_some(), "{lines}");
    rival.finish();
    assert_eq!(tables(&world, &club)[0]["seats_taken"], 0, "no second bet was made");
}

#[test]
fn clubs_that_are_deployed_at_once_with_tables_are_all_there() {
    let world = World::new();
    let owners: Vec<String> = (0..5).map(|n| world.rich_player(&format!("owner{n}"))).collect();
    // All five bring the code of tables, and three bring the code of clubs. Both are new.
    let deploying = owners.iter().enumerate().map(|(at, owner)| {
        let args: &[&str] = if at < 2 { &["deploy"] } else { &["club", "deploy"] };
        world.start(owner, &[&["--json"], args].concat())
    });
    let deployed: Vec<_> = deploying.collect();
    let deployed = deployed.into_iter().map(Running::finish);
    let told: Vec<Value> =
        deployed.map(|line| serde_json::from_str(&line).expect("JSON")).collect();
    for table in &told[..2] {
        assert_eq!(world.status_at(&text(&table["program"]))["stage"], "registration");
    }
    for club in &told[2..] {
        assert_eq!(tables(&world, &text(&club["club"])), Vec::<Value>::new());
    }
}

#[test]
fn a_place_on_the_list_costs_what_the_docs_say() {
    let (world, club) = with_club();
    let ada = world.rich_player("ada");
    let before = world.balance(&ada);
    world.json(&ada, &["open", "--club", &club]);
    // The club keeps gas to handle the reply of the table's start. The rest comes back a block
    // later.
    let since = Instant::now();
    loop {
        let cost = before - world.balance(&ada);
        let told = format!("costs its opener {:.2} VARA", cost as f64 / VARA as f64);
        if include_str!("../../../docs/attacks.md").contains(&told) {
            break;
        }
        assert!(since.elapsed() < Duration::from_secs(30), "{told}");
        sleep(Duration::from_millis(150));
    }
}

#[test]
fn what_is_tried_out_at_a_club_says_what_it_takes_and_sends_nothing() {
    let (world, club) = with_club();
    let ada = world.rich_player("ada");
    let at_club = |args: &[&str]| world.json(&ada, &[args, &["--club", &club]].concat());
    let before = world.balance(&ada);
    let tried = world.json(&ada, &["club", "deploy", "--dry-run"]);
    assert_eq!((&tried["dry_run"], &tried["new_code"]), (&json!(true), &json!(false)));
    let tried = at_club(&["open", "--dry-run", "--title", "Four", "--bet", "2"]);
    assert_eq!((&tried["title"], &tried["club"]), (&json!("Four"), &json!(club)));
    assert_eq!((number(&tried["deposit"]), number(&tried["config"]["bet"])), (VARA, 2 * VARA));
    // No table fits, and a dry run opens none.
    let any = ["--any", "--club", &club, "--max-bet", "2", "--dry-run"];
    let said = world.ok(&ada, &[&["join"], &any[..]].concat());
    assert!(said.contains("Nothing was sent") && said.contains("No seat was taken"), "{said}");
    assert!(tables(&world, &club).is_empty());
    assert_eq!(world.balance(&ada), before);

    let opened = at_club(&["open", "--bet", "2"]);
    let before = world.balance(&ada);
    let said = world.ok(&ada, &[&["--json", "join"], &any[..]].concat());
    assert_eq!(step(&said, "table").expect("a table")["program"], opened["program"]);
    assert!(said.contains("\"dry_run\":true") && step(&said, "register").is_none(), "{said}");
    let unlisted = at_club(&["club", "unlist", "--dry-run", &text(&opened["program"])]);
    assert_eq!(unlisted["program"], opened["program"]);
    assert_eq!((tables(&world, &club).len(), world.balance(&ada)), (1, before));
    world.fails(3, &ada, &["club", "unlist", "--dry-run", NOBODY, "--club", &club]);
}

#[test]
fn what_a_club_refuses_is_said_and_costs_nothing() {
    let (world, club) = with_club();
    let ada = world.rich_player("ada");
    let before = world.balance(&ada);
    let long = "x".repeat(65);
    for (args, says) in [
        (vec!["--seats", "3"], "for strangers"),
        (vec!["--start", "time"], "for strangers"),
        (vec!["--title", &long], "at most 64 bytes, and this one 65"),
        (vec!["--title", "\u{202e}"], "no control characters"),
    ] {
        let args = [&["open", "--club", &club][..], &args].concat();
        let sentence = world.fails(3, &ada, &args);
        assert!(sentence.contains(says), "{sentence}");
    }
    assert_eq!(world.balance(&ada), before);
    let poor = world.player_with("poor", "1.5");
    for more in [&[][..], &["--dry-run"]] {
        world.fails(5, &poor, &[&["open", "--club", &club], more].concat());
    }
    let sentence = world.fails(2, "", &["tables", "--joinable"]);
    assert!(sentence.contains("which club?"), "{sentence}");
    let sentence = world.fails(2, "", &["tables", "--club", NOBODY]);
    assert!(sentence.contains("not a club"), "{sentence}");
}

#[test]
fn one_club_that_is_none_hides_no_other() {
    let (world, club) = with_club();
    let owner = world.rich_player("opener");
    let told = |clubs: &str, args: &[&str]| {
        let mut command = world.command(&owner, args);
        command.env("RPSLS_CLUB", clubs);
        finish(command, "")
    };
    let all = format!("0x12,{NOBODY}, {club},,{club},");
    let opened = told(&all, &["--json", "open", "--title", "Found"]);
    assert_eq!(opened.code, 0, "{}", opened.err);
    let opened: Value = serde_json::from_str(&opened.out).expect("JSON");
    assert_eq!(opened["club"], club.as_str());
    let listed = told(&all, &["--json", "tables"]);
    assert_eq!(listed.code, 0, "{}", listed.err);
    assert!(listed.err.contains("“0x12” is no club's id"), "{}", listed.err);
    assert!(listed.err.contains(NOBODY) && listed.err.contains("left out"), "{}", listed.err);
    let listed: Value = serde_json::from_str(&listed.out).expect("JSON");
    assert_eq!(listed["clubs"].as_array().map(Vec::len), Some(1), "{listed}");
    assert_eq!(listed["tables"][0]["program"], opened["program"]);
    let table = text(&opened["program"]);
    assert_eq!(told(&all, &["club", "unlist", &table]).code, 0);
    for none in [&format!("0x12,{NOBODY}"), "0x12", NOBODY] {
        let done = told(none, &["tables"]);
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{none}: {}", done.err);
    }
    let trailing = told(&format!("{club},"), &["--json", "tables"]);
    assert_eq!((trailing.code, trailing.err.as_str()), (0, ""));
    // A title of which nothing is seen names no table.
    let blank = told(&all, &["--json", "open", "--title", "  "]);
    let blank: Value = serde_json::from_str(&blank.out).expect("JSON");
    let seen = told(&club, &["tables"]).out;
    assert!(seen.contains(&text(&blank["program"])[..8]), "{seen}");
}

#[test]
fn whatever_an_account_has_it_opens_a_table_or_loses_nothing() {
    let (world, club) = with_club();
    let mut opened = 0;
    for amount in ["2.3", "2.5", "2.63", "2.7", "2.9", "3", "3.4", "4"] {
        let player = world.player_with(&format!("has {amount}").replace(['.', ' '], ""), amount);
        let before = world.balance(&player);
        let done = world.run(&player, &["open", "--club", &club, "--bet", "0", "--yes"]);
        match done.code {
            0 => opened += 1,
            5 => assert_eq!(world.balance(&player), before, "{amount}"),
            _ => panic!("{amount}: {}", done.err),
        }
    }
    assert!((4..8).contains(&opened), "{opened}: some have enough, and not all");
    assert_eq!(tables(&world, &club).len(), opened);
    // Whoever could not sit down at a new table opens none.
    let some = world.player_with("some", "3.5");
    let before = world.balance(&some);
    let from = [&["join"], &any(&club, "1")[..], &["--min-bet", "1", "--yes"]].concat();
    let sentence = world.fails(5, &some, &from);
    assert!(sentence.contains("nothing was opened"), "{sentence}");
    assert_eq!((world.balance(&some), tables(&world, &club).len()), (before, opened));
}

#[test]
fn a_table_is_opened_across_an_upgrade_of_the_chain() {
    let (world, club) = with_club();
    if !world.is_ours("its runtime is not upgraded at will") {
        return;
    }
    let ada = world.rich_player("ada");
    let open = ["--json", "open", "--club", &club];
    let gas_of = |opened: &str| {
        let opened: Value = serde_json::from_str(opened).expect("JSON");
        opened["gas_limit"].as_u64().expect("a number")
    };
    let usual = gas_of(&world.ok(&ada, &open));
    world.upgrade();
    let done = world.run(&ada, &open);
    assert_eq!(done.code, 0, "{}{}", done.out, done.err);
    assert!(done.err.contains("the chain was upgraded"), "{}", done.err);
    assert!(gas_of(&done.out) > usual + 30_000_000_000, "{}", done.out);
    let done = world.run(&ada, &open);
    assert!(!done.err.contains("the chain was upgraded"), "{}", done.err);
    assert_eq!(gas_of(&done.out), usual, "both codes are prepared");
    assert_eq!(tables(&world, &club).len(), 3);
}

#[test]
fn a_table_that_can_not_start_is_not_listed_and_its_deposit_is_back() {
    let world = World::new();
    // The chain never has this code.
    let club = club_of(&world, CodeId::from([7; 32]));
    let ada = world.rich_player("ada");
    let before = world.balance(&ada);
    let sentence = world.fails_saying(1, &ada, &["open", "--club", &club]);
    assert!(sentence.contains("The deposit is back"), "{sentence}");
    let paid = before - world.balance(&ada);
    assert!(paid < VARA, "only fees and gas: {paid}");
    assert_eq!(tables(&world, &club), Vec::<Value>::new());
}

#[test]
fn tables_of_unknown_code_are_marked_and_never_joined_by_any() {
    let world = World::on(None);
    if !world.is_ours("it opens tables without the client") {
        return;
    }
    world.upload(gas_floor::WASM_BINARY_OPT, &[]);
    let club = club_of(&world, CodeId::generate(gas_floor::WASM_BINARY_OPT));
    in_time(open_many(&world.url, &club, "//Alice", 1));
    let list = world.json("", &["tables", "--club", &club]);
    let club_told = &list["clubs"][0];
    assert_eq!((&club_told["known_code"], &club_told["listed"]), (&json!(false), &json!(1)));
    assert_eq!(list["tables"][0]["stage"], Value::Null);
    let said = world.ok("", &["tables", "--club", &club]);
    assert!(said.contains("! One of many") && said.contains("Its code is unknown"), "{said}");
    let said = world.ok("", &["tables", "--long", "--club", &club]);
    assert!(said.contains("unknown: not joined by --any"), "{said}");
    let ada = world.rich_player("ada");
    let before = world.balance(&ada);
    let any = ["join", "--any", "--club", &club, "--max-bet", "9", "--auto"];
    let sentence = world.fails(3, &ada, &any);
    assert!(sentence.contains("--any sits down at none of them"), "{sentence}");
    assert_eq!(world.balance(&ada), before);
}

/// Another file of the table's program. It does the same, but has another code id.
fn other_code_of_tables() -> Vec<u8> {
    // This adds a section that nothing reads.
    [rpsls::WASM_BINARY_OPT, &[0, 5, 4, b'r', b'p', b's', b'!']].concat()
}

#[test]
fn a_table_that_fits_but_is_of_unknown_code_is_left_to_others() {
    let world = World::new();
    let code = other_code_of_tables();
    world.upload(&code, &duel().encode());
    let unknown = club_of(&world, CodeId::generate(&code));
    let [opener, ada] = ["opener", "ada"].map(|name| world.rich_player(name));
    let opened = world.run(&opener, &["open", "--club", &unknown]);
    assert!(opened.err.contains("it may keep what you pay"), "{}", opened.err);
    let list = world.json("", &["tables", "--club", &unknown]);
    assert_eq!(list["tables"][0]["joinable"], true, "it looks like any other");

    let before = world.balance(&ada);
    let refused = world.join(&ada, &any(&unknown, "1")).end();
    assert_eq!(refused.code, 3, "{}{}", refused.out, refused.err);
    assert!(refused.out.contains("\"unreleased\""), "{}", refused.out);
    assert_eq!(world.balance(&ada), before);

    let known = text(&world.json(&opener, &["club", "deploy"])["club"]);
    let _waiting = world.seated(&ada, &any(&format!("{unknown},{known}"), "1"));
    let list = world.json("", &["tables", "--club", &unknown, "--club", &known]);
    let taken = |table: &Value| (text(&table["club"]), table["seats_taken"].clone());
    let tables = list["tables"].as_array().expect("a list");
    let tables: Vec<_> = tables.iter().map(taken).collect();
    assert_eq!(tables, [(known, json!(1)), (unknown, json!(0))], "soonest to start first");
}

#[test]
fn the_tables_of_an_old_club_and_a_new_one_are_listed_and_joined_alike() {
    let (world, old) = with_club();
    let (world, new) = with_club_on(world);
    let both = format!("{old},{new}");
    let [opener, ada, bob, carol, dave] =
        ["opener", "ada", "bob", "carol", "dave"].map(|name| world.rich_player(name));
    // With several clubs named, the first one opens the table.
    for (clubs, title) in [(&format!("{new},{old}"), "New"), (&both, "Old")] {
        let mut open = world.command(&opener, &["open", "--title", title]);
        open.env("RPSLS_CLUB", clubs);
        assert_eq!(finish(open, "").code, 0);
    }
    let list = world.json("", &["tables", "--joinable", "--club", &both]);
    let known = list["clubs"].as_array().expect("a list").iter();
    assert_eq!(known.filter(|club| club["known_code"] == true).count(), 2);
    let listed = list["tables"].as_array().expect("a list");
    let of =
        |title: &str| listed.iter().find(|table| table["title"] == title).expect("it is there");
    assert_eq!((&of("New")["club"], &of("Old")["club"]), (&json!(new), &json!(old)));
    let said = world.ok("", &["tables", "--long", "--club", &both]);
    assert!(said.contains(&old) && said.contains(&new), "{said}");

    // Two pairs of strangers take both, one after the other.
    for pair in [[&ada, &bob], [&carol, &dave]] {
        let said = pair.map(|player| world.join(player, &any(&both, "1"))).map(Running::finish);
        assert_eq!(said.iter().filter(|lines| is_won(lines)).count(), 1, "{said:?}");
        // The next players go to the other table.
        let played = text(&step(&said[0], "table").expect("a table")["program"]);
        let unlisted = world.json(&opener, &["club", "unlist", &played, "--club", &both]);
        let at = listed.iter().find(|table| table["program"] == played.as_str()).expect("it was");
        assert_eq!(unlisted["club"], at["club"]);
    }
    assert_eq!(tables(&world, &both), Vec::<Value>::new());
}

/// A player finds the fullest table, and others act there in the meantime. The player must go on to
/// the second table.
fn moves_on(method: &'static str, is_named: bool, meanwhile: fn(&World, &str) -> Vec<Command>) {
    let (world, club) = with_club();
    if !world.is_ours("others act within a request") {
        return;
    }
    let [opener, carol, ada, dave] =
        ["opener", "carol", "ada", "dave"].map(|name| world.rich_player(name));
    let open = |title| {
        let stages = ["--entry", "1h", "--moves", "1h", "--reveals", "1h"];
        let opened = [&["open", "--club", &club, "--title", title][..], &stages].concat();
        text(&world.json(&opener, &opened)["program"])
    };
    let [first, second] = ["First", "Second"].map(open);
    world.ok(&carol, &["--program", &first, "register"]);
    let acts = Mutex::new(meanwhile(&world, &first));
    // Text in the request's parameters.
    let of = if is_named { first[2..].to_owned() } else { String::new() };
    let filter = Filter::asked(&world.url, move |asked, params| {
        if asked == method && params.to_string().contains(&of) {
            let acts = std::mem::take(&mut *acts.lock().unwrap());
            block_in_place(|| {
                for act in acts {
                    let done = finish(act, "");
                    assert_eq!(done.code, 0, "{}{}", done.out, done.err);
                }
            });
        }
        Verdict::Pass
    });
    let before = world.balance(&ada);
    // These moves take one round, whose fees are known. Random ones could take many.
    let join = |player, node, moves| {
        world.join(player, &[&any(&club, "1")[..5], &["--node", node, "--moves", moves]].concat())
    };
    let mut joining = join(&ada, &filter.url, "rock");
    joining.wait_for(&second);
    joining.step("register");
    join(&dave, &world.url, "paper").finish();
    let lines = joining.finish();
    let of_step = |name| lines.lines().filter(|line| line.contains(name)).count();
    assert_eq!(of_step("\"step\":\"table\""), 2, "the first and the second: {lines}");
    assert_eq!(of_step("\"step\":\"register\""), 1, "one seat: {lines}");
    assert!(!is_won(&lines));
    // The first to reveal arms an alarm. It holds its gas until it runs, after the promised hour
    // and the hour of the reveals.
    world.advance(3 * 3_600 / 3);
    let lost = before - world.balance(&ada);
    assert!((VARA..2 * VARA).contains(&lost), "one bet, besides fees and gas: {lost}: {lines}");
    let id = world.account(&ada);
    let status = world.status_at(&first);
    let players = status["players"].as_array().expect("a list");
    assert!(players.iter().all(|player| player["account"] != id), "{status}");
}

fn take_the_last_seat(world: &World, table: &str) -> Vec<Command> {
    let bob = world.rich_player("bob");
    vec![world.command(&bob, &["--program", table, "register"])]
}

#[test]
fn whoever_finds_a_seat_taken_since_it_was_listed_goes_on_to_the_next_table() {
    moves_on("gear_readMetahash", true, take_the_last_seat);
}

#[test]
fn whoever_loses_a_seat_to_a_message_that_was_faster_has_the_bet_back_and_goes_on() {
    moves_on("author_submitExtrinsic", false, take_the_last_seat);
}

/// The owner's commands that change the table's terms at once.
fn change_terms(world: &World, table: &str, [option, to]: [&str; 2]) -> Vec<Command> {
    let opener = world.player("opener");
    let owner = |args: &[&str]| world.command(&opener, &[&["--program", table], args].concat());
    vec![owner(&["config", option, to]), owner(&["stop", "--yes"])]
}

#[test]
fn whoever_finds_a_bet_raised_since_it_was_listed_goes_on() {
    moves_on("gear_readMetahash", true, |world, table| change_terms(world, table, ["--bet", "9"]));
}

#[test]
fn whoever_finds_the_terms_not_for_strangers_any_more_goes_on() {
    moves_on("gear_readMetahash", true, |world, table| {
        change_terms(world, table, ["--reveals", "5s"])
    });
}

#[test]
fn nothing_is_opened_while_a_table_that_may_fit_can_not_be_read() {
    let (world, club) = with_club();
    if !reads_state() {
        return skip("its nodes serve no batches");
    }
    let ada = world.rich_player("ada");
    let opened = world.json(&world.rich_player("opener"), &["open", "--club", &club]);
    let table = Some(text(&opened["program"]));
    let filter = Filter::before(&world.url, Lazy { silent_on: table, ..Lazy::default() });
    let join = [&["--node", &filter.url, "join"][..], &any(&club, "1")].concat();
    let said = world.fails_saying(1, &ada, &join);
    assert!(said.contains("nothing was opened"), "{said}");
    assert_eq!(tables(&world, &club).len(), 1);
}

/// A node that can lack methods, answer only half of a batch, refuse a long one, hide a table, and
/// lie about a title.
#[derive(Default)]
struct Lazy {
    without: &'static [&'static str],
    asked: Mutex<Vec<String>>,
    answers_half: bool,
    most: Option<usize>,
    silent_on: Option<String>,
    lies: bool,
}

impl Rules for Lazy {
    fn asked(&self, method: &str, params: &Value) -> Verdict {
        self.asked.lock().unwrap().push(method.into());
        if self.without.contains(&method) {
            return Verdict::Refuse { code: -32601, message: "Method not found", data: "" };
        }
        let is_batch = method == "gear_readStateBatch";
        let count = params[0].as_array().map_or(0, Vec::len);
        match self.most {
            Some(most) if is_batch && count > most => Verdict::Refuse {
                code: 8000,
                message: "Runtime error",
                data: "one of them can't be read",
            },
            _ => Verdict::Pass,
        }
    }

    fn answered(&self, method: &str, params: &Value, result: &mut Value) {
        let Some(answers) = result.as_array_mut() else { return };
        if method != "gear_readStateBatch" {
            return;
        }
        let asked = params[0].as_array().into_iter().flatten();
        for (answer, asked) in answers.iter_mut().zip(asked) {
            if asked[0].as_str() == self.silent_on.as_deref() {
                *answer = json!("0x");
            }
        }
        if self.answers_half {
            answers.truncate(answers.len().div_ceil(2));
        }
        if self.lies {
            let [said, lie] = ["One of many", "\u{1b}[2J\u{202e}OWNE"].map(hex::encode);
            for answer in answers {
                *answer = json!(answer.as_str().expect("hex").replace(&said, &lie));
            }
        }
    }
}

#[test]
fn all_tables_are_listed_whatever_a_node_leaves_out_of_a_batch() {
    let (world, club) = with_club_on(World::on(None));
    if !world.is_ours("it opens tables without the client") {
        return;
    }
    in_time(open_many(&world.url, &club, "//Alice", 7));
    let listed = tables(&world, &club);
    assert_eq!(listed.len(), 7);
    for rules in [
        Lazy { answers_half: true, ..Lazy::default() },
        Lazy { most: Some(1), ..Lazy::default() },
        Lazy { most: Some(3), answers_half: true, ..Lazy::default() },
        Lazy { without: &["gear_readStateBatch"], ..Lazy::default() },
        Lazy { without: &["gear_readState", "gear_readStateBatch"], ..Lazy::default() },
    ] {
        let filter = Filter::before(&world.url, rules);
        let mut list = world.json("", &["--node", &filter.url, "tables", "--club", &club]);
        assert_eq!(list["tables"].take().as_array().expect("a list"), &listed);
    }
    if !reads_state() {
        return skip("its nodes serve no batches");
    }
    let filter = Filter::before(&world.url, Lazy { lies: true, ..Lazy::default() });
    let said = world.ok("", &["--node", &filter.url, "tables", "--club", &club]);
    assert!(said.contains("OWNE") && !said.contains(['\u{1b}', '\u{202e}']), "{said:?}");
}

#[test]
fn a_thousand_tables_are_listed_with_a_dozen_requests() {
    let (world, club) = with_club_on(World::on(None));
    if !world.is_ours("it opens a thousand tables") {
        return;
    }
    let openers = ["//Alice", "//Bob", "//Charlie", "//Dave"];
    in_time(async {
        let openers = openers.map(|opener| open_many(&world.url, &club, opener, 75));
        futures::future::join_all(openers).await;
    });
    let listed = |tables: &[Value]| -> BTreeSet<String> {
        let running = tables.iter().filter(|table| table["stage"] == "registration");
        running.map(|table| text(&table["program"])).collect()
    };
    assert_eq!(listed(&tables(&world, &club)).len(), 300, "of four, within a block or two");
    in_time(async {
        for _ in 0..2 {
            let openers = openers.map(|opener| open_many(&world.url, &club, opener, 88));
            futures::future::join_all(openers).await;
        }
    });
    let rules = std::sync::Arc::new(Lazy::default());
    let filter = Filter::before(&world.url, rules.clone());
    let list = world.json("", &["--node", &filter.url, "tables", "--club", &club]);
    assert_eq!(listed(list["tables"].as_array().expect("a list")).len(), 1_004);
    if !reads_state() {
        return skip("its nodes serve no batches");
    }
    let asked = rules.asked.lock().unwrap();
    let from = asked.iter().position(|method| method == "gear_readMetahash").expect("it looks");
    let requests = &asked[from..];
    let of_tables = requests.iter().filter(|method| method.starts_with("gear_")).count();
    // A newer block in between is asked for, too: whether there is one, depends on the machine.
    assert!(of_tables <= 7 && requests.len() <= of_tables + 9, "{requests:?}");
}

#[test]
fn a_node_comes_with_a_club_and_two_tables_and_counts_them_when_it_starts_again() {
    let world = World::new();
    if !world.is_ours("it runs a node of its own") {
        return;
    }
    let state = world.home().join("chain");
    let state = state.to_str().expect("a path");
    let args = ["node", "--port", "0", "--block-time", "150", "--with-club", "--state", state];
    let mut node = world.start("", &[&["--json"], &args[..]].concat());
    let [url, club] = ["url", "club"].map(|name| {
        let line = node.wait_for(&format!("\"{name}\""));
        text(&serde_json::from_str::<Value>(&line).expect("JSON")[name])
    });
    let list = world.json("", &["--node", &url, "tables", "--club", &club, "--joinable"]);
    let tables = list["tables"].as_array().expect("a list");
    let mut seats: Vec<_> = tables.iter().map(|table| table["config"]["seats"].as_u64()).collect();
    seats.sort();
    assert_eq!(seats, [Some(2), Some(4)]);
    world.ok("alice", &["--node", &url, "open", "--club", &club]);
    node.interrupt();
    world.start("", &args).wait_for("A club, which lists 3 tables");
}

#[test]
fn whoever_finds_no_table_looks_again_before_opening_one() {
    let (world, club) = with_club();
    if !world.is_ours("somebody acts within a request") {
        return;
    }
    let [opener, ada] = ["opener", "ada"].map(|name| world.rich_player(name));
    let open = world.command(&opener, &["open", "--club", &club, "--title", "Faster"]);
    let open = Mutex::new(Some(open));
    let id = club[2..].to_owned();
    // Somebody opens a table after the block at which the player looks.
    let filter = Filter::asked(&world.url, move |method, params| {
        let is_read = ["gear_readState", "gear_calculateReplyForHandle"].contains(&method);
        if is_read
            && params.to_string().contains(&id)
            && let Some(open) = open.lock().unwrap().take()
        {
            block_in_place(|| assert_eq!(finish(open, "").code, 0));
        }
        Verdict::Pass
    });
    let join = [&any(&club, "1")[..], &["--node", &filter.url]].concat();
    let mut joining = world.join(&ada, &join);
    let table = joining.step("table");
    assert_eq!(table["title"], "Faster", "the player knows who waits there");
    joining.step("register");
    joining.kill();
    let listed = tables(&world, &club);
    assert_eq!(listed.len(), 1, "one table for both: {listed:?}");
    assert_eq!(listed[0]["program"], table["program"]);
}

#[test]
fn what_a_table_has_cost_is_booked_to_the_unit() {
    let (world, club) = with_club();
    let opener = world.rich_player("opener");
    let before = world.balance(&opener);
    let opened = world.json(&opener, &["open", "--club", &club]);
    let paid = before - world.balance(&opener);
    let sums = world.json(&opener, &["games"])["sums"].clone();
    assert_eq!((&sums["opened"]["tables"], number(&sums["opened"]["paid"])), (&json!(1), paid));
    let gas = u128::from(opened["gas_burned"].as_u64().expect("a number"));
    assert_eq!(number(&opened["fee"]) + 100 * gas + number(&opened["deposit"]), paid);
    assert!(world.ok(&opener, &["games"]).contains("1 table, for"), "it is told");
}

#[test]
fn a_club_is_verified_as_a_table_is() {
    let (world, club) = with_club();
    let done = world.run("", &["--program", &club, "verify"]);
    let table = world.json(&world.rich_player("opener"), &["open", "--club", &club]);
    let of_table = world.run("", &["--program", &text(&table["program"]), "verify"]);
    // A build of its own is no release, and neither is its club.
    assert_eq!(done.code, of_table.code, "{}{}", done.out, done.err);
    let unknown = "not what this rpsls was built with";
    assert!(!done.err.contains(unknown) && !of_table.err.contains(unknown), "{}", done.err);
}
