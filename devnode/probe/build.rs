//! Builds the program's WebAssembly.

fn main() {
    #[cfg(feature = "std")]
    gear_wasm_builder::build();
}
