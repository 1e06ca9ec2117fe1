//! The search, and the checks in every state.

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

/// More steps than any game takes whose players want to end it.
const MOST_STEPS_HOME: usize = 100;

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The number of different states, and the number of steps to the furthest.
    pub states: usize,
    pub deepest: usize,
    /// The number of states from which only the owner or 30 days of silence can end the game.
    pub need_silence: usize,
    /// The cases that were met on the way.
    pub coverage: Coverage,
}

/// The step by which a state was reached first.
#[derive(Clone, Copy)]
struct Reached {
    from: u32,
    by: Step,
}

/// The states of a scope, nearest first. The search doesn't keep a state, but plays its steps again
/// from the start.
pub struct Search<'a> {
    scope: &'a Scope,
    requests: Vec<Request>,
    reached: Vec<Reached>,
    seen: HashSet<Key>,
    /// The states that lead to the next lobby, and whether that takes silence.
    home: HashMap<Key, bool>,
    found: Found,
}

/// The result of a visit to a state.
#[derive(Default)]
struct Visit {
    next: Vec<(Step, Key)>,
    met: Coverage,
    way_home: Vec<Key>,
    needs_silence: bool,
}

/// Prints the steps that lead to a state if a check fails there.
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

/// Prints a message if a check of it fails.
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
        // Whoever is alone has waited beyond one registration, or just less than silence: each
        // extension between these would be another state.
        let waits_on = silence.is_some() && table.model.waited_beyond(table.now).is_some();
        let deadline = (!waits_on).then_some([Step::ToDeadline, Step::PastDeadline]);
        for step in deadline.into_iter().chain(silence).flatten() {
            let mut next = table.clone();
            next.step(step, &self.requests);
            visit.next.push((step, next.key()));
        }
    }

    /// Settles an overdue stage, and checks that every message does the same first.
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
                assert_eq!(
                    answer.reply,
                    Ok(change.event.clone()),
                    "the reply to {request:?} is the settlement"
                );
                assert_eq!(answer.refund, request.value);
                visit.met.note(request, &answer, &state(&mut after, now));
            } else if request.action == Action::StopGame && !change.payouts.is_empty() {
                // The shares of this stop wait, since its message has made other payouts.
                continue;
            } else {
                let alone = handle(&mut after, request, now);
                assert_eq!(alone, Answer { settlement: None, ..answer }, "{request:?} is late");
            }
            assert_eq!(bytes(&mut direct, now), bytes(&mut after, now), "{request:?} is late");
        }
    }

    /// Sends each message, and notes the states that accepted ones lead to.
    fn send(&self, table: &Table, visit: &mut Visit) {
        let now = table.now;
        let state = table.clone().raw_state();
        let mut accepted = vec![];
        // One table gets all refused messages, one after another. Any change that they made would
        // add up, even if no query showed it.
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

    /// Checks that players who want the game to end reach the next lobby, with the clock but
    /// without the owner.
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

    /// The message of somebody who wants the game to end. There is none if the clock ends the
    /// stage.
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

/// Checks the payouts: the value that was in the pot or came in is still in the pot or went out,
/// and it went to players who were still in the game, or who were due it.
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
    assert!(
        payouts.iter().all(|(to, ..)| is_in(to)),
        "only those who are in are paid: {payouts:?}"
    );
    let receivers: BTreeSet<_> = payouts.iter().map(|(to, ..)| to).collect();
    assert_eq!(receivers.len(), payouts.len(), "nobody is paid twice");
    if let Some((request, refund)) = request {
        assert!(
            refund <= request.value || is_in(&request.sender),
            "a stranger is paid: {request:?}"
        );
    }
}

/// Checks what must hold in each state.
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
        assert_eq!(
            awaited.is_some(),
            !is_extended && !is_closed,
            "an alarm is due exactly if the deadline changes something"
        );
        assert!(awaited.is_none_or(|awaited| awaited == deadline));
    }
    assert!(settle(&mut settled, later).is_none(), "no more than one stage is overdue");

    // A query is answered as of now, from a copy.
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
