//! `rpsls join`: from the seat to the end of the game.
//!
//! The next step follows from the chain's state and from what is on disk: the openings, and the
//! game that was joined. So it goes on where it was after any interruption.

mod any;
pub mod args;
pub mod bot;
mod budget;
mod dry;
mod due;
mod ending;
mod entry;
mod games;
mod play;
mod player;

use self::{
    any::Any,
    args::{ChoiceArgs, JoinArgs, StrangersArgs},
    play::Course,
    player::Player,
};
use super::{
    Context,
    actions::keep,
    chooser::Chooser,
    clock,
    retry::{retry_while_node_fails, retry_with_bet},
    seat::{Terms, at_stake, note, with_lapsed},
};
use crate::{
    chain::table::View,
    failure::Failure,
    game::{hours, turn},
    keys::secrets::Secret,
    options::DryRun,
    screen::{event, output::warn, terminal::set_at_stake},
    store::games::{End, Note, Origin},
    way::Session,
    words::text,
};
use anyhow::{Result, ensure};
use gprimitives::H256;
use rpsls_io::{Action, Event, Move, PlayerStatus, StageChange};
use serde_json::json;
use std::{mem::replace, ops::ControlFlow};

pub async fn run(context: &Context, args: JoinArgs) -> Result<()> {
    let JoinArgs {
        strangers: StrangersArgs { any, club, min_bet },
        stake,
        max_spend,
        choice: ChoiceArgs { later, auto, moves, on_turn },
        on_event,
        wait,
        repeat,
        dry: DryRun { dry_run: is_dry },
    } = args;
    ensure!(
        min_bet <= stake.max_bet.unwrap_or(u128::MAX),
        Failure::Usage("--min-bet is more than --max-bet: no seat can cost that".into())
    );
    // A dry run asks for no moves.
    let chooser = Chooser::of(auto || is_dry, moves, on_turn)?;
    if !is_dry {
        on_event.into_iter().for_each(event::run_on_each);
    }
    // Nobody waits for ever for what only tells what would be.
    let bet = unfinished(context, any).filter(|_| !is_dry);
    let has_bet = bet.is_some();
    if let Some(Note { seat, origin: Origin { name, .. }, bet, .. }) = bet {
        set_at_stake(Some(at_stake(seat.program.into(), &name, bet, None)));
        context.link_to_bet(seat.genesis.into()).await?;
    }
    let account = context.account().await?;
    let mut seats = None;
    let table = match any {
        false => {
            let link = context.link().await?;
            let table = retry_with_bet(has_bet, async || context.table(link.clone()).await).await?;
            context.tell_named(&table)?;
            table
        }
        true => {
            let clubs = context.clubs(&club)?;
            let (left_out, has_opened) = (vec![], false);
            let mut any = Any { context, clubs, min_bet, left_out, has_opened, is_dry };
            let link = context.link().await?;
            // The lists shall include what an earlier run has sent.
            retry_with_bet(has_bet, async || link.settle(&account).await).await?;
            let Some(table) = any.first(&link, &account, &stake).await? else {
                return context.out.line("No seat was taken, and nothing was paid.");
            };
            seats = Some(any);
            table
        }
    };
    let mut player = Player::at(context, table, account, chooser, (stake, max_spend))?;
    player.policy.is_later = later;
    player.policy.is_any = seats.is_some();
    player.policy.is_back = has_bet;
    if is_dry {
        return player.try_out().await;
    }
    // Whoever plays the seat says what is at stake.
    player.lock_seat(&context.home).inspect_err(|_| set_at_stake(None))?;
    match seats {
        Some(any) => player.any(any).await,
        None if wait || repeat > 1 => player.games(repeat).await,
        None => player.join().await.map(|_| ()),
    }
}

