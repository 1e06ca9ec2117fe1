//! The rules with a clock and balances. It checks the money after every message.

use gprimitives::ActorId;
use std::{cell::RefCell, collections::BTreeMap};
use tic_tac_toe::rules::{Message, OnHeap};
use tic_tac_toe_io::{
    Action, Event, GameError, GameId, GameStage, GameState, InitConfig, Overview, PassConfig,
    StateQuery, StateReply, Trophy,
};

pub use crate::cast::*;

/// Cells of a game in which the challenger gets a line.
pub const CHALLENGER_WINS: [u8; 6] = [0, 4, 3, 6, 1, 2];

/// A day in ms.
pub const DAY: u64 = 86_400_000;
/// The time between a message and the next, in ms.
pub const BLOCK: u64 = 3_000;
/// The balance with which every user starts.
const PURSE: u128 = 1_000_000;
pub const STAKE: u128 = 10_000;
pub const PRICE: u128 = 3_000;
/// A value that no action needs.
pub const STRAY: u128 = 17_003;

/// Four passes. Only holders of one can play.
pub const WITH_PASSES: InitConfig =
    InitConfig { pass: Some(PassConfig { price: PRICE, supply: 4 }), ..OPEN };

/// An invitation by its sender.
pub fn create(challenger: u64, referee: Option<u64>) -> Action {
    Action::Create { challenger: id(challenger), referee: referee.map(id) }
}

pub fn place() -> Action {
    Action::PlaceMark { game: game() }
}

pub fn restart() -> Action {
    Action::Restart { game: game() }
}

pub fn close() -> Action {
    Action::Close { game: game() }
}

pub fn claim() -> Action {
    Action::ClaimTimeout { game: game() }
}

/// The outcome of one message.
#[derive(Debug)]
pub struct Answer {
    pub result: Result<Event, GameError>,
    /// The value that the sender has gained.
    pub gain: i128,
    pub broadcasts: Vec<Event>,
}

impl Answer {
    /// The event of an accepted action.
    pub fn event(self) -> Event {
        self.result.expect("was accepted")
    }

    /// The error of a refused action.
    pub fn error(self) -> GameError {
        self.result.expect_err("was refused")
    }
}

pub struct TicTacToe {
    /// The rules. A query borrows them mutably.
    rules: RefCell<OnHeap<1_000, 8, 1_000>>,
    /// The time of the last message.
    pub now: u64,
    /// The balances of those who have sent or got anything.
    balances: BTreeMap<ActorId, u128>,
}

impl TicTacToe {
    pub fn new(config: InitConfig) -> Self {
        let mut rules = OnHeap::new();
        rules.tic_tac_toe().open(id(OWNER), config).expect("a good config");
        Self { rules: rules.into(), now: 1_000_000, balances: BTreeMap::new() }
    }

    /// A program with an accepted game for this stake.
    pub fn with_game(stake: u128, referee: Option<u64>) -> Self {
        let mut tic_tac_toe = Self::new(OPEN);
        tic_tac_toe.start_game(stake, referee);
        tic_tac_toe
    }

    /// Starts a game of the two players.
    pub fn start_game(&mut self, stake: u128, referee: Option<u64>) {
        let created = self.send_with_value(HOST, create(CHALLENGER, referee), stake);
        assert_eq!(created.event(), Event::Created { game: game() });
        let accepted = self.send_with_value(CHALLENGER, accept(game(), stake, referee), stake);
        assert_eq!(accepted.event(), Event::Accepted { game: game() });
    }

    /// Makes the two players' moves in turns, without a referee. Returns the last answer.
    pub fn play(&mut self, cells: &[u8]) -> Answer {
        let movers = [HOST, CHALLENGER].into_iter().cycle();
        let answers = cells.iter().zip(movers).map(|(cell, mover)| {
            let answer = self.send(mover, mark(game(), *cell));
            assert!(answer.result.is_ok(), "{cell}: {answer:?}");
            answer
        });
        answers.last().expect("there is a move")
    }

    /// Sends an action without value, a block after the last one.
    pub fn send(&mut self, user: u64, action: Action) -> Answer {
        self.send_with_value(user, action, 0)
    }

