//! What still hangs on an account that is about to be emptied or deleted.

use super::Context;
use crate::{
    chain::{balance::deposited_for_gas, link::Link},
    words::units::vara,
};
use anyhow::Result;
use gprimitives::ActorId;

/// What may still come to the account, or needs it, a phrase each: bets, gas that the chain holds, and
/// vouchers. What no node can tell is left out.
pub async fn to_come(context: &Context, link: Option<&Link>, id: ActorId) -> Result<Vec<String>> {
    let games = context.home.games().all()?;
    let is_here = |genesis| link.is_none_or(|link| link.genesis().0 == genesis);
    let open = games.iter().filter(|note| {
        let is_own = note.seat.account == id.into_bytes() && is_here(note.seat.genesis);
        is_own && note.end.is_none()
    });
    let (count, bets) = open.fold((0, 0_u128), |(count, bets), note| (count + 1, bets + note.bet));
    let games = match count {
        0 => None,
        1 => Some("a game that may not be over".to_owned()),
        many => Some(format!("{many} games that may not be over")),
    };
    let with_bets = |games| match bets {
        0 => games,
        bets => format!("{games}, with {} of bets in", vara(bets)),
    };
    let mut still: Vec<_> = games.map(with_bets).into_iter().collect();
    let Some(link) = link else { return Ok(still) };
    if let Ok(held @ 1..) = deposited_for_gas(link, id).await {
        still.push(format!("{} that are held for gas", vara(held)));
    }
    let vouchers = link.vouchers_of(id, None).await.unwrap_or_default();
    let back = vouchers.iter().map(|voucher| voucher.balance.saturating_add(voucher.held)).sum();
    if let back @ 1_u128.. = back {
        still.push(format!("{} in vouchers that it has issued", vara(back)));
    }
    Ok(still)
}
