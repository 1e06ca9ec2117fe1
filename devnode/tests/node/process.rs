//! The node as a process of its own.

use crate::support::PATIENCE;
use std::{
    io::{BufRead, BufReader, Read},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

const BINARY: &str = env!("CARGO_BIN_EXE_vara-devnode");

pub struct Process {
    child: Child,
    pub url: String,
    /// The lines that it printed, up to the one with its URL.
    pub said: Vec<String>,
    log: Arc<Mutex<String>>,
}

impl Process {
    pub fn start(arguments: &[&str]) -> Self {
        Self::of(Command::new(BINARY).args(arguments), true)
    }

    /// Starts a node that ends when its terminal is closed. It does so even if the tests run under
    /// `nohup`, which child processes inherit.
    pub fn start_at_terminal(arguments: &[&str]) -> Self {
        if !cfg!(target_os = "linux") {
            return Self::start(arguments);
        }
        let mut command = Command::new("env");
        Self::of(command.args(["--default-signal=HUP", BINARY]).args(arguments), true)
    }

    /// Starts a node that goes on when its terminal is closed.
    pub fn start_by_nohup(arguments: &[&str]) -> Self {
        Self::of(Command::new("nohup").arg(BINARY).args(arguments), true)
    }

    /// Starts a node whose log nobody reads.
    pub fn start_unheard(arguments: &[&str]) -> Self {
        Self::of(Command::new(BINARY).args(arguments), false)
    }

    fn of(command: &mut Command, is_heard: bool) -> Self {
        let mut child = command
            .args(["--port", "0"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let log = Arc::new(Mutex::new(String::new()));
        let (seen, mut errors) = (Arc::clone(&log), child.stderr.take().unwrap());
        let listen = move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = errors.read(&mut bytes) {
                seen.lock().unwrap().push_str(&String::from_utf8_lossy(&bytes[..count]));
            }
        };
        if is_heard {
            thread::spawn(listen);
        } else {
            drop(listen);
        }
        let mut said = vec![];
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let url = lines.find_map(|line| {
            said.push(line.unwrap());
            said.last()?.rsplit_once("node at ").map(|(_, url)| url.to_owned())
        });
        Self { child, url: url.expect("it prints its URL"), said, log }
    }

    pub fn address(&self) -> &str {
        self.url.strip_prefix("ws://").unwrap()
    }

    /// What it has logged so far.
    pub fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// Sends it a signal, such as `TERM`. The shell's own `kill` does it, since a bare system has
    /// no other.
    pub fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let kill = ["-c", "kill -s \"$0\" \"$1\"", name, &id];
        assert!(Command::new("sh").args(kill).status().unwrap().success());
    }

    /// Sends it a signal, and waits until it ends. Returns whether it ended without an error.
    pub fn end(&mut self, signal: &str) -> bool {
        self.signal(signal);
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.success();
            }
            assert!(start.elapsed() < PATIENCE, "it still runs after {signal}");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
