//! A person at a terminal.

use crate::{
    terminal::{Left, Terminal},
    world::{VARA, World, client, finish},
};
use serde_json::json;
use std::process::Command;

const PASSWORD: &str = "velvet otter ladder";

/// Gives a new account its password. This is the last question.
fn choose_password(mut asking: Terminal, password: &str) -> Left {
    for question in ["New password:", "The same again:"] {
        asking.wait_for(question);
        asking.enter(password);
    }
    asking.finish()
}

/// Makes the keystore account `ada`, as `docs/cli.md` shows it.
fn account_at_a_terminal(world: &World) {
    let making = at(world, &["account", "new", "ada"]);
    let left = choose_password(making, PASSWORD);
    assert_eq!(left.code, 0, "{}", left.text);
    let text = left.text;
    assert!(text.contains("The account ada") && !text.contains("velvet"), "{text}");
}

fn at(world: &World, args: &[&str]) -> Terminal {
    Terminal::start(&world.asking("", args), 80)
}

/// A table with a bet of 1 VARA, and a person with 20 VARA.
fn table_and_person() -> World {
    let world = World::with_table("1");
    account_at_a_terminal(&world);
    let bank = world.rich_player("bank");
    world.ok(&bank, &["transfer", "ada", "20"]);
    world
}

fn unlock(playing: &mut Terminal) {
    playing.wait_for("Password of the account ada:");
    playing.enter(PASSWORD);
}

#[test]
fn a_person_plays_with_a_keystore_account_to_the_end() {
    let world = table_and_person();
    let bob = world.rich_player("bob");
    let mut playing = at(&world, &["--account", "ada", "join"]);
    unlock(&mut playing);
    playing.wait_for("Take the seat?");
    assert_eq!(world.seats(), 0, "nothing is paid before");
    playing.enter("y");
    playing.wait_for("Your move in round 1?");
    playing.enter("well");
    playing.wait_for("is no move");
    playing.enter("0");
    playing.wait_for("Rock it is.");
    playing.wait_for("ada has a seat");
    let bob = world.start(&bob, &["join", "--moves", "rock,rock,scissors"]);
    world.wait_for_seats(2);
    world.skip();
    playing.wait_for("Your move in round 2");
    playing.enter("rock");
    // Both play rock twice, so there are two draws.
    playing.wait_for("everybody chose the same");
    playing.wait_for("Your move in round 3");
    playing.enter("");
    playing.wait_for_nth("everybody chose the same", 2);
    playing.wait_for("left. Your move?");
    playing.enter("rock");
    playing.wait_for("Your move in round 4");
    playing.enter("");
    let left = playing.finish();
    assert_eq!(left.code, 0, "{}", left.text);
    assert!(left.text.contains("ada won the pot of 2 VARA"), "{}", left.text);
    assert!(left.text.contains("Rock crushes Scissors"), "{}", left.text);
    assert_eq!(left.broken, [""; 0], "{}", left.text);
    bob.finish();
}

#[test]
fn a_duel_asks_for_one_move_once() {
    let mut world = World::new();
    world.deploy(&["--bet", "1", "--seats", "2", "--entry", "1h"]);
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    let mut playing = Terminal::start(&world.command(&ada, &["join"]), 80);
    playing.wait_for("Your move?");
    // Of a terminal that is not in UTF-8.
    playing.press(b"\xfc\r");
    playing.wait_for("is no move");
    playing.enter("rock");
    playing.wait_for("has a seat");
    // A draw is tossed.
    world.join(&bob, &["--moves", "rock"]).finish();
    let left = playing.finish();
    assert_eq!(left.code, 0, "{}", left.text);
    assert_eq!(left.text.matches("Your move").count(), 1, "{}", left.text);
    // A long name of who won by the toss breaks the line.
    let said = left.text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("won the pot of 2 VARA"), "{said}");
}

/// The last player to reveal may have won, but is out if the reveal is not sent.
#[test]
fn a_reveal_waits_for_an_answer_no_longer_than_it_says_and_not_where_nobody_is_left() {
    let world = table_and_person();
    let bob = world.rich_player("bob");
    let mut playing = at(&world, &["--account", "ada", "join", "--yes"]);
    unlock(&mut playing);
    playing.wait_for("Your move in round 1?");
    playing.enter("rock");
    playing.wait_for("ada has a seat");
    let mut bob = world.start(&bob, &["join", "--moves", "rock,rock,rock,scissors"]);
    bob.wait_for("has a seat");
    world.skip();
    for (round, signal, code) in [(1, "-HUP", 129), (2, "-TERM", 143), (3, "-INT", 130)] {
        playing.wait_for(&format!("Your move in round {}", round + 1));
        playing.signal(signal);
        let left = playing.finish();
        assert_eq!(left.code, code, "{}", left.text);
        world.wait_for(|now| now["round"] == round + 1);
        playing = at(&world, &["--account", "ada", "join"]);
        unlock(&mut playing);
        playing.wait_for("left. Your move?");
        playing.enter("rock");
    }
    playing.wait_for("20 s at most");
    let left = playing.finish();
    assert!(left.text.contains("it is time to reveal"), "{}", left.text);
    assert!(left.text.contains("ada won the pot of 2 VARA"), "{}", left.text);
    bob.finish();
}

