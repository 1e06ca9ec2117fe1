//! Tests of the release WebAssembly, one file for each subject.

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
