//! A table of the rules and the model's, at which the same is done.

use crate::scope::{Letter, PROGRAM, START, Scope};
use parity_scale_codec::Encode;
use rpsls_io::{Event, GameError, GameState, StateQuery, StateReply};
use rpsls_model::{Answer, Change, Model, Paid};
use rpsls_program::{
    ActionRef,
    rules::{Game, Message, Told},
};
use std::hash::{DefaultHasher, Hash, Hasher};

/// What happens at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Time passes until the stage's last moment.
    ToDeadline,
    /// Time passes until the stage is over.
    PastDeadline,
    /// The clock is settled with nobody's message.
    Alarm,
    /// The letter of this number comes.
    Letter(u16),
}

/// Told apart from all other states' by 128 bits.
pub type Key = (u64, u64);

#[derive(Clone)]
pub struct Table {
    pub game: Game,
    pub model: Model,
    pub now: u64,
    /// Whether nobody has had a seat since the last game: the rules keep what
    /// its seats were called, which the model doesn't know.
    is_untouched: bool,
}

impl Table {
    pub fn open(scope: &Scope) -> Self {
        let mut game = Game::CLOSED;
        game.open(scope.owner(), scope.init(), START).expect("a good config");
        let model = Model::open(PROGRAM, scope.owner(), scope.init(), START);
        let model = model.expect("a good config");
        Self { game, model, now: START, is_untouched: false }
    }

    pub fn is_overdue(&self) -> bool {
        self.now > self.model.deadline()
    }

    /// Does a step, and checks that the rules and the model do the same.
    pub fn step(&mut self, step: Step, letters: &[Letter]) -> Option<Answer> {
        match step {
            Step::ToDeadline => self.now = self.model.deadline(),
            Step::PastDeadline => self.now = self.model.deadline() + 1,
            Step::Alarm => {
                self.settle();
            }
            Step::Letter(number) => return Some(self.deliver(&letters[usize::from(number)])),
        }
        None
    }

    /// Settles the clock.
    pub fn settle(&mut self) -> Option<Change> {
        let games = self.model.games_finished();
        let settled = self.game.settle(self.now).map(|settled| change(settled.to_told()));
        assert_eq!(settled, self.model.settle(self.now), "the clock does what the model says");
        self.is_untouched |= self.model.games_finished() > games;
        settled
    }

    /// A message comes.
    pub fn deliver(&mut self, letter: &Letter) -> Answer {
        let games = self.model.games_finished();
        let Letter { sender, value, action } = letter;
        let answer = handle(&mut self.game, letter, self.now);
        let expected = self.model.handle(*sender, *value, self.now, action);
        assert_eq!(answer, expected, "the rules answer as the model does");
        self.is_untouched |= self.model.games_finished() > games;
        self.is_untouched &= answer.reply != Ok(Event::PlayerRegistered);
        answer
    }

    /// Everything as it is, an overdue stage unsettled.
    pub fn raw_state(&mut self) -> GameState {
        state(&mut self.game, self.now.min(self.model.deadline()))
    }

    /// What tells this state from others. Time is the stage's age.
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

/// What the rules answer a letter.
pub fn handle(game: &mut Game, letter: &Letter, now: u64) -> Answer {
    let message = Message { sender: letter.sender, value: letter.value, now, program: PROGRAM };
    let mut settlement = None;
    let result = game.handle(&message, ActionRef::from(&letter.action), |settled| {
        settlement = Some(change(settled.to_told()));
    });
    let result: Result<Told, GameError> = result.map(|outcome| outcome.to_told());
    match result {
        Ok(told) => Answer {
            settlement,
            refund: told.refund,
            payouts: paid(&told),
            broadcast: told.broadcast,
            reply: Ok(told.event),
        },
        Err(error) => Answer {
            settlement,
            refund: letter.value,
            payouts: vec![],
            broadcast: None,
            reply: Err(error),
        },
    }
}

/// Everything, as a message at `now` would find it. Settles the clock.
pub fn state(game: &mut Game, now: u64) -> GameState {
    match game.answer(StateQuery::All, now).to_reply() {
        StateReply::All(state) => state,
        other => panic!("All is answered by All, not {other:?}"),
    }
}

/// The same, encoded.
pub fn bytes(game: &mut Game, now: u64) -> Vec<u8> {
    game.answer(StateQuery::All, now).encode()
}

fn paid(told: &Told) -> Paid {
    let payouts = told.payouts.iter();
    payouts.map(|(payout, event)| (payout.to, payout.value, event.clone())).collect()
}

fn change(told: Told) -> Change {
    Change { payouts: paid(&told), event: told.event }
}
