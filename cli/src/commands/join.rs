//! `rpsls join`: from the seat to the end of the game.
//!
//! What to do next follows from the chain's state and from what is on disk, the
//! openings and which game was joined, so that it goes on where it was after any
//! interruption.

use super::{
    Context,
    actions::{commit, told},
    chooser::{Choice, Chooser},
    status::stage_line,
    watch::{End, end_of, tell},
};
use crate::{
    account::{Account, address},
    args::{JoinArgs, Stake},
    failure::Failure,
    follow::Follow,
    joined::Joined,
    json,
    output::{Output, warn},
    password,
    secrets::{Seat, Secrets},
    table::{Receipt, Table, View, What, hex, short},
    text, turn,
    turn::Overdue,
    units::vara,
};
use anyhow::{Result, bail};
use rpsls_io::{Action, Event, GameError, PlayerStatus, StageChange};
use serde_json::json;

/// For how many blocks an overdue stage is left to the table's own alarm.
const ALARM_BLOCKS: u32 = 3;

pub async fn run(context: &Context, JoinArgs { stake, auto, moves }: JoinArgs) -> Result<()> {
    let chooser = Chooser::of(auto, moves)?;
    let account = context.account()?;
    let table = context.table(context.lasting_link().await?).await?;
    let (secrets, joined) = (context.home.secrets(), context.home.joined());
    let seat = Seat::new(table.link.genesis(), table.program, account.id);
    let out = &context.out;
    let mut player =
        Player { out, account, table, secrets, joined, seat, stake, chooser, missing: None };
    player.join().await
}

struct Player<'a> {
    out: &'a Output,
    account: Account,
    table: Table,
    secrets: Secrets,
    joined: Joined,
    seat: Seat,
    stake: Stake,
    chooser: Chooser,
    /// The round whose opening was looked for in vain.
    missing: Option<u32>,
}

