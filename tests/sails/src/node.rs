//! A development node of a test's own.

use std::{
    env,
    io::{BufRead, BufReader},
    path::PathBuf,
    process::{Child, Command, Stdio},
};

/// A node that ends with this value.
pub struct Node {
    process: Child,
    /// Where it is reached.
    pub url: String,
}

impl Node {
    /// A node that makes a block each tenth of a second, and each moves its time on by 3 s.
    ///
    /// # Panics
    ///
    /// If there is none: the workspace has to be built before.
    pub fn start() -> Self {
        let built =
            PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/release/vara-devnode");
        let path = env::var_os("VARA_DEVNODE").map_or(built, PathBuf::from);
        let process = Command::new(&path)
            .args(["--port", "0", "--block-time", "100", "--log", "error"])
            .stdout(Stdio::piped())
            .spawn();
        let mut process = process.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let lines = BufReader::new(process.stdout.take().expect("it is piped")).lines();
        let mut words = lines
            .map_while(Result::ok)
            .flat_map(|line| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        let url = words.find(|word| word.starts_with("ws://")).expect("the node says its address");
        Self { process, url }
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
