//! Shows how a game ended.

use super::{Player, player::Missed};
use crate::{
    chain::{messages, table::View},
    commands::share,
    failure::Failure,
    game::{moves, turn},
    keys::account::address,
    screen::output::{self, warn},
    store::games::{End, Note, Winner},
    words::{digits::hex, units::vara},
};
use anyhow::{Error, Result};
use gprimitives::ActorId;
use rpsls_io::{MAX_PLAYERS, RoundResult, gas::PORTION};
use serde_json::json;

/// What became of a player who lost while nobody here was looking.
fn fate(last: Option<&RoundResult>, game: u64, you: ActorId) -> String {
    let last = last.filter(|last| last.game == game);
    let own = last.and_then(|last| last.moves.iter().find(|(id, _)| *id == you));
    match own {
        Some((_, None)) => "You were too late, and out.".into(),
        Some((_, Some(mv))) => format!("You showed {}, and were beaten.", moves::name(*mv)),
        None => "You were out before the last round, which nobody here has seen.".into(),
    }
}

/// What to show about an end.
enum Ending {
    /// The winner, and the pot if that is known.
    Won(ActorId, Option<u128>),
    /// What came back, if that is known.
    Stopped(Option<u128>),
    /// It is not even known whether the player had a seat.
    Unsure,
    Unknown,
}

impl Player {
    /// Shows the end of an earlier game: a player who was interrupted asked for that game, and not
    /// for another bet. Returns whether it is noted that the end was shown.
    ///
    /// # Errors
    ///
    /// [`Failure::SentAway`] if the bracket had no place for the player.
    pub fn show_end_of(&self, open: &Note, end: End) -> Result<bool> {
        let ending = match end {
            End::Won(winner) => Ending::Won(winner.id(), Some(winner.pot)),
            End::Unknown if open.is_unsure => Ending::Unsure,
            End::Unknown => Ending::Unknown,
            End::SentAway => return Err(self.sent_away(open.game, open.bet, "was full", true)?),
            _ => Ending::Stopped(self.hand.share.or(open.back)),
        };
        self.tell(open.game, &ending, |says| {
            format!(
                "The game that {} joined is over: {says}. Join again for the next one.",
                self.account.name
            )
        })?;
        Ok(self.note_end(open.game, end))
    }

    /// Shows the end of a game that was played to its end. Without an end, that can't be told.
    ///
    /// # Errors
    ///
    /// [`Failure::Funds`] if it was lost for lack of money, [`Failure::SentAway`] if it goes on
    /// without the player.
    pub async fn finish(&mut self, game: u64, end: Option<messages::End>) -> Result<()> {
        self.out.waited();
        let View { head, state, lag } = self.view().await?;
        self.count(game, head.into(), 0).await;
        let last_round = state.last_round.clone();
        let note = self.books.games.of(&self.seat, game).ok().flatten();
        let is_unsure = note.as_ref().is_some_and(|note| note.is_unsure);
        let (ending, end) = match end {
            None => (Ending::Unknown, End::Unknown),
            Some(messages::End::SentAway) => {
                // The table may be at its next game by now, with other players and another bet.
                let how = match state.games_finished == game {
                    true => format!("is full with {}", state.players.len()),
                    false => "was full".into(),
                };
                let bet = note.map_or(state.config.bet_size, |note| note.bet);
                let is_back = self.fetch_refund(View { head, state: state.clone(), lag }).await;
                return Err(self.sent_away(game, bet, &how, is_back)?);
            }
            // The game started and ended unseen, perhaps without the player.
            Some(messages::End::Won(winner)) if is_unsure && winner != self.account.id => {
                (Ending::Unsure, End::Unknown)
            }
            Some(messages::End::Won(winner)) => {
                let last = state.last_game.as_ref().map(Winner::of);
                let last = last.filter(|last| last.id() == winner);
                let ending = Ending::Won(winner, last.map(|last| last.pot));
                (ending, last.map_or(End::Unknown, End::Won))
            }
            Some(messages::End::Stopped) => {
                self.await_share(View { head, state, lag }).await;
                (Ending::Stopped(self.hand.share), End::Stopped)
            }
        };
        self.tell(game, &ending, |says| format!("Game over: {says}"))?;
        if let Some(held) = self.budget.costs.trace.map(|trace| trace.held).filter(|held| *held > 0)
        {
            self.out.line(&format!(
                "{} is held for the table's alarm: what that does not burn comes back in some \
                 minutes.",
                vara(held)
            ))?;
        }
        self.note_end(game, end);
        let is_lost = matches!(ending, Ending::Won(winner, _) if winner != self.account.id);
        if is_lost && !self.told.of_out {
            self.out.line(&fate(last_round.as_ref(), game, self.account.id))?;
        }
        match self.hand.missed.take().filter(|_| is_lost && self.hand.is_silent) {
            None | Some(Missed::Unchosen) => Ok(()),
            Some(Missed::Unpaid) => Err(Failure::funds(
                "the bet is lost, since the account could not pay for a message in time: `rpsls \
                 join` says before a seat for how many rounds there is money",
            )),
            Some(missed) => Err(Failure::network(format!(
                "the bet is lost, since no block had your message in time ({}): name several nodes \
                 with --node",
                missed.why()
            ))),
        }
    }

    /// Says that others were faster at the seat of an earlier run.
    pub fn never_seated(&self, open: &Note) -> Result<()> {
        self.note_end(open.game, End::NotSeated);
        self.out.line(&format!(
            "{} got no seat in the game that it asked for: others were faster, and no bet was paid.",
            self.account.name
        ))
    }

