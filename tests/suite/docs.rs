//! Checks that the tests, files and figures that the docs name exist.

use rpsls_io::{GameConfig, MAX_PLAYERS, gas};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The texts in backticks on a page.
fn quoted(page: &str) -> impl Iterator<Item = &str> {
    page.split('`').skip(1).step_by(2)
}

/// Asserts that one of these folders has a file with a test of this name.
fn check_test(folders: &[&str], file: &str, name: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_there = folders.iter().any(|folder| {
        let source = fs::read_to_string(root.join(folder).join(file).with_extension("rs"));
        source.is_ok_and(|source| source.contains(&format!("\nfn {name}(")))
    });
    assert!(is_there, "{file}::{name} is no test in {folders:?}");
}

#[test]
fn the_tests_that_pin_what_is_promised_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = |name: &str| fs::read_to_string(root.join(name)).unwrap();
    let mut named = 0;
    let pages = ["docs/security.md", "docs/attacks.md"].map(page).concat();
    for test in quoted(&pages) {
        let (folder, file, name) = match test.split("::").collect::<Vec<_>>()[..] {
            ["rules", file, name] => ("program/tests/rules", file, name),
            ["club", file, name] => ("club/tests/suite", file, name),
            ["rpsls", file, name] => ("cli/tests/suite", file, name),
            ["file", "test"] | ["rules" | "club" | "rpsls", ""] => continue,
            [file, name] => ("tests/suite", file, name),
            _ => continue,
        };
        check_test(&[folder], file, name);
        named += 1;
    }
    let folders = ["tests/suite", "io/tests", "tests", "tests/rules"];
    let folders = folders.map(|folder| format!("tic-tac-toe/{folder}"));
    for test in quoted(&page("tic-tac-toe/README.md")) {
        if let Some((file, name)) = test.split_once("::") {
            check_test(&folders.each_ref().map(String::as_str), file, name);
            named += 1;
        }
    }
    assert!(named >= 60, "{named} tests are named");
}

/// Pages that GitHub adds to a repository, to which the files in the root link.
const OF_GITHUB: [&str; 2] = ["../../releases/latest", "../../security/advisories/new"];

/// The anchors that GitHub makes of a page's headings.
fn anchors(page: &str) -> Vec<String> {
    let headings = page.lines().filter(|line| line.starts_with('#'));
    let words = headings.map(|line| line.trim_start_matches('#').trim().to_lowercase());
    words
        .map(|words| words.replace(' ', "-"))
        .map(|words| words.chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)).collect())
        .collect()
}

/// Finds the repository's files with one of these endings, except built or installed ones.
fn files(folder: &Path, endings: &[&str], found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap()) {
        let (path, name) = (entry.path(), entry.file_name().into_string().unwrap());
        let is_ours = !["target", "node_modules", "dist"].contains(&&*name);
        if entry.file_type().unwrap().is_dir() {
            if is_ours && (!name.starts_with('.') || name == ".github") {
                files(&path, endings, found);
            }
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            found.push(path);
        }
    }
}

fn repository(endings: &[&str]) -> Vec<PathBuf> {
    let mut found = vec![];
    files(Path::new(env!("CARGO_MANIFEST_DIR")), endings, &mut found);
    found
}

#[test]
fn what_the_docs_link_to_exists() {
    let pages = repository(&[".md"]);
    let mut links = 0;
    for file in &pages {
        let page = fs::read_to_string(file).unwrap();
        for link in page.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.contains("://") || OF_GITHUB.contains(&link) {
                continue;
            }
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match path {
                "" => file.clone(),
                _ => file.parent().unwrap().join(path),
            };
            assert!(target.exists(), "{}: {link}", file.display());
            if !anchor.is_empty() {
                let anchors = anchors(&fs::read_to_string(&target).unwrap());
                assert!(anchors.contains(&anchor.into()), "{}: {link}", file.display());
            }
            links += 1;
        }
    }
    assert!(pages.len() > 20 && links > 200, "{links} links on {} pages", pages.len());
}

#[test]
fn pages_that_sources_name_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut named = 0;
    for file in repository(&[".rs", ".ts", ".tsx", ".toml", ".yml", "Makefile"]) {
        let source = fs::read_to_string(&file).unwrap();
        for (at, _) in source.match_indices("docs/") {
            let rest = &source[at..];
            let is_path = |c: char| c.is_ascii_alphanumeric() || "-_./#".contains(c);
            let name = rest.split(|c| !is_path(c)).next().unwrap_or_default();
            let Some((page, anchor)) = name.split_once(".md") else { continue };
            let path = root.join(page).with_extension("md");
            assert!(path.exists(), "{}: {name}", file.display());
            if let Some(anchor) = anchor.strip_prefix('#') {
                let anchors = anchors(&fs::read_to_string(&path).unwrap());
                assert!(anchors.contains(&anchor.into()), "{}: {name}", file.display());
            }
            named += 1;
        }
    }
    assert!(named > 10, "{named} pages are named");
}

/// A row names a file first, and then names in that file.
#[test]
fn what_the_tables_of_places_name_is_there() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let mut names = 0;
    for page in ["architecture.md", "changing.md"] {
        let page = fs::read_to_string(docs.join(page)).unwrap();
        for row in page.lines().filter(|line| line.starts_with('|')) {
            for cell in row.split('|') {
                for part in cell.split("](").skip(1) {
                    let (path, words) = part.split_once(')').unwrap();
                    // The last name may be the text of the next link.
                    let words = words.rsplit_once('[').map_or(words, |(words, _)| words);
                    let source = docs.join(path.split('#').next().unwrap());
                    let source = fs::read_to_string(source).unwrap_or_default();
                    for name in quoted(words) {
                        let last = name.rsplit("::").next().unwrap();
                        assert!(source.contains(last), "{path} has no {name}");
                        names += 1;
                    }
                }
            }
        }
    }
    assert!(names > 60, "{names} names");
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

/// Writes a number with a space between its thousands.
fn spaced(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    groups.map(|group| str::from_utf8(group).unwrap()).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_limits_and_gas_bounds_on_the_pages_are_those_of_the_program() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let (few, least, most) =
        (GameConfig::MIN_PLAYERS, GameConfig::MIN_TIMEOUT, GameConfig::MAX_TIMEOUT);
    let longest = match most / 86_400_000 {
        365 => "a year".into(),
        days => format!("{days} days"),
    };
    let (message, share) = (spaced(gas::MESSAGE), spaced(gas::SHARE));
    for (page, figures) in [
        (
            "protocol.md",
            format!(
                "Seats are {few} to {MAX_PLAYERS}, each timeout {} to {} ms",
                spaced(least),
                spaced(most),
            ),
        ),
        ("gear-idea.md", format!("is {few} to {MAX_PLAYERS}, each timeout {least} to {most}.")),
        ("hosting.md", format!("**Times**: {} s to {longest} each", least / 1_000)),
        ("attacks.md", format!("the alarm serves {} s and {longest} alike", least / 1_000)),
        ("attacks.md", format!("| stages of {} s", least / 1_000)),
        ("attacks.md", format!("or of {longest}, in which")),
        ("protocol.md", format!("Give each message {message} of gas")),
        ("gear-idea.md", format!("with a gas limit of {message}")),
        ("protocol.md", format!("{share} more for each player, and {} for", spaced(gas::STAGE))),
        ("security.md", format!("at {:.2} × 10⁹ gas a share", gas::SHARE as f64 / 1e9)),
    ] {
        let found = fs::read_to_string(docs.join(page)).unwrap();
        assert!(found.contains(&figures), "docs/{page} does not say: {figures}");
    }
}
