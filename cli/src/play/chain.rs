//! A chain inside this process, with the program on it: a development node, on which the game is
//! played as on any other node.

use super::ledger::Ledger;
use crate::{
    chain::{
        BLOCK_TIME,
        deploy::Deployment,
        follow::{Follow, Happening},
        link::Link,
        messages::{Content, Sent},
        runtime::Together,
        table::{Table, View},
        tip::Urgency,
        voucher::Choice,
    },
    game::round::Round,
    keys::account::Account,
};
use anyhow::{Context, Result};
use gprimitives::ActorId;
use gsdk::{IntoAccountId32, ext::subxt::ext::subxt_rpcs::rpc_params, gear};
use rpsls_io::{Action, Event, GameState, TableInit};
use serde_json::Value;
use vara_devnode::{BlockTime, Node, Options};

pub struct Chain {
    table: Table,
    follow: Follow,
    /// The table as of the last block.
    view: View,
    /// The round decided last.
    decided: Option<Round>,
    /// The node stops when it is dropped.
    _node: Node,
}

/// What happened in a block besides the message sent.
pub struct Clock {
    /// Gas that the program's alarm burned, if it went off.
    pub alarm_gas: Option<u64>,
    /// What was broadcast to the zero account.
    pub broadcasts: Vec<Event>,
}

/// The result of one message.
pub struct Answer {
    pub event: Event,
    pub gas: u64,
    pub clock: Clock,
}

/// The size of the code, and the gas that deploying it burned.
pub struct Deployed {
    pub size: usize,
    pub gas: u64,
}

impl Chain {
    /// Starts a chain with a table on it. The owner and each account hold `purse`, the owner less
    /// what deploying cost. Opens the books of all accounts, the last of which is the owner's.
    pub async fn open(
        accounts: &[Account],
        purse: u128,
        init: &TableInit,
        salt: &[u8],
    ) -> Result<(Self, Ledger, Deployed)> {
        let block_time = BlockTime::Instant;
        let node = Node::start(Options { block_time, finality_lag: 0, ..Options::default() });
        let node = node.await?;
        let link = Link::connect(&node.url(), None, None).await?;
        let rich = Account::development("//Alice")?;
        fund(&link, &rich, accounts, purse).await?;
        let owner = accounts.last().context("somebody has to own the table")?;
        let mut ledger = Ledger::open(&link, accounts).await?;
        let mut plan = Deployment::plan(&link, owner, init, salt).await?;
        let created = plan.create(&link).await?;
        created.started(&link).await?;
        let gas = ledger.deployed(&link, accounts.len() - 1, created.cost.fee).await?;
        let table = Table::open(link, created.program, Choice::None).await?;
        let view = table.view().await?;
        let chain = Self { follow: Follow::after(&view), table, view, decided: None, _node: node };
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
        let Self { table, view, .. } = self;
        // Nobody fills blocks here.
        let urgency = Urgency::default();
        let (included, cost) = table.send(urgency, &view.state, from, action, value, |_| 0).await?;
        let receipt = table.receipt(&included, cost).await?;
        let sent = self.settle().await?;
        let (gas, alarm_gas) =
            ledger.sent(&self.table.link, seat, value, &receipt.cost, &sent).await?;
        let clock = Clock { alarm_gas, broadcasts: broadcasts(&sent) };
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
        let sent = self.settle().await?;
        let alarm_gas = ledger.passed(&self.table.link, &sent).await?;
        Ok(Clock { alarm_gas, broadcasts: broadcasts(&sent) })
    }

    /// What the program has sent since the last call.
    async fn settle(&mut self) -> Result<Vec<Sent>> {
        let (view, happened) = self.follow.next(&self.table).await?;
        self.view = view;
        let mut all = vec![];
        for happened in happened {
            match happened.what {
                Happening::Sent(sent) => all.push(sent),
                Happening::Round(round) => self.decided = Some(round),
            }
        }
        Ok(all)
    }

    /// The round decided since the last call.
    pub fn decided(&mut self) -> Option<Round> {
        self.decided.take()
    }

    /// The game as of the last block.
    pub fn state(&self) -> &GameState {
        &self.view.state
    }

    /// The last block's timestamp, ms.
    pub fn now(&self) -> u64 {
        self.view.head.timestamp
    }

    pub fn link(&self) -> &Link {
        &self.table.link
    }

    pub fn program(&self) -> ActorId {
        self.table.program
    }
}

/// How many blocks it takes until more than `ms` have passed.
pub fn blocks_after(ms: u64) -> u64 {
    ms / BLOCK_TIME + 1
}

/// Gives each account `value`, all in one extrinsic.
async fn fund(link: &Link, from: &Account, to: &[Account], value: u128) -> Result<()> {
    let transfer = |account: &Account| {
        let dest = account.id.into_account_id().into();
        gear::tx().balances().transfer_keep_alive(dest, value)
    };
    let transfers = to.iter().map(transfer).fold(Together::default(), Together::and);
    link.submit(from, &transfers).await?;
    Ok(())
}

fn broadcasts(sent: &[Sent]) -> Vec<Event> {
    let broadcasts = sent.iter().filter_map(|sent| match &sent.content {
        Content::Event(event) if sent.to == ActorId::zero() => Some(event.clone()),
        _ => None,
    });
    broadcasts.collect()
}
