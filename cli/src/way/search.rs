//! Takes the way of a seat through every state of a small table.
//!
//! The table is the rules' model. The account's run decides by [`Way`], and each of its steps may
//! succeed, be refused, be lost, or be taken without an answer; the disk may be full, a note
//! unreadable, the process killed, finality late, and blocks undone; another computer acts for the
//! account. Beside it, a rival does whatever the table allows.
//!
//! In every state: there is at most one bet for one wish, and none before its note is on disk; a hash
//! is sent once its opening is on disk; a move is shown once it is due, and not before; nothing but
//! a due move passes the limit; nobody waits with a seat that is gone; and each end that is told is
//! the true one. The run's own deeds are
//! written here a second time, a line or two each: what they may do wrong in `commands::join` itself
//! is the business of the process tests, with their kills and faults.

use super::*;
use crate::{
    game::{
        seat::Seat,
        turn::{Overdue, Stage, stage_of},
    },
    store::games::{Costs, Origin, Winner, is_seat_shown},
};
use models::rpsls::Model;
use rpsls_io::{
    Action, Entry as Joining, Event, Format, GameConfig, GameRules, GameStage, RevealResult,
    StageChange, TableInit, bound_commitment,
};
use std::{collections::HashSet, rc::Rc};

const TABLE: ActorId = ActorId::new([0x77; 32]);
const YOU: ActorId = ActorId::new([0x20; 32]);
const RIVAL: ActorId = ActorId::new([0x40; 32]);
/// Two more, at a table of four.
const MORE: [ActorId; 2] = [ActorId::new([0x10; 32]), ActorId::new([0x60; 32])];
const BET: u128 = 10;
const BLOCK: u64 = 3_000;
const STAGE_BLOCKS: u64 = 40;
const START: u64 = 1_700_000_000_000;

/// The decisions that are searched.
#[derive(Clone, Copy)]
struct Way {
    next: fn(&GameState, Open<'_>, bool, &Session) -> Step,
    due: fn(Sight<'_>, ActorId, u64, bool, bool) -> Due,
    look: fn(&mut Session, &GameState, u64, u32) -> Option<Gone>,
    ended: fn(&GameState, ActorId, u64, Option<&GameResult>, bool) -> Option<Ended>,
}

const OWN: Way = Way { next, due, look: Session::look, ended };

/// What is searched.
#[derive(Clone, Copy)]
struct Scope {
    way: Way,
    seats: u8,
    /// How many moves the rival chooses from.
    openings: usize,
    /// How much may go wrong on one way.
    faults: u32,
    /// Whether finality may be late, and blocks be undone.
    is_late: bool,
    /// Whether the move is chosen with the seat.
    moves_at_once: bool,
    /// How many messages the player's limit allows.
    limit: u32,
    /// The most states to look at.
    most: usize,
}

/// A chain up to a block.
#[derive(Clone, Debug)]
struct Chain {
    model: Model,
    now: u64,
    /// The games in which a bet of the account was taken and not given back.
    bets: Vec<u64>,
    /// How the games ended.
    ends: Vec<Ended>,
    /// The account's messages.
    sent: u32,
}

impl Chain {
    fn state(&self) -> GameState {
        self.model.state(self.now)
    }

    /// Notes what an event does.
    fn take(&mut self, event: &Event) {
        match event {
            Event::SuccessfulReveal(RevealResult::GameOver { winner })
            | Event::StageAdvanced(StageChange::GameOver { winner }) => {
                self.ends.push(Ended::Won(*winner));
            }
            Event::GameWasStopped(_) => self.ends.push(Ended::Stopped),
            _ => {}
        }
        let game = self.model.games_finished();
        let has_seat = self.model.status(YOU) != PlayerStatus::NotRegistered;
        self.bets.retain(|of| *of != game || has_seat);
    }

    /// Puts a message into the newest block. Returns whether the program took it.
    fn deliver(&mut self, sender: ActorId, action: &Action) -> bool {
        let value = if matches!(action, Action::Join(_)) { BET } else { 0 };
        let answer = self.model.handle(sender, value, self.now, action);
        if let Some(settled) = &answer.settlement {
            self.take(&settled.event);
        }
        self.sent += u32::from(sender == YOU);
        let Ok(event) = answer.reply else { return false };
        if sender == YOU && value > 0 {
            self.bets.push(self.model.games_finished());
        }
        if *action != Action::Advance {
            self.take(&event);
        }
        true
    }

    /// The table's alarm.
    fn alarm(&mut self) {
        if let Some(settled) = self.model.settle(self.now) {
            self.take(&settled.event);
        }
    }

    /// How many blocks of the stage are left.
    fn left(&self) -> u64 {
        self.model.deadline().saturating_sub(self.now) / BLOCK
    }
}

/// What outlives a kill.
#[derive(Clone, Debug, Default)]
struct Disk {
    notes: Vec<Note>,
    /// Whether the notes can be neither read nor written, until a person mends that.
    is_damaged: bool,
    /// The rounds and openings.
    openings: Vec<(u64, u32, String)>,
}

impl Disk {
    fn of(&mut self, game: u64) -> Option<&mut Note> {
        self.notes.iter_mut().find(|note| note.game == game && !self.is_damaged)
    }

    fn open(&self) -> Open<'_> {
        match self.is_damaged {
            true => Err(Unreadable),
            false => Ok(self.notes.iter().rev().find(|note| note.is_open())),
        }
    }

    fn end(&mut self, game: u64, end: End) {
        if let Some(note) = self.of(game) {
            (note.end, note.is_untold) = (Some(end), false);
        }
    }
}

/// A running game.
#[derive(Clone, Debug)]
struct Game {
    number: u64,
    before: Option<GameResult>,
    overdue: Overdue,
    blocks: u32,
    rank: usize,
    /// Whether the run has done what the view asks for.
    is_done: bool,
}

/// A process.
#[derive(Clone, Debug)]
struct Run {
    session: Session,
    /// What it has seen last: the state, the block's time, and what lies before finality.
    view: Option<(GameState, u64, u64)>,
    game: Option<Game>,
    commitment: Option<gprimitives::H256>,
    /// Which of two moves it chooses: another run may choose another one.
    choice: u8,
}

/// What happened to a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Answered,
    /// No node has it.
    Unsent,
    /// It is in a block, and the answer is lost.
    Unanswered,
    /// It is on its way, and no answer tells.
    OnItsWay,
}

