//! The single actions of players and of the owner.

pub mod args;

use self::args::{MoveArgs, RegisterArgs, RevealArgs};
use super::{
    Context, clock, costs,
    dry::{Trial, took},
    games::ending,
    seat::{Agreement, NO_LIMIT, Offer, TAKE_SEAT, at_stake, note, warn_of_table, with_lapsed},
    secrets::openings_in,
    share,
    status::last_game,
};
use crate::{
    chain::{
        block::BlockId,
        cost::{Cost, Prices},
        extrinsic::Included,
        table::{Quote, Receipt, Table, View},
        tip::{self, Urgency},
    },
    commands::json,
    failure::{Failure, Mark, spent},
    game::{
        moves,
        rules::{is_last_round, rounds},
        seat::Seat,
        turn,
    },
    keys::{
        account::{self, Account, address},
        password,
        secrets::{Secret, Secrets},
    },
    options::{Consent, DryRun, Step},
    screen::{
        output::{Output, warn},
        terminal::set_at_stake,
    },
    store::{
        games::{End, Games, Winner, unless_noted},
        lock::Lock,
    },
    way::{self, Due},
    words::{
        digits::{hex, short},
        text,
        units::vara,
    },
};
use anyhow::{Result, ensure};
use gprimitives::{ActorId, H256};
use rpsls_io::{
    Action, Entry, Event, GameError, GameStage, GameState, Move, PlayerStatus, RevealResult,
    StageChange, opening,
};
use secrecy::ExposeSecret;
use serde_json::json;
use std::{collections::BTreeSet, path::Path};

/// A player or owner at a table, for a single action.
pub struct Hand<'a> {
    context: &'a Context,
    pub account: Account,
    pub table: Table,
    /// The game before the action.
    pub view: View,
    is_dry: bool,
    /// For how many messages after a seat there is money.
    further: Option<u64>,
    /// Keeps other single commands at the seat waiting.
    _turn: Option<Lock>,
}

impl<'a> Hand<'a> {
    /// Connects to the table. A dry run only says what would happen.
    pub async fn at_table(context: &'a Context, dry: DryRun) -> Result<Self> {
        let account = context.account().await?;
        let table = context.table(context.link().await?).await?;
        Self::at(context, account, table, dry).await
    }

    async fn at(context: &'a Context, account: Account, table: Table, dry: DryRun) -> Result<Self> {
        let seat = table.seat(&account);
        let turn = match dry.dry_run {
            true => None,
            false => match context.home.turn_of_step(&seat).await {
                Err(error) if Failure::of(&error).is_none() => {
                    warn(&format!("{error:#}: run no other rpsls at this seat"));
                    None
                }
                turn => Some(turn?),
            },
        };
        // How far finality is behind is known after it.
        table.link.newest_block().await?;
        let view = table.view().await?;
        clock::compare(&table.link, &view).await;
        if !dry.dry_run {
            unless_noted(context.home.games().look(&seat, &view.state));
        }
        // Where finality is behind, what is final may ask for nothing in time.
        let view = if view.is_behind() { table.newest_view().await? } else { view };
        Ok(Self { context, account, table, view, is_dry: dry.dry_run, further: None, _turn: turn })
    }

    /// Waits until what the account has sent before is in a final block, or void: an interrupted
    /// run may have paid for the seat.
    async fn settle(&mut self) -> Result<()> {
        self.table.link.settle(&self.account).await?;
        self.view = self.table.view().await?;
        Ok(())
    }

    fn seat(&self) -> Seat {
        self.table.seat(&self.account)
    }

    /// The opening of a move in a round of the running game, with a password of its own.
    fn secret(&self, round: u32, mv: Move) -> Secret {
        self.opened_by(round, mv, &random_password())
    }

    /// The opening of a move with this password.
    fn opened_by(&self, round: u32, mv: Move, password: &str) -> Secret {
        let game = self.view.state.games_finished;
        Secret { seat: self.seat(), game, round, opening: opening(mv, password) }
    }

