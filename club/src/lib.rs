//! The club: it opens tables of rock-paper-scissors-lizard-Spock, all of the same code,
//! and lists them.
//!
//! [`rules`] is the list: a plain state machine that knows no chain. The `actor`
//! module, built for WebAssembly only, is the Gear program around it: it reads a
//! message, asks the rules, creates a table, and replies. On a host this crate also
//! holds the built program, for tests and tools.

#![no_std]
#![warn(missing_docs)]

extern crate alloc;

mod action;
#[cfg(target_arch = "wasm32")]
mod actor;
pub mod rules;

pub use action::{ActionRef, decode};

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

/// Describes the program's messages; its encoding is `rpsls_club.meta.txt`.
pub use rpsls_club_io::ProgramMetadata;
