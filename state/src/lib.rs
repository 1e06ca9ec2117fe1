//! What can be asked of a game's state, one question a function.
//!
//! A Gear node runs these functions over the program's state, off the chain and
//! free of charge: its RPC method `gear_readStateUsingWasm` takes
//! `rpsls_state.meta.wasm` and a function's name. Each function takes what the program's `state`
//! replied, which should be asked with an **empty payload**, that is, for
//! everything. A function also takes the reply to the one query that it is the
//! answer to (`config` takes [`StateReply::Config`]), and refuses any other. Two take that
//! reply alone, since everything doesn't hold it: `shares_due` and `closable_from`.
//!
//! On WebAssembly this crate is that module of functions. On a host it holds
//! the built module, and what the functions work out, see [`answers`].
//!
//! [`StateReply::Config`]: rpsls_io::StateReply::Config

#![no_std]
#![warn(missing_docs)]

extern crate alloc;

pub mod answers;
#[cfg(target_arch = "wasm32")]
mod functions;

#[cfg(feature = "std")]
include!(concat!(env!("OUT_DIR"), "/wasm_binary.rs"));
