//! A table on an embedded chain, whose money is checked after every step.

use gstd::{ActorId, MessageId};
use gtest::{
    BlockRunResult, Program, System,
    constants::{BLOCK_DURATION_IN_MSECS, EXISTENTIAL_DEPOSIT, MAX_USER_GAS_LIMIT, VALUE_PER_GAS},
};
use parity_scale_codec::{Decode, Encode};
use rpsls_io::{
    Action, Event, GameConfig, GameError, GameState, Move, StateQuery, StateReply, commitment,
    opening,
};

/// One VARA in the chain's smallest unit.
pub const VARA: u128 = 1_000_000_000_000;
/// What everyone starts with.
pub const PURSE: u128 = 1_000_000 * VARA;
/// The owner's number among the users; the players are those from 1 on.
pub const OWNER: u64 = 1_000;

/// The most gas that a pending alarm can hold: what it is given, and a year's
/// stay in the dispatch stash.
const ALARM_MAX_GAS: u64 = 12_000_000_000;

pub const CONFIG: GameConfig = GameConfig {
    bet_size: 10 * VARA,
    players_count_limit: 255,
    entry_timeout: 1_000_000,
    move_timeout: 1_000_000,
    reveal_timeout: 1_000_000,
};

/// The account of the user of this number.
pub fn id(user: u64) -> ActorId {
    user.into()
}

/// A password of a user, for commitments.
pub fn password(user: u64) -> String {
    format!("password-of-{user}")
}

pub struct Table {
    pub system: System,
    program: ActorId,
    users: Vec<u64>,
    /// All balances together, plus all fees paid, when the table was opened.
    total: u128,
    fees: u128,
}

/// What came of one message.
#[derive(Debug)]
pub struct Answer {
    /// `None` if the message trapped.
    pub result: Option<Result<Event, GameError>>,
    pub broadcasts: Vec<Event>,
    pub gas: u64,
}

impl Table {
    /// Opens a table of `players` who each hold [`PURSE`].
    pub fn new(config: GameConfig, players: u64) -> Self {
        let system = System::new();
        let users: Vec<u64> = (1..=players).chain([OWNER]).collect();
        for user in &users {
            system.mint_to(*user, PURSE);
        }
        let program = Program::from_binary_with_id(&system, 0x7ab1e, rpsls::WASM_BINARY_OPT);
        let (program, init) = (program.id(), program.send(OWNER, config));
        let block = system.run_next_block();
        assert!(block.succeed.contains(&init), "init failed");
        let mut table = Self {
            system,
            program,
            users,
            total: 0,
            fees: 0,
        };
        table.total = table.balances();
        table.check_money();
        table
    }

    pub fn program(&self) -> Program<'_> {
        self.system
            .get_program(self.program)
            .expect("the table was opened")
    }

    /// Sends an action and runs the block that has it.
    pub fn send_with(&mut self, user: u64, action: Action, value: u128, gas: u64) -> Answer {
        self.send_bytes(user, action.encode(), value, gas)
    }

    pub fn send_bytes(&mut self, user: u64, payload: Vec<u8>, value: u128, gas: u64) -> Answer {
        let message = self
            .program()
            .send_bytes_with_gas(user, payload, gas, value);
        let block = self.run_block();
        Answer {
            result: block
                .succeed
                .contains(&message)
                .then(|| reply(&block, message)),
            broadcasts: broadcasts(&block),
            gas: block.gas_burned[&message],
        }
    }

    /// Sends an action without value.
    pub fn send(&mut self, user: u64, action: Action) -> Answer {
        self.send_with(user, action, 0, MAX_USER_GAS_LIMIT)
    }

    pub fn register(&mut self, user: u64) -> Answer {
        let bet_size = self.state().config.bet_size;
        self.send_with(user, Action::Register, bet_size, MAX_USER_GAS_LIMIT)
    }

    pub fn make_move(&mut self, user: u64, mv: Move) -> Answer {
        self.send(
            user,
            Action::MakeMove(commitment(&opening(mv, &password(user)))),
        )
    }

    pub fn reveal(&mut self, user: u64, mv: Move) -> Answer {
        self.send(user, Action::Reveal(opening(mv, &password(user))))
    }

    /// Runs one block, and checks the money.
    pub fn run_block(&mut self) -> BlockRunResult {
        let block = self.system.run_next_block();
        self.fees += block.spent_value();
        self.check_money();
        block
    }

    /// Runs blocks without messages of users until the stage's deadline has
    /// passed.
    pub fn pass_deadline(&mut self) -> Vec<Event> {
        let deadline = self.state().deadline;
        let mut events = vec![];
        while self.now() <= deadline {
            events.extend(broadcasts(&self.run_block()));
        }
        events
    }

    pub fn query(&self, query: StateQuery) -> StateReply {
        self.program().read_state(query).expect("state answers")
    }

    pub fn state(&self) -> GameState {
        match self
            .program()
            .read_state_bytes(vec![])
            .map(|reply| StateReply::decode(&mut &*reply))
        {
            Ok(Ok(StateReply::All(state))) => state,
            other => panic!("an empty query asks for All, got {other:?}"),
        }
    }

    /// The timestamp of the block that the next message will be in.
    pub fn now(&self) -> u64 {
        self.system.block_timestamp() + BLOCK_DURATION_IN_MSECS
    }

    pub fn balance(&self, user: u64) -> u128 {
        self.system.balance_of(user)
    }

    fn balances(&self) -> u128 {
        let users: u128 = self.users.iter().map(|user| self.balance(*user)).sum();
        users + self.program().balance()
    }

    /// Value that the chain holds for a pending alarm's gas.
    pub fn held_for_alarm(&self) -> u128 {
        self.total - self.fees - self.balances()
    }

    /// The program holds the pot and nothing else, and no unit of value has
    /// been lost or made.
    fn check_money(&self) {
        assert_eq!(
            self.program().balance() - EXISTENTIAL_DEPOSIT,
            self.program_pot()
        );
        let held = self.held_for_alarm();
        assert!(
            held <= u128::from(ALARM_MAX_GAS) * VALUE_PER_GAS,
            "{held} is more than one alarm's"
        );
    }

    fn program_pot(&self) -> u128 {
        self.state().pot
    }
}

fn reply(block: &BlockRunResult, message: MessageId) -> Result<Event, GameError> {
    let reply = block
        .log()
        .iter()
        .find(|log| log.reply_to() == Some(message));
    Decode::decode(&mut reply.expect("every action is replied").payload())
        .expect("the reply's type")
}

fn broadcasts(block: &BlockRunResult) -> Vec<Event> {
    let events = block
        .log()
        .iter()
        .filter(|log| log.destination() == ActorId::zero());
    events
        .map(|log| Event::decode(&mut log.payload()).expect("an event"))
        .collect()
}