#[derive(Clone, Debug)]
struct World {
    best: Chain,
    last: Chain,
    flight: Option<Action>,
    disk: Disk,
    run: Option<Run>,
    /// How often a run was started.
    runs: u8,
    faults: u32,
    /// The last stage in which something went wrong.
    troubled: Option<Stage>,
    /// What the table has been shown, though the block may be undone.
    public: Vec<String>,
    past: Option<Rc<Past>>,
}

/// How a world came about, for whoever reads of a fault.
#[derive(Debug)]
struct Past {
    line: String,
    before: Option<Rc<Past>>,
}

/// Whether the way of one wish is over.
type Over = bool;

fn openings_of(player: ActorId) -> [String; 3] {
    // Rock beats scissors and draws with rock; the two of a draw differ in their parity.
    match player == YOU {
        true => ["0a".into(), "1ab".into(), "2a".into()],
        false => ["0b".into(), "2b".into(), "1b".into()],
    }
}

impl World {
    fn new(seats: u8) -> Self {
        let time = STAGE_BLOCKS * BLOCK;
        let init = TableInit {
            config: GameConfig {
                bet_size: BET,
                players_count_limit: seats,
                entry_timeout: time,
                move_timeout: time,
                reveal_timeout: time,
            },
            rules: GameRules { format: Format::Knockout, start_when_full: true },
            owner: None,
        };
        let model = Model::open(TABLE, TABLE, init, START).expect("the config is valid");
        let chain = Chain { model, now: START + BLOCK, bets: vec![], ends: vec![], sent: 0 };
        Self {
            last: chain.clone(),
            best: chain,
            flight: None,
            disk: Disk::default(),
            run: None,
            runs: 0,
            faults: 0,
            troubled: None,
            public: vec![],
            past: None,
        }
    }

    /// The way to this world, a line each.
    fn told(&self) -> String {
        let mut lines = vec![self.line()];
        let mut past = self.past.as_deref();
        while let Some(Past { line, before }) = past {
            lines.push(line.clone());
            past = before.as_deref();
        }
        lines.reverse();
        lines.join("\n")
    }

    fn line(&self) -> String {
        let state = self.best.state();
        let (stage, you) = (stage_of(&state), turn::status_of(&state, YOU));
        let run = self.run.as_ref().map(|run| match &run.game {
            Some(game) => format!("plays game {}, overdue {}", game.number, game.blocks),
            None => format!("{:?}", run.session),
        });
        let Self { flight, faults, disk, .. } = self;
        let notes: Vec<_> = disk.notes.iter().map(|note| (note.game, note.end)).collect();
        let (left, lag) = (self.best.left(), self.lag());
        format!(
            "{stage:?} {you:?}, {left} left, lag {lag}, {faults} faults, in flight {flight:?}, notes {notes:?}: {run:?}"
        )
    }

    /// What tells this state from others.
    fn essence(&self, scope: &Scope) -> String {
        let of = |chain: &Chain| {
            let state = chain.state();
            let results = (
                state.last_game,
                state.last_round,
                &chain.bets,
                &chain.ends,
                chain.sent.min(scope.limit),
            );
            (chain.model.essence(chain.now), format!("{results:?}"))
        };
        let Self { flight, disk, run, runs, faults, troubled, public, past: _, .. } = self;
        let lag = self.lag();
        let of_run = run.as_ref().map(|run| {
            let view = run.view.as_ref().map(|(state, now, lag)| {
                let left = state.deadline.saturating_sub(*now);
                (stage_of(state), state.players.clone(), left, *lag, self.look().1 > *now)
            });
            let game = run.game.as_ref().map(|game| {
                let Game { number, blocks, is_done, .. } = game;
                (*number, (*blocks).min(9), *is_done)
            });
            // How far away the seat's block is counts, not its number.
            let mut session = run.session.clone();
            let seen = run.view.as_ref().map_or(self.last.now, |(_, now, _)| *now);
            let last = block_at(seen.min(self.last.now));
            session.seat.iter_mut().for_each(|seat| seat.block = seat.block.saturating_sub(last));
            format!("{session:?} {view:?} {game:?} {:?} {}", run.commitment, run.choice)
        });
        let notes =
            disk.notes.iter().map(|note| (note.game, note.end, note.is_unsure, note.is_untold));
        let notes: Vec<_> = notes.collect();
        format!(
            "{:?} {:?} {lag} {flight:?} {notes:?} {:?} {} {of_run:?} {runs} {faults} {troubled:?} {public:?}",
            of(&self.best),
            of(&self.last),
            disk.openings,
            disk.is_damaged,
        )
    }

