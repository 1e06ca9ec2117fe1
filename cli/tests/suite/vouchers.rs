//! Vouchers: a host pays fees and gas, but never a bet.

use crate::{
    docs::documented,
    filter::{Filter, Verdict},
    terminal::Terminal,
    world::{Done, NOBODY, Running, VARA, World, finish, is_won, number, step, text},
};
use serde_json::{Value, json};
use std::fs;

/// An amount in VARA that is enough for what stays in a voucher and for two messages.
const TWO_MESSAGES: &str = "1.6";

/// Where the chain's state has its accounts.
const ACCOUNTS: &str = "26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9";

/// Issues a voucher from the table's owner to a player. Returns its id.
fn issue(world: &World, to: &str, more: &[&str]) -> String {
    let to = world.address(to);
    let args = [&["voucher", "issue", "--to", &to], more].concat();
    let issued = world.json(&world.player("owner"), &args);
    text(&issued["vouchers"][0]["voucher"])
}

fn usable(world: &World, player: &str) -> Vec<Value> {
    world.json(player, &["voucher", "list"])["usable"].as_array().expect("a list").clone()
}

fn free_table() -> World {
    let mut world = World::new();
    let stage = if world.is_development() { "20m" } else { "3m" };
    let args = ["--bet", "0", "--seats", "2", "--entry", stage, "--moves", stage];
    world.deploy(&[&args[..], &["--reveals", stage]].concat());
    world
}

/// The phrase of a guest's key, from the guest's link.
fn phrase(voucher: &Value) -> String {
    let link = text(&voucher["link"]);
    let (_, seed) = link.split_once("&guest=").expect("a link for a guest");
    format!("0x{seed}")
}

/// Runs the client for a guest, by the phrase of the guest's key.
fn as_guest(world: &World, phrase: &str, args: &[&str]) -> Done {
    let mut command = world.command("", args);
    command.env("RPSLS_PHRASE", phrase);
    finish(command, "")
}

/// Plays a game with these moves, by accounts or by phrases. Returns each player's output.
fn play(world: &World, players: &[(&str, &str)], phrases: &[String]) -> Vec<String> {
    let mut games = vec![];
    for (index, (player, moves)) in players.iter().enumerate() {
        let mut command = world.command(player, &["--json", "join", "--moves", moves]);
        command.envs(phrases.get(index).map(|phrase| ("RPSLS_PHRASE", phrase)));
        games.push(Running::new(command));
        // The last one starts the game, which may be over soon.
        if index + 1 < players.len() {
            world.wait_for_seats(index + 1);
        }
    }
    games.into_iter().map(Running::finish).collect()
}

#[test]
fn an_account_that_no_final_block_knows_plays_by_its_voucher() {
    let Some(mut world) = World::with_lag(40) else { return };
    let stages = ["--entry", "1h", "--moves", "2m", "--reveals", "2m"];
    world.deploy(&[&["--bet", "0", "--seats", "2"], &stages[..]].concat());
    let [gus, bob] = ["gus", "bob"].map(|name| world.player(name));
    for player in [&gus, &bob] {
        issue(&world, player, &[]);
    }
    let games = play(&world, &[(&gus, "rock"), (&bob, "scissors")], &[]);
    assert!(is_won(&games[0]) && !is_won(&games[1]), "{games:?}");
}

