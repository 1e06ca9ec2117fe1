//! The search, and what must hold in every state.

use crate::{
    common::{handle, settle, state},
    scope::Scope,
    table::{Key, Step, Table, bytes},
};
use gprimitives::ActorId;
use models::rpsls::{Answer, Coverage, Paid, Request};
use rpsls_io::{
    Action, Event, GameStage, GameState, PlayerStatus, StageChange, StateQuery, StateReply,
};
use std::{
    collections::{BTreeSet, HashMap, HashSet},
    thread,
};

/// No game that its players want to end takes as many steps.
const MOST_STEPS_HOME: usize = 100;

/// What was searched.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// States that differ, and how many steps the furthest is away.
    pub states: usize,
    pub deepest: usize,
    /// States from which only the owner can end the game, or 30 days of silence.
    pub need_silence: usize,
    /// What was met on the way.
    pub coverage: Coverage,
}

/// How a state was reached first.
#[derive(Clone, Copy)]
struct Reached {
    from: u32,
    by: Step,
}

/// The states of a scope, nearest first. A state is not kept: it is played again
/// from the start, which takes as many steps as it is far.
pub struct Search<'a> {
    scope: &'a Scope,
    requests: Vec<Request>,
    reached: Vec<Reached>,
    seen: HashSet<Key>,
    /// Of states that lead to the next lobby, whether that takes silence.
    home: HashMap<Key, bool>,
    found: Found,
}

/// What was seen in a state.
#[derive(Default)]
struct Visit {
    next: Vec<(Step, Key)>,
    met: Coverage,
    way_home: Vec<Key>,
    needs_silence: bool,
}

/// Tells the steps that lead to a state in which something is wrong.
struct Trace<'a>(&'a Search<'a>, usize);

impl Drop for Trace<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            let Trace(search, at) = self;
            eprintln!("in \"{}\", after", search.scope.name);
            for step in search.path(*at) {
                match step {
                    Step::Request(number) => {
                        eprintln!("  {:?}", search.requests[usize::from(number)])
                    }
                    other => eprintln!("  {other:?}"),
                }
            }
        }
    }
}

/// Tells the message that something is wrong with.
struct Tried<'a>(&'a Request);

impl Drop for Tried<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("this: {:?}", self.0);
        }
    }
}

impl<'a> Search<'a> {
    /// Searches a scope.
    ///
    /// # Panics
    ///
    /// If anything is wrong, with the steps that lead there.
    pub fn of(scope: &'a Scope) -> Found {
        let mut search = Self {
            scope,
            requests: scope.requests(),
            reached: vec![Reached { from: 0, by: Step::Alarm }],
            seen: HashSet::from([Table::open(scope).key()]),
            home: HashMap::new(),
            found: Found::default(),
        };
        while search.found.states < search.reached.len() {
            let at = search.found.states;
            let trace = Trace(&search, at);
            let visit = trace.0.visit(at);
            drop(trace);
            search.note(at, visit);
        }
        search.found.deepest = search.path(search.found.states - 1).len();
        search.found
    }

    fn note(&mut self, at: usize, visit: Visit) {
        let found = &mut self.found;
        found.states += 1;
        found.coverage.add(&visit.met);
        found.need_silence += usize::from(visit.needs_silence);
        self.home.extend(visit.way_home.into_iter().map(|key| (key, visit.needs_silence)));
        for (by, key) in visit.next {
            if self.seen.insert(key) {
                let from = at.try_into().expect("fewer states than memory has room for");
                self.reached.push(Reached { from, by });
            }
        }
    }

    fn path(&self, at: usize) -> Vec<Step> {
        let (mut at, mut path) = (at, vec![]);
        while at > 0 {
            let Reached { from, by } = self.reached[at];
            path.push(by);
            at = from as usize;
        }
        path.reverse();
        path
    }

    fn visit(&self, at: usize) -> Visit {
        let mut table = Table::open(self.scope);
        for step in self.path(at) {
            table.step(step, &self.requests);
        }
        check(&mut table);
        let mut visit = Visit::default();
        self.way_home(&table, &mut visit);
        let state = table.raw_state();
        if state.round > self.scope.rounds || state.games_finished >= self.scope.games {
            return visit;
        }
        match table.is_overdue() {
            true => self.settle(&table, &mut visit),
            false => {
                self.wait(&table, &mut visit);
                self.send(&table, &mut visit);
            }
        }
        visit
    }

    fn wait(&self, table: &Table, visit: &mut Visit) {
        let silence = table.model.closable_from().map(|_| [Step::ToSilence, Step::PastSilence]);
        let steps = [Step::ToDeadline, Step::PastDeadline].into_iter();
        for step in steps.chain(silence.into_iter().flatten()) {
            let mut next = table.clone();
            next.step(step, &self.requests);
            visit.next.push((step, next.key()));
        }
    }