/// The system stops a background process that reads from its terminal.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[test]
fn a_client_that_asks_nothing_more_does_not_read_from_its_terminal() {
    let world = table_and_person();
    let mut playing = at(&world, &["--account", "ada", "join", "--auto"]);
    unlock(&mut playing);
    playing.wait_for("Take the seat?");
    playing.wait_for_reading(true);
    playing.enter("y");
    playing.wait_for("ada has a seat");
    playing.wait_for_reading(false);
}

#[test]
fn whoever_leaves_with_a_bet_in_is_told_by_when_to_be_back() {
    let (world, [ada, bob]) = World::with_players("1", ["ada", "bob"]);
    let mut waiting = Terminal::start(&world.asking(&ada, &["join", "--auto", "--yes"]), 80);
    waiting.wait_for("has a seat");
    waiting.wait_for("1 of 10 seats taken");
    let left = interrupted(waiting);
    let told = "your bet of 1 VARA stays: be back by ";
    let said = left.text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains(told) && said.contains("join --table 0x"), "{said}");
    for (signal, code) in [("-TERM", 143), ("-HUP", 129), ("-INT", 130)] {
        for json in [true, false] {
            let args = if json { &["join", "--auto", "--json"][..] } else { &["join", "--auto"] };
            let mut playing = world.start(&ada, args);
            playing.wait_for(if json { "resumed" } else { "Back at the table" });
            crate::world::signal(playing.id(), signal);
            let done = playing.end();
            assert_eq!(done.code, code, "{}", done.err);
            if json {
                let last = done.out.lines().last().expect("an object");
                let last: serde_json::Value = serde_json::from_str(last).expect("JSON");
                assert_eq!(last["error"]["kind"], "interrupted", "{last}");
                assert!(last["be_here_by_ms"].as_u64().is_some(), "{last}");
            } else {
                assert!(done.err.trim_end().lines().last().unwrap().contains(told), "{}", done.err);
            }
        }
    }
    // Without a bet there is nothing to say, but to programs.
    let watching = world.start(&bob, &["watch", "--json"]);
    std::thread::sleep(std::time::Duration::from_secs(1));
    crate::world::signal(watching.id(), "-TERM");
    let done = watching.end();
    let last: serde_json::Value =
        serde_json::from_str(done.out.lines().last().expect("an object")).expect("JSON");
    assert_eq!((done.code, &last["error"]["kind"]), (143, &"interrupted".into()));
    assert_eq!(last["bet"], serde_json::Value::Null);
}

#[test]
fn the_clock_of_a_move_runs_and_calls_again() {
    let mut world = World::new();
    world.deploy(&["--bet", "1", "--seats", "2", "--entry", "5s", "--moves", "3m"]);
    let [ada, bob] = ["ada", "bob"].map(|name| world.rich_player(name));
    for player in [&ada, &bob] {
        world.ok(player, &["register"]);
    }
    world.ok(&bob, &["move", "rock"]);
    let calls = world.home().join("calls");
    let command = format!("echo turn >> {}", calls.display());
    let mut playing = Terminal::start(&world.command(&ada, &["join", "--on-turn", &command]), 80);
    playing.wait_for("left. Your move?");
    playing.wait_for("left for your move in round 1.");
    playing.wait_for("Game over");
    let left = playing.finish();
    assert_eq!(std::fs::read_to_string(calls).unwrap().lines().count(), 2, "{}", left.text);
}

fn interrupted(mut playing: Terminal) -> Left {
    playing.interrupt();
    let left = playing.finish();
    assert_eq!(left.code, 130, "{}", left.text);
    left
}

