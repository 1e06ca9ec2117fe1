//! `rpsls`, the program.

use std::process::ExitCode;

fn main() -> ExitCode {
    rpsls_cli::run()
}
