//! What the client says of itself.

use crate::world::{client, finish};
use std::{env, fs, path::Path};

const COMMANDS: [&[&str]; 29] = [
    &[],
    &["play"],
    &["node"],
    &["dev"],
    &["deploy"],
    &["status"],
    &["watch"],
    &["join"],
    &["register"],
    &["move"],
    &["reveal"],
    &["advance"],
    &["leave"],
    &["config"],
    &["stop"],
    &["games"],
    &["secrets"],
    &["secrets", "list"],
    &["secrets", "export"],
    &["secrets", "import"],
    &["account"],
    &["account", "new"],
    &["account", "import"],
    &["account", "export"],
    &["account", "password"],
    &["account", "delete"],
    &["transfer"],
    &["manual"],
    &["completions"],
];

/// `UPDATE_SNAPSHOTS=1` writes what is said now, to be read over.
#[test]
fn the_help_is_as_it_was_read_over() {
    let mut all = String::new();
    for command in COMMANDS {
        let mut help = client();
        help.args(command).arg("--help");
        let done = finish(help, "");
        assert_eq!(done.code, 0, "{}", done.err);
        assert!(done.out.lines().all(|line| line.chars().count() <= 80), "{}", done.out);
        all += &format!("$ rpsls {}\n\n{}\n", [command, &["--help"]].concat().join(" "), done.out);
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/help.txt");
    if env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&path, &all).expect("the snapshot can be written");
    }
    let read_over = fs::read_to_string(&path).expect("there is a snapshot");
    assert!(all == read_over, "the help is another; see UPDATE_SNAPSHOTS:\n{all}");
}

#[test]
fn there_are_completions_for_each_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let mut command = client();
        command.args(["completions", shell]);
        let done = finish(command, "");
        assert_eq!(done.code, 0, "{}", done.err);
        for word in ["register", "reveal", "secrets", "testnet"] {
            assert!(done.out.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn there_is_a_manual_page_for_each_command() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = client();
    command.arg("manual").arg(folder.path());
    let done = finish(command, "");
    assert_eq!(done.code, 0, "{}", done.err);
    for page in ["rpsls.1", "rpsls-join.1", "rpsls-account-import.1"] {
        let text = fs::read_to_string(folder.path().join(page)).expect(page);
        assert!(text.contains(".TH") && text.contains("patience"), "{page}: {text}");
    }
}

#[test]
fn a_mistyped_command_is_answered_with_the_right_one() {
    let mut command = client();
    command.arg("regster");
    let done = finish(command, "");
    assert_eq!(done.code, 2);
    assert!(done.err.contains("'register'"), "{}", done.err);
}
