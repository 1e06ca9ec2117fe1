//! How a player's moves are chosen.

use crate::{
    chain::table::{Table, View},
    failure::Failure,
    game::{moves, turn},
    screen::{keyboard::Keyboard, output::Output, prompt, terminal::Stay},
    words::units::span,
};
use anyhow::Result;
use gprimitives::ActorId;
use rand::{rngs::OsRng, seq::SliceRandom};
use rpsls_io::Move;
use std::{
    io::{self, IsTerminal},
    time::Duration,
};
use tokio::time::sleep;

/// How long a reveal waits for the next round's move, which it can carry.
const REVEAL_WAITS: Duration = Duration::from_secs(20);

pub enum Chooser {
    Chance,
    List(Vec<Move>),
    Person(Keyboard),
}

pub enum Choice {
    Move(Move),
    /// The stage ended before there was an answer.
    TooLate,
    /// There will be no answer.
    Left,
}

impl Chooser {
    /// Chooses by this list or at random, or asks a person whom this command calls.
    pub fn of(is_auto: bool, moves: Vec<Move>, on_turn: Option<String>) -> Result<Self> {
        if !moves.is_empty() {
            Ok(Self::List(moves))
        } else if is_auto {
            Ok(Self::Chance)
        } else if io::stdin().is_terminal() {
            Ok(Self::Person(Keyboard::calling(on_turn)))
        } else {
            Err(Failure::usage(
                "there is no terminal to ask in: add --auto for random moves, or --moves",
            ))
        }
    }

    /// The move in a round, if no person has to choose it.
    pub fn at_once(&self, round: u32) -> Option<Move> {
        match self {
            Chooser::Chance => Move::ALL.choose(&mut OsRng).copied(),
            Chooser::List(list) => Some(list[(round.max(1) as usize - 1) % list.len()]),
            Chooser::Person(_) => None,
        }
    }

    /// The player's move in this round.
    pub async fn choose(
        &mut self,
        out: &Output,
        table: &Table,
        player: ActorId,
        view: &View,
    ) -> Result<Choice> {
        if let Some(mv) = self.at_once(view.state.round) {
            return Ok(Choice::Move(mv));
        }
        let Chooser::Person(keyboard) = self else {
            return Ok(Choice::Left);
        };
        ask(out, keyboard, table, player, view).await
    }
}

/// Asks for the move of round 1, which goes with the seat.
pub async fn ask_first(out: &Output, keyboard: &mut Keyboard) -> Result<Option<Move>> {
    out.waited();
    keyboard.listen().await;
    out.ask("Your move in round 1?")?;
    out.ask(&format!("  {}", prompt::menu()))?;
    while let Some(line) = keyboard.line().await {
        match prompt::parse(&line) {
            Ok(mv) => {
                out.ask(&format!("{} it is.", moves::name(mv)))?;
                return Ok(Some(mv));
            }
            Err(hint) => out.ask(&hint)?,
        }
    }
    Ok(None)
}

/// Asks for the move of the next round, which the reveal can carry, for as long as the reveal may
/// wait. A signal counts as an answer, too.
pub async fn ask_next(
    out: &Output,
    keyboard: &mut Keyboard,
    table: &Table,
    view: &View,
    stay: &Stay,
) -> Result<Option<Move>> {
    out.waited();
    keyboard.listen().await;
    keyboard.call();
    let round = view.state.round;
    out.ask(&format!(
        "Your move in round {}, should there be one? It goes with your reveal, which waits for \
         it, {} s at most, and costs nothing more. Enter reveals now.",
        round + 1,
        REVEAL_WAITS.as_secs()
    ))?;
    out.ask(&format!("  {}", prompt::menu()))?;
    let mut now = view.head;
    let time_is_up = sleep(REVEAL_WAITS);
    tokio::pin!(time_is_up);
    loop {
        // The other half of the time is left for the reveal itself.
        let left = view.state.deadline.saturating_sub(now.timestamp);
        if left <= view.state.config.reveal_timeout / 2 {
            break;
        }
        tokio::select! {
            line = keyboard.line() => match line {
                None => return Ok(None),
                Some(line) if line.trim().is_empty() => return Ok(None),
                Some(line) => match prompt::parse(&line) {
                    Ok(mv) => {
                        out.ask(&format!("{} it is.", moves::name(mv)))?;
                        return Ok(Some(mv));
                    }
                    Err(hint) => out.ask(&hint)?,
                },
            },
            head = table.link.head_after(now.number) => now = head?,
            () = &mut time_is_up => break,
            () = stay.signalled() => return Ok(None),
        }
    }
    out.ask("No move now: it is time to reveal.")?;
    Ok(None)
}

/// Asks for as long as the player can still make the move.
async fn ask(
    out: &Output,
    keyboard: &mut Keyboard,
    table: &Table,
    player: ActorId,
    view: &View,
) -> Result<Choice> {
    let (game, round) = (view.state.games_finished, view.state.round);
    let left = view.state.deadline.saturating_sub(view.head.timestamp);
    out.waited();
    keyboard.listen().await;
    keyboard.call();
    out.ask(&format!("Round {round}, {} left. Your move?", span(left)))?;
    out.ask(&format!("  {}", prompt::menu()))?;
    let mut seen = view.head.number;
    loop {
        tokio::select! {
            line = keyboard.line() => {
                let Some(line) = line else {
                    return Ok(Choice::Left);
                };
                match prompt::parse(&line) {
                    Ok(mv) => {
                        out.ask(&format!("{} it is.", moves::name(mv)))?;
                        return Ok(Choice::Move(mv));
                    }
                    Err(hint) => out.ask(&hint)?,
                }
            }
            block = table.link.block_after(seen) => {
                let block = block?;
                seen = block.number;
                // The next block tells.
                let Ok(View { state: now, .. }) = table.view_at(block).await else { continue };
                let is_same = (now.games_finished, now.round) == (game, round);
                if !is_same || turn::may_move(&now, player).is_err() {
                    return Ok(Choice::TooLate);
                }
            }
        }
    }
}
