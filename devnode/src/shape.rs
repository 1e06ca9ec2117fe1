//! Converts values between the types of two runtimes, by the names of their parts.

use gsdk::ext::{
    scale_info::{Field, PortableRegistry, TypeDef, Variant, form::PortableForm},
    subxt::ext::{
        scale_decode::visitor::{IgnoreVisitor, decode_with_visitor},
        scale_value::scale,
    },
};
use parity_scale_codec::{Compact, Decode};
use std::collections::BTreeSet;

/// A type, and the registry that it is in.
#[derive(Clone, Copy)]
pub struct Shape<'a> {
    pub id: u32,
    pub types: &'a PortableRegistry,
}

impl<'a> Shape<'a> {
    fn definition(self) -> Result<&'a TypeDef<PortableForm>, String> {
        let found = self.types.resolve(self.id);
        Ok(&found.ok_or_else(|| format!("a type {}, which it names", self.id))?.type_def)
    }

    /// The type's path, or general words for a type without one.
    fn name(self) -> String {
        let path = self.types.resolve(self.id).map(|found| found.path.segments.join("::"));
        path.filter(|path| !path.is_empty()).unwrap_or_else(|| "the type".into())
    }

    fn part(self, id: u32) -> Self {
        Self { id, ..self }
    }

    /// Whether its values take no bytes.
    pub fn is_empty(self) -> bool {
        match self.definition() {
            Ok(TypeDef::Composite(composite)) => {
                composite.fields.iter().all(|field| self.part(field.ty.id).is_empty())
            }
            Ok(TypeDef::Tuple(tuple)) => {
                tuple.fields.iter().all(|field| self.part(field.id).is_empty())
            }
            _ => false,
        }
    }

    /// Whether each value of this type has the same bytes in another type. Subxt's hashes of types
    /// don't tell this, because they ignore the order of parts.
    pub fn is_same(self, as_in: Self) -> bool {
        self.is_same_unless_seen(as_in, &mut BTreeSet::new())
    }

    fn is_same_unless_seen(self, as_in: Self, seen: &mut BTreeSet<(u32, u32)>) -> bool {
        if !seen.insert((self.id, as_in.id)) {
            return true;
        }
        let mut part =
            |one: u32, other: u32| self.part(one).is_same_unless_seen(as_in.part(other), seen);
        let (Ok(one), Ok(other)) = (self.definition(), as_in.definition()) else { return false };
        match (one, other) {
            (TypeDef::Composite(one), TypeDef::Composite(other)) => {
                are_same(&one.fields, &other.fields, part)
            }
            (TypeDef::Variant(one), TypeDef::Variant(other)) => one.variants.iter().all(|known| {
                let is_it =
                    |found: &&Variant<_>| (found.index, &found.name) == (known.index, &known.name);
                let same = other.variants.iter().find(is_it);
                same.is_some_and(|same| are_same(&known.fields, &same.fields, &mut part))
            }),
            (TypeDef::Sequence(one), TypeDef::Sequence(other)) => {
                part(one.type_param.id, other.type_param.id)
            }
            (TypeDef::Array(one), TypeDef::Array(other)) => {
                one.len == other.len && part(one.type_param.id, other.type_param.id)
            }
            (TypeDef::Compact(one), TypeDef::Compact(other)) => {
                part(one.type_param.id, other.type_param.id)
            }
            (TypeDef::Tuple(one), TypeDef::Tuple(other)) => {
                let mut both = one.fields.iter().zip(&other.fields);
                one.fields.len() == other.fields.len()
                    && both.all(|(one, other)| part(one.id, other.id))
            }
            (TypeDef::Primitive(one), TypeDef::Primitive(other)) => one == other,
            _ => false,
        }
    }

    /// Checks that each value of this type can be converted to another type.
    ///
    /// # Errors
    ///
    /// The part that does not fit.
    pub fn fits(self, into: Self) -> Result<(), String> {
        self.fits_unless_seen(into, &mut BTreeSet::new())
    }

    fn fits_unless_seen(self, into: Self, seen: &mut BTreeSet<(u32, u32)>) -> Result<(), String> {
        if !seen.insert((self.id, into.id)) {
            return Ok(());
        }
        let mut part = |from: u32, to: u32| self.part(from).fits_unless_seen(into.part(to), seen);
        match (self.definition()?, into.definition()?) {
            (TypeDef::Composite(from), TypeDef::Composite(to)) => {
                fields_fit(&from.fields, &to.fields, part)
            }
            (TypeDef::Variant(from), TypeDef::Variant(to)) => {
                from.variants.iter().try_for_each(|variant| {
                    let same = to.variants.iter().find(|other| other.name == variant.name);
                    let same = same.ok_or_else(|| format!("its {}", variant.name))?;
                    variants_fit(variant, same, &mut part)
                })
            }
            (TypeDef::Sequence(from), TypeDef::Sequence(to)) => {
                part(from.type_param.id, to.type_param.id)
            }
            (TypeDef::Array(from), TypeDef::Array(to)) if from.len == to.len => {
                part(from.type_param.id, to.type_param.id)
            }
            (TypeDef::Compact(from), TypeDef::Compact(to)) => {
                part(from.type_param.id, to.type_param.id)
            }
            (TypeDef::Tuple(from), TypeDef::Tuple(to)) if from.fields.len() == to.fields.len() => {
                from.fields.iter().zip(&to.fields).try_for_each(|(from, to)| part(from.id, to.id))
            }
            (TypeDef::Primitive(from), TypeDef::Primitive(to)) if from == to => Ok(()),
            _ => Err(self.name()),
        }
    }

    /// Converts a value of this type to another type, by the names of its parts.
    ///
    /// # Errors
    ///
    /// If the value does not fit.
    pub fn told(self, mut value: &[u8], into: Self) -> Result<Vec<u8>, String> {
        let mut told = vec![];
        let value = scale::decode_as_type(&mut value, self.id, self.types)
            .map_err(|error| error.to_string())?;
        scale::encode_as_type(&value, into.id, into.types, &mut told)
            .map_err(|error| error.to_string())?;
        Ok(told)
    }

    /// Moves the input behind a value of this type. Values may be nested in it up to `depth`.
    ///
    /// # Errors
    ///
    /// If the input has no such value, or values are nested deeper.
    pub fn skip(self, input: &mut &[u8], depth: u32) -> Result<(), String> {
        let depth = depth.checked_sub(1).ok_or("it is nested too deep")?;
        match self.definition()? {
            TypeDef::Composite(composite) => skip_fields(self, &composite.fields, input, depth),
            TypeDef::Variant(enumeration) => {
                let index = u8::decode(input).map_err(|error| error.to_string())?;
                let mut variants = enumeration.variants.iter();
                let variant = variants.find(|variant| variant.index == index);
                let variant = variant.ok_or_else(|| format!("there is no variant {index}"))?;
                skip_fields(self, &variant.fields, input, depth)
            }
            TypeDef::Sequence(sequence) => {
                let count = Compact::<u32>::decode(input).map_err(|error| error.to_string())?;
                self.part(sequence.type_param.id).skip_several(count.0, input, depth)
            }
            TypeDef::Array(array) => {
                self.part(array.type_param.id).skip_several(array.len, input, depth)
            }
            TypeDef::Tuple(tuple) => {
                tuple.fields.iter().try_for_each(|field| self.part(field.id).skip(input, depth))
            }
            // These contain no other values.
            TypeDef::Primitive(_) | TypeDef::Compact(_) | TypeDef::BitSequence(_) => {
                decode_with_visitor(input, self.id, self.types, IgnoreVisitor::new())
                    .map_err(|error| error.to_string())
            }
        }
    }

    fn skip_several(self, count: u32, input: &mut &[u8], depth: u32) -> Result<(), String> {
        for _ in 0..count {
            let before = input.len();
            self.skip(input, depth)?;
            if input.len() == before {
                // The other values take no bytes, either. There may be very many.
                break;
            }
        }
        Ok(())
    }
}

