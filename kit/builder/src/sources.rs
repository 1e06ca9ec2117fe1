//! What a module was built from, for cargo to watch.
//!
//! Cargo watches what the build script itself is compiled from, and it has none
//! of the program's sources.

use crate::layout::Layout;
use anyhow::{Context, Result};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Has cargo run the build script again once a source file of the module, a
/// manifest or a pinned version changes.
///
/// Not if what was built is gone: cargo would take it for changed when the build
/// script has just written it.
pub fn watch(layout: &Layout) -> Result<()> {
    // Cargo writes it beside what it has built.
    let path = layout.compiled().with_extension("d");
    let dep_info =
        fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
    let sources: BTreeSet<PathBuf> =
        sources(&dep_info).into_iter().filter(|path| !layout.is_generated(path)).collect();
    // The workspace's own manifest is the lockfile's neighbour.
    let lockfile = layout.lockfile();
    let workspace = lockfile.iter().map(|path| path.with_file_name("Cargo.toml"));
    let manifests: BTreeSet<PathBuf> =
        sources.iter().filter_map(|path| manifest_of(path)).chain(workspace).collect();

    sources
        .into_iter()
        .chain(manifests)
        .chain(lockfile)
        .for_each(|path| println!("cargo:rerun-if-changed={}", path.display()));
    Ok(())
}

fn manifest_of(source: &Path) -> Option<PathBuf> {
    source.ancestors().map(|dir| dir.join("Cargo.toml")).find(|manifest| manifest.exists())
}

/// The files from which an artifact was built, by its dep-info: those of the path
/// dependencies, too.
///
/// The file is a Makefile's rule, `artifact: source source …`, with a backslash
/// before each space within a name.
fn sources(dep_info: &str) -> Vec<PathBuf> {
    // The artifact's own name may hold a colon, but none with a space behind it.
    let Some((_, sources)) = dep_info.split_once(": ") else {
        return vec![];
    };
    let mut paths = vec![String::new()];
    let mut chars = sources.trim_end().chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '\\' if chars.next_if_eq(&' ').is_some() => last(&mut paths).push(' '),
            ' ' => paths.push(String::new()),
            char => last(&mut paths).push(char),
        }
    }
    paths.into_iter().filter(|path| !path.is_empty()).map(PathBuf::from).collect()
}

fn last(paths: &mut [String]) -> &mut String {
    paths.last_mut().expect("it starts with one and only grows")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_what_follows_the_colon() {
        assert_eq!(
            sources("/t/a.wasm: /r/io/src/lib.rs /r/state/src/lib.rs\n"),
            ["/r/io/src/lib.rs", "/r/state/src/lib.rs"].map(PathBuf::from)
        );
    }

    #[test]
    fn a_space_within_a_name_is_escaped() {
        assert_eq!(
            sources("/t/a.wasm: /my\\ code/lib.rs C:\\dir\\lib.rs\n"),
            ["/my code/lib.rs", "C:\\dir\\lib.rs"].map(PathBuf::from)
        );
    }

    #[test]
    fn an_artifact_may_have_no_sources() {
        assert!(sources("/t/a.wasm:\n").is_empty());
        assert!(sources("/t/a.wasm: \n").is_empty());
        assert!(sources("").is_empty());
    }
}
