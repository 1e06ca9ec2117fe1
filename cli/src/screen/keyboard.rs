//! The person at the terminal, line by line.

use crate::screen::{
    output::{Output, warn},
    shell::shell,
};
use anyhow::Result;
use std::{
    io,
    process::Stdio,
    sync::mpsc::{Sender, channel},
    thread,
};
use tokio::sync::{
    Mutex,
    mpsc::{UnboundedReceiver, unbounded_channel},
};

/// What is typed, which one reader in the process takes.
///
/// It reads from the first question on, and not before: until then the terminal may be
/// asked for a password, which two readers would share. And it reads for a question only: a
/// process in the background that reads from its terminal is stopped.
static READER: Mutex<Option<Reader>> = Mutex::const_new(None);

struct Reader {
    /// Asks it for one more line.
    wanted: Sender<()>,
    lines: UnboundedReceiver<String>,
    /// Whether it reads, for a question that may be over by now.
    is_reading: bool,
}

impl Reader {
    /// Reads on a thread of its own, so that the game goes on meanwhile.
    fn start() -> Self {
        let (wanted, wishes) = channel();
        let (send, lines) = unbounded_channel();
        thread::spawn(move || {
            // An input that can't be read is an input that has ended.
            let mut typed = io::stdin().lines().map_while(Result::ok);
            while wishes.recv().is_ok() {
                let Some(line) = typed.next() else { return };
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        Self { wanted, lines, is_reading: false }
    }

    /// Forgets what was typed.
    fn forget(&mut self) {
        while self.lines.try_recv().is_ok() {
            self.is_reading = false;
        }
        forget_typed();
    }

    async fn line(&mut self) -> Option<String> {
        if !self.is_reading {
            // Where the input has ended, there is no line either.
            let _ = self.wanted.send(());
            self.is_reading = true;
        }
        let line = self.lines.recv().await;
        self.is_reading = false;
        line
    }
}

/// Drops what was typed and nobody has read.
#[cfg(unix)]
fn forget_typed() {
    use rustix::termios::{QueueSelector, tcflush};

    // Without a terminal there is nothing that was typed.
    let _ = tcflush(io::stdin(), QueueSelector::IFlush);
}

#[cfg(not(unix))]
fn forget_typed() {}

/// Somebody to ask.
#[derive(Default)]
pub struct Keyboard {
    /// A command that calls them when it is their turn.
    on_turn: Option<String>,
}

impl Keyboard {
    /// Somebody who is called by this command, if there is one.
    pub fn calling(on_turn: Option<String>) -> Self {
        Self { on_turn }
    }

    /// From now on answers count. What was typed before the question is none.
    pub async fn listen(&mut self) {
        READER.lock().await.get_or_insert_with(Reader::start).forget();
    }

    /// The next line, or none if there will be no more.
    pub async fn line(&mut self) -> Option<String> {
        READER.lock().await.get_or_insert_with(Reader::start).line().await
    }

    /// Whether the person says yes.
    pub async fn agrees(&mut self, out: &Output, question: &str) -> Result<bool> {
        out.waited();
        self.listen().await;
        out.ask(&format!("{question} [y/N]"))?;
        let answer = self.line().await.unwrap_or_default();
        Ok(matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes"))
    }

    /// Calls the person to the keyboard, and does not wait.
    pub fn call(&self) {
        let Some(command) = &self.on_turn else {
            return;
        };
        let started = shell(command).stdin(Stdio::null()).spawn();
        match started {
            // Nobody asks what came of it, but the system keeps it until somebody does.
            Ok(mut child) => drop(thread::spawn(move || child.wait())),
            Err(error) => warn(&format!("can't run what --on-turn names: {error}")),
        }
    }
}
