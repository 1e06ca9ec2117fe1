//! A command of the user that receives each event.
//!
//! It runs beside the game, for one event after the other, and only for a limited time. Whatever it
//! does, the game goes on.

use crate::{screen::shell::shell, words::notices::warn};
use rustix::process::{Pid, Signal, kill_process_group};
use serde_json::Value;
use std::{
    io::{self, Write},
    os::unix::process::CommandExt,
    process::{Child, Stdio},
    sync::{
        OnceLock,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{Receiver, SyncSender, TrySendError, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

/// The variable with the event's kind.
const KIND_VARIABLE: &str = "RPSLS_EVENT";
/// How long the command may take for an event, and for all events that are left at the end.
const LIMIT: Duration = Duration::from_secs(10);
/// How many events may wait for the command.
const WAITING: usize = 256;
const LOOK_AGAIN: Duration = Duration::from_millis(20);

enum Job {
    Event {
        kind: String,
        line: String,
    },
    /// Signals when all events before it are done.
    Mark(SyncSender<()>),
}

/// Whether the process is about to end.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);
static JOBS: OnceLock<SyncSender<Job>> = OnceLock::new();

/// Sends each event to this command from now on.
pub fn run_on_each(command: String) {
    let (send, jobs) = sync_channel(WAITING);
    JOBS.get_or_init(|| {
        thread::spawn(move || work(&jobs, &command, LIMIT));
        send
    });
}

pub fn is_wanted() -> bool {
    JOBS.get().is_some()
}

/// Sends an event to the command, if there is one. Does not wait for it.
pub fn tell(event: &Value, line: &str) {
    let Some(jobs) = JOBS.get() else { return };
    let job = Job::Event { kind: kind(event).into(), line: line.into() };
    if let Err(TrySendError::Full(_)) = jobs.try_send(job) {
        tell_of_lateness();
    }
}

fn tell_of_lateness() {
    static IS_TOLD: AtomicBool = AtomicBool::new(false);
    if !IS_TOLD.swap(true, Relaxed) {
        warn("what --on-event names is too slow: it is not told of some events");
    }
}

/// Waits until the command has received all events, but not for long.
pub fn settle() {
    if !is_done_within(LIMIT) {
        tell_of_lateness();
        close();
    }
}

/// Ends the command, and sends it no more events.
pub fn close() {
    IS_CLOSED.store(true, Relaxed);
    // If the command does not end, nothing can be done about it.
    is_done_within(10 * LOOK_AGAIN);
}

/// Whether no event is left to send. Waits for that at most this long.
fn is_done_within(limit: Duration) -> bool {
    let Some(jobs) = JOBS.get() else { return true };
    let (done, is_done) = sync_channel(1);
    jobs.try_send(Job::Mark(done)).is_ok() && is_done.recv_timeout(limit).is_ok()
}

fn work(jobs: &Receiver<Job>, command: &str, limit: Duration) {
    let mut is_told = false;
    for job in jobs {
        match job {
            Job::Mark(done) => drop(done.send(())),
            Job::Event { .. } if IS_CLOSED.load(Relaxed) => {}
            Job::Event { kind, line } => {
                if let Err(why) = run(command, &kind, &line, limit)
                    && !is_told
                {
                    is_told = true;
                    warn(&format!("what --on-event names has failed: {why}. That is told once"));
                }
            }
        }
    }
}

/// Runs the command for an event. The command sees the event only as a variable and as its input,
/// so nothing that a stranger says ever becomes part of what a shell reads.
fn run(command: &str, kind: &str, line: &str, limit: Duration) -> Result<(), String> {
    let mut shell = shell(command);
    shell.process_group(0);
    // What the command prints is no result of this client.
    shell.env(KIND_VARIABLE, kind).stdin(Stdio::piped()).stdout(io::stderr());
    let mut child = shell.spawn().map_err(|error| error.to_string())?;
    let mut input = child.stdin.take().expect("it is piped");
    let line = format!("{line}\n");
    // The command may read none of it.
    thread::spawn(move || input.write_all(line.as_bytes()));
    let since = Instant::now();
    loop {
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => return Err(status.to_string()),
            None if IS_CLOSED.load(Relaxed) => {
                return end(&mut child).map_err(|error| error.to_string());
            }
            None if since.elapsed() < limit => thread::sleep(LOOK_AGAIN),
            None => {
                end(&mut child).map_err(|error| error.to_string())?;
                return Err(format!("it took more than {} s, and was ended", limit.as_secs()));
            }
        }
    }
}

/// Ends the command, and everything that it has started.
fn end(child: &mut Child) -> io::Result<()> {
    kill_process_group(Pid::from_child(child), Signal::KILL)?;
    child.wait().map(drop)
}

/// An event's name: the step of a game, what a table has said, or the failure.
fn kind(event: &Value) -> &str {
    let said = ["reply", "event", "refused"].map(|said| &event[said]["kind"]);
    if let Some(kind) = [&event["step"]].into_iter().chain(said).find_map(Value::as_str) {
        return kind;
    }
    match event {
        event if event["ok"] == false => "failed",
        event if event["round"].is_object() => "round",
        event if event["trap"].is_object() => "trap",
        _ => "table",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::fs;

    #[test]
    fn each_event_has_its_kind() {
        for (event, expected) in [
            (json!({ "step": "move", "reply": { "kind": "successful_move" } }), "move"),
            (json!({ "block": 7, "reply": { "kind": "player_registered" } }), "player_registered"),
            (json!({ "block": 7, "event": { "kind": "stage_advanced" } }), "stage_advanced"),
            (json!({ "block": 7, "refused": { "kind": "not_in_round" } }), "not_in_round"),
            (json!({ "block": 7, "round": { "number": 1 } }), "round"),
            (json!({ "block": 7, "trap": { "text": "why" } }), "trap"),
            (json!({ "ok": false, "error": { "kind": "usage" } }), "failed"),
            (json!({ "ok": true, "stage": "moves", "round": 1 }), "table"),
        ] {
            assert_eq!(kind(&event), expected);
        }
    }

    #[test]
    fn the_command_has_the_event_as_its_input_and_no_shell_reads_it() {
        let dir = tempfile::tempdir().unwrap();
        let to = dir.path().join("seen");
        let line = r#"{"title":"$(touch owned); `touch owned` \" ' & rm"}"#;
        let command = format!("cd '{}'; echo $RPSLS_EVENT >seen; cat >>seen", dir.path().display());
        run(&command, "round", line, LIMIT).unwrap();
        assert_eq!(fs::read_to_string(to).unwrap(), format!("round\n{line}\n"));
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "nothing else was run");
    }

    #[test]
    fn a_command_that_fails_reads_nothing_or_never_ends_is_told_of() {
        let long = "x".repeat(1 << 20);
        assert!(run("exit 3", "round", &long, LIMIT).unwrap_err().contains('3'));
        assert_eq!(run("true", "round", &long, LIMIT), Ok(()));
        let slow = run("sleep 1000 | cat", "round", &long, Duration::from_millis(50));
        assert!(slow.unwrap_err().contains("was ended"));
    }
}
