//! Follows what happens at a table, block by block.

use crate::{
    chain::{
        link::{BlockHash, Head},
        messages::Sent,
        table::Table,
    },
    game::round::{Round, Rounds},
    screen::output::warn,
};
use anyhow::Result;
use gprimitives::ActorId;
use gsdk::gear::runtime_types::{
    pallet_gear::pallet::Call as Gear, pallet_gear_voucher::internal::PrepaidCall,
    pallet_gear_voucher::pallet::Call as Voucher, pallet_utility::pallet::Call as Utility,
    vara_runtime::RuntimeCall,
};
use parity_scale_codec::Decode;
use rpsls_io::Action;

/// How many blocks are looked into after the connection was lost for long.
/// Nodes forget what older ones brought about.
const MOST: u32 = 200;

/// Where one has got to.
pub struct Follow {
    seen: u32,
    rounds: Rounds,
}

/// What happened at the table.
pub enum Happening {
    /// The program sent something.
    Sent(Sent),
    /// A round was decided, by what comes next.
    Round(Round),
}

impl Follow {
    /// Begins after this block.
    pub fn after(head: Head) -> Self {
        Self { seen: head.number, rounds: Rounds::default() }
    }

    /// Waits for the next blocks. Returns the last of them, and what happened in
    /// all that were not seen yet, with the blocks' numbers.
    pub async fn next(&mut self, table: &mut Table) -> Result<(Head, Vec<(u32, Happening)>)> {
        let head = table.link.head_after(self.seen).await?;
        let first = (self.seen + 1).max(head.number.saturating_sub(MOST));
        let mut all = vec![];
        for number in first..=head.number {
            let happened = self.happened_in(table, number).await?;
            all.extend(happened.into_iter().map(|happened| (number, happened)));
        }
        self.seen = head.number;
        Ok((head, all))
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
            self.rounds.look(&table.state_at(before).await?);
        }
        for opening in openings {
            self.rounds.opened(table.program, &opening);
        }
        let mut all = vec![];
        for sent in sent {
            let decided = sent.event().and_then(|event| self.rounds.decided_by(event));
            all.extend(decided.map(Happening::Round));
            all.push(Happening::Sent(sent));
        }
        Ok(all)
    }
}

/// The openings that a block's messages to the table carry.
async fn openings_in(table: &mut Table, block: BlockHash) -> Result<Vec<String>> {
    let program = table.program;
    let read = table
        .link
        .ask(async |api| {
            let extrinsics = api.blocks().at(block).await?.extrinsics().await?;
            let calls = extrinsics.iter().filter_map(|one| one.as_root_extrinsic().ok());
            Ok(calls.collect::<Vec<RuntimeCall>>())
        })
        .await;
    let calls = match read {
        Ok(calls) => calls,
        Err(error) if error.downcast_ref::<gsdk::Error>().is_some() => {
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
            if let Ok(Action::Reveal(opening) | Action::RevealAndCommit { opening, .. }) =
                Action::decode(&mut &**payload)
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
