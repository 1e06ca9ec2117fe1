//! Builds programs, and the state functions of their readers, from their build
//! scripts.
//!
//! `gear-wasm-builder` builds programs only: it refuses exports that no program
//! has, and state functions are such exports. [`state_functions`] does for them
//! what `gear-wasm-builder` does for programs, with the same tools, but without
//! that check.
//!
//! A crate that is built needs a default feature, say `std`, that has this
//! builder as an optional build dependency and without which its library is the
//! WebAssembly only. Its build script calls one function,
//!
//! ```no_run
//! # // The build script's `cfg` is that of the crate, not of this example.
//! fn main() {
//!     program_builder::state_functions();
//! }
//! ```
//!
//! and its library includes what was built by
//! `include!(concat!(env!("OUT_DIR"), "/wasm_binary.rs"))`.

#![warn(missing_docs)]

mod compile;
mod embed;
mod environment;
mod files;
mod layout;
mod program;
mod sources;
mod state;
mod turn;

pub use embed::{SECTION, with_idl};
pub use program::{program, program_without_metadata};
pub use state::state_functions;

use anyhow::{Result, anyhow};
use std::env;

/// With this set, `gear-wasm-builder` builds nothing, and so doesn't this crate.
const NO_BUILD: &str = "__GEAR_WASM_BUILDER_NO_BUILD";

fn variable(name: &str) -> Result<String> {
    env::var(name).map_err(|error| anyhow!("{name}, which cargo sets for build scripts: {error}"))
}
