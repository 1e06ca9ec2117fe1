//! The Sails encoding: messages and replies with Sails' headers.

use gprimitives::{ActorId, MessageId};
use gtest::{BlockRunResult, constants::Gas};
use parity_scale_codec::Encode;
use program_common::encoding::{Header, Kind};

/// Encodes a value of an enum in the Sails encoding: a header of its variant, then its fields.
pub fn headed(interface: [u8; 8], kind: Kind, said: &impl Encode) -> Vec<u8> {
    let said = said.encode();
    let header = Header::call(interface, kind, said[0]);
    [&header.to_bytes(), &said[1..]].concat()
}

/// The payload of a deployment in the Sails encoding.
pub fn constructor(init: &impl Encode) -> Vec<u8> {
    [&Header::CONSTRUCTOR.to_bytes()[..], &init.encode()].concat()
}

/// A message that is not a reply: its destination and its payload. The destination of a broadcast
/// is the zero account.
pub type Sent = (ActorId, Vec<u8>);

/// The outcome of a message, as bytes.
#[derive(Debug)]
pub struct Said {
    /// The reply, or the reason why the message failed.
    pub reply: Result<Vec<u8>, String>,
    /// The other messages that were sent in its block.
    pub sent: Vec<Sent>,
    /// The gas that the message burned.
    pub gas: Gas,
}

impl Said {
    /// Reads the outcome of a message from its block.
    pub fn read(block: &BlockRunResult, message: MessageId) -> Self {
        let reply = block.log().iter().find(|log| log.reply_to() == Some(message));
        let reply = reply.expect("every message gets a reply").payload().to_vec();
        let is_success = block.succeed.contains(&message);
        let said = String::from_utf8_lossy(&reply).into_owned();
        Self {
            reply: if is_success { Ok(reply) } else { Err(said) },
            sent: sent(block),
            gas: block.gas_burned[&message],
        }
    }
}

/// The messages of a block apart from replies.
pub fn sent(block: &BlockRunResult) -> Vec<Sent> {
    let sent = block.log().iter().filter(|log| log.reply_to().is_none());
    sent.map(|log| (log.destination(), log.payload().to_vec())).collect()
}
