//! The program's interface, for tools that read it at run time.

use crate::{Action, ClubError, ClubInit, Event, StateQuery, StateReply};
use gmeta::{In, InOut, Metadata, Out};

/// Describes the messages of each entry point; `rpsls_club.meta.txt` is its encoding.
pub struct ProgramMetadata;

impl Metadata for ProgramMetadata {
    type Init = In<ClubInit>;
    type Handle = InOut<Action, Result<Event, ClubError>>;
    type Others = Out<Event>;
    type Reply = ();
    type Signal = ();
    type State = InOut<StateQuery, StateReply>;
}
