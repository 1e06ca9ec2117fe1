//! A table of the rules and one of the model, which get the same messages.

use crate::{
    common::{PROGRAM, handle, settle, state},
    scope::{START, Scope},
};
use models::rpsls::{Answer, Change, Model, Request};
use parity_scale_codec::Encode;
use rpsls_io::{Event, GameState, StateQuery};
use rpsls_program::rules::Game;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A step at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Time passes until the stage's deadline.
    ToDeadline,
    /// Time passes until the stage is over.
    PastDeadline,
    /// Time passes until just before silence ends the game, or until it does.
    ToSilence,
    PastSilence,
    /// The clock is settled without a message.
    Alarm,
    /// The message with this number comes.
    Request(u16),
}

/// The hash of a state, 128 bits.
pub type Key = (u64, u64);

#[derive(Clone)]
pub struct Table {
    pub game: Game,
    pub model: Model,
    pub now: u64,
    /// Whether nobody has had a seat since the last game. The rules keep the players of that game's
    /// seats until then, which the model doesn't know.
    is_untouched: bool,
}

impl Table {
    pub fn open(scope: &Scope) -> Self {
        let mut game = Game::UNOPENED;
        game.open(scope.owner(), scope.init(), START).expect("a good config");
        let model = Model::open(PROGRAM, scope.owner(), scope.init(), START);
        let model = model.expect("a good config");
        Self { game, model, now: START, is_untouched: false }
    }

    /// Whether the next message or an alarm settles something.
    pub fn is_overdue(&self) -> bool {
        let is_silent = self.model.closable_from().is_some_and(|from| self.now >= from);
        is_silent || !self.model.due().is_empty() || self.now > self.model.deadline()
    }

    /// Makes a step, and checks that the rules and the model do the same.
    pub fn step(&mut self, step: Step, requests: &[Request]) -> Option<Answer> {
        match step {
            Step::ToDeadline => self.now = self.model.deadline(),
            Step::PastDeadline => self.now = self.model.deadline() + 1,
            Step::ToSilence => self.now = self.silence() - 1,
            Step::PastSilence => self.now = self.silence(),
            Step::Alarm => {
                self.settle();
            }
            Step::Request(number) => return Some(self.deliver(&requests[usize::from(number)])),
        }
        None
    }

    fn silence(&self) -> u64 {
        self.model.closable_from().expect("all are silent")
    }

    /// Settles the clock.
    pub fn settle(&mut self) -> Option<Change> {
        let games = self.model.games_finished();
        let settled = settle(&mut self.game, self.now);
        assert_eq!(settled, self.model.settle(self.now), "the clock does what the model says");
        self.is_untouched |= self.model.games_finished() > games;
        settled
    }

    /// Delivers a message.
    pub fn deliver(&mut self, request: &Request) -> Answer {
        let games = self.model.games_finished();
        let Request { sender, value, action } = request;
        let answer = handle(&mut self.game, request, self.now);
        let expected = self.model.handle(*sender, *value, self.now, action);
        assert_eq!(answer, expected, "the rules answer as the model does");
        self.is_untouched |= self.model.games_finished() > games;
        self.is_untouched &= answer.reply != Ok(Event::PlayerRegistered);
        answer
    }

    /// The whole state, with an overdue stage unsettled.
    pub fn raw_state(&mut self) -> GameState {
        state(&mut self.game, 0)
    }

    /// Compares the state in the rules and in the model, now and after the stage is over: only then
    /// the commitments for the next round show. Every path to a state does this, since the search
    /// follows only one of them.
    pub fn compare(&self) -> GameState {
        let later = self.now.max(self.model.deadline() + 1);
        let [outcome, next] = [self.now, later].map(|now| state(&mut self.game.clone(), now));
        assert_eq!(outcome, self.model.state(self.now), "the state is the model's");
        assert_eq!(next, self.model.state(later), "the state after the deadline is the model's");
        outcome
    }

    /// The key of this state. Time is the stage's age.
    pub fn key(&self) -> Key {
        let bytes = (self.model.essence(self.now), self.is_untouched).encode();
        let hash = |salt: u8| {
            let mut hasher = DefaultHasher::new();
            (salt, &bytes).hash(&mut hasher);
            hasher.finish()
        };
        (hash(0), hash(1))
    }
}

/// The whole state, encoded, as a message at `now` would find it. Settles the clock.
pub fn bytes(game: &mut Game, now: u64) -> Vec<u8> {
    game.answer(StateQuery::All, now).encode()
}
