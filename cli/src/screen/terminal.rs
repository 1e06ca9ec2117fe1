//! Leaving by a signal, with the terminal as it was.

use crate::{
    failure::INTERRUPTED,
    screen::{
        event,
        output::{self, notice},
    },
};
#[cfg(unix)]
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::{io, process};
use tokio::sync::{Notify, Semaphore, SemaphorePermit};

/// Whoever has something to do before a signal ends the process holds its permit.
static DOOR: Semaphore = Semaphore::const_new(1);
/// That a signal has come while somebody has.
static SIGNALLED: Notify = Notify::const_new();

/// While this lives, the first signal does not end the process, but is told.
pub struct Stay {
    _door: SemaphorePermit<'static>,
}

impl Stay {
    pub async fn new() -> Self {
        Self { _door: DOOR.acquire().await.expect("nobody closes it") }
    }

    /// Waits for a signal.
    pub async fn signalled(&self) {
        SIGNALLED.notified().await;
    }
}

/// From now on an interrupt ends the process at once, and at a terminal so does what
/// closes it or asks to end. There is nothing to be saved, openings are on disk before
/// they matter; only a reveal that waits for an answer is sent first ([`Stay`]).
///
/// # Errors
///
/// If the system has no way to tell of one.
pub fn leave_on_signals() -> io::Result<()> {
    let is_interrupt_shown = is_interrupt_shown();
    let restore = remember();
    // Here and not in the task, so that no signal is too early.
    let mut signals = Signals::new(restore.is_some())?;
    tokio::spawn(async move {
        let mut code = signals.next().await;
        if DOOR.available_permits() == 0 {
            notice("your reveal goes first; once more leaves at once");
            SIGNALLED.notify_one();
            tokio::select! {
                _ = DOOR.acquire() => {}
                second = signals.next() => code = second,
            }
        }
        event::close();
        if let Some(restore) = restore {
            restore();
        }
        output::close(code == INTERRUPTED && is_interrupt_shown);
        process::exit(code.into());
    });
    Ok(())
}

/// What ends the process.
#[cfg(unix)]
struct Signals {
    interrupts: tokio::signal::unix::Signal,
    /// Only where there is a terminal to give back: elsewhere the system does as it was
    /// told, by `nohup` for one.
    others: Option<[tokio::signal::unix::Signal; 3]>,
}

#[cfg(unix)]
impl Signals {
    fn new(is_terminal: bool) -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};

        let others = || -> io::Result<_> {
            let [hangup, quit, terminate] =
                [SignalKind::hangup(), SignalKind::quit(), SignalKind::terminate()].map(signal);
            Ok([hangup?, quit?, terminate?])
        };
        let others = is_terminal.then(others).transpose()?;
        Ok(Self { interrupts: signal(SignalKind::interrupt())?, others })
    }

    /// Waits for one. Returns the exit code, by custom 128 and the signal's number.
    async fn next(&mut self) -> u8 {
        let Some([hangup, quit, terminate]) = &mut self.others else {
            self.interrupts.recv().await;
            return INTERRUPTED;
        };
        tokio::select! {
            _ = self.interrupts.recv() => INTERRUPTED,
            _ = hangup.recv() => 128 + 1,
            _ = quit.recv() => 128 + 3,
            _ = terminate.recv() => 128 + 15,
        }
    }
}

#[cfg(windows)]
struct Signals(tokio::signal::windows::CtrlC);

#[cfg(windows)]
impl Signals {
    fn new(_: bool) -> io::Result<Self> {
        tokio::signal::windows::ctrl_c().map(Self)
    }

    async fn next(&mut self) -> u8 {
        self.0.recv().await;
        INTERRUPTED
    }
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

/// How to give the terminal back, if there is one: a password may be asked for, unseen.
#[cfg(unix)]
fn remember() -> Option<impl FnOnce() + Send> {
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

    let before = tcgetattr(std::io::stdin()).ok()?;
    Some(move || {
        // The process ends, whether this works or not.
        let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, &before);
    })
}

#[cfg(not(unix))]
fn remember() -> Option<impl FnOnce() + Send> {
    None::<fn()>
}

/// While this lives, the terminal shows nothing of what is typed, but for the end of a line.
#[cfg(unix)]
pub struct Unseen;

/// How the terminal was before it showed nothing, while it does.
#[cfg(unix)]
static SEEN: Mutex<Option<rustix::termios::Termios>> = Mutex::new(None);

#[cfg(unix)]
impl Unseen {
    pub fn new() -> Self {
        static STOPS: Once = Once::new();

        *seen() = rustix::termios::tcgetattr(std::io::stdin()).ok();
        hide();
        STOPS.call_once(stop_and_go_on);
        Self
    }
}

#[cfg(unix)]
impl Drop for Unseen {
    fn drop(&mut self) {
        show();
        *seen() = None;
    }
}

#[cfg(unix)]
fn seen() -> MutexGuard<'static, Option<rustix::termios::Termios>> {
    SEEN.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(unix)]
fn hide() {
    use rustix::termios::LocalModes;

    if let Some(mut unseen) = seen().clone() {
        unseen.local_modes.remove(LocalModes::ECHO);
        unseen.local_modes.insert(LocalModes::ECHONL);
        set(&unseen);
    }
}

#[cfg(unix)]
fn show() {
    if let Some(before) = &*seen() {
        set(before);
    }
}

#[cfg(unix)]
fn set(modes: &rustix::termios::Termios) {
    use rustix::termios::{OptionalActions, tcsetattr};

    // Nothing is to be done where that does not work.
    let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, modes);
}

/// Where Ctrl-Z stops the process, whoever has the terminal meanwhile sees what is typed.
#[cfg(unix)]
fn stop_and_go_on() {
    use rustix::process::{Signal, getpid, kill_process};
    use tokio::signal::unix::{SignalKind, signal};

    // Here and not in the task, so that no key is too early.
    let [Ok(mut stops), Ok(mut conts)] =
        [Signal::TSTP, Signal::CONT].map(|of| signal(SignalKind::from_raw(of.as_raw())))
    else {
        return;
    };
    tokio::spawn(async move {
        while stops.recv().await.is_some() {
            show();
            // It may return before it has stopped this thread.
            let _ = kill_process(getpid(), Signal::STOP);
            conts.recv().await;
            hide();
        }
    });
}

#[cfg(not(unix))]
pub struct Unseen;

#[cfg(not(unix))]
impl Unseen {
    pub fn new() -> Self {
        Self
    }
}
