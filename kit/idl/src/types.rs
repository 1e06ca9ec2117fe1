//! Types, from a registry.

use crate::Entry;
use parity_scale_codec::Decode;
use scale_info::{
    Field as RegistryField, PortableRegistry, Type, TypeDef, TypeDefPrimitive, form::PortableForm,
};

/// All types that metadata speaks of.
pub struct Registry(PortableRegistry);

/// What a type is to Sails.
pub enum Shape {
    /// One that has a name of its own there.
    Primitive(&'static str),
    Slice(u32),
    Array(u32, u32),
    Tuple(Vec<u32>),
    Option(u32),
    Result(u32, u32),
    Struct(Fields),
    Enum(Vec<Entry>),
}

/// The fields of a struct, or of a variant.
pub struct Fields(pub Vec<Field>);

pub struct Field {
    pub name: Option<String>,
    pub ty: u32,
    pub docs: Vec<String>,
}

impl Registry {
    /// Decodes a registry.
    ///
    /// # Panics
    ///
    /// If it is none.
    pub fn decode(registry: &[u8]) -> Self {
        Self(PortableRegistry::decode(&mut &*registry).expect("gmeta has encoded it"))
    }

    fn get(&self, id: u32) -> &Type<PortableForm> {
        self.0.resolve(id).expect("a type that the registry speaks of is in it")
    }

    /// A type's docs.
    pub fn docs(&self, id: u32) -> Vec<String> {
        self.get(id).docs.clone()
    }

    /// The name of a struct or an enum.
    pub fn name(&self, id: u32) -> &str {
        self.get(id).path.segments.last().expect("structs and enums have a name")
    }

    /// What a type is to Sails.
    ///
    /// # Panics
    ///
    /// If Sails has no such type, or no program here has needed it.
    pub fn shape(&self, id: u32) -> Shape {
        let ty = self.get(id);
        let parameters: Vec<u32> = ty
            .type_params
            .iter()
            .filter_map(|parameter| parameter.ty)
            .map(|parameter| parameter.id)
            .collect();
        let name = ty.path.segments.last().map(String::as_str);
        match (name, &ty.type_def, &parameters[..]) {
            (Some("ActorId"), ..) => Shape::Primitive("ActorId"),
            (Some("CodeId"), ..) => Shape::Primitive("CodeId"),
            (Some("MessageId"), ..) => Shape::Primitive("MessageId"),
            (Some("H256"), ..) => Shape::Primitive("H256"),
            (Some("Option"), _, [some]) => Shape::Option(*some),
            (Some("Result"), _, [ok, error]) => Shape::Result(*ok, *error),
            (Some("BTreeSet"), _, [item]) => Shape::Slice(*item),
            (Some(_), TypeDef::Composite(composite), []) => {
                Shape::Struct(Fields::of(&composite.fields))
            }
            (Some(_), TypeDef::Variant(_), []) => Shape::Enum(self.entries(id, 0)),
            (None, TypeDef::Sequence(items), _) => Shape::Slice(items.type_param.id),
            (None, TypeDef::Array(items), _) => Shape::Array(items.type_param.id, items.len),
            (None, TypeDef::Tuple(items), _) => {
                Shape::Tuple(items.fields.iter().map(|item| item.id).collect())
            }
            (None, TypeDef::Primitive(primitive), _) => Shape::Primitive(spelling(primitive)),
            (_, other, _) => panic!("no type of Sails for {name:?}: {other:?}"),
        }
    }

    /// The variants of an enum, as entries from this one on.
    ///
    /// # Panics
    ///
    /// If it is no enum.
    pub fn entries(&self, id: u32, first: u16) -> Vec<Entry> {
        let TypeDef::Variant(variants) = &self.get(id).type_def else {
            panic!("{} is no enum", self.name(id));
        };
        let entries = variants.variants.iter().map(|variant| Entry {
            id: first + u16::from(variant.index),
            name: variant.name.clone(),
            docs: variant.docs.clone(),
            fields: Fields::of(&variant.fields),
        });
        entries.collect()
    }
}

impl Fields {
    fn of(fields: &[RegistryField<PortableForm>]) -> Self {
        let fields = fields.iter().map(|field| Field {
            name: field.name.clone(),
            ty: field.ty.id,
            docs: field.docs.clone(),
        });
        Self(fields.collect())
    }
}

fn spelling(primitive: &TypeDefPrimitive) -> &'static str {
    match primitive {
        TypeDefPrimitive::Bool => "bool",
        TypeDefPrimitive::Char => "char",
        TypeDefPrimitive::Str => "String",
        TypeDefPrimitive::U8 => "u8",
        TypeDefPrimitive::U16 => "u16",
        TypeDefPrimitive::U32 => "u32",
        TypeDefPrimitive::U64 => "u64",
        TypeDefPrimitive::U128 => "u128",
        TypeDefPrimitive::I8 => "i8",
        TypeDefPrimitive::I16 => "i16",
        TypeDefPrimitive::I32 => "i32",
        TypeDefPrimitive::I64 => "i64",
        TypeDefPrimitive::I128 => "i128",
        TypeDefPrimitive::U256 | TypeDefPrimitive::I256 => panic!("no type of any message here"),
    }
}
