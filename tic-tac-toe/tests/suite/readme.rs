//! Checks that each test that the README names exists.

use std::{fs, path::Path};

/// The source of the test file with this name.
fn source(file: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["tests/suite", "io/tests", "tests", "tests/rules"];
    let mut paths = folders.map(|folder| root.join(folder).join(file).with_extension("rs"));
    paths.sort_by_key(|path| !path.exists());
    fs::read_to_string(&paths[0]).unwrap_or_else(|error| panic!("{}: {error}", paths[0].display()))
}

#[test]
fn every_test_that_the_readme_names_is_there() {
    let readme = include_str!("../../README.md");
    let named: Vec<(&str, &str)> =
        readme.split('`').skip(1).step_by(2).filter_map(|code| code.split_once("::")).collect();
    assert!(named.len() > 50, "the README names only {} tests", named.len());
    for (file, test) in named.into_iter().filter(|name| *name != ("file", "test")) {
        let source = source(file);
        let before = source.split_once(&format!("fn {test}()")).map(|(before, _)| before);
        let attributes = before.and_then(|before| before.rsplit("\n\n").next());
        assert!(attributes.is_some_and(|lines| lines.contains("#[test]")), "{file}::{test}");
    }
}
