//! The program's interface, for tools that read it at run time.

use crate::{Action, Event, HouseError, HouseInit, StateQuery, StateReply};
use gmeta::{In, InOut, Metadata, Out};

/// Describes the messages of each entry point; `rpsls_house.meta.txt` is its encoding.
pub struct ProgramMetadata;

impl Metadata for ProgramMetadata {
    type Init = In<HouseInit>;
    type Handle = InOut<Action, Result<Event, HouseError>>;
    type Others = Out<Event>;
    type Reply = ();
    type Signal = ();
    type State = InOut<StateQuery, StateReply>;
}
