//! Metadata as the program itself has it.

use gmeta::{Metadata, MetadataRepr};
use parity_scale_codec::{Decode, Encode};
use scale_info::{PortableRegistry, TypeDef};

/// The hash of a program's metadata, which `metahash` replies: of what tools are given,
/// and so without docs.
pub fn metahash<M: Metadata>() -> [u8; 32] {
    without_docs(M::repr()).hash()
}

/// Takes the docs out of a program's metadata.
///
/// Whether they are there is up to a feature of `scale-info`, which any package
/// turns on for all that are built with it. The program, built by itself, hashes
/// its metadata without.
///
/// # Panics
///
/// If the registry is not one.
pub fn without_docs(metadata: MetadataRepr) -> MetadataRepr {
    let registry = PortableRegistry::decode(&mut &metadata.registry[..]);
    let mut registry = registry.expect("gmeta has encoded it");
    for portable in &mut registry.types {
        portable.ty.docs.clear();
        match &mut portable.ty.type_def {
            TypeDef::Composite(composite) => {
                composite.fields.iter_mut().for_each(|field| field.docs.clear());
            }
            TypeDef::Variant(variant) => {
                for variant in &mut variant.variants {
                    variant.docs.clear();
                    variant.fields.iter_mut().for_each(|field| field.docs.clear());
                }
            }
            _ => {}
        }
    }
    MetadataRepr { registry: registry.encode(), ..metadata }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scale_info::{MetaType, Path, Registry, Type, TypeInfo, build::Fields};

    struct Documented;

    impl TypeInfo for Documented {
        type Identity = Self;

        fn type_info() -> Type {
            let path = Path::new("Documented", "tests");
            let builder = Type::builder().path(path).docs_always(&["Of the type."]);
            builder.composite(
                Fields::named()
                    .field(|field| field.ty::<u8>().name("field").docs_always(&["Of the field."])),
            )
        }
    }

    struct Bare;

    impl TypeInfo for Bare {
        type Identity = Self;

        fn type_info() -> Type {
            let builder = Type::builder().path(Path::new("Documented", "tests"));
            builder.composite(Fields::named().field(|field| field.ty::<u8>().name("field")))
        }
    }

    fn metadata<T: TypeInfo + 'static>() -> MetadataRepr {
        let mut registry = Registry::new();
        registry.register_type(&MetaType::new::<T>());
        let registry = PortableRegistry::from(registry).encode();
        let none = || gmeta::TypesRepr { input: None, output: None };
        MetadataRepr {
            init: none(),
            handle: none(),
            reply: None,
            others: none(),
            signal: None,
            state: none(),
            registry,
        }
    }

    #[test]
    fn only_docs_are_taken_out() {
        assert_ne!(metadata::<Documented>(), metadata::<Bare>());
        assert_eq!(without_docs(metadata::<Documented>()), metadata::<Bare>());
        assert_eq!(without_docs(metadata::<Bare>()), metadata::<Bare>());
    }
}
