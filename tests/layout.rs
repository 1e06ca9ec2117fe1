//! Checks how the source files depend on one another: no file uses itself by way of others, and
//! each part of the client uses only the parts before it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// The client's parts. A part may use itself and the parts before it.
const LAYERS: [&str; 14] = [
    "words",
    "failure",
    "disk",
    "game",
    "screen",
    "keys",
    "store",
    "way",
    "chain",
    "options",
    "play",
    "commands",
    "args",
    "generated",
];

/// A module: the names on the path from the crate's root to it.
type Module = Vec<String>;
/// The modules that each module of a crate uses.
type Uses = BTreeMap<Module, BTreeSet<Module>>;

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

fn module(root: &Path, file: &Path) -> Module {
    let path = file.strip_prefix(root).unwrap().with_extension("");
    let mut names: Module = path.iter().map(|name| name.to_str().unwrap().to_owned()).collect();
    if ["lib", "main", "mod"].contains(&&**names.last().unwrap()) {
        names.pop();
    }
    names
}

/// Finds out which modules of a folder use which others.
fn uses(root: &Path) -> Uses {
    let mut texts: BTreeMap<Module, String> = BTreeMap::new();
    for file in sources(root) {
        // A crate may have both a library and a program. Their two roots count as one module.
        let text = fs::read_to_string(&file).unwrap();
        texts.entry(module(root, &file)).or_default().push_str(&text);
    }
    let find = |path: &[String]| {
        let known = (0..=path.len()).rev().map(|length| &path[..length]);
        known.into_iter().find(|path| texts.contains_key(*path)).unwrap_or_default().to_vec()
    };
    let of = |(module, text): (&Module, &String)| {
        let children =
            texts.keys().filter(|path| path.split_last().is_some_and(|(_, up)| up == module));
        let children: Vec<&str> = children.map(|path| &**path.last().unwrap()).collect();
        let named = named(text, module, &children);
        let used = named.iter().map(|path| find(path));
        // A module and the modules inside it may use one another.
        (module.clone(), used.filter(|used| !module.starts_with(used)).collect())
    };
    texts.iter().map(of).collect()
}

/// The paths that a text names, as paths from the crate's root.
fn named(text: &str, module: &[String], children: &[&str]) -> Vec<Module> {
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let code: Vec<&str> =
        code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n");
    let mut named = vec![];
    let up = module.split_last().map_or(module, |(_, up)| up);
    let roots = [("crate", &[][..]), ("self", module), ("super", up)];
    let children = children.iter().map(|child| (*child, module));
    for (name, base) in roots.into_iter().chain(children) {
        let is_child = !["crate", "self", "super"].contains(&name);
        for (at, _) in code.match_indices(&format!("{name}::")) {
            let is_whole = !code[..at].ends_with(|c: char| c.is_alphanumeric() || "_:".contains(c));
            if is_whole {
                let start = if is_child { at } else { at + name.len() + 2 };
                let mut paths = vec![];
                tree(&code[start..], base, &mut paths);
                named.extend(paths);
            }
        }
    }
    named
}

/// Reads a path or a tree such as `a::{b, c::d}`. Returns the text after it.
fn tree<'a>(text: &'a str, base: &[String], paths: &mut Vec<Module>) -> &'a str {
    let text = text.trim_start();
    if let Some(mut group) = text.strip_prefix('{') {
        loop {
            group = tree(group, base, paths).trim_start_matches(|c| c != ',' && c != '}');
            match group.strip_prefix(',').map(str::trim_start) {
                Some(more) if !more.starts_with('}') => group = more,
                _ => {
                    return group
                        .trim_start_matches([',', ' ', '\n'])
                        .strip_prefix('}')
                        .unwrap_or("");
                }
            }
        }
    }
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let path = [base, &[name.to_owned()]].concat();
    match rest.strip_prefix("::") {
        Some(rest) => tree(rest, &path, paths),
        None => {
            paths.push(path);
            rest
        }
    }
}

/// A path of modules that leads back to a module on it, if there is one.
fn circle(uses: &Uses) -> Option<Vec<&Module>> {
    fn search<'a>(
        uses: &'a Uses,
        way: &mut Vec<&'a Module>,
        done: &mut BTreeSet<&'a Module>,
    ) -> bool {
        let last = way.last().expect("the path has a start");
        for next in &uses[*last] {
            let is_closed = way.contains(&next);
            if !is_closed && done.contains(next) {
                continue;
            }
            way.push(next);
            if is_closed || search(uses, way, done) {
                return true;
            }
            done.insert(way.pop().expect("`next` was pushed"));
        }
        false
    }
    let mut done = BTreeSet::new();
    uses.keys().find_map(|start| {
        let mut way = vec![start];
        search(uses, &mut way, &mut done).then_some(way)
    })
}

#[test]
fn no_file_uses_itself_by_way_of_others() {
    let crates = crates();
    assert!(crates.len() > 10, "{crates:?}");
    for root in crates {
        let uses = uses(&root);
        let way = circle(&uses).unwrap_or_default();
        let way: Vec<String> = way.iter().map(|module| module.join("::")).collect();
        assert!(way.is_empty(), "{}: {}", root.display(), way.join(" → "));
    }
}

#[test]
fn no_part_of_the_client_uses_one_that_comes_after_it() {
    let place = |module: &Module| {
        let part = module.first()?;
        let place = LAYERS.iter().position(|layer| layer == part);
        Some(place.unwrap_or_else(|| panic!("LAYERS has no {part}")))
    };
    let uses = uses(&Path::new(env!("CARGO_MANIFEST_DIR")).join("cli/src"));
    assert!(uses.len() > 60, "{} files", uses.len());
    for (module, used) in &uses {
        for other in used {
            let is_before = place(module).is_none_or(|own| place(other) <= Some(own));
            assert!(is_before, "{} uses {}", module.join("::"), other.join("::"));
        }
    }
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
    let mut listed = &of("quick") | &of("rest");
    listed.insert("process".into());
    let crates = crates();
    let all = crates.iter().flat_map(|sources| test_targets(sources.parent().unwrap()));
    assert_eq!(listed, all.collect());
}

#[test]
fn what_is_used_is_seen() {
    let text = "use crate::{\n    args::{A, b::C}, chain, keys::d::{e, f},\n};\n// crate::no\nlet x = super::y();\nz::q();";
    let module = ["a".to_owned(), "b".to_owned()];
    let named: Vec<String> =
        named(text, &module, &["z"]).iter().map(|path| path.join("::")).collect();
    let all = ["args::A", "args::b::C", "chain", "keys::d::e", "keys::d::f", "a::y", "a::b::z::q"];
    assert_eq!(named, all);
}

#[test]
fn a_circle_is_found() {
    let uses = |pairs: &[(&str, &str)]| {
        let mut uses = Uses::new();
        for (one, other) in pairs {
            let [one, other] = [one, other].map(|name| vec![(*name).to_owned()]);
            uses.entry(other.clone()).or_default();
            uses.entry(one).or_default().insert(other);
        }
        uses
    };
    assert_eq!(circle(&uses(&[("a", "b"), ("b", "c"), ("a", "c")])), None);
    let uses = uses(&[("a", "b"), ("b", "c"), ("c", "b")]);
    assert_eq!(circle(&uses).unwrap().len(), 4);
}
