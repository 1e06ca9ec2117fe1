//! The messages that the program sends to accounts.

use crate::{
    chain::{
        block::BlockHash,
        encoding::{plain, plain_reply},
        error::Error,
        extrinsic::Included,
        link::Link,
    },
    words::notices::warn,
};
use anyhow::{Context, Result, anyhow, bail};
use gprimitives::{ActorId, MessageId};
use gsdk::{
    ext::{
        gear_core::message::UserMessage, gear_core_errors::ReplyCode, subxt::events::EventDetails,
    },
    gear::{gear::events::UserMessageSent, runtime_types::gear_common::event::MessageEntry},
};
use parity_scale_codec::Decode;
use rpsls_io::{Event, GameError, RevealResult, StageChange};

/// The most blocks between a message and its reply, on a chain with as much to do as it can take.
const REPLY_BLOCKS: u32 = 100;

/// A message from the program to an account.
pub struct Sent {
    /// The recipient; the zero account if the message is for everybody.
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
    /// The chain's notice that the program has started.
    Started,
    /// The chain's own error reply, if the program gave none.
    Trap(String),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Won(ActorId),
    Stopped,
    /// The player who is asked about was sent away. The game itself goes on.
    SentAway,
}

impl Sent {
    /// The end of a game, if this message tells of one.
    pub fn end(&self) -> Option<End> {
        match self.event()? {
            Event::SuccessfulReveal(RevealResult::GameOver { winner })
            | Event::StageAdvanced(StageChange::GameOver { winner }) => Some(End::Won(*winner)),
            Event::GameWasStopped(_) => Some(End::Stopped),
            _ => None,
        }
    }

    /// What happened in the game, if this message tells of it.
    pub fn event(&self) -> Option<&Event> {
        match &self.content {
            Content::Reply(Ok(event)) | Content::Event(event) => Some(event),
            Content::Reply(Err(_)) | Content::Started | Content::Trap(_) => None,
        }
    }

    /// `None` if the message answers a query that somebody sent as a message.
    fn of(message: &UserMessage) -> Result<Option<Self>> {
        let payload = message.payload_bytes();
        let content = match trap(message) {
            Some(why) => Content::Trap(why),
            None if message.details().is_none() => {
                let event = plain(payload).and_then(|event| Event::decode(&mut &*event).ok());
                Content::Event(event.context("can't read what the program sent")?)
            }
            // Only `init` leaves its reply to the chain.
            None if payload.is_empty() => Content::Started,
            None => match plain_reply(payload) {
                Some(reply) => Content::Reply(decode_reply(reply)?),
                None => return Ok(None),
            },
        };
        Ok(Some(Self { to: message.destination(), value: message.value(), content }))
    }
}

/// What this program sent in this block, in order. Warns of a message that can't be read, and
/// leaves it out: the state also shows how a game ends.
pub async fn sent_in(link: &Link, program: ActorId, block: BlockHash) -> Result<Vec<Sent>> {
    let mut all = vec![];
    for message in messages_in(link, block).await? {
        if message.source() != program {
            continue;
        }
        match Sent::of(&message) {
            Ok(sent) => all.extend(sent),
            Err(error) => warn(&format!("{error:#}")),
        }
    }
    Ok(all)
}