    /// Writes the opening of a move to disk, and says so.
    fn keep(&self, secret: &Secret) -> Result<()> {
        keep(&self.context.home.secrets(), secret)?;
        let name = Move::of_opening(&secret.opening).map_or("", moves::name);
        self.context.out.line(&format!("{name} it is; the opening is kept on this computer"))
    }

    /// The refusal. A player who comes too late is told so, and not that it is too early.
    fn refused(&self, error: GameError) -> anyhow::Error {
        let too_late = match turn::status_of(&self.view.state, self.account.id) {
            PlayerStatus::Out => Some(self.out()),
            PlayerStatus::NotRegistered => self.over(),
            _ => None,
        };
        too_late.unwrap_or(Failure::Refused(error)).into()
    }

    /// Says that the running game goes on without the player.
    fn out(&self) -> Failure {
        let state = &self.view.state;
        let is_first = state.round == 1;
        // Whoever was in the last round may have gone on, and been late in this one.
        let is_of_last = matches!(state.game_stage, GameStage::InProgress(_));
        let why = match self.shown_last(state.games_finished) {
            _ if is_first => "your move did not come in time".into(),
            Some(None) if is_of_last => "you did not show your move in time".into(),
            Some(Some(mv)) if is_of_last => format!("you showed {}, and lost", moves::name(mv)),
            _ => "you were beaten, or too late".into(),
        };
        Failure::Out(format!(
            "you are out of game {}, which goes on: {why}. Nothing was sent; the next one starts when \
             it is over",
            text::game_number(state.games_finished)
        ))
    }

    /// Says how the game before this one ended, if the player was in it.
    fn over(&self) -> Option<Failure> {
        let state = &self.view.state;
        let game = state.games_finished.checked_sub(1)?;
        let shown = self.shown_last(game);
        let note = self.context.home.games().of(&self.seat(), game).ok()?;
        let how = match (note, &state.last_game) {
            (Some(note), _) if note.end == Some(End::Left) => return None,
            (Some(note), _) if note.end == Some(End::NotSeated) => return None,
            (Some(note), _) if note.end.is_some() => ending(&note),
            (_, Some(last)) if shown.is_some() => last_game(last),
            _ => return None,
        };
        let late = match shown {
            Some(None) => ". You did not show your move in time",
            _ => "",
        };
        Some(Failure::GameOver(format!(
            "game {} is over: {how}{late}. Nothing was sent; `rpsls register` takes a seat in the next",
            text::game_number(game)
        )))
    }

    /// What the player has shown in the round that was decided last, if that was of this game and
    /// the player in it.
    fn shown_last(&self, game: u64) -> Option<Option<Move>> {
        let last = self.view.state.last_round.as_ref().filter(|last| last.game == game)?;
        let you = self.account.id;
        last.moves.iter().find(|(id, _)| *id == you).map(|(_, shown)| *shown)
    }

    /// Sends an action and prints the result; a dry run only says what would happen.
    pub async fn act(&mut self, name: &str, action: Action, value: u128) -> Result<()> {
        let done = match self.is_dry {
            true => self.try_out(name, &action, value).await,
            false => self.send(name, &action, value).await,
        };
        match done {
            Err(error) => Err(with_lapsed(error, &self.table, self.account.id).await),
            done => done,
        }
    }

