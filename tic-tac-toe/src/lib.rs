//! Tic-tac-toe for two, with stakes, referees, passes and trophies: any number of games at
//! once.
//!
//! [`rules`] is the game: a plain state machine that knows no chain. The
//! `actor` module, built for WebAssembly only, is the Gear program around it:
//! it reads a message, asks the rules, performs what came out, and replies. On a host this
//! crate also holds the built program, for tests and tools.

#![no_std]
#![warn(missing_docs)]

extern crate alloc;

#[cfg(target_arch = "wasm32")]
mod actor;
pub mod rules;

/// What headers name the program's interface by.
pub const INTERFACE: [u8; 8] = *include_bytes!(concat!(env!("OUT_DIR"), "/interface"));

#[cfg(feature = "std")]
#[allow(missing_docs)] // generated; the re-exports below are documented
mod wasm {
    include!(concat!(env!("OUT_DIR"), "/wasm_binary.rs"));
}

/// The program as the compiler left it.
#[cfg(feature = "std")]
pub use wasm::WASM_BINARY;
/// The program to upload: without what only debuggers read.
#[cfg(feature = "std")]
pub use wasm::WASM_BINARY_OPT;

/// Describes the program's messages; its encoding is `tic_tac_toe.meta.txt`.
pub use tic_tac_toe_io::ProgramMetadata;