    /// How many blocks are not final.
    fn lag(&self) -> u64 {
        (self.best.now - self.last.now) / BLOCK
    }

    /// Where a message has just come.
    fn landing(&self) -> Landing {
        let is_final = self.lag() < u64::from(turn::BEHIND);
        Landing { block: block_at(self.best.now), is_final }
    }

    fn stage(&self) -> Stage {
        stage_of(&self.best.state())
    }

    fn fault(&self) -> Self {
        Self { faults: self.faults + 1, troubled: Some(self.stage()), ..self.clone() }
    }

    /// The table as the run sees it now: in the last final block, or where finality is behind in the
    /// newest one.
    fn look(&self) -> (GameState, u64, u64) {
        match self.lag() >= u64::from(turn::BEHIND) {
            true => (self.best.state(), self.best.now, self.lag()),
            false => (self.last.state(), self.last.now, 0),
        }
    }

    /// A message of the account, with each fate that it can have.
    fn send(&self, action: &Action, scope: &Scope) -> Vec<(Fate, bool, Self)> {
        let mut all = vec![];
        let mut taken = self.clone();
        let is_taken = taken.best.deliver(YOU, action);
        if self.lag() < u64::from(turn::BEHIND) {
            taken.last = taken.best.clone();
        }
        if self.faults < scope.faults {
            all.push((Fate::Unsent, false, self.fault()));
            let unanswered = Self { faults: self.faults + 1, ..taken.clone() };
            all.push((
                Fate::Unanswered,
                false,
                Self { troubled: Some(self.stage()), ..unanswered },
            ));
            if self.flight.is_none() {
                let sent = Self { flight: Some(action.clone()), ..self.fault() };
                all.push((Fate::OnItsWay, false, sent));
            }
        }
        all.push((Fate::Answered, is_taken, taken));
        all
    }

    /// What the account's run does now. `None` if it waits.
    fn acts(&self, scope: &Scope) -> Option<Result<Vec<(Self, Over)>, String>> {
        let run = self.run.as_ref()?;
        match run.game {
            Some(_) => self.plays(run, scope),
            None => Some(self.sits_down(run, scope)),
        }
    }

    /// This world with its run changed.
    fn with(&self, change: impl FnOnce(&mut Self, &mut Run)) -> Self {
        let mut world = self.clone();
        let mut run = world.run.take().expect("it runs");
        change(&mut world, &mut run);
        world.run = Some(run);
        world
    }

