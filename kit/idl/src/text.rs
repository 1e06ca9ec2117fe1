//! The interface as an IDL document, as Sails' `idl-v2-spec` has it.

use crate::{
    Entry, Interface, SERVICE,
    types::{Field, Fields, Registry, Shape},
};
use std::{collections::BTreeSet, fmt::Write};

impl Interface {
    /// The IDL document of a program of this name, an identifier of words that begin with
    /// a capital, and with this description.
    pub fn idl(&self, program: &str, description: &str) -> String {
        let id: String = self.id().iter().map(|byte| format!("{byte:02x}")).collect();
        let service = format!("{SERVICE}@0x{id}");
        let mut idl = Document::default();

        idl.block(&format!("service {service}"), |idl| {
            idl.block("events", |idl| {
                for event in &self.events {
                    idl.documented(&event.docs);
                    idl.line(&format!("@entry_id: {}", event.id));
                    idl.variant(&self.types, event);
                }
            });
            idl.block("functions", |idl| {
                for function in &self.functions {
                    let Entry { id, name, docs, fields } = &function.entry;
                    idl.documented(docs);
                    if function.is_query {
                        idl.line("@query");
                    }
                    idl.line(&format!("@entry_id: {id}"));
                    let parameters = self.types.parameters(fields);
                    let output = self.types.spelling(function.output);
                    idl.line(&format!("{name}({parameters}) -> {output};"));
                }
            });
            let used = self
                .functions
                .iter()
                .flat_map(|function| function.entry.fields.types().chain([function.output]));
            let used = used.chain(self.events.iter().flat_map(|event| event.fields.types()));
            idl.types(&self.types, used);
        });

        idl.documented(&[description.to_owned()]);
        idl.block(&format!("program {program}"), |idl| {
            idl.block("constructors", |idl| {
                let Entry { id, name, docs, fields } = &self.constructor;
                idl.documented(docs);
                idl.line(&format!("@entry_id: {id}"));
                idl.line(&format!("{name}({});", self.types.parameters(fields)));
            });
            idl.block("services", |idl| idl.line(&format!("{service}: {SERVICE}")));
            idl.types(&self.types, self.constructor.fields.types());
        });
        idl.text
    }
}

/// A document that is written line by line.
#[derive(Default)]
struct Document {
    text: String,
    depth: usize,
}

impl Document {
    fn line(&mut self, line: &str) {
        writeln!(self.text, "{:1$}{line}", "", 4 * self.depth).expect("a string takes all");
    }

    fn block(&mut self, head: &str, body: impl FnOnce(&mut Self)) {
        self.line(&format!("{head} {{"));
        self.depth += 1;
        body(self);
        self.depth -= 1;
        self.line("}");
    }

    fn documented(&mut self, docs: &[String]) {
        for line in plain(&docs.join("\n")) {
            self.line(format!("/// {line}").trim_end());
        }
    }

    /// The structs and enums that these types are made of.
    fn types(&mut self, types: &Registry, used: impl Iterator<Item = u32>) {
        let mut named = BTreeSet::new();
        used.for_each(|id| types.collect(id, &mut named));
        self.block("types", |idl| named.into_iter().for_each(|id| idl.ty(types, id)));
    }

    fn ty(&mut self, types: &Registry, id: u32) {
        self.documented(&types.docs(id));
        let name = types.name(id);
        match types.shape(id) {
            Shape::Struct(fields) => self.struct_fields(types, &format!("struct {name}"), &fields),
            Shape::Enum(variants) => self.block(&format!("enum {name}"), |idl| {
                for variant in &variants {
                    idl.documented(&variant.docs);
                    idl.variant(types, variant);
                }
            }),
            _ => unreachable!("only structs and enums are collected"),
        }
    }

    fn variant(&mut self, types: &Registry, variant: &Entry) {
        match &variant.fields.0[..] {
            [] => self.line(&format!("{},", variant.name)),
            [Field { name: Some(_), .. }, ..] => {
                self.struct_fields(types, &variant.name, &variant.fields);
                self.text.insert(self.text.len() - 1, ',');
            }
            fields => {
                let fields: Vec<_> = fields.iter().map(|field| types.spelling(field.ty)).collect();
                self.line(&format!("{}({}),", variant.name, fields.join(", ")));
            }
        }
    }

