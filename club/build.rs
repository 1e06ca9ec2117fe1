//! Builds the program's WebAssembly and, beside it, its metadata; for the WebAssembly itself,
//! what that replies as its `metahash`, and the id that headers name it by.

use rpsls_club_io::{ProgramMetadata, StateQuery};

fn main() {
    #[cfg(feature = "std")]
    program_builder::program::<ProgramMetadata>(&StateQuery::ANSWERS);
    #[cfg(not(feature = "std"))]
    program_idl::write_hashes::<ProgramMetadata>(&StateQuery::ANSWERS);
}
