//! The game over the release WebAssembly, one file a subject.

mod gas;
mod table;
