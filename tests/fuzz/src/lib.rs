//! Random messages to the rules, as bytes, and the checks after each.
//!
//! [`play`] reads any bytes as the life of one program: a deployment, then messages. It panics if a
//! promise that it checks is broken. [`Script`] writes such bytes, and [`mutate`] spoils them.

mod encoding;
pub mod mutate;
mod script;
mod seeds;
mod table;

pub use script::{Payload, Script, Senders, Step, Value};
pub use seeds::seeds;
pub use table::play;
