//! `rpsls join`: from the seat to the end of the game.
//!
//! What to do next follows from the chain's state and from what is on disk, the
//! openings and which game was joined, so that it goes on where it was after any
//! interruption.

use super::{
    Context,
    actions::{keep, summary},
    chooser::{Choice, Chooser, ask_first, ask_next},
    seat::{Agreement, Offer, TAKE_SEAT, note, warn_of_table, with_lapsed},
    status::stage_line,
    watch::{self, end_of, print},
};
use crate::{
    args::{JoinArgs, Limits, Stake},
    chain::{
        cost::Prices,
        follow::{Follow, Happening},
        messages::Content,
        table::{Receipt, Table, View},
    },
    failure::Failure,
    game::{turn, turn::Overdue},
    keys::{
        account::{Account, address},
        password,
        secrets::{Seat, Secret, Secrets},
    },
    screen::{
        digits::{hex, short},
        json,
        output::{Output, warn},
        text,
        units::vara,
    },
    store::games::{End, Games, Note, Winner},
};
use anyhow::{Result, bail, ensure};
use gprimitives::H256;
use rpsls_io::{Action, Entry, Event, GameError, Move, PlayerStatus, StageChange, opening};
use serde_json::json;
use std::time::Duration;
use tokio::time::sleep;

mod games;

/// How often something is tried that may go right the next time.
const TRIES: u32 = 5;
/// Before a node is asked again what it could not answer.
const ASK_AGAIN: Duration = Duration::from_secs(3);

/// What happened, with the blocks' numbers.
type Happenings = Vec<(u32, Happening)>;

/// How often something went wrong in a stage, by the stage's beginning.
#[derive(Default)]
struct Tries {
    stage: u64,
    count: u32,
}

impl Tries {
    /// Whether it is to be tried once more in this stage.
    fn one_more(&mut self, stage: u64) -> bool {
        if self.stage != stage {
            *self = Self { stage, count: 0 };
        }
        self.count += 1;
        self.count <= TRIES
    }
}

pub async fn run(context: &Context, args: JoinArgs) -> Result<()> {
    let JoinArgs { stake, limits, later, auto, moves, on_turn, wait, repeat } = args;
    let chooser = Chooser::of(auto, moves, on_turn)?;
    let account = context.account()?;
    let mut table = context.table(context.lasting_link().await?).await?;
    // What an earlier run sent may be on its way yet.
    table.link.settle(&account).await?;
    let seat = table.seat(&account);
    let mut player = Player {
        out: context.out.deaf(),
        secrets: context.home.secrets(),
        games: context.home.games(),
        prices: Prices::of(&table.link)?,
        account,
        table,
        seat,
        stake,
        limits,
        is_later: later,
        chooser,
        missing: None,
        short_of_money: None,
        tries: Tries::default(),
    };
    match wait || repeat > 1 {
        true => player.games(repeat).await,
        false => player.join().await.map(|_| ()),
    }
}

/// What came of going to the table.
enum Came {
    Played,
    /// An earlier game's end was told.
    Told,
    /// The player did not want the seat.
    Declined,
}

struct Player {
    out: Output,
    account: Account,
    table: Table,
    secrets: Secrets,
    games: Games,
    prices: Prices,
    seat: Seat,
    stake: Stake,
    limits: Limits,
    /// Whether the first move waits for the game to start.
    is_later: bool,
    chooser: Chooser,
    /// The round whose opening was looked for in vain.
    missing: Option<u32>,
    /// The stage that the account can't pay for, by its beginning.
    short_of_money: Option<u64>,
    /// What the chain did not do.
    tries: Tries,
}

