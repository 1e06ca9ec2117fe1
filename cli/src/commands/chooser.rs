//! How a player's moves are chosen.

use crate::{
    chain::{
        BLOCK_TIME,
        table::{Table, View},
    },
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
    time::{Duration, Instant},
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

/// Asks for the move of round 1, which goes with the seat, and may be the only one.
pub async fn ask_first(
    out: &Output,
    keyboard: &mut Keyboard,
    is_only: bool,
) -> Result<Option<Move>> {
    out.waited();
    keyboard.listen().await;
    out.ask(if is_only { "Your move?" } else { "Your move in round 1?" })?;
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
    let (mut seen, mut now) = (view.head.number, view.head.timestamp);
    let time_is_up = sleep(REVEAL_WAITS);
    tokio::pin!(time_is_up);
    loop {
        // The other half of the time is left for the reveal itself.
        let left = view.state.deadline.saturating_sub(now);
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
            block = table.link.counting_after(seen) => {
                let block = block?;
                (seen, now) = (block.number, table.link.time_at(block.hash).await?);
            }
            () = &mut time_is_up => break,
            () = stay.signalled() => return Ok(None),
        }
    }
    out.ask("No move now: it is time to reveal.")?;
    Ok(None)
}

/// How long before the deadline, as the last final block has it, a move has to be made, ms: that
/// block is some blocks old, and the next ones have to take the message.
const MOVE_TAKES: u64 = 5 * BLOCK_TIME;
/// When the time left is told, ms.
const MARKS: [u64; 5] = [120_000, 60_000, 30_000, 20_000, 10_000];
/// At which of these the player is called again.
const LAST_CALL: u64 = 20_000;

/// How long the player can still make a move.
struct Clock {
    left: u64,
    since: Instant,
}

impl Clock {
    /// The time left as of a final block.
    fn at(View { head, state, .. }: &View) -> Self {
        let end = state.deadline.saturating_sub(MOVE_TAKES);
        Self { left: end.saturating_sub(head.timestamp), since: Instant::now() }
    }

    /// The time left now, ms.
    fn left(&self) -> u64 {
        self.left
            .saturating_sub(u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX))
    }
}

/// The next mark at which the time left is told, if this much is left, ms.
fn next_mark(left: u64) -> Option<u64> {
    MARKS.into_iter().find(|mark| *mark < left)
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
    let mut clock = Clock::at(view);
    let mut mark = next_mark(clock.left());
    out.waited();
    keyboard.listen().await;
    keyboard.call();
    out.ask(&format!("Round {round}, {} left. Your move?", span(clock.left())))?;
    out.ask(&format!("  {}", prompt::menu()))?;
    let mut seen = view.head.number;
    let mut is_called = false;
    loop {
        if let Some(due) = mark
            && clock.left() <= due
        {
            out.ask(&format!("{} left for your move in round {round}.", span(clock.left())))?;
            if due == LAST_CALL || (due < LAST_CALL && !is_called) {
                is_called = true;
                keyboard.call();
            }
            mark = next_mark(clock.left());
        }
        let until_mark = mark.map_or(BLOCK_TIME, |due| clock.left().saturating_sub(due));
        tokio::select! {
            () = sleep(Duration::from_millis(until_mark)) => {}
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
            block = table.link.counting_after(seen) => {
                let block = block?;
                seen = block.number;
                // The next block tells.
                let Ok(view) = table.view_at(block).await else { continue };
                clock = Clock::at(&view);
                let now = view.state;
                let is_same = (now.games_finished, now.round) == (game, round);
                if !is_same || turn::may_move(&now, player).is_err() {
                    return Ok(Choice::TooLate);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chain::block::{BlockHash, Head},
        game::turn::tests::state,
    };
    use rpsls_io::{GameStage, GameState, PlayerStatus};

    #[test]
    fn the_time_left_is_what_is_left_to_make_the_move_and_is_told_at_marks() {
        let moves = GameStage::InProgress(Default::default());
        let state = GameState { deadline: 100_000, ..state(moves, PlayerStatus::ToMove) };
        let head = Head { number: 1, hash: BlockHash::zero(), timestamp: 55_000 };
        let left = Clock::at(&View { head, state, lag: 0 }).left();
        assert!((29_000..=30_000).contains(&left), "a move needs blocks: {left}");
        let told = [300_000, 120_000, 60_001, 30_000, 20_001, 9_000].map(next_mark);
        let marks = [Some(120), Some(60), Some(60), Some(20), Some(20), None];
        assert_eq!(told, marks.map(|mark| mark.map(|seconds| seconds * 1_000)));
    }
}
