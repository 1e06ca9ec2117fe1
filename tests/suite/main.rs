//! The game over the release WebAssembly, one file a subject.

mod alarms;
mod clock;
mod deploying;
mod dialect;
mod docs;
mod gas;
mod hostile;
mod joining;
mod limits;
mod messages;
mod metadata;
mod metawasm;
mod money;
mod owner;
mod players;
mod prepared;
mod random;
mod rounds;
mod scarce_gas;
mod table;
