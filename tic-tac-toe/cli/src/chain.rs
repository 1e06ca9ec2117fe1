//! The program on a chain inside this process.

use anyhow::{Context, Result, bail, ensure};
use gprimitives::ActorId;
use gtest::{
    Program, System,
    constants::{EXISTENTIAL_DEPOSIT, Gas, VALUE_PER_GAS},
};
use parity_scale_codec::{Decode, Encode};
use tic_tac_toe_io::{
    Action, Event, GameError, GameId, GameState, InitConfig, StateQuery, StateReply, Trophy,
};

/// One VARA in the chain's smallest unit.
pub const VARA: u128 = 1_000_000_000_000;
/// What everyone starts with.
pub const PURSE: u128 = 1_000 * VARA;

const PROGRAM: u64 = 100;

/// Who takes part, by number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum User {
    Host = 1,
    Challenger,
    Referee,
    Owner,
}

impl User {
    pub const ALL: [User; 4] = [User::Host, User::Challenger, User::Referee, User::Owner];

    pub fn name(self) -> &'static str {
        match self {
            User::Host => "Ada",
            User::Challenger => "Grace",
            User::Referee => "referee",
            User::Owner => "owner",
        }
    }

    pub fn account(self) -> ActorId {
        (self as u64).into()
    }
}

/// The chain, and what each user has paid for gas.
pub struct Chain {
    system: System,
    fees: [u128; User::ALL.len()],
    pub gas: Gas,
}

impl Chain {
    /// Deploys the program; also the gas that it took.
    ///
    /// # Errors
    ///
    /// If the program is not deployed.
    pub fn deploy(config: InitConfig) -> Result<(Self, Gas)> {
        let system = System::new();
        for user in User::ALL {
            system.mint_to(user.account(), PURSE);
        }
        Program::from_binary_with_id(&system, PROGRAM, tic_tac_toe::WASM_BINARY_OPT);
        let mut chain = Self { system, fees: [0; User::ALL.len()], gas: 0 };
        let message = chain.program()?.send(User::Owner.account(), config);
        let gas = chain.run(User::Owner, message)?.1;
        Ok((chain, gas))
    }

    fn program(&self) -> Result<Program<'_>> {
        self.system.get_program(PROGRAM).context("the program is gone")
    }

    /// Sends an action, and runs the block that has it; the reply, and the gas.
    ///
    /// # Errors
    ///
    /// If it is refused.
    pub fn send(&mut self, user: User, action: Action, value: u128) -> Result<(Event, Gas)> {
        let message = self.program()?.send_with_value(user.account(), action, value);
        let (reply, gas) = self.run(user, message)?;
        let reply = Result::<Event, GameError>::decode(&mut &*reply)?;
        Ok((reply.with_context(|| format!("{} was refused", user.name()))?, gas))
    }

    /// Runs the block of a message; its reply, and the gas.
    fn run(&mut self, user: User, message: gprimitives::MessageId) -> Result<(Vec<u8>, Gas)> {
        let block = self.system.run_next_block();
        let reply = block.log().iter().find(|log| log.reply_to() == Some(message));
        let reply = reply.map(|log| log.payload().to_vec()).unwrap_or_default();
        if !block.succeed.contains(&message) {
            bail!("the message failed: {}", String::from_utf8_lossy(&reply));
        }
        let gas = block.gas_burned[&message];
        self.gas += gas;
        self.fees[user as usize - 1] += u128::from(gas) * VALUE_PER_GAS;
        Ok((reply, gas))
    }

    fn query(&self, query: StateQuery) -> Result<StateReply> {
        let reply = self.program()?.read_state_bytes(query.encode());
        let reply = reply.map_err(|error| anyhow::anyhow!("state does not answer: {error:?}"))?;
        Ok(StateReply::decode(&mut &*reply)?)
    }

    /// The game's state.
    ///
    /// # Errors
    ///
    /// If there is no such game.
    pub fn game(&self, game: GameId) -> Result<GameState> {
        match self.query(StateQuery::Game(game))? {
            StateReply::Game(Some(game)) => Ok(game),
            other => bail!("the game is told as {other:?}"),
        }
    }

    /// A user's trophies.
    ///
    /// # Errors
    ///
    /// If the program doesn't tell.
    pub fn trophies(&self, user: User) -> Result<Vec<Trophy>> {
        match self.query(StateQuery::Trophies(user.account()))? {
            StateReply::Trophies(page) => Ok(page.trophies),
            other => bail!("trophies are told as {other:?}"),
        }
    }

    pub fn balance(&self, user: User) -> u128 {
        self.system.balance_of(user.account())
    }

    pub fn fees(&self, user: User) -> u128 {
        self.fees[user as usize - 1]
    }

    /// That no unit was lost, and the program holds nothing of a game that is
    /// over.
    ///
    /// # Errors
    ///
    /// If that is not so.
    pub fn check_money(&self) -> Result<()> {
        let held = self.program()?.balance();
        ensure!(held == EXISTENTIAL_DEPOSIT, "the program holds {held}");
        let users: u128 = User::ALL.map(|user| self.balance(user) + self.fees(user)).iter().sum();
        let total = PURSE * User::ALL.len() as u128;
        ensure!(users + held == total, "{users} and {held} are not {total}");
        Ok(())
    }
}
