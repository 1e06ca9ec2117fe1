//! The chain inside this process, with the program on it: a development node,
//! played on as any other node.

use super::ledger::Ledger;
use crate::{
    account::Account,
    follow::Follow,
    link::Link,
    table::{Said, Table, What},
};
use anyhow::{Context, Result};
use gprimitives::ActorId;
use gsdk::{IntoAccountId32, ext::subxt::ext::subxt_rpcs::rpc_params, gear};
use rpsls_io::{Action, Event, GameConfig, GameState};
use serde_json::Value;
use std::net::{Ipv4Addr, SocketAddr};
use vara_devnode::{BlockTime, Node, Options};

/// The time between two blocks of Vara, ms.
const BLOCK_TIME: u64 = 3_000;

pub struct Chain {
    table: Table,
    follow: Follow,
    now: u64,
    /// Stops when it is dropped.
    _node: Node,
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
    pub event: Event,
    pub gas: u64,
    pub clock: Clock,
}

/// What deploying took.
pub struct Deployed {
    pub size: usize,
    pub gas: u64,
}

impl Chain {
    /// A chain with a table, whose owner and accounts hold `purse` each, but
    /// for what deploying cost the owner. Opens the books of all accounts, of
    /// which the last is the owner's.
    pub async fn open(
        accounts: &[Account],
        purse: u128,
        config: &GameConfig,
        salt: &[u8],
    ) -> Result<(Self, Ledger, Deployed)> {
        let listen = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let node = Node::start(Options { listen, block_time: BlockTime::Instant }).await?;
        let mut link = Link::connect(&node.url(), None).await?;
        let rich = Account::development("//Alice")?;
        for account in accounts {
            fund(&mut link, &rich, account.id, purse).await?;
        }
        let owner = accounts.last().context("somebody has to own the table")?;
        let mut ledger = Ledger::open(&mut link, accounts).await?;
        let deployed = Table::deploy(&mut link, owner, config, salt).await?;
        let gas = ledger.deployed(&mut link, accounts.len() - 1, deployed.cost.fee).await?;
        let mut table = Table::open(link, deployed.program).await?;
        let head = table.link.head().await?;
        let chain = Self { follow: Follow::after(head), table, now: head.timestamp, _node: node };
        Ok((chain, ledger, Deployed { size: rpsls::WASM_BINARY_OPT.len(), gas }))
    }

    /// Sends an action, and waits for the block that has it.
    pub async fn send(
        &mut self,
        ledger: &mut Ledger,
        seat: usize,
        from: &Account,
        action: &Action,
        value: u128,
    ) -> Result<Answer> {
        let receipt = self.table.act(from, action, value).await?;
        let said = self.settle().await?;
        let (gas, alarm_gas) =
            ledger.sent(&mut self.table.link, seat, value, &receipt.cost, &said).await?;
        let clock = Clock { alarm_gas, broadcasts: broadcasts(&said) };
        Ok(Answer { event: receipt.event, gas, clock })
    }

    /// Makes a block in which nobody sends anything.
    pub async fn pass(&mut self, ledger: &mut Ledger) -> Result<Clock> {
        self.table
            .link
            .ask(async |api| {
                api.rpc().request::<Value>("dev_advanceBlocks", rpc_params![1]).await?;
                Ok(())
            })
            .await?;
        let said = self.settle().await?;
        let alarm_gas = ledger.passed(&mut self.table.link, &said).await?;
        Ok(Clock { alarm_gas, broadcasts: broadcasts(&said) })
    }

    /// What the program has said since the last time.
    async fn settle(&mut self) -> Result<Vec<Said>> {
        let (head, said) = self.follow.next(&mut self.table).await?;
        self.now = head.timestamp;
        Ok(said.into_iter().map(|(_, said)| said).collect())
    }

    pub async fn state(&mut self) -> Result<GameState> {
        Ok(self.table.view().await?.state)
    }

    /// The last block's timestamp, ms.
    pub fn now(&self) -> u64 {
        self.now
    }

    pub fn link(&mut self) -> &mut Link {
        &mut self.table.link
    }

    pub fn program(&self) -> ActorId {
        self.table.program
    }
}

/// How many blocks it takes for more than `ms` to pass.
pub fn blocks_after(ms: u64) -> u64 {
    ms / BLOCK_TIME + 1
}

async fn fund(link: &mut Link, from: &Account, to: ActorId, value: u128) -> Result<()> {
    let to = to.into_account_id();
    link.submit(from, &gear::tx().balances().transfer_keep_alive(to.into(), value)).await?;
    Ok(())
}

fn broadcasts(said: &[Said]) -> Vec<Event> {
    let broadcasts = said.iter().filter_map(|said| match &said.what {
        What::Told(event) if said.to == ActorId::zero() => Some(event.clone()),
        _ => None,
    });
    broadcasts.collect()
}