    async fn send(&mut self, name: &str, action: &Action, value: u128) -> Result<()> {
        let Self { context, account, table, view, further, .. } = self;
        let (games, seat) = (context.home.games(), table.seat(account));
        let game = view.state.games_finished;
        context.out.waiting(&format!("Waiting until the {name} is final"));
        let urgent = Urgency::within(view.blocks_left());
        let worth = turn::worth(&view.state).max(tip::FIRST);
        let (urgency, most) = match action {
            Action::Commit(_) => (urgent, worth),
            Action::RevealFor { player, .. } if *player == account.id => (urgent, worth),
            // Somebody else's bet.
            Action::RevealFor { .. } => (urgent, tip::FIRST),
            _ => (Urgency::default(), tip::FIRST),
        };
        let (included, cost) =
            table.send(urgency, &view.state, account, action, value, |_| most).await?;
        if !included.is_final {
            return tell_early(&context.out, name, account, table.link.lag(), &included);
        }
        let receipt = table.receipt(&included, cost).await?;
        context.out.waited();
        let mut line = json::receipt(name, account.id, &receipt);
        if let Some(further) = further {
            line["messages_left"] = (*further).into();
        }
        context.out.json(&line)?;
        let prices = Prices::of(&table.link)?;
        context.out.line(&summary(&context.out, &prices, (name, account), &receipt))?;
        if let Some(further) = further {
            context.out.line(&format!("What is left pays for about {further} more messages."))?;
        }
        // At once, since a running `join` goes by it.
        if let Some(end) = end_by(&view.state, &receipt.event) {
            unless_noted(games.end(&seat, game, end));
        }
        if let Event::GameWasStopped(_) = receipt.event
            && let Ok(Some(back)) = share::in_block(table, receipt.block, account.id).await
        {
            unless_noted(games.give_back(&seat, game, back));
        }
        let expected = receipt.cost.paid(&prices);
        if let Err(error) = count(&games, table, (&seat, game), receipt.block, expected).await {
            warn(&format!("{error:#}: what this cost is not noted"));
        }
        Ok(())
    }

    /// Waits while a block that is undone would give the move away, but not until it is too late.
    async fn until_showable(&mut self) -> Result<()> {
        while self.view.is_behind() {
            let Self { context, account, table, view, .. } = self;
            let last = table.view().await?.state;
            let is_final = turn::stage_of(&view.state) == turn::stage_of(&last);
            let sight = view.sight(is_final);
            let game = view.state.games_finished;
            if !matches!(way::due(sight, account.id, game, true, false), Due::Hold { .. }) {
                break;
            }
            let why = "so the move is shown later, and before the stage is over";
            context.out.waiting(&format!("{} blocks are not final, {why}", view.lag));
            let block = table.link.counting_after(view.head.number).await?;
            self.view = table.view_at(block).await?;
        }
        Ok(())
    }

    /// What an action is going to cost.
    async fn quote(&mut self, action: &Action, value: u128) -> Result<Quote> {
        let Self { account, table, view, .. } = self;
        match table.quote(&view.state, account, action, value).await {
            Err(error) => Err(with_lapsed(error, table, account.id).await),
            quote => quote,
        }
    }

    /// The opening of what the player has committed to in the running round.
    fn opening_of(&self, committed: H256) -> Result<Secret> {
        let GameState { games_finished: game, round, .. } = self.view.state;
        let secrets = self.context.home.secrets();
        secrets.opening(&self.seat(), (game, round), committed)?.ok_or_else(|| {
            Failure::usage(format!(
                "the opening of {} is not in {}: bring it with `rpsls secrets export` from where the \
                 move was made, and `rpsls secrets import` here",
                short(committed),
                secrets.folder().display()
            ))
        })
    }

    /// The hash of a move that is shown already, if it came without this one for the next round.
    ///
    /// # Errors
    ///
    /// [`Failure::Refused`] if it came with another one.
    fn shown_without(&self, next: Move) -> Result<Option<H256>> {
        let GameState { games_finished: game, round, .. } = self.view.state;
        // The table keeps no hash of a round for which there is one of the next.
        if let Some(committed) = turn::commitment_of(&self.view.state, self.account.id) {
            return Ok(Some(committed));
        }
        let of = (self.seat(), game, round + 1, Some(next));
        let is_it = |secret: &Secret| {
            (secret.seat, secret.game, secret.round, Move::of_opening(&secret.opening)) == of
        };
        match self.context.home.secrets().all()?.iter().any(is_it) {
            true => Ok(None),
            false => Err(Failure::Refused(GameError::AlreadyMoved).into()),
        }
    }

