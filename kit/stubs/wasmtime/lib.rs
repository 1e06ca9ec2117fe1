//! The engine as Gear's crates name it: docs/building.md.

pub use wasmtime_48::*;
