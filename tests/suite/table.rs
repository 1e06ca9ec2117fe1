//! A table on an embedded chain. It checks the money after every block.

use chain_tests::{answer, books::Books, log};
use gprimitives::H256;
use gstd::{ActorId, MessageId};
use gtest::{
    BlockRunResult, Program, System,
    constants::{
        BLOCK_DURATION_IN_MSECS, EXISTENTIAL_DEPOSIT, Gas, MAX_USER_GAS_LIMIT, VALUE_PER_GAS,
    },
};
use parity_scale_codec::{Decode, Encode};
use rpsls_io::{
    Action, Event, GameConfig, GameError, GameRules, GameStage, GameState, Move, RevealResult,
    StateQuery, StateReply, TableInit, bound_commitment, commitment, opening,
};
use std::ops::RangeInclusive;

/// One VARA in the chain's smallest unit.
pub const VARA: u128 = 1_000_000_000_000;
/// The balance with which every user starts.
pub const PURSE: u128 = 1_000_000 * VARA;
pub const BET: u128 = 10 * VARA;
/// The owner's number among the users. The players have the numbers from 1 on.
pub const OWNER: u64 = 1_000;
/// A user who never registers.
pub const STRANGER: u64 = 1_001;

pub const CONFIG: GameConfig = GameConfig {
    bet_size: BET,
    players_count_limit: 255,
    entry_timeout: 60_000,
    move_timeout: 30_000,
    reveal_timeout: 45_000,
};

/// Stages long enough for 255 players who send one message in each block.
pub const UNHURRIED: GameConfig = GameConfig {
    entry_timeout: 1_000_000,
    move_timeout: 1_000_000,
    reveal_timeout: 1_000_000,
    ..CONFIG
};

/// Gas that is enough for any message of a player, even if it first pays a few shares, but too
/// little to arm an alarm.
pub const FRUGAL: Gas = 4_200_000_000;
/// The least gas with which an alarm is sent on: the program's `END_GAS`.
pub const LEAST_SENT_ON: Gas = 2_000_000_000;
/// The least gas that a player's message gives an alarm: the program's `MIN_GAS`.
pub const LEAST_ALARM: Gas = 4_500_000_000;

/// The value that the chain can hold for pending alarms. It is at least the least gas of one alarm.
/// It is at most the gas of a few alarms, each with rent for a year of blocks and gas for all
/// shares of a stop.
const ALARM_VALUE: RangeInclusive<u128> = LEAST_SENT_ON as u128 * VALUE_PER_GAS
    ..=(MOST_ALARMS * (11_100_000_000 + rpsls_io::gas::shares(255))) as u128 * VALUE_PER_GAS;
/// The most alarms that are pending at once in these tests. Of these one is expected.
const MOST_ALARMS: u64 = 10;

/// The rent, as value, that a delayed message pays for a block in the chain's stash.
/// `BlockRunResult` doesn't count it as burned.
const STASH_RENT: u128 = 100 * VALUE_PER_GAS;

/// The account of the user with this number.
pub fn id(user: u64) -> ActorId {
    user.into()
}

/// The opening of a user's move in these tests.
pub fn opening_of(user: u64, mv: Move) -> String {
    opening(mv, &format!("password of {user}"))
}

/// A table, its users, and the books of their money.
pub struct Table {
    pub system: System,
    program: ActorId,
    users: Vec<u64>,
    books: Books,
    /// The value that the chain holds for the gas of pending alarms, after the last block.
    held_for_alarm: u128,
    /// The number of blocks run since no alarm was pending.
    blocks_with_alarm: u128,
    /// The state against which the money was last checked.
    checked: Option<Snapshot>,
}

/// The state as the program answered it at a block.
struct Snapshot {
    state: GameState,
    timestamp: u64,
}

impl Snapshot {
    /// Whether the program would still answer this state at `now`, if no message has come since. It
    /// would, up to the deadline, if the stage had begun before. (If the next message would begin a
    /// stage, the answer says that it begins at the block of the query.)
    fn holds_at(&self, now: u64) -> bool {
        self.state.current_stage_timestamp < self.timestamp && now <= self.state.deadline
    }
}

/// The answer to one message. (The sender's `gain` is wrong if an alarm arrived in the same block:
/// an alarm gives somebody gas back.)
pub type Answer = answer::Answer<Event, GameError>;

impl Table {
    /// Opens a table for users from 1 to `players`, the owner and a stranger. Each holds [`PURSE`].
    pub fn new(config: GameConfig, players: u64) -> Self {
        Self::open(config.encode(), 1..=players)
    }

    /// Opens a table with these rules, otherwise as [`new`](Self::new) does.
    pub fn with_rules(config: GameConfig, rules: GameRules, players: u64) -> Self {
        Self::open(TableInit { config, rules, owner: None }.encode(), 1..=players)
    }

