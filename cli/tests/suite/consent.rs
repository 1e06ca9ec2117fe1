//! What is asked before money moves, and what is read back.

use crate::{
    filter::{Filter, Rules},
    terminal::Terminal,
    world::{Running, VARA, World, finish, number},
};
use serde_json::{Value, json};

#[test]
fn without_a_terminal_nothing_is_spent_that_was_not_agreed_to() {
    let (world, [ada]) = World::with_players("1", ["ada"]);
    let owner = world.player("owner");
    let bob = world.address(&world.player("bob"));
    let before = [&ada, &owner].map(|player| world.balance(player));
    for (player, args) in [
        (&ada, &["join", "--auto"][..]),
        (&ada, &["join", "--auto", "--wait"]),
        (&ada, &["register"]),
        (&ada, &["deploy"]),
        (&ada, &["club", "deploy"]),
        (&ada, &["transfer", &bob, "2"]),
        (&ada, &["transfer", &bob, "--all"]),
        (&ada, &["voucher", "issue", "--to", &bob]),
        (&owner, &["config", "--bet", "2"]),
        (&owner, &["stop"]),
    ] {
        for json in [&[][..], &["--json"]] {
            let done = finish(world.asking(player, &[args, json].concat()), "");
            assert_eq!(done.code, 2, "{args:?}: {}{}", done.out, done.err);
            // `join` tells its steps.
            let lines = done.out.lines().count();
            let is_told_at_length = args[0] == "join" || json.is_empty();
            assert!(is_told_at_length || lines == 1, "{args:?}: {}", done.out);
            let said = done.out + &done.err;
            assert!(said.contains("--yes") && said.contains("Nothing was sent"), "{said}");
        }
    }
    assert_eq!([&ada, &owner].map(|player| world.balance(player)), before);
    assert_eq!(world.json("", &["games"])["games"], json!([]), "nor is anything noted");
    // A dry run needs no consent, and `--yes` is one wherever money moves.
    let done = finish(world.asking(&ada, &["register", "--dry-run"]), "");
    assert_eq!(done.code, 0, "{}", done.err);
    world.ok(&ada, &["register", "--yes"]);
    world.ok(&ada, &["leave", "--yes"]);
    for args in [&["move", "rock", "--yes"][..], &["reveal", "--yes"], &["advance", "--yes"]] {
        assert_eq!(world.run(&ada, args).code, 3, "{args:?}: refused by the game");
    }
    // Who has a seat has agreed to it.
    world.ok(&ada, &["register"]);
    Running::new(world.asking(&ada, &["join", "--auto", "--json"])).step("resumed");
}

#[test]
fn moves_are_listed_or_random_and_not_both() {
    let world = World::with_table("1");
    let done = world.run("alice", &["join", "--auto", "--moves", "rock"]);
    assert!(done.code == 2 && done.err.contains("cannot be used with"), "{}", done.err);
}

#[test]
fn a_transfer_is_read_back_and_asked_about() {
    let (world, [ada]) = World::with_players("1", ["ada"]);
    let bob = world.player("bob");
    let to = world.address(&bob);
    let sent = |args: &[&str], question: &str, answer: &str| {
        let args = [&["transfer"], args].concat();
        let mut asked = Terminal::start(&world.asking(&ada, &args), 80);
        asked.wait_for(question);
        asked.enter(answer);
        let left = asked.finish();
        assert_eq!(left.code, 0, "{}", left.text);
        left.text
    };
    let said = sent(&[&to, "1.500000000001"], "Send 1.500000000001 VARA to", "");
    assert!(said.contains("Nothing was sent") && said.contains(&to[..20]), "{said}");
    assert_eq!(world.balance(&bob), 0);
    // A development account by its name is told with its address.
    sent(&["bob", "1.5"], "VARA to bob, kG", "n");
    sent(&[&to, "1.5"], "[y/N]", "y");
    assert_eq!(world.balance(&bob), 3 * VARA / 2);
    let said = sent(&[&to, "--all"], "which is all of it? [y/N]", "n");
    assert!(said.contains("Nothing was sent"), "{said}");
    let tried = world.ok(&ada, &["transfer", &to, "0.000000000001", "--dry-run"]);
    assert!(tried.contains("0.000000000001 VARA would go"), "{tried}");
}

