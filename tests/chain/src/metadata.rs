//! Checks the metadata that the build writes beside a program.

use crate::{artifact, imports, node, types};
use blake2::{Blake2b, Digest, digest::consts::U32};
use gmeta::{Metadata, MetadataRepr};
use std::{collections::BTreeMap, fs, path::Path};

/// Structs that end what contains them, so that fields may be added at their end.
const LAST: [&str; 2] = ["TableInit", "GameState"];

/// Checks that the metadata in this file is the program's own, has the program's `metahash`, and
/// describes an interface that clients of the last release understand. Tools read that file.
///
/// Checks also that the program doesn't ask for the gas that is left: nodes refuse to estimate a
/// message that does. `tmpdir` is the `CARGO_TARGET_TMPDIR` of the test.
pub fn check<M: Metadata>(tmpdir: &str, name: &str, program: &[u8]) {
    let read = |file: Vec<u8>| MetadataRepr::from_hex(file).expect("metadata in hexadecimal");
    let written = read(artifact::read(tmpdir, name));
    assert_eq!(written, M::repr());
    check_added(&types::describe(&read(released(name))), &types::describe(&written));

    let _chain = gtest::System::new();
    let metahash = node::run(program, "metahash", vec![], 0);
    assert_eq!(metahash, Ok(written.hash().to_vec()));
    assert_eq!(metahash, Ok(Blake2b::<U32>::digest(written.bytes()).to_vec()));

    let functions = imports::functions(program);
    assert!(functions.iter().any(|name| name == "gr_block_timestamp"), "it has imports");
    assert!(!functions.iter().any(|name| name == "gr_gas_available"), "{functions:?}");
}

/// Reads a file of the last release.
pub fn released(name: &str) -> Vec<u8> {
    let releases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../releases");
    let current = fs::read_to_string(releases.join("CURRENT")).expect("it names the last release");
    fs::read(releases.join(current.trim()).join(name)).expect("the release has the file")
}

/// Checks that nothing was changed since the release, and that variants were added only at the end.
fn check_added(released: &str, present: &str) {
    let parts = |text: &str| -> BTreeMap<String, Vec<String>> {
        let types = text.split("\n\n").map(|part| part.lines().map(str::to_owned));
        types.map(|mut lines| (lines.next().expect("a name"), lines.collect())).collect()
    };
    let present = parts(present);
    for (name, before) in parts(released) {
        let after = present.get(&name).unwrap_or_else(|| panic!("{name} is gone"));
        let is_enum = before.iter().all(|part| part.trim().starts_with(char::is_uppercase));
        let kept = after.len().min(before.len());
        let compared = if is_enum || LAST.contains(&&*name) { kept } else { after.len() };
        assert_eq!(after[..compared], before[..], "{name}");
    }
}
