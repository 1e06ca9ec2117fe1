//! Leaving by Ctrl-C, with the terminal as it was.

use crate::{failure::INTERRUPTED, screen::output};
use std::{io, process};

/// From now on an interrupt ends the process at once. There is nothing to be
/// saved: openings are on disk before they matter.
///
/// # Errors
///
/// If the system has no way to tell of one.
pub fn leave_on_interrupt() -> io::Result<()> {
    let is_interrupt_shown = is_interrupt_shown();
    let restore = remember();
    // Here and not in the task, so that no interrupt is too early.
    let mut interrupts = interrupts()?;
    tokio::spawn(async move {
        if interrupts.recv().await.is_some() {
            restore();
            output::close(is_interrupt_shown);
            eprintln!();
            process::exit(INTERRUPTED.into());
        }
    });
    Ok(())
}

#[cfg(unix)]
fn interrupts() -> io::Result<tokio::signal::unix::Signal> {
    tokio::signal::unix::signal(tokio::signal::unix::SignalKind::interrupt())
}

#[cfg(windows)]
fn interrupts() -> io::Result<tokio::signal::windows::CtrlC> {
    tokio::signal::windows::ctrl_c()
}

/// Whether the terminal shows a `^C` that is typed.
#[cfg(unix)]
fn is_interrupt_shown() -> bool {
    use rustix::termios::{LocalModes, tcgetattr};

    let modes = tcgetattr(std::io::stdin()).map(|modes| modes.local_modes);
    modes.is_ok_and(|modes| modes.contains(LocalModes::ECHO | LocalModes::ECHOCTL))
}

#[cfg(not(unix))]
fn is_interrupt_shown() -> bool {
    false
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