    /// The hash of the move after this round, whose opening is on disk by then. `None` if it can't be
    /// put there: the move that is due is shown all the same.
    ///
    /// # Errors
    ///
    /// [`Failure::NoNextRound`] if no round can follow.
    fn next(&self, round: u32, mv: Move) -> Result<Option<H256>> {
        let GameState { stop_scheduled, .. } = self.view.state;
        let why = match (is_last_round(&self.view.state), stop_scheduled) {
            (true, _) => "this is the game's last round",
            (_, true) => "the game is stopped, and ends with this round",
            _ => {
                let secret = self.secret(round + 1, mv);
                if !self.is_dry
                    && let Err(error) = self.keep(&secret)
                {
                    warn(&format!("{error:#}. Revealing without the next move"));
                    return Ok(None);
                }
                return Ok(Some(secret.commitment()));
            }
        };
        Err(Failure::NoNextRound(format!(
            "{why}: there is no next move to give. Nothing was sent: `rpsls reveal` alone shows your \
             move"
        ))
        .into())
    }

    /// Shows a move for its player, with the hash of the own next one if that goes with it. It is no
    /// failure if somebody else has been faster, and no next move is lost by that.
    async fn show(&mut self, secret: Secret, next: Option<H256>) -> Result<()> {
        let player = secret.seat.account.into();
        let action = Action::RevealFor { player, opening: secret.opening, next };
        match self.act("reveal", action, 0).await {
            Err(error)
                if next.is_none() && matches!(Failure::of(&error), Some(Failure::Refused(_))) =>
            {
                self.view = self.table.newest_view().await?;
                match turn::is_shown(&self.view.state, player, (secret.game, secret.round)) {
                    true => self.tell_shown(player),
                    false => Err(error),
                }
            }
            done => done,
        }
    }

    fn tell_shown(&self, player: ActorId) -> Result<()> {
        let Self { context: Context { out, .. }, view, .. } = self;
        let (ok, action) = (true, "reveal");
        let (account, block) = (hex(self.account.id), view.head.number);
        let told = json!({ "ok": ok, "action": action, "account": account, "block": block });
        let spent = spent::take();
        out.json(&json::with(told, &spent))?;
        let sent = spent.cost().map_or_else(
            || "nothing was sent".into(),
            |cost| format!("what was sent for it has cost {}", vara(cost)),
        );
        out.line(&format!("The move of {} is shown already: {sent}.", address(player)))
    }

    /// Asks the node what the action would do and cost.
    async fn try_out(&mut self, name: &str, action: &Action, value: u128) -> Result<()> {
        let Self { context, account, table, view, .. } = self;
        let prices = Prices::of(&table.link)?;
        let event = table.dry_run(account, action, value).await?;
        let Quote { price, gas_limit, has } =
            table.quote(&view.state, account, action, value).await?;
        let further = price.further(has, &prices);
        let (gas_limit, would) = (gas_limit?, said(name, account, &event));
        let trial = Trial { action: name, account, price: &price, gas_limit, prices: &prices };
        trial.show(
            &context.out,
            &would,
            &json!({ "reply": json::event(&event), "messages_left": further }),
        )?;
        context.out.row("Table", &hex(table.program))
    }
}

