//! Converts metadata between the versions of its format.

use gsdk::ext::{
    scale_info::{
        Field, Path, PortableRegistry, PortableType, Type, TypeDef, TypeDefComposite,
        TypeDefPrimitive, TypeDefSequence, TypeParameter, form::PortableForm,
    },
    subxt::ext::frame_metadata::{
        RuntimeMetadata, RuntimeMetadataPrefixed, v14,
        v15::{ExtrinsicMetadata, PalletMetadata, RuntimeMetadataV15, SignedExtensionMetadata},
    },
};
use parity_scale_codec::{Decode, Encode, Error};
use std::collections::BTreeMap;

/// The path of the type of extrinsics in version 14 of the format.
const EXTRINSIC: [&str; 4] = ["sp_runtime", "generic", "unchecked_extrinsic", "UncheckedExtrinsic"];

/// The metadata in each version of its format that these bytes give. As on a node, version 15 also
/// gives version 14, because older clients and indexers know only that.
///
/// # Errors
///
/// If the bytes are no metadata.
pub fn formats(bytes: Vec<u8>) -> Result<BTreeMap<u32, Vec<u8>>, Error> {
    let RuntimeMetadataPrefixed(magic, metadata) = Decode::decode(&mut &bytes[..])?;
    let version = metadata.version();
    let mut formats = BTreeMap::from([(version, bytes)]);
    if let RuntimeMetadata::V15(metadata) = metadata {
        let older = RuntimeMetadata::V14(older(metadata));
        formats.insert(older.version(), RuntimeMetadataPrefixed(magic, older).encode());
    }
    Ok(formats)
}

/// The same metadata, for a runtime of another version.
///
/// # Errors
///
/// If the metadata can't be read, or has no version of the runtime.
pub fn with_spec_version(bytes: &[u8], spec_version: u32) -> Result<Vec<u8>, Error> {
    let mut metadata = RuntimeMetadataPrefixed::decode(&mut &bytes[..])?;
    let constants = match &mut metadata.1 {
        RuntimeMetadata::V14(metadata) => {
            let system = metadata.pallets.iter_mut().find(|pallet| pallet.name == "System");
            system.map(|system| &mut system.constants)
        }
        RuntimeMetadata::V15(metadata) => {
            let system = metadata.pallets.iter_mut().find(|pallet| pallet.name == "System");
            system.map(|system| &mut system.constants)
        }
        _ => None,
    };
    let version = constants.and_then(|all| all.iter_mut().find(|it| it.name == "Version"));
    let version = &mut version.ok_or("there is no version in it")?.value;
    let rest = &mut &version[..];
    let (name, implementation, authoring, _) = <(String, String, u32, u32)>::decode(rest)?;
    let before = (name, implementation, authoring, spec_version).encode();
    *version = [&before, *rest].concat();
    Ok(metadata.encode())
}

/// Converts metadata from version 15 of the format to version 14. Version 14 has one type for an
/// extrinsic, where 15 has one for each of its parts. It lacks whatever else is new in 15.
fn older(metadata: RuntimeMetadataV15) -> v14::RuntimeMetadataV14 {
    let RuntimeMetadataV15 { mut types, pallets, extrinsic, ty, .. } = metadata;
    let extrinsic = v14::ExtrinsicMetadata {
        ty: type_of(&extrinsic, &mut types).into(),
        version: extrinsic.version,
        signed_extensions: extrinsic.signed_extensions.into_iter().map(extension).collect(),
    };
    let pallets = pallets.into_iter().map(pallet).collect();
    v14::RuntimeMetadataV14 { types, pallets, extrinsic, ty }
}

fn extension(
    extension: SignedExtensionMetadata<PortableForm>,
) -> v14::SignedExtensionMetadata<PortableForm> {
    let SignedExtensionMetadata { identifier, ty, additional_signed } = extension;
    v14::SignedExtensionMetadata { identifier, ty, additional_signed }
}

fn pallet(pallet: PalletMetadata<PortableForm>) -> v14::PalletMetadata<PortableForm> {
    let PalletMetadata { name, storage, calls, event, constants, error, index, docs: _ } = pallet;
    v14::PalletMetadata { name, storage, calls, event, constants, error, index }
}

/// The type of extrinsics. The metadata has it already if a runtime API takes blocks. If not, this
/// adds it. Clients look for its parameters.
fn type_of(parts: &ExtrinsicMetadata<PortableForm>, types: &mut PortableRegistry) -> u32 {
    let found = types.types.iter().find(|found| found.ty.path.segments == EXTRINSIC);
    if let Some(found) = found {
        return found.id;
    }
    let byte = add(types, Path::default(), vec![], TypeDefPrimitive::U8.into());
    let bytes = add(types, Path::default(), vec![], TypeDefSequence::new(byte.into()).into());
    let parameters = [
        ("Address", parts.address_ty),
        ("Call", parts.call_ty),
        ("Signature", parts.signature_ty),
        ("Extra", parts.extra_ty),
    ];
    let parameter = |(name, ty): (&str, _)| TypeParameter::new_portable(name.into(), Some(ty));
    let field = Field::new(None, bytes.into(), None, vec![]);
    let path = Path::from_segments_unchecked(EXTRINSIC.map(str::to_owned));
    let definition = TypeDefComposite::new([field]).into();
    add(types, path, parameters.map(parameter).into(), definition)
}

fn add(
    types: &mut PortableRegistry,
    path: Path<PortableForm>,
    parameters: Vec<TypeParameter<PortableForm>>,
    definition: TypeDef<PortableForm>,
) -> u32 {
    let id = types.types.len() as u32;
    types.types.push(PortableType::new(id, Type::new(path, parameters, definition, vec![])));
    id
}
