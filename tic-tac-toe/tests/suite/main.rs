//! The program over the release WebAssembly, one file a subject.

mod chain;
mod deploying;
mod dialect;
mod gas;
mod metadata;
mod metawasm;
mod money;
mod random;
mod readme;
