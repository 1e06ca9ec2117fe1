//! Reads the messages that the program sent in a block.

use gprimitives::{ActorId, MessageId};
use gtest::{BlockRunResult, CoreLog};
use parity_scale_codec::Decode;

/// The program's reply to a message of this block.
pub fn reply<T: Decode>(block: &BlockRunResult, message: MessageId) -> T {
    let reply = block.log().iter().find(|log| log.reply_to() == Some(message));
    decoded(reply.expect("every action gets a reply"))
}

/// The messages that the program sent to the zero account in this block.
pub fn broadcasts<T: Decode>(block: &BlockRunResult) -> Vec<T> {
    let events = block.log().iter().filter(|log| log.destination() == ActorId::zero());
    events.map(decoded).collect()
}

fn decoded<T: Decode>(log: &CoreLog) -> T {
    T::decode(&mut log.payload()).expect("the type of what the program sends")
}
