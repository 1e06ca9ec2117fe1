//! The program over the release WebAssembly, one file a subject.

mod chain;
mod deploying;
mod encoding;
mod failing;
mod gas;
mod listing;
mod metadata;
mod money;
mod opening;
mod random;
