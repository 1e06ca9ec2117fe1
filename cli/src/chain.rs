//! The chain inside this process, with the program on it.

use anyhow::{Context, Result, bail, ensure};
use gprimitives::{ActorId, MessageId};
use gtest::{
    BlockRunResult, Program, System,
    constants::{BLOCK_DURATION_IN_MSECS, VALUE_PER_GAS},
};
use parity_scale_codec::{Decode, Encode};
use rpsls_io::{Action, Event, GameConfig, GameError, GameState, StateReply};

/// What a message may burn, a pending alarm's gas included. What it doesn't
/// burn goes back to its sender.
const GAS_LIMIT: u64 = 20_000_000_000;

const PROGRAM: u64 = 0x7ab1e;

pub struct Chain {
    system: System,
    gas: u64,
}

/// What happened in a block besides the message sent.
pub struct Clock {
    /// Gas that the program's alarm burned, if it went off.
    pub alarm_gas: Option<u64>,
    /// What was broadcast to the zero account.
    pub broadcasts: Vec<Event>,
}

/// What came of one message.
pub struct Answer {
    pub result: Result<Event, GameError>,
    pub gas: u64,
    pub clock: Clock,
}

/// What deploying took.
pub struct Deployed {
    pub size: usize,
    pub gas: u64,
}

impl Chain {
    /// A chain on which each of `users` holds `purse`.
    pub fn new(users: impl IntoIterator<Item = ActorId>, purse: u128) -> Self {
        let system = System::new();
        for user in users {
            system.mint_to(user, purse);
        }
        Self { system, gas: 0 }
    }

    pub fn deploy(&mut self, owner: ActorId, config: &GameConfig) -> Result<Deployed> {
        let wasm = rpsls::WASM_BINARY_OPT;
        let program = Program::from_binary_with_id(&self.system, PROGRAM, wasm);
        let init = program.send_bytes_with_gas(owner, config.encode(), GAS_LIMIT, 0);
        let block = self.run()?;
        ensure!(block.succeed.contains(&init), "the program refused to start");
        Ok(Deployed { size: wasm.len(), gas: burned(&block, init)? })
    }

    /// Sends an action, and runs the block that has it.
    pub fn send(&mut self, from: ActorId, action: &Action, value: u128) -> Result<Answer> {
        let message = self.program()?.send_bytes_with_gas(from, action.encode(), GAS_LIMIT, value);
        let block = self.run()?;
        let reply = block
            .log()
            .iter()
            .find(|log| log.reply_to() == Some(message))
            .context("the program did not reply")?;
        ensure!(
            block.succeed.contains(&message),
            "the message trapped: {}",
            String::from_utf8_lossy(reply.payload())
        );
        Ok(Answer {
            result: Decode::decode(&mut reply.payload()).context("can't read the reply")?,
            gas: burned(&block, message)?,
            clock: clock(&block, Some(message))?,
        })
    }

    /// Runs a block in which nobody sends anything.
    pub fn pass(&mut self) -> Result<Clock> {
        let block = self.run()?;
        clock(&block, None)
    }

    pub fn state(&self) -> Result<GameState> {
        let reply = self
            .program()?
            .read_state_bytes(vec![])
            .context("the program's state can't be read")?;
        match StateReply::decode(&mut &*reply) {
            Ok(StateReply::All(state)) => Ok(state),
            _ => bail!("the program's state can't be decoded"),
        }
    }

    /// Timestamp of the last block, ms.
    pub fn now(&self) -> u64 {
        self.system.block_timestamp()
    }

    /// Number of the last block.
    pub fn height(&self) -> u32 {
        self.system.block_height()
    }

    pub fn balance(&self, account: ActorId) -> u128 {
        self.system.balance_of(account)
    }

    pub fn program_id(&self) -> ActorId {
        PROGRAM.into()
    }

    /// All gas burned so far.
    pub fn gas(&self) -> u64 {
        self.gas
    }

    fn program(&self) -> Result<Program<'_>> {
        self.system.get_program(PROGRAM).context("the program is gone from the chain")
    }

    fn run(&mut self) -> Result<BlockRunResult> {
        let block = self.system.run_next_block();
        ensure!(block.not_executed.is_empty(), "the chain did not execute a message");
        self.gas += block.gas_burned.values().sum::<u64>();
        Ok(block)
    }
}

/// What this much gas costs.
pub fn fee(gas: u64) -> u128 {
    u128::from(gas) * VALUE_PER_GAS
}

/// How many blocks it takes for more than `ms` to pass.
pub fn blocks_after(ms: u64) -> u64 {
    ms / BLOCK_DURATION_IN_MSECS + 1
}

fn burned(block: &BlockRunResult, message: MessageId) -> Result<u64> {
    let gas = block.gas_burned.get(&message);
    gas.copied().context("the message was not executed")
}

/// Of the messages that no user sends, only the program's alarm burns gas: the
/// others are the automatic replies to what the program sent, which have none.
fn clock(block: &BlockRunResult, sent: Option<MessageId>) -> Result<Clock> {
    let mut alarms =
        block.gas_burned.iter().filter(|(message, gas)| Some(**message) != sent && **gas > 0);
    let alarm = alarms.next();
    if let Some((message, _)) = alarm {
        ensure!(block.succeed.contains(message), "the alarm trapped");
    }
    let broadcasts = block
        .log()
        .iter()
        .filter(|log| log.destination() == ActorId::zero())
        .map(|log| Event::decode(&mut log.payload()));
    Ok(Clock {
        alarm_gas: alarm.map(|(_, gas)| *gas),
        broadcasts: broadcasts.collect::<Result<_, _>>().context("can't read a broadcast")?,
    })
}