    /// Opens a table with this payload, for these users, the owner and a stranger. Each holds
    /// [`PURSE`].
    pub fn open(init: Vec<u8>, players: impl IntoIterator<Item = u64>) -> Self {
        Self::of_code(rpsls::WASM_BINARY_OPT, init, players)
    }

    /// Opens a table of another version's code, otherwise as [`open`](Self::open) does.
    pub fn of_code(code: &[u8], init: Vec<u8>, players: impl IntoIterator<Item = u64>) -> Self {
        let system = System::new();
        let users: Vec<u64> = players.into_iter().chain([OWNER, STRANGER]).collect();
        for user in &users {
            system.mint_to(*user, PURSE);
        }
        let (program, message) = {
            let program = deploy(&system, code);
            (program.id(), program.send_bytes(OWNER, init))
        };
        let block = system.run_next_block();
        assert!(block.succeed.contains(&message), "init failed");
        let books = Books::open(0);
        let mut table = Self {
            system,
            program,
            users,
            books,
            held_for_alarm: 0,
            blocks_with_alarm: 0,
            checked: None,
        };
        table.books = Books::open(table.balances());
        table.check_money();
        table
    }

    /// Opens a table where players 1 to `players` have registered.
    pub fn registered(config: GameConfig, players: u64) -> Self {
        let mut table = Self::new(config, players);
        for player in 1..=players {
            assert_eq!(table.register(player).event(), Event::PlayerRegistered);
        }
        table
    }

    /// Opens a table where players 1 to `players` are to move.
    pub fn started(config: GameConfig, players: u64) -> Self {
        let mut table = Self::registered(config, players);
        table.pass_deadline();
        assert!(matches!(table.state().game_stage, GameStage::InProgress(_)));
        table
    }

    /// Opens a table where players from 1 on have committed to these moves.
    pub fn committed(config: GameConfig, moves: &[Move]) -> Self {
        let mut table = Self::started(config, moves.len() as u64);
        table.commit_all(moves);
        table
    }

    /// Commits to these moves for players from 1 on.
    pub fn commit_all(&mut self, moves: &[Move]) {
        for (player, mv) in (1..).zip(moves) {
            assert_eq!(self.make_move(player, *mv).event(), Event::SuccessfulMove(id(player)));
        }
    }

    /// Reveals these moves for players from 1 on. Returns the last reveal's result.
    pub fn reveal_all(&mut self, moves: &[Move]) -> RevealResult {
        let mut result = RevealResult::Continue;
        for (player, mv) in (1..).zip(moves) {
            assert_eq!(result, RevealResult::Continue);
            match self.reveal(player, *mv).event() {
                Event::SuccessfulReveal(of_reveal) => result = of_reveal,
                other => panic!("the reply to a reveal is {other:?}"),
            }
        }
        result
    }

    /// The program's id.
    pub fn id(&self) -> ActorId {
        self.program
    }

