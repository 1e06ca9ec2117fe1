//! What a game has cost, by the chain's own data.

use crate::{
    chain::{bill::Payer, block::BlockId, link::Link},
    failure::Mark,
    game::seat::Seat,
    store::games::{Costs, Games},
};
use anyhow::Result;

/// A game's costs up to this final block. For blocks that the node has forgotten, only `expected`
/// is known.
///
/// # Errors
///
/// If the node can't tell right now. The costs are then unchanged.
pub async fn up_to(
    block: BlockId,
    link: &Link,
    seat: &Seat,
    costs: Costs,
    expected: u128,
) -> Result<Costs> {
    let BlockId { number, hash } = block;
    let (now, payer) = (Costs { block: number, hash: hash.0, ..costs }, Payer::of(seat));
    let known = link.hash_of(costs.block).await?;
    // An earlier block of the same chain: the costs are counted beyond it already.
    if number < costs.block && known.is_some_and(|known| known.0 == costs.hash) {
        return Ok(costs);
    }
    // Only a development node's chain goes back.
    if number < costs.block || known.is_some_and(|known| known.0 != costs.hash) {
        return Ok(Costs { trace: None, is_whole: false, ..now });
    }
    match payer.bill(link, costs.block, costs.trace, number).await {
        Ok((taken, trace)) => {
            Ok(Costs { spent: costs.spent.saturating_add(taken), trace: Some(trace), ..now })
        }
        Err(error) if Mark::of(&error) == Some(Mark::Forgotten) => {
            let spent = costs.spent.saturating_add(expected);
            Ok(Costs { spent, trace: None, is_whole: false, ..now })
        }
        Err(error) => Err(error),
    }
}

/// Counts all costs up to now for the game before this one. From here on they are this game's.
///
/// # Errors
///
/// As [`up_to`].
pub async fn close_before(
    game: u64,
    block: BlockId,
    link: &Link,
    games: &Games,
    seat: &Seat,
) -> Result<()> {
    match games.before(seat, game)? {
        Some(note) if !note.costs.is_settled => {
            let costs = up_to(block, link, seat, note.costs, 0).await?;
            games.cost(seat, note.game, Costs { is_settled: true, ..costs }).map(drop)
        }
        _ => Ok(()),
    }
}
