//! `rpsls bot`: keeps a duel open at a club, and plays at random against anybody who sits down.
//!
//! The next step follows from the club's list, the notes of games and the bot's ledger. So it goes
//! on where it was after any interruption.

mod table;

use self::table::{fits, is_alone, off_list};
use super::{JoinResult, Player};
use crate::{
    chain::{bill::Payer, club::Club, cost::Prices},
    commands::{
        Context,
        chooser::Chooser,
        games::{ending, entry},
        retry::{FIRST_PAUSE, Tries, retry},
    },
    failure::{Failure, Mark},
    game::{seat::Seat, turn},
    keys::account::Account,
    options::Stake,
    screen::{
        output::{Output, PATIENCE, Shown, settle_soon, shown, warn},
        terminal::set_at_stake,
    },
    store::{
        bots::Ledger,
        games::{End, Games, Note},
    },
    words::{
        digits::hex,
        units::{self, exact, moment, vara},
    },
};
use anyhow::{Result, bail};
use clap::Args;
use gprimitives::ActorId;
use rpsls_io::{Action, GameState, PlayerStatus};
use serde_json::json;
use std::{mem::take, time::Duration};
use tokio::{select, time::sleep};

#[derive(Debug, Args)]
pub struct BotArgs {
    /// At which club: what `rpsls club deploy` printed [default: the first of
    /// RPSLS_CLUB]
    #[arg(long, value_name = "ID")]
    pub club: Option<String>,

    /// What a seat at its table costs; 0 is a free game
    #[arg(long, value_name = "VARA", default_value = "0", value_parser = units::parse_vara)]
    pub bet: u128,

    /// What it may lose by opening tables, bets, fees and gas, of all runs together: it takes no seat
    /// that might cost more, and asks nothing
    #[arg(long, value_name = "VARA", value_parser = units::parse_vara)]
    pub max_loss: u128,

    /// Accepted, as wherever money moves: --max-loss is what you agree to
    #[arg(long, short)]
    pub yes: bool,
}

struct Bot<'a> {
    context: &'a Context,
    out: Output,
    account: Account,
    club: Club,
    games: Games,
    ledger: Ledger,
    /// Games whose line is on its way to whoever reads it.
    told: Vec<(Shown, Note)>,
    bet: u128,
    max_loss: u128,
}

pub async fn run(context: &Context, args: BotArgs) -> Result<()> {
    // Nobody is asked: what it may lose is agreed to by `--max-loss`.
    let BotArgs { club, bet, max_loss, yes: _ } = args;
    let account = context.account().await?;
    let clubs = context.clubs(club.as_slice())?;
    let club = Club::first(context.link().await?, clubs).await?;
    let ledger = context.home.bots().open(club.link.genesis(), account.id)?;
    let (out, games, told) = (context.out, context.home.games(), vec![]);
    let mut bot = Bot { context, out, account, club, games, ledger, told, bet, max_loss };
    let mut tries = Tries::default();
    loop {
        let Err(error) = bot.turn().await else { continue };
        // Whatever stopped it, it goes on as after any other interruption.
        // Its last lines, before somebody else logs them again.
        settle_soon();
        bot.log().unwrap_or_else(|error| warn(&format!("{error:#}")));
        let is_passing =
            matches!(Failure::of(&error), None | Some(Failure::Chain(_) | Failure::Runtime(_)));
        if !is_passing || !tries.one_more(bot.games.all()?.len() as u64) {
            return Err(error);
        }
        warn(&format!("{error:#}. Trying again"));
        sleep(FIRST_PAUSE).await;
    }
}

