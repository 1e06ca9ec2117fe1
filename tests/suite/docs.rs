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
            ["house", file, name] => ("house/tests/suite", file, name),
            ["rpsls", file, name] => ("cli/tests/suite", file, name),
            ["file", "test"] | ["rules" | "house" | "rpsls", ""] => continue,
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

/// Pages that GitHub makes of a repository, to which a link from the root's files leads.
const OF_GITHUB: [&str; 2] = ["../../releases/latest", "../../security/advisories/new"];

/// What GitHub makes of a page's headings, for links to lead to.
fn anchors(page: &str) -> Vec<String> {
    let headings = page.lines().filter(|line| line.starts_with('#'));
    let words = headings.map(|line| line.trim_start_matches('#').trim().to_lowercase());
    words
        .map(|words| words.replace(' ', "-"))
        .map(|words| words.chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)).collect())
        .collect()
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
                if link.contains("://") || OF_GITHUB.contains(&link) {
                    continue;
                }
                let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
                let target = if path.is_empty() { file.clone() } else { folder.join(path) };
                assert!(target.exists(), "{}: {link}", file.display());
                if !anchor.is_empty() {
                    let anchors = anchors(&fs::read_to_string(&target).unwrap());
                    assert!(anchors.contains(&anchor.into()), "{}: {link}", file.display());
                }
                links += 1;
            }
        }
    }
    assert!(links >= 60, "{links} links");
}

#[test]
fn the_readme_says_at_once_how_to_play_and_how_to_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("README.md")).unwrap();
    let makefile = fs::read_to_string(root.join("Makefile")).unwrap();
    let first: Vec<_> = page.lines().take(8).collect();
    for command in ["make play", "make test"] {
        assert!(quoted(&first.join("\n")).any(|code| code == command), "{command}");
        let target = command.replace("make ", "\n") + ":";
        assert!(makefile.contains(&target), "{command} is no target");
    }
}
