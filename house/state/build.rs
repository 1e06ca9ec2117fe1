//! Builds the state functions' WebAssembly.

fn main() {
    #[cfg(feature = "std")]
    program_builder::state_functions();
}