/// Waits for the reply to a message. Returns the number of the reply's block and the reply.
pub async fn wait_for_reply(
    link: &Link,
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

/// Waits for the reply to an included action. Returns the action's message, the number of the
/// reply's block, the value that came back, and the program's result.
pub async fn replied<T: Decode, E: Decode>(
    link: &Link,
    included: &Included,
) -> Result<(MessageId, u32, u128, Result<T, E>)> {
    let queued = included.queued(MessageEntry::Handle);
    let (message, _) = queued.context("the chain queued no message")?;
    let (block, reply) = wait_for_reply(link, included, message).await?;
    if let Some(why) = trap(&reply) {
        bail!("the message failed on the chain: {why}");
    }
    Ok((message, block, reply.value(), decode_reply(reply.payload_bytes())?))
}

/// The messages to accounts in this block.
///
/// Reads only this kind of event, and of these all that can be read. A later runtime may have kinds
/// that this client does not know.
async fn messages_in(link: &Link, block: BlockHash) -> Result<Vec<UserMessage>> {
    let read = link.events(block).await.and_then(|events| {
        let is_wanted = |event: &EventDetails<_>| {
            (event.pallet_name(), event.variant_name()) == ("Gear", "UserMessageSent")
        };
        let mut messages = vec![];
        for event in events.iter() {
            let event = event.map_err(Error::unreadable)?;
            if is_wanted(&event)
                && let Some(sent) =
                    event.as_event::<UserMessageSent>().map_err(Error::unreadable)?
            {
                messages.push(sent.message);
            }
        }
        Ok(messages)
    });
    match read {
        Err(Error::Unreadable(why)) if why.is_of_data() => {
            warn(&format!("the events of a block can't be read ({why}), going by the state"));
            Ok(vec![])
        }
        read => Ok(read?),
    }
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

/// Decodes a program's reply to an action: the result, or why it refused.
pub fn decode_reply<T: Decode, E: Decode>(payload: &[u8]) -> Result<Result<T, E>> {
    Decode::decode(&mut &*payload).context("the program's reply can't be read")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::query::Query;
    use gsdk::ext::{gear_core::message::ReplyDetails, gear_core_errors::SuccessReplyReason};
    use parity_scale_codec::Encode;
    use program_common::encoding::{Header, Kind};
    use rpsls_io::StateQuery;

    fn sent(payload: Vec<u8>, is_reply: bool) -> Result<Option<Sent>> {
        let code = ReplyCode::Success(SuccessReplyReason::Manual);
        let details = is_reply.then(|| ReplyDetails::new(MessageId::zero(), code));
        let payload = payload.try_into().expect("it is short");
        let (from, to) = (ActorId::from(1), ActorId::zero());
        Sent::of(&UserMessage::new(MessageId::zero(), from, to, payload, 0, details))
    }

    fn headed(kind: Kind, variant: u8, rest: &[u8]) -> Vec<u8> {
        [&Header::call(StateQuery::interface(), kind, variant).to_bytes(), rest].concat()
    }

    #[test]
    fn what_the_program_sends_is_read_in_either_encoding() {
        let event = Event::StageAdvanced(StageChange::Extended);
        let told = event.encode();
        for payload in [told.clone(), headed(Kind::Action, told[0], &told[1..])] {
            let sent = sent(payload, false).expect("it can be read").expect("it is told");
            assert_eq!(sent.event(), Some(&event));
        }
        let reply = Err::<Event, _>(GameError::NotInRound);
        for payload in [reply.encode(), headed(Kind::Action, 2, &reply.encode())] {
            let sent = sent(payload, true).expect("it can be read").expect("it is told");
            assert!(matches!(sent.content, Content::Reply(Err(GameError::NotInRound))));
        }
    }

    #[test]
    fn a_game_ends_by_a_reveal_the_clock_or_the_owner() {
        let end = |event| {
            let content = Content::Event(event);
            Sent { to: ActorId::zero(), value: 0, content }.end()
        };
        let winner = ActorId::from([7; 32]);
        let by_reveal = Event::SuccessfulReveal(RevealResult::GameOver { winner });
        let by_clock = Event::StageAdvanced(StageChange::GameOver { winner });
        for event in [by_reveal, by_clock] {
            assert_eq!(end(event), Some(End::Won(winner)));
        }
        assert_eq!(end(Event::GameWasStopped([winner].into())), Some(End::Stopped));
        assert_eq!(end(Event::PlayerRegistered), None);
        assert_eq!(end(Event::SuccessfulReveal(RevealResult::Continue)), None);
    }

    /// Anybody can send a query as a message.
    #[test]
    fn the_answer_to_a_query_is_nothing_to_tell() {
        assert!(sent(headed(Kind::Query, 5, &[3, 0, 0, 0]), true).expect("it is known").is_none());
        let other = [&headed(Kind::Query, 5, &[])[..4], &[0; 12]].concat();
        assert!(sent(other, false).is_err(), "a header of another interface");
    }
}
