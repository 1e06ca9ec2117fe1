//! Checks that each part of the client uses only the parts before it, and that `make` runs all
//! tests.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// The client's parts. A part may use itself and the parts before it.
const LAYERS: [&str; 12] = [
    "words",
    "failure",
    "disk",
    "game",
    "screen",
    "keys",
    "store",
    "chain",
    "args",
    "play",
    "commands",
    "generated",
];

/// Finds the folders that hold a crate's sources.
fn crates() -> Vec<PathBuf> {
    fn search(folder: &Path, found: &mut Vec<PathBuf>) {
        if folder.join("Cargo.toml").exists() && folder.join("src").exists() {
            found.push(folder.join("src"));
        }
        for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap()) {
            let name = entry.file_name().into_string().unwrap();
            let is_ours = !["src", "target", "node_modules"].contains(&&*name);
            if entry.file_type().unwrap().is_dir() && is_ours && !name.starts_with('.') {
                search(&entry.path(), found);
            }
        }
    }
    let mut found = vec![];
    search(Path::new(env!("CARGO_MANIFEST_DIR")), &mut found);
    found
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let all = entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] });
    all.filter(|path| path.extension().is_some_and(|is| is == "rs")).collect()
}

/// The names after each `crate::` of a text: one, or those of a group such as `{a::{b, c}, d}`.
fn named(text: &str) -> Vec<&str> {
    let mut named = vec![];
    for (at, crate_) in text.match_indices("crate::") {
        let rest = &text[at + crate_.len()..];
        let Some(group) = rest.strip_prefix('{') else {
            named.push(rest);
            continue;
        };
        let (mut depth, mut start) = (1, 0);
        for (at, c) in group.char_indices() {
            depth += i32::from(c == '{') - i32::from(c == '}');
            if depth == 0 || depth == 1 && c == ',' {
                named.push(group[start..at].trim_start());
                start = at + 1;
            }
            if depth == 0 {
                break;
            }
        }
    }
    named
}
#[test]
fn no_part_of_the_client_uses_one_that_comes_after_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("cli/src");
    let place = |part: &str| LAYERS.iter().position(|layer| *layer == part);
    let mut uses = 0;
    for file in sources(&root) {
        let path = file.strip_prefix(&root).unwrap().with_extension("");
        let part = path.iter().next().unwrap().to_str().unwrap();
        let own = place(part);
        assert!(own.is_some() || ["lib", "main"].contains(&part), "LAYERS has no {part}");
        let text = fs::read_to_string(&file).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        for used in named(code) {
            let used = used.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
            let is_before = own.is_none() || place(used) <= own;
            assert!(is_before, "{} uses {used}", file.display());
            uses += 1;
        }
    }
    assert!(uses > 200, "{uses} uses");
}

/// The names of a crate's test targets.
fn test_targets(folder: &Path) -> Vec<String> {
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let named = manifest.split("[[test]]").skip(1).map(|entry| {
        let name = entry.split_once("name = \"").and_then(|(_, rest)| rest.split_once('"'));
        name.expect("a test has a name").0.to_owned()
    });
    let mut targets: Vec<String> = named.collect();
    let tests = folder.join("tests");
    if !manifest.contains("autotests = false") && tests.exists() {
        for path in fs::read_dir(tests).unwrap().map(|entry| entry.unwrap().path()) {
            let is_file = path.extension().is_some_and(|is| is == "rs");
            let is_named =
                manifest.contains(&format!("/{}/main.rs", path.file_name().unwrap().display()));
            if (is_file || path.join("main.rs").exists()) && !is_named {
                targets.push(path.file_stem().unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    targets
}

#[test]
fn make_runs_each_test() {
    let makefile = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Makefile"));
    let makefile = makefile.unwrap().replace("\\\n", " ");
    let of = |list: &str| {
        let (_, rest) = makefile.split_once(&format!("\n{list} := $(foreach name,")).unwrap();
        let names = rest.split_once(',').unwrap().0;
        names.split_whitespace().map(str::to_owned).collect::<BTreeSet<_>>()
    };
    let mut listed = &of("QUICK") | &of("REST");
    listed.insert("process".into());
    let crates = crates();
    let all = crates.iter().flat_map(|sources| test_targets(sources.parent().unwrap()));
    assert_eq!(listed, all.collect());
}
