//! The client's help.

use crate::world::{client, finish};
use std::{ffi::OsStr, fs, path::Path};

fn said(args: &[impl AsRef<OsStr>]) -> String {
    let mut command = client();
    command.args(args);
    let done = finish(command, "");
    assert_eq!(done.code, 0, "{}", done.err);
    done.out
}

/// Goes through the help of a command, and of each command below it. Returns their names.
fn helped(command: &[String]) -> Vec<String> {
    let args = [command, &["--help".into()]].concat();
    let help = said(&args);
    assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
    assert!(help.contains(&format!("Usage: {}", [&["rpsls".into()], command].concat().join(" "))));
    let below =
        subcommands(&help).into_iter().flat_map(|name| helped(&[command, &[name]].concat()));
    [command.join(" ")].into_iter().chain(below).collect()
}

/// The commands that a help lists: one word each, indented by two columns.
fn subcommands(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(Into::into).collect()
}

#[test]
fn each_command_has_a_help_that_fits_the_narrowest_terminal() {
    let helped = helped(&[]);
    for name in ["join", "config", "tables name", "voucher revoke"] {
        assert!(helped.iter().any(|helped| helped == name), "{name}: {helped:?}");
    }
}

#[test]
fn there_are_completions_for_each_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let completions = said(&["completions", shell]);
        for word in ["register", "reveal", "secrets", "testnet"] {
            assert!(completions.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn there_is_a_manual_page_for_each_command() {
    let folder = tempfile::tempdir().unwrap();
    said(&[Path::new("manual"), folder.path()]);
    for page in ["rpsls.1", "rpsls-join.1", "rpsls-account-import.1"] {
        let text = fs::read_to_string(folder.path().join(page)).expect(page);
        assert!(text.contains(".TH") && text.contains("patience"), "{page}: {text}");
    }
}
