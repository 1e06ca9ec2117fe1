//! The program on an embedded chain. It checks the money after every block.

pub use crate::cast::*;
use chain_tests::{answer, books::Books};
use gprimitives::ActorId;
use gtest::{
    BlockRunResult, Program, System,
    constants::{
        BLOCK_DURATION_IN_MSECS, EXISTENTIAL_DEPOSIT, Gas, MAX_USER_GAS_LIMIT, VALUE_PER_GAS,
    },
};
use parity_scale_codec::{Decode, Encode};
use tic_tac_toe_io::{
    Action, Event, GameError, GameId, GameStage, GameState, InitConfig, Overview, PassConfig,
    StateQuery, StateReply, Trophy,
};

/// One VARA in the chain's smallest unit.
pub const VARA: u128 = 1_000_000_000_000;
/// The balance with which every user starts.
pub const PURSE: u128 = 1_000_000 * VARA;
pub const STAKE: u128 = 10 * VARA;
pub const PRICE: u128 = 3 * VARA;
/// A value that no action needs.
pub const STRAY: u128 = 17 * VARA + 3;

/// Four passes. Only holders of one can play.
pub const WITH_PASSES: InitConfig =
    InitConfig { pass: Some(PassConfig { price: PRICE, supply: 4 }), ..OPEN };

pub struct Chain {
    pub system: System,
    program: ActorId,
    /// All users, who hold value.
    users: Vec<u64>,
    books: Books,
}

/// The outcome of one message.
pub type Answer = answer::Answer<Event, GameError>;

impl Chain {
    /// Deploys the program. Each user holds [`PURSE`].
    pub fn new(config: InitConfig) -> Self {
        Self::of_users(config, USERS.into())
    }

    /// Deploys the program for these users. One of them must be the owner.
    pub fn of_users(config: InitConfig, users: Vec<u64>) -> Self {
        Self::open(config.encode(), users)
    }

    /// Deploys the program with this payload.
    pub fn open(payload: Vec<u8>, users: Vec<u64>) -> Self {
        let system = System::new();
        for user in &users {
            system.mint_to(*user, PURSE);
        }
        let program = deploy(&system).id();
        let mut chain = Self { system, program, users, books: Books::open(0) };
        let message = chain.program().send_bytes(OWNER, payload);
        let block = chain.system.run_next_block();
        assert!(block.succeed.contains(&message), "init failed");
        chain.books = Books::open(chain.balances());
        chain.check_money();
        chain
    }

    /// A program with an accepted game for this stake.
    pub fn with_game(stake: u128, referee: Option<u64>) -> Self {
        let mut chain = Self::new(OPEN);
        chain.start_game(stake, referee);
        chain
    }

    /// Starts a game of the two players.
    pub fn start_game(&mut self, stake: u128, referee: Option<u64>) {
        let create = Action::Create { challenger: id(CHALLENGER), referee: referee.map(id) };
        let created = self.send_with_value(HOST, create, stake);
        assert_eq!(created.event(), Event::Created { game: game() });
        let accept = accept(game(), stake, referee);
        let accepted = self.send_with_value(CHALLENGER, accept, stake);
        assert_eq!(accepted.event(), Event::Accepted { game: game() });
    }

    /// Makes the two players' moves in turns, without a referee. Returns the last answer.
    pub fn play(&mut self, cells: &[u8]) -> Answer {
        let movers = [HOST, CHALLENGER].into_iter().cycle();
        let mut answers = cells.iter().zip(movers).map(|(cell, mover)| {
            let answer = self.send(mover, mark(game(), *cell));
            assert!(matches!(answer.result, Some(Ok(_))), "{cell}: {answer:?}");
            answer
        });
        let first = answers.next().expect("there is a move");
        answers.fold(first, |before, answer| {
            assert_eq!(before.broadcasts, [], "the game went on");
            answer
        })
    }

