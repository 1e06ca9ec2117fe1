//! The client's help.

use crate::world::{client, finish};
use std::{env, ffi::OsStr, fs, path::Path};

fn said(args: &[impl AsRef<OsStr>]) -> String {
    let mut command = client();
    command.args(args);
    let done = finish(command, "");
    assert_eq!(done.code, 0, "{}", done.err);
    done.out
}

/// The help of a command, and of each command below it, in order.
fn help_of(command: &[String]) -> String {
    let args = [command, &["--help".into()]].concat();
    let help = said(&args);
    assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
    let mut all = format!("$ rpsls {}\n\n{help}\n", args.join(" "));
    for name in subcommands(&help) {
        all += &help_of(&[command, &[name]].concat());
    }
    all
}

/// The commands that a help lists: one word each, indented by two columns.
fn subcommands(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(Into::into).collect()
}

/// `UPDATE_SNAPSHOTS=1` writes the present help to the file, for a person to review.
#[test]
fn the_help_is_as_it_was_read_over() {
    let all = help_of(&[]);
    // This command is easily forgotten.
    assert!(all.contains("$ rpsls voucher revoke --help"), "{all}");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/help.txt");
    if env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&path, &all).expect("the snapshot can be written");
    }
    let read_over = fs::read_to_string(&path).expect("there is a snapshot");
    assert!(all == read_over, "the help has changed; see UPDATE_SNAPSHOTS:\n{all}");
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
