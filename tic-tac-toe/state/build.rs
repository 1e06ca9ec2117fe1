//! Builds the state functions' WebAssembly.

fn main() {
    #[cfg(feature = "std")]
    metawasm_builder::build();
}