    fn sits_down(&self, run: &Run, scope: &Scope) -> Result<Vec<(Self, Over)>, String> {
        let Some((state, now, _)) = &run.view else {
            return Ok(vec![(self.with(|world, run| run.view = Some(world.look_final())), false)]);
        };
        let game = state.games_finished;
        let left = |note: &Note| note.game == game && note.end == Some(End::Left);
        let is_left = self.disk.notes.iter().any(left);
        let step = (scope.way.next)(state, self.disk.open(), is_left, &run.session);
        let one = |world: Self| Ok(vec![(world, false)]);
        match step {
            Step::Unreadable if turn::status_of(state, YOU) != PlayerStatus::NotRegistered => {
                Err("a note keeps a player from a seat that is paid".into())
            }
            Step::Unreadable => {
                let mut mended = Self { run: None, ..self.clone() };
                mended.disk.is_damaged = false;
                one(mended)
            }
            // Both ends are among the others' steps.
            Step::Settle if self.flight.is_some() => Ok(vec![]),
            Step::Settle => one(self.with(|world, run| {
                world.last = world.best.clone();
                run.session.settled();
                run.view = Some(world.look_final());
            })),
            Step::Tell(end) => {
                let note = self.disk.open().ok().flatten();
                let note = note.ok_or("an end is told without a note")?;
                self.check_told(note.game, end)?;
                let mut told = self.clone();
                told.disk.end(note.game, end);
                if end == End::NotSeated {
                    return one(told.with(|world, run| run.view = Some(world.look_final())));
                }
                Ok(vec![(told, true)])
            }
            Step::Ask => one(self.with(|_, run| run.session.asked(game))),
            Step::Store => {
                let mut worlds = vec![(
                    self.with(|world, run| {
                        if scope.moves_at_once {
                            run.commitment = Some(world.store(game, 1, run.choice));
                        }
                        run.session.stored();
                    }),
                    false,
                )];
                worlds.extend(self.disk_fails(scope));
                Ok(worlds)
            }
            Step::Note => {
                let mut worlds = vec![(
                    self.with(|world, run| {
                        let is_known = world.disk.of(game).is_some();
                        if !is_known {
                            world.disk.notes.push(note(state, *now));
                        }
                        if let Some(note) = world.disk.of(game) {
                            (note.end, note.is_untold) = (None, false);
                        }
                        run.session.noted();
                    }),
                    false,
                )];
                worlds.extend(self.disk_fails(scope));
                Ok(worlds)
            }
            Step::Bet => {
                let noted = self.disk.open();
                let noted = noted.is_ok_and(|note| note.is_some_and(|note| note.game == game));
                if !noted {
                    return Err("a bet is sent before its note is on disk".into());
                }
                if let Some(hash) = run.commitment {
                    self.check_stored(hash)?;
                }
                let entry =
                    Joining { commitment: run.commitment, game: Some(game), ..Joining::default() };
                let sent = self.send(&Action::Join(entry), scope).into_iter();
                Ok(sent
                    .map(|(fate, is_taken, world)| {
                        let bet = match fate {
                            Fate::Answered if is_taken => Bet::Seated(world.landing()),
                            Fate::Answered => match self.best.state().games_finished == game
                                && turn::status_of(&self.best.state(), YOU)
                                    != PlayerStatus::NotRegistered
                            {
                                true => Bet::Seated(world.landing()),
                                false => Bet::Refused,
                            },
                            Fate::Unsent => Bet::NotTaken,
                            Fate::Unanswered | Fate::OnItsWay => Bet::Unknown { is_try: true },
                        };
                        (world.with(|_, run| run.session.sent(bet)), false)
                    })
                    .collect())
            }
            Step::Play => {
                let is_sent = run.session.is_sent();
                one(self.with(|world, run| {
                    let seated = world.look_final();
                    let view = run.view.clone().expect("it has looked");
                    // Where the seat is gone by now, the blocks since the view tell how.
                    let is_there = seated.0.games_finished == game
                        && turn::status_of(&seated.0, YOU) != PlayerStatus::NotRegistered;
                    let view = if is_sent && is_there { seated } else { view };
                    if world.disk.of(game).is_none() && !world.disk.is_damaged {
                        world.disk.notes.push(note(&view.0, view.1));
                    }
                    if let Some(note) = world.disk.of(game) {
                        (note.end, note.is_untold) = (None, false);
                    }
                    run.game = Some(Game {
                        number: game,
                        before: view.0.last_game.clone(),
                        overdue: Overdue::default(),
                        blocks: 0,
                        rank: 0,
                        is_done: false,
                    });
                    run.view = Some(view);
                }))
            }
            Step::NotSeated => {
                if self.best.bets.contains(&run.session.game()) {
                    return Err("a run says that no bet is paid, and one is".into());
                }
                if self.flight.is_some() {
                    return Err("a run says that no bet is paid, and one is on its way".into());
                }
                let mut told = self.clone();
                told.disk.end(run.session.game(), End::NotSeated);
                Ok(vec![(told, true)])
            }
            Step::Left | Step::Unknown => Ok(vec![(self.clone(), true)]),
        }
    }

    fn look_final(&self) -> (GameState, u64, u64) {
        (self.last.state(), self.last.now, 0)
    }

    /// Stores an opening, and returns its hash.
    fn store(&mut self, game: u64, round: u32, choice: u8) -> gprimitives::H256 {
        let opening = openings_of(YOU)[usize::from(choice)].clone();
        let hash = bound_commitment(TABLE, YOU, &opening);
        let entry = (game, round, opening);
        if !self.disk.openings.contains(&entry) {
            self.disk.openings.push(entry);
        }
        hash
    }

    fn check_stored(&self, hash: gprimitives::H256) -> Result<(), String> {
        let mut openings = self.disk.openings.iter();
        match openings.any(|(.., opening)| bound_commitment(TABLE, YOU, opening) == hash) {
            true => Ok(()),
            false => Err("a hash is sent before its opening is on disk".into()),
        }
    }

    /// A run that can't write ends before it pays.
    fn disk_fails(&self, scope: &Scope) -> Option<(Self, Over)> {
        (self.faults < scope.faults).then(|| (Self { run: None, ..self.fault() }, false))
    }

    /// Whether a told end is the true one.
    fn check_told(&self, game: u64, end: End) -> Result<(), String> {
        // What the clock decides is certain before a message does it.
        let mut settled = self.last.clone();
        settled.alarm();
        let truth = settled.ends.get(usize::try_from(game).expect("it is small"));
        let has_bet = settled.bets.contains(&game);
        let is_true = match end {
            End::Won(winner) => truth == Some(&Ended::Won(winner.id())) && has_bet,
            End::Stopped => truth == Some(&Ended::Stopped),
            End::NotSeated | End::SentAway | End::Left => !has_bet,
            End::Unknown => true,
        };
        match is_true {
            true => Ok(()),
            false => {
                Err(format!("game {game} is told to have ended as {end:?}, and did as {truth:?}"))
            }
        }
    }