/// The game that an earlier run has noted and whose end is not known, at the named table or, for
/// `--any`, at any that was reached by these nodes. There may be a bet in it.
fn unfinished(context: &Context, is_any: bool) -> Option<Note> {
    let program = if is_any { None } else { Some(context.program().ok()?) };
    let note = context.home.games().unfinished(context.known_id()?, program)?;
    (!is_any || note.origin.node == context.url()).then_some(note)
}

/// What `join` did at the table.
enum JoinResult {
    /// Played a game to its end.
    Played,
    /// Showed the end of an earlier game. If it was not noted that it was shown, it will be shown
    /// again.
    EarlierEnd { is_noted: bool },
    /// The player did not want the seat, or has given it back by another command.
    Declined,
}

impl Player {
    async fn join(&mut self) -> Result<JoinResult> {
        // A chosen move belongs to one game, and so does a share.
        (self.hand.chosen, self.hand.share) = (None, None);
        self.session = self.session.again();
        loop {
            let set_backs = self.table.link.set_backs();
            let view =
                retry_with_bet(self.policy.is_back, async || self.table.view().await).await?;
            clock::compare(&self.table.link, &view).await;
            self.budget.costs = self.note_of(&view).costs;
            let came = match Box::pin(self.sit_down(view)).await {
                Ok(came) => came,
                Err(error) => {
                    if self.session.is_unpaid() {
                        set_at_stake(None);
                    }
                    return Err(with_lapsed(error, &self.table, self.account.id).await);
                }
            };
            let view = match came {
                ControlFlow::Break(result) => return Ok(result),
                ControlFlow::Continue(view) => view,
            };
            let game = view.state.games_finished;
            let view = match turn::status_of(&view.state, self.account.id) {
                _ if self.session.is_sent() => {
                    let seated = self.view().await?;
                    if self.has_no_seat(&seated, game) && self.is_noted_left(game) {
                        return self.left(game);
                    }
                    // If the game is over already, or the seat is gone, the blocks since the view
                    // tell how. The game's note may not: whoever stops a game by a single command
                    // has seen that end.
                    let is_over = seated.state.games_finished != game;
                    if is_over || self.has_no_seat(&seated, game) { view } else { seated }
                }
                // The bet is on its way back, or has come back already.
                PlayerStatus::NotRegistered => view,
                // Not a later view: the game may be over in it, and no other is agreed to.
                status => {
                    self.tell_at_stake(&view);
                    self.tell_back(status)?;
                    let from = async || self.table.closable_from(&view).await;
                    let from = retry_while_node_fails(from).await?;
                    if let Some(line) = hours::silent(&view.state, from, view.head.timestamp) {
                        warn(&line);
                    }
                    view
                }
            };
            self.note(&view);
            self.count(game, view.head.into(), 0).await;
            self.policy.terms.get_or_insert_with(|| Terms::of(&view.state));
            let played = Box::pin(self.play(view, set_backs)).await;
            self.hand.show_due = None;
            let end = match played? {
                Course::Over(end) => Some(end),
                Course::OverUnseen => None,
                Course::Left => return self.left(game),
                Course::Undone => {
                    warn("the seat is no more: the chain has undone the block that had it");
                    self.session = Session::new(self.account.id);
                    // The message with the bet may come into another block.
                    self.policy.is_back = true;
                    continue;
                }
            };
            self.finish(game, end).await?;
            return Ok(match self.is_noted_left(game) {
                true => JoinResult::Declined,
                false => JoinResult::Played,
            });
        }
    }

    /// Says that the player has a seat which no message of this run is known to have taken.
    fn tell_back(&self, status: PlayerStatus) -> Result<()> {
        let (status, say) = match status {
            PlayerStatus::Registered => (text::status(status).0, "has a seat"),
            status => text::status(status),
        };
        self.out.json(&json!({ "step": "resumed", "status": status }))?;
        self.out.line(&format!("Back at the table: {} {say}", self.account.name))
    }

