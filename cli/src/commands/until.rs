//! `rpsls status --until`: waits until there is something to do, or to know.

use super::{Context, retry::retry_while_node_fails};
use crate::{
    chain::{
        changes::Changes,
        table::{Table, View},
    },
    failure::Failure,
    game::{
        seat::Seat,
        turn::{ALARM_BLOCKS, is_sent_away, status_of},
    },
    store::games::{End, unless_noted},
    words::units::span,
};
use anyhow::Result;
use clap::ValueEnum;
use gprimitives::ActorId;
use rpsls_io::{GameError, GameState, PlayerStatus};
use std::{cell::RefCell, time::Duration};
use tokio::time::timeout;

/// What to wait for, as it is named on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Until {
    /// You have to move or to reveal, are out, or the game is over
    Turn,
    /// The game is over
    Over,
}

/// Why the wait is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Came {
    /// The player has to act.
    Turn,
    Over,
    /// The game goes on without the player, who was beaten or late.
    Out,
    /// The game has started without the player, whose bet came back.
    SentAway,
}

impl Came {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Turn => "turn",
            Self::Over => "over",
            Self::Out => "out",
            Self::SentAway => "sent_away",
        }
    }
}

/// The table, the view in which what was waited for has come, and what that is. `told` says of a
/// view how things stand.
///
/// # Errors
///
/// [`Failure::Elapsed`] once `most` ms have passed; [`Failure::Refused`] if the account has no seat.
pub async fn wait(
    context: &Context,
    until: Until,
    most: u64,
    told: impl Fn(&View) -> String,
) -> Result<(Table, View, Came)> {
    // What a game is waited for by somebody who plays it, or who only looks.
    let you = match context.identity() {
        Ok((_, id)) => Some(id),
        Err(error) if until == Until::Turn || Failure::of(&error).is_none() => return Err(error),
        Err(_) => None,
    };
    let seen = RefCell::new(None);
    let waiting = async {
        let table = context.table(context.link().await?).await?;
        let mut view = retry_while_node_fails(async || table.present_view().await).await?;
        let waited = Waited::since(context, &table, &view, until, you)?;
        let (mut changes, mut over_since) = (Changes::of(table.program), None);
        loop {
            context.out.waiting(&told(&view));
            *seen.borrow_mut() = Some(told(&view));
            let came = waited.came(&view.state)?;
            let is_over = came == Some(Came::Over);
            if let Some(came) = came {
                // By the clock a game is over before a message has paid for that.
                let since = *over_since.get_or_insert(view.head.number);
                let is_left = view.head.number.saturating_sub(since) > ALARM_BLOCKS;
                if !is_over || is_left || table.is_settled(&view).await.unwrap_or(false) {
                    context.out.waited();
                    return Ok((came, view, table));
                }
            }
            let next = async || changes.next(&table, &view, is_over, |_| ()).await;
            let block = retry_while_node_fails(next).await?;
            view = retry_while_node_fails(async || table.view_at(block).await).await?;
        }
    };
    match timeout(Duration::from_millis(most), waiting).await {
        Ok(done) => done.map(|(came, view, table)| (table, view, came)),
        Err(_) => {
            context.out.waited();
            Err(match seen.take() {
                None => Failure::network(format!("no node has answered within {}", span(most))),
                Some(stage) => Failure::Elapsed(format!(
                    "{} have passed, and it is still so: {stage}. Nothing was sent: run it again to \
                     go on waiting",
                    span(most)
                ))
                .into(),
            })
        }
    }
}

/// What is waited for.
struct Waited {
    until: Until,
    /// The number of the game.
    game: u64,
    /// The player, unless somebody only looks.
    player: Option<ActorId>,
}

impl Waited {
    fn since(
        context: &Context,
        table: &Table,
        View { state, .. }: &View,
        until: Until,
        player: Option<ActorId>,
    ) -> Result<Self> {
        let game = state.games_finished;
        let Some(you) = player else { return Ok(Self { until, game, player }) };
        let games = context.home.games();
        let seat = Seat::new(table.link.genesis(), table.program, you);
        unless_noted(games.look(&seat, state));
        if status_of(state, you) != PlayerStatus::NotRegistered {
            return Ok(Self { until, game, player });
        }
        let was_in = |game| {
            let note = games.of(&seat, game).unwrap_or_default();
            let has_seat = |end| !matches!(end, Some(End::NotSeated | End::Left));
            note.is_some_and(|note| has_seat(note.end)) || has_played(state, game, you)
        };
        // The game may have ended, or started without the player, before anybody waited.
        if was_in(game) && is_sent_away(state, you) {
            return Ok(Self { until, game, player });
        }
        match game.checked_sub(1) {
            Some(last) if was_in(last) => Ok(Self { until, game: last, player }),
            _ => Err(Failure::Refused(GameError::NotRegistered).into()),
        }
    }

    /// What has come by this state.
    ///
    /// # Errors
    ///
    /// [`Failure::Refused`] if the player has left.
    fn came(&self, state: &GameState) -> Result<Option<Came>> {
        if state.games_finished > self.game {
            return Ok(Some(Came::Over));
        }
        let Some(you) = self.player else { return Ok(None) };
        Ok(match (status_of(state, you), self.until) {
            (PlayerStatus::ToMove | PlayerStatus::ToReveal, Until::Turn) => Some(Came::Turn),
            (PlayerStatus::Out, Until::Turn) => Some(Came::Out),
            (PlayerStatus::NotRegistered, _) if is_sent_away(state, you) => Some(Came::SentAway),
            (PlayerStatus::NotRegistered, _) => {
                return Err(Failure::Refused(GameError::NotRegistered).into());
            }
            _ => None,
        })
    }
}

/// Whether the last round that was decided is of this game, and the player was in it.
fn has_played(state: &GameState, game: u64, player: ActorId) -> bool {
    let last = state.last_round.as_ref().filter(|last| last.game == game);
    last.is_some_and(|last| last.moves.iter().any(|(id, _)| *id == player))
}