    fn plays(&self, run: &Run, scope: &Scope) -> Option<Result<Vec<(Self, Over)>, String>> {
        let game = run.game.as_ref()?;
        let (state, now, lag) = run.view.as_ref()?;
        if game.is_done {
            // It waits for the next block that it goes by, or for what comes into this one.
            let seen = self.look();
            return (seen.1 > *now || seen.0 != *state).then(|| {
                let look = |_: &mut Self, run: &mut Run| {
                    run.view = Some(seen);
                    run.game.iter_mut().for_each(|game| game.is_done = false);
                };
                Ok(vec![(self.with(look), false)])
            });
        }
        let mut session = run.session.clone();
        let gone = match *lag {
            0 => (scope.way.look)(&mut session, state, game.number, block_at(*now)),
            _ => None,
        };
        match gone {
            Some(Gone::Left) => return Some(Ok(vec![(self.clone(), true)])),
            Some(Gone::Undone) => {
                let again = |_: &mut Self, run: &mut Run| {
                    (run.session, run.view, run.game) = (Session::new(YOU), None, None);
                };
                return Some(Ok(vec![(self.with(again), false)]));
            }
            None => {}
        }
        let is_settled = state.current_stage_timestamp < *now;
        let before = game.before.as_ref();
        if let Some(ended) = (scope.way.ended)(state, YOU, game.number, before, is_settled)
            && *lag == 0
        {
            return Some(self.finish(game.number, ended));
        }
        // A message of the game may tell of its end before the state does.
        if let Some(truth) = self.last.ends.get(game.number as usize)
            && *lag == 0
            && state.games_finished > game.number
        {
            return Some(self.finish(game.number, *truth));
        }
        let world = self.with(|world, run| {
            run.session = session;
            let game = run.game.as_mut().expect("it plays");
            game.blocks = game.overdue.blocks(state, *now);
            let lobby = &state.lobby_list;
            game.rank = lobby.iter().position(|id| *id == YOU).unwrap_or(game.rank);
            game.is_done = true;
            if state.round > 0
                && let Some(note) = world.disk.of(game.number)
                && note.is_open()
                && let Some(seen) = note.seen(state)
            {
                *note = seen;
            }
        });
        Some(world.act(scope))
    }

    /// Does what is due in the block that the run has seen.
    fn act(&self, scope: &Scope) -> Result<Vec<(Self, Over)>, String> {
        let run = self.run.as_ref().expect("it runs");
        let game = run.game.as_ref().expect("it plays");
        let (state, now, lag) = run.view.as_ref().expect("it has looked");
        let may_spend = self.best.sent < scope.limit;
        let left = state.deadline.saturating_sub(*now) / BLOCK;
        let stage = state.deadline.saturating_sub(state.current_stage_timestamp) / BLOCK;
        let sight = Sight {
            state,
            is_final: stage_of(state) == stage_of(&self.last.state()),
            left: left as u32,
            stage: stage as u32,
            lag: *lag as u32,
        };
        let round = state.round;
        let action = match (scope.way.due)(sight, YOU, game.number, may_spend, false) {
            Due::Commit => {
                let mut world = self.clone();
                let hash = world.store(game.number, round, run.choice);
                if !may_spend {
                    return Err("a move is paid for beyond the limit".into());
                }
                return Ok(world.sent(&Action::Commit(hash), scope));
            }
            Due::OverLimit => return Ok(vec![(self.clone(), true)]),
            Due::Show => {
                let hash = turn::commitment_of(state, YOU).ok_or("there is nothing to show")?;
                let mut stored = self.disk.openings.iter();
                let own =
                    stored.find(|(.., opening)| bound_commitment(TABLE, YOU, opening) == hash);
                let Some((.., opening)) = own else {
                    return Err("what is to be shown is not on disk".into());
                };
                self.check_due(&sight, opening)?;
                Some(Action::RevealFor { player: YOU, opening: opening.clone(), next: None })
            }
            Due::Nothing | Due::Hold { .. } => None,
        };
        let action = action.or_else(|| {
            moves_on(game.blocks, game.rank, may_spend, false).then_some(Action::Advance)
        });
        match action {
            Some(Action::Advance) if self.moved_on().is_none() => Ok(vec![(self.clone(), false)]),
            Some(action) => {
                let mut world = self.clone();
                if let Action::RevealFor { opening, .. } = &action {
                    world.public.push(opening.clone());
                    world.public.dedup();
                }
                Ok(world.sent(&action, scope))
            }
            None => Ok(vec![(self.clone(), false)]),
        }
    }

    /// What a dry run of `Advance` says: whether more than an extension comes of it.
    fn moved_on(&self) -> Option<()> {
        let settled = self.best.model.clone().settle(self.best.now)?;
        (settled.event != Event::StageAdvanced(StageChange::Extended)).then_some(())
    }

    fn sent(&self, action: &Action, scope: &Scope) -> Vec<(Self, Over)> {
        self.send(action, scope).into_iter().map(|(.., world)| (world, false)).collect()
    }