    /// What an overdue stage leads to, and that every message meets just that.
    fn settle(&self, table: &Table, visit: &mut Visit) {
        let mut settled = table.clone();
        let change = settled.settle().expect("the stage is overdue");
        let due = table.model.due();
        check_money(&table.clone().raw_state(), settled.model.pot(), None, &change.payouts, &due);
        settled.compare();
        visit.met.note_alarm(&Some(change.clone()));
        visit.next.push((Step::Alarm, settled.key()));

        let now = table.now;
        for request in &self.requests {
            let _tried = Tried(request);
            let [mut direct, mut after] = [table.game.clone(), settled.game.clone()];
            let answer = handle(&mut direct, request, now);
            assert_eq!(answer.settlement.as_ref(), Some(&change), "{request:?} settles first");
            if request.action == Action::Advance {
                assert_eq!(answer.reply, Ok(change.event.clone()), "{request:?} tells of it");
                assert_eq!(answer.refund, request.value);
                visit.met.note(request, &answer, &state(&mut after, now));
            } else if request.action == Action::StopGame && !change.payouts.is_empty() {
                // Its shares wait, since this message has paid others.
                continue;
            } else {
                let alone = handle(&mut after, request, now);
                assert_eq!(alone, Answer { settlement: None, ..answer }, "{request:?} is late");
            }
            assert_eq!(bytes(&mut direct, now), bytes(&mut after, now), "{request:?} is late");
        }
    }

    /// What each message leads to.
    fn send(&self, table: &Table, visit: &mut Visit) {
        let now = table.now;
        let state = table.clone().raw_state();
        let mut accepted = vec![];
        // All refused messages come to one table, one after another: they would
        // add up if they changed anything, shown or not.
        let mut worn = table.clone();
        for (number, request) in (0..).zip(&self.requests) {
            let _tried = Tried(request);
            let Request { sender, value, action } = request;
            let expected = worn.model.handle(*sender, *value, now, action);
            if expected.reply.is_ok() {
                worn.model = table.model.clone();
                accepted.push(number);
                continue;
            }
            assert_eq!(handle(&mut worn.game, request, now), expected);
            visit.met.note(request, &expected, &state);
        }
        assert_eq!(worn.compare(), state, "a refused message changes nothing");
        for number in accepted {
            let request = &self.requests[usize::from(number)];
            let _tried = Tried(request);
            let mut next = worn.clone();
            let answer = next.deliver(request);
            let letter_told = Some((request, answer.refund));
            check_money(&state, next.model.pot(), letter_told, &answer.payouts, &[]);
            visit.met.note(request, &answer, &next.compare());
            visit.next.push((Step::Request(number), next.key()));
        }
    }

    /// Players who want the game to end, and the clock, lead to the next lobby; the owner
    /// isn't needed for it.
    fn way_home(&self, table: &Table, visit: &mut Visit) {
        let mut table = table.clone();
        let games = table.model.games_finished();
        while table.model.games_finished() == games {
            let key = table.key();
            if let Some(needs_silence) = self.home.get(&key) {
                visit.needs_silence |= needs_silence;
                return;
            }
            visit.way_home.push(key);
            assert!(visit.way_home.len() < MOST_STEPS_HOME, "the game never ends");
            if table.is_overdue() {
                table.settle();
            } else if let Some((sender, action)) = self.wanted(&table.raw_state()) {
                let value = table.model.state(table.now).config.bet_size;
                let answer = table.deliver(&Request { sender, value, action });
                assert!(answer.reply.is_ok(), "{answer:?}");
            } else if table.model.closable_from().is_some() {
                visit.needs_silence = true;
                table.step(Step::PastSilence, &self.requests);
            } else {
                table.step(Step::PastDeadline, &self.requests);
            }
        }
    }

    /// What somebody does who wants the game to end. There is nothing to do where
    /// the clock ends the stage.
    fn wanted(&self, state: &GameState) -> Option<(ActorId, Action)> {
        let scope = self.scope;
        let is_missing = |player: &&ActorId| !state.lobby_list.contains(player);
        match &state.game_stage {
            GameStage::Preparation if state.lobby_list.len() < 2 => {
                let player = scope.players().iter().find(is_missing)?;
                Some((*player, Action::Register))
            }
            GameStage::Preparation => None,
            GameStage::InProgress(stage) => {
                let playing = stage.anticipated_players.union(&stage.finished_players);
                let first = playing.min().expect("a stage has players");
                let player = *stage.anticipated_players.first()?;
                let mv = scope.moves[usize::from(player != *first)];
                Some((player, Action::Commit(scope.hash(player, mv))))
            }
            GameStage::Reveal(stage) => {
                let mut openings = state.commitments.iter().filter_map(|(player, hash)| {
                    let is_awaited = stage.anticipated_players.contains(player);
                    Some((*player, scope.opening(*player, *hash).filter(|_| is_awaited)?))
                });
                let (player, opening) = openings.next()?;
                Some((player, Action::Reveal(opening)))
            }
        }
    }
}