#[test]
fn a_duel_costs_players_and_hosts_what_the_docs_say() {
    let world = free_table();
    if !world.is_ours("time has to be skipped for what alarms hold") {
        return;
    }
    // The player who arms an alarm pays some hundredths of a VARA more.
    let is_about = |cost: u128, row: &str| {
        let cost = cost as f64 / VARA as f64;
        let documented: f64 = documented(row).parse().expect("a number");
        assert!((cost - documented).abs() < 0.1, "{row}: {cost} VARA");
    };
    let players = ["ada", "bob"].map(|name| world.rich_player(name));
    let have = || players.iter().map(|player| world.balance(player)).sum::<u128>();
    let before = have();
    play(&world, &[(&players[0], "rock"), (&players[1], "paper")], &[]);
    world.advance(1_000);
    is_about((before - have()) / 2, "to each player, without a voucher");

    // Guests have nothing but their links.
    let owner = world.player("owner");
    let before = world.balance(&owner);
    let issued = world.json(&owner, &["voucher", "issue", "--players", "2"]);
    let vouchers = issued["vouchers"].as_array().expect("a list");
    let given: u128 = vouchers.iter().map(|voucher| number(&voucher["balance"])).sum();
    assert_eq!(before - world.balance(&owner), given + number(&issued["fee"]));
    let phrases: Vec<String> = vouchers.iter().map(phrase).collect();
    let said = play(&world, &[("", "rock"), ("", "paper")], &phrases);
    assert_eq!(said.iter().map(|said| is_won(said)).collect::<Vec<_>>(), [false, true]);
    for (said, voucher) in said.iter().zip(vouchers) {
        for name in ["register", "reveal"] {
            assert_eq!(step(said, name).expect(name)["voucher"], voucher["voucher"], "{said}");
        }
        let account = &voucher["spender"];
        let noted = world.json("", &["games"]);
        let mut games = noted["games"].as_array().expect("a list").iter();
        let game = games.find(|game| game["account"] == *account).expect("it is noted");
        assert_eq!(number(&game["spent"]), 0, "{noted}");
    }
    world.advance(1_000);
    for phrase in &phrases {
        assert_eq!(as_guest(&world, phrase, &["voucher", "decline"]).code, 0);
    }
    world.ok(&owner, &["voucher", "revoke"]);
    is_about((before - world.balance(&owner)) / 2, "to the host, for each guest");
}

#[test]
fn four_guests_play_a_knockout_with_vouchers_for_exactly_its_two_rounds() {
    let mut world = World::new();
    let stages = ["--entry", "20m", "--moves", "20m", "--reveals", "20m"];
    world.deploy(&[&["--bet", "0", "--seats", "4"], &stages[..]].concat());
    let owner = world.player("owner");
    let each = |more: &[&str]| {
        let args = [&["voucher", "issue", "--players", "4", "--dry-run"], more].concat();
        number(&world.json(&owner, &args)["each"])
    };
    assert_eq!(each(&[]), each(&["--rounds", "2"]));
    assert!(each(&[]) < each(&["--rounds", "3"]));
    let issued = world.json(&owner, &["voucher", "issue", "--players", "4"]);
    let vouchers = issued["vouchers"].as_array().expect("a list");
    let phrases: Vec<String> = vouchers.iter().map(phrase).collect();
    // Seat 0 meets seat 2, and seat 1 meets seat 3: the first two win, and then draw.
    let moves = ["rock,spock", "rock,spock", "scissors", "scissors"];
    let said = play(&world, &moves.map(|moves| ("", moves)), &phrases);
    assert_eq!(said.iter().filter(|said| is_won(said)).count(), 1, "{said:?}");
    for (index, said) in said.iter().enumerate() {
        let rounds = if index < 2 { 2 } else { 1 };
        assert_eq!(said.matches("\"step\":\"reveal\"").count(), rounds, "{said}");
        assert!(step(said, "move").is_none(), "each move goes with another message: {said}");
    }
}

