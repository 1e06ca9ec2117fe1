//! A program's interface as Sails' tools know it, worked out from the metadata of its
//! types: nothing is written a second time, and a variant that is appended to an enum is
//! an entry of the interface.
//!
//! - Each variant of the actions is a function of the one service, which replies what
//!   `handle` does; its entry is the variant's index. One that is called like a keyword
//!   of Rust, after which generated clients could not name a function, has `Action` behind
//!   its name.
//! - Each variant of the state's queries is a query of the service; its entry is
//!   [`QUERY`] and the variant's index. Its answer is the field of the
//!   reply whose index the program's table of answers gives.
//! - Each variant of what the program sends of itself is an event; its entry is the
//!   variant's index.
//! - The constructor takes the fields of what a deployment takes.
//!
//! [`Interface::id`] and [`Interface::document`] are what the Sails specifications say of
//! such a service, `interface-id-spec` and `idl-v2-spec`.

#![warn(missing_docs)]

mod build_script;
mod docs;
mod metadata;
mod types;
mod typescript;

pub use build_script::write_hashes;
pub use metadata::{metahash, without_docs};

pub use typescript::typescript;

use docs::plain;
use gmeta::{Metadata, MetadataRepr};
use sails_idl_ast::{
    Annotation, CtorFunc, FunctionKind, IdlDoc, InterfaceId, ProgramUnit, ServiceExpo, ServiceFunc,
    ServiceIdent, ServiceUnit,
};
use scale_info::{Variant, form::PortableForm};
use types::Registry;

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
    service: ServiceUnit,
    /// With the constructor alone.
    program: ProgramUnit,
}

impl Interface {
    /// The interface of the program that this metadata describes. For each query, by its
    /// index, `answers` has the index of the reply to it.
    ///
    /// # Panics
    ///
    /// If the metadata is not that of enums of actions, events, queries and replies, or the
    /// table doesn't fit them.
    pub fn of<M: Metadata>(answers: &[u8]) -> Self {
        let MetadataRepr { init, handle, others, state, registry, .. } = &M::repr();
        let types = Registry::decode(registry);
        let id = |id: Option<u32>, what| id.unwrap_or_else(|| panic!("no type of {what}"));
        let function = |variant: &Variant<PortableForm>, kind, entry, output| ServiceFunc {
            name: variant.name.clone(),
            params: types.params(&variant.fields),
            output: types.decl(output),
            throws: None,
            kind,
            entry_id: entry,
            docs: plain(&variant.docs),
            annotations: vec![entry_id(entry)],
        };

        let output = id(handle.output, "replies");
        let actions = types.variants(id(handle.input, "actions"));
        let queries = types.variants(id(state.input, "queries"));
        let replies = types.variants(id(state.output, "answers"));
        assert_eq!(answers.len(), queries.len(), "each query has an answer");
        let answer_of = |query: &Variant<PortableForm>| {
            let index = answers[usize::from(query.index)];
            let reply = replies.iter().find(|reply| reply.index == index);
            match reply.map(|reply| &reply.fields[..]) {
                Some([field]) => field.ty.id,
                _ => panic!("the answer to {} is no reply that holds one thing", query.name),
            }
        };
        let events = types.variants(id(others.output, "events"));
        let action = |variant: &Variant<PortableForm>| {
            let mut action = function(variant, FunctionKind::Command, variant.index.into(), output);
            if KEYWORDS.contains(&&*action.name) {
                action.name += "Action";
            }
            action
        };
        let query = |variant: &Variant<PortableForm>| {
            let (entry, output) = (QUERY + u16::from(variant.index), answer_of(variant));
            let mut query = function(variant, FunctionKind::Query, entry, output);
            query.annotations.insert(0, ("query".into(), None));
            query
        };
        let outputs = queries.iter().map(answer_of).chain([output]);
        let fields = [actions, queries, events].concat();
        let fields = fields.iter().flat_map(|variant| &variant.fields);
        let mut service = ServiceUnit {
            name: ServiceIdent { name: SERVICE.into(), interface_id: None },
            extends: vec![],
            funcs: actions.iter().map(action).chain(queries.iter().map(query)).collect(),
            events: events.iter().map(|it| types.variant(it, Some(it.index.into()))).collect(),
            types: types.named(fields, outputs),
            docs: vec![],
            annotations: vec![],
        };
        service.name.interface_id = Some(interface_id(&service));

        let init = id(init.input, "deployments");
        let constructor = CtorFunc {
            name: "New".into(),
            params: types.params(types.fields(init)),
            throws: None,
            entry_id: 0,
            docs: types.docs(init),
            annotations: vec![entry_id(0)],
        };
        let types = types.named(types.fields(init).iter(), [].into_iter());
        Self {
            service,
            program: ProgramUnit { ctors: vec![constructor], types, ..Default::default() },
        }
    }

    /// The interface's id: what a header names it by.
    pub fn id(&self) -> [u8; 8] {
        self.service.name.interface_id.expect("it was worked out").0
    }

    /// The IDL document of a program of this name, an identifier of words that begin with
    /// a capital, and with this description.
    pub fn document(&self, program: &str, description: &str) -> IdlDoc {
        let service = ServiceExpo {
            name: self.service.name.clone(),
            route: Some(SERVICE.into()),
            route_idx: 1,
            docs: vec![],
            annotations: vec![],
        };
        let program = ProgramUnit {
            name: program.into(),
            docs: vec![description.into()],
            services: vec![service],
            ..self.program.clone()
        };
        let services = vec![self.service.clone()];
        IdlDoc { globals: vec![], program: Some(program), services }
    }

    /// That document as text.
    #[cfg(feature = "text")]
    pub fn idl(&self, program: &str, description: &str) -> String {
        self.document(program, description).to_string().trim_start().to_owned()
    }

    /// The entry of the action or the query of this name.
    pub fn entry(&self, name: &str) -> Option<u16> {
        let mut functions = self.service.funcs.iter();
        functions.find(|function| function.name == name).map(|function| function.entry_id)
    }

    /// The names of all actions and queries, in the order of their entries.
    pub fn functions(&self) -> impl Iterator<Item = &str> {
        self.service.funcs.iter().map(|function| &*function.name)
    }
}

/// The id, which is that of functions and events in the order of their names, where here
/// they are in that of their entries.
fn interface_id(service: &ServiceUnit) -> InterfaceId {
    let mut service = service.clone();
    service.normalize();
    service.interface_id().expect("each type that it speaks of is there")
}

fn entry_id(entry: u16) -> Annotation {
    ("entry_id".into(), Some(entry.to_string()))
}