    pub fn program(&self) -> Program<'_> {
        self.system.get_program(self.program).expect("the program was deployed")
    }

    /// Sends an action without value, and runs the block that contains it.
    pub fn send(&mut self, user: u64, action: Action) -> Answer {
        self.send_with_value(user, action, 0)
    }

    pub fn send_with_value(&mut self, user: u64, action: Action, value: u128) -> Answer {
        self.send_bytes(user, action.encode(), value, MAX_USER_GAS_LIMIT)
    }

    pub fn send_bytes(&mut self, user: u64, payload: Vec<u8>, value: u128, gas: Gas) -> Answer {
        let balance = self.balance(user);
        let message = self.program().send_bytes_with_gas(user, payload, gas, value);
        let block = self.run_block();
        let gas = block.gas_burned[&message];
        let fee = u128::from(gas) * VALUE_PER_GAS;
        let gain = (self.balance(user) + fee) as i128 - balance as i128;
        let answer = Answer::read(&block, message, gain);
        let is_refused = matches!(answer.result, Some(Err(_)));
        assert!(!is_refused || answer.broadcasts.is_empty(), "a refused action is not broadcast");
        answer
    }

    /// Runs one block, and checks the money.
    pub fn run_block(&mut self) -> BlockRunResult {
        let block = self.run_block_unchecked();
        self.check_money();
        block
    }

    /// Runs one block without checking the money, for tests that prepare too many games.
    pub fn run_block_unchecked(&mut self) -> BlockRunResult {
        let block = self.system.run_next_block();
        self.books.book(&block);
        block
    }

    /// Runs blocks without messages until a message sent now would be in a block after this
    /// timestamp.
    pub fn pass(&mut self, timestamp: u64) {
        while self.next_timestamp() <= timestamp {
            self.run_block();
        }
    }

    /// Runs blocks until the deadline of the player or referee for whom the game waits is over.
    pub fn pass_deadline(&mut self) {
        let deadline = match self.game().stage {
            GameStage::ToMove { deadline: Some(deadline), .. }
            | GameStage::ToPlace { deadline, .. } => deadline,
            stage => panic!("the game waits for nobody: {stage:?}"),
        };
        self.pass(deadline);
    }

    /// The timestamp of the block that will contain the next message.
    pub fn next_timestamp(&self) -> u64 {
        self.system.block_timestamp() + BLOCK_DURATION_IN_MSECS
    }

    pub fn query(&self, query: StateQuery) -> StateReply {
        self.query_bytes(query.encode())
    }

    pub fn query_bytes(&self, payload: Vec<u8>) -> StateReply {
        let reply = self.program().read_state_bytes(payload).expect("state answers");
        StateReply::decode(&mut &*reply).expect("a StateReply")
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

    /// All games, read page by page.
    pub fn all_games(&self) -> Vec<GameState> {
        let mut games = vec![];
        let mut from = Some(0);
        while let Some(start) = from {
            let query = StateQuery::AllGames { from: start, limit: StateQuery::PAGE };
            let StateReply::Games(page) = self.query(query) else {
                panic!("the answer to AllGames is a page");
            };
            games.extend(page.games);
            from = page.next;
        }
        games
    }

    pub fn trophies(&self, user: u64) -> Vec<Trophy> {
        match self.query(StateQuery::Trophies(id(user))) {
            StateReply::Trophies(page) => page.trophies,
            other => panic!("the answer to Trophies is {other:?}"),
        }
    }

    pub fn overview(&self) -> Overview {
        match self.query_bytes(vec![]) {
            StateReply::Overview(overview) => overview,
            other => panic!("the answer to an empty query is {other:?}"),
        }
    }

    /// The whole state.
    pub fn everything(&self) -> (Overview, Vec<GameState>, StateReply, Vec<Vec<Trophy>>) {
        let trophies = self.users.iter().map(|user| self.trophies(*user)).collect();
        (self.overview(), self.all_games(), self.query(StateQuery::Passes), trophies)
    }

    pub fn balance(&self, user: u64) -> u128 {
        self.system.balance_of(user)
    }

    /// The value that the program holds beyond its existential deposit.
    pub fn held(&self) -> u128 {
        self.program().balance() - EXISTENTIAL_DEPOSIT
    }

    fn balances(&self) -> u128 {
        let users: u128 = self.users.iter().map(|user| self.balance(*user)).sum();
        users + self.program().balance()
    }

    /// Checks that the program holds the pots of its games and nothing else, and that no unit of
    /// value was lost or made.
    pub fn check_money(&self) {
        let pots: u128 = self.all_games().iter().map(|game| game.pot).sum();
        assert_eq!(self.held(), pots, "the program holds the pots");
        assert_eq!(self.books.held(self.balances()), 0, "nothing is lost");
    }
}

pub fn deploy(system: &System) -> Program<'_> {
    Program::from_binary_with_id(system, 0x77ac, tic_tac_toe::WASM_BINARY_OPT)
}
