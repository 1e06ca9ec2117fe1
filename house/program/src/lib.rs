//! The house: it opens tables, and lists them.
//!
//! [`rules`] is the list: a plain state machine that knows no chain. The `actor`
//! module, built for WebAssembly only, is the Gear program around it: it reads a
//! message, asks the rules, creates a table, and replies.

#![no_std]
#![warn(missing_docs)]

extern crate alloc;

mod action;
#[cfg(target_arch = "wasm32")]
mod actor;
pub mod rules;

pub use action::decode;
