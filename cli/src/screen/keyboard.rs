//! The person at the terminal, line by line.

use crate::screen::output::{Output, warn};
use anyhow::Result;
use std::{
    io,
    process::{Command, Stdio},
    thread,
};
use tokio::sync::{
    Mutex,
    mpsc::{UnboundedReceiver, unbounded_channel},
};

/// What is typed, which one reader in the process takes.
///
/// It reads from the first question on, and not before: until then the terminal may be
/// asked for a password, which two readers would share.
static LINES: Mutex<Option<UnboundedReceiver<String>>> = Mutex::const_new(None);

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
        let mut reader = LINES.lock().await;
        let typed = reader.get_or_insert_with(lines);
        while typed.try_recv().is_ok() {}
    }

    /// The next line, or none if there will be no more.
    pub async fn line(&mut self) -> Option<String> {
        LINES.lock().await.get_or_insert_with(lines).recv().await
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
        let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
        let started = Command::new(shell).args([flag, command]).stdin(Stdio::null()).spawn();
        match started {
            // Nobody asks what came of it, but the system keeps it until somebody does.
            Ok(mut child) => drop(thread::spawn(move || child.wait())),
            Err(error) => warn(&format!("can't run what --on-turn names: {error}")),
        }
    }
}

/// Reads on a thread of its own, so that the game goes on meanwhile.
fn lines() -> UnboundedReceiver<String> {
    let (send, lines) = unbounded_channel();
    thread::spawn(move || {
        // An input that can't be read is an input that has ended.
        for line in io::stdin().lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                return;
            }
        }
    });
    lines
}
