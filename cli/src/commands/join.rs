//! `rpsls join`: from the seat to the end of the game.
//!
//! The next step follows from the chain's state and from what is on disk: the openings, and the
//! game that was joined. So it goes on where it was after any interruption.

mod any;
pub mod bot;
mod dry;
mod ending;
mod entry;
mod games;

use self::any::Any;
use super::{
    Context,
    actions::{keep, summary},
    chooser::{Choice, Chooser, ask_next},
    clock, costs,
    retry::{Tries, retry_while_node_fails, retry_with_bet},
    seat::{Terms, at_stake, note, with_lapsed},
    share,
    status::stage_line,
    watch::{Place, print},
};
use crate::{
    args::{DryRun, JoinArgs, Stake},
    chain::{
        block::BlockId,
        cost::{Following, Prices},
        error::NotTaken,
        follow::{Follow, Happened, Happening},
        messages::{self, Content},
        table::{Table, View},
        tip::{self, Urgency},
    },
    commands::json,
    failure::Failure,
    game::{
        hours,
        knockout::pairs,
        round::Round,
        rules::is_last_round,
        seat::Seat,
        turn::{self, Overdue},
    },
    keys::{
        account::{Account, short_address},
        secrets::{Secret, Secrets},
    },
    screen::{
        event,
        output::{Output, warn},
        terminal::{Stay, set_at_stake},
    },
    store::{
        games::{Costs, End, Games, Note, Trace},
        home::Home,
        lock::Lock,
    },
    words::{
        digits::{hex, short},
        text,
        units::vara,
    },
};
use anyhow::{Context as _, Result, anyhow, ensure};
use gprimitives::H256;
use rpsls_io::{
    Action, Event, GameResult, GameStage, Move, PlayerStatus, StageChange, knockout::rounds,
};
use serde_json::json;
use std::mem::replace;
use thiserror::Error;

/// The warnings of a stage. Each is shown once.
#[derive(Default)]
struct Warned {
    stage: turn::Stage,
    what: Vec<String>,
}

impl Warned {
    fn warn(&mut self, stage: turn::Stage, text: String) {
        if self.stage != stage {
            *self = Self { stage, what: vec![] };
        }
        if !self.what.contains(&text) {
            warn(&text);
            self.what.push(text);
        }
    }
}

/// Why the last message that was due has not come into a block.
enum Missed {
    /// The player chose no move in time.
    Unchosen,
    /// Nothing was told of the stage before it was over.
    Unseen,
    /// The account could not pay.
    Unpaid,
    /// No block has had it, for this reason.
    Unsent(String),
}

impl Missed {
    fn why(&self) -> &str {
        match self {
            Self::Unchosen => "no move was chosen",
            Self::Unseen => "the node told too late that one was due",
            Self::Unpaid => "the account could not pay for it",
            Self::Unsent(why) => why,
        }
    }
}

/// The player left, so there will be no more moves.
#[derive(Debug, Error)]
#[error("you left the table: what you have put in is lost, unless you come back in time")]
struct Left;

