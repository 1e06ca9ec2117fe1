//! Leaves on a signal, with the terminal as it was before.

use crate::{
    failure::{INTERRUPTED, spent},
    screen::{
        event,
        output::{self, notice},
    },
};
use serde_json::{Value, json};
use std::{
    future::pending,
    io::{self, Write},
    process,
    sync::{
        Mutex, MutexGuard, Once, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};
use tokio::{
    sync::{Notify, Semaphore, SemaphorePermit},
    time::sleep,
};

/// The exit code of a process that was told to terminate: by custom, 128 and the signal's number.
const TERMINATED: u8 = 128 + 15;
/// How long to stay at most when told to terminate. What tells it kills after some time, a container's
/// engine after 10 s, and nothing is said then.
const BEFORE_A_KILL: Duration = Duration::from_secs(8);

/// A task that has something to do before a signal ends the process holds its permit.
static DOOR: Semaphore = Semaphore::const_new(1);
/// Tells that a signal has come while a task holds that permit.
static SIGNALLED: Notify = Notify::const_new();

/// What a player has at stake, for the last line of a process that a signal or an error ends.
pub struct AtStake {
    /// What to do about it.
    pub text: String,
    /// The same for programs: fields beside the error.
    pub fields: Value,
}

/// The inner `None` is known to be nothing; the outer one is not known.
static AT_STAKE: Mutex<Option<Option<AtStake>>> = Mutex::new(None);

/// Says from now on what is at stake if a signal or an error ends the process.
pub fn set_at_stake(stake: Option<AtStake>) {
    *AT_STAKE.lock().unwrap_or_else(PoisonError::into_inner) = Some(stake);
}

/// What is at stake, for whoever says the last line: the inner `None` is nothing, the outer one not
/// known.
pub fn take_at_stake() -> Option<Option<AtStake>> {
    AT_STAKE.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// What a process that a signal ends leaves behind: its exit code, and its last words. These are a
/// line for people if it is known what is at stake, and an object for programs in any case.
///
/// A service that is told to terminate with nothing at stake has done all that it was asked to do.
fn leave(
    stake: Option<Option<AtStake>>,
    code: u8,
    Leaving { is_json, is_service }: Leaving,
) -> (u8, Option<String>) {
    let is_done = is_service && code == TERMINATED && matches!(stake, Some(None));
    let code = if is_done { 0 } else { code };
    let ended = "a signal has ended it";
    let (text, mut line) = match stake {
        Some(Some(AtStake { text, fields })) if is_json => (format!("{ended}: {text}"), fields),
        Some(Some(AtStake { text, fields })) => (text, fields),
        Some(None) => (format!("{ended}, with no bet in"), json!({ "bet": null })),
        None if is_json => (ended.into(), json!({})),
        None => return (code, None),
    };
    if !is_json {
        return (code, Some(text));
    }
    line["ok"] = is_done.into();
    match is_done {
        true => line["step"] = "ended".into(),
        false => {
            line["error"] = json!({ "kind": "interrupted", "text": text });
            for (name, value) in spent::take().fields() {
                line[name] = value;
            }
        }
    }
    (code, Some(line.to_string()))
}

/// How a process leaves on a signal.
#[derive(Clone, Copy)]
pub struct Leaving {
    pub is_json: bool,
    /// Whether it goes on until it is told to end.
    pub is_service: bool,
}

/// Whether a signal has come.
static IS_LEAVING: AtomicBool = AtomicBool::new(false);

/// Returns unless a signal ends the process: it begins nothing that costs money any more.
pub async fn unless_leaving() {
    if IS_LEAVING.load(Relaxed) {
        pending().await
    }
}

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

/// From now on a signal ends the process at once: interrupt, terminate, and hangup unless the system
/// was told to ignore it, by `nohup` for example; at a terminal quit as well. There is nothing to
/// save, since openings are on disk before they matter. Only a reveal that waits for an answer is
/// sent first ([`Stay`]). The last line says what is at stake ([`set_at_stake`]).
///
/// # Errors
///
/// If the system can't report signals.
pub fn leave_on_signals(leaving: Leaving) -> io::Result<()> {
    let is_interrupt_shown = is_interrupt_shown();
    let restore = remember();
    // Registered here and not in the task, so that no signal comes too early.
    let mut signals = Signals::new(restore.is_some())?;
    tokio::spawn(async move {
        let mut code = signals.next().await;
        IS_LEAVING.store(true, Relaxed);
        if DOOR.available_permits() == 0 {
            notice("your reveal goes first; once more leaves at once");
            SIGNALLED.notify_one();
            let is_bounded = code == TERMINATED;
            tokio::select! {
                _ = DOOR.acquire() => {}
                second = signals.next() => code = second,
                () = sleep(BEFORE_A_KILL), if is_bounded => {}
            }
        }
        event::close();
        if let Some(restore) = restore {
            restore();
        }
        let is_shown = code == INTERRUPTED && is_interrupt_shown;
        let (code, words) = leave(take_at_stake(), code, leaving);
        output::close(is_shown, words, leaving.is_json);
        process::exit(code.into());
    });
    Ok(())
}

/// The signals that end the process.
struct Signals {
    interrupts: tokio::signal::unix::Signal,
    terminates: tokio::signal::unix::Signal,
    hangups: Option<tokio::signal::unix::Signal>,
    quits: Option<tokio::signal::unix::Signal>,
}

impl Signals {
    fn new(is_terminal: bool) -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};

        let hears_hangup = is_terminal || !may_ignore_hangup();
        Ok(Self {
            interrupts: signal(SignalKind::interrupt())?,
            terminates: signal(SignalKind::terminate())?,
            hangups: hears_hangup.then(|| signal(SignalKind::hangup())).transpose()?,
            quits: is_terminal.then(|| signal(SignalKind::quit())).transpose()?,
        })
    }

    /// Waits for a signal. Returns the exit code: by custom, 128 and the signal's number.
    async fn next(&mut self) -> u8 {
        tokio::select! {
            _ = self.interrupts.recv() => INTERRUPTED,
            _ = self.terminates.recv() => TERMINATED,
            () = heard(&mut self.hangups) => 128 + 1,
            () = heard(&mut self.quits) => 128 + 3,
        }
    }
}

