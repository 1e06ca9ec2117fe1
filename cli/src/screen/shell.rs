//! Runs the user's own commands.

use std::process::Command;

/// A shell that runs a command as the user would type it.
pub fn shell(command: &str) -> Command {
    let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    let mut shell = Command::new(shell);
    shell.args([flag, command]);
    shell
}