pub async fn run(context: &Context, args: JoinArgs) -> Result<()> {
    let JoinArgs {
        any,
        club,
        min_bet,
        stake,
        max_spend,
        later,
        auto,
        moves,
        on_turn,
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
    let bet = unfinished(context, any);
    let has_bet = bet.is_some();
    if let Some(Note { seat, name, bet, .. }) = bet {
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
    // What an earlier run has sent may still be on its way.
    retry_with_bet(has_bet, async || table.link.settle(&account).await).await?;
    let mut player = Player::at(context, table, account, chooser, (stake, max_spend))?;
    player.is_later = later;
    player.is_any = seats.is_some();
    player.is_back = has_bet;
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
    (!is_any || note.node == context.url()).then_some(note)
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

/// How a game went on that the player had a seat in.
enum Course {
    Over(messages::End),
    /// It ended in blocks that can't be read, and so did a later game.
    OverUnseen,
    /// The seat was given back, by another command or on another computer.
    Left,
    /// The chain went back behind the seat.
    WentBack,
}

struct Player {
    out: Output,
    /// Keeps other processes from playing the seat.
    _lock: Option<Lock>,
    account: Account,
    table: Table,
    secrets: Secrets,
    games: Games,
    prices: Prices,
    seat: Seat,
    stake: Stake,
    /// The most that fees and gas of a game may cost.
    max_spend: u128,
    /// Whether the player chooses the first move only after the game has started.
    is_later: bool,
    chooser: Chooser,
    /// Whether `--any` chose the table, for the terms that it had.
    is_any: bool,
    /// Whether an earlier run has noted a game here whose end is not known.
    is_back: bool,
    /// Whether nobody watches. It then takes no seat that the limits may not allow it to play to
    /// the end, and plays to the end wherever it has a seat.
    is_bot: bool,
    /// The costs of the running game.
    costs: Costs,
    /// Whether the player was told that nothing can be written.
    is_disk_told: bool,
    /// Whether the player was told how they were beaten, or that they are out.
    is_out_told: bool,
    /// The openings of this run's moves. They are shown even if the disk is gone.
    kept: Vec<Secret>,
    /// Whether the player was silent in a round of the running game.
    is_silent: bool,
    /// The terms of the first game of this run.
    terms: Option<Terms>,
    /// What a stopped game has paid back.
    share: Option<u128>,
    /// Why the last message that was due was not sent.
    missed: Option<Missed>,
    /// What was paid in blocks that are not final yet, with their numbers.
    early: Vec<(u32, u128)>,
    /// A move that was chosen but not committed to yet, with its round.
    chosen: Option<(u32, Move)>,
    warned: Warned,
    /// Counts what the chain failed to do.
    tries: Tries<turn::Stage>,
    /// Keeps a signal from ending the process while a move is still to be shown.
    show_due: Option<Stay>,
    /// Who else acts for the account.
    others: Others,
}

/// Sees by the account's nonce whether somebody else acts for it: the same account on another
/// computer, or by another program.
struct Others {
    /// How many messages of this process may have come since the costs were counted last.
    own: u32,
    is_told: bool,
}

impl Others {
    /// Nothing is counted yet. An interrupted run may have sent a message just before.
    fn none() -> Self {
        Self { own: 1, is_told: false }
    }

    /// Whether this process has not sent all messages between two traces.
    fn acted(&mut self, before: Option<Trace>, now: Option<Trace>) -> Option<u32> {
        let (now, own) = (now?, replace(&mut self.own, 0));
        let all = now.nonce.saturating_sub(before?.nonce);
        let others = all.saturating_sub(own);
        (others > 0 && !replace(&mut self.is_told, true)).then_some(others)
    }
}

impl Player {
    /// A player who comes to a table.
    fn at(
        context: &Context,
        table: Table,
        account: Account,
        chooser: Chooser,
        (stake, max_spend): (Stake, u128),
    ) -> Result<Self> {
        let seat = table.seat(&account);
        Ok(Self {
            out: context.out,
            _lock: None,
            secrets: context.home.secrets(),
            games: context.home.games(),
            prices: Prices::of(&table.link)?,
            account,
            table,
            seat,
            stake,
            max_spend,
            is_later: false,
            chooser,
            is_any: false,
            is_back: false,
            is_bot: false,
            costs: Costs::since(0, [0; 32]),
            is_disk_told: false,
            is_out_told: false,
            kept: vec![],
            is_silent: false,
            terms: None,
            share: None,
            missed: None,
            early: vec![],
            chosen: None,
            warned: Warned::default(),
            tries: Tries::default(),
            show_due: None,
            others: Others::none(),
        })
    }

    /// Keeps other processes from playing the seat. If the disk has no room for the lock, the game
    /// is played all the same.
    ///
    /// # Errors
    ///
    /// [`Failure::Usage`] if another process plays it.
    fn lock_seat(&mut self, home: &Home) -> Result<()> {
        self._lock = match home.lock_seat(&self.seat) {
            Err(error) if Failure::of(&error).is_none() => {
                warn(&format!("{error:#}: run no other rpsls at this seat"));
                None
            }
            taken => Some(taken?),
        };
        Ok(())
    }

    async fn join(&mut self) -> Result<JoinResult> {
        // A chosen move belongs to one game, and so does a share.
        (self.chosen, self.share) = (None, None);
        loop {
            let set_backs = self.table.link.set_backs();
            let view = retry_with_bet(self.is_back, async || self.table.view().await).await?;
            clock::compare(&self.table.link, &view).await;
            self.costs = self.note_of(&view).costs;
            let game = view.state.games_finished;
            let view = match turn::status_of(&view.state, self.account.id) {
                // The bet is on its way back, or has come back already.
                PlayerStatus::NotRegistered if self.is_sent_away(&view)? => view,
                PlayerStatus::NotRegistered => {
                    if let Some(open) = self.games.open(&self.seat)?
                        && let Some(end) = open.end_by(&view.state)
                    {
                        self.until_paid(view, &open, end).await?;
                        if end == End::NotSeated {
                            self.never_seated(&open)?;
                            continue;
                        }
                        if end == End::Stopped {
                            let of_game = share::of_game(&self.table, &open).await;
                            self.share = of_game.ok().flatten();
                        }
                        let is_noted = self.show_end_of(&open, end)?;
                        // A player who used single commands was not interrupted.
                        if open.is_by_hand && is_noted {
                            continue;
                        }
                        return Ok(JoinResult::EarlierEnd { is_noted });
                    }
                    let is_seated = match self.take_seat(&view).await {
                        Err(error) => {
                            let id = self.account.id;
                            return Err(with_lapsed(error, &self.table, id).await);
                        }
                        Ok(is_seated) => is_seated,
                    };
                    if !is_seated {
                        self.out.line("No seat was taken, and nothing was paid.")?;
                        return Ok(JoinResult::Declined);
                    }
                    let seated = self.view().await?;
                    if self.has_no_seat(&seated, game) && self.is_noted_left(game) {
                        return self.left(game);
                    }
                    // If the game is over already, the blocks since the view tell how. Its note may
                    // not: whoever stops a game by a single command has seen that end.
                    if seated.state.games_finished == game { seated } else { view }
                }
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
            self.terms.get_or_insert_with(|| Terms::of(&view.state));
            let played = self.play(view, set_backs).await;
            self.show_due = None;
            let end = match played? {
                Course::Over(end) => Some(end),
                Course::OverUnseen => None,
                Course::Left => return self.left(game),
                Course::WentBack => {
                    warn("the seat is no more, since the chain has gone back");
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
            let is_due = is_own
                && view.state.games_finished == open.game + 1
                && self.is_end_due().await.unwrap_or(false);
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
        let note = self.games.of(&self.seat, game);
        note.is_ok_and(|note| note.is_some_and(|note| note.end == Some(End::Left)))
    }

    fn left(&self, game: u64) -> Result<JoinResult> {
        self.games.end(&self.seat, game, End::Left)?;
        self.out.json(&json!({ "step": "left", "game": game }))?;
        self.out.line("The seat was given back, and the bet with it.")?;
        Ok(JoinResult::Declined)
    }

    fn note_of(&self, view: &View) -> Note {
        Note { is_any: self.is_any, ..note(&self.table, &self.account, view) }
    }

    /// Notes the game. It may have begun on another computer or by single commands.
    fn note(&mut self, view: &View) {
        match self.games.begin(self.note_of(view)) {
            Ok(costs) => self.costs = costs,
            Err(error) => {
                self.tell_of_disk(&format!("{error:#}. The game is played without a note of it"));
            }
        }
    }

    /// Writes the opening of this move to disk. Returns its hash. If the disk is full, the game's
    /// key, which is there already, is enough.
    fn keep(&mut self, game: u64, round: u32, mv: Move) -> Result<H256> {
        let key = self.secrets.key(&self.seat, game)?;
        let opening = key.opening(&self.seat, (game, round), mv);
        let secret = Secret { seat: self.seat, game, round, opening };
        let commitment = secret.commitment();
        self.kept.retain(|kept| kept.game == game);
        self.kept.push(secret.clone());
        if let Err(error) = keep(&self.secrets, &secret) {
            self.tell_of_disk(&format!(
                "{error:#}. Your moves are safe: what opens them was put on disk with the seat"
            ));
        }
        Ok(commitment)
    }

    /// Says once in a run that nothing can be written.
    fn tell_of_disk(&mut self, text: &str) {
        if !replace(&mut self.is_disk_told, true) {
            warn(text);
        }
    }

    /// Does what has to be done at each block, until the game is over. `set_backs` is how often the
    /// chain had gone back at the start.
    async fn play(&mut self, mut view: View, set_backs: u32) -> Result<Course> {
        let (game, before) = (view.state.games_finished, view.state.last_game.clone());
        let mut follow = Follow::after(&view);
        let mut overdue = Overdue::default();
        let mut rank = 0;
        let (mut told, mut is_in, mut was_seated) = (0, false, false);
        self.is_out_told = false;
        let config = &view.state.config;
        self.table.link.depends_on_stages_of(config.move_timeout.min(config.reveal_timeout));
        self.is_silent = false;
        let (program, you) = (self.table.program, Some(self.account.id));
        let place = Place { program, name: None, you };
        loop {
            if self.table.link.set_backs() > set_backs && self.is_unseated(&view) {
                return Ok(Course::WentBack);
            }
            // A final view may not show a new seat yet.
            let has_none = self.has_no_seat(&view, game);
            let is_away = turn::is_sent_away(&view.state, self.account.id);
            if has_none && ((was_seated && !is_away) || self.is_noted_left(game)) {
                set_at_stake(None);
                return Ok(Course::Left);
            }
            was_seated |= !has_none;
            self.tell_at_stake(&view);
            let lobby = &view.state.lobby_list;
            rank = lobby.iter().position(|id| *id == self.account.id).unwrap_or(rank);
            let blocks = overdue.blocks(&view.state, view.head.timestamp);
            if view.state.games_finished == game {
                if view.state.round > 0
                    && !replace(&mut is_in, true)
                    && let Err(error) = self.games.look(&self.seat, &view.state)
                {
                    self.tell_of_disk(&format!("{error:#}. The game goes on"));
                }
                self.tell_pair(&view, &mut told)?;
                let status = turn::status_of(&view.state, self.account.id);
                if status == PlayerStatus::Out && !replace(&mut self.is_out_told, true) {
                    self.out.line(
                        "You are out, and nothing more is due: the game goes on, and Ctrl-C leaves it.",
                    )?;
                }
                self.out.waiting(&stage_line(&view));
                self.do_what_is_due(&view).await?;
            }
            // Each player waits for those before, so that only one of them pays.
            if blocks >= turn::ALARM_BLOCKS + u32::try_from(rank)? {
                self.advance(&view).await?;
            }
            let (happened, next) = self.look(&mut follow, &mut view).await?;
            let mut end = None;
            for happened in &happened {
                if !self.is_own_reply(&happened.what) {
                    print(&self.out, &place, happened)?;
                }
                match &happened.what {
                    Happening::Sent(sent) => {
                        self.share = self.share.or(share::of_message(sent, self.account.id));
                        let is_away = matches!(sent.content, Content::Event(Event::SentAway(_)));
                        let is_own = is_away && sent.to == self.account.id;
                        end = end.or(is_own.then_some(messages::End::SentAway)).or(sent.end());
                    }
                    Happening::Round(round) => {
                        self.is_out_told |= round.is_out(self.account.id);
                        self.tell_missed(round)?;
                    }
                }
            }
            view = next;
            // A node keeps few blocks, so that what is final now is counted now.
            let head = view.head.number;
            if self.early.iter().any(|(block, _)| (self.costs.block + 1..=head).contains(block)) {
                self.count(game, view.head.into(), 0).await;
            }
            let over = match end {
                Some(end) => Some(Course::Over(end)),
                None => self.end_unseen(&view, game, &before).await,
            };
            if let Some(over) = over {
                set_at_stake(None);
                let is_known = follow.is_whole() || view.state.games_finished <= game + 1;
                return Ok(if is_known { over } else { Course::OverUnseen });
            }
        }
    }

    /// What to say if a signal ends the process now.
    fn tell_at_stake(&self, View { head, state, .. }: &View) {
        if turn::status_of(state, self.account.id) == PlayerStatus::NotRegistered {
            // It may not show the seat yet.
            return;
        }
        let by = hours::be_back_by(state, self.account.id, head.timestamp);
        let bet = state.config.bet_size;
        let stake = by.map(|by| at_stake(self.table.program, &self.account.name, bet, Some(by)));
        set_at_stake(stake);
    }

    /// Says that the player was silent in a round, and why. If a move was shown in it, what went
    /// wrong before came to nothing.
    fn tell_missed(&mut self, round: &Round) -> Result<()> {
        let you = self.account.id;
        if round.shown.iter().any(|(player, _)| *player == you) {
            self.missed = None;
        }
        if !round.silent.contains(&you) {
            return Ok(());
        }
        self.is_silent = true;
        let why = self.missed.get_or_insert(Missed::Unseen).why();
        self.out.json(&json!({ "step": "missed", "round": round.number, "text": why }))?;
        self.out.line(&format!("No message of yours was in time: {why}."))
    }

    /// Says whom the player meets, once a round in a knockout.
    fn tell_pair(&self, View { state, .. }: &View, told: &mut u32) -> Result<()> {
        let you = self.account.id;
        if replace(told, state.round) == state.round {
            return Ok(());
        }
        let Some(pair) = pairs(state).into_iter().find(|pair| pair.has(you)) else {
            return Ok(());
        };
        let (round, rounds) = (state.round, rounds(state.lobby_list.len()));
        let meets = pair.other_than(you);
        self.out.json(&json!({
            "step": "pair",
            "round": round,
            "rounds": rounds,
            "meets": meets.map(hex),
        }))?;
        self.out.line(&match meets {
            Some(other) => {
                format!("Round {round} of {rounds}: you meet {}.", short_address(other))
            }
            None => format!(
                "Round {round} of {rounds}: you meet nobody, and go on once you have revealed."
            ),
        })
    }

    /// The replies to the player's own messages were printed when they came.
    fn is_own_reply(&self, happening: &Happening) -> bool {
        match happening {
            Happening::Sent(sent) => {
                sent.to == self.account.id && matches!(sent.content, Content::Reply(_))
            }
            Happening::Round(_) => false,
        }
    }

    /// The end of the game, if it came in a block that is too old to read. `before` is the last
    /// game as it was when this one ran.
    async fn end_unseen(
        &mut self,
        View { head, state, .. }: &View,
        game: u64,
        before: &Option<GameResult>,
    ) -> Option<Course> {
        let is_settled = state.current_stage_timestamp < head.timestamp;
        if state.games_finished <= game {
            let is_away = is_settled && turn::is_sent_away(state, self.account.id);
            return is_away.then_some(Course::Over(messages::End::SentAway));
        }
        // The next registration may be overdue, too. If the node can't tell, it may the next time.
        if !is_settled && self.is_end_due().await.unwrap_or(true) {
            return None;
        }
        Some(match &state.last_game {
            None => Course::Over(messages::End::Stopped),
            // It was stopped, or won just as the game before.
            last if last == before => Course::OverUnseen,
            Some(last) => Course::Over(messages::End::Won(last.winner)),
        })
    }

    /// Whether the game has started without the player, who had a seat for it.
    fn is_sent_away(&self, view: &View) -> Result<bool> {
        let open = self.games.open(&self.seat)?;
        let open = open.filter(|open| open.game == view.state.games_finished);
        Ok(open.and_then(|open| open.end_by(&view.state)) == Some(End::SentAway))
    }

    /// Whether the player has no seat in this game, which is not over.
    fn has_no_seat(&self, View { state, .. }: &View, game: u64) -> bool {
        let status = turn::status_of(state, self.account.id);
        state.games_finished == game && status == PlayerStatus::NotRegistered
    }

    fn is_unseated(&self, View { state, .. }: &View) -> bool {
        let status = turn::status_of(state, self.account.id);
        state.game_stage == GameStage::Preparation && status == PlayerStatus::NotRegistered
    }

    /// Does the player's part as of a final block, or, if finality is behind, as of the newest one.
    async fn do_what_is_due(&mut self, view: &View) -> Result<()> {
        if !view.is_behind() {
            return self.do_your_part(view).await;
        }
        let newest = match self.table.newest_view().await {
            Ok(newest) => newest,
            Err(error) => {
                let text = format!("{error:#}. Asking again at each block");
                self.missed = Some(Missed::Unsent(format!("{error:#}")));
                self.warned.warn(turn::stage_of(&view.state), text);
                return Ok(());
            }
        };
        let (stage, id) = (turn::stage_of(&newest.state), self.account.id);
        let (left, lag) = (newest.blocks_left(), newest.lag);
        // A move gives nothing away.
        let is_reveal = turn::status_of(&newest.state, id) == PlayerStatus::ToReveal;
        let is_final = stage == turn::stage_of(&view.state);
        let is_now = turn::shows_early(left, newest.stage_blocks(), lag);
        if stage.0 != view.state.games_finished || !is_reveal || is_final || is_now {
            return match stage.0 == view.state.games_finished {
                true => self.do_your_part(&newest).await,
                false => Ok(()),
            };
        }
        if left <= newest.stage_blocks() / 2 {
            let text = format!(
                "{lag} blocks are not final: your node may be cut off, and another --node may \
                 know more. Your move is shown all the same before the stage is over"
            );
            self.warned.warn(stage, text);
        }
        Ok(())
    }

    /// Plays on whatever goes wrong, since there is a bet on the table. Stops only where the
    /// player's limits say so.
    async fn do_your_part(&mut self, view: &View) -> Result<()> {
        let stage = turn::stage_of(&view.state);
        if self.tries.are_over(stage) {
            self.show_due = None;
            return Ok(());
        }
        let done = match turn::status_of(&view.state, self.account.id) {
            PlayerStatus::ToMove => self.make_move(view).await,
            PlayerStatus::ToReveal => self.reveal(view).await,
            _ => {
                self.show_due = None;
                return Ok(());
            }
        };
        let error = match done {
            Ok(missed) => {
                self.missed = missed;
                self.show_due = None;
                return Ok(());
            }
            Err(error) => error,
        };
        // If the message then comes too late, this stays the reason.
        if is_of_funds(&error) {
            self.missed = Some(Missed::Unpaid);
        } else if error.is::<NotTaken>() || (self.missed.is_none() && !is_refused(&error)) {
            self.missed = Some(Missed::Unsent(format!("{error:#}")));
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
                self.warned.warn(stage, text);
                Ok(())
            }
            // If the node is gone, the next question says so.
            Some(Failure::Network(_)) => {
                warn(&format!("{error:#}"));
                Ok(())
            }
            // If the chain's answer can't be read, this may be one bad answer.
            None | Some(Failure::Runtime(_)) if !error.is::<Left>() => {
                self.warned.warn(stage, format!("{error:#}. Trying again at each block"));
                Ok(())
            }
            // Each try can cost a fee.
            Some(Failure::Chain(_)) => {
                match self.tries.one_more(stage) {
                    true => warn(&format!("{error:#}. Trying again at the next block")),
                    false => self.warned.warn(
                        stage,
                        format!("{error:#}. That is not tried any more in this stage"),
                    ),
                }
                Ok(())
            }
            _ => Err(error),
        }
    }

    /// The game as of the last finalized block.
    async fn view(&mut self) -> Result<View> {
        retry_while_node_fails(async || self.table.view().await).await
    }

    /// Waits for the next final blocks. While none comes and finality is behind, does what is due
    /// at each new block.
    async fn look(
        &mut self,
        follow: &mut Follow,
        view: &mut View,
    ) -> Result<(Vec<Happened>, View)> {
        let mut newest = 0;
        let is_running = view.state.games_finished == follow.game();
        if is_running {
            loop {
                let link = self.table.link.clone();
                let is_final = retry_while_node_fails(async || {
                    tokio::select! {
                        block = link.block_after(follow.seen()) => block.map(|_| None),
                        block = link.newest_after(newest, turn::BEHIND) => block.map(Some),
                    }
                });
                let Some(block) = is_final.await? else { break };
                newest = block.number;
                view.lag = link.lag();
                self.out.waiting(&stage_line(view));
                self.do_what_is_due(view).await?;
            }
        }
        let (view, happened) =
            retry_while_node_fails(async || follow.next(&self.table).await).await?;
        Ok((happened, view))
    }

    /// Commits to a move, if its opening can be put on disk first.
    async fn make_move(&mut self, view: &View) -> Result<Option<Missed>> {
        self.within_spending()?;
        let round = view.state.round;
        let mv = match self.chosen {
            Some((of, mv)) if of == round => mv,
            _ => match self.choose(view).await? {
                Some(mv) => mv,
                None => {
                    self.out.line("The time for this move is up.")?;
                    return Ok(Some(Missed::Unchosen));
                }
            },
        };
        self.chosen = Some((round, mv));
        let hash = self
            .keep(view.state.games_finished, round, mv)
            .map_err(|error| anyhow!("{error:#}: without its opening on disk no move is made"))?;
        self.send("move", Action::Commit(hash), 0, view).await?;
        Ok(None)
    }

    /// The player's move, if it comes in time.
    async fn choose(&mut self, view: &View) -> Result<Option<Move>> {
        let you = self.account.id;
        match self.chooser.choose(&self.out, &self.table, you, view).await? {
            Choice::Move(mv) => Ok(Some(mv)),
            Choice::TooLate => Ok(None),
            Choice::Left => Err(Left.into()),
        }
    }

    /// What the game has cost, in blocks that are not final too.
    fn spent(&self) -> u128 {
        let early = self.early.iter().filter(|(block, _)| *block > self.costs.block);
        early.fold(self.costs.spent, |spent, (_, paid)| spent.saturating_add(*paid))
    }

    /// Checks that the game has not cost too much yet.
    fn within_spending(&self) -> Result<()> {
        let spent = self.spent();
        ensure!(
            self.is_bot || spent <= self.max_spend,
            Failure::Limit(format!(
                "this game has cost {} of fees and gas, more than --max-spend allows, and is not \
                 decided: a higher one plays on, if it is there before the stage is over",
                vara(spent)
            ))
        );
        Ok(())
    }

    /// Reveals. Also commits to the next move, if a round can follow and the opening can be kept.
    async fn reveal(&mut self, view: &View) -> Result<Option<Missed>> {
        let committed = turn::may_reveal(&view.state, self.account.id).map_err(Failure::Refused)?;
        let of = (view.state.games_finished, view.state.round);
        let is_committed = |kept: &&Secret| (kept.game, kept.round) == of && kept.opens(committed);
        let secret = match self.kept.iter().find(is_committed) {
            Some(kept) => Some(kept.clone()),
            None => self.secrets.opening(&self.seat, of, committed)?,
        };
        // The opening may still be imported in time.
        let secret = secret.with_context(|| {
            format!(
                "the opening of {} is not in {}: where the move was made, `rpsls secrets export` \
                 writes it, and `rpsls secrets import` brings it here",
                short(committed),
                self.secrets.folder().display()
            )
        })?;
        let opening = secret.opening;
        // If the player leaves while the reveal waits for an answer, or for a node that takes it, the
        // reveal is sent first.
        let stay = match self.show_due.take() {
            Some(stay) => stay,
            None => Stay::new().await,
        };
        let next = match is_last_round(&view.state) {
            true => None,
            false => self.next_commitment(view, &stay).await,
        };
        self.show_due = Some(stay);
        // Unlike `Reveal`, this is no mistake where somebody else was faster.
        let action = Action::RevealFor { player: self.account.id, opening, next };
        let sent = self.send("reveal", action, 0, view).await;
        match &sent {
            Err(error)
                if matches!(Failure::of(error), Some(Failure::Refused(_)))
                    && self.is_shown(of).await =>
            {
                self.out.line("Your move is shown already: somebody else was faster.")
            }
            _ => sent,
        }
        .map(|()| None)
    }

    /// Whether the table has the player's move of this game and round by now.
    async fn is_shown(&self, of: (u64, u32)) -> bool {
        let newest = self.table.newest_view().await;
        newest.is_ok_and(|View { state, .. }| turn::is_shown(&state, self.account.id, of))
    }

    /// The hash of the next round's move, if it goes with the reveal. Whatever goes wrong with it,
    /// the reveal is sent.
    async fn next_commitment(&mut self, view: &View, stay: &Stay) -> Option<H256> {
        let round = view.state.round + 1;
        let chosen = match self.chosen {
            Some((of, mv)) if of == round => Ok(Some(mv)),
            _ => self.next_move(view, stay).await,
        };
        let kept = chosen.and_then(|chosen| {
            let Some(mv) = chosen else { return Ok(None) };
            self.chosen = Some((round, mv));
            self.keep(view.state.games_finished, round, mv).map(Some)
        });
        kept.unwrap_or_else(|error| {
            let text = format!("{error:#}. Revealing without the next move");
            self.warned.warn(turn::stage_of(&view.state), text);
            None
        })
    }

    /// The move of the next round, if it goes with the reveal.
    async fn next_move(&mut self, view: &View, stay: &Stay) -> Result<Option<Move>> {
        let round = view.state.round + 1;
        if self.is_later || self.within_spending().is_err() {
            return Ok(None);
        }
        match &mut self.chooser {
            Chooser::Person(keyboard) => {
                ask_next(&self.out, keyboard, &self.table, view, stay).await
            }
            chooser => Ok(chooser.at_once(round)),
        }
    }

    /// Moves the stage on, or pays what is due. Does nothing if that would only extend the stage,
    /// or if enough tries have been paid for.
    async fn advance(&mut self, view: &View) -> Result<()> {
        let stage = turn::stage_of(&view.state);
        if self.tries.are_over(stage) || self.within_spending().is_err() {
            return Ok(());
        }
        let done = match self.table.dry_run(&self.account, &Action::Advance, 0).await {
            Ok(Event::StageAdvanced(StageChange::Extended)) => return Ok(()),
            Ok(_) => self.send("advance", Action::Advance, 0, view).await,
            Err(error) => Err(error),
        };
        match done {
            // Each try can cost a fee.
            Err(error) if matches!(Failure::of(&error), Some(Failure::Chain(_))) => {
                self.tries.one_more(stage);
                Ok(())
            }
            Err(error) if is_of_funds(&error) => {
                let text = format!(
                    "{error:#}. The stage is over, and somebody has to move the game on: `rpsls advance`. \
                     Trying again at each block"
                );
                self.warned.warn(stage, text);
                Ok(())
            }
            // Somebody else was faster, or the node can't say.
            _ => Ok(()),
        }
    }

    /// Sends an action so that there is time for another one if it is lost for good.
    async fn send(&mut self, name: &str, action: Action, value: u128, view: &View) -> Result<()> {
        let game = view.state.games_finished;
        let (worth, urgency) = match action {
            Action::Commit(_) | Action::RevealFor { .. } => {
                let urgency = Urgency::within(view.blocks_left());
                (turn::worth(&view.state), Urgency { is_early: view.is_behind(), ..urgency })
            }
            _ => (0, Urgency::default()),
        };
        let left = self.max_spend.saturating_sub(self.spent());
        let later = Following::of(&action, &view.state).kept;
        let most_tip = |message: u128| most_tip(worth, left, message.saturating_mul(later.into()));
        let sent = match urgency.is_early {
            true => return self.send_early(name, urgency, action, view, most_tip).await,
            false => {
                let Self { table, account, .. } = self;
                table.act_in(urgency, &view.state, account, &action, value, most_tip).await
            }
        };
        let is_unsent =
            |error: &anyhow::Error| matches!(error.downcast_ref(), Some(NotTaken::Unsent));
        self.others.own += u32::from(!sent.as_ref().is_err_and(is_unsent));
        let receipt = match sent {
            Err(error) if is_unsent(&error) => return Err(error),
            Err(error) => {
                if let Ok(last) = self.table.link.last_block().await {
                    self.count(game, last, 0).await;
                }
                // Whatever the error is, the request itself was right.
                return Err(match Failure::of(&error) {
                    _ if error.is::<NotTaken>() => error,
                    None => Failure::Chain(format!("{error:#}")).into(),
                    Some(Failure::Usage(why)) => anyhow!("{why}").context(NotTaken::Unsent),
                    Some(_) => error,
                });
            }
            Ok(receipt) => receipt,
        };
        let mut line = json::receipt(name, self.account.id, &receipt);
        line["step"] = name.into();
        self.out.json(&line)?;
        self.out.line(&summary(&self.out, &self.prices, (name, &self.account), &receipt))?;
        let expected = receipt.cost.paid(&self.prices);
        if let Ok(hash) = self.table.link.block(receipt.block).await {
            self.count(game, BlockId { number: receipt.block, hash }, expected).await;
        }
        Ok(())
    }

    /// Sends an action, and waits until the newest block has it. If that is undone, the next one
    /// says so.
    async fn send_early(
        &mut self,
        name: &str,
        urgency: Urgency,
        action: Action,
        view: &View,
        most_tip: impl FnOnce(u128) -> u128,
    ) -> Result<()> {
        let Self { table, account, .. } = self;
        let (included, cost) =
            table.send(urgency, &view.state, account, &action, 0, most_tip).await?;
        self.others.own += 1;
        let paid = cost.paid(&self.prices);
        self.early.retain(|(block, _)| *block > self.costs.block);
        self.early.push((included.block, paid));
        self.out.json(&json!({
            "step": name,
            "account": hex(self.account.id),
            "block": included.block,
            "lag": view.lag,
            "fee": included.fee.to_string(),
        }))?;
        self.out.line(&format!(
            "{} has sent the {name}, while {} blocks are not final ({} of fees)",
            self.account.name,
            view.lag,
            vara(paid)
        ))
    }

    /// Counts what the game has cost up to this block, and notes it if the disk allows it.
    async fn count(&mut self, game: u64, upto: BlockId, expected: u128) {
        let Self { table, seat, costs, .. } = self;
        let counted = costs::up_to(upto, &table.link, seat, *costs, expected).await;
        // What the node can't tell now it may tell the next time.
        let Ok(counted) = counted else { return };
        if counted.block > costs.block
            && let Some(count) = self.others.acted(costs.trace, counted.trace)
        {
            warn(&format!(
                "{} has sent {} that this rpsls did not send: another computer or program acts for it, \
                 too. What they take at this table counts for --max-spend",
                self.account.name,
                if count == 1 { "a message".into() } else { format!("{count} messages") }
            ));
        }
        self.costs = counted;
        if let Err(error) = self.games.cost(seat, game, counted) {
            self.tell_of_disk(&format!(
                "{error:#}. The game goes on; what it costs is noted once there is room"
            ));
        }
    }
}

/// The highest tip for a message worth this much, if this much may still be spent, of which the
/// later messages take this much. All values are in the chain's smallest unit.
fn most_tip(worth: u128, left: u128, later: u128) -> u128 {
    worth.min(left.saturating_sub(later)).max(tip::FIRST)
}

fn is_refused(error: &anyhow::Error) -> bool {
    matches!(Failure::of(error), Some(Failure::Refused(_)))
}

fn is_of_funds(error: &anyhow::Error) -> bool {
    matches!(Failure::of(error), Some(Failure::Funds(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_send_for_the_account_is_seen_at_its_nonce_and_told_once() {
        let at = |nonce| Some(Trace { nonce, held: 0 });
        let mut others = Others::none();
        assert_eq!(others.acted(at(7), at(8)), None, "an interrupted run's");
        others.own += 1;
        assert_eq!(others.acted(None, at(8)), None, "there was nothing to compare with");
        others.own += 2;
        assert_eq!(others.acted(at(8), at(10)), None);
        others.own += 1;
        assert_eq!(others.acted(at(10), at(13)), Some(2));
        assert_eq!(others.acted(at(13), at(20)), None);
    }

    #[test]
    fn a_tip_leaves_the_later_messages_within_the_limit() {
        let later = 12;
        for (worth, left) in [(1, 100), (u128::MAX, later)] {
            assert_eq!(most_tip(worth, left, later), tip::FIRST);
        }
        let left = later + 50 * tip::FIRST;
        assert_eq!(most_tip(u128::MAX, left, later), 50 * tip::FIRST);
        assert_eq!(most_tip(7 * tip::FIRST, left, later), 7 * tip::FIRST);
    }
}