/// Waits for a signal, for ever if it is not listened to.
async fn heard(signal: &mut Option<tokio::signal::unix::Signal>) {
    match signal {
        Some(signal) => drop(signal.recv().await),
        None => pending().await,
    }
}

/// Whether this process may have been told to ignore hangups. Only Linux says it.
fn may_ignore_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_none_or(|mask| mask & 1 == 1)
}

/// Whether the terminal shows `^C` when the user types it.
fn is_interrupt_shown() -> bool {
    use rustix::termios::{LocalModes, tcgetattr};

    let modes = tcgetattr(std::io::stdin()).map(|modes| modes.local_modes);
    modes.is_ok_and(|modes| modes.contains(LocalModes::ECHO | LocalModes::ECHOCTL))
}

/// Returns how to give the terminal back, if there is one. It may be hiding a password at the time.
fn remember() -> Option<impl FnOnce() + Send> {
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

    let before = tcgetattr(std::io::stdin()).ok()?;
    Some(move || {
        // The process ends whether this works or not.
        let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, &before);
    })
}

/// While this lives, the terminal shows nothing of what is typed, except line ends.
pub struct Unseen;

/// The terminal's modes before it hid what is typed, while it does.
static SEEN: Mutex<Option<rustix::termios::Termios>> = Mutex::new(None);

impl Unseen {
    /// Asks for what is not to be seen.
    ///
    /// # Errors
    ///
    /// If the question can't be written.
    pub fn asking(question: &str) -> io::Result<Self> {
        static STOPS: Once = Once::new();

        *seen() = rustix::termios::tcgetattr(std::io::stdin()).ok();
        hide();
        *asked() = question.to_owned();
        STOPS.call_once(stop_and_go_on);
        ask(question)?;
        Ok(Self)
    }
}

/// What is asked for while the terminal hides the answer.
static ASKED: Mutex<String> = Mutex::new(String::new());

fn asked() -> MutexGuard<'static, String> {
    ASKED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn ask(question: &str) -> io::Result<()> {
    let mut err = io::stderr();
    err.write_all(question.as_bytes())?;
    err.flush()
}

impl Drop for Unseen {
    fn drop(&mut self) {
        show();
        *seen() = None;
    }
}

fn seen() -> MutexGuard<'static, Option<rustix::termios::Termios>> {
    SEEN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn hide() {
    use rustix::termios::LocalModes;

    if let Some(mut unseen) = seen().clone() {
        unseen.local_modes.remove(LocalModes::ECHO);
        unseen.local_modes.insert(LocalModes::ECHONL);
        set(&unseen);
    }
}

fn show() {
    if let Some(before) = &*seen() {
        set(before);
    }
}

fn set(modes: &rustix::termios::Termios) {
    use rustix::termios::{OptionalActions, tcsetattr};

    // If this does not work, nothing can be done about it.
    let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, modes);
}

/// When Ctrl-Z stops the process, shows what is typed to whoever has the terminal meanwhile.
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
            if seen().is_some() {
                // Whoever typed meanwhile does not see any more what for.
                let question = asked().clone();
                let _ = ask(&question);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_and_a_last_line_say_whether_a_bet_is_in() {
        let bet = || AtStake { text: "your bet stays".into(), fields: json!({ "bet": "7" }) };
        let left =
            |stake, code, is_json, is_service| leave(stake, code, Leaving { is_json, is_service });
        let said = |stake, code, is_service| left(stake, code, false, is_service);
        for is_service in [false, true] {
            for code in [TERMINATED, INTERRUPTED] {
                let told = Some("your bet stays".into());
                assert_eq!(said(Some(Some(bet())), code, is_service), (code, told));
                assert_eq!(said(None, code, is_service), (code, None), "it is not known");
            }
        }
        let told = Some("a signal has ended it, with no bet in".into());
        assert_eq!(said(Some(None), TERMINATED, false), (TERMINATED, told.clone()));
        assert_eq!(said(Some(None), INTERRUPTED, true), (INTERRUPTED, told.clone()));
        assert_eq!(said(Some(None), TERMINATED, true), (0, told));
        let object = |stake, is_service| -> Value {
            let (_, words) = left(stake, TERMINATED, true, is_service);
            serde_json::from_str(&words.expect("an object")).expect("JSON")
        };
        assert_eq!(object(Some(None), true), json!({ "ok": true, "step": "ended", "bet": null }));
        let told = object(Some(Some(bet())), true);
        assert_eq!((&told["bet"], &told["error"]["kind"]), (&"7".into(), &"interrupted".into()));
        assert_eq!(object(None, false)["error"]["text"], "a signal has ended it");
    }
}