impl Player<'_> {
    async fn join(&mut self) -> Result<()> {
        let view = self.table.view().await?;
        let status = turn::status_of(&view.state, self.account.id);
        if status == PlayerStatus::NotRegistered {
            if self.was_in_a_game(&view)? {
                return self.tell_of_the_last_game(&view);
            }
            self.register(&view).await?;
        } else {
            self.out.json(&json!({ "step": "resumed", "status": text::status(status).0 }))?;
            let say = text::status(status).1;
            self.out.line(&format!("Back at the table: {} {say}", self.account.name))?;
        }
        let view = self.table.view().await?;
        let game = view.state.games_finished;
        self.joined.note(&self.seat, game)?;
        let end = self.play(view).await?;
        self.finish(game, end).await
    }

    /// Whether a game ended that an earlier run did not see to its end.
    fn was_in_a_game(&self, view: &View) -> Result<bool> {
        let kept = self.secrets.of(&self.seat)?;
        let mut games = kept.iter().map(|secret| secret.game).chain(self.joined.game(&self.seat)?);
        Ok(games.any(|game| game < view.state.games_finished))
    }

    /// An interrupted player asked for that game, and not for another bet.
    fn tell_of_the_last_game(&self, view: &View) -> Result<()> {
        self.forget_before(view.state.games_finished)?;
        let winner = view.state.last_game.as_ref().map(|game| game.winner);
        self.out.json(&json!({
            "step": "game_over",
            "winner": winner.map(hex),
            "won": winner == Some(self.account.id),
        }))?;
        self.out.line(&format!(
            "The game that {} joined is over: {}. Join again for the next one.",
            self.account.name,
            match winner {
                Some(winner) if winner == self.account.id => "you won it".into(),
                Some(winner) => format!("the last winner is {}", address(winner)),
                None => "it was stopped".into(),
            }
        ))
    }

    async fn register(&mut self, view: &View) -> Result<()> {
        let bet = self.stake.agreed(&mut self.table, view).await?;
        self.out.line(&format!("A seat costs {}.", vara(bet)))?;
        self.joined.note(&self.seat, view.state.games_finished)?;
        let error = match self.send("register", Action::Register, bet).await {
            Ok(_) => return Ok(()),
            Err(error) => error,
        };
        match Failure::of(&error) {
            // The seat that an interrupted run asked for has come by now.
            Some(Failure::Refused(GameError::AlreadyRegistered)) => return Ok(()),
            // There is no bet to be mindful of.
            Some(Failure::Refused(_) | Failure::Funds(_)) => self.joined.forget(&self.seat)?,
            _ => {}
        }
        Err(error)
    }

    fn forget_before(&self, game: u64) -> Result<()> {
        self.secrets.forget_before(&self.seat, game)?;
        self.joined.forget(&self.seat)
    }

    /// Does what is to be done at each block, until the game is over.
    async fn play(&mut self, mut view: View) -> Result<End> {
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
            if blocks >= ALARM_BLOCKS + u32::try_from(rank)? {
                self.advance().await?;
            }
            let (head, said) = follow.next(&mut self.table).await?;
            let mut end = None;
            for (block, said) in &said {
                // What came of one's own messages was told when it came.
                let is_own = said.to == self.account.id && matches!(said.what, What::Replied(_));
                if !is_own {
                    tell(self.out, *block, said)?;
                }
                end = end.or(end_of(said));
            }
            if let Some(end) = end {
                return Ok(end);
            }
            view = self.table.view_at(head).await?;
            if let Some(end) = self.end_unseen(&view, game) {
                return Ok(end);
            }
        }
    }

    /// The end of the game, if it came in a block too long ago to look into.
    fn end_unseen(&self, View { head, state }: &View, game: u64) -> Option<End> {
        let is_settled = state.current_stage_timestamp < head.timestamp;
        if state.games_finished == game || !is_settled {
            return None;
        }
        Some(state.last_game.as_ref().map_or(End::Stopped, |last| End::Won(last.winner)))
    }

    async fn do_your_part(&mut self, view: &View) -> Result<()> {
        let done = match turn::status_of(&view.state, self.account.id) {
            PlayerStatus::ToMove => self.make_move(view).await,
            PlayerStatus::ToReveal => self.reveal(view).await,
            _ => Ok(()),
        };
        match done {
            // The stage was over before the message came, or another client
            // of this account was faster: the state tells what is next.
            Err(error) if matches!(Failure::of(&error), Some(Failure::Refused(_))) => {
                self.out.json(&json::failure(&error))?;
                self.out.line(&format!("Refused: {error:#}"))
            }
            done => done,
        }
    }

    async fn make_move(&mut self, view: &View) -> Result<()> {
        let chosen = self.chooser.choose(self.out, &mut self.table, self.account.id, view).await?;
        let mv = match chosen {
            Choice::Move(mv) => mv,
            Choice::TooLate => return self.out.line("The time for this move is up."),
            Choice::Left => bail!(
                "you left the table: what you have put in is lost, unless you come back in time"
            ),
        };
        let password = password::random(&mut rand::thread_rng());
        let hash = commit(&self.secrets, &self.table, &self.account, view, mv, &password)?;
        self.send("move", Action::MakeMove(hash), 0).await?;
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
        self.send("reveal", Action::Reveal(secret.opening), 0).await?;
        Ok(())
    }

    /// Moves the stage on, unless that would only extend it.
    async fn advance(&mut self) -> Result<()> {
        match self.table.rehearse(&self.account, &Action::Advance, 0).await {
            Ok(Event::StageAdvanced(StageChange::Extended)) => Ok(()),
            Ok(_) => match self.send("advance", Action::Advance, 0).await {
                // Somebody else was faster.
                Err(error) if matches!(Failure::of(&error), Some(Failure::Refused(_))) => Ok(()),
                sent => sent.map(|_| ()),
            },
            Err(error) if matches!(Failure::of(&error), Some(Failure::Refused(_))) => Ok(()),
            Err(error) => Err(error),
        }
    }

    async fn send(&mut self, name: &str, action: Action, value: u128) -> Result<Receipt> {
        let receipt = self.table.act(&self.account, &action, value).await?;
        let mut line = json::receipt(name, self.account.id, &receipt);
        line["step"] = name.into();
        self.out.json(&line)?;
        self.out.line(&told(&self.account, &receipt))?;
        Ok(receipt)
    }

    async fn finish(&mut self, game: u64, end: End) -> Result<()> {
        self.forget_before(game + 1)?;
        self.out.waited();
        let state = self.table.view().await?.state;
        let pot = state.last_game.as_ref().map(|last| last.pot).unwrap_or_default();
        let (winner, says) = match end {
            End::Won(winner) if winner == self.account.id => {
                (Some(winner), format!("{} won the pot of {}", self.account.name, vara(pot)))
            }
            End::Won(winner) => {
                (Some(winner), format!("{} won the pot of {}", address(winner), vara(pot)))
            }
            End::Stopped => (None, "the owner stopped it, and shared the pot".into()),
        };
        self.out.json(&json!({
            "step": "game_over",
            "game": game,
            "winner": winner.map(hex),
            "won": winner == Some(self.account.id),
            "pot": winner.map(|_| pot.to_string()),
        }))?;
        self.out.line(&format!("Game over: {says}"))
    }
}
