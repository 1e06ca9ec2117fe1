//! `rpsls play`, run as people and scripts run it.

use crate::world::{client, finish};
use std::{fs, path::Path, process::Output};

fn rpsls(args: &[&str]) -> Output {
    client().args(args).output().expect("the client runs")
}

/// The transcript of a game that ended without an error. All of its lines fit into a terminal.
fn game(args: &[&str]) -> String {
    let output = rpsls(&[&["play"], args].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {errors}");
    assert!(errors.is_empty(), "{errors}");
    let transcript = String::from_utf8(output.stdout).expect("the output is text");
    let is_json = args.contains(&"--json");
    assert!(is_json || transcript.lines().all(|line| line.chars().count() <= 80), "{transcript}");
    transcript
}

fn refuses(args: &[&str], says: &[&str]) {
    let output = rpsls(&[&["play"], args].concat());
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty());
    let error = String::from_utf8(output.stderr).expect("the error is text");
    assert!(says.iter().all(|part| error.contains(part)), "{error}");
}

/// The rest of the first line that begins with this label.
fn labelled<'a>(transcript: &'a str, label: &str) -> &'a str {
    let mut lines = transcript.lines();
    lines
        .find_map(|line| line.trim_start().strip_prefix(label))
        .unwrap_or_else(|| panic!("no {label} in {transcript}"))
        .trim()
}

/// The transcript on a page of the docs.
fn shown(page: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(page);
    let page = fs::read_to_string(path).expect("there are docs");
    let block = page.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
    block.expect("the page has a transcript").trim().to_owned()
}

#[test]
fn the_docs_show_what_is_printed() {
    let printed = game(&["--auto", "--players", "4", "--seed", "3"]);
    assert_eq!(printed.trim(), shown("docs/play.md"));
    assert!(printed.contains(&shown("README.md")), "{printed}");
}

#[test]
fn the_winner_is_paid_the_pot() {
    let transcript = game(&["--auto", "--players", "3", "--seed", "7"]);
    let winner = labelled(&transcript, "Winner");
    assert_eq!(labelled(&transcript, "Pot"), format!("30 VARA, paid to {winner}"));
    let balances = transcript.split("Balances").nth(1).expect("a table");
    for name in ["Ada", "Grace", "Alan"] {
        let net =
            labelled(balances, name).split_whitespace().nth(1).expect("a row has five columns");
        let expected = if name == winner { "+20.0000" } else { "-10.0000" };
        assert_eq!(net, expected, "{name}");
    }
}

#[test]
fn the_programs_own_alarm_starts_the_moves() {
    let transcript = game(&["--auto", "--seed", "7", "--start", "time"]);
    let registration = transcript.split("Round 1").next().expect("a beginning");
    assert!(
        registration.contains("alarm     the program, to itself    time is up: 4 to move"),
        "{registration}"
    );
    assert!(transcript.contains("Commit 0x"), "{transcript}");
}

#[test]
fn a_game_without_a_seed_is_plain_and_can_be_played_again() {
    let transcript = game(&["--players", "2"]);
    assert!(!transcript.contains(['\x1b', '\r']));
    let seed =
        labelled(&transcript, "Seed").split_whitespace().next().expect("the seed comes first");
    assert_eq!(game(&["--players", "2", "--seed", seed]), transcript);
    let others = ["7", "8"].map(|seed| game(&["--players", "2", "--seed", seed]));
    assert_ne!(others[0], others[1]);
}

#[test]
fn player_1_plays_the_given_moves_over_and_over() {
    for seed in ["1", "2", "3"] {
        let transcript = game(&["--seed", seed, "--players", "3", "--moves", "spock,PAPER"]);
        let moves: Vec<_> = transcript
            .lines()
            .filter(|line| line.contains("  Ada       Reveal "))
            .map(|line| line.split("Reveal ").nth(1).expect("an opening").as_bytes()[0])
            .collect();
        let expected: Vec<_> = b"41".iter().copied().cycle().take(moves.len()).collect();
        assert!(!moves.is_empty());
        assert_eq!(moves, expected, "{transcript}");
    }
}

#[test]
fn json_is_an_object_a_line_to_the_end() {
    let transcript = game(&["--auto", "--seed", "7", "--json"]);
    let lines: Vec<serde_json::Value> =
        transcript.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let steps: Vec<_> = lines.iter().map(|line| line["step"].as_str().expect("a step")).collect();
    assert_eq!((steps[0], steps[1]), ("start", "deploy"));
    for step in ["message", "round", "game_over", "balances"] {
        assert!(steps.contains(&step), "{step}: {steps:?}");
    }
}

#[test]
fn what_is_piped_in_is_played() {
    let mut command = client();
    command.args(["play", "--seed", "1", "--players", "3"]);
    let done = finish(command, "spock\n");
    assert_eq!(done.code, 0, "{}", done.err);
    let mut reveals = done.out.lines().filter(|line| line.contains("  Ada       Reveal "));
    let first = reveals.next().expect("Ada reveals").split("Reveal ").nth(1).expect("an opening");
    assert!(first.starts_with('4'), "{first}");
    let mut command = client();
    command.args(["play", "--seed", "1"]);
    let done = finish(command, "well\n");
    assert_eq!(done.code, 2, "{}", done.out);
    assert!(done.err.contains("“well” is no move"), "{}", done.err);
}

#[test]
fn a_table_of_255_ends_with_a_winner_paid() {
    let transcript = game(&["--auto", "--players", "255", "--seed", "1"]);
    assert!(labelled(&transcript, "Pot").starts_with("2550 VARA, paid to"), "{transcript}");
    assert!(transcript.lines().count() < 150, "{transcript}");
}

#[test]
fn a_knockout_of_64_takes_its_six_rounds() {
    let transcript = game(&["--auto", "--players", "64", "--seed", "2"]);
    assert!(labelled(&transcript, "Pot").starts_with("640 VARA, paid to"), "{transcript}");
    for (round, players) in [(1, 64), (2, 32), (3, 16), (4, 8), (5, 4), (6, 2)] {
        let heading = format!("Round {round}, {players} players");
        assert!(transcript.contains(&heading), "{heading}: {transcript}");
    }
}

#[test]
fn what_cannot_be_is_refused_by_its_flag() {
    for count in ["1", "256", "-3", "many"] {
        refuses(&["--players", count], &["--players", "from 2 to 255"]);
    }
    let five = ["rock", "paper", "scissors", "lizard", "spock"];
    refuses(&["--moves", "rock,well"], &[&["well", "--moves"], &five[..]].concat());
    refuses(&["--seed", "x"], &["--seed"]);
}