impl Bot<'_> {
    /// Plays at one table, for as long as the club lists it.
    async fn turn(&mut self) -> Result<()> {
        self.log()?;
        let table = match self.own_table().await? {
            Some(table) => table,
            None => {
                set_at_stake(None);
                self.open().await?
            }
        };
        self.out.json(&json!({ "step": "table", "program": hex(table) }))?;
        self.out.line(&format!("Waiting for players at {}", hex(table)))?;
        Box::pin(self.play_at(table)).await
    }

    /// Counts as lost what the account may have lost by messages that nobody here has sent: another bot
    /// plays for it, or the folder is an older one.
    async fn look_elsewhere(&mut self, notes: &[Note]) -> Result<()> {
        let nonce = self.nonce().await?;
        let count = self.ledger.unknown(nonce, notes);
        // No message takes more than one that opens a table, or pays a bet.
        let deposit = Prices::of(&self.club.link)?.existential_deposit;
        let most = self.bet.saturating_add(deposit.saturating_mul(2));
        let lost = u128::from(count).saturating_mul(most);
        if count > 0 {
            warn(&format!(
                "the account has sent {count} messages that this computer does not know of, as \
                 another bot does, or one with a newer folder: they count as {} lost",
                vara(lost)
            ));
        }
        self.ledger.see(nonce, lost)
    }

    /// The account's nonce as of the last final block.
    async fn nonce(&self) -> Result<u32> {
        let Self { club: Club { link, program, .. }, account, .. } = self;
        let payer = Payer::of(&Seat::new(link.genesis(), *program, account.id));
        let trace = async || payer.trace(link, link.last_block().await?.number).await;
        Ok(retry(trace).await?.nonce)
    }

    /// Plays one game after another at a table, until the table is off the list or is no longer the
    /// bot's duel.
    async fn play_at(&mut self, program: ActorId) -> Result<()> {
        let link = self.club.link.clone();
        let open = async || self.context.table_at(link.clone(), program).await;
        let table = retry(open).await?;
        let stake = Stake { max_bet: Some(self.bet), any_code: false, yes: true };
        let (account, chooser) = (self.account.clone(), Chooser::Chance);
        let mut player = Player::at(self.context, table, account, chooser, (stake, 0))?;
        player.lock_seat(&self.context.home)?;
        (player.out, player.policy.is_any, player.policy.is_bot) = (self.out.silent(), true, true);
        loop {
            let view = player.view().await?;
            let is_seated = is_in(&view.state, self.account.id);
            let open = self.games.open(&player.seat)?;
            let ended = open.as_ref().filter(|note| note.end_by(&view.state).is_some());
            let (is_untold, is_by_hand) =
                (ended.is_some(), ended.is_some_and(|n| n.origin.is_by_hand));
            if !is_seated && !is_untold {
                if let Some(note) = open {
                    // The interrupted run never got the seat.
                    self.games.end(&player.seat, note.game, End::NotSeated)?;
                }
                set_at_stake(None);
                if !fits(&view.state, self.bet) || !self.lists(program).await? {
                    return Ok(());
                }
            }
            player.policy.terms = None;
            player.budget.max_spend = self.left()?;
            let result = match is_untold && !is_by_hand {
                // That takes no seat, and needs no list.
                true => Some(player.next_game().await),
                false => select! {
                    result = player.next_game() => Some(result),
                    off = off_list(&self.club, program, self.account.id) => off.map(|()| None)?,
                },
            };
            // A game that is over is told of, whatever keeps the bot from the next one.
            self.log()?;
            match result {
                None => player.give_back().await?,
                Some(Err(error)) if Mark::of(&error) == Some(Mark::Changed) => return Ok(()),
                Some(Err(error)) if matches!(Failure::of(&error), Some(Failure::Limit(_))) => {
                    return Err(error.context(format!(
                        "{}; `rpsls club unlist {}` takes its table off the list",
                        self.account_of_losses()?,
                        hex(program)
                    )));
                }
                Some(Ok(JoinResult::EarlierEnd { is_noted: false })) => {
                    bail!("how a game of the bot has ended can't be written down")
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error),
            }
        }
    }

    /// What the next game may cost in addition to its bet.
    fn left(&self) -> Result<u128> {
        let loss = self.ledger.loss(&self.games.all()?);
        let left = i128::try_from(self.max_loss)? - loss - i128::try_from(self.bet)?;
        Ok(u128::try_from(left).unwrap_or(0))
    }

    fn account_of_losses(&self) -> Result<String> {
        let loss = self.ledger.loss(&self.games.all()?);
        Ok(match u128::try_from(loss) {
            Ok(loss) => {
                let most = exact(self.max_loss);
                format!("the bot has lost {}, and --max-loss allows {most} VARA", vara(loss))
            }
            Err(_) => format!("the bot has won {} in all", vara(loss.unsigned_abs())),
        })
    }

    /// Logs a line for each game, once it is known to be over. What nobody reads holds up no game: it
    /// counts as logged once it is out.
    fn log(&mut self) -> Result<()> {
        let mut told = take(&mut self.told).into_iter().peekable();
        while let Some((_, note)) = told.next_if(|(shown, _)| shown.within(Duration::ZERO)) {
            self.ledger.log(&note)?;
        }
        self.told = told.collect();
        let notes = self.games.all()?;
        let losses = self.account_of_losses()?;
        let over = self.ledger.own(&notes).filter(|(table, note)| {
            let is_over = !matches!(note.end, None | Some(End::NotSeated | End::Left));
            let is_told = self.told.iter().any(|(_, told)| told.is_same_game(note));
            is_over && note.game >= table.logged && !is_told
        });
        let over: Vec<_> = over.map(|(_, note)| note.clone()).collect();
        for note in over {
            let mut line = entry(&note);
            line["step"] = "game".into();
            line["lost"] = self.ledger.loss(&notes).to_string().into();
            self.out.json(&line)?;
            self.out.line(&format!(
                "{}  game {}: {}; {} of fees and gas; {losses}",
                moment(note.since),
                note.game + 1,
                ending(&note),
                vara(note.costs.spent)
            ))?;
            let shown = shown();
            match self.told.is_empty() && shown.within(PATIENCE) {
                true => self.ledger.log(&note)?,
                false => self.told.push((shown, note)),
            }
        }
        Ok(())
    }
}

impl Player {
    /// Gives the seat back, unless somebody else has sat down or the bot has no seat.
    async fn give_back(&mut self) -> Result<()> {
        retry(async || self.table.link.settle(&self.account).await).await?;
        let view = self.view().await?;
        if !is_alone(&view.state, self.account.id) || !is_in(&view.state, self.account.id) {
            return Ok(());
        }
        match self.send("leave", Action::Leave, 0, &view).await {
            Ok(_) => self.books.games.end(&self.seat, view.state.games_finished, End::Left),
            // Somebody was faster: the game is played.
            Err(error) if matches!(Failure::of(&error), Some(Failure::Refused(_))) => Ok(()),
            Err(error) => Err(error),
        }
    }
}

fn is_in(state: &GameState, player: ActorId) -> bool {
    turn::status_of(state, player) != PlayerStatus::NotRegistered
}
