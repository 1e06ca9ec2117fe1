//! The program over the release WebAssembly, one file a subject.

mod chain;
mod deploying;
mod dialect;
mod ending;
mod expiring;
mod gas;
mod metadata;
mod metawasm;
mod money;
mod passes;
mod playing;
mod queries;
mod random;
mod readme;
mod referees;
mod refusals;
mod restarting;
mod timeouts;
