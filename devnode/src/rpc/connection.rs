//! One client's connection: how much of what it asks for and does not read this node
//! keeps.

use std::{
    io,
    pin::Pin,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll, Waker, ready},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Sleep, sleep},
};

/// Requests of a connection that are worked at, or whose answers wait to be sent, at once.
const MAX_TURNS: usize = 4;

/// Bytes of a connection's requests that may wait for their turn. Nothing more is read
/// while there are more.
const MAX_WAITING: usize = 1024 * 1024;

/// What a request takes beside its arguments, roughly.
const REQUEST: usize = 256;

/// For how long a client may read nothing of what is sent to it.
const PATIENCE: Duration = Duration::from_secs(30);

/// How often a client may send what is no request. Its connection is closed then: what
/// can't be read can't be counted either, and there could be any number of it.
const MAX_NONSENSE: usize = 16;

/// How an answer begins that is for no request.
const ANSWER_TO_NONSENSE: &[u8] = br#"{"jsonrpc":"2.0","id":null,"error":"#;

/// Bytes of a frame before a short answer.
const FRAME_HEADER: usize = 2;

/// One of a connection's turns.
pub type Turn = OwnedSemaphorePermit;

/// What is known of a connection where its requests are answered.
#[derive(Clone)]
pub struct Connection(Arc<Inner>);

struct Inner {
    turns: Arc<Semaphore>,
    waiting: AtomicUsize,
    /// Who would read the next request.
    reader: Mutex<Option<Waker>>,
}

impl Connection {
    pub fn new() -> Self {
        let turns = Arc::new(Semaphore::new(MAX_TURNS));
        Self(Arc::new(Inner { turns, waiting: AtomicUsize::new(0), reader: Mutex::default() }))
    }

    /// Waits until fewer than [`MAX_TURNS`] answers are worked at or wait to be sent. It
    /// is to be held until this one is sent; there is none when the connection has ended.
    pub async fn turn(&self) -> Option<Turn> {
        self.0.turns.clone().acquire_owned().await.ok()
    }

    /// Counts a request with so many bytes of arguments, until it is answered.
    pub fn count(&self, arguments: usize) -> Counted {
        let bytes = arguments + REQUEST;
        self.0.waiting.fetch_add(bytes, Ordering::Relaxed);
        Counted { connection: self.clone(), bytes }
    }

    fn is_full(&self) -> bool {
        self.0.waiting.load(Ordering::Relaxed) > MAX_WAITING
    }

    /// Has the reader be told when there is a change.
    fn remember(&self, reader: &Waker) {
        *self.reader() = Some(reader.clone());
    }

    fn wake_reader(&self) {
        if let Some(reader) = self.reader().take() {
            reader.wake();
        }
    }

    fn reader(&self) -> std::sync::MutexGuard<'_, Option<Waker>> {
        self.0.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request that is not answered yet.
pub struct Counted {
    connection: Connection,
    bytes: usize,
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.connection.0.waiting.fetch_sub(self.bytes, Ordering::Relaxed);
        self.connection.wake_reader();
    }
}

/// A connection's stream. From a client that does not read, nothing is read; one that
/// does not for [`PATIENCE`], or sends [`MAX_NONSENSE`], is gone.
pub struct Socket {
    stream: TcpStream,
    connection: Connection,
    /// Whether something waits to be sent.
    is_blocked: bool,
    patience: Option<Pin<Box<Sleep>>>,
    nonsense: usize,
    is_gone: bool,
}

impl Socket {
    pub fn new(stream: TcpStream, connection: Connection) -> Self {
        Self { stream, connection, is_blocked: false, patience: None, nonsense: 0, is_gone: false }
    }

    /// Looks at what has just been answered.
    fn count_nonsense(&mut self, sent: &[u8]) {
        if sent.get(FRAME_HEADER..).is_some_and(|text| text.starts_with(ANSWER_TO_NONSENSE)) {
            self.nonsense += 1;
        }
        if self.nonsense == MAX_NONSENSE {
            self.end();
        }
    }

    fn end(&mut self) {
        self.is_gone = true;
        self.connection.0.turns.close();
        self.connection.wake_reader();
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.end();
    }
}

impl AsyncRead for Socket {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        // Whatever changes between a look and this is told of.
        self.connection.remember(context.waker());
        if self.is_gone {
            return Poll::Ready(Ok(()));
        }
        if self.is_blocked || self.connection.is_full() {
            return Poll::Pending;
        }
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Socket {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if self.is_gone {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        if written.is_ready() {
            self.patience = None;
            self.count_nonsense(bytes);
            return written;
        }
        self.is_blocked = true;
        let patience = self.patience.get_or_insert_with(|| Box::pin(sleep(PATIENCE)));
        ready!(patience.as_mut().poll(context));
        self.end();
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }

    /// All that there was to send is sent then.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.stream).poll_flush(context))?;
        self.is_blocked = false;
        self.connection.wake_reader();
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
