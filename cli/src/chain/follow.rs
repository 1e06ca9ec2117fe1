//! Follows what happens at a table, block by block.

use crate::{
    chain::{
        block::{BlockHash, BlockId, Head},
        dialect::plain,
        messages::Sent,
        table::{Table, View},
    },
    failure::Failure,
    game::round::{Round, Rounds},
    words::notices::warn,
};
use anyhow::Result;
use gprimitives::ActorId;
use gsdk::{
    Error, GearConfig,
    ext::subxt::{self, ext::subxt_core::blocks::Extrinsics},
    gear::runtime_types::{
        pallet_gear::pallet::Call as Gear, pallet_gear_voucher::internal::PrepaidCall,
        pallet_gear_voucher::pallet::Call as Voucher, pallet_utility::pallet::Call as Utility,
        vara_runtime::RuntimeCall,
    },
};
use parity_scale_codec::Decode;
use rpsls_io::Action;
use tokio::join;

/// How many blocks are looked into after the connection was lost for long.
/// Nodes forget what older ones brought about.
const MOST: u32 = 200;

/// Where one has got to.
pub struct Follow {
    seen: u32,
    /// The block as of whose state the rounds stand, once there is one.
    looked_at: Option<BlockHash>,
    rounds: Rounds,
}

/// What happened at the table.
pub enum Happening {
    /// The program sent something.
    Sent(Sent),
    /// A round was decided, by what comes next.
    Round(Round),
}

/// Blocks that could not be looked into.
struct Gap {
    first: u32,
    last: u32,
    why: String,
}

impl Follow {
    /// Begins after this block.
    pub fn after(head: Head) -> Self {
        Self { seen: head.number, looked_at: None, rounds: Rounds::default() }
    }

    /// Waits for the next blocks. Returns the game as of the last of them, and what
    /// happened in all that were not seen yet, with the blocks' numbers.
    ///
    /// What happened is only told of: a block that the node has forgotten, or can't tell
    /// of, is left out with a warning. If the chain went back, nothing happened.
    pub async fn next(&mut self, table: &mut Table) -> Result<(View, Vec<(u32, Happening)>)> {
        let last = table.link.block_after(self.seen).await?;
        let BlockId { number, hash } = last;
        // The events are wanted below, where they are at hand then.
        let (view, _) = join!(table.view_at(last), table.link.events(hash));
        let view = view?;
        let first = (self.seen + 1).max(number.saturating_sub(MOST));
        let mut all = vec![];
        let mut gap: Option<Gap> = None;
        for number in first..=number {
            match self.happened_in(table, number).await {
                Ok(happened) => {
                    all.extend(happened.into_iter().map(|happened| (number, happened)));
                }
                Err(error) if Failure::of(&error).is_none() => {
                    let first = gap.map_or(number, |gap| gap.first);
                    gap = Some(Gap { first, last: number, why: format!("{error:#}") });
                    self.rounds = Rounds::default();
                    self.looked_at = None;
                }
                Err(error) => return Err(error),
            }
        }
        if let Some(Gap { first, last, why }) = gap {
            warn(&format!(
                "what happened from block {first} to {last} can't be read ({why}): going by the \
                 table's state"
            ));
        }
        self.seen = number;
        self.rounds.look(&view.state);
        self.looked_at = Some(hash);
        Ok((view, all))
    }

    async fn happened_in(&mut self, table: &mut Table, number: u32) -> Result<Vec<Happening>> {
        let block = table.link.block(number).await?;
        let sent = table.sent_in(block).await?;
        // Without an answer to it, a message has opened nothing.
        let openings = match sent.is_empty() {
            true => vec![],
            false => openings_in(table, block).await?,
        };
        if !openings.is_empty() || sent.iter().any(|sent| sent.event().is_some()) {
            let before = table.link.block(number.saturating_sub(1)).await?;
            // From here on they stand past it, also where this block has to be read again.
            if self.looked_at.take() != Some(before) {
                self.rounds.look(&table.state_at(before).await?);
            }
        }
        for opening in openings {
            self.rounds.opened(table.program, &opening);
        }
        let mut all = vec![];
        for sent in sent {
            let decided = sent.event().and_then(|event| self.rounds.decided_by(event));
            // First what has decided it.
            all.push(Happening::Sent(sent));
            all.extend(decided.map(Happening::Round));
        }
        Ok(all)
    }
}

/// The openings that a block's messages to the table carry.
async fn openings_in(table: &Table, block: BlockHash) -> Result<Vec<String>> {
    let program = table.program;
    let read = table
        .link
        .ask(async |api| {
            let Some(found) = api.legacy().chain_get_block(Some(block)).await? else {
                return Ok(vec![]);
            };
            let bodies = found.block.extrinsics.into_iter().map(|bytes| bytes.0).collect();
            let extrinsics = Extrinsics::<GearConfig>::decode_from(bodies, api.metadata());
            let extrinsics = extrinsics.map_err(subxt::Error::from)?;
            let calls = extrinsics.iter().filter_map(|one| one.as_root_extrinsic().ok());
            Ok(calls.collect::<Vec<RuntimeCall>>())
        })
        .await;
    let calls = match read {
        Ok(calls) => calls,
        Err(error) if error.downcast_ref::<Error>().is_some() => {
            warn(&format!("the messages of a block can't be read ({error:#})"));
            vec![]
        }
        Err(error) => return Err(error),
    };
    let mut openings = vec![];
    for call in &calls {
        collect(call, program, &mut openings);
    }
    Ok(openings)
}

/// What this call opens at this table, itself or by what it wraps.
fn collect(call: &RuntimeCall, program: ActorId, openings: &mut Vec<String>) {
    match call {
        RuntimeCall::Gear(Gear::send_message { destination, payload, .. })
        | RuntimeCall::GearVoucher(Voucher::call {
            call: PrepaidCall::SendMessage { destination, payload, .. },
            ..
        }) if *destination == program => {
            let action = plain(payload).and_then(|action| Action::decode(&mut &*action).ok());
            if let Some(
                Action::Reveal(opening)
                | Action::RevealAndCommit { opening, .. }
                | Action::RevealFor { opening, .. },
            ) = action
            {
                openings.push(opening);
            }
        }
        RuntimeCall::Utility(
            Utility::batch { calls }
            | Utility::batch_all { calls }
            | Utility::force_batch { calls },
        ) => {
            for call in calls {
                collect(call, program, openings);
            }
        }
        _ => {}
    }
}