    pub fn send_with_value(&mut self, user: u64, action: Action, value: u128) -> Answer {
        self.now += BLOCK;
        let (outcome, before) = (self.everything(), self.balance(user));
        let mut broadcasts = vec![];
        let message = Message { sender: id(user), value, now: self.now };
        *self.balance_mut(id(user)) -= value;
        let handled = self.rules.get_mut().tic_tac_toe().handle(message, action);
        let result = match handled {
            Ok(effects) => {
                *self.balance_mut(id(user)) += effects.refund;
                for payout in &effects.payouts {
                    *self.balance_mut(payout.to) += payout.value;
                }
                broadcasts.extend(effects.is_broadcast.then(|| effects.event.clone()));
                Ok(effects.event)
            }
            Err(error) => {
                *self.balance_mut(id(user)) += value;
                assert_eq!(self.everything(), outcome, "a refused action changed something");
                Err(error)
            }
        };
        let gained: i128 = self.balances.values().map(|held| *held as i128 - PURSE as i128).sum();
        assert_eq!(
            self.held() as i128,
            -gained,
            "the pots hold all value that came in and did not go out"
        );
        Answer { result, gain: self.balance(user) as i128 - before as i128, broadcasts }
    }

    /// Lets time pass until a message sent now would come after this timestamp.
    pub fn pass(&mut self, timestamp: u64) {
        while self.next_timestamp() <= timestamp {
            self.now += BLOCK;
        }
    }

    /// Lets this much time pass, in ms.
    pub fn pass_idle(&mut self, duration: u64) {
        self.now += duration.div_ceil(BLOCK) * BLOCK;
    }

    /// The deadline of the player or referee for whom the game waits.
    pub fn deadline(&self) -> u64 {
        match self.game().stage {
            GameStage::ToMove { deadline: Some(deadline), .. }
            | GameStage::ToPlace { deadline, .. } => deadline,
            stage => panic!("the game waits for nobody: {stage:?}"),
        }
    }

    /// Lets time pass until after that deadline.
    pub fn pass_deadline(&mut self) {
        let deadline = self.deadline();
        self.pass(deadline);
    }

    /// The time of the next message.
    pub fn next_timestamp(&self) -> u64 {
        self.now + BLOCK
    }

    pub fn query(&self, query: StateQuery) -> StateReply {
        self.rules.borrow_mut().tic_tac_toe().answer(query)
    }

    /// The game that most tests are about.
    pub fn game(&self) -> GameState {
        self.find(game()).expect("there is a game")
    }

    pub fn find(&self, game: GameId) -> Option<GameState> {
        match self.query(StateQuery::Game(game)) {
            StateReply::Game(game) => game,
            other => panic!("the answer to Game is {other:?}"),
        }
    }

    /// The first page of all games.
    fn all_games(&self) -> Vec<GameState> {
        match self.query(StateQuery::AllGames { from: 0, limit: StateQuery::PAGE }) {
            StateReply::Games(page) => page.games,
            other => panic!("the answer to AllGames is {other:?}"),
        }
    }

    pub fn trophies(&self, user: u64) -> Vec<Trophy> {
        match self.query(StateQuery::Trophies(id(user))) {
            StateReply::Trophies(page) => page.trophies,
            other => panic!("the answer to Trophies is {other:?}"),
        }
    }

    pub fn overview(&self) -> Overview {
        match self.query(StateQuery::Overview) {
            StateReply::Overview(overview) => overview,
            other => panic!("the answer to Overview is {other:?}"),
        }
    }

    /// The whole state.
    fn everything(&self) -> (Overview, Vec<GameState>, StateReply, Vec<Vec<Trophy>>) {
        let trophies = USERS.map(|user| self.trophies(user)).into();
        (self.overview(), self.all_games(), self.query(StateQuery::Passes), trophies)
    }

    pub fn balance(&self, user: u64) -> u128 {
        self.balances.get(&id(user)).copied().unwrap_or(PURSE)
    }

    fn balance_mut(&mut self, account: ActorId) -> &mut u128 {
        self.balances.entry(account).or_insert(PURSE)
    }

    /// The value in all pots.
    pub fn held(&self) -> u128 {
        self.all_games().iter().map(|game| game.pot).sum()
    }
}
