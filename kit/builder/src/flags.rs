//! What the compiler is told beyond what gear-wasm-builder tells it.

use std::env;

/// Where code is built for size, copies of more than four words are calls, and hardly
/// anything is inlined. A message pays for both: for each byte of code a little, and for
/// each instruction of each call. The sum is least about here (docs/gas.md).
const LINKER: [&str; 4] = [
    "-max-store-memcpy=16",
    "-max-store-memmove=16",
    "-max-store-memset=16",
    "-inline-threshold=40",
];

/// Has whatever this build script compiles for nodes take these flags, and none of those
/// that are for the host's code.
pub fn set() {
    let flags = LINKER.map(|flag| format!("-Clink-arg=--mllvm={flag}")).join(" ");
    // SAFETY: a build script has one thread, and is at its start.
    unsafe {
        env::remove_var("RUSTFLAGS");
        env::set_var("CARGO_TARGET_WASM32V1_NONE_RUSTFLAGS", flags);
    }
}
