//! Follows what the program says, block by block.

use crate::{
    link::Head,
    table::{Said, Table},
};
use anyhow::Result;

/// How many blocks are looked into after the connection was lost for long.
/// Nodes forget what older ones brought about.
const MOST: u32 = 200;

/// Where one has got to.
pub struct Follow {
    seen: u32,
}

impl Follow {
    /// Begins after this block.
    pub fn after(head: Head) -> Self {
        Self { seen: head.number }
    }

    /// Waits for the next blocks. Returns the last of them, and what the
    /// program said in all that were not seen yet, with the blocks' numbers.
    pub async fn next(&mut self, table: &mut Table) -> Result<(Head, Vec<(u32, Said)>)> {
        let head = table.link.head_after(self.seen).await?;
        let mut all = vec![];
        for number in (self.seen + 1).max(head.number.saturating_sub(MOST))..=head.number {
            let block = table.link.block(number).await?;
            all.extend(table.said_in(block).await?.into_iter().map(|said| (number, said)));
        }
        self.seen = head.number;
        Ok((head, all))
    }
}