#[test]
fn a_guest_s_link_is_whole_in_json_too_and_says_where_it_leads() {
    let world = free_table();
    if !world.is_ours("the node is on this computer") {
        return;
    }
    let issue = ["--json", "voucher", "issue", "--players", "1", "--page"];
    let owner = world.player("owner");
    let issued = world.run(&owner, &[&issue[..], &["https://example.org/play/"]].concat());
    assert_eq!(issued.code, 0, "{}", issued.err);
    let told: Value = serde_json::from_str(&issued.out).expect("JSON");
    let link = text(&told["vouchers"][0]["link"]);
    assert!(link.starts_with("https://example.org/play/#/table/0x"), "{link}");
    assert!(issued.err.contains("on this computer alone"), "{}", issued.err);
    assert!(!issued.err.contains("a key of yours"), "{}", issued.err);
    let keyed = format!("{}/KEY", world.url);
    let args = ["--node", &keyed, "voucher", "issue", "--players", "1", "--yes"];
    let said = world.run(&owner, &args);
    assert!(said.code == 0 && said.err.contains("a key of yours"), "{}", said.err);
    assert!(said.out.contains("KEY") && !said.err.contains("KEY"), "{}{}", said.out, said.err);
    let said = world.ok(&owner, &["voucher", "issue", "--players", "1"]);
    assert!(said.contains("1 voucher of") && !said.contains("each"), "{said}");
    let bad = world.run(&owner, &[&issue[..], &["foo"]].concat());
    assert_eq!(bad.code, 2);
    assert!(bad.out.contains("--page"), "{}", bad.out);
}

#[test]
fn vouchers_that_are_tried_out_cost_nothing() {
    let world = free_table();
    let owner = world.player("owner");
    let id = issue(&world, &owner, &[]);
    let before = world.balance(&owner);
    let tried = world.json(&owner, &["voucher", "issue", "--players", "2", "--dry-run"]);
    assert_eq!((&tried["vouchers"], &tried["dry_run"]), (&json!(2), &json!(true)));
    assert_eq!(number(&tried["value"]), 2 * number(&tried["each"]));
    let declined = world.json(&owner, &["voucher", "decline", "--dry-run"]);
    assert_eq!(declined["vouchers"], json!([id]));
    let revoked = world.json(&owner, &["voucher", "revoke", "--dry-run"]);
    assert_eq!((&revoked["vouchers"], number(&revoked["returned"])), (&json!([]), 0));
    let listed = world.json(&owner, &["voucher", "list"]);
    assert_eq!(listed["usable"][0]["expired"], false);
    assert_eq!(listed["issued"].as_array().map(Vec::len), Some(1));
    assert_eq!(world.balance(&owner), before);
    let poor = world.player_with("poor", "3");
    let args = ["voucher", "issue", "--players", "2", "--each", "2", "--dry-run"];
    world.fails_saying(5, &poor, &args);
}

#[test]
fn a_player_with_a_voucher_pays_the_bet_and_no_more() {
    let (world, [ada, bob]) = World::with_players("5", ["ada", "bob"]);
    let id = issue(&world, &ada, &[]);
    let registered = world.json(&ada, &["register"]);
    assert_eq!(registered["voucher"], id.as_str());
    assert_eq!(world.balance(&ada), 95 * VARA);
    world.ok(&bob, &["register"]);
    world.skip();
    world.ok(&bob, &["move", "rock"]);
    let words = world.ok(&ada, &["move", "paper"]);
    assert!(words.contains("of fees, by a voucher)"), "{words}");
    world.ok(&bob, &["reveal"]);
    world.ok(&ada, &["reveal"]);
    assert_eq!(world.balance(&ada), 105 * VARA);
    // The money of a bet is the player's own.
    let poor = world.player_with("poor", "5.5");
    issue(&world, &poor, &[]);
    let sentence = world.fails(5, &poor, &["register"]);
    assert!(sentence.contains("has 5.5 VARA, and needs 6: 0.5 VARA short"), "{sentence}");
    assert_eq!(world.balance(&poor), 55 * VARA / 10);
}

#[test]
fn what_pays_can_be_chosen_and_a_voucher_is_for_its_table_alone() {
    let mut world = World::with_table("1");
    let ada = world.rich_player("ada");
    let id = issue(&world, &ada, &[]);
    let sentence = world.fails(2, &ada, &["--voucher", NOBODY, "register"]);
    assert!(sentence.contains("does not pay for"), "{sentence}");
    let own = world.json(&ada, &["--voucher", "none", "register"]);
    assert_eq!(own["voucher"], Value::Null);
    assert!(world.balance(&ada) < 99 * VARA);
    let before = world.balance(&ada);
    assert_eq!(world.json(&ada, &["--voucher", &id, "leave"])["voucher"], id.as_str());
    assert!(world.balance(&ada) >= before + VARA);
    world.deploy(&["--bet", "1"]);
    assert!(usable(&world, &ada).is_empty());
    assert_eq!(world.json(&ada, &["register"])["voucher"], Value::Null);
}

