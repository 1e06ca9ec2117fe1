//! The docs name tests and files that there are.

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
            ["file", "test"] | ["rules", ""] => continue,
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

#[test]
fn what_the_docs_link_to_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut links = 0;
    for folder in ["", "docs", "releases", "devnode", "tic-tac-toe", "tests/fuzz"] {
        let folder = root.join(folder);
        for file in fs::read_dir(&folder).unwrap() {
            let file = file.unwrap().path();
            if file.extension().is_none_or(|extension| extension != "md") {
                continue;
            }
            let page = fs::read_to_string(&file).unwrap();
            for link in page.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
                let path = link.split('#').next().unwrap_or_default();
                if path.is_empty() || path.contains("://") {
                    continue;
                }
                assert!(folder.join(path).exists(), "{}: {link}", file.display());
                links += 1;
            }
        }
    }
    assert!(links >= 60, "{links} links");
}
