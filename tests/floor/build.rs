//! Builds the program's WebAssembly.

fn main() {
    #[cfg(feature = "std")]
    program_builder::program_without_metadata();
}
