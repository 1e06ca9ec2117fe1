//! Builds the program's WebAssembly and, beside it, its metadata.

fn main() {
    #[cfg(feature = "std")]
    program_builder::program::<tic_tac_toe_io::ProgramMetadata>();
}
