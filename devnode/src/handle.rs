//! The thread that owns the chain, and how to reach it.

use crate::chain::{Block, Chain};
use std::{
    panic::{self, AssertUnwindSafe},
    sync::Arc,
    thread,
};
use tokio::sync::{broadcast, mpsc, oneshot};

/// Jobs that may wait for the owner before those who bring more have to wait.
const MAX_JOBS: usize = 1024;

/// Blocks that a follower may be late before it has to ask for them.
const MAX_ANNOUNCED: usize = 64;

type Job = Box<dyn FnOnce(&mut Chain) + Send>;

/// Reaches the chain. The processor keeps memory and gas in storage of a thread, so
/// one thread owns the chain and does one job after another. It ends with the last
/// of these.
#[derive(Clone)]
pub struct Handle {
    jobs: mpsc::Sender<Job>,
    announced: broadcast::Sender<Arc<Block>>,
}

/// A job did not come to its end.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the development node failed on this request; its log says how")]
pub struct Failed;

impl Handle {
    /// Starts the thread.
    ///
    /// # Errors
    ///
    /// If the system gives none.
    pub fn start() -> std::io::Result<Self> {
        let (jobs, mut queue) = mpsc::channel::<Job>(MAX_JOBS);
        let (announced, _) = broadcast::channel(MAX_ANNOUNCED);
        let announce = announced.clone();
        thread::Builder::new().name("chain".into()).spawn(move || {
            let mut chain = Chain::new(announce);
            while let Some(job) = queue.blocking_recv() {
                // A chain changes by whole blocks, and the hook has told of the panic:
                // whoever brought the job learns of it when its answer does not come.
                let _ = panic::catch_unwind(AssertUnwindSafe(|| job(&mut chain)));
            }
        })?;
        Ok(Self { jobs, announced })
    }

    /// Has the owner do something.
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

    /// Each block from a number on; from the best one, if none is given.
    ///
    /// # Errors
    ///
    /// If the owner is gone.
    pub async fn follow(&self, from: Option<u32>) -> Result<Follower, Failed> {
        let announced = self.announced.subscribe();
        let next = self
            .run(move |chain| from.map_or(chain.best().header.number, |n| n.max(chain.oldest())))
            .await?;
        Ok(Follower { handle: self.clone(), announced, next })
    }
}

/// Gives one block after another, however late it is asked, while they are kept.
pub struct Follower {
    handle: Handle,
    announced: broadcast::Receiver<Arc<Block>>,
    next: u32,
}

impl Follower {
    /// The next block, which may take a while to be made.
    ///
    /// # Errors
    ///
    /// If the owner is gone.
    pub async fn next(&mut self) -> Result<Arc<Block>, Failed> {
        loop {
            let next = self.next;
            let block = self.handle.run(move |chain| chain.block_at(next).cloned()).await?;
            if let Some(block) = block {
                self.next += 1;
                return Ok(block);
            }
            match self.announced.recv().await {
                // It is there now, or it was forgotten and this one is the next.
                Ok(block) => self.next = self.next.max(block.header.number),
                Err(broadcast::error::RecvError::Lagged(_)) => {
                    self.next = self.handle.run(move |chain| chain.oldest().max(next)).await?;
                }
                Err(broadcast::error::RecvError::Closed) => return Err(Failed),
            }
        }
    }
}
