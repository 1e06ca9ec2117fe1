//! The game over the release WebAssembly, one file a subject.

mod alarms;
mod clock;
mod deploying;
mod gas;
mod hostile;
mod messages;
mod metadata;
mod metawasm;
mod money;
mod owner;
mod players;
mod random;
mod rounds;
mod table;
