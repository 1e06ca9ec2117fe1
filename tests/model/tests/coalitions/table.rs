//! A table of the real rules.

use gprimitives::ActorId;
use rpsls_io::{
    Action, Event, GameConfig, GameRules, GameStage, GameState, StateQuery, StateReply, TableInit,
    gas::PORTION,
};
use rpsls_program::rules::{Game, Message};

pub const PROGRAM: ActorId = ActorId::new([0x77; 32]);
const OWNER: ActorId = ActorId::new([0xab; 32]);
const START: u64 = 1_700_000_000_000;

/// The player with this number. The ids are not in the order of numbers.
pub fn player(number: usize) -> ActorId {
    let mut id = [number as u8; 32];
    id[0] = (number as u8).wrapping_mul(173);
    ActorId::new(id)
}

pub struct Table {
    game: Game,
    now: u64,
}

impl Table {
    /// Opens a table of this many seats without a bet.
    pub fn open(seats: usize, rules: GameRules) -> Self {
        let config = GameConfig {
            bet_size: 0,
            players_count_limit: seats as u8,
            entry_timeout: 60_000,
            move_timeout: 60_000,
            reveal_timeout: 60_000,
        };
        let mut game = Game::UNOPENED;
        let init = TableInit { config, rules, owner: None };
        game.open(OWNER, init, START).expect("a good config");
        Self { game, now: START }
    }

    pub fn send(&mut self, sender: ActorId, action: &Action) -> Event {
        let message = Message { sender, value: 0, now: self.now, program: PROGRAM };
        let outcome = self.game.handle(&message, action.borrowed(), |_| {});
        outcome.expect("is accepted").to_owned_outcome().event
    }

    /// Stops the game as its owner, and sends messages until all shares are paid.
    pub fn stop(&mut self) {
        self.send(OWNER, &Action::StopGame);
        self.pay_all();
    }

    fn pay_all(&mut self) {
        while self.are_shares_due() {
            self.send(OWNER, &Action::Advance);
        }
    }

    fn are_shares_due(&mut self) -> bool {
        match self.game.answer(StateQuery::SharesDue, self.now).to_reply() {
            StateReply::SharesDue(due) => !due.is_empty(),
            other => panic!("the answer to SharesDue is {other:?}"),
        }
    }

    /// Passes the deadline, if the stage is one of those meant.
    pub fn pass(&mut self, is_meant: impl Fn(&GameStage) -> bool) {
        let state = self.state();
        if is_meant(&state.game_stage) {
            self.now = state.deadline + 1;
            self.game.settle(self.now, PORTION);
            self.pay_all();
        }
    }

    pub fn state(&mut self) -> GameState {
        match self.game.answer(StateQuery::All, self.now).to_reply() {
            StateReply::All(state) => state,
            other => panic!("the answer to All is {other:?}"),
        }
    }
}
