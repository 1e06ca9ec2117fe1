//! The outcome of one message.

use crate::log;
use gprimitives::MessageId;
use gtest::{BlockRunResult, constants::Gas};
use parity_scale_codec::Decode;
use std::fmt::Debug;

/// The outcome of one message, with the program's types of events and errors.
#[derive(Debug)]
pub struct Answer<Event, Error> {
    /// `None` if the message trapped.
    pub result: Option<Result<Event, Error>>,
    /// The value that the sender has gained, without fees.
    pub gain: i128,
    /// The events that the program broadcast in the same block.
    pub broadcasts: Vec<Event>,
    /// The gas that the message burned.
    pub gas: Gas,
}

impl<Event: Debug + Decode, Error: Debug + Decode> Answer<Event, Error> {
    /// Reads the answer to a message from the message's block.
    pub fn read(block: &BlockRunResult, message: MessageId, gain: i128) -> Self {
        Self {
            result: block.succeed.contains(&message).then(|| log::reply(block, message)),
            gain,
            broadcasts: log::broadcasts(block),
            gas: block.gas_burned[&message],
        }
    }

    /// The event of an accepted action.
    pub fn event(self) -> Event {
        self.result.expect("did not trap").expect("was accepted")
    }

    /// The error of a refused action. Its value must have come back.
    pub fn error(self) -> Error {
        assert_eq!(self.gain, 0, "value comes back with an error");
        self.result.expect("did not trap").expect_err("was refused")
    }
}
