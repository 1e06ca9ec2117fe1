//! Compiler flags beyond those of gear-wasm-builder.

use std::env;

/// Limits of what is inlined, chosen for the least gas.
///
/// Code that is built for size copies more than four words by a call, and inlines hardly
/// anything. A message pays a little for each byte of code, and for each instruction of a
/// call. The sum is least about here (docs/gas.md).
const LINKER: [&str; 4] = [
    "-max-store-memcpy=16",
    "-max-store-memmove=16",
    "-max-store-memset=16",
    "-inline-threshold=40",
];

/// Sets these flags for all that this build script compiles for nodes, and unsets those for
/// the host's code.
pub fn set() {
    let flags = LINKER.map(|flag| format!("-Clink-arg=--mllvm={flag}")).join(" ");
    // SAFETY: a build script has one thread, and is at its start.
    unsafe {
        env::remove_var("RUSTFLAGS");
        env::set_var("CARGO_TARGET_WASM32V1_NONE_RUSTFLAGS", flags);
    }
}
