//! The club on an embedded chain. The tests check its money after every block.

use chain_tests::{answer, books::Books};
use gprimitives::{ActorId, CodeId};
use gtest::{
    BlockRunResult, Program, System,
    constants::{BLOCK_DURATION_IN_MSECS, EXISTENTIAL_DEPOSIT, Gas, MAX_USER_GAS_LIMIT},
};
use parity_scale_codec::{Decode, Encode};
use rpsls_club_io::{
    Action, ClubError, ClubInit, Event, Listed, Overview, StateQuery, StateReply, gas,
};
use rpsls_io::{Format, GameConfig, GameRules, GameState};

/// One VARA in the chain's smallest unit.
pub const VARA: u128 = 1_000_000_000_000;
/// The balance with which every user starts.
pub const PURSE: u128 = 100_000 * VARA;
/// The deposit that the chain asks for a program.
pub const DEPOSIT: u128 = EXISTENTIAL_DEPOSIT;
/// A value that no action needs.
pub const STRAY: u128 = 17 * VARA + 3;

/// The users' numbers.
pub const OPENER: u64 = 1;
pub const OTHER: u64 = 2;
/// The user who deployed the club.
pub const OWNER: u64 = 3;
pub const USERS: [u64; 3] = [OPENER, OTHER, OWNER];

/// The config of a duel.
pub const CONFIG: GameConfig = GameConfig {
    bet_size: 10 * VARA,
    players_count_limit: 2,
    entry_timeout: 60_000,
    move_timeout: 30_000,
    reveal_timeout: 45_000,
};
pub const RULES: GameRules = GameRules { format: Format::Knockout, start_when_full: true };

/// The account of the user with this number.
pub fn id(user: u64) -> ActorId {
    user.into()
}

/// An action that opens a duel with this title.
pub fn open(title: &str) -> Action {
    Action::Open { config: CONFIG, rules: RULES, start_gas: gas::START, title: title.into() }
}

/// An action that opens a duel whose start gets this much gas.
pub fn open_with(start_gas: u64) -> Action {
    Action::Open { config: CONFIG, rules: RULES, start_gas, title: "Ada's".into() }
}

/// The outcome of one message.
pub type Answer = answer::Answer<Event, ClubError>;

pub struct Chain {
    pub system: System,
    pub club: ActorId,
    /// Every program that the club has created, started or not.
    pub created: Vec<ActorId>,
    books: Books,
}

impl Chain {
    /// A club with genuine tables, which takes only fair ones.
    pub fn new() -> Self {
        Self::with_tables(rpsls::WASM_BINARY_OPT, false)
    }

    /// A club whose tables have this code, which is uploaded.
    pub fn with_tables(code: &[u8], any_format: bool) -> Self {
        Self::deployed(|system| ClubInit { table_code: system.submit_code(code), any_format })
    }

    /// A club whose tables have a code that is not on the chain.
    pub fn without_code() -> Self {
        Self::deployed(|_| ClubInit { table_code: CodeId::from([7; 32]), any_format: false })
    }

    fn deployed(init: impl Fn(&System) -> ClubInit) -> Self {
        let system = System::new();
        for user in USERS {
            system.mint_to(user, PURSE);
        }
        let club = deploy(&system).id();
        let init = init(&system);
        let mut chain = Self { system, club, created: vec![], books: Books::open(0) };
        let message = chain.program().send(OWNER, init);
        let block = chain.system.run_next_block();
        assert!(block.succeed.contains(&message), "init failed");
        chain.books = Books::open(chain.balances());
        chain.check_money();
        chain
    }

    pub fn program(&self) -> Program<'_> {
        self.system.get_program(self.club).expect("the club was deployed")
    }

    /// Opens a table, and returns its id. It must succeed.
    pub fn open(&mut self, user: u64, title: &str) -> ActorId {
        match self.send_with_value(user, open(title), DEPOSIT).event() {
            Event::Opened { table } => table,
            other => panic!("the reply to Open is {other:?}"),
        }
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
        let block = self.run_block_unchecked();
        // The sender also pays for the table's start and for its reply to the club.
        let fee = block.spent_value();
        let gain = (self.balance(user) + fee) as i128 - balance as i128;
        let answer = Answer::read(&block, message, gain);
        let is_refused = matches!(answer.result, Some(Err(_)));
        assert!(!is_refused || answer.broadcasts.is_empty(), "a refused action is not broadcast");
        if let Some(Ok(Event::Opened { table })) = answer.result {
            self.created.push(table);
        }
        self.check_money();
        answer
    }

    /// Runs one block without checking the money.
    pub fn run_block_unchecked(&mut self) -> BlockRunResult {
        let block = self.system.run_next_block();
        self.books.book(&block);
        block
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

    /// The whole list, read page by page.
    pub fn tables(&self) -> Vec<Listed> {
        let mut tables = vec![];
        let mut from = Some(0);
        while let Some(start) = from {
            let query = StateQuery::Tables { from: start, limit: StateQuery::PAGE };
            let StateReply::Tables(page) = self.query(query) else {
                panic!("the answer to Tables is a page");
            };
            tables.extend(page.tables);
            from = page.next;
        }
        tables
    }

    /// The action that takes this listed table off the list.
    pub fn unlist(&self, table: ActorId) -> Action {
        match self.query(StateQuery::Table(table)) {
            StateReply::Table(Some(Listed { place, .. })) => Action::Unlist { table, place },
            other => panic!("the table should be listed: {other:?}"),
        }
    }

    /// The ids of the listed tables, newest first.
    pub fn listed(&self) -> Vec<ActorId> {
        self.tables().into_iter().map(|listed| listed.table).collect()
    }

    pub fn overview(&self) -> Overview {
        match self.query_bytes(vec![]) {
            StateReply::Overview(overview) => overview,
            other => panic!("the answer to an empty query is {other:?}"),
        }
    }

    /// The whole state.
    pub fn everything(&self) -> (Overview, Vec<Listed>) {
        (self.overview(), self.tables())
    }

    /// The state of a table.
    pub fn table(&self, table: ActorId) -> GameState {
        let program = self.system.get_program(table).expect("the table is a program");
        match program.read_state::<rpsls_io::StateReply, _>(rpsls_io::StateQuery::All) {
            Ok(rpsls_io::StateReply::All(state)) => state,
            other => panic!("the table's state is {other:?}"),
        }
    }

    pub fn balance(&self, user: u64) -> u128 {
        self.system.balance_of(user)
    }

    /// The value that the club holds beyond its existential deposit.
    pub fn held(&self) -> u128 {
        self.program().balance() - EXISTENTIAL_DEPOSIT
    }

    fn balances(&self) -> u128 {
        let users: u128 = USERS.iter().map(|user| self.balance(*user)).sum();
        let tables: u128 = self.created.iter().map(|table| self.system.balance_of(*table)).sum();
        users + tables + self.program().balance()
    }

    /// Checks that the club holds nothing, and that no unit of value was lost or made.
    pub fn check_money(&self) {
        assert_eq!(self.held(), 0, "the club holds nothing");
        assert_eq!(self.books.held(self.balances()), 0, "nothing is lost");
    }
}

pub fn deploy(system: &System) -> Program<'_> {
    Program::from_binary_with_id(system, 0x77ad, rpsls_club::WASM_BINARY_OPT)
}
