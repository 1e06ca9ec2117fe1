//! The bytes of a game.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | block timestamp of the deployment, ms, little-endian |
//! | as many as it takes | SCALE encoding of the `TableInit` |
//!
//! and then for each message:
//!
//! | bytes | what |
//! |---|---|
//! | 1 | the sender's number; 0 is the owner |
//! | 1 | bits 0–1 [`Value`], 2–3 [`Step`], 4–5 [`Senders`] |
//! | 1 | bits 0–2 [`Payload`] |
//! | 16, if the value is `Raw` | the value, little-endian |
//! | 1 | length of the payload |
//! | that many | the payload; cut short where the input ends |

use parity_scale_codec::Encode;
use rpsls_io::{Action, TableInit};

#[derive(Clone, Copy, Debug)]
pub enum Value {
    None,
    Bet,
    Change,
    Raw(u128),
}

/// The time that passes before the message.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    Same,
    Block,
    /// The rest of the stage, up to its deadline.
    ToDeadline,
    /// The rest of the stage, and more.
    PastDeadline,
}

/// The way in which a message's bytes become its payload. A search never finds the bytes that hash
/// to a commitment, so it doesn't have to.
#[derive(Clone, Copy, Debug)]
pub enum Payload {
    /// The bytes are the payload.
    Raw,
    /// The payload commits to the bytes.
    Commit,
    /// The payload commits to the bytes and the sender's number after them.
    OwnCommit,
    /// The payload reveals the bytes and the sender's number after them.
    OwnReveal,
    /// The sender joins with a delegate, and with a bound commitment to the bytes and the sender's
    /// number after them.
    Join,
    /// The payload is a bound commitment to the bytes and the sender's number after them.
    BoundCommit,
    /// The payload reveals the bytes and the sender's number after them, and commits to the same
    /// for the next round.
    RevealAndCommit,
    /// The sender acts as the delegate of the player who joined with it: it reveals and commits as
    /// above, or only commits if the number of bytes is even.
    ForPlayer,
}

/// The senders of the message.
#[derive(Clone, Copy, Debug)]
pub enum Senders {
    /// One of the first eight accounts, so that they meet often.
    Few,
    /// One of 256 accounts.
    Any,
    /// All accounts from number 1 to the sender's, one after another.
    Crowd,
}

/// A message as the bytes describe it.
pub(crate) struct Request<'a> {
    pub sender: u8,
    pub senders: Senders,
    pub value: Value,
    pub step: Step,
    pub payload: Payload,
    pub bytes: &'a [u8],
}

impl<'a> Request<'a> {
    /// Cuts a message off the input. Returns `None` if not even its fixed part is whole.
    pub fn read(input: &mut &'a [u8]) -> Option<Self> {
        let [sender, control, kind] = take(input)?;
        let value = match control & 3 {
            0 => Value::None,
            1 => Value::Bet,
            2 => Value::Change,
            _ => Value::Raw(u128::from_le_bytes(take(input)?)),
        };
        let step = match control >> 2 & 3 {
            0 => Step::Same,
            1 => Step::Block,
            2 => Step::ToDeadline,
            _ => Step::PastDeadline,
        };
        let senders = match control >> 4 & 3 {
            0 | 1 => Senders::Few,
            2 => Senders::Any,
            _ => Senders::Crowd,
        };
        let payload = match kind & 7 {
            0 => Payload::Raw,
            1 => Payload::Commit,
            2 => Payload::OwnCommit,
            3 => Payload::OwnReveal,
            4 => Payload::Join,
            5 => Payload::BoundCommit,
            6 => Payload::RevealAndCommit,
            _ => Payload::ForPlayer,
        };
        let [len] = take(input)?;
        let (bytes, rest) = input.split_at(usize::from(len).min(input.len()));
        *input = rest;
        Some(Self { sender, senders, value, step, payload, bytes })
    }
}

pub(crate) fn take<const N: usize>(input: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = input.split_first_chunk()?;
    *input = rest;
    Some(*taken)
}

/// Writes the bytes of a game.
pub struct Script(Vec<u8>);

impl Script {
    /// Starts with the deployment.
    pub fn deploy(now: u64, init: &TableInit) -> Self {
        let mut bytes = now.to_le_bytes().to_vec();
        init.encode_to(&mut bytes);
        Self(bytes)
    }

    /// Adds an action of one of the first eight accounts, in the same block.
    pub fn act(self, sender: u8, value: Value, action: Action) -> Self {
        self.act_after(Step::Same, sender, value, action)
    }

    /// Adds an action of one of the first eight accounts.
    pub fn act_after(self, step: Step, sender: u8, value: Value, action: Action) -> Self {
        let bytes = action.encode();
        self.send(Senders::Few, sender, value, step, Payload::Raw, &bytes)
    }

    /// Adds a player's commitment to an opening.
    pub fn commit(self, sender: u8, opening: &str) -> Self {
        let (value, step) = (Value::None, Step::Same);
        let bytes = opening.as_bytes();
        self.send(Senders::Few, sender, value, step, Payload::Commit, bytes)
    }

    /// Adds a player's reveal of an opening.
    pub fn reveal(self, sender: u8, opening: &str) -> Self {
        self.act(sender, Value::None, Action::Reveal(opening.into()))
    }

    /// Adds any message. Its payload has at most 255 bytes.
    pub fn send(
        mut self,
        senders: Senders,
        sender: u8,
        value: Value,
        step: Step,
        payload: Payload,
        bytes: &[u8],
    ) -> Self {
        let value_bits = match value {
            Value::None => 0,
            Value::Bet => 1,
            Value::Change => 2,
            Value::Raw(_) => 3,
        };
        let senders_bits = match senders {
            Senders::Few => 0,
            Senders::Any => 2,
            Senders::Crowd => 3,
        };
        let control = value_bits | (step as u8) << 2 | senders_bits << 4;
        self.0.extend([sender, control, payload as u8]);
        if let Value::Raw(value) = value {
            self.0.extend(value.to_le_bytes());
        }
        self.0.push(bytes.len().try_into().expect("a short payload"));
        self.0.extend(bytes);
        self
    }

    /// The bytes.
    pub fn bytes(self) -> Vec<u8> {
        self.0
    }
}
