//! What the chain took from an account for its messages to a program: fees and burned gas, exact to
//! the unit.
//!
//! The client notes nothing before it sends a message, since the chain tells all of it later. Each
//! message raises the account's nonce. Gas that is bought, burned or given back changes the
//! account's entry in the gas bank. So a binary search finds the few blocks that took something,
//! and the events of each tell how much.

use crate::{
    chain::{block::BlockHash, error::Error, link::Link, runtime},
    failure::Mark,
    game::seat::Seat,
    store::games::Trace,
};
use anyhow::Result;
use gprimitives::ActorId;
use gsdk::{
    Error as Raw, GearConfig, IntoAccountId32,
    ext::subxt::events::{EventDetails, Events, Phase, StaticEvent},
    gear::{
        self,
        balances::events::Transfer,
        gear::events::{MessageQueued, MessagesDispatched, UserMessageSent},
        system::events::ExtrinsicFailed,
        transaction_payment::events::TransactionFeePaid,
    },
};
use std::collections::BTreeMap;
use tokio::try_join;

/// The account of the pallet `py/gbank`, where gas and value lie that are on their way.
const BANK: [u8; 32] = {
    let mut id = [0; 32];
    let (name, mut at) = (*b"modlpy/gbank", 0);
    while at < name.len() {
        id[at] = name[at];
        at += 1;
    }
    id
};

/// An account that pays for its messages to a program.
#[derive(Clone, Copy)]
pub struct Payer {
    account: ActorId,
    program: ActorId,
}

impl Payer {
    pub fn of(seat: &Seat) -> Self {
        Self { account: seat.account.into(), program: seat.program.into() }
    }

    /// What the chain took from the account after one final block, up to another, in the chain's
    /// smallest unit. `trace` is the account's trace at the first block, if it is known. Also
    /// returns the trace as of the last block.
    ///
    /// # Errors
    ///
    /// [`Mark::Forgotten`] if the node no longer has the state or the events of one of these
    /// blocks.
    pub async fn bill(
        self,
        link: &Link,
        after: u32,
        trace: Option<Trace>,
        upto: u32,
    ) -> Result<(u128, Trace)> {
        let trace = match trace {
            Some(trace) => trace,
            None => self.trace(link, after).await?,
        };
        let mut from = (after, trace);
        let end = (upto, self.trace(link, upto).await?);
        let mut taken: u128 = 0;
        while from.1 != end.1 {
            let next = self.next_change(link, from, end).await?;
            let events = match link.events(hash_of(link, next.0).await?).await {
                Ok(events) => events,
                Err(error) => return Err(told(link, error).await),
            };
            let ledger = Ledger::of(&events, self)?;
            taken = taken.saturating_add(ledger.taken(from.1.held, next.1.held));
            from = next;
        }
        Ok((taken, end.1))
    }

    /// The first block whose trace differs from the one at `from`. The trace at `end` does.
    async fn next_change(
        self,
        link: &Link,
        from: (u32, Trace),
        end: (u32, Trace),
    ) -> Result<(u32, Trace)> {
        let (mut same, mut other) = (from.0, end);
        // Most often the last block is the one.
        let mut middle = other.0 - 1;
        while same + 1 < other.0 {
            let trace = self.trace(link, middle).await?;
            match trace == from.1 {
                true => same = middle,
                false => other = (middle, trace),
            }
            middle = same + (other.0 - same) / 2;
        }
        Ok(other)
    }

    /// The account as of a block.
    pub async fn trace(self, link: &Link, block: u32) -> Result<Trace> {
        let at = hash_of(link, block).await?;
        let id = self.account.into_account_id();
        let read = link
            .asked(async |api| {
                let account = gear::storage().system().account(id.clone());
                let bank = gear::storage().gear_bank().bank(id.clone());
                try_join!(runtime::read(api, account, at), runtime::read(api, bank, at))
            })
            .await;
        let (account, bank) = match read {
            Ok(read) => read,
            Err(error) => return Err(told(link, error).await),
        };
        Ok(Trace {
            nonce: account.map_or(0, |account| account.nonce),
            held: bank.map_or(0, |bank| bank.gas),
        })
    }
}

fn read<E: StaticEvent>(event: &EventDetails<GearConfig>) -> Result<Option<E>> {
    Ok(event.as_event::<E>().map_err(Raw::from)?)
}

async fn hash_of(link: &Link, block: u32) -> Result<BlockHash> {
    match link.hash_of(block).await? {
        Some(hash) => Ok(hash),
        None => Err(told(link, Error::Missing(format!("the node has no block {block}"))).await),
    }
}

/// The error, marked as [`Mark::Forgotten`] if the node no longer has the block. A node that lacks
/// the last block, too, is behind, and may tell of both later.
async fn told(link: &Link, error: Error) -> anyhow::Error {
    let lacks_it = match &error {
        Error::Node(answer) => answer.is_forgotten(),
        error => matches!(error, Error::Missing(_)),
    };
    let is_forgotten = lacks_it && link.has_last_block().await;
    let error = anyhow::Error::from(error);
    match is_forgotten {
        true => error.context(Mark::Forgotten),
        false => error,
    }
}

