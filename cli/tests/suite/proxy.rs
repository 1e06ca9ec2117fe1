//! A proxy before a node, whose connections can be cut.

use crate::world::limit;
use std::{
    io::{ErrorKind, Read, Write},
    net::{Shutdown, TcpListener, TcpStream},
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicU64, Ordering::SeqCst},
    },
    thread,
    time::{Duration, Instant},
};

/// A proxy that passes everything on until it is told otherwise.
pub struct Proxy {
    pub url: String,
    state: Arc<State>,
}

struct State {
    line: Mutex<Line>,
    /// How many bytes clients have sent.
    sent: AtomicU64,
    /// All connections are cut once when this many bytes were sent.
    cut_at: AtomicU64,
}

/// Where the proxy leads, and its connections. One lock covers both, so that no new connection
/// escapes a cut.
struct Line {
    /// The node's address. `None` while there is no node.
    node: Option<String>,
    connections: Vec<TcpStream>,
}

impl Proxy {
    /// Starts a proxy before the node at this address.
    pub fn before(url: &str) -> Self {
        let line = Mutex::new(Line { node: Some(address(url)), connections: vec![] });
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let url = format!("ws://{}", listener.local_addr().expect("it listens"));
        let (sent, cut_at) = (AtomicU64::new(0), AtomicU64::new(u64::MAX));
        let state = Arc::new(State { line, sent, cut_at });
        let shared = state.clone();
        thread::spawn(move || {
            for client in listener.incoming() {
                let Ok(client) = client else { return };
                let mut line = shared.line();
                let Some(address) = &line.node else { continue };
                // The node may have ended.
                if let Ok(node) = TcpStream::connect(address) {
                    connect(&shared, &mut line, client, node);
                }
            }
        });
        Self { url, state }
    }

    /// Cuts all connections. From now on there is no node.
    pub fn go_away(&self) {
        self.state.line().lead_to(None);
    }

    /// Cuts all connections. From now on there is another node.
    pub fn lead_to(&self, url: &str) {
        self.state.line().lead_to(Some(address(url)));
    }

    /// How many bytes clients have sent.
    pub fn sent(&self) -> u64 {
        self.state.sent.load(SeqCst)
    }

    /// Waits until clients have sent this many bytes.
    pub fn wait_for(&self, bytes: u64) {
        let since = Instant::now();
        while self.sent() < bytes {
            assert!(since.elapsed() < limit(), "{} bytes were sent", self.sent());
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Cuts all connections once when clients have sent this many more bytes.
    pub fn cut_after(&self, bytes: u64) {
        self.state.cut_at.store(self.sent() + bytes, SeqCst);
    }

    /// Whether the cut that was asked for has been made.
    pub fn was_cut(&self) -> bool {
        self.state.cut_at.load(SeqCst) == u64::MAX
    }
}

impl Line {
    fn lead_to(&mut self, node: Option<String>) {
        self.node = node;
        self.cut();
    }

    fn cut(&mut self) {
        for connection in self.connections.drain(..) {
            // It may be closed already.
            let _ = connection.shutdown(Shutdown::Both);
        }
    }
}

impl State {
    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().expect("no thread panics")
    }

    /// Counts bytes that a client sent, and cuts the connections if it is time.
    fn count(&self, bytes: usize) {
        let sent = self.sent.fetch_add(bytes as u64, SeqCst) + bytes as u64;
        if sent >= self.cut_at.load(SeqCst) {
            self.cut_at.store(u64::MAX, SeqCst);
            self.line().cut();
        }
    }
}

fn address(url: &str) -> String {
    url.strip_prefix("ws://").expect("a node without TLS").trim_end_matches('/').to_owned()
}

fn connect(state: &Arc<State>, line: &mut Line, client: TcpStream, node: TcpStream) {
    let copies = [&client, &node, &client, &node].map(|one| one.try_clone().expect("a handle"));
    let [client_copy, node_copy, first, second] = copies;
    line.connections.extend([first, second]);
    let counter = state.clone();
    thread::spawn(move || pass_on(client, node, |bytes| counter.count(bytes)));
    thread::spawn(move || pass_on(node_copy, client_copy, |_| {}));
}

/// Passes bytes on, and then counts them. So a cut can come between a request and its answer.
fn pass_on(mut from: TcpStream, mut to: TcpStream, count: impl Fn(usize)) {
    let mut buffer = vec![0; 64 * 1024];
    loop {
        match from.read(&mut buffer) {
            Ok(0) => break,
            Ok(length) => {
                if to.write_all(&buffer[..length]).is_err() {
                    break;
                }
                count(length);
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    let _ = to.shutdown(Shutdown::Both);
}
