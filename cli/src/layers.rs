//! Which part may use which: a part uses those before it in this list.

use std::{
    fs,
    path::{Path, PathBuf},
};

const LAYERS: [&str; 12] = [
    "clients", "words", "failure", "disk", "game", "screen", "keys", "store", "chain", "args",
    "play", "commands",
];

/// The parts that a text of Rust names behind `crate::`.
fn used(text: &str) -> Vec<String> {
    let mut used = vec![];
    for (_, path) in text.match_indices("crate::").map(|(at, path)| (at, &text[at + path.len()..]))
    {
        let Some(group) = path.strip_prefix('{') else {
            used.push(name(path));
            continue;
        };
        let mut depth = 0;
        let mut is_first = true;
        for (at, c) in group.char_indices() {
            if is_first && c.is_alphabetic() {
                used.push(name(&group[at..]));
            }
            is_first = (is_first && c.is_whitespace()) || (depth == 0 && c == ',');
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                _ => {}
            }
        }
    }
    used
}

fn name(path: &str) -> String {
    path.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

#[test]
fn no_part_uses_one_that_comes_after_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let place = |part: &str| LAYERS.iter().position(|layer| *layer == part);
    let mut looked_at = 0;
    for path in sources(&root) {
        let part = path.strip_prefix(&root).unwrap().iter().next().unwrap().to_str().unwrap();
        let part = part.trim_end_matches(".rs");
        if ["lib", "main", "layers"].contains(&part) {
            continue;
        }
        let own = place(part).unwrap_or_else(|| panic!("{part} has no place among the layers"));
        for other in used(&fs::read_to_string(&path).unwrap()) {
            let Some(other_place) = place(&other) else {
                panic!("{}: what is `crate::{other}`?", path.display());
            };
            assert!(other_place <= own, "{} uses {other}", path.display());
        }
        looked_at += 1;
    }
    assert!(looked_at > 60, "{looked_at} files");
}

#[test]
fn what_is_used_is_seen() {
    let text = "use crate::{\n    args::{A, b::C}, chain, keys::d::{e, f},\n};\nlet x = crate::words::y();";
    assert_eq!(used(text), ["args", "chain", "keys", "words"]);
}
