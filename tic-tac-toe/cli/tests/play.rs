//! Runs `tic-tac-toe` as people and scripts do.

use std::process::{Command, Output, Stdio};

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tic-tac-toe"))
        .args(args)
        .stdin(Stdio::null())
        .output()
        .expect("the binary was built with this test")
}

/// The transcript of a game that ends without an error.
fn game(args: &[&str]) -> String {
    let output = run(args);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {errors}");
    assert!(errors.is_empty(), "{errors}");
    String::from_utf8(output.stdout).expect("the output is text")
}

/// A player's net gain in the table of balances.
fn net<'a>(transcript: &'a str, name: &str) -> &'a str {
    let balances = transcript.split("Balances").nth(1).expect("a table");
    let row = balances.lines().find(|line| line.trim_start().starts_with(name)).expect("a row");
    row.split_whitespace().nth(2).expect("a row has five columns")
}

#[test]
fn a_seed_gives_the_same_game_byte_for_byte() {
    let args = ["--auto", "--seed", "7"];
    assert_eq!(game(&args), game(&args));
    assert_ne!(game(&args), game(&["--auto", "--seed", "8"]));
}

#[test]
fn a_game_ends_with_its_stakes_paid() {
    for seed in ["1", "2", "3", "4", "5", "6"] {
        let transcript = game(&["--auto", "--seed", seed, "--bot", "random"]);
        let expected = match transcript.lines().find(|line| line.contains("Winner")) {
            Some(line) if line.ends_with("Ada") => ["+10.0000", "-10.0000"],
            Some(_) => ["-10.0000", "+10.0000"],
            None => ["+0.0000", "+0.0000"],
        };
        assert_eq!(["Ada", "Grace"].map(|name| net(&transcript, name)), expected);
        assert!(transcript.contains("no unit of value was lost"));
    }
}

#[test]
fn a_referee_places_the_marks_and_there_need_be_no_stake() {
    let transcript = game(&["--auto", "--seed", "3", "--referee", "--stake", "0"]);
    let count = |what: &str| transcript.matches(what).count();
    assert_eq!(count("sent to the referee"), count("PlaceMark"));
    assert!(count("PlaceMark") >= 5);
    assert_eq!(net(&transcript, "Ada"), "+0.0000");
}

#[test]
fn piped_output_is_plain_and_ends() {
    let transcript = game(&[]);
    assert!(!transcript.contains(['\x1b', '\r']));
    assert!(transcript.lines().all(|line| line.chars().count() <= 100));
}