#[test]
fn an_address_of_another_chain_is_no_recipient() {
    let world = World::new();
    // Alice on Polkadot.
    let other = "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5";
    let said = world.fails(2, "alice", &["transfer", other, "1"]);
    assert!(said.contains("of another chain") && said.contains("kGkLEU3e3"), "{said}");
}

#[test]
fn the_terms_of_a_table_are_read_back_before_they_are_paid_for() {
    let world = World::with_table("1");
    let owner = world.player("owner");
    let mut asked = Terminal::start(
        &world.asking(&owner, &["deploy", "--bet", "2.5", "--reveals", "90m", "--seats", "5"]),
        80,
    );
    asked.wait_for("Deploy the table? [y/N]");
    let text = asked.text();
    assert!(text.contains("2.5000 VARA each") && text.contains("1 h 30 min to reveal"), "{text}");
    assert!(text.contains("of 5 seats 4 fill the table"), "{text}");
    asked.enter("");
    asked.finish();
    let mut asked = Terminal::start(&world.asking(&owner, &["config", "--moves", "2d"]), 80);
    asked.wait_for("Change the next game? [y/N]");
    assert!(asked.text().contains("2 d to move"), "{}", asked.text());
    asked.enter("");
    assert!(asked.finish().text.contains("Nothing was changed"));
    assert_eq!(world.status()["next_config"], Value::Null);
    for time in ["5M", "1y", "2months"] {
        let said = world.run(&owner, &["deploy", "--reveals", time]);
        assert_eq!(said.code, 2, "{}", said.out);
        assert!(said.err.contains("is no unit here"), "{}", said.err);
    }
}

/// Says that the token has so many decimals.
struct Decimals(u64);

impl Rules for Decimals {
    fn answered(&self, method: &str, _: &Value, result: &mut Value) {
        if method == "system_properties" {
            result["tokenDecimals"] = self.0.into();
        }
    }
}

#[test]
fn a_node_that_counts_in_other_decimals_is_refused() {
    let world = World::with_table("1");
    let [nine, twelve] = [9, 12].map(|decimals| Filter::before(&world.url, Decimals(decimals)));
    world.ok("", &["--node", &twelve.url, "status"]);
    for args in [&["status"][..], &["register"], &["account", "show"]] {
        let said = world.fails(2, "alice", &[&["--node", &nine.url], args].concat());
        assert!(said.contains("has 9 decimals, and VARA has 12"), "{said}");
    }
}

/// Shows 90 VARA of each account as frozen, as a Vara node does that has them bonded.
struct Frozen;

impl Rules for Frozen {
    fn answered(&self, method: &str, params: &Value, result: &mut Value) {
        /// The storage of `System.Account`.
        const ACCOUNT: &str = "0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9";
        let is_account = |value: &Value| value.as_str().is_some_and(|key| key.starts_with(ACCOUNT));
        if method != "state_getStorage" || !params.as_array().is_some_and(|all| is_account(&all[0]))
        {
            return;
        }
        let Some(account) = result.as_str() else { return };
        // Four numbers of 4 bytes, then what is free, reserved and frozen.
        let frozen = hex::encode((90 * VARA).to_le_bytes());
        let at = 2 + 2 * (16 + 32);
        *result = format!("{}{frozen}{}", &account[..at], &account[at + 32..]).into();
    }
}

#[test]
fn what_is_frozen_is_not_offered() {
    let (world, [ada]) = World::with_players("30", ["ada"]);
    let frozen = Filter::before(&world.url, Frozen);
    let node = ["--node", &frozen.url];
    let bob = world.address(&world.player("bob"));
    let shown = world.json(&ada, &[&node[..], &["account", "show"]].concat());
    assert_eq!(number(&shown["balance"]), 100 * VARA);
    assert_eq!(number(&shown["spendable"]), 11 * VARA, "the deposit is within what is frozen");
    for args in [
        &["transfer", &bob, "50", "--dry-run"][..],
        &["transfer", &bob, "50"],
        &["register"],
        &["join", "--auto"],
    ] {
        let said = world.fails_saying(5, &ada, &[&node[..], args].concat());
        assert!(said.contains("short"), "{said}");
    }
    let all = world.json(&ada, &[&node[..], &["transfer", &bob, "--all", "--dry-run"]].concat());
    assert!((9 * VARA..10 * VARA).contains(&number(&all["value"])), "{all}");
}
