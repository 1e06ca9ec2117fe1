//! The game over the release WebAssembly, one file a subject.

mod gas;
mod metadata;
mod metawasm;
mod node;
mod table;
