//! Does what is due from a player.

use super::{Player, player::Missed};
use crate::{
    chain::table::View,
    commands::{
        chooser::{Choice, Chooser, ask_next},
        json,
    },
    failure::{Failure, Mark},
    game::{rules::is_last_round, turn},
    keys::secrets::Secret,
    screen::{output::warn, terminal::Stay},
    way::{self, Due},
    words::digits::short,
};
use anyhow::{Context as _, Result, anyhow};
use gprimitives::H256;
use rpsls_io::{Action, Event, Move, StageChange};

impl Player {
    /// Does the player's part as of a final block, or, if finality is behind, as of the newest one.
    pub(super) async fn do_what_is_due(&mut self, view: &View) -> Result<()> {
        if !view.is_behind() {
            return self.do_your_part(view, view.state.games_finished, true).await;
        }
        let newest = match self.table.newest_view().await {
            Ok(newest) => newest,
            Err(error) => {
                let text = format!("{error:#}. Asking again at each block");
                self.hand.missed = Some(Missed::Unsent(format!("{error:#}")));
                self.told.warned.warn(turn::stage_of(&view.state), text);
                return Ok(());
            }
        };
        let is_final = turn::stage_of(&newest.state) == turn::stage_of(&view.state);
        self.do_your_part(&newest, view.state.games_finished, is_final).await
    }

    /// Plays on whatever goes wrong, since there is a bet on the table. Stops only where the
    /// player's limits say so. `is_final` says whether a final block shows the view's stage.
    pub(super) async fn do_your_part(
        &mut self,
        view: &View,
        game: u64,
        is_final: bool,
    ) -> Result<()> {
        let stage = turn::stage_of(&view.state);
        let (sight, lag) = (view.sight(is_final), view.lag);
        let is_given_up = self.hand.tries.are_over(stage);
        let may_spend = self.within_spending().is_ok();
        let done = match way::due(sight, self.account.id, game, may_spend, is_given_up) {
            Due::Commit => self.make_move(view).await,
            Due::OverLimit => self.within_spending().map(|()| None),
            Due::Show => self.reveal(view).await,
            Due::Hold { is_late } => {
                if is_late {
                    let text = format!(
                        "{lag} blocks are not final: your node may be cut off, and another --node \
                         may know more. Your move is shown all the same before the stage is over"
                    );
                    self.told.warned.warn(stage, text);
                }
                return Ok(());
            }
            Due::Nothing => {
                self.hand.show_due = None;
                return Ok(());
            }
        };
        let error = match done {
            Ok(missed) => {
                self.hand.missed = missed;
                self.hand.show_due = None;
                return Ok(());
            }
            Err(error) => error,
        };
        // If the message then comes too late, this stays the reason.
        if is_of_funds(&error) {
            self.hand.missed = Some(Missed::Unpaid);
        } else if Mark::is_not_taken(&error) || (self.hand.missed.is_none() && !is_refused(&error))
        {
            self.hand.missed = Some(Missed::Unsent(format!("{error:#}")));
        }
        match Failure::of(&error) {
            // The stage was over before the message came, or another client of this account was
            // faster. The state tells what is next.
            Some(Failure::Refused(_)) => {
                self.out.json(&json::failure(&error))?;
                self.out.line(&format!("Refused: {error:#}"))
            }
            // Until the stage is over somebody may send money, or an alarm's gas may come back.
            Some(Failure::Funds(_)) => {
                let text = format!("{error:#}. Trying again until the stage is over");
                self.told.warned.warn(stage, text);
                Ok(())
            }
            // If the node is gone, the next question says so.
            Some(Failure::Network(_)) => {
                warn(&format!("{error:#}"));
                Ok(())
            }
            // If the chain's answer can't be read, this may be one bad answer.
            None | Some(Failure::Runtime(_)) => {
                self.told.warned.warn(stage, format!("{error:#}. Trying again at each block"));
                Ok(())
            }
            // Each try can cost a fee.
            Some(Failure::Chain(_)) => {
                match self.hand.tries.one_more(stage) {
                    true => warn(&format!("{error:#}. Trying again at the next block")),
                    false => self.told.warned.warn(
                        stage,
                        format!("{error:#}. That is not tried any more in this stage"),
                    ),
                }
                Ok(())
            }
            _ => Err(error),
        }
    }

    /// Commits to a move, if its opening can be put on disk first.
    pub(super) async fn make_move(&mut self, view: &View) -> Result<Option<Missed>> {
        let round = view.state.round;
        let mv = match self.hand.chosen {
            Some((of, mv)) if of == round => mv,
            _ => match self.choose(view).await? {
                Some(mv) => mv,
                None => {
                    self.out.line("The time for this move is up.")?;
                    return Ok(Some(Missed::Unchosen));
                }
            },
        };
        self.hand.chosen = Some((round, mv));
        let hash = self
            .keep(view.state.games_finished, round, mv)
            .map_err(|error| anyhow!("{error:#}: without its opening on disk no move is made"))?;
        self.send("move", Action::Commit(hash), 0, view).await?;
        Ok(None)
    }