impl Player {
    async fn join(&mut self) -> Result<Came> {
        let view = self.view().await?;
        let status = turn::status_of(&view.state, self.account.id);
        if status == PlayerStatus::NotRegistered {
            if let Some(open) = self.games.open(&self.seat)?
                && let Some(end) = open.end_by(&view.state)
            {
                self.show_end_of(&open, end)?;
                // Nobody was interrupted who has played it by single commands.
                if !open.is_by_hand {
                    return Ok(Came::Told);
                }
            }
            let seated = self.take_seat(&view).await;
            let is_seated = match seated {
                Err(error) => Err(with_lapsed(error, &mut self.table, self.account.id).await),
                seated => seated,
            };
            if !is_seated? {
                self.out.line("No seat was taken, and nothing was paid.")?;
                return Ok(Came::Declined);
            }
        } else {
            self.out.json(&json!({ "step": "resumed", "status": text::status(status).0 }))?;
            let say = text::status(status).1;
            self.out.line(&format!("Back at the table: {} {say}", self.account.name))?;
        }
        let view = self.view().await?;
        let game = view.state.games_finished;
        self.games.begin(note(&self.table, &self.account, &view))?;
        let end = self.play(view).await?;
        self.finish(game, end).await?;
        Ok(Came::Played)
    }

    /// An interrupted player asked for that game, and not for another bet.
    fn show_end_of(&self, open: &Note, end: End) -> Result<()> {
        let winner = match end {
            End::Won(winner) => Some(winner),
            _ => None,
        };
        let won = match end {
            End::Unknown => None,
            _ => Some(winner.is_some_and(|winner| winner.id() == self.account.id)),
        };
        self.out.json(&json!({
            "step": "game_over",
            "game": open.game,
            "winner": winner.map(|winner| hex(winner.id())),
            "won": won,
            "pot": winner.map(|winner| winner.pot.to_string()),
        }))?;
        self.out.line(&format!(
            "The game that {} joined is over: {}. Join again for the next one.",
            self.account.name,
            match (winner, won) {
                (Some(winner), Some(true)) => format!("you won the pot of {}", vara(winner.pot)),
                (Some(winner), _) =>
                    format!("{} won the pot of {}", address(winner.id()), vara(winner.pot)),
                (None, Some(_)) => "the owner stopped it, and shared the pot".into(),
                (None, None) => "how it ended can't be told from the table any more".into(),
            }
        ))?;
        // Only now: whoever is interrupted before is told again.
        self.games.end(&self.seat, open.game, end)?;
        self.secrets.forget_before(&self.seat, open.game + 1)
    }

    /// Takes a seat, if the player agrees to what it can cost.
    async fn take_seat(&mut self, view: &View) -> Result<bool> {
        let bet = self.stake.agreed(&mut self.table, view).await?;
        let game = view.state.games_finished;
        let entry = Entry { game: Some(game), ..Entry::default() };
        let price = match self.table.price(&self.account, &Action::Join(entry.clone()), bet).await {
            // The seat that an interrupted run asked for.
            Err(error) if is_refused_for(&error, &GameError::AlreadyRegistered) => return Ok(true),
            price => price?,
        };
        price.gas_limit(&mut self.table.link, &self.account, &self.prices).await?;
        let offer = Offer::new(&price, &self.prices, &self.limits, self.is_later);
        offer.show(&self.out)?;
        warn_of_table(&view.state);
        if !Agreement::of(&self.out, self.stake.yes).asked_for(TAKE_SEAT).await? {
            return Ok(false);
        }
        let Some(commitment) = self.first_commitment(game).await? else {
            return Ok(false);
        };
        self.games.begin(note(&self.table, &self.account, view))?;
        let action = Action::Join(Entry { commitment, ..entry });
        loop {
            let error = match self.send("register", action.clone(), bet).await {
                Ok(_) => return Ok(true),
                Err(error) => error,
            };
            match Failure::of(&error) {
                Some(Failure::Refused(GameError::AlreadyRegistered)) => return Ok(true),
                // There is no bet to be mindful of.
                Some(Failure::Refused(_) | Failure::Funds(_)) => {
                    self.games.end(&self.seat, game, End::NotSeated)?;
                }
                // Nothing was taken, and what might be is void by now: once more, as
                // long as the node is there.
                Some(Failure::Network(_)) => {
                    self.table.link.settle(&self.account).await?;
                    continue;
                }
                _ => {}
            }
            return Err(error);
        }
    }

