//! The engine as Gear's crates name it: kit/README.md.

pub use wasmtime_48::*;
