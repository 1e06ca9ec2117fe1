//! Leaving by Ctrl-C, with the terminal as it was.

use crate::failure::INTERRUPTED;
use std::process;

/// From now on an interrupt ends the process at once. There is nothing to be
/// saved: openings are on disk before they matter.
pub fn leave_on_interrupt() {
    let restore = remember();
    tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            restore();
            eprintln!();
            process::exit(INTERRUPTED.into());
        }
    });
}

/// How to give the terminal back: a password may be asked for, unseen.
#[cfg(unix)]
fn remember() -> impl FnOnce() + Send {
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

    let before = tcgetattr(std::io::stdin()).ok();
    move || {
        if let Some(before) = before {
            // The process ends, whether this works or not.
            let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, &before);
        }
    }
}

#[cfg(not(unix))]
fn remember() -> impl FnOnce() + Send {
    || {}
}