#[test]
fn a_voucher_that_runs_out_in_a_game_leaves_the_rest_to_the_player() {
    let (world, [ada, bob]) = World::with_players("1", ["ada", "bob"]);
    issue(&world, &ada, &["--each", TWO_MESSAGES]);
    let mut playing = world.join(&ada, &["--later", "--moves", "rock"]);
    // A seat also asks for a round's messages, for which this voucher has too little.
    assert_eq!(playing.step("register")["voucher"], Value::Null);
    world.ok(&bob, &["register"]);
    world.skip();
    let moved = playing.step("move");
    assert!(moved["voucher"].is_string(), "{moved}");
    world.ok(&bob, &["move", "rock"]);
    playing.step("reveal");
    world.ok(&bob, &["reveal"]);
    assert_eq!(playing.step("move")["voucher"], Value::Null);
    world.ok(&bob, &["move", "scissors"]);
    world.ok(&bob, &["reveal"]);
    let done = playing.end();
    assert!(done.code == 0 && is_won(&done.out), "{}", done.out);
    assert!(done.err.contains("does not pay any more"), "{}", done.err);
}

#[test]
fn a_named_voucher_that_is_over_in_a_game_loses_no_bet() {
    let (world, [ada, bob]) = World::with_players("1", ["ada", "bob"]);
    let id = issue(&world, &ada, &[]);
    let mut playing = world.join(&ada, &["--voucher", &id, "--later", "--moves", "rock"]);
    assert_eq!(playing.step("register")["voucher"], id.as_str());
    world.ok(&bob, &["register"]);
    world.ok(&ada, &["voucher", "decline"]);
    world.skip();
    assert_eq!(playing.step("move")["voucher"], Value::Null);
    world.ok(&bob, &["move", "scissors"]);
    assert_eq!(playing.step("reveal")["voucher"], Value::Null);
    world.ok(&bob, &["reveal"]);
    let done = playing.end();
    assert!(done.code == 0 && is_won(&done.out), "{}", done.out);
    assert_eq!(done.err.matches("can't pay for what is due").count(), 1, "{}", done.err);
    // A seat that is not paid yet is not taken at the account's own cost.
    let said = world.fails_saying(2, &ada, &["--voucher", &id, "join", "--auto", "--yes"]);
    assert!(said.contains("does not pay for"), "{said}");
}

#[test]
fn who_can_pay_plays_on_where_a_node_lists_no_vouchers() {
    let world = World::with_table("1");
    let filter = Filter::asked(&world.url, |method, _| match method {
        "state_getKeysPaged" => {
            Verdict::Refuse { code: -32601, message: "Method not found", data: "" }
        }
        _ => Verdict::Pass,
    });
    let ada = world.rich_player("ada");
    let id = issue(&world, &ada, &[]);
    let register = ["--node", &filter.url, "register"];
    let done = world.run(&ada, &[&register[..], &["--voucher", &id]].concat());
    assert!(done.code == 1 && done.err.contains("vouchers can't be read"), "{}", done.err);
    let done = world.run(&ada, &register);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.err.contains("vouchers can't be read") && done.err.contains("pays"));
}