#[test]
fn an_interrupt_ends_each_question_and_leaves_no_live_line() {
    let world = table_and_person();
    let mut making = at(&world, &["account", "new", "kim"]);
    making.wait_for("New password:");
    interrupted(making);
    assert_eq!(world.json("", &["account", "list"])["accounts"].as_array().unwrap().len(), 1);

    let mut at_the_password = at(&world, &["--account", "ada", "join"]);
    at_the_password.wait_for("Password of the account ada:");
    interrupted(at_the_password);

    let mut at_the_bet = at(&world, &["--account", "ada", "join"]);
    unlock(&mut at_the_bet);
    at_the_bet.wait_for("Take the seat?");
    interrupted(at_the_bet);
    assert_eq!(world.seats(), 0);

    let mut waiting = at(&world, &["--account", "ada", "join", "--yes", "--later"]);
    unlock(&mut waiting);
    waiting.wait_for("1 of 10 seats taken");
    let left = interrupted(waiting);
    let is_gone = !left.text.contains("seats taken");
    assert!(is_gone, "it is still there:\n{}\n{:?}", left.text, left.bytes);

    world.ok(&world.rich_player("bob"), &["register"]);
    world.skip();
    let mut at_the_move = at(&world, &["--account", "ada", "join"]);
    unlock(&mut at_the_move);
    at_the_move.wait_for("Your move?");
    interrupted(at_the_move);
    assert_eq!(world.status()["players"][0]["status"], "to_move");
}

