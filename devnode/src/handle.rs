//! The thread that owns the chain, the threads that answer questions, and the handle to both.

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

/// How many jobs may wait for the chain's thread. The sender of one more waits for room.
const MAX_JOBS: usize = 1024;

/// How many threads answer questions beside the chain, and how many questions may wait for them.
/// Long runs of programs can occupy these threads, but never the chain's.
const READERS: usize = 2;
const MAX_QUESTIONS: usize = 64;

/// How many announcements are kept for a follower. It may miss some, since it asks for the blocks
/// in any case.
const MAX_ANNOUNCED: usize = 1;

type Job = Box<dyn FnOnce(&mut Chain) + Send>;
type Question = Box<dyn FnOnce() + Send>;

/// A handle to the chain. The processor keeps memory and gas in thread-local storage, so one thread
/// owns the chain and does one job after another. Other threads try messages on copies of states.
/// All threads end when the last handle is dropped.
#[derive(Clone)]
pub struct Handle {
    jobs: mpsc::Sender<Job>,
    questions: mpsc::Sender<Question>,
    announced: Announce,
}

/// A job or a question did not finish.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the development node failed on this request; its log says how")]
pub struct Failed;

impl Handle {
    /// Starts the threads. `chain` makes the chain on its own thread.
    ///
    /// # Errors
    ///
    /// If the system can't start a thread.
    pub fn start(chain: impl FnOnce(Announce) -> Chain + Send + 'static) -> std::io::Result<Self> {
        let (jobs, mut queue) = mpsc::channel::<Job>(MAX_JOBS);
        let (announced, _) = broadcast::channel(MAX_ANNOUNCED);
        let announce = announced.clone();
        thread::Builder::new().name("chain".into()).spawn(move || {
            let mut chain = chain(announce);
            while let Some(job) = queue.blocking_recv() {
                // The chain changes by whole blocks, so a panic does not damage it. The panic
                // hook has logged it, and the job's sender gets an error in place of an answer.
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

    /// Answers a question beside the chain. It may need a state, but not the chain.
    ///
    /// # Errors
    ///
    /// If the question did not finish.
    pub async fn beside<T: Send + 'static>(
        &self,
        question: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failed> {
        let (answer, answered) = oneshot::channel();
        // The asker may be gone when the answer comes.
        let question = Box::new(|| drop(answer.send(question())));
        self.questions.send(question).await.map_err(|_| Failed)?;
        answered.await.map_err(|_| Failed)
    }

    /// Runs a job on the chain's thread.
    ///
    /// # Errors
    ///
    /// If the job did not finish.
    pub async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Chain) -> T + Send + 'static,
    ) -> Result<T, Failed> {
        let (answer, answered) = oneshot::channel();
        // As above.
        let job = Box::new(|chain: &mut Chain| drop(answer.send(job(chain))));
        self.jobs.send(job).await.map_err(|_| Failed)?;
        answered.await.map_err(|_| Failed)
    }

    /// Subscribes to announcements that there may be a new head of either kind.
    pub fn announced(&self) -> broadcast::Receiver<()> {
        self.announced.subscribe()
    }

    /// Follows the blocks of a kind from a number on. Without a number, it begins with the newest.
    ///
    /// # Errors
    ///
    /// If the chain's thread is gone.
    pub async fn follow(&self, head: Head, from: Option<u32>) -> Result<Follower, Failed> {
        let announced = self.announced();
        let next = match from {
            Some(number) => number,
            None => self.run(move |chain| chain.head(head).header.number).await?,
        };
        Ok(Follower { handle: self.clone(), announced, head, next, last: None })
    }
}

/// Waits for the next question. Only one thread waits at a time.
fn next(queue: &Mutex<mpsc::Receiver<Question>>) -> Option<Question> {
    queue.lock().unwrap_or_else(PoisonError::into_inner).blocking_recv()
}

/// Gives one block after another. A slow reader misses no block while the chain keeps it.
pub struct Follower {
    handle: Handle,
    announced: broadcast::Receiver<()>,
    head: Head,
    next: u32,
    /// The hash of the block that it gave last.
    last: Option<H256>,
}

impl Follower {
    /// Waits for the next block.
    ///
    /// # Errors
    ///
    /// If the chain's thread is gone.
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