#[test]
fn what_is_left_comes_back_when_a_voucher_is_over_and_not_before() {
    let world = World::with_table("1");
    let [owner, ada] = [world.player("owner"), world.rich_player("ada")];
    let id = issue(&world, &ada, &["--each", "4"]);
    let sentence = world.fails(2, &owner, &["voucher", "revoke", &id]);
    assert!(sentence.contains("pays for another "), "{sentence}");
    let none = world.ok(&owner, &["voucher", "revoke"]);
    assert!(none.contains("There is none that has expired"), "{none}");
    // Only its spender can end a voucher early.
    let sentence = world.fails(2, &owner, &["voucher", "decline", &id]);
    assert!(sentence.contains("not this account's to use"), "{sentence}");
    let balance = world.balance(&ada);
    world.ok(&ada, &["voucher", "decline"]);
    assert_eq!(world.balance(&ada), balance, "the voucher pays for its own end");
    assert_eq!(usable(&world, &ada)[0]["expired"], true);
    let before = world.balance(&owner);
    let revoked = world.json(&owner, &["voucher", "revoke"]);
    let returned = number(&revoked["returned"]);
    assert!((3 * VARA..4 * VARA).contains(&returned), "{revoked}");
    assert_eq!(world.balance(&owner), before + returned - number(&revoked["fee"]));
    let listed = world.json(&owner, &["voucher", "list"]);
    assert_eq!(listed["issued"], Value::Array(vec![]), "the empty voucher is not listed any more");
}

#[test]
fn what_was_issued_is_listed_and_taken_back_on_another_computer() {
    let (world, [owner, ada, bob]) = World::with_players("1", ["owner", "ada", "bob"]);
    let [to_ada, to_bob] = [&ada, &bob].map(|player| world.address(player));
    // Ada is named twice.
    let args = ["voucher", "issue", "--each", "4", "--to", &to_ada, &to_bob, &to_ada];
    let vouchers = world.json(&owner, &args)["vouchers"].clone();
    assert_eq!(vouchers.as_array().unwrap().len(), 2, "{vouchers}");
    // This loses the host's own notes.
    fs::remove_dir_all(world.home().join("guests")).unwrap();
    // Its node lists one at a time, whatever it is asked for.
    let filter = Filter::asked(&world.url, |method, params| {
        let mut one = params.clone();
        match method {
            "state_getKeysPaged" => {
                one[1] = 1.into();
                Verdict::AskWith(one)
            }
            _ => Verdict::Pass,
        }
    });
    let listed = world.json(&owner, &["--node", &filter.url, "voucher", "list"]);
    let issued = listed["issued"].as_array().expect("a list");
    assert_eq!(issued.len(), 2, "{listed}");
    let account = world.account(&ada);
    let of_ada = issued.iter().find(|voucher| voucher["spender"] == account).expect("hers");
    assert!(world.json(&ada, &["voucher", "list"])["issued"].as_array().unwrap().is_empty());
    world.ok(&ada, &["voucher", "decline"]);
    let revoked = world.json(&owner, &["voucher", "revoke", &text(&of_ada["voucher"])]);
    assert!(number(&revoked["returned"]) > 3 * VARA, "{revoked}");
    let listed = world.json(&owner, &["voucher", "list"]);
    assert_eq!(listed["issued"].as_array().unwrap().len(), 1, "{listed}");
}

#[test]
fn what_was_issued_is_told_though_the_node_lists_nothing() {
    let world = World::with_table("1");
    let owner = world.player("owner");
    let filter = Filter::asked(&world.url, |method, _| match method {
        "state_getKeysPaged" => Verdict::Refuse { code: 1, message: "no", data: "\"not now\"" },
        _ => Verdict::Pass,
    });
    let issue = ["--node", &filter.url, "voucher", "issue", "--players", "2"];
    let issued = world.json(&owner, &issue)["vouchers"].clone();
    let listed = world.json(&owner, &["voucher", "list"])["issued"].clone();
    let known = |vouchers: &Value| {
        let mut known = vouchers.as_array().expect("a list").clone();
        // The links name different nodes.
        known.iter_mut().for_each(|voucher| drop(voucher["link"].take()));
        known.sort_by_key(|voucher| text(&voucher["voucher"]));
        known
    };
    assert_eq!(known(&issued), known(&listed));
}