    /// The player's move, if it comes in time.
    pub(super) async fn choose(&mut self, view: &View) -> Result<Option<Move>> {
        let you = self.account.id;
        match self.policy.chooser.choose(&self.out, &self.table, you, view).await? {
            Choice::Move(mv) => Ok(Some(mv)),
            Choice::TooLate => Ok(None),
            Choice::Left => Err(Failure::Left.into()),
        }
    }

    /// Reveals. Also commits to the next move, if a round can follow and the opening can be kept.
    pub(super) async fn reveal(&mut self, view: &View) -> Result<Option<Missed>> {
        let committed = turn::may_reveal(&view.state, self.account.id).map_err(Failure::Refused)?;
        let of = (view.state.games_finished, view.state.round);
        let is_committed = |kept: &&Secret| (kept.game, kept.round) == of && kept.opens(committed);
        let secret = match self.hand.kept.iter().find(is_committed) {
            Some(kept) => Some(kept.clone()),
            None => self.books.secrets.opening(&self.seat, of, committed)?,
        };
        // The opening may still be imported in time.
        let secret = secret.with_context(|| {
            format!(
                "the opening of {} is not in {}: where the move was made, `rpsls secrets export` \
                 writes it, and `rpsls secrets import` brings it here",
                short(committed),
                self.books.secrets.folder().display()
            )
        })?;
        let opening = secret.opening;
        // If the player leaves while the reveal waits for an answer, or for a node that takes it, the
        // reveal is sent first.
        let stay = match self.hand.show_due.take() {
            Some(stay) => stay,
            None => Stay::new().await,
        };
        let next = match is_last_round(&view.state) {
            true => None,
            false => self.next_commitment(view, &stay).await,
        };
        self.hand.show_due = Some(stay);
        // Unlike `Reveal`, this is no mistake where somebody else was faster.
        let action = Action::RevealFor { player: self.account.id, opening, next };
        let sent = self.send("reveal", action, 0, view).await;
        match &sent {
            Err(error)
                if matches!(Failure::of(error), Some(Failure::Refused(_)))
                    && self.is_shown(of).await =>
            {
                self.out.line("Your move is shown already: somebody else was faster.")?;
            }
            _ => drop(sent?),
        }
        Ok(None)
    }

    /// Whether the table has the player's move of this game and round by now.
    pub(super) async fn is_shown(&self, of: (u64, u32)) -> bool {
        let newest = self.table.newest_view().await;
        newest.is_ok_and(|View { state, .. }| turn::is_shown(&state, self.account.id, of))
    }

    /// The hash of the next round's move, if it goes with the reveal. Whatever goes wrong with it,
    /// the reveal is sent.
    pub(super) async fn next_commitment(&mut self, view: &View, stay: &Stay) -> Option<H256> {
        let round = view.state.round + 1;
        let chosen = match self.hand.chosen {
            Some((of, mv)) if of == round => Ok(Some(mv)),
            _ => self.next_move(view, stay).await,
        };
        let kept = chosen.and_then(|chosen| {
            let Some(mv) = chosen else { return Ok(None) };
            self.hand.chosen = Some((round, mv));
            self.keep(view.state.games_finished, round, mv).map(Some)
        });
        kept.unwrap_or_else(|error| {
            let text = format!("{error:#}. Revealing without the next move");
            self.told.warned.warn(turn::stage_of(&view.state), text);
            None
        })
    }

    /// The move of the next round, if it goes with the reveal.
    pub(super) async fn next_move(&mut self, view: &View, stay: &Stay) -> Result<Option<Move>> {
        let round = view.state.round + 1;
        if self.policy.is_later || self.within_spending().is_err() {
            return Ok(None);
        }
        match &mut self.policy.chooser {
            Chooser::Person(keyboard) => {
                ask_next(&self.out, keyboard, &self.table, view, stay).await
            }
            chooser => Ok(chooser.at_once(round)),
        }
    }

    /// Moves the stage on, or pays what is due. Does nothing if that would only extend the stage,
    /// or if enough tries have been paid for.
    pub(super) async fn advance(&mut self, view: &View) -> Result<()> {
        let stage = turn::stage_of(&view.state);
        if self.hand.tries.are_over(stage) || self.within_spending().is_err() {
            return Ok(());
        }
        let done = match self.table.dry_run(&self.account, &Action::Advance, 0).await {
            Ok(Event::StageAdvanced(StageChange::Extended)) => return Ok(()),
            Ok(_) => self.send("advance", Action::Advance, 0, view).await.map(|_| ()),
            Err(error) => Err(error),
        };
        match done {
            // Each try can cost a fee.
            Err(error) if matches!(Failure::of(&error), Some(Failure::Chain(_))) => {
                self.hand.tries.one_more(stage);
                Ok(())
            }
            Err(error) if is_of_funds(&error) => {
                let text = format!(
                    "{error:#}. The stage is over, and somebody has to move the game on: `rpsls advance`. \
                     Trying again at each block"
                );
                self.told.warned.warn(stage, text);
                Ok(())
            }
            // Somebody else was faster, or the node can't say.
            _ => Ok(()),
        }
    }
}

fn is_refused(error: &anyhow::Error) -> bool {
    matches!(Failure::of(error), Some(Failure::Refused(_)))
}

fn is_of_funds(error: &anyhow::Error) -> bool {
    matches!(Failure::of(error), Some(Failure::Funds(_)))
}
