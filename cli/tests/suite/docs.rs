//! `docs/cli.md` states the real costs, and names all fields of the client's JSON.

use crate::world::{VARA, World, number};
use serde_json::Value;
use std::{collections::HashSet, fs, path::Path, sync::LazyLock};

static PAGE: LazyLock<String> = LazyLock::new(|| {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/cli.md");
    fs::read_to_string(path).expect("there are docs")
});

/// The fields that the page names: in backticks, or in the file that it shows.
static FIELDS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let (_, section) = PAGE.split_once("\n## JSON\n").expect("a section on JSON");
    section.split(['`', '"']).collect()
});

/// Asserts that the page names each field of the JSON that a client has printed.
pub fn names_fields(output: &str) {
    for line in output.lines().filter(|line| line.starts_with('{')) {
        // The file of openings has several lines, none of which is JSON by itself.
        let Ok(value) = serde_json::from_str(line) else { continue };
        let missing = fields(&value).into_iter().find(|field| !FIELDS.contains(field.as_str()));
        assert_eq!(missing, None, "docs/cli.md does not name a field of {line}");
    }
}

fn fields(value: &Value) -> Vec<String> {
    match value {
        Value::Object(map) => map
            .iter()
            .flat_map(|(key, value)| [vec![key.clone()], fields(value)].concat())
            .collect(),
        Value::Array(values) => values.iter().flat_map(fields).collect(),
        _ => vec![],
    }
}

/// The amount of VARA in the row that begins with this.
pub fn documented(row: &str) -> String {
    let found = PAGE.lines().find(|line| line.starts_with(&format!("| {row}")));
    let found = found.unwrap_or_else(|| panic!("no row “{row}”"));
    let (_, vara) = found.trim_end_matches([' ', '|']).rsplit_once("| ").expect("two columns");
    vara.trim_end_matches(" VARA").to_owned()
}

/// An amount in VARA to four decimals, as the client shows it.
fn rounded(fee: u128) -> String {
    let parts = (fee + VARA / 20_000) / (VARA / 10_000);
    format!("{}.{:04}", parts / 10_000, parts % 10_000)
}

#[test]
fn fees_are_what_the_docs_say() {
    let mut world = World::new();
    let owner = world.rich_player("owner");
    let fee = |json: &Value| rounded(number(&json["fee"]));
    let first = world.json(&owner, &["deploy", "--bet", "1"]);
    // Others may have brought the code to this chain already.
    if first["new_code"] == true {
        assert_eq!(fee(&first), documented("a table with its code"));
    }
    let second = world.json(&owner, &["deploy", "--bet", "1"]);
    assert_eq!(second["new_code"], false);
    assert_eq!(fee(&second), documented("a table, where the chain has"));

    world.deploy(&["--bet", "1"]);
    let ada = world.rich_player("ada");
    assert_eq!(fee(&world.json(&ada, &["register"])), documented("a message to a table"));
    let bob = world.address(&world.player("bob"));
    assert_eq!(fee(&world.json(&ada, &["transfer", &bob, "1"])), documented("a transfer"));
}
