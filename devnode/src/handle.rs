//! The thread that owns the chain, and how to reach it.

use crate::{
    block::Block,
    chain::{Announce, Chain, Head},
};
use gsdk::ext::subxt::utils::H256;
use std::{
    panic::{self, AssertUnwindSafe},
    sync::{Arc, Mutex, PoisonError},
    thread,
};
use tokio::sync::{broadcast, mpsc, oneshot};

/// Jobs that may wait for the owner before those who bring more have to wait.
const MAX_JOBS: usize = 1024;

/// Questions that are answered beside the chain at once, and that may wait for it. Those
/// who run programs without end have these threads for themselves, and never the chain's.
const READERS: usize = 2;
const MAX_QUESTIONS: usize = 64;

/// News that a follower may miss: it asks for the blocks in any case.
const MAX_ANNOUNCED: usize = 1;

type Job = Box<dyn FnOnce(&mut Chain) + Send>;
type Question = Box<dyn FnOnce() + Send>;

/// Reaches the chain. The processor keeps memory and gas in storage of a thread, so
/// one thread owns the chain and does one job after another, and others try messages on
/// states that are no longer the chain's. They end with the last of these.
#[derive(Clone)]
pub struct Handle {
    jobs: mpsc::Sender<Job>,
    questions: mpsc::Sender<Question>,
    announced: Announce,
}

/// A job did not come to its end.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the development node failed on this request; its log says how")]
pub struct Failed;

impl Handle {
    /// Starts the threads, with the chain that is made on one.
    ///
    /// # Errors
    ///
    /// If the system gives none.
    pub fn start(chain: impl FnOnce(Announce) -> Chain + Send + 'static) -> std::io::Result<Self> {
        let (jobs, mut queue) = mpsc::channel::<Job>(MAX_JOBS);
        let (announced, _) = broadcast::channel(MAX_ANNOUNCED);
        let announce = announced.clone();
        thread::Builder::new().name("chain".into()).spawn(move || {
            let mut chain = chain(announce);
            while let Some(job) = queue.blocking_recv() {
                // A chain changes by whole blocks, and the hook has told of the panic:
                // whoever brought the job learns of it when its answer does not come.
                let _ = panic::catch_unwind(AssertUnwindSafe(|| job(&mut chain)));
            }
        })?;
        let (questions, queue) = mpsc::channel::<Question>(MAX_QUESTIONS);
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..READERS {
            let queue = Arc::clone(&queue);
            thread::Builder::new().name("reader".into()).spawn(move || {
                while let Some(question) = next(&queue) {
                    // As above.
                    let _ = panic::catch_unwind(AssertUnwindSafe(question));
                }
            })?;
        }
        Ok(Self { jobs, questions, announced })
    }

    /// Runs what needs a state, but not the chain.
    ///
    /// # Errors
    ///
    /// If it failed.
    pub async fn beside<T: Send + 'static>(
        &self,
        question: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failed> {
        let (answer, answered) = oneshot::channel();
        // Whoever asked may be gone when the answer comes.
        let question = Box::new(|| drop(answer.send(question())));
        self.questions.send(question).await.map_err(|_| Failed)?;
        answered.await.map_err(|_| Failed)
    }

    /// Asks the owner of the chain for something.
    ///
    /// # Errors
    ///
    /// If it failed at it.
    pub async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Chain) -> T + Send + 'static,
    ) -> Result<T, Failed> {
        let (answer, answered) = oneshot::channel();
        // Who asked may be gone when the answer comes.
        let job = Box::new(|chain: &mut Chain| drop(answer.send(job(chain))));
        self.jobs.send(job).await.map_err(|_| Failed)?;
        answered.await.map_err(|_| Failed)
    }

    /// Tells when there may be a new head, of either kind.
    pub fn announced(&self) -> broadcast::Receiver<()> {
        self.announced.subscribe()
    }

    /// Each block of a kind from a number on; from the newest one, if none is given.
    ///
    /// # Errors
    ///
    /// If the owner is gone.
    pub async fn follow(&self, head: Head, from: Option<u32>) -> Result<Follower, Failed> {
        let announced = self.announced();
        let next = match from {
            Some(number) => number,
            None => self.run(move |chain| chain.head(head).header.number).await?,
        };
        Ok(Follower { handle: self.clone(), announced, head, next, last: None })
    }
}

/// The next question, for which one thread waits at a time.
fn next(queue: &Mutex<mpsc::Receiver<Question>>) -> Option<Question> {
    queue.lock().unwrap_or_else(PoisonError::into_inner).blocking_recv()
}

/// Gives one block after another, however late it is asked, while they are kept.
pub struct Follower {
    handle: Handle,
    announced: broadcast::Receiver<()>,
    head: Head,
    next: u32,
    /// The hash of the block that was given last.
    last: Option<H256>,
}

impl Follower {
    /// The next block, which may take a while to be made.
    ///
    /// # Errors
    ///
    /// If the owner is gone.
    pub async fn next(&mut self) -> Result<Arc<Block>, Failed> {
        loop {
            let (head, next, last) = (self.head, self.next, self.last);
            let block = self.handle.run(move |chain| chain.after(head, next, last)).await?;
            if let Some(block) = block {
                self.next = block.header.number + 1;
                self.last = Some(block.hash);
                return Ok(block);
            }
            if let Err(broadcast::error::RecvError::Closed) = self.announced.recv().await {
                return Err(Failed);
            }
        }
    }
}