    pub fn program(&self) -> Program<'_> {
        self.system.get_program(self.program).expect("the table was opened")
    }

    /// Sends an action without value, and runs the block that contains it.
    pub fn send(&mut self, user: u64, action: Action) -> Answer {
        self.send_with_value(user, action, 0)
    }

    pub fn send_with_value(&mut self, user: u64, action: Action, value: u128) -> Answer {
        self.send_bytes(user, action.encode(), value, MAX_USER_GAS_LIMIT)
    }

    pub fn send_bytes(&mut self, user: u64, payload: Vec<u8>, value: u128, gas: Gas) -> Answer {
        let (balance, held) = (self.balance(user), self.held_for_alarm());
        let message = self.program().send_bytes_with_gas(user, payload, gas, value);
        let block = self.run_block();
        let gas = block.gas_burned[&message];
        let outlay = u128::from(gas) * VALUE_PER_GAS + self.held_for_alarm();
        let gain = (self.balance(user) + outlay) as i128 - (balance + held) as i128;
        Answer::read(&block, message, gain)
    }

    pub fn register(&mut self, user: u64) -> Answer {
        let bet_size = self.state().config.bet_size;
        self.send_with_value(user, Action::Register, bet_size)
    }

    pub fn make_move(&mut self, user: u64, mv: Move) -> Answer {
        self.send(user, Action::MakeMove(commitment(&opening_of(user, mv))))
    }

    /// A user's bound commitment to a move. [`opening_of`] opens it.
    pub fn bound(&self, user: u64, mv: Move) -> H256 {
        bound_commitment(self.program, id(user), &opening_of(user, mv))
    }

    pub fn reveal(&mut self, user: u64, mv: Move) -> Answer {
        self.send(user, Action::Reveal(opening_of(user, mv)))
    }

    /// Runs one block, and checks the money.
    pub fn run_block(&mut self) -> BlockRunResult {
        let block = self.system.run_next_block();
        self.book(&block);
        block
    }

    /// Runs a block that executes no message. Those in the queue come late.
    pub fn run_congested_block(&mut self) {
        let block = self.system.run_next_block_with_allowance(0);
        self.book(&block);
    }

    fn book(&mut self, block: &BlockRunResult) {
        self.books.book(block);
        self.blocks_with_alarm += 1;
        self.held_for_alarm = self.books.held(self.balances());
        if self.held_for_alarm < *ALARM_VALUE.start() {
            // No alarm is pending, so this is the rent that the last alarms paid.
            let rent = std::mem::take(&mut self.held_for_alarm);
            assert!(
                rent <= u128::from(MOST_ALARMS) * self.blocks_with_alarm * STASH_RENT,
                "{rent} is lost"
            );
            self.books.pay_fees(rent);
            self.blocks_with_alarm = 0;
        }
        if block.total_processed > 0 {
            self.checked = None;
        }
        self.check_money();
    }

    /// Runs blocks without messages, up to the first after the stage's deadline. Returns the events
    /// that the program broadcast in them.
    pub fn pass_deadline(&mut self) -> Vec<Event> {
        let deadline = self.state().deadline;
        let mut events = vec![];
        while self.system.block_timestamp() <= deadline {
            events.extend(broadcasts(&self.run_block()));
        }
        events
    }

    /// The timestamp of the block that will contain the next message.
    pub fn next_timestamp(&self) -> u64 {
        self.system.block_timestamp() + BLOCK_DURATION_IN_MSECS
    }

    /// The state as of the last block.
    pub fn state(&self) -> GameState {
        let reply = self.program().read_state_bytes(vec![]).expect("state answers");
        match StateReply::decode(&mut &*reply) {
            Ok(StateReply::All(state)) => state,
            other => panic!("the answer to an empty query is not All but {other:?}"),
        }
    }

    /// The payouts that are still due.
    pub fn due(&self) -> Vec<(ActorId, u128)> {
        let query = StateQuery::SharesDue.encode();
        let reply = self.program().read_state_bytes(query).expect("state answers");
        match StateReply::decode(&mut &*reply) {
            Ok(StateReply::SharesDue(due)) => due,
            other => panic!("the answer to SharesDue is {other:?}"),
        }
    }

    pub fn balance(&self, user: u64) -> u128 {
        self.system.balance_of(user)
    }

    fn balances(&self) -> u128 {
        let users: u128 = self.users.iter().map(|user| self.balance(*user)).sum();
        users + self.program().balance()
    }

    /// The value that the chain holds for the gas of pending alarms.
    pub fn held_for_alarm(&self) -> u128 {
        self.held_for_alarm
    }

    /// Checks that the program holds the pot and nothing else, that no unit of value was lost or
    /// made, and that the chain holds gas for alarms or nothing.
    fn check_money(&mut self) {
        let now = self.system.block_timestamp();
        let snapshot = match self.checked.take().filter(|snapshot| snapshot.holds_at(now)) {
            Some(snapshot) => snapshot,
            None => Snapshot { state: self.state(), timestamp: now },
        };
        let state = &snapshot.state;
        let balance = self.program().balance() - EXISTENTIAL_DEPOSIT;
        // While a game runs, the pot does not contain the bets of those whom a full bracket sends
        // away.
        let refunds = match state.rules.has_full_bracket() && state.round > 0 {
            true => self.due().iter().map(|(_, bet)| bet).sum(),
            false => 0,
        };
        // The state is as the next message will settle it. Until that message comes, the program
        // still holds a winner's pot.
        let won = state.last_game.as_ref().map_or(0, |game| game.pot);
        let is_settled_next = state.current_stage_timestamp == now && balance == won;
        let held = state.pot + refunds;
        assert!(balance == held || is_settled_next, "{balance} is not {held}");
        let held = self.held_for_alarm;
        assert!(held == 0 || ALARM_VALUE.contains(&held), "{held} is not for alarms");
        self.checked = Some(snapshot);
    }
}

pub fn deploy<'a>(system: &'a System, code: &[u8]) -> Program<'a> {
    Program::from_binary_with_id(system, 0x7ab1e, code)
}

/// The program's reply to a message of this block.
pub fn reply(block: &BlockRunResult, message: MessageId) -> Result<Event, GameError> {
    log::reply(block, message)
}

/// The events that the program broadcast in this block.
pub fn broadcasts(block: &BlockRunResult) -> Vec<Event> {
    log::broadcasts(block)
}
