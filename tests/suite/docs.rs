//! The docs name tests that there are.

use std::{fs, path::Path};

/// What stands in backticks on a page.
fn quoted(page: &str) -> impl Iterator<Item = &str> {
    page.split('`').skip(1).step_by(2)
}

#[test]
fn the_tests_that_pin_what_is_promised_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/security.md")).unwrap();
    let mut named = 0;
    for test in quoted(&page) {
        let (dir, file, name) = match test.split("::").collect::<Vec<_>>()[..] {
            ["rules", file, name] => ("program/tests/rules", file, name),
            ["file", "test"] => continue,
            [file, name] => ("tests/suite", file, name),
            _ => continue,
        };
        let source = fs::read_to_string(root.join(dir).join(file).with_extension("rs"));
        let source = source.unwrap_or_else(|error| panic!("{test}: {error}"));
        assert!(source.contains(&format!("\nfn {name}(")), "{test} is no test");
        named += 1;
    }
    assert!(named >= 30, "{named} tests are named");
}