    /// A move is shown once a final block asks for it, or, by the block that was seen, shortly before
    /// it would be too late. What others have shown gives nothing away.
    fn check_due(&self, sight: &Sight<'_>, opening: &String) -> Result<(), String> {
        let is_asked = |state: &GameState| {
            let is_reveal = matches!(state.game_stage, GameStage::Reveal(_));
            is_reveal && state.round == sight.state.round
        };
        let left = u64::from(sight.left);
        let is_near = left <= STAGE_BLOCKS / 4 || left < u64::from(sight.lag) + 4;
        let is_due = is_asked(&self.last.state()) || (is_asked(sight.state) && is_near);
        match is_due || self.public.contains(opening) {
            true => Ok(()),
            false => Err("a move is shown before it is due".into()),
        }
    }

    fn finish(&self, game: u64, ended: Ended) -> Result<Vec<(Self, Over)>, String> {
        let state = self.last.state();
        let end = match ended {
            Ended::Won(winner) => {
                let last = state.last_game.as_ref().map(Winner::of);
                let is_unsure =
                    self.disk.notes.iter().any(|note| note.game == game && note.is_unsure);
                match last.filter(|last| last.id() == winner) {
                    Some(last) if !is_unsure || winner == YOU => End::Won(last),
                    _ => End::Unknown,
                }
            }
            Ended::Stopped => End::Stopped,
            Ended::SentAway => End::SentAway,
            Ended::Unseen => End::Unknown,
        };
        self.check_told(game, end)?;
        let mut told = self.clone();
        told.disk.end(game, end);
        Ok(vec![(told, true)])
    }

    /// What others do: the rival, the chain, and whatever goes wrong.
    fn others(&self, scope: &Scope, is_waiting: bool) -> Result<Vec<Self>, String> {
        let mut all = vec![];
        let may_fail = self.faults < scope.faults;
        // The wish is there until it is done: a killed run is started again.
        if self.run.is_none() && u32::from(self.runs) <= scope.faults {
            let run = Run {
                session: Session::new(YOU),
                view: None,
                game: None,
                commitment: None,
                choice: u8::from(self.runs > 0),
            };
            all.push(Self { run: Some(run), runs: self.runs + 1, ..self.clone() });
        }
        if self.run.is_some() && may_fail {
            let killed = Self { run: None, ..self.fault() };
            let mut damaged = killed.clone();
            damaged.disk.is_damaged = true;
            all.extend([killed, damaged]);
        }
        if let Some(action) = &self.flight {
            let mut came = Self { flight: None, ..self.clone() };
            came.best.deliver(YOU, action);
            if came.lag() < u64::from(turn::BEHIND) {
                came.last = came.best.clone();
            }
            all.push(came);
            all.push(Self { flight: None, ..self.clone() });
        }
        // What is prepared here in between concerns nobody else.
        let prepares = |run: &Run| {
            run.game.is_none() && matches!(run.session.entry, Entry::Asked | Entry::Stored)
        };
        if self.run.as_ref().is_some_and(prepares) {
            return Ok(all);
        }
        self.rivals(scope, &mut all);
        if may_fail {
            self.elsewhere(&mut all);
        }
        // Blocks that are not final are undone.
        if self.lag() > 0 && may_fail {
            let mut undone = self.fault();
            let now = undone.best.now;
            undone.best = Chain { now, ..self.last.clone() };
            undone.troubled = Some(undone.stage());
            all.push(undone);
        }
        if is_waiting {
            self.ticks(scope, &mut all)?;
        }
        Ok(all)
    }

    fn rivals(&self, scope: &Scope, all: &mut Vec<Self>) {
        let status = |player| self.best.model.status(player);
        let mut does = |player, action: Action| {
            let mut world = self.clone();
            if world.best.deliver(player, &action) {
                if world.lag() < u64::from(turn::BEHIND) {
                    world.last = world.best.clone();
                }
                all.push(world);
            }
        };
        let more = &MORE[..usize::from(scope.seats) - 2];
        for (index, player) in [RIVAL].iter().chain(more).enumerate() {
            // Others than the rival play one way, so that states stay few.
            let openings = openings_of(RIVAL);
            let openings = &openings[..if index == 0 { scope.openings } else { 1 }];
            match status(*player) {
                PlayerStatus::NotRegistered if self.best.model.games_finished() == 0 => {
                    for opening in openings {
                        let hash = bound_commitment(TABLE, *player, opening);
                        let entry = Joining { commitment: Some(hash), ..Joining::default() };
                        does(*player, Action::Join(entry));
                    }
                    if index == 0 {
                        does(*player, Action::Join(Joining::default()));
                    }
                }
                PlayerStatus::Registered if index == 0 => does(*player, Action::Leave),
                PlayerStatus::ToMove => {
                    for opening in openings {
                        does(*player, Action::Commit(bound_commitment(TABLE, *player, opening)));
                    }
                }
                PlayerStatus::ToReveal => {
                    for opening in openings {
                        let (player, opening) = (*player, opening.clone());
                        does(player, Action::RevealFor { player, opening, next: None });
                    }
                }
                _ => {}
            }
        }
        // Whoever has seen an opening may show it.
        if status(YOU) == PlayerStatus::ToReveal {
            for opening in self.public.clone() {
                does(RIVAL, Action::RevealFor { player: YOU, opening, next: None });
            }
        }
    }