pub async fn register(context: &Context, args: RegisterArgs) -> Result<()> {
    let RegisterArgs { mv, stake, dry } = args;
    let mut hand = Hand::at_table(context, dry).await?;
    hand.settle().await?;
    // Before the client tells anybody to send money for a seat that does not exist.
    turn::may_join(&hand.view.state, hand.account.id).map_err(Failure::Refused)?;
    let bet = stake.agreed(&hand.table, &hand.view).await?;
    let game = hand.view.state.games_finished;
    let first = mv.map(|mv| hand.secret(1, mv));
    let commitment = first.as_ref().map(Secret::commitment);
    let action = Action::Join(Entry { game: Some(game), commitment, ..Entry::default() });
    if hand.is_dry {
        return hand.act("register", action, bet).await;
    }
    context.tell_named(&hand.table)?;
    warn_of_table(&hand.view.state);
    let agreement = Agreement::of(&context.out, stake.yes);
    let Quote { price, gas_limit, has } = hand.quote(&action, bet).await?;
    let prices = Prices::of(&hand.table.link)?;
    hand.further = Some(price.further(has, &prices));
    if !agreement.is_given {
        // After the seat, the player decides on each command.
        let (is_later, rounds) = (first.is_none(), rounds(&hand.view.state));
        let offer = Offer::new(&price, &prices, rounds, NO_LIMIT, is_later);
        offer.tell(&context.out)?;
    }
    gas_limit?;
    if !agreement.asked_for(TAKE_SEAT).await? {
        return context.out.line("No seat was taken, and nothing was paid.");
    }
    if let Some(secret) = &first {
        hand.keep(secret)?;
    }
    // Before the bet is paid, so that a player who is interrupted pays no second one.
    let games = context.home.games();
    let note = note(&hand.table, &hand.account, &hand.view);
    let head = hand.view.head.into();
    costs::close_before(game, head, &hand.table.link, &games, &note.seat).await?;
    games.begin(note.clone())?;
    set_at_stake(Some(at_stake(hand.table.program, &hand.account.name, bet, None)));
    let done = hand.act("register", action, bet).await;
    let noted = match &done {
        // Now a state can show the seat.
        Ok(()) => hand.table.view().await.and_then(|view| games.look(&note.seat, &view.state)),
        Err(error) if is_not_seated(error) => games.end(&note.seat, game, End::NotSeated),
        // The bet may be in: whoever reads the failure is told where.
        Err(_) => return done,
    };
    set_at_stake(None);
    unless_noted(noted);
    done
}

/// Whether the player got no seat, and will get none. “Already registered” is no such refusal.
fn is_not_seated(error: &anyhow::Error) -> bool {
    match Failure::of(error) {
        Some(Failure::Refused(refused)) => *refused != GameError::AlreadyRegistered,
        Some(Failure::Funds(_)) => true,
        _ => Mark::is_not_taken(error),
    }
}

pub async fn make_move(context: &Context, args: MoveArgs) -> Result<()> {
    let mut hand = Hand::at_table(context, args.step.dry).await?;
    turn::may_move(&hand.view.state, hand.account.id).map_err(|error| hand.refused(error))?;
    let password = match args.own_password {
        true => own_password()?,
        false => random_password(),
    };
    let secret = hand.opened_by(hand.view.state.round, args.mv, &password);
    if !hand.is_dry {
        hand.keep(&secret)?;
    }
    hand.act("move", Action::Commit(secret.commitment()), 0).await
}

pub async fn reveal(context: &Context, args: RevealArgs) -> Result<()> {
    let RevealArgs { file, next, step: Step { dry, .. } } = args;
    if let Some(file) = file {
        return reveal_all(context, &file, dry).await;
    }
    let mut hand = Hand::at_table(context, dry).await?;
    // A dry run gives nothing away.
    if !hand.is_dry {
        hand.until_showable().await?;
    }
    let (you, round) = (hand.account.id, hand.view.state.round);
    let committed = match turn::may_reveal(&hand.view.state, you) {
        // Somebody else may have shown it. Then the next move is yet to be committed.
        Err(GameError::AlreadyRevealed) => {
            match next.map(|mv| hand.shown_without(mv)).transpose()? {
                Some(Some(committed)) => committed,
                _ => return hand.tell_shown(you),
            }
        }
        committed => committed.map_err(|error| hand.refused(error))?,
    };
    let secret = hand.opening_of(committed)?;
    let next = match next {
        Some(mv) => hand.next(round, mv)?,
        None => None,
    };
    hand.show(secret, next).await?;
    if hand.is_dry {
        return Ok(());
    }
    // A `join` that plays the seat meanwhile may yet be interrupted.
    let seat = hand.seat();
    if let Ok(_lock) = context.home.lock_seat(&seat) {
        unless_noted(context.home.games().by_hand(&seat, hand.view.state.games_finished));
    }
    Ok(())
}

