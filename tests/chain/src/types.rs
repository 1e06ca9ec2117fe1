//! Describes types from metadata.

use gmeta::{MetadataRepr, PortableRegistry, TypesRepr};
use parity_scale_codec::Decode;
use scale_info::{Field, TypeDef, TypeDefVariant, Variant, form::PortableForm};

/// Describes metadata as text: what each entry point takes and returns, and the parts of all types
/// in the order of their encoding.
pub fn describe(metadata: &MetadataRepr) -> String {
    let types = Types::decode(&metadata.registry);
    let MetadataRepr { init, handle, others, state, .. } = metadata;
    let points = [("init", init), ("handle", handle), ("others", others), ("state", state)];
    let mut text = String::new();
    for (name, types_of) in points {
        let (input, output) = types.names(types_of);
        let input = input.map(|input| format!(" {input}")).unwrap_or_default();
        let output = output.map(|output| format!(" -> {output}")).unwrap_or_default();
        text += &format!("{name}{input}{output}\n");
    }
    for (name, id) in [("reply", metadata.reply), ("signal", metadata.signal)] {
        text += &id.map(|id| format!("{name} {}\n", types.name(id))).unwrap_or_default();
    }
    let known = ["Option", "Result", "BTreeSet"];
    for id in types.0.types.iter().map(|ty| ty.id) {
        let name = types.name(id);
        let ident = types.0.resolve(id).and_then(|ty| ty.path.ident());
        if ident.is_some_and(|ident| !known.contains(&ident.as_str())) {
            text += &format!("\n{name}\n");
            for part in types.parts(id) {
                text += &format!("  {part}\n");
            }
        }
    }
    text
}

/// The types of a registry, to be named as in Rust.
pub struct Types(PortableRegistry);

impl Types {
    /// Decodes a registry.
    pub fn decode(registry: &[u8]) -> Self {
        Self(PortableRegistry::decode(&mut &*registry).expect("a registry"))
    }

    /// The name of a type, as in Rust.
    pub fn name(&self, id: u32) -> String {
        let ty = self.0.resolve(id).expect("a registered type");
        let parameters: Vec<_> =
            ty.type_params.iter().filter_map(|parameter| parameter.ty).collect();
        match (&ty.type_def, ty.path.ident()) {
            (_, Some(ident)) if parameters.is_empty() => ident,
            (_, Some(ident)) => {
                let parameters = parameters.iter().map(|parameter| self.name(parameter.id));
                format!("{ident}<{}>", parameters.collect::<Vec<_>>().join(", "))
            }
            (TypeDef::Sequence(items), None) => format!("Vec<{}>", self.name(items.type_param.id)),
            (TypeDef::Array(items), None) => {
                format!("[{}; {}]", self.name(items.type_param.id), items.len)
            }
            (TypeDef::Tuple(fields), None) => {
                let fields = fields.fields.iter().map(|field| self.name(field.id));
                format!("({})", fields.collect::<Vec<_>>().join(", "))
            }
            (TypeDef::Primitive(primitive), None) => format!("{primitive:?}").to_lowercase(),
            (other, None) => panic!("no name for {other:?}"),
        }
    }

    /// The names of the types that an entry point takes and returns.
    pub fn names(&self, types: &TypesRepr) -> (Option<String>, Option<String>) {
        let name = |id: Option<u32>| id.map(|id| self.name(id));
        (name(types.input), name(types.output))
    }

    /// An enum's variants, or a struct's fields.
    fn parts(&self, id: u32) -> Vec<String> {
        let parts = |fields: &[Field<PortableForm>]| -> Vec<String> {
            let part = |field: &Field<PortableForm>| {
                let ty = self.name(field.ty.id);
                field.name.as_ref().map(|name| format!("{name}: {ty}")).unwrap_or(ty)
            };
            fields.iter().map(part).collect()
        };
        match &self.0.resolve(id).expect("a registered type").type_def {
            TypeDef::Variant(TypeDefVariant { variants }) => {
                let mut numbered = (0..).zip(variants);
                assert!(numbered.all(|(index, variant)| variant.index == index), "in order");
                let part = |Variant { name, fields, .. }: &Variant<PortableForm>| match &fields[..]
                {
                    [] => name.clone(),
                    [Field { name: Some(_), .. }, ..] => {
                        format!("{name} {{ {} }}", parts(fields).join(", "))
                    }
                    _ => format!("{name}({})", parts(fields).join(", ")),
                };
                variants.iter().map(part).collect()
            }
            TypeDef::Composite(composite) => parts(&composite.fields),
            other => panic!("no parts in {other:?}"),
        }
    }
}
