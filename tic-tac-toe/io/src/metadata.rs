//! The program's interface, for tools that read it at run time.

use crate::{Action, Event, GameError, InitConfig, StateQuery, StateReply};
use gmeta::{In, InOut, Metadata, Out};

/// Describes the messages of each entry point; `tic_tac_toe.meta.txt` is its
/// encoding.
pub struct ProgramMetadata;

impl Metadata for ProgramMetadata {
    type Init = In<InitConfig>;
    type Handle = InOut<Action, Result<Event, GameError>>;
    type Others = Out<Event>;
    type Reply = ();
    type Signal = ();
    type State = InOut<StateQuery, StateReply>;
}
