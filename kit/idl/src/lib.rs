//! A program's interface as Sails' tools know it, worked out from the metadata of its
//! types: nothing is written a second time, and a variant that is appended to an enum is
//! an entry of the interface.
//!
//! - Each variant of the actions is a function of the one service, which replies what
//!   `handle` does; its entry is the variant's index. One that is called like a keyword
//!   of Rust, after which generated clients could not name a function, has `Action` behind
//!   its name.
//! - Each variant of the state's queries is a query of the service; its entry is
//!   [`QUERY`] and the variant's index. It is answered what the variant of the state's
//!   replies holds that has its name, or the longest name within its own.
//! - Each variant of what the program sends of itself is an event; its entry is the
//!   variant's index.
//! - The constructor takes the fields of what a deployment takes.
//!
//! [`Interface::id`] and [`Interface::idl`] are what the Sails specifications say of
//! such a service, `interface-id-spec` and `idl-v2-spec`.

#![warn(missing_docs)]

mod build_script;
mod hash;
mod metadata;
mod text;
mod types;

pub use build_script::write_hashes;
pub use metadata::{metahash, without_docs};

use gmeta::{Metadata, MetadataRepr};
use types::{Fields, Registry, Shape};

/// The first entry of the queries.
pub const QUERY: u16 = 1 << 8;

/// The name of the service that each program has.
pub const SERVICE: &str = "Table";

/// Keywords that a variant could be called like.
const KEYWORDS: [&str; 12] = [
    "As", "Await", "Break", "Continue", "For", "In", "Loop", "Match", "Move", "Return", "Use",
    "Yield",
];

/// What a program is asked, and what it says.
pub struct Interface {
    types: Registry,
    functions: Vec<Function>,
    events: Vec<Entry>,
    constructor: Entry,
}

struct Function {
    entry: Entry,
    is_query: bool,
    /// The type of what is replied.
    output: u32,
}

struct Entry {
    id: u16,
    name: String,
    docs: Vec<String>,
    fields: Fields,
}

impl Interface {
    /// The interface of the program that this metadata describes.
    ///
    /// # Panics
    ///
    /// If the metadata is not that of enums of actions, events, queries and replies.
    pub fn of<M: Metadata>() -> Self {
        Self::of_repr(&M::repr())
    }

    fn of_repr(metadata: &MetadataRepr) -> Self {
        let MetadataRepr { init, handle, others, state, registry, .. } = metadata;
        let types = Registry::decode(registry);
        let id = |id: Option<u32>, what| id.unwrap_or_else(|| panic!("no type of {what}"));

        let output = id(handle.output, "replies");
        let action = |mut entry: Entry| {
            if KEYWORDS.contains(&&*entry.name) {
                entry.name += "Action";
            }
            Function { entry, is_query: false, output }
        };
        let actions = types.entries(id(handle.input, "actions"), 0).into_iter().map(action);
        let answers = types.entries(id(state.output, "answers"), 0);
        let query = |entry: Entry| {
            let output = answer_of(&entry, &answers);
            Function { entry, is_query: true, output }
        };
        let queries = types.entries(id(state.input, "queries"), QUERY).into_iter().map(query);
        let constructor = id(init.input, "deployments");
        Self {
            functions: actions.chain(queries).collect(),
            events: types.entries(id(others.output, "events"), 0),
            constructor: Entry {
                id: 0,
                name: "New".into(),
                docs: types.docs(constructor),
                fields: match types.shape(constructor) {
                    Shape::Struct(fields) => fields,
                    _ => panic!("a deployment takes a struct"),
                },
            },
            types,
        }
    }

    /// The entry of the action or the query of this name.
    pub fn entry(&self, name: &str) -> Option<u16> {
        let mut functions = self.functions.iter();
        functions.find(|function| function.entry.name == name).map(|function| function.entry.id)
    }

    /// The names of all actions and queries, in the order of their entries.
    pub fn functions(&self) -> impl Iterator<Item = &str> {
        self.functions.iter().map(|function| &*function.entry.name)
    }
}

/// The type of what a query is answered.
fn answer_of(query: &Entry, answers: &[Entry]) -> u32 {
    let named = answers.iter().filter(|answer| query.name.contains(&answer.name));
    let answer = named.max_by_key(|answer| answer.name.len());
    let answer = answer.unwrap_or_else(|| panic!("no answer to {}", query.name));
    match &answer.fields.0[..] {
        [field] => field.ty,
        _ => panic!("an answer holds one thing: {}", answer.name),
    }
}
