//! Multiplayer commit–reveal rock-paper-scissors-lizard-Spock.
//!
//! [`rules`] is the game: a plain state machine that knows no chain. The
//! `actor` module, built for WebAssembly only, is the Gear program around it:
//! it reads a message, asks the rules, performs what came out, and replies.
//! [`alarm`] decides when the actor wakes itself to move an overdue stage on.

#![no_std]
#![warn(missing_docs)]

extern crate alloc;

mod action;
#[cfg(target_arch = "wasm32")]
mod actor;
pub mod alarm;
pub mod rules;

pub use action::{ActionRef, decode};
