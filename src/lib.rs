//! Multiplayer commit–reveal rock-paper-scissors-lizard-Spock, ready to deploy.
//!
//! On WebAssembly this crate is the program. On a host it holds the built
//! program, for tests and tools.

#![no_std]
#![warn(missing_docs)]

#[cfg(target_arch = "wasm32")]
pub use rpsls_program::*;

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

/// What headers name the program's interface by.
#[cfg(feature = "std")]
pub const INTERFACE: [u8; 8] = *include_bytes!(concat!(env!("OUT_DIR"), "/interface"));

/// Describes the program's messages; its encoding is `rpsls.meta.txt`.
#[cfg(feature = "std")]
pub use rpsls_io::ProgramMetadata;
