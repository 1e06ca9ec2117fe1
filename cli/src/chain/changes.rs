//! When to ask for a program's state again.
//!
//! A node can tell in which block a program's state has changed, so that nobody has to ask for it in
//! each block. A notice may be lost, so it is asked for every few blocks all the same, and at each
//! block where the node gives no notices.

use crate::chain::{
    BLOCK_TIME,
    block::BlockId,
    error::Error,
    link::Link,
    pace::paced,
    table::{Table, View},
};
use futures::{FutureExt, StreamExt};
use gprimitives::{ActorId, H256};
use gsdk::ProgramStateChanges;
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// After so many blocks without a notice to ask all the same.
const MOST: u32 = 10;
/// How long a node may take to say whether it gives notices.
const ANSWER: Duration = Duration::from_secs(6);

/// The notices of changes of one program's state.
pub struct Changes {
    program: ActorId,
    notices: Option<ProgramStateChanges>,
    /// The number of the connection over which they come, or were asked for in vain.
    line: Option<u32>,
    /// A change is in this block or the one before.
    changed: Option<u32>,
}

impl Changes {
    pub fn of(program: ActorId) -> Self {
        Self { program, notices: None, line: None, changed: None }
    }

    /// Waits for a block in which something may be new since this view: final, or the newest if
    /// finality is behind. If `is_urgent`, that is the next one. `passed` is told the chain's time at
    /// each block before it, ms.
    ///
    /// # Errors
    ///
    /// As [`Link::wait_for`].
    pub async fn next(
        &mut self,
        table: &Table,
        View { head, state, .. }: &View,
        is_urgent: bool,
        passed: impl Fn(u64),
    ) -> anyhow::Result<BlockId> {
        let (mut seen, since) = (head.number, Instant::now());
        let left = state.deadline.saturating_sub(head.timestamp);
        loop {
            self.follow(&table.link).await?;
            let block = table.link.counting_after(seen).await?;
            let told = self.is_told(&table.link, block.number);
            let time = u64::from(block.number.saturating_sub(head.number)) * BLOCK_TIME;
            let is_over = time.max(elapsed(since)) >= left;
            let is_late = block.number < seen || block.number - head.number >= MOST;
            if is_urgent || told || is_over || is_late || self.notices.is_none() {
                return Ok(block);
            }
            seen = block.number;
            passed(head.timestamp + time);
        }
    }

    /// Subscribes, if this connection has not been asked for notices yet. They are a help, and not
    /// needed.
    async fn follow(&mut self, link: &Link) -> Result<(), Error> {
        let line = link.connections();
        if self.line == Some(line) {
            return Ok(());
        }
        let of = vec![H256(self.program.into_bytes())];
        let asked = link
            .asked(async |api| Ok(api.subscribe_program_state_changes(Some(of.clone())).await?));
        // A node that says nothing to this is asked for the state all the same.
        let asked = timeout(paced(ANSWER), asked).await;
        self.line = Some(line);
        self.notices = match asked {
            Ok(Err(error @ Error::Network(_))) => return Err(error),
            Ok(asked) => asked.ok(),
            Err(_) => None,
        };
        // Nobody has told of what changed before.
        self.changed = Some(0);
        Ok(())
    }

    /// Whether the state may have changed up to this block, by what was told.
    fn is_told(&mut self, link: &Link, block: u32) -> bool {
        while let Some(next) = self.notices.as_mut().and_then(|all| all.next().now_or_never()) {
            match next {
                // It may come before its block is announced.
                Some(Ok(_)) => self.changed = Some(block.saturating_add(link.lag()) + 1),
                Some(Err(_)) | None => self.notices = None,
            }
        }
        let is_told = self.changed.is_some_and(|changed| block + 1 >= changed);
        self.changed.take_if(|changed| block >= *changed);
        is_told
    }
}

fn elapsed(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX)
}
