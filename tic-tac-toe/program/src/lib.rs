//! Tic-tac-toe for two, any number of games at once.
//!
//! [`rules`] is the game: a plain state machine that knows no chain. The
//! `actor` module, built for WebAssembly only, is the Gear program around it:
//! it reads a message, asks the rules, performs what came out, and replies.

#![no_std]
#![warn(missing_docs)]

extern crate alloc;

#[cfg(target_arch = "wasm32")]
mod actor;
pub mod rules;
