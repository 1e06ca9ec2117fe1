//! Leaves on a signal, with the terminal as it was before.

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

/// A task that has something to do before a signal ends the process holds its permit.
static DOOR: Semaphore = Semaphore::const_new(1);
/// Tells that a signal has come while a task holds that permit.
static SIGNALLED: Notify = Notify::const_new();

/// While this lives, the first signal does not end the process. [`Stay::signalled`] reports it.
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

/// From now on an interrupt ends the process at once. If there is a terminal, so do hangup, quit
/// and terminate. There is nothing to save, since openings are on disk before they matter. Only a
/// reveal that waits for an answer is sent first ([`Stay`]).
///
/// # Errors
///
/// If the system can't report signals.
pub fn leave_on_signals() -> io::Result<()> {
    let is_interrupt_shown = is_interrupt_shown();
    let restore = remember();
    // Registered here and not in the task, so that no signal comes too early.
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

/// The signals that end the process.
#[cfg(unix)]
struct Signals {
    interrupts: tokio::signal::unix::Signal,
    /// Only with a terminal to give back. Elsewhere the system does what it was told to do, by
    /// `nohup` for example.
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

    /// Waits for a signal. Returns the exit code: by custom, 128 and the signal's number.
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

/// Whether the terminal shows `^C` when the user types it.
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

/// Returns how to give the terminal back, if there is one. It may be hiding a password at the time.
#[cfg(unix)]
fn remember() -> Option<impl FnOnce() + Send> {
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

    let before = tcgetattr(std::io::stdin()).ok()?;
    Some(move || {
        // The process ends whether this works or not.
        let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, &before);
    })
}

#[cfg(not(unix))]
fn remember() -> Option<impl FnOnce() + Send> {
    None::<fn()>
}

/// While this lives, the terminal shows nothing of what is typed, except line ends.
#[cfg(unix)]
pub struct Unseen;

/// The terminal's modes before it hid what is typed, while it does.
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

    // If this does not work, nothing can be done about it.
    let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, modes);
}

/// When Ctrl-Z stops the process, shows what is typed to whoever has the terminal meanwhile.
#[cfg(unix)]
fn stop_and_go_on() {
    use rustix::process::{Signal, getpid, kill_process};
    use tokio::signal::unix::{SignalKind, signal};

    // Registered here and not in the task, so that no key comes too early.
    let [Ok(mut stops), Ok(mut conts)] =
        [Signal::TSTP, Signal::CONT].map(|of| signal(SignalKind::from_raw(of.as_raw())))
    else {
        return;
    };
    tokio::spawn(async move {
        while stops.recv().await.is_some() {
            show();
            // This may return before it has stopped this thread.
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