    /// The hash of the first move, whose opening is on disk, or none if it is to be
    /// made later. Nothing at all if the player has left.
    async fn first_commitment(&mut self, game: u64) -> Result<Option<Option<H256>>> {
        if self.is_later {
            return Ok(Some(None));
        }
        let mv = match &mut self.chooser {
            Chooser::Person(keyboard) => ask_first(&self.out, keyboard).await?,
            chooser => chooser.at_once(1),
        };
        mv.map(|mv| self.keep(game, 1, mv).map(Some)).transpose()
    }

    /// Puts a new opening of this move on disk. Returns its hash.
    fn keep(&self, game: u64, round: u32, mv: Move) -> Result<H256> {
        let password = password::random(&mut rand::thread_rng());
        let opening = opening(mv, &password);
        keep(&self.secrets, &Secret { seat: self.seat, game, round, opening })
    }

    /// Does what is to be done at each block, until the game is over.
    async fn play(&mut self, mut view: View) -> Result<watch::End> {
        let game = view.state.games_finished;
        let mut follow = Follow::after(view.head);
        let mut overdue = Overdue::default();
        let mut rank = 0;
        loop {
            let lobby = &view.state.lobby_list;
            rank = lobby.iter().position(|id| *id == self.account.id).unwrap_or(rank);
            let blocks = overdue.blocks(&view.state, view.head.timestamp);
            if view.state.games_finished == game {
                self.out.waiting(&stage_line(&view));
                self.do_your_part(&view).await?;
            }
            // Each player waits for those before, so that one of them pays.
            if blocks >= turn::ALARM_BLOCKS + u32::try_from(rank)? {
                self.advance().await?;
            }
            let (happened, next) = self.look(&mut follow).await?;
            let mut end = None;
            for (block, happening) in &happened {
                if !self.is_own_reply(happening) {
                    print(&self.out, *block, happening, Some(self.account.id))?;
                }
                if let Happening::Sent(sent) = happening {
                    end = end.or(end_of(sent));
                }
            }
            if let Some(end) = end {
                return Ok(end);
            }
            view = next;
            if let Some(end) = self.end_unseen(&view, game) {
                return Ok(end);
            }
        }
    }

    /// What came of one's own messages was printed when it came.
    fn is_own_reply(&self, happening: &Happening) -> bool {
        match happening {
            Happening::Sent(sent) => {
                sent.to == self.account.id && matches!(sent.content, Content::Reply(_))
            }
            Happening::Round(_) => false,
        }
    }

    /// The end of the game, if it came in a block too long ago to look into.
    fn end_unseen(&self, View { head, state }: &View, game: u64) -> Option<watch::End> {
        let is_settled = state.current_stage_timestamp < head.timestamp;
        if state.games_finished == game || !is_settled {
            return None;
        }
        Some(
            state
                .last_game
                .as_ref()
                .map_or(watch::End::Stopped, |last| watch::End::Won(last.winner)),
        )
    }

    async fn do_your_part(&mut self, view: &View) -> Result<()> {
        let done = match turn::status_of(&view.state, self.account.id) {
            PlayerStatus::ToMove => self.make_move(view).await,
            PlayerStatus::ToReveal => self.reveal(view).await,
            _ => Ok(()),
        };
        let Err(error) = done else {
            return Ok(());
        };
        match Failure::of(&error) {
            // The stage was over before the message came, or another client
            // of this account was faster: the state tells what is next.
            Some(Failure::Refused(_)) => {
                self.out.json(&json::failure(&error))?;
                self.out.line(&format!("Refused: {error:#}"))
            }
            // Until the stage is over somebody may send some, or an alarm's gas
            // may come back.
            Some(Failure::Funds(_)) => {
                let stage = view.state.current_stage_timestamp;
                if self.short_of_money.replace(stage) != Some(stage) {
                    warn(&format!("{error:#}. Trying again until the stage is over"));
                }
                Ok(())
            }
            // Without a node, the next question says so.
            Some(Failure::Network(_)) => {
                warn(&format!("{error:#}"));
                Ok(())
            }
            // Each try can cost a fee.
            Some(Failure::Chain(_)) if self.tries.one_more(view.state.current_stage_timestamp) => {
                warn(&format!("{error:#}. Trying again at the next block"));
                Ok(())
            }
            _ => Err(error),
        }
    }

