//! Runs the user's own commands.

use std::process::Command;

/// A shell that runs a command as the user would type it.
pub fn shell(command: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", command]);
    shell
}
