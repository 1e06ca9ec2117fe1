//! A terminal: what a person types, and what the screen shows.

use crate::world::{limit, signal};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::{
    fs,
    io::{Read, Write},
    num::NonZero,
    path::PathBuf,
    process::Command,
    sync::{Arc, Mutex},
    thread::{self, JoinHandle, sleep},
    time::{Duration, Instant},
};
use vt100::Parser;

/// The rows of the screen: so many that nothing scrolls away.
const ROWS: u16 = 400;

/// How long to read on after the process has ended.
const LAST_WORDS: Duration = Duration::from_secs(3);

pub struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    seen: Arc<Mutex<Seen>>,
    /// Reads until no process has the terminal open.
    reader: JoinHandle<()>,
    /// The terminal's settings before the process ran.
    pub before: String,
    /// The person's end of the terminal.
    master: Box<dyn MasterPty + Send>,
}

struct Seen {
    screen: Parser,
    bytes: Vec<u8>,
}

/// What is left when the process has ended.
pub struct Left {
    pub code: u32,
    /// The settings in which it left the terminal.
    pub modes: String,
    /// The lines of the screen. A line that the terminal broke is in one piece again.
    pub text: String,
    /// The lines that were too long for the terminal.
    pub broken: Vec<String>,
    /// All of the output, with its control characters.
    pub bytes: String,
}

impl Terminal {
    /// Runs a process at a terminal with this many columns.
    pub fn start(command: &Command, columns: u16) -> Self {
        let size = PtySize { rows: ROWS, cols: columns, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("there is a terminal");
        let before = format!("{:?}", pair.master.get_termios());
        let child = pair.slave.spawn_command(built(command)).expect("the client runs");
        let mut output = pair.master.try_clone_reader().expect("it can be read");
        let keys = pair.master.take_writer().expect("it takes input");
        let [rows, wide] =
            [ROWS, columns].map(|count| NonZero::new(count).expect("there are some"));
        let screen = Parser::new(rows, wide, 0);
        let seen = Arc::new(Mutex::new(Seen { screen, bytes: vec![] }));
        let shared = seen.clone();
        let reader = thread::spawn(move || {
            let mut buffer = [0; 4096];
            // The end of a terminal's output is an error on Linux.
            while let Ok(length @ 1..) = output.read(&mut buffer) {
                let mut seen = shared.lock().expect("no thread panics");
                seen.screen.process(&buffer[..length]);
                seen.bytes.extend(&buffer[..length]);
            }
        });
        Self { child, keys, seen, reader, before, master: pair.master }
    }

    pub fn text(&self) -> String {
        self.seen.lock().expect("no thread panics").screen.screen().contents()
    }

    /// Waits until this is so.
    fn wait_until(&self, what: &str, is_so: impl Fn() -> bool) {
        let until = Instant::now() + limit();
        while !is_so() {
            assert!(Instant::now() < until, "not {what}:\n{}", self.text());
            sleep(Duration::from_millis(20));
        }
    }

    /// Waits until the screen shows this text.
    pub fn wait_for(&mut self, part: &str) {
        self.wait_for_nth(part, 1);
    }

    /// Waits until the screen shows this text this many times.
    pub fn wait_for_nth(&mut self, part: &str, count: usize) {
        self.wait_until(part, || self.text().matches(part).count() >= count);
    }

    /// Waits until a row of the screen is exactly this text.
    pub fn wait_for_row(&self, row: &str) {
        self.wait_until(row, || {
            let seen = self.seen.lock().expect("no thread panics");
            let screen = seen.screen.screen();
            let (_, columns) = screen.size();
            screen.rows(0, columns.get()).any(|text| text.trim_end() == row)
        });
    }

    /// Types a line.
    pub fn enter(&mut self, line: &str) {
        self.press(format!("{line}\r"));
    }

    pub fn press(&mut self, keys: impl AsRef<[u8]>) {
        self.keys.write_all(keys.as_ref()).expect("somebody reads");
        self.keys.flush().expect("somebody reads");
    }

    /// The terminal's present settings.
    pub fn modes(&self) -> String {
        format!("{:?}", self.master.get_termios())
    }

    /// Waits until the terminal hides what is typed, or until it shows it again.
    pub fn wait_for_hiding(&self, is_hiding: bool) {
        self.wait_until("hiding or shown", || (self.modes() != self.before) == is_hiding);
    }

    /// Waits until one of the process's threads reads from the terminal, or until none does.
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    pub fn wait_for_reading(&self, reads: bool) {
        let id = self.child.process_id().expect("it runs");
        self.wait_until("reading or not", || {
            let threads = fs::read_dir(format!("/proc/{id}/task")).expect("it runs");
            // A thread may have ended in the meantime.
            let call = |path: PathBuf| fs::read_to_string(path.join("syscall")).unwrap_or_default();
            // This is the call `read` with descriptor 0.
            reads == threads.flatten().any(|thread| call(thread.path()).starts_with("0 0x0 "))
        });
    }

    /// Waits until a signal has stopped the process.
    #[cfg(target_os = "linux")]
    pub fn wait_for_stop(&self) {
        let id = self.child.process_id().expect("it runs");
        // The state follows the name, which is in brackets. A bare system has no `ps`.
        let state = || fs::read_to_string(format!("/proc/{id}/stat")).expect("it runs");
        self.wait_until("stopped", || state().contains(") T "));
    }

    /// Sends a signal, by its name for `kill`.
    pub fn signal(&self, name: &str) {
        signal(self.child.process_id().expect("it runs"), name);
    }

    pub fn interrupt(&mut self) {
        self.press("\x03");
    }

    /// Waits until the process has ended.
    pub fn finish(mut self) -> Left {
        let until = Instant::now() + limit();
        let code = loop {
            if let Some(status) = self.child.try_wait().expect("it can be asked") {
                break status.exit_code();
            }
            assert!(Instant::now() < until, "it does not end:\n{}", self.text());
            sleep(Duration::from_millis(20));
        };
        let modes = self.modes();
        // Its last output may still arrive. A process that it started may hold the terminal.
        let until = Instant::now() + LAST_WORDS;
        while !self.reader.is_finished() && Instant::now() < until {
            sleep(Duration::from_millis(20));
        }
        let seen = self.seen.lock().expect("no thread panics");
        let screen = seen.screen.screen();
        let (_, columns) = screen.size();
        let rows = screen.rows(0, columns.get()).zip(0..);
        let broken = rows.filter(|(_, row)| screen.row_wrapped(*row)).map(|(text, _)| text);
        Left {
            code,
            modes,
            text: screen.contents(),
            broken: broken.collect(),
            bytes: String::from_utf8_lossy(&seen.bytes).into_owned(),
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn built(command: &Command) -> CommandBuilder {
    let mut built = CommandBuilder::new(command.get_program());
    built.args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => built.env(name, value),
            None => built.env_remove(name),
        }
    }
    built.env("TERM", "xterm-256color");
    built
}