/// What an extrinsic did.
#[derive(Default)]
struct Extrinsic {
    /// Whether the account paid its fee.
    is_own: bool,
    fee: u128,
    /// What the account paid into the bank, in order: the message's value, then its gas.
    bought: Vec<u128>,
    /// Whether somebody else bought the gas, as a voucher does.
    is_sponsored: bool,
    /// The destination of its message.
    to: Option<ActorId>,
    has_failed: bool,
}

impl Extrinsic {
    fn gas(&self) -> u128 {
        match self.is_sponsored {
            true => 0,
            false => self.bought.last().copied().unwrap_or_default(),
        }
    }

    /// Whether it sent a message to this program. An extrinsic that failed does not tell, and
    /// counts.
    fn is_to(&self, program: ActorId) -> bool {
        self.to.map_or(self.has_failed, |to| to == program)
    }
}

/// What happened to an account's money in one block.
struct Ledger {
    program: ActorId,
    extrinsics: Vec<Extrinsic>,
    /// Gas that came back to the account, in value.
    returned: u128,
    /// Whether the program did anything in this block.
    is_touched: bool,
}

impl Ledger {
    fn of(events: &Events<GearConfig>, payer: Payer) -> Result<Self> {
        let own = payer.account.into_bytes();
        let mut extrinsics: BTreeMap<u32, Extrinsic> = BTreeMap::new();
        let mut nobodys = Extrinsic::default();
        let (mut came_back, mut delivered): (u128, u128) = (0, 0);
        let mut is_touched = false;
        for event in events.iter() {
            let event = event.map_err(Raw::from)?;
            let extrinsic = match event.phase() {
                Phase::ApplyExtrinsic(index) => extrinsics.entry(index).or_default(),
                _ => &mut nobodys,
            };
            if let Some(paid) = read::<TransactionFeePaid>(&event)? {
                extrinsic.fee = paid.actual_fee;
                extrinsic.is_own = paid.who.0 == own;
            } else if let Some(queued) = read::<MessageQueued>(&event)? {
                extrinsic.to = Some(queued.destination);
            } else if read::<ExtrinsicFailed>(&event)?.is_some() {
                extrinsic.has_failed = true;
            } else if let Some(moved) = read::<Transfer>(&event)? {
                match (moved.from.0, moved.to.0) {
                    (from, BANK) if from == own => extrinsic.bought.push(moved.amount),
                    (_, BANK) => extrinsic.is_sponsored = true,
                    (BANK, to) if to == own => came_back += moved.amount,
                    _ => {}
                }
            } else if let Some(sent) = read::<UserMessageSent>(&event)? {
                // A message that waits in the mailbox has not paid out its value yet.
                if sent.expiration.is_none() && sent.message.destination() == payer.account {
                    delivered += sent.message.value();
                }
            } else if let Some(done) = read::<MessagesDispatched>(&event)? {
                is_touched |= done.state_changes.contains(&payer.program);
            }
        }
        Ok(Self {
            program: payer.program,
            extrinsics: extrinsics.into_values().filter(|one| one.is_own).collect(),
            returned: came_back.saturating_sub(delivered),
            is_touched,
        })
    }

    /// What the block took for messages to the program, if the bank held this much before and after
    /// it.
    fn taken(&self, before: u128, after: u128) -> u128 {
        let own = || self.extrinsics.iter().filter(|one| one.is_to(self.program));
        let fees: u128 = own().map(|one| one.fee).sum();
        let bought: u128 = self.extrinsics.iter().map(Extrinsic::gas).sum();
        let burned = (before + bought).saturating_sub(after + self.returned);
        let burned = match bought {
            // An alarm.
            0 if self.is_touched => burned,
            0 => 0,
            // Messages to two tables in one block: the events don't tell whose gas came back, so
            // each pays its share. All shares come to the whole, to the unit.
            _ => {
                let mut before: u128 = 0;
                let share_up_to = |gas: u128| burned.saturating_mul(gas) / bought;
                let shares = self.extrinsics.iter().map(|one| {
                    let from = before;
                    before += one.gas();
                    match one.is_to(self.program) {
                        true => share_up_to(before) - share_up_to(from),
                        false => 0,
                    }
                });
                shares.sum()
            }
        };
        fees + burned
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_to_several_programs_in_a_block_come_to_the_whole_to_the_unit() {
        let programs = [1, 2, 3, 4].map(|id| ActorId::new([id; 32]));
        let sent = |to, gas| Extrinsic {
            is_own: true,
            fee: 10,
            bought: vec![gas],
            to: Some(to),
            ..Extrinsic::default()
        };
        let taken = |program| {
            let extrinsics = programs.iter().map(|to| sent(*to, 333)).collect();
            Ledger { program, extrinsics, returned: 1_000, is_touched: true }.taken(7, 5)
        };
        let all: u128 = programs.into_iter().map(taken).sum();
        assert_eq!(all, 4 * 10 + (7 + 4 * 333) - (5 + 1_000));
    }
}