/// Moves the input behind the values of fields. `of` gives the registry of their types.
pub fn skip_fields(
    of: Shape,
    fields: &[Field<PortableForm>],
    input: &mut &[u8],
    depth: u32,
) -> Result<(), String> {
    fields.iter().try_for_each(|field| of.part(field.ty.id).skip(input, depth))
}

/// Checks that a variant can be converted to another.
///
/// # Errors
///
/// The part that does not fit.
pub fn variants_fit(
    from: &Variant<PortableForm>,
    to: &Variant<PortableForm>,
    part: impl FnMut(u32, u32) -> Result<(), String>,
) -> Result<(), String> {
    fields_fit(&from.fields, &to.fields, part).map_err(|what| format!("{what} of {}", to.name))
}

/// Whether both variants have fields of the same names, in any order.
pub fn same_names(one: &Variant<PortableForm>, other: &Variant<PortableForm>) -> bool {
    let names = |variant: &Variant<PortableForm>| -> BTreeSet<_> {
        variant.fields.iter().map(|field| field.name.clone()).collect()
    };
    one.fields.len() == other.fields.len() && names(one) == names(other)
}

fn are_same(
    one: &[Field<PortableForm>],
    other: &[Field<PortableForm>],
    mut part: impl FnMut(u32, u32) -> bool,
) -> bool {
    one.len() == other.len()
        && one
            .iter()
            .zip(other)
            .all(|(one, other)| one.name == other.name && part(one.ty.id, other.ty.id))
}

/// Checks that fields can be converted to others. A field without a name is known by its place. A
/// field that the other type lacks is left out. Each field of the other type must exist here.
fn fields_fit(
    from: &[Field<PortableForm>],
    to: &[Field<PortableForm>],
    mut part: impl FnMut(u32, u32) -> Result<(), String>,
) -> Result<(), String> {
    let is_named = to.iter().all(|field| field.name.is_some());
    if !is_named && from.len() != to.len() {
        return Err(format!("{} fields", from.len()));
    }
    to.iter().enumerate().try_for_each(|(place, field)| {
        let same = match &field.name {
            Some(name) => from.iter().find(|other| other.name.as_ref() == Some(name)),
            None => from.get(place),
        };
        let name = field.name.as_deref().unwrap_or("field");
        let same = same.ok_or_else(|| format!("a runtime without the {name}"))?;
        part(same.ty.id, field.ty.id).map_err(|what| format!("{what} of the {name}"))
    })
}