    /// The game as of the last finalized block.
    async fn view(&mut self) -> Result<View> {
        let mut tries = Tries::default();
        loop {
            match self.table.view().await {
                Err(error) if is_to_be_asked_again(&error, &mut tries).await => {}
                view => return view,
            }
        }
    }

    /// Waits for the next blocks.
    async fn look(&mut self, follow: &mut Follow) -> Result<(Happenings, View)> {
        let mut tries = Tries::default();
        loop {
            let seen = async {
                let (head, happened) = follow.next(&mut self.table).await?;
                Ok((happened, self.table.view_at(head).await?))
            };
            match seen.await {
                Err(error) if is_to_be_asked_again(&error, &mut tries).await => {}
                seen => return seen,
            }
        }
    }

    async fn make_move(&mut self, view: &View) -> Result<()> {
        self.keep_to_limits(view)?;
        let chosen = self.chooser.choose(&self.out, &mut self.table, self.account.id, view).await?;
        let mv = match chosen {
            Choice::Move(mv) => mv,
            Choice::TooLate => return self.out.line("The time for this move is up."),
            Choice::Left => bail!(
                "you left the table: what you have put in is lost, unless you come back in time"
            ),
        };
        let hash = self.keep(view.state.games_finished, view.state.round, mv)?;
        self.send("move", Action::Commit(hash), 0).await?;
        Ok(())
    }

    /// Whether the player wants another round.
    fn keep_to_limits(&self, view: &View) -> Result<()> {
        let max_rounds = self.limits.max_rounds;
        let round = view.state.round;
        ensure!(
            round <= max_rounds,
            Failure::Limit(format!(
                "{max_rounds} rounds are played, as --max-rounds allows, and the game is not \
                 decided: `rpsls join --max-rounds {}` plays on, if it is there before the \
                 stage is over",
                max_rounds.saturating_mul(2)
            ))
        );
        self.within_spending(view)
    }

    /// Whether the game has not cost too much yet.
    fn within_spending(&self, view: &View) -> Result<()> {
        let note = self.games.of(&self.seat, view.state.games_finished)?;
        let spent = note.map_or(0, |note| note.cost());
        ensure!(
            spent <= self.limits.max_spend,
            Failure::Limit(format!(
                "this game has cost {} of fees and gas, more than --max-spend allows, and is not \
                 decided: a higher one plays on, if it is there before the stage is over",
                vara(spent)
            ))
        );
        Ok(())
    }

    async fn reveal(&mut self, view: &View) -> Result<()> {
        let committed = turn::may_reveal(&view.state, self.account.id).map_err(Failure::Refused)?;
        let Some(secret) = self.secrets.opening(&self.seat, committed)? else {
            // It may still be imported in time.
            if self.missing.replace(view.state.round) != Some(view.state.round) {
                warn(&format!(
                    "the opening of {} is not on this computer: `rpsls secrets import` brings it",
                    short(committed)
                ));
            }
            return Ok(());
        };
        let action = match self.next_move(view).await? {
            None => Action::Reveal(secret.opening),
            Some(mv) => {
                let round = view.state.round + 1;
                let next = self.keep(view.state.games_finished, round, mv)?;
                Action::RevealAndCommit { opening: secret.opening, next }
            }
        };
        self.send("reveal", action, 0).await?;
        Ok(())
    }

    /// The move of the next round, if it goes with the reveal.
    async fn next_move(&mut self, view: &View) -> Result<Option<Move>> {
        let round = view.state.round + 1;
        if self.is_later || round > self.limits.max_rounds || self.within_spending(view).is_err() {
            return Ok(None);
        }
        match &mut self.chooser {
            Chooser::Person(keyboard) => ask_next(&self.out, keyboard, &mut self.table, view).await,
            chooser => Ok(chooser.at_once(round)),
        }
    }

