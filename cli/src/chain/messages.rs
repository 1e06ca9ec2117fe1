//! What the program sends to accounts.

use crate::{
    chain::{
        extrinsic::Included,
        link::{BlockHash, Link},
    },
    words::notices::warn,
};
use anyhow::{Context, Result, anyhow};
use gprimitives::{ActorId, MessageId};
use gsdk::{
    Error,
    ext::{
        gear_core::message::UserMessage, gear_core_errors::ReplyCode, subxt::events::EventDetails,
    },
    gear::gear::events::UserMessageSent,
};
use parity_scale_codec::Decode;
use rpsls_io::{Event, GameError};

/// In how many blocks after a message its reply comes at the latest, on a chain
/// with as much to do as it can take.
const REPLY_BLOCKS: u32 = 100;

/// A message of the program to an account.
pub struct Sent {
    /// Whom it went to; the zero account, if it is for everybody.
    pub to: ActorId,
    pub value: u128,
    pub content: Content,
}

/// What the program sent.
pub enum Content {
    /// The answer to a message.
    Reply(Result<Event, GameError>),
    /// A payout or a broadcast.
    Event(Event),
    /// The chain's word that the program runs.
    Started,
    /// The chain's own answer, where the program gave none.
    Trap(String),
}

impl Sent {
    /// What happened in the game, if this tells of something.
    pub fn event(&self) -> Option<&Event> {
        match &self.content {
            Content::Reply(Ok(event)) | Content::Event(event) => Some(event),
            Content::Reply(Err(_)) | Content::Started | Content::Trap(_) => None,
        }
    }

    fn of(message: &UserMessage) -> Result<Self> {
        let payload = message.payload_bytes();
        let content = match trap(message) {
            Some(why) => Content::Trap(why),
            None if message.details().is_none() => Content::Event(
                Event::decode(&mut &*payload).context("can't read what the program sent")?,
            ),
            // Only `init` leaves its reply to the chain.
            None if payload.is_empty() => Content::Started,
            None => Content::Reply(decode_reply(payload)?),
        };
        Ok(Self { to: message.destination(), value: message.value(), content })
    }
}

/// What this program sent in this block, in order. What can't be read is warned of
/// and left out: how a game ends shows in its state too.
pub async fn sent_in(link: &Link, program: ActorId, block: BlockHash) -> Result<Vec<Sent>> {
    let mut all = vec![];
    for message in messages_in(link, block).await? {
        if message.source() != program {
            continue;
        }
        match Sent::of(&message) {
            Ok(sent) => all.push(sent),
            Err(error) => warn(&format!("{error:#}")),
        }
    }
    Ok(all)
}

/// The block's number and the reply.
pub async fn wait_for_reply(
    link: &mut Link,
    included: &Included,
    to: MessageId,
) -> Result<(u32, UserMessage)> {
    let first = included.block;
    for number in first..first + REPLY_BLOCKS {
        let block = link.block(number).await?;
        let messages = messages_in(link, block).await?;
        let reply = messages
            .into_iter()
            .find(|message| message.details().is_some_and(|details| details.to_message_id() == to));
        if let Some(reply) = reply {
            return Ok((number, reply));
        }
    }
    Err(anyhow!("the program has not replied within {REPLY_BLOCKS} blocks"))
}

/// The messages to accounts in this block.
///
/// Of all events these alone are read, and of these what can be: a later runtime
/// may have kinds that this client has never heard of.
async fn messages_in(link: &Link, block: BlockHash) -> Result<Vec<UserMessage>> {
    let read = link.events(block).await.and_then(|events| {
        let is_wanted = |event: &EventDetails<_>| {
            (event.pallet_name(), event.variant_name()) == ("Gear", "UserMessageSent")
        };
        let mut messages = vec![];
        for event in events.iter() {
            let event = event.map_err(Error::from)?;
            if is_wanted(&event)
                && let Some(sent) = event.as_event::<UserMessageSent>().map_err(Error::from)?
            {
                messages.push(sent.message);
            }
        }
        Ok(messages)
    });
    match read {
        Err(error) if is_unreadable(&error) => {
            warn(&format!("the events of a block can't be read ({error:#}), going by the state"));
            Ok(vec![])
        }
        read => read,
    }
}

fn is_unreadable(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(Error::Subxt(_) | Error::Codec(_) | Error::Metadata(_)))
}

/// What went wrong, if the message is an error reply.
pub fn trap(message: &UserMessage) -> Option<String> {
    match message.reply_code()? {
        ReplyCode::Success(_) => None,
        ReplyCode::Error(reason) => {
            Some(format!("{reason} {}", text_of(message.payload_bytes())).trim_end().into())
        }
        ReplyCode::Unsupported => Some("for a reason that this rpsls does not know".into()),
    }
}

pub fn text_of(payload: &[u8]) -> String {
    String::from_utf8_lossy(payload).into_owned()
}

/// What a program said to an action: what came of it, or why not.
pub fn decode_reply<T: Decode, E: Decode>(payload: &[u8]) -> Result<Result<T, E>> {
    Decode::decode(&mut &*payload).context("the program's reply can't be read")
}