    /// Another computer acts for the account, or another command here.
    fn elsewhere(&self, all: &mut Vec<Self>) {
        if self.best.model.status(YOU) != PlayerStatus::Registered || self.flight.is_some() {
            return;
        }
        for is_noted in [false, true] {
            let mut left = self.fault();
            let game = left.best.model.games_finished();
            if !left.best.deliver(YOU, &Action::Leave) {
                continue;
            }
            left.last = left.best.clone();
            if is_noted {
                left.disk.end(game, End::Left);
            }
            all.push(left);
        }
    }

    /// Time goes on, and finality with it or not; an overdue stage is moved on by the alarm or not.
    fn ticks(&self, scope: &Scope, all: &mut Vec<Self>) -> Result<(), String> {
        let (model, now) = (&self.best.model, self.best.now);
        let deadline = model.deadline();
        let mut times = vec![];
        // Block by block only where blocks are counted.
        if now > deadline || self.best.left() + 1 >= STAGE_BLOCKS {
            times.push(now + BLOCK);
        }
        for left in [STAGE_BLOCKS / 2, STAGE_BLOCKS / 4, 2] {
            times.push(deadline.saturating_sub(left * BLOCK));
        }
        if self.best.left() <= 2 {
            times.push(deadline + BLOCK);
        }
        times.retain(|time| *time > now && *time <= deadline.max(now) + BLOCK);
        times.dedup();
        // Nothing new comes of an empty table that waits, nor of one that waits for ever.
        let is_idle = model.lacks_players() && now > deadline.saturating_sub(3 * BLOCK);
        if is_idle || now > deadline + 12 * BLOCK || model.games_finished() > 1 {
            times.clear();
        }
        for time in times {
            let mut later = self.clone();
            later.best.now = time;
            self.check_shown(&later)?;
            let mut stalled = later.clone();
            later.last = later.best.clone();
            if time > deadline {
                let mut moved = later.clone();
                moved.best.alarm();
                moved.last = moved.best.clone();
                all.push(moved);
            }
            all.push(later);
            // Longer than a stage is as good as for ever.
            let may_stall = scope.is_late && (self.faults < scope.faults || self.lag() > 0);
            if may_stall && stalled.lag() < 2 * STAGE_BLOCKS {
                stalled.faults += u32::from(self.lag() == 0);
                all.push(stalled);
            }
        }
        Ok(())
    }

    /// A run that has nothing to do until the next block has the seat that it waits with.
    fn check_seat(&self) -> Result<(), String> {
        let plays = self.run.as_ref().and_then(|run| run.game.as_ref());
        let state = self.last.state();
        let has_none = plays.is_some_and(|game| state.games_finished == game.number)
            && state.game_stage == GameStage::Preparation
            && turn::status_of(&state, YOU) == PlayerStatus::NotRegistered;
        match has_none && self.lag() == 0 {
            true => Err("a run waits with a seat that it has not".into()),
            false => Ok(()),
        }
    }

    /// A move that was due all stage long, with nothing gone wrong, has been shown.
    fn check_shown(&self, later: &Self) -> Result<(), String> {
        let state = self.best.state();
        let is_due = turn::status_of(&state, YOU) == PlayerStatus::ToReveal
            && later.best.now > self.best.model.deadline();
        let plays = self.run.as_ref().is_some_and(|run| run.game.is_some());
        let stored =
            turn::commitment_of(&state, YOU).is_some_and(|hash| self.check_stored(hash).is_ok());
        match is_due && plays && stored && self.troubled != Some(stage_of(&state)) {
            true => Err("a due move was not shown".into()),
            false => Ok(()),
        }
    }
}

/// The number of the block at this time.
fn block_at(now: u64) -> u32 {
    ((now - START) / BLOCK) as u32
}

fn note(state: &GameState, now: u64) -> Note {
    let seat = Seat { genesis: [0; 32], program: TABLE.into_bytes(), account: YOU.into_bytes() };
    Note {
        seat,
        game: state.games_finished,
        origin: Origin::default(),
        since: now,
        bet: BET,
        costs: Costs::since(0, [0; 32]),
        is_unsure: !is_seat_shown(state, YOU),
        before: state.last_game.as_ref().map(Winner::of),
        end: None,
        back: None,
        is_untold: false,
    }
}

/// How far a search went.
struct Found {
    states: usize,
    ways: usize,
    fault: Option<String>,
}

fn search(scope: &Scope) -> Found {
    let found = walk(scope, false);
    // The ways to all states take more room than the states: only a fault is worth them.
    if found.fault.is_some() { walk(scope, true) } else { found }
}

/// Goes through all states, nearest first, up to the first fault. `is_told` says whether to note
/// how each came about.
fn walk(scope: &Scope, is_told: bool) -> Found {
    let start = World::new(scope.seats);
    let mut seen = HashSet::from([hash(&start, scope)]);
    let mut found = Found { states: 0, ways: 0, fault: None };
    let mut level = vec![start];
    while !level.is_empty() {
        let mut deeper = vec![];
        for world in &level {
            found.states += 1;
            let worlds = match successors(world, scope) {
                Ok(worlds) => worlds,
                Err(fault) => {
                    found.fault = Some(format!("{fault}\n{}", world.told()));
                    return found;
                }
            };
            let past =
                is_told.then(|| Rc::new(Past { line: world.line(), before: world.past.clone() }));
            for (mut next, is_over) in worlds {
                found.ways += usize::from(is_over);
                if !is_over && seen.len() < scope.most && seen.insert(hash(&next, scope)) {
                    next.past = past.clone();
                    deeper.push(next);
                }
            }
        }
        level = deeper;
    }
    found
}