/// What was in the pot, and came in, is in the pot or went out, and went to those
/// who were still in the game, or were due something.
fn check_money(
    before: &GameState,
    pot: u128,
    request: Option<(&Request, u128)>,
    payouts: &Paid,
    due: &[(ActorId, u128)],
) {
    let (value, refund) = request.map_or((0, 0), |(request, refund)| (request.value, refund));
    let paid: u128 = payouts.iter().map(|(_, value, _)| value).sum();
    assert_eq!(before.pot + value, pot + refund + paid, "no value is made or lost");
    let is_in = |id: &ActorId| {
        let mut players = before.players.iter();
        players.any(|(player, status)| player == id && *status != PlayerStatus::Out)
            || due.iter().any(|(player, _)| player == id)
    };
    assert!(payouts.iter().all(|(to, ..)| is_in(to)), "pays those who are in: {payouts:?}");
    let receivers: BTreeSet<_> = payouts.iter().map(|(to, ..)| to).collect();
    assert_eq!(receivers.len(), payouts.len(), "nobody is paid twice");
    if let Some((request, refund)) = request {
        assert!(refund <= request.value || is_in(&request.sender), "pays a stranger: {request:?}");
    }
}

/// What must hold in a state by itself.
fn check(table: &mut Table) {
    let all = table.compare();
    let Table { game, model, now, .. } = table;
    let now = *now;
    let deadline = model.deadline();
    let raw = state(game, 0);
    assert_eq!(raw, model.state(0), "the state is the model's");
    let due: u128 = model.due().iter().map(|(_, part)| part).sum();
    assert_eq!(raw.pot, raw.config.bet_size * raw.lobby_list.len() as u128 + due);
    assert_eq!(raw.deadline, deadline);
    assert_eq!(game.deadline(), deadline);
    assert_eq!(game.held(), raw.pot);
    assert_eq!(game.payouts_due(), model.payouts_due());

    let later = now.max(deadline + 1);
    let mut settled = game.clone();
    let change = settle(&mut settled, later).expect("a stage is over after its deadline");
    let awaited = game.alarm_deadline();
    assert_eq!(awaited, model.deadline_that_matters());
    if model.due().is_empty() {
        let is_extended = change.event == Event::StageAdvanced(StageChange::Extended);
        let is_closed = model.closable_from().is_some_and(|from| from <= later);
        assert_eq!(awaited.is_some(), !is_extended && !is_closed, "what comes of it is awaited");
        assert!(awaited.is_none_or(|awaited| awaited == deadline));
    }
    assert!(settled.settle(later).is_none(), "no more than one stage is overdue");

    // A question is answered as of now, of a copy.
    let mut asked = game.clone();
    let mut ask = |query| asked.answer(query, now).to_reply();
    assert_eq!(ask(StateQuery::Config), StateReply::Config(all.config));
    assert_eq!(ask(StateQuery::Rules), StateReply::Rules(all.rules));
    assert_eq!(ask(StateQuery::LobbyList), StateReply::LobbyList(all.lobby_list));
    assert_eq!(ask(StateQuery::GameStage), StateReply::GameStage(all.game_stage));
    let began = StateReply::CurrentStageTimestamp(all.current_stage_timestamp);
    assert_eq!(ask(StateQuery::CurrentStageTimestamp), began);
    assert_eq!(ask(StateQuery::Deadline), StateReply::Deadline(all.deadline));
    assert_eq!(ask(StateQuery::Round), StateReply::Round(all.round));
    let as_of = model.as_of(now);
    let shares = StateReply::SharesDue(as_of.due());
    assert_eq!(ask(StateQuery::SharesDue), shares);
    let closable = StateReply::ClosableFrom(as_of.closable_from());
    assert_eq!(ask(StateQuery::ClosableFrom), closable);
    for (player, status) in all.players {
        assert_eq!(ask(StateQuery::Player(player)), StateReply::Player(status));
    }
    let nobody = StateReply::Player(PlayerStatus::NotRegistered);
    assert_eq!(ask(StateQuery::Player(ActorId::zero())), nobody);
}
