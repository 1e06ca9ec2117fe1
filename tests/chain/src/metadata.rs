//! The metadata that the build writes beside a program.

use crate::{artifact, imports, node};
use blake2::{Blake2b, Digest, digest::consts::U32};
use gmeta::MetadataRepr;

/// The metadata in this file. `tmpdir` is the `CARGO_TARGET_TMPDIR` of the test.
///
/// # Panics
///
/// If there is no such file, or something else is in it.
pub fn written(tmpdir: &str, name: &str) -> MetadataRepr {
    MetadataRepr::from_hex(artifact::read(tmpdir, name)).expect("metadata in hexadecimal")
}

/// Checks that a program's `metahash` is that of this metadata.
///
/// # Panics
///
/// If it is another.
pub fn check_metahash(program: &[u8], metadata: &MetadataRepr) {
    let _chain = gtest::System::new();
    let metahash = node::run(program, "metahash", vec![], 0);
    assert_eq!(metahash, Ok(metadata.hash().to_vec()));
    assert_eq!(metahash, Ok(Blake2b::<U32>::digest(metadata.bytes()).to_vec()));
}

/// Checks that a program doesn't ask for the gas that is left: nodes refuse to
/// estimate a message that does.
///
/// # Panics
///
/// If it does.
pub fn check_gas_can_be_estimated(program: &[u8]) {
    let functions = imports::functions(program);
    assert!(functions.iter().any(|name| name == "gr_block_timestamp"), "it has imports");
    assert!(!functions.iter().any(|name| name == "gr_gas_available"), "{functions:?}");
}