    fn struct_fields(&mut self, types: &Registry, head: &str, fields: &Fields) {
        self.block(head, |idl| {
            for field in &fields.0 {
                idl.documented(&field.docs);
                let name = field.name.as_deref().expect("structs here have named fields");
                idl.line(&format!("{name}: {},", types.spelling(field.ty)));
            }
        });
    }
}

impl Fields {
    fn types(&self) -> impl Iterator<Item = u32> {
        self.0.iter().map(|field| field.ty)
    }
}

impl Registry {
    /// A type as the document writes it.
    fn spelling(&self, id: u32) -> String {
        match self.shape(id) {
            Shape::Primitive(name) => name.into(),
            Shape::Slice(item) => format!("[{}]", self.spelling(item)),
            Shape::Array(item, len) => format!("[{}; {len}]", self.spelling(item)),
            Shape::Tuple(items) => {
                let items: Vec<_> = items.into_iter().map(|item| self.spelling(item)).collect();
                format!("({})", items.join(", "))
            }
            Shape::Option(some) => format!("Option<{}>", self.spelling(some)),
            Shape::Result(ok, error) => {
                format!("Result<{}, {}>", self.spelling(ok), self.spelling(error))
            }
            Shape::Struct(_) | Shape::Enum(_) => self.name(id).into(),
        }
    }

    /// What a function takes. Fields without a name are called after their type.
    fn parameters(&self, fields: &Fields) -> String {
        let parameter = |field: &Field| {
            let ty = self.spelling(field.ty);
            let name = field.name.clone().unwrap_or_else(|| match &*ty {
                "ActorId" => "account".into(),
                "H256" => "hash".into(),
                "String" => "text".into(),
                name => snake_case(name),
            });
            format!("{name}: {ty}")
        };
        fields.0.iter().map(parameter).collect::<Vec<_>>().join(", ")
    }

    /// Adds the structs and enums that this type is made of.
    fn collect(&self, id: u32, named: &mut BTreeSet<u32>) {
        match self.shape(id) {
            Shape::Primitive(_) => {}
            Shape::Slice(item) | Shape::Array(item, _) | Shape::Option(item) => {
                self.collect(item, named);
            }
            Shape::Result(ok, error) => {
                [ok, error].into_iter().for_each(|id| self.collect(id, named))
            }
            Shape::Tuple(items) => items.into_iter().for_each(|item| self.collect(item, named)),
            Shape::Struct(fields) => {
                if named.insert(id) {
                    fields.types().for_each(|id| self.collect(id, named));
                }
            }
            Shape::Enum(variants) => {
                if named.insert(id) {
                    let types = variants.iter().flat_map(|variant| variant.fields.types());
                    types.for_each(|id| self.collect(id, named));
                }
            }
        }
    }
}

fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for char in name.chars() {
        if char.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(char.to_lowercase());
    }
    snake
}

/// Rust's docs, without links to what only Rust's docs have.
fn plain(docs: &str) -> Vec<String> {
    let mut text = String::new();
    let mut rest = docs;
    while let Some((before, link)) = rest.split_once('[') {
        text += before;
        let Some((label, after)) = link.split_once(']') else {
            rest = link;
            continue;
        };
        // What a label stands for is defined on a line of its own.
        if after.starts_with(": ") {
            rest = after.split_once('\n').map_or("", |(_, rest)| rest);
            continue;
        }
        text += label;
        let target = after.strip_prefix('(').and_then(|target| target.split_once(')'));
        rest = target.map_or(after, |(_, after)| after);
    }
    text += rest;
    text.trim().lines().map(|line| line.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_told_by_their_labels() {
        let plain = |docs| plain(docs).join("\n");
        assert_eq!(plain(" Of two\n lines."), "Of two\nlines.");
        assert_eq!(plain("See\n [`a`](crate::a), or [`B::b`]."), "See\n`a`, or `B::b`.");
        assert_eq!(plain("As [`a`] has.\n\n[`a`]: crate::a\n"), "As `a` has.");
    }

    #[test]
    fn parameters_are_in_snake_case() {
        assert_eq!(snake_case("GameConfig"), "game_config");
        assert_eq!(snake_case("entry"), "entry");
    }
}
