//! Types, from a registry, as Sails has them.

use crate::docs::plain;
use parity_scale_codec::Decode;
use sails_idl_ast::{
    EnumDef, EnumVariant, FuncParam, StructDef, StructField, Type, TypeDecl, TypeDef,
};
use scale_info::{
    Field, PortableRegistry, Type as RegistryType, TypeDef as Shape, TypeDefPrimitive, Variant,
    form::PortableForm,
};
use std::collections::BTreeSet;

/// All types that metadata speaks of.
pub struct Registry(PortableRegistry);

impl Registry {
    /// Decodes a registry.
    ///
    /// # Panics
    ///
    /// If it is none.
    pub fn decode(registry: &[u8]) -> Self {
        Self(PortableRegistry::decode(&mut &*registry).expect("gmeta has encoded it"))
    }

    fn get(&self, id: u32) -> &RegistryType<PortableForm> {
        self.0.resolve(id).expect("a type that the registry speaks of is in it")
    }

    /// All types, in the order of the registry.
    pub fn ids(&self) -> impl Iterator<Item = u32> {
        self.0.types.iter().map(|ty| ty.id)
    }

    /// How a type is made.
    pub fn shape(&self, id: u32) -> &Shape<PortableForm> {
        &self.get(id).type_def
    }

    /// A type's docs.
    pub fn docs(&self, id: u32) -> Vec<String> {
        plain(&self.get(id).docs)
    }

    /// A type's name, if it has one, and the types that it is generic over.
    pub fn name(&self, id: u32) -> (Option<&str>, Vec<u32>) {
        let ty = self.get(id);
        let generics = ty.type_params.iter().filter_map(|parameter| parameter.ty);
        (ty.path.segments.last().map(String::as_str), generics.map(|ty| ty.id).collect())
    }

    /// A type where it is used.
    ///
    /// # Panics
    ///
    /// If Sails has no such type, or no program here has needed it.
    pub fn decl(&self, id: u32) -> TypeDecl {
        let slice = |item| TypeDecl::Slice { item: Box::new(self.decl(item)) };
        let primitive = |name: &str| TypeDecl::Primitive(name.parse().expect("Sails has it"));
        match (self.name(id), &self.get(id).type_def) {
            ((Some(name @ ("ActorId" | "CodeId" | "MessageId" | "H256")), _), _) => primitive(name),
            ((Some("BTreeSet"), items), _) => slice(items[0]),
            ((Some(name), generics), Shape::Composite(_) | Shape::Variant(_)) => TypeDecl::Named {
                name: name.into(),
                generics: generics.into_iter().map(|id| self.decl(id)).collect(),
            },
            (_, Shape::Sequence(items)) => slice(items.type_param.id),
            (_, Shape::Array(items)) => {
                TypeDecl::Array { item: Box::new(self.decl(items.type_param.id)), len: items.len }
            }
            (_, Shape::Tuple(items)) => {
                TypeDecl::tuple(items.fields.iter().map(|item| self.decl(item.id)).collect())
            }
            (_, Shape::Primitive(TypeDefPrimitive::Str)) => primitive("String"),
            (_, Shape::Primitive(other)) => primitive(&format!("{other:?}").to_lowercase()),
            (_, other) => panic!("no type of Sails for {other:?}"),
        }
    }

    /// The variants of an enum.
    ///
    /// # Panics
    ///
    /// If it is no enum.
    pub fn variants(&self, id: u32) -> &[Variant<PortableForm>] {
        match &self.get(id).type_def {
            Shape::Variant(variants) => &variants.variants,
            other => panic!("no enum: {other:?}"),
        }
    }

    /// The fields of a struct.
    ///
    /// # Panics
    ///
    /// If it is no struct.
    pub fn fields(&self, id: u32) -> &[Field<PortableForm>] {
        match &self.get(id).type_def {
            Shape::Composite(composite) => &composite.fields,
            other => panic!("no struct: {other:?}"),
        }
    }

    /// What a function takes. Fields without a name are called after their type.
    pub fn params(&self, fields: &[Field<PortableForm>]) -> Vec<FuncParam> {
        let param = |field: &Field<PortableForm>| {
            let type_decl = self.decl(field.ty.id);
            let name = field.name.clone().unwrap_or_else(|| match &*type_decl.to_string() {
                "ActorId" => "account".into(),
                "H256" => "hash".into(),
                "String" => "text".into(),
                name => snake_case(name),
            });
            FuncParam { name, type_decl }
        };
        fields.iter().map(param).collect()
    }

    /// A variant, with the entry that it is, if it is one.
    pub fn variant(&self, variant: &Variant<PortableForm>, entry: Option<u16>) -> EnumVariant {
        EnumVariant {
            name: variant.name.clone(),
            def: self.struct_def(&variant.fields),
            entry_id: entry.unwrap_or_default(),
            docs: plain(&variant.docs),
            annotations: entry.map(crate::entry_id).into_iter().collect(),
        }
    }

    fn struct_def(&self, fields: &[Field<PortableForm>]) -> StructDef {
        let fields = fields.iter().map(|field| StructField {
            name: field.name.clone(),
            type_decl: self.decl(field.ty.id),
            docs: plain(&field.docs),
            annotations: vec![],
        });
        StructDef { fields: fields.collect() }
    }

    /// The structs and enums that these fields and types are made of.
    pub fn named<'a>(
        &self,
        fields: impl Iterator<Item = &'a Field<PortableForm>>,
        types: impl Iterator<Item = u32>,
    ) -> Vec<Type> {
        let mut found = BTreeSet::new();
        fields.map(|field| field.ty.id).chain(types).for_each(|id| self.collect(id, &mut found));
        let is_named = |id: &u32| match self.decl(*id) {
            TypeDecl::Named { generics, .. } => generics.is_empty(),
            _ => false,
        };
        found.into_iter().filter(is_named).map(|id| self.ty(id)).collect()
    }

    fn ty(&self, id: u32) -> Type {
        let def = match &self.get(id).type_def {
            Shape::Variant(variants) => TypeDef::Enum(EnumDef {
                variants: variants.variants.iter().map(|it| self.variant(it, None)).collect(),
            }),
            _ => TypeDef::Struct(self.struct_def(self.fields(id))),
        };
        let name = self.name(id).0.expect("structs and enums have a name").into();
        Type { name, type_params: vec![], def, docs: self.docs(id), annotations: vec![] }
    }

    fn collect(&self, id: u32, found: &mut BTreeSet<u32>) {
        if matches!(self.decl(id), TypeDecl::Primitive(_)) || !found.insert(id) {
            return;
        }
        let fields = |fields: &[Field<PortableForm>]| fields.iter().map(|it| it.ty.id).collect();
        let parts: Vec<u32> = match &self.get(id).type_def {
            Shape::Composite(composite) => fields(&composite.fields),
            Shape::Variant(enumeration) => {
                let of = enumeration.variants.iter().flat_map(|it| &it.fields);
                of.map(|field| field.ty.id).collect()
            }
            Shape::Sequence(items) => vec![items.type_param.id],
            Shape::Array(items) => vec![items.type_param.id],
            Shape::Tuple(items) => items.fields.iter().map(|item| item.id).collect(),
            _ => vec![],
        };
        parts.into_iter().for_each(|id| self.collect(id, found));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_in_snake_case() {
        assert_eq!(snake_case("GameConfig"), "game_config");
        assert_eq!(snake_case("entry"), "entry");
    }
}
