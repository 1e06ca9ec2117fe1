//! What a block emitted, as short as it can be kept.

use crate::engine::State;
use gear_core::{ids::ActorId, message::UserMessage};
use gsdk::{
    Event,
    gear::{gear::Event as GearEvent, runtime_types::frame_system::EventRecord},
};
use parity_scale_codec::Encode;
use std::collections::BTreeSet;

/// The events of a block.
pub struct Events {
    /// As they are in storage.
    pub encoded: Vec<u8>,
    pub count: u32,
    /// Messages to users, with their event's index.
    pub messages: Vec<(u32, UserMessage)>,
    /// Programs whose memory has changed.
    pub changed: BTreeSet<ActorId>,
}

impl Events {
    /// Takes the events out of a state.
    pub fn take(state: &mut State) -> Self {
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
        let count = u32::try_from(events.len()).expect("memory has room for fewer");
        let records =
            events.into_iter().map(|(phase, event)| EventRecord { phase, event, topics: vec![] });
        // The second parameter is the type of topics, of which there are none.
        let mut encoded = records.collect::<Vec<EventRecord<_, [u8; 32]>>>().encode();
        encoded.shrink_to_fit();
        Self { encoded, count, messages, changed }
    }
}