/// Says what the newest block has, while finality is behind.
fn tell_early(
    out: &Output,
    name: &str,
    account: &Account,
    lag: u32,
    Included { block, fee, .. }: &Included,
) -> Result<()> {
    out.waited();
    out.json(&json::early(name, account.id, (*block, lag), *fee))?;
    out.line(&format!(
        "{} has sent the {name}, while {lag} blocks are not final: `rpsls status` tells what came of \
         it",
        account.name
    ))
}

/// Shows what is due of a file of openings, at whichever table, whoever plays with them.
async fn reveal_all(context: &Context, file: &Path, dry: DryRun) -> Result<()> {
    let account = context.account().await?;
    let link = context.link().await?;
    let named = context.named_program()?;
    let mut secrets = openings_in(file)?;
    secrets.retain(|Secret { seat, .. }| {
        seat.genesis == link.genesis().0 && named.is_none_or(|id| id == seat.program.into())
    });
    let tables: BTreeSet<_> = secrets.iter().map(|secret| secret.seat.program).collect();
    let (mut is_any_due, mut failed) = (false, None);
    for program in tables {
        let at_table = async {
            let table = context.table_at(link.clone(), program.into()).await?;
            Hand::at(context, account.clone(), table, dry).await
        };
        let mut hand = match at_table.await {
            Ok(hand) => hand,
            // What is due at another table is due all the same.
            Err(error) => {
                let is_left_out = matches!(Failure::of(&error), Some(Failure::Usage(_)));
                if is_left_out {
                    warn(&format!("{error:#}. It is left out"));
                } else {
                    failed = failed.or(Some(error));
                }
                continue;
            }
        };
        for secret in secrets.iter().filter(|secret| secret.seat.program == program) {
            let player = secret.seat.account.into();
            let state = &hand.view.state;
            let is_due = turn::may_reveal(state, player).is_ok_and(|hash| secret.opens(hash));
            let done = if is_due {
                hand.show(secret.clone(), None).await
            } else if turn::is_shown(state, player, (secret.game, secret.round)) {
                hand.tell_shown(player)
            } else {
                continue;
            };
            is_any_due = true;
            // Another player's show is due all the same.
            failed = failed.or(done.err());
        }
    }
    ensure!(
        is_any_due || failed.is_some(),
        Failure::Usage(format!(
            "nothing of {} is due: no opening in it is of a move that can be shown now. Nothing \
             was sent",
            file.display()
        ))
    );
    failed.map_or(Ok(()), Err)
}

pub async fn advance(context: &Context, Step { dry, .. }: Step) -> Result<()> {
    Hand::at_table(context, dry).await?.act("advance", Action::Advance, 0).await
}

pub async fn leave(context: &Context, Step { dry, .. }: Step) -> Result<()> {
    let mut hand = Hand::at_table(context, dry).await?;
    hand.settle().await?;
    hand.act("leave", Action::Leave, 0).await
}

/// Asks first, since a stop can't be taken back.
pub async fn stop(context: &Context, Consent { yes, dry }: Consent) -> Result<()> {
    let mut hand = Hand::at_table(context, dry).await?;
    let state = &hand.view.state;
    let agreement = Agreement::of(&context.out, yes || hand.is_dry);
    let question = format!(
        "Stop game {}, and have its pot of {} shared among those still in it?",
        text::game_number(state.games_finished),
        vara(state.pot)
    );
    // An account that may not stop the game is told so, and not asked.
    if !agreement.is_given {
        hand.table.dry_run(&hand.account, &Action::StopGame, 0).await?;
    }
    if !agreement.asked_for(&question).await? {
        return context.out.line("Nothing was stopped.");
    }
    if !agreement.is_given {
        // The answer was about one game.
        let game = hand.view.state.games_finished;
        hand.view = hand.table.view().await?;
        if hand.view.state.games_finished != game {
            return context.out.line("That game is over: nothing was stopped.");
        }
    }
    hand.act("stop", Action::StopGame, 0).await
}