#[test]
fn a_guest_whose_voucher_is_over_is_told_so() {
    let world = free_table();
    let owner = world.player("owner");
    let issued = world.json(&owner, &["voucher", "issue", "--players", "1"]);
    let phrase = phrase(&issued["vouchers"][0]);
    // The host's node can't say what the guest has.
    let guest = text(&issued["vouchers"][0]["spender"])[2..].to_owned();
    let filter = Filter::asked(&world.url, move |_, params| {
        let params = params.to_string();
        match params.contains(ACCOUNTS) && params.contains(&guest) {
            true => Verdict::Refuse { code: 1, message: "no", data: "\"not now\"" },
            false => Verdict::Pass,
        }
    });
    assert_eq!(as_guest(&world, &phrase, &["voucher", "decline"]).code, 0);
    for args in [&["register"][..], &["join", "--auto"]] {
        let done = as_guest(&world, &phrase, args);
        assert_eq!(done.code, 5, "{}", done.err);
        assert!(done.err.contains("has expired, or was ended"), "{}", done.err);
        assert!(!done.err.contains("you has"), "{}", done.err);
    }
    let revoked = world.json(&owner, &["--node", &filter.url, "voucher", "revoke"]);
    assert!(number(&revoked["returned"]) > VARA, "{revoked}");
    let left = as_guest(&world, &phrase, &["voucher", "list", "--json"]);
    let left: Value = serde_json::from_str(&left.out).unwrap();
    assert_eq!(left["usable"].as_array().unwrap().len(), 0, "nothing is left of it: {left}");
}

#[test]
fn nothing_is_taken_back_while_the_chain_holds_some_of_it_for_an_alarm() {
    let world = World::with_table("1");
    if !world.is_ours("an alarm has to be waited for") {
        return;
    }
    let [owner, ada] = [world.player("owner"), world.rich_player("ada")];
    issue(&world, &ada, &[]);
    world.ok(&world.rich_player("bob"), &["register"]);
    world.ok(&ada, &["register"]);
    world.ok(&ada, &["voucher", "decline"]);
    let held = number(&usable(&world, &ada)[0]["held"]);
    assert!(held > VARA / 2, "the second seat arms the alarm: {held}");
    let said = world.ok(&owner, &["voucher", "revoke"]);
    assert!(said.contains("still holds gas"), "{said}");
    world.advance(1_000);
    let left = number(&usable(&world, &ada)[0]["balance"]);
    let revoked = world.json(&owner, &["voucher", "revoke"]);
    assert_eq!(number(&revoked["returned"]), left);
    assert!(left > 4 * VARA, "{left}");
}

#[test]
fn what_cannot_be_paid_or_last_is_not_issued() {
    let world = World::with_table("1");
    let poor = world.player_with("poor", "3");
    let ada = world.address(&world.player("ada"));
    let refused = |code, args: &[&str]| {
        let args = [&["voucher", "issue", "--to", &ada], args].concat();
        world.fails(code, &poor, &args)
    };
    assert!(refused(5, &["--each", "2"]).contains("has 3 VARA, and needs 3."));
    assert!(refused(2, &["--each", "1"]).contains("pays for no message"));
    assert!(refused(2, &["--each", "1.5", "--for", "1s"]).contains("a voucher lasts from"));
    let nobody = world.run(&poor, &["voucher", "issue"]);
    assert!(nobody.code == 2 && nobody.err.contains("--to <ADDRESS>"), "{}", nobody.err);
    assert!(!world.home().join("guests").exists());
    assert_eq!(world.balance(&poor), 3 * VARA);
}

#[test]
fn an_offer_says_who_pays_and_for_how_much() {
    let (world, [ada]) = World::with_players("1", ["ada"]);
    issue(&world, &ada, &["--rounds", "3"]);
    let mut asked = Terminal::start(&world.asking(&ada, &["join"]), 80);
    asked.wait_for("Take the seat?");
    asked.enter("");
    let left = asked.finish();
    assert_eq!((left.code, left.broken), (0, vec![]), "{}", left.text);
    assert!(left.text.contains("Fees are paid by the voucher 0x"), "{}", left.text);
    assert!(left.text.contains("No seat was taken"), "{}", left.text);
}
