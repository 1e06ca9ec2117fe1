//! Who chooses a player's moves.

use crate::{
    failure::Failure,
    moves,
    output::Output,
    prompt,
    table::{Table, View},
    turn,
    units::span,
};
use anyhow::Result;
use gprimitives::ActorId;
use rpsls_io::Move;
use std::{
    io::{self, IsTerminal},
    thread,
};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

pub enum Chooser {
    Chance,
    List(Vec<Move>),
    Person(Lines),
}

/// What a person types, line by line.
type Lines = UnboundedReceiver<String>;

pub enum Choice {
    Move(Move),
    /// The stage was over before there was an answer.
    TooLate,
    /// There will be no answer.
    Left,
}

impl Chooser {
    pub fn of(is_auto: bool, moves: Vec<Move>) -> Result<Self> {
        if !moves.is_empty() {
            Ok(Self::List(moves))
        } else if is_auto {
            Ok(Self::Chance)
        } else if io::stdin().is_terminal() {
            Ok(Self::Person(lines()))
        } else {
            Err(Failure::usage(
                "without a terminal to ask in, say what to play: --auto for moves by chance, or \
                 --moves",
            ))
        }
    }

    /// The player's move in this round.
    pub async fn choose(
        &mut self,
        out: &Output,
        table: &mut Table,
        player: ActorId,
        view: &View,
    ) -> Result<Choice> {
        match self {
            Chooser::Chance => Ok(Choice::Move(Move::ALL[rand::random::<usize>() % 5])),
            Chooser::List(list) => {
                let round = view.state.round.max(1) as usize;
                Ok(Choice::Move(list[(round - 1) % list.len()]))
            }
            Chooser::Person(lines) => ask(out, lines, table, player, view).await,
        }
    }
}

/// Asks for as long as the move can be made.
async fn ask(
    out: &Output,
    lines: &mut Lines,
    table: &mut Table,
    player: ActorId,
    view: &View,
) -> Result<Choice> {
    let (game, round) = (view.state.games_finished, view.state.round);
    let left = view.state.deadline.saturating_sub(view.head.timestamp);
    // What was typed before the question is no answer to it.
    while lines.try_recv().is_ok() {}
    out.waited();
    out.line(&format!("Round {round}, {} left. Your move?  {}", span(left), prompt::menu()))?;
    let mut seen = view.head.number;
    loop {
        tokio::select! {
            line = lines.recv() => {
                let Some(line) = line else {
                    return Ok(Choice::Left);
                };
                match prompt::parse(&line) {
                    Ok(mv) => {
                        out.line(&format!("{} it is.", moves::name(mv)))?;
                        return Ok(Choice::Move(mv));
                    }
                    Err(hint) => out.line(&hint)?,
                }
            }
            head = table.link.head_after(seen) => {
                let head = head?;
                seen = head.number;
                let now = table.view_at(head).await?.state;
                let is_same = (now.games_finished, now.round) == (game, round);
                if !is_same || turn::may_move(&now, player).is_err() {
                    return Ok(Choice::TooLate);
                }
            }
        }
    }
}

/// Reads on a thread of its own, so that the game goes on meanwhile.
fn lines() -> Lines {
    let (send, lines) = unbounded_channel();
    thread::spawn(move || {
        // An input that can't be read is an input that has ended.
        for line in io::stdin().lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                return;
            }
        }
    });
    lines
}
