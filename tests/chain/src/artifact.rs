//! Reads the files that the build leaves beside a program.

use std::{env, fs, path::Path};

/// Reads a file that the build left beside the program. `tmpdir` is the `CARGO_TARGET_TMPDIR` of
/// the test.
pub fn read(tmpdir: &str, name: &str) -> Vec<u8> {
    let test_binary = env::current_exe().expect("a running test has a path");
    // `<target>/<profile>/deps/<test binary>`
    let profile = test_binary
        .ancestors()
        .nth(2)
        .and_then(|dir| dir.file_name())
        .expect("cargo put the test binary there");
    let path = Path::new(tmpdir).with_file_name("wasm32-gear").join(profile).join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
