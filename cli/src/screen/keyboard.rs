//! The person at the terminal, line by line.

use crate::screen::output::Output;
use anyhow::Result;
use std::{io, thread};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

/// Reads from the first question on, and not before: until then the terminal may be
/// asked for a password, which two readers would share.
#[derive(Default)]
pub struct Keyboard {
    lines: Option<UnboundedReceiver<String>>,
}

impl Keyboard {
    /// From now on answers count. What was typed before the question is none.
    pub fn listen(&mut self) {
        let lines = self.lines.get_or_insert_with(lines);
        while lines.try_recv().is_ok() {}
    }

    /// The next line, or none if there will be no more.
    pub async fn line(&mut self) -> Option<String> {
        self.lines.get_or_insert_with(lines).recv().await
    }

    /// Whether the person says yes.
    pub async fn agrees(&mut self, out: &Output, question: &str) -> Result<bool> {
        out.waited();
        self.listen();
        out.line(&format!("{question} [y/N]"))?;
        let answer = self.line().await.unwrap_or_default();
        Ok(matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes"))
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
