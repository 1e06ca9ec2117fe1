//! Finds what a stopped game has paid back to a player.

use crate::{
    chain::{
        block::BlockId,
        messages::{Content, Sent},
        table::Table,
    },
    store::games::Note,
};
use anyhow::{Context, Result};
use gprimitives::ActorId;
use rpsls_io::Event;

/// How many blocks after a game's end its shares are paid at the latest, if nobody keeps the table's
/// alarm out of the blocks.
const PAID_WITHIN: u32 = 20;

/// The share that this message brings to the player, if it brings one.
pub fn of_message(sent: &Sent, player: ActorId) -> Option<u128> {
    let is_share = matches!(sent.content, Content::Event(Event::GameWasStopped(_)));
    (is_share && sent.to == player).then_some(sent.value)
}

/// The share that the table paid to the player in this block, if it paid one.
pub async fn in_block(table: &Table, number: u32, player: ActorId) -> Result<Option<u128>> {
    let hash = table.link.block(number).await?;
    let sent = table.sent_in(hash).await?;
    Ok(sent.iter().find_map(|sent| of_message(sent, player)))
}

/// The share that the player of a stopped game was paid, as far as the node still has the blocks.
///
/// # Errors
///
/// If it has forgotten the block in which the game ended.
pub async fn of_game(table: &Table, note: &Note) -> Result<Option<u128>> {
    let last = table.link.last_block().await?.number;
    let (mut running, mut over) = (note.costs.block, last);
    while running + 1 < over {
        let middle = running + (over - running) / 2;
        match is_over(table, note.game, middle).await? {
            true => over = middle,
            false => running = middle,
        }
    }
    for number in over..=last.min(over.saturating_add(PAID_WITHIN)) {
        if let Some(share) = in_block(table, number, note.seat.account.into()).await? {
            return Ok(Some(share));
        }
    }
    Ok(None)
}

async fn is_over(table: &Table, game: u64, number: u32) -> Result<bool> {
    let hash = table.link.hash_of(number).await?.context("the node has forgotten it")?;
    let view = table.view_at(BlockId { number, hash }).await?;
    Ok(view.state.games_finished > game)
}
