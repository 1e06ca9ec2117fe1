//! The metadata: the files that the build writes for tools describe the program.

use chain_tests::metadata;
use rpsls_club::ProgramMetadata;

#[test]
fn wallets_and_indexers_of_the_last_release_understand_the_program() {
    let tmpdir = env!("CARGO_TARGET_TMPDIR");
    metadata::check::<ProgramMetadata>(tmpdir, "rpsls_club.meta.txt", rpsls_club::WASM_BINARY_OPT);
}
