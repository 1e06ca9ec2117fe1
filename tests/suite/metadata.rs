//! The metadata: the files that the build writes for tools describe the program.

use chain_tests::{artifact, metadata};
use rpsls_io::ProgramMetadata;

/// Reads the file of this name that the build left beside the program.
pub fn artifact(name: &str) -> Vec<u8> {
    artifact::read(env!("CARGO_TARGET_TMPDIR"), name)
}

#[test]
fn wallets_and_indexers_of_the_last_release_understand_the_program() {
    let tmpdir = env!("CARGO_TARGET_TMPDIR");
    metadata::check::<ProgramMetadata>(tmpdir, "rpsls.meta.txt", rpsls::WASM_BINARY_OPT);
}
