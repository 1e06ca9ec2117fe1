//! The `.d` file that cargo writes beside what it built.

use std::path::PathBuf;

/// The files from which the artifact was built: those of the path
/// dependencies, too.
///
/// The file is a Makefile's rule, `artifact: source source …`, with a backslash
/// before each space within a name.
pub fn sources(dep_info: &str) -> Vec<PathBuf> {
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
