//! The types of a program's messages and state, as a client in TypeScript sees them.

use crate::types::Registry;
use gmeta::Metadata;
use scale_info::{Field, TypeDef as Shape, TypeDefPrimitive, form::PortableForm};

/// Types of the registry that a client has its own names for, and those.
const KNOWN: [(&str, &str); 4] =
    [("ActorId", "ActorId"), ("CodeId", "Hex"), ("H256", "Hex"), ("MessageId", "Hex")];

/// A module with an interface for each struct, of its fields, and for each enum, of its
/// variants and what these hold: `null`, a value, a tuple of them, or fields. Names are in
/// camel case. It takes `ActorId`, `Hex` and `Integer` from `../chain`. The
/// client finds the reply to a query by `answers`, see [`Interface::of`](crate::Interface::of).
pub fn typescript<M: Metadata>(answers: &[u8]) -> String {
    let types = Registry::decode(&M::repr().registry);
    let mut module = String::new();
    for id in types.ids() {
        let Some(name) = types.own_name(id) else { continue };
        let lines: Vec<String> = match types.shape(id) {
            Shape::Composite(composite) => types.lines(&composite.fields),
            Shape::Variant(variants) => {
                let line = |name: &str, fields| format!("{}: {};", camel(name), types.held(fields));
                variants.variants.iter().map(|it| line(&it.name, &it.fields)).collect()
            }
            _ => continue,
        };
        let lines = lines.iter().map(|line| format!("  {line}\n")).collect::<String>();
        module += &format!("\nexport interface {name} {{\n{lines}}}\n");
    }
    format!(
        "import type {{ ActorId, Hex }} from '../lib/hex';\n\
         import type {{ Integer }} from '../chain/metadata';\n\n\
         /** The index of the reply to each query, by the query's index. */\n\
         export const ANSWERS = {answers:?};\n{module}"
    )
}

impl Registry {
    /// What a client calls a struct or an enum of the program itself.
    fn own_name(&self, id: u32) -> Option<&str> {
        let name = self.name(id).0?;
        let is_own = !KNOWN.iter().any(|(known, _)| *known == name)
            && !["BTreeSet", "Option", "Result"].contains(&name);
        is_own.then_some(name)
    }

    fn lines(&self, fields: &[Field<PortableForm>]) -> Vec<String> {
        let line = |field: &Field<PortableForm>| {
            let name = field.name.as_deref().expect("structs name their fields");
            format!("{}: {};", camel(name), self.in_typescript(field.ty.id))
        };
        fields.iter().map(line).collect()
    }

    /// What a variant holds.
    fn held(&self, fields: &[Field<PortableForm>]) -> String {
        match fields {
            [] => "null".into(),
            [one] if one.name.is_none() => self.in_typescript(one.ty.id),
            [one, ..] if one.name.is_none() => {
                let all: Vec<String> =
                    fields.iter().map(|field| self.in_typescript(field.ty.id)).collect();
                format!("[{}]", all.join(", "))
            }
            _ => format!("{{ {} }}", self.lines(fields).join(" ").trim_end_matches(';')),
        }
    }

    fn in_typescript(&self, id: u32) -> String {
        let (name, generics) = self.name(id);
        if let Some((_, known)) = KNOWN.iter().find(|(known, _)| Some(*known) == name) {
            return (*known).into();
        }
        let list = |item: String| match item.contains(' ') && !item.starts_with('[') {
            true => format!("({item})[]"),
            false => format!("{item}[]"),
        };
        match (name, self.shape(id)) {
            (Some("Option"), _) => format!("{} | null", self.in_typescript(generics[0])),
            (Some("BTreeSet"), _) => list(self.in_typescript(generics[0])),
            (Some(name), Shape::Composite(_) | Shape::Variant(_)) => name.into(),
            (_, Shape::Sequence(items)) => list(self.in_typescript(items.type_param.id)),
            // Bytes.
            (_, Shape::Array(_)) => "Hex".into(),
            (_, Shape::Tuple(items)) => {
                let all: Vec<String> =
                    items.fields.iter().map(|item| self.in_typescript(item.id)).collect();
                format!("[{}]", all.join(", "))
            }
            (_, Shape::Primitive(TypeDefPrimitive::Bool)) => "boolean".into(),
            (_, Shape::Primitive(TypeDefPrimitive::Str)) => "string".into(),
            (_, Shape::Primitive(_)) => "Integer".into(),
            (_, other) => panic!("no type of TypeScript for {other:?}"),
        }
    }
}

/// `BetTooSmall` and `bet_size`, as clients write them.
fn camel(name: &str) -> String {
    let mut words = name.split('_').map(|word| {
        let (first, rest) = word.split_at(1);
        first.to_uppercase() + rest
    });
    let first = words.next().unwrap_or_default();
    let (initial, rest) = first.split_at(1);
    initial.to_lowercase() + rest + &words.collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::camel;

    #[test]
    fn names_are_in_camel_case() {
        let names = ["BetTooSmall", "bet_size", "SharesDue", "x", "players_count_limit"].map(camel);
        assert_eq!(names, ["betTooSmall", "betSize", "sharesDue", "x", "playersCountLimit"]);
    }
}