    /// Whether the state tells of an end that no message has brought yet. It tells what the clock
    /// does before a message does it.
    async fn is_end_due(&mut self) -> Result<bool> {
        match self.table.dry_run(&self.account, &Action::Advance, 0).await {
            Ok(event) => Ok(matches!(
                event,
                Event::StageAdvanced(StageChange::GameOver { .. }) | Event::GameWasStopped(_)
            )),
            Err(error) if matches!(Failure::of(&error), Some(Failure::Refused(_))) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Waits until the pot of a game that is over is paid to the player. Sends the message that
    /// pays it if no alarm comes.
    async fn until_paid(&mut self, mut view: View, open: &Note, end: End) -> Result<()> {
        let is_own = match end {
            End::Won(winner) => winner.id() == self.account.id,
            end => end == End::Stopped,
        };
        for block in 0..=2 * turn::ALARM_BLOCKS {
            // A node that can't say has not said that it is paid.
            let is_due = is_own
                && view.state.games_finished == open.game + 1
                && self.is_end_due().await.unwrap_or(true);
            if !is_due {
                break;
            }
            self.out.waiting("Waiting until the pot is paid");
            if block >= turn::ALARM_BLOCKS {
                self.advance(&view).await?;
            }
            retry_while_node_fails(async || self.table.link.block_after(view.head.number).await)
                .await?;
            view = self.view().await?;
        }
        Ok(())
    }

    /// Whether another command of the player has given the seat back.
    fn is_noted_left(&self, game: u64) -> bool {
        let note = self.books.games.of(&self.seat, game);
        note.is_ok_and(|note| note.is_some_and(|note| note.end == Some(End::Left)))
    }

    fn left(&self, game: u64) -> Result<JoinResult> {
        self.books.games.end(&self.seat, game, End::Left)?;
        self.out.json(&json!({ "step": "left", "game": game }))?;
        self.out.line("The seat was given back, and the bet with it.")?;
        Ok(JoinResult::Declined)
    }

    fn note_of(&self, view: &View) -> Note {
        let mut note = note(&self.table, &self.account, view);
        note.origin.is_any = self.policy.is_any;
        note
    }

    /// Notes the game. It may have begun on another computer or by single commands.
    fn note(&mut self, view: &View) {
        match self.books.games.begin(self.note_of(view)) {
            Ok(costs) => self.budget.costs = costs,
            Err(error) => {
                self.tell_of_disk(&format!("{error:#}. The game is played without a note of it"));
            }
        }
    }

    /// Writes the opening of this move to disk. Returns its hash. If the disk is full, the game's
    /// key, which is there already, is enough.
    fn keep(&mut self, game: u64, round: u32, mv: Move) -> Result<H256> {
        let key = self.books.secrets.key(&self.seat, game)?;
        let opening = key.opening(&self.seat, (game, round), mv);
        let secret = Secret { seat: self.seat, game, round, opening };
        let commitment = secret.commitment();
        self.hand.kept.retain(|kept| kept.game == game);
        self.hand.kept.push(secret.clone());
        if let Err(error) = keep(&self.books.secrets, &secret) {
            self.tell_of_disk(&format!(
                "{error:#}. Your moves are safe: what opens them was put on disk with the seat"
            ));
        }
        Ok(commitment)
    }

    /// Says once in a run that nothing can be written.
    fn tell_of_disk(&mut self, text: &str) {
        if !replace(&mut self.told.of_disk, true) {
            warn(text);
        }
    }

    /// Whether the game has started without the player, who had a seat for it.
    fn is_sent_away(&self, view: &View) -> Result<bool> {
        let open = self.books.games.open(&self.seat)?;
        let open = open.filter(|open| open.game == view.state.games_finished);
        Ok(open.and_then(|open| open.end_by(&view.state)) == Some(End::SentAway))
    }

    /// The game as of the last finalized block.
    async fn view(&mut self) -> Result<View> {
        retry_while_node_fails(async || self.table.view().await).await
    }
}
