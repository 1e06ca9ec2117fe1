//! The person at the terminal, line by line.

use crate::{
    screen::{
        output::{Output, warn},
        shell::shell,
        waiting,
    },
    words::carried::plain,
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

/// The lines that the user types. One reader in the process takes them.
///
/// It starts reading with the first question, and not before: until then the terminal may ask for a
/// password, and two readers would share its input. And it reads only for a question, since the
/// system stops a background process that reads from its terminal.
static READER: Mutex<Option<Reader>> = Mutex::const_new(None);

struct Reader {
    /// Asks the reader for one more line.
    wanted: Sender<()>,
    lines: UnboundedReceiver<String>,
    /// Whether it is reading, perhaps for a question that is over by now.
    is_reading: bool,
}

impl Reader {
    /// Reads on a thread of its own, so that the game goes on.
    fn start() -> Self {
        let (wanted, wishes) = channel();
        let (send, lines) = unbounded_channel();
        thread::spawn(move || {
            while wishes.recv().is_ok() {
                // An input that can't be read counts as ended. Keys that make no text are an answer
                // like any other that is none.
                let Ok(Some(line)) = waiting::typed() else { return };
                if send.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
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
            // If the input has ended, no line comes either.
            let _ = self.wanted.send(());
            self.is_reading = true;
        }
        let line = self.lines.recv().await;
        self.is_reading = false;
        line
    }
}

/// Drops what was typed before anybody read it.
fn forget_typed() {
    use rustix::termios::{QueueSelector, tcflush};

    // Without a terminal, nothing was typed.
    let _ = tcflush(io::stdin(), QueueSelector::IFlush);
}

/// A person to ask.
#[derive(Default)]
pub struct Keyboard {
    /// A command that calls the person when it is their turn.
    on_turn: Option<String>,
}

impl Keyboard {
    /// A person whom this command calls, if there is one.
    pub fn calling(on_turn: Option<String>) -> Self {
        Self { on_turn }
    }

    /// From now on lines are answers. What was typed before the question is no answer.
    pub async fn listen(&mut self) {
        READER.lock().await.get_or_insert_with(Reader::start).forget();
    }

    /// The next line, or `None` if no more will come.
    pub async fn line(&mut self) -> Option<String> {
        READER.lock().await.get_or_insert_with(Reader::start).line().await
    }

    /// Whether the person says yes.
    pub async fn agrees(&mut self, out: &Output, question: &str) -> Result<bool> {
        out.waited();
        self.listen().await;
        out.ask(&format!("{question} [y/N]"))?;
        let answer = self.line().await.unwrap_or_default();
        Ok(matches!(plain(&answer).to_ascii_lowercase().as_str(), "y" | "yes"))
    }

    /// Calls the person to the keyboard. Does not wait for the command.
    pub fn call(&self) {
        let Some(command) = &self.on_turn else {
            return;
        };
        let started = shell(command).stdin(Stdio::null()).spawn();
        match started {
            // Nobody needs the result, but the system keeps it until somebody asks.
            Ok(mut child) => drop(thread::spawn(move || child.wait())),
            Err(error) => warn(&format!("can't run what --on-turn names: {error}")),
        }
    }
}
