//! The id of an interface, as Sails' `interface-id-spec` and `reflect-hash-spec` have it.

use crate::{
    Entry, Interface,
    types::{Fields, Registry, Shape},
};
use tiny_keccak::{Hasher, Keccak};

type Hash = [u8; 32];

fn hash<T: AsRef<[u8]>>(parts: impl IntoIterator<Item = T>) -> Hash {
    let (mut keccak, mut hash) = (Keccak::v256(), [0; 32]);
    parts.into_iter().for_each(|part| keccak.update(part.as_ref()));
    keccak.finalize(&mut hash);
    hash
}

impl Interface {
    /// The interface's id: what a header names it by.
    pub fn id(&self) -> [u8; 8] {
        let types = &self.types;
        let mut functions: Vec<_> = self.functions.iter().collect();
        functions.sort_by_key(|function| function.entry.name.to_lowercase());
        let functions = functions.into_iter().map(|function| {
            let kind: &[u8] = if function.is_query { b"query" } else { b"command" };
            let mut parts = vec![kind.to_vec(), function.entry.name.clone().into_bytes()];
            parts.extend(types.fields(&function.entry.fields).map(Vec::from));
            parts.push(b"res".to_vec());
            parts.push(types.hash(function.output).to_vec());
            hash(parts)
        });
        let mut events: Vec<_> = self.events.iter().collect();
        events.sort_by_key(|event| event.name.to_lowercase());
        let events = hash(events.into_iter().map(|event| types.entry(event)));
        let id = hash(functions.chain([events]));
        *id.first_chunk().expect("a hash is longer")
    }
}

impl Registry {
    /// The hash of what a type is made of.
    fn hash(&self, id: u32) -> Hash {
        match self.shape(id) {
            Shape::Primitive(name) => hash([name]),
            Shape::Slice(item) => hash([&b"["[..], &self.hash(item), b"]"]),
            Shape::Array(item, len) => hash([&self.hash(item)[..], len.to_string().as_bytes()]),
            Shape::Tuple(items) if items.is_empty() => hash(["()"]),
            Shape::Tuple(items) => hash(items.into_iter().map(|item| self.hash(item))),
            Shape::Option(some) => hash([&b"Option"[..], &self.hash(some)]),
            Shape::Result(ok, error) => hash([&b"Result"[..], &self.hash(ok), &self.hash(error)]),
            Shape::Struct(fields) => self.named(self.name(id), &fields),
            Shape::Enum(variants) => hash(variants.iter().map(|variant| self.entry(variant))),
        }
    }

    fn entry(&self, entry: &Entry) -> Hash {
        self.named(&entry.name, &entry.fields)
    }

    fn named(&self, name: &str, fields: &Fields) -> Hash {
        let name = name.as_bytes().to_vec();
        hash([name].into_iter().chain(self.fields(fields).map(Vec::from)))
    }

    fn fields(&self, fields: &Fields) -> impl Iterator<Item = Hash> {
        fields.0.iter().map(|field| self.hash(field.ty))
    }
}
