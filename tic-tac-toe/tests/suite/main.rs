//! The program over the release WebAssembly, one file a subject.

#[path = "../rules/cast.rs"]
mod cast;
mod chain;
mod deploying;
mod encoding;
mod gas;
mod metadata;
mod money;
mod random;
mod readme;
