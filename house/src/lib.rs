//! The house: it opens tables of rock-paper-scissors-lizard-Spock, all of the same
//! code, and lists them. Ready to deploy.
//!
//! On WebAssembly this crate is the program. On a host it holds the built
//! program, for tests and tools.

#![no_std]
#![warn(missing_docs)]

#[cfg(target_arch = "wasm32")]
pub use rpsls_house_program::*;

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

/// Describes the program's messages; its encoding is `rpsls_house.meta.txt`.
#[cfg(feature = "std")]
pub use rpsls_house_io::ProgramMetadata;
