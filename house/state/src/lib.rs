//! What can be asked of a house's state, one question a function.
//!
//! A Gear node runs these functions over the program's state, off the chain and
//! free of charge: its RPC method `gear_readStateUsingWasm` takes
//! `rpsls_house_state.meta.wasm` and a function's name. Each function takes what the
//! program's `state` replied to the query that its docs name, and refuses any other.
//!
//! On WebAssembly this crate is that module of functions. On a host it holds
//! the built module, and what the functions work out, see [`answers`].

#![no_std]
#![warn(missing_docs)]

extern crate alloc;

pub mod answers;
#[cfg(target_arch = "wasm32")]
mod functions;

#[cfg(feature = "std")]
include!(concat!(env!("OUT_DIR"), "/wasm_binary.rs"));
