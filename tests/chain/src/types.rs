//! Types as metadata describes them.

use gmeta::{PortableRegistry, TypesRepr};
use parity_scale_codec::Decode;
use scale_info::{TypeDef, form::PortableForm};

/// The types by name, as one writes them in Rust.
pub struct Types(PortableRegistry);

impl Types {
    /// Decodes a registry.
    ///
    /// # Panics
    ///
    /// If it is none.
    pub fn decode(registry: &[u8]) -> Self {
        Self(PortableRegistry::decode(&mut &*registry).expect("a registry"))
    }

    /// A type as one writes it in Rust.
    ///
    /// # Panics
    ///
    /// If there is no such type, or it is of a kind that no message has.
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

    /// What an entry point takes and gives.
    pub fn names(&self, types: &TypesRepr) -> (Option<String>, Option<String>) {
        let name = |id: Option<u32>| id.map(|id| self.name(id));
        (name(types.input), name(types.output))
    }

    /// An enum's variants, or a struct's fields, in order, with their types.
    ///
    /// # Panics
    ///
    /// If it is neither.
    pub fn parts(&self, id: u32) -> Vec<(String, Vec<String>)> {
        let types = |fields: &[scale_info::Field<PortableForm>]| {
            fields.iter().map(|field| self.name(field.ty.id)).collect()
        };
        match &self.0.resolve(id).expect("a registered type").type_def {
            TypeDef::Variant(variants) => {
                assert!(
                    (0..).zip(&variants.variants).all(|(index, variant)| variant.index == index),
                    "variants are numbered in order"
                );
                variants
                    .variants
                    .iter()
                    .map(|variant| (variant.name.clone(), types(&variant.fields)))
                    .collect()
            }
            TypeDef::Composite(composite) => composite
                .fields
                .iter()
                .map(|field| {
                    let name = field.name.clone().expect("the field has a name");
                    (name, types(std::slice::from_ref(field)))
                })
                .collect(),
            other => panic!("no parts in {other:?}"),
        }
    }
}

/// What [`Types::parts`] should tell.
pub fn parts<const N: usize>(parts: [(&str, &[&str]); N]) -> Vec<(String, Vec<String>)> {
    parts.map(|(name, types)| (name.into(), types.iter().map(|ty| (*ty).into()).collect())).into()
}
