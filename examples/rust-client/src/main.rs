//! Plays a duel: `rust-client Rock`, with the environment and the exit codes of `rpsls`. If it is
//! stopped, the same command goes on with the game.

mod seat;
mod table;

use anyhow::Result;
use rpsls_io::{GameState, Move, opening};
use seat::{Seat, play, status_in};
use std::{env, fs, io::Write, os::unix::fs::OpenOptionsExt, time::Duration};
use table::{Table, fail};
use tokio::time::timeout;

const HOUR: Duration = Duration::from_secs(3_600);

#[tokio::main]
async fn main() -> Result<()> {
    let Some(mv) = Move::ALL.into_iter().find(|mv| env::args().nth(1) == Some(format!("{mv:?}")))
    else {
        fail(2, &format!("Name a move of {:?}.", Move::ALL))
    };
    let Ok(table) = Table::connect().await else {
        fail(4, "No node answers at RPSLS_NODE: nothing was sent.")
    };
    let Ok(start) = table.look().await else {
        fail(2, "There is no such table on this chain: nothing was sent.")
    };
    let (game, bet) = (start.games_finished, start.config.bet_size);
    let file = format!("opening-{:?}-{game}-{:?}.txt", table.id, table.me);
    let kept = fs::read_to_string(&file).ok().filter(|kept| kept.len() == 33);
    if status_in(&start, &table).is_some() {
        if kept.is_none() {
            fail(3, "This account has a seat, whose opening is not here: nothing was sent.")
        }
    // 1 VARA stays in the account, and 0.6 pay the fees and gas of a duel.
    } else if table.balance().await? < bet + 1_600_000_000_000 {
        fail(5, "Too little for bet and fees: nothing was sent.")
    }
    let opening = match kept {
        Some(kept) => {
            eprintln!("This goes on with the move that an earlier run has chosen.");
            kept
        }
        None => {
            let opening = opening(mv, &format!("{:032x}", rand::random::<u128>()));
            // Stored before it is used: who has lost it can't show the move, and loses the bet.
            // Nobody else may read it before that.
            let mut options = fs::OpenOptions::new();
            options.write(true).create(true).truncate(true).mode(0o600);
            options.open(&file)?.write_all(opening.as_bytes())?;
            opening
        }
    };
    let (seat, me) = (Seat { game, bet, opening }, table.me);
    let Ok(GameState { last_game, last_round, .. }) = timeout(HOUR, play(table, &seat)).await
    else {
        fail(4, "The game has not ended in an hour: the same command goes on with it.")
    };
    // A stop leaves the last game as it was, silence the last round.
    let is_decided = last_round.is_some_and(|it| it.game == game) || last_game != start.last_game;
    let result = if last_game.is_some_and(|it| it.winner == me) { "won" } else { "lost" };
    println!("{}", if is_decided { result } else { "stopped: the bet is back" });
    Ok(())
}
