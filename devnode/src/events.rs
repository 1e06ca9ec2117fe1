//! A block's events, which are kept encoded to save memory.

use crate::{engine::State, runtime::Runtime};
use gear_core::{ids::ActorId, message::UserMessage};
use gsdk::{Event, ext::subxt::utils::H256, gear::gear::Event as GearEvent};
use parity_scale_codec::{Compact, Encode};
use std::collections::BTreeSet;

/// The storage entry of events: its pallet and its name.
pub const ENTRY: (&str, &str) = ("System", "Events");

/// The topics of an event. This node gives events none.
const NO_TOPICS: [H256; 0] = [];

/// The events of a block.
pub struct Events {
    /// The events as storage has them.
    pub encoded: Vec<u8>,
    pub count: u32,
    /// The messages to users, each with its event's index.
    pub messages: Vec<(u32, UserMessage)>,
    /// The programs whose memory has changed.
    pub changed: BTreeSet<ActorId>,
}

impl Events {
    /// Takes the events out of a state, and encodes them as the runtime does.
    pub fn take(state: &mut State, runtime: &Runtime) -> Self {
        let events = std::mem::take(&mut state.events);
        let (mut messages, mut changed) = (vec![], BTreeSet::new());
        for (index, (_, event)) in (0u32..).zip(&events) {
            match event {
                Event::Gear(GearEvent::UserMessageSent { message, .. }) => {
                    messages.push((index, message.clone()));
                }
                Event::Gear(GearEvent::MessagesDispatched { state_changes, .. }) => {
                    changed.extend(state_changes.iter().copied());
                }
                _ => {}
            }
        }
        let count = u32::try_from(events.len()).expect("there are fewer events than u32::MAX");
        let mut encoded = Compact(count).encode();
        for (phase, event) in events {
            phase.encode_to(&mut encoded);
            runtime.write_event(event, &mut encoded);
            NO_TOPICS[..].encode_to(&mut encoded);
        }
        encoded.shrink_to_fit();
        Self { encoded, count, messages, changed }
    }
}

/// All events that the node emits: their pallets and their names.
pub fn emitted() -> impl Iterator<Item = (&'static str, &'static str)> {
    EMITTED.iter().flat_map(|(pallet, names)| names.iter().map(|name| (*pallet, *name)))
}

const EMITTED: [(&str, &[&str]); 7] = [
    (
        "Balances",
        &[
            "BalanceSet",
            "Deposit",
            "DustLost",
            "Endowed",
            "Locked",
            "Transfer",
            "Unlocked",
            "Withdraw",
        ],
    ),
    (
        "Gear",
        &[
            "CodeChanged",
            "MessageQueued",
            "MessageWaited",
            "MessageWoken",
            "MessagesDispatched",
            "ProgramChanged",
            "UserMessageRead",
            "UserMessageSent",
        ],
    ),
    ("GearVoucher", &["VoucherDeclined", "VoucherIssued", "VoucherRevoked", "VoucherUpdated"]),
    (
        "System",
        &["CodeUpdated", "ExtrinsicFailed", "ExtrinsicSuccess", "KilledAccount", "NewAccount"],
    ),
    ("TransactionPayment", &["TransactionFeePaid"]),
    ("Treasury", &["Deposit", "UpdatedInactive"]),
    (
        "Utility",
        &[
            "BatchCompleted",
            "BatchCompletedWithErrors",
            "BatchInterrupted",
            "ItemCompleted",
            "ItemFailed",
        ],
    ),
];