/// Enough of a world to know it again.
fn hash(world: &World, scope: &Scope) -> [u8; 32] {
    rpsls_io::commitment(&world.essence(scope)).0
}

fn successors(world: &World, scope: &Scope) -> Result<Vec<(World, Over)>, String> {
    if world.best.bets.len() > 1 {
        return Err("two bets are paid for one wish".into());
    }
    let acts = world.acts(scope);
    if acts.is_none() {
        world.check_seat()?;
    }
    let mut all: Vec<(World, Over)> =
        world.others(scope, acts.is_none())?.into_iter().map(|world| (world, false)).collect();
    if let Some(acts) = acts {
        all.extend(acts?);
    }
    Ok(all)
}

const DUEL: Scope = Scope {
    way: OWN,
    seats: 2,
    openings: 2,
    faults: 2,
    is_late: false,
    moves_at_once: true,
    limit: 9,
    most: 2_000_000,
};

fn holds(name: &str, scope: &Scope) -> usize {
    let found = search(scope);
    println!("{name}: {} states, {} ways to an end", found.states, found.ways);
    assert_eq!(found.fault, None, "{name}");
    assert!(found.ways > 0, "{name}");
    found.states
}

#[test]
fn the_nearest_states_of_a_duel_keep_the_promises() {
    let one = Scope { faults: 1, openings: 1, most: 20_000, ..DUEL };
    holds("a duel, one fault", &one);
    let later = Scope { moves_at_once: false, ..one };
    holds("a duel, one fault, the move after the seat", &later);
    holds("a duel, one fault, a limit of one message", &Scope { limit: 1, ..later });
    holds("a duel, one fault, finality late", &Scope { is_late: true, ..one });
}

/// Runs with `make prove`.
#[test]
#[ignore = "takes minutes"]
fn every_state_of_a_duel_keeps_the_promises() {
    let one = Scope { faults: 1, openings: 1, ..DUEL };
    holds("a duel, one fault", &one);
    holds("a duel, one fault, the move after the seat", &Scope { moves_at_once: false, ..one });
    let nearest = Scope { most: 300_000, ..DUEL };
    holds("a duel, two faults, the nearest states", &nearest);
    holds("a duel, finality late, the nearest states", &Scope { is_late: true, ..nearest });
    holds("a knockout of four, the nearest states", &Scope { seats: 4, faults: 1, ..nearest });
}

#[test]
fn the_search_finds_each_of_seven_mistakes() {
    let one = Scope { faults: 1, openings: 1, most: 100_000, ..DUEL };
    let finds = |what: &str, scope: Scope, expected: &str| {
        let fault = search(&scope).fault.unwrap_or_else(|| panic!("{what} is not found"));
        assert!(fault.starts_with(expected), "{what}: {fault}");
    };
    let next_by = |next| Scope { way: Way { next, ..OWN }, ..one };
    let due_by = |due| Way { due, ..OWN };
    finds(
        "a bet before its note",
        next_by(|state, open, is_left, session| match next(state, open, is_left, session) {
            Step::Note => Step::Bet,
            step => step,
        }),
        "a bet is sent before its note",
    );
    finds(
        "a second bet after a kill",
        next_by(|state, open, is_left, session| next(state, open.map(|_| None), is_left, session)),
        "two bets are paid",
    );
    finds(
        "a seat that is given up for its note",
        next_by(|state, open, is_left, session| match open {
            Err(Unreadable) if session.entry == Entry::Unasked => Step::Unreadable,
            open => next(state, open, is_left, session),
        }),
        "a note keeps a player from a seat",
    );
    finds(
        "a due move that is given up",
        Scope {
            way: due_by(|sight, you, game, may_spend, _| match sight.left < 10 {
                true => Due::Nothing,
                false => match due(sight, you, game, may_spend, false) {
                    Due::Show => Due::Nothing,
                    due => due,
                },
            }),
            ..one
        },
        "a due move was not shown",
    );
    finds(
        "a move that is shown before it is due",
        Scope {
            way: due_by(|sight, you, game, may_spend, is_given_up| {
                match due(sight, you, game, may_spend, is_given_up) {
                    Due::Hold { .. } => Due::Show,
                    due => due,
                }
            }),
            is_late: true,
            ..one
        },
        "a move is shown before it is due",
    );
    finds(
        "a seat that is undone, and waited with",
        Scope { way: Way { look: |_, _, _, _| None, ..OWN }, is_late: true, ..one },
        "a run waits with a seat",
    );
    finds(
        "a limit that is passed",
        Scope {
            way: due_by(|sight, you, game, _, is_given_up| {
                due(sight, you, game, true, is_given_up)
            }),
            limit: 1,
            moves_at_once: false,
            ..one
        },
        "a move is paid for beyond the limit",
    );
}
