//! A seat in a duel, from the bet to the end.

use crate::table::{Table, fail};
use anyhow::Result;
use rpsls_io::{Action, Entry, GameState, PlayerStatus, bound_commitment};
use std::time::Duration;
use tokio::time::sleep;

/// A seat in a game, and what opens its commitment.
pub struct Seat {
    pub game: u64,
    pub bet: u128,
    pub opening: String,
}

/// Plays until the game is over. Returns the state that tells so.
pub async fn play(mut table: Table, seat: &Seat) -> GameState {
    loop {
        match turn(&table, seat).await {
            Ok(Some(state)) => return state,
            Ok(None) => sleep(Duration::from_secs(1)).await,
            Err(error) => {
                eprintln!("Trying again: {error}");
                sleep(Duration::from_secs(3)).await;
                // A connection may be dead without a sign: after a sleep, or behind a router.
                table = Table::connect().await.unwrap_or(table);
            }
        }
    }
}

/// Does what is due as of the last final block. Any answer can get lost, so the state tells what
/// came of it. Returns the state once the game is over.
async fn turn(table: &Table, Seat { game, bet, opening }: &Seat) -> Result<Option<GameState>> {
    let state = table.look().await?;
    if state.games_finished > *game {
        return Ok(Some(state));
    }
    match status_in(&state, table) {
        None => {
            let commitment = Some(bound_commitment(table.id, table.me, opening));
            let entry = Entry { game: Some(*game), commitment, delegate: None };
            let answer = table.act(&Action::Join(entry), *bet).await?;
            // The table refuses a second seat, and returns the bet: asking twice does no harm.
            let now = table.look().await?;
            match answer {
                Err(refusal) if now.games_finished == *game && status_in(&now, table).is_none() => {
                    fail(3, &format!("The table refused it: {refusal}."))
                }
                _ => println!("seated in game {game}"),
            }
        }
        // Once a block with a commitment is final, no fork can undo it when the opening is known.
        Some(PlayerStatus::ToReveal) => {
            let (player, opening) = (table.me, opening.clone());
            drop(table.act(&Action::RevealFor { player, opening, next: None }, 0).await?);
        }
        Some(_) => {}
    }
    Ok(None)
}

/// The player's status, if the player has a seat.
pub fn status_in(state: &GameState, table: &Table) -> Option<PlayerStatus> {
    state.players.iter().find(|(player, _)| *player == table.me).map(|(_, status)| *status)
}
