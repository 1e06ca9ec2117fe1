//! The program's interface, for tools that read it at run time.

use crate::{Action, Event, GameError, StateQuery, StateReply, TableInit};
use gmeta::{In, InOut, Metadata, Out};

/// Describes the messages of each entry point; `rpsls.meta.txt` is its encoding.
pub struct ProgramMetadata;

impl Metadata for ProgramMetadata {
    type Init = In<TableInit>;
    type Handle = InOut<Action, Result<Event, GameError>>;
    type Others = Out<Event>;
    type Reply = ();
    type Signal = ();
    type State = InOut<StateQuery, StateReply>;
}
