//! Builds the program's WebAssembly and, beside it, its metadata.

fn main() {
    #[cfg(feature = "std")]
    program_builder::program::<rpsls_io::ProgramMetadata>(&rpsls_io::StateQuery::ANSWERS);
}
