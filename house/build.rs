//! Builds the program's WebAssembly and, beside it, its metadata.

fn main() {
    #[cfg(feature = "std")]
    program_builder::program::<rpsls_house_io::ProgramMetadata>();
}