    /// Moves the stage on, unless that would only extend it.
    async fn advance(&mut self) -> Result<()> {
        let done = match self.table.dry_run(&self.account, &Action::Advance, 0).await {
            Ok(Event::StageAdvanced(StageChange::Extended)) => return Ok(()),
            Ok(_) => self.send("advance", Action::Advance, 0).await.map(|_| ()),
            Err(error) => Err(error),
        };
        match done {
            // Somebody else was faster, or has to be: this account can't pay for it.
            Err(error)
                if matches!(
                    Failure::of(&error),
                    Some(
                        Failure::Refused(_)
                            | Failure::Funds(_)
                            | Failure::Network(_)
                            | Failure::Chain(_)
                    )
                ) =>
            {
                Ok(())
            }
            done => done,
        }
    }

    async fn send(&mut self, name: &str, action: Action, value: u128) -> Result<Receipt> {
        let game = self.view().await?.state.games_finished;
        // What can't be noted is no reason to leave a game.
        let intend = |at_most| {
            if let Err(error) = self.games.intend(&self.seat, game, at_most) {
                warn(&format!("{error:#}"));
            }
        };
        let receipt = match self.table.act_after(&self.account, &action, value, intend).await {
            Err(error) if matches!(Failure::of(&error), None | Some(Failure::Usage(_))) => {
                return Err(Failure::Chain(format!("{error:#}")).into());
            }
            done => done?,
        };
        self.games.paid(&self.seat, game, receipt.cost.paid(&self.prices))?;
        let mut line = json::receipt(name, self.account.id, &receipt);
        line["step"] = name.into();
        self.out.json(&line)?;
        self.out.line(&summary(&self.account, &receipt))?;
        Ok(receipt)
    }

    async fn finish(&mut self, game: u64, end: watch::End) -> Result<()> {
        self.out.waited();
        let state = self.view().await?.state;
        let last = state.last_game.as_ref().map(Winner::of);
        let (winner, end, says) = match end {
            watch::End::Won(winner) => {
                let pot = last.filter(|last| last.id() == winner).map(|last| last.pot);
                let who = match winner == self.account.id {
                    true => self.account.name.clone(),
                    false => address(winner),
                };
                let of = pot.map(|pot| format!(" of {}", vara(pot))).unwrap_or_default();
                let end = last.filter(|last| last.id() == winner).map_or(End::Unknown, End::Won);
                (Some((winner, pot)), end, format!("{who} won the pot{of}"))
            }
            watch::End::Stopped => {
                (None, End::Stopped, "the owner stopped it, and shared the pot".into())
            }
        };
        self.out.json(&json!({
            "step": "game_over",
            "game": game,
            "winner": winner.map(|(winner, _)| hex(winner)),
            "won": winner.map(|(winner, _)| winner) == Some(self.account.id),
            "pot": winner.and_then(|(_, pot)| pot).map(|pot| pot.to_string()),
        }))?;
        self.out.line(&format!("Game over: {says}"))?;
        // Only now: whoever is interrupted before is told when coming back.
        self.games.end(&self.seat, game, end)?;
        self.secrets.forget_before(&self.seat, game + 1)
    }
}

/// Whether a node is asked again what it could not answer, for which it then is time: a
/// game is not left for one bad answer.
async fn is_to_be_asked_again(error: &anyhow::Error, tries: &mut Tries) -> bool {
    let is_worth_it = Failure::of(error).is_none() && tries.one_more(0);
    if is_worth_it {
        warn(&format!("{error:#}. Asking again"));
        sleep(ASK_AGAIN).await;
    }
    is_worth_it
}

fn is_refused_for(error: &anyhow::Error, cause: &GameError) -> bool {
    matches!(Failure::of(error), Some(Failure::Refused(refused)) if refused == cause)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_is_tried_a_few_times_in_each_stage() {
        let mut tries = Tries::default();
        let count = |tries: &mut Tries, stage| (0..9).filter(|_| tries.one_more(stage)).count();
        assert_eq!((count(&mut tries, 7), count(&mut tries, 8)), (5, 5));
        assert!(!tries.one_more(8));
    }
}
