//! Tests of the release WebAssembly, one file for each subject.

#[path = "../rules/cast.rs"]
mod cast;
mod chain;
mod deploying;
mod encoding;
mod gas;
mod metadata;
mod money;
mod random;