#[test]
fn a_signal_at_a_hidden_prompt_gives_the_terminal_back() {
    let world = World::new();
    // Waits at a prompt at which the terminal does not show what is typed.
    let asking = || {
        let mut making = at(&world, &["account", "new", "kim"]);
        making.wait_for("New password:");
        making.wait_for_hiding(true);
        making
    };
    type Act = fn(&mut Terminal);
    let acts: [(Act, _); 4] = [
        (|making| making.signal("-TERM"), 143),
        (|making| making.signal("-HUP"), 129),
        (|making| making.press("\x03"), 130),
        (|making| making.press("\x1c"), 131),
    ];
    for (act, code) in acts {
        let mut making = asking();
        let before = making.before.clone();
        act(&mut making);
        let left = making.finish();
        assert_eq!((left.code, left.modes), (code, before), "{}", left.text);
    }
    let mut making = asking();
    making.press("\x04");
    let left = making.finish();
    assert_eq!(left.code, 2, "{}", left.text);
    assert!(left.text.lines().last().unwrap().starts_with("rpsls: nothing was typed"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_hidden_prompt_can_be_stopped_and_gone_on_with() {
    let world = World::new();
    let mut making = at(&world, &["account", "new", "kim"]);
    making.wait_for("New password:");
    making.press("\x1a");
    making.wait_for_stop();
    making.wait_for_hiding(false);
    making.signal("-CONT");
    making.wait_for_hiding(true);
    // What the shell showed meanwhile may have pushed it off the screen.
    making.wait_for_nth("New password:", 2);
    let left = choose_password(making, PASSWORD);
    assert_eq!(left.code, 0, "{}", left.text);
    assert!(!left.text.contains("velvet"), "{}", left.text);
}

#[test]
fn what_fails_leaves_no_live_line_above() {
    let (world, [ada]) = World::with_players("1", ["ada"]);
    for command in ["reveal", "leave"] {
        let left = Terminal::start(&world.asking(&ada, &[command]), 80).finish();
        assert_eq!(left.code, 3, "{}", left.text);
        assert!(!left.text.contains("Waiting until"), "{}", left.text);
    }
}

#[test]
fn no_line_is_too_long_for_a_terminal_of_60_80_or_120_columns() {
    let (world, [ada]) = World::with_players("1", ["ada"]);
    world.ok(&ada, &["register"]);
    for columns in [60, 80, 120] {
        for args in [
            &["play", "--seed", "7", "--moves", "spock", "--players", "6"][..],
            &["status"],
            &["--help"],
            &["games"],
            &["tables"],
            &["--program", "0x12", "status"],
            &["--account", "nemo", "register"],
        ] {
            let left = Terminal::start(&world.asking("", args), columns).finish();
            // An id or an address can't be shorter, so its line may be too long.
            let has_id = |line: &str| line.contains("0x") || line.contains("kG");
            let is_sentence = |line: &&String| columns >= 80 || !has_id(line);
            let broken: Vec<_> = left.broken.iter().filter(is_sentence).collect();
            assert!(broken.is_empty(), "{args:?} at {columns}: {broken:?}\n{}", left.text);
        }
    }
}

#[test]
fn the_line_that_waits_is_broken_between_words() {
    let world = World::with_table("1");
    let mut watching = Terminal::start(&world.asking("", &["watch"]), 60);
    let whole = "game 1, registration: 0 of 10 seats taken, open until there";
    watching.wait_for_row(whole);
    watching.interrupt();
    let left = watching.finish();
    assert_eq!(left.text.matches("seats taken").count(), 1, "the status above: {}", left.text);
}

#[test]
fn a_deployment_fits_into_80_columns_and_says_what_it_costs_first() {
    let world = World::new();
    let owner = world.rich_player("owner");
    let left = Terminal::start(&world.asking(&owner, &["deploy", "--yes"]), 80).finish();
    assert_eq!((left.code, left.broken), (0, vec![]), "{}", left.text);
    let at =
        |part: &str| left.text.find(part).unwrap_or_else(|| panic!("no {part}: {}", left.text));
    assert!(at("This takes") < at("A new table"), "{}", left.text);
    assert!(at("Program") < at("Paid"), "{}", left.text);
}

#[test]
fn no_color_means_none() {
    let world = World::with_table("1");
    for (is_set, has_colour) in [(false, true), (true, false)] {
        let mut command = world.command("", &["status"]);
        command.env_remove("NO_COLOR");
        if is_set {
            command.env("NO_COLOR", "1");
        }
        let left = Terminal::start(&command, 80).finish();
        assert_eq!(left.bytes.contains("\x1b["), has_colour, "{:?}", left.bytes);
    }
}

#[test]
fn a_head_that_has_seen_enough_breaks_nothing() {
    let world = World::with_table("1");
    let mut command = Command::new("sh");
    let rpsls = client().get_program().to_string_lossy().into_owned();
    command.args(["-c", &format!("{rpsls} status | head -1; echo ${{PIPESTATUS:-done}}")]);
    for (name, value) in world.command("", &[]).get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    let done = finish(command, "");
    assert_eq!(done.err, "", "{}", done.out);
    assert!(done.out.starts_with("Table 0x"), "{}", done.out);
}

#[test]
fn what_is_agreed_to_is_done_though_nobody_reads_of_it() {
    let world = World::new();
    let owner = world.rich_player("owner");
    let mut command = world.command(&owner, &["deploy", "--name", "den", "--bet", "1"]);
    let (reader, writer) = std::io::pipe().expect("there is room for a pipe");
    drop(reader);
    assert!(command.stdout(writer).status().expect("it runs").success());
    let tables = world.json("", &["tables"]);
    assert_eq!(tables["tables"][0]["stage"], "registration", "{tables}");
}

#[test]
fn an_account_is_locked_anew_and_deleted() {
    let world = World::new();
    account_at_a_terminal(&world);
    let other = "ladder otter velvet";
    let mut changing = at(&world, &["account", "password", "ada"]);
    unlock(&mut changing);
    assert_eq!(choose_password(changing, other).code, 0);
    let mut showing = at(&world, &["account", "export", "ada"]);
    for count in 1..=3 {
        showing.wait_for_nth("Password of the account ada:", count);
        showing.enter(PASSWORD);
    }
    let left = showing.finish();
    assert!(left.code == 2 && left.text.contains("not the password"), "{}", left.text);
    let mut showing = Terminal::start(&world.asking("", &["account", "export", "ada"]), 40);
    unlock(&mut showing);
    showing.wait_for_nth("Password of the account ada:", 2);
    showing.enter(other);
    let left = showing.finish();
    let phrase = left.text.lines().last().expect("a phrase");
    assert_eq!(phrase.split(' ').count(), 12, "in one piece, to be copied: {}", left.text);

    let mut deleting = at(&world, &["account", "delete", "ada"]);
    deleting.wait_for("[y/N]");
    deleting.enter("n");
    assert!(deleting.finish().text.contains("Nothing was deleted"));
    world.ok("", &["account", "delete", "ada", "--yes"]);
    assert_eq!(world.json("", &["account", "list"])["accounts"], json!([]));
}

#[test]
fn a_wallets_account_is_imported_and_can_pay() {
    let world = World::new();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/wallet.json");
    let mut importing = at(&world, &["account", "import", "wallet", "--wallet", file]);
    importing.wait_for("Password of the wallet's file:");
    importing.enter("sesame street 7");
    let left = choose_password(importing, PASSWORD);
    assert_eq!(left.code, 0, "{}", left.text);
    assert_eq!(world.address("wallet"), "kGh8ypSpRhLp394dCRi13qsgDkPAGgYzmVkKAcb9TVGm9cJS3");
    world.ok(&world.rich_player("bank"), &["transfer", "wallet", "20"]);
    let to = world.address(&world.player("to"));
    let mut command = world.command("", &["--account", "wallet", "transfer", &to, "5"]);
    command.env("RPSLS_PASSWORD", PASSWORD);
    let done = finish(command, "");
    assert_eq!(done.code, 0, "{}", done.err);
    assert_eq!(world.balance(&world.player("to")), 5 * VARA);
}
