//! The game over the release WebAssembly, one file a subject.

mod alarms;
mod clock;
mod deploying;
mod docs;
mod encoding;
mod gas;
mod hostile;
mod joining;
mod limits;
mod metadata;
mod metawasm;
mod money;
mod prepared;
mod random;
mod scarce_gas;
mod table;
