//! Checks the metadata that the build writes beside a program.

use crate::{artifact, imports, node, types};
use blake2::{Blake2b, Digest, digest::consts::U32};
use gmeta::{Metadata, MetadataRepr};

/// Checks that the metadata in this file is the program's own, describes this interface and has the
/// program's `metahash`. Tools read that file.
///
/// Checks also that the program doesn't ask for the gas that is left: nodes refuse to estimate a
/// message that does. `tmpdir` is the `CARGO_TARGET_TMPDIR` of the test.
///
/// # Panics
///
/// If a check fails.
pub fn check<M: Metadata>(tmpdir: &str, name: &str, program: &[u8], interface: &str) {
    let file = artifact::read(tmpdir, name);
    let written = MetadataRepr::from_hex(file).expect("metadata in hexadecimal");
    assert_eq!(written, M::repr());
    assert_eq!(types::describe(&written), interface);

    let _chain = gtest::System::new();
    let metahash = node::run(program, "metahash", vec![], 0);
    assert_eq!(metahash, Ok(written.hash().to_vec()));
    assert_eq!(metahash, Ok(Blake2b::<U32>::digest(written.bytes()).to_vec()));

    let functions = imports::functions(program);
    assert!(functions.iter().any(|name| name == "gr_block_timestamp"), "it has imports");
    assert!(!functions.iter().any(|name| name == "gr_gas_available"), "{functions:?}");
}