/// Notes what a game has cost up to this block, if there is a note of the game.
async fn count(
    games: &Games,
    table: &mut Table,
    (seat, game): (&Seat, u64),
    block: u32,
    expected: u128,
) -> Result<()> {
    let Some(note) = games.of(seat, game)? else { return Ok(()) };
    let upto = BlockId { number: block, hash: table.link.block(block).await? };
    let costs = costs::up_to(upto, &table.link, seat, note.costs, expected).await?;
    games.cost(seat, game, costs).map(drop)
}

/// The end of the game that was in this state, if this event tells of one.
fn end_by(GameState { pot, round, .. }: &GameState, event: &Event) -> Option<End> {
    match event {
        Event::SuccessfulReveal(RevealResult::GameOver { winner })
        | Event::StageAdvanced(StageChange::GameOver { winner }) => {
            Some(End::Won(Winner { account: winner.into_bytes(), pot: *pot, rounds: *round }))
        }
        Event::GameWasStopped(_) => Some(End::Stopped),
        Event::PlayerLeft => Some(End::Left),
        _ => None,
    }
}

/// What an action does, or would do, as a sentence.
pub fn said(action: &str, account: &Account, event: &Event) -> String {
    match event {
        // What the clock did is no player's action, nor is a stop that a reveal carries out.
        Event::StageAdvanced(_) => text::event(event),
        Event::GameWasStopped(players) if action != "stop" => {
            format!("the game is stopped: the pot is shared by {}", text::count(players.len()))
        }
        _ => format!("{} {}", account.name, text::event(event)),
    }
}

/// The result of an action, in a line.
pub fn summary(
    out: &Output,
    prices: &Prices,
    (action, account): (&str, &Account),
    receipt: &Receipt,
) -> String {
    let mut line = said(action, account, &receipt.event);
    let is_won = matches!(
        receipt.event,
        Event::SuccessfulReveal(RevealResult::GameOver { .. })
            | Event::StageAdvanced(StageChange::GameOver { .. })
    );
    if receipt.returned > 0 {
        let how = if is_won { "is the pot" } else { "came back" };
        line.push_str(&format!("; {} {how}", vara(receipt.returned)));
    }
    let Cost { fee, gas_limit, gas_burned, voucher } = receipt.cost;
    // The node's estimate. The message burns a little less.
    let took = took(out, fee, gas_burned.unwrap_or(gas_limit), prices);
    let by = if voucher.is_some() { ", by a voucher" } else { "" };
    format!("{line} ({took}{by})")
}

/// Writes an opening to disk. Returns the hash that commits to it.
pub fn keep(secrets: &Secrets, secret: &Secret) -> Result<H256> {
    secrets.keep(secret)?;
    // If the disk is full, openings of old games may stay: that is no reason to lose a move.
    if let Err(error) = secrets.forget_before(&secret.seat, secret.game) {
        warn(&format!("{error:#}: openings of games that are over are still there"));
    }
    Ok(secret.commitment())
}

fn random_password() -> String {
    password::random(&mut rand::thread_rng())
}

fn own_password() -> Result<String> {
    let password = account::secret_line("Password for this move (it is not shown): ")?;
    let password = password.expose_secret();
    ensure!(
        (1..=password::MAX_LENGTH).contains(&password.len()),
        Failure::Usage(format!("a password has 1 to {} bytes", password::MAX_LENGTH))
    );
    if let Some(warning) = password::warning(password) {
        warn(&warning);
    }
    Ok(password.to_owned())
}
