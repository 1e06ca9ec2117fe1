//! Writes what the program replies as its `metahash`, and the id that headers name it by.

fn main() {
    program_idl::write_hashes::<rpsls_io::ProgramMetadata>(&rpsls_io::StateQuery::ANSWERS);
}