    /// Waits for the share of a stopped game. The table's alarm pays it, or else a message.
    async fn await_share(&mut self, mut view: View) {
        for block in 0..=2 * turn::ALARM_BLOCKS {
            // A node that can't say has not said that it is paid.
            let is_due = self.hand.share.is_none()
                && self.table.owes(self.account.id, &view).await.unwrap_or(true);
            if !is_due {
                return;
            }
            self.out.waiting("Waiting until the share of the pot is paid");
            // What fails here is tried again at the next block.
            if block >= turn::ALARM_BLOCKS {
                let _ = self.advance(&view).await;
            }
            let next = self.table.link.block_after(view.head.number).await;
            let Ok(next) = next else { return };
            for number in view.head.number + 1..=next.number {
                let share = share::in_block(&self.table, number, self.account.id).await;
                self.hand.share = self.hand.share.or(share.ok().flatten());
            }
            let Ok(next) = self.table.view_at(next).await else { return };
            view = next;
        }
    }

    /// Fetches the refund. The start of the game pays sixteen of the players who are sent away, and
    /// `Advance` pays the others. Returns whether the player has been paid.
    async fn fetch_refund(&mut self, mut view: View) -> bool {
        for _ in 0..MAX_PLAYERS.div_ceil(PORTION) {
            match self.table.owes(self.account.id, &view).await {
                Ok(true) => {}
                owes => return owes.is_ok(),
            }
            if self.advance(&view).await.is_err() {
                return false;
            }
            match self.view().await {
                Ok(next) => view = next,
                Err(_) => return false,
            }
        }
        false
    }

    /// Notes and says that the bracket has no place for the player. Returns the error to end with.
    fn sent_away(&self, game: u64, bet: u128, how: &str, is_back: bool) -> Result<Error> {
        self.note_end(game, End::SentAway);
        self.out.json(&json!({ "step": "sent_away", "game": game, "bet": bet.to_string() }))?;
        Ok(Failure::SentAway(format!(
            "the bracket {how}, and {} was among the last to register: the bet of {} {}",
            self.account.name,
            vara(bet),
            match is_back {
                true => "is back",
                false => "comes back by `rpsls advance`, or when that game is over",
            }
        ))
        .into())
    }

    /// Notes an end that was shown. If the player is interrupted before, the next run shows it
    /// again. Returns whether the note was written.
    fn note_end(&self, game: u64, end: End) -> bool {
        // Whoever stopped reading is shown it once they go on, and holds up no other game.
        output::settle_soon();
        let noted = || {
            if let (End::Stopped, Some(share)) = (end, self.hand.share) {
                self.books.games.give_back(&self.seat, game, share)?;
            }
            self.books.games.end(&self.seat, game, end)?;
            self.books.secrets.forget_before(&self.seat, game + 1)
        };
        let noted = noted();
        if let Err(error) = &noted {
            warn(&format!("{error:#}: that the game is over is not noted"));
        }
        noted.is_ok()
    }

    fn tell(&self, game: u64, ending: &Ending, line: impl Fn(String) -> String) -> Result<()> {
        let (winner, pot, returned) = match ending {
            Ending::Won(winner, pot) => (Some(*winner), *pot, None),
            Ending::Stopped(share) => (None, None, *share),
            Ending::Unknown | Ending::Unsure => (None, None, None),
        };
        let is_won = winner == Some(self.account.id);
        let is_known = !matches!(ending, Ending::Unknown | Ending::Unsure);
        self.out.json(&json!({
            "step": "game_over",
            "game": game,
            "winner": winner.map(hex),
            "won": is_known.then_some(is_won),
            "pot": pot.map(|pot| pot.to_string()),
            "returned": returned.map(|returned| returned.to_string()),
        }))?;
        self.out.line(&line(match ending {
            Ending::Won(winner, pot) => {
                let who = match is_won {
                    true => self.account.name.clone(),
                    false => address(*winner),
                };
                match pot {
                    Some(0) => format!("{who} won"),
                    Some(pot) => format!("{who} won the pot of {}", vara(*pot)),
                    None => format!("{who} won the pot"),
                }
            }
            Ending::Stopped(Some(0)) => "the owner stopped it".into(),
            Ending::Stopped(Some(back)) => format!("the owner stopped it: {} is back", vara(*back)),
            Ending::Stopped(None) => "the owner stopped it, and shared the pot".into(),
            Ending::Unsure => format!(
                "whether {} had a seat in it can't be told from the table any more; if not, the bet \
                 is back",
                self.account.name
            ),
            Ending::Unknown => "how it ended can't be told from the table any more".into(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rpsls_io::Move;

    #[test]
    fn who_lost_unseen_is_told_how_as_far_as_the_table_knows() {
        let [ada, bob, cyd] = [1, 2, 3].map(ActorId::from);
        let moves = vec![(ada, None), (bob, Some(Move::Rock))];
        let last = RoundResult { game: 4, round: 2, moves };
        let told = |game, you| fate(Some(&last), game, you);
        assert_eq!(told(4, ada), "You were too late, and out.");
        assert_eq!(told(4, bob), "You showed Rock, and were beaten.");
        for unknown in [told(4, cyd), told(5, ada), fate(None, 4, ada)] {
            assert!(unknown.contains("nobody here has seen"), "{unknown}");
        }
    }
}
