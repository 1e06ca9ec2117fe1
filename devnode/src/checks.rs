//! What metadata must have for the node to stand for its runtime: all that the engine emits
//! and keeps, in a form that it can be told in.

use crate::{
    events,
    runtime::{OWN, OWN_METADATA, Retold, Runtime},
    shape::{self, Shape},
    storage,
};
use anyhow::{Context, Result, anyhow, ensure};
use gsdk::ext::{
    scale_info::{Variant, form::PortableForm},
    subxt::{
        Metadata,
        metadata::types::{StorageEntryMetadata, StorageEntryType, StorageHasher},
    },
};
use parity_scale_codec::Decode;
use std::{fs, path::Path};

/// The versions of the metadata's own format that can be served.
const FORMATS: std::ops::RangeInclusive<u8> = 14..=15;

/// What metadata begins with, before its format's version.
const MAGIC: &[u8] = b"meta";

/// The signed extensions that put something into an extrinsic, in their order.
const EXTRA: [&str; 4] =
    ["CheckMortality", "CheckNonce", "ChargeTransactionPayment", "CheckMetadataHash"];

/// Those that have something signed beside.
const ADDITIONAL: [&str; 5] =
    ["CheckSpecVersion", "CheckTxVersion", "CheckGenesis", "CheckMortality", "CheckMetadataHash"];

/// The runtime of a file with metadata; `gsdk`'s own, if none is named.
///
/// # Errors
///
/// If the file can't be read, or what the node needs is not in it.
pub fn load(path: Option<&Path>) -> Result<Runtime> {
    let Some(path) = path else { return checked(OWN.to_vec()) };
    let bytes = fs::read(path).with_context(|| format!("{} can't be read", path.display()))?;
    checked(bytes).with_context(|| format!("{} can't be served", path.display()))
}

fn checked(bytes: Vec<u8>) -> Result<Runtime> {
    let format = bytes.strip_prefix(MAGIC).and_then(|rest| rest.first());
    ensure!(
        format.is_some_and(|format| FORMATS.contains(format)),
        "it is no runtime metadata of version {} or {} in SCALE, as `state_getMetadata` \
         answers it, in bytes and not packed",
        FORMATS.start(),
        FORMATS.end()
    );
    let metadata = Metadata::decode(&mut &bytes[..])
        .map_err(|error| anyhow!("the metadata can't be read: {error}"))?;
    check_extensions(&metadata)?;
    check_events(&metadata)?;
    let mut retold = Retold::new();
    for (pallet, name) in storage::entries() {
        if let Some(types) = types_of(&metadata, pallet, name)? {
            retold.insert((pallet, name), types);
        }
    }
    Runtime::of(metadata, bytes, retold)
}

/// Checks that extrinsics carry what this node reads of them, and sign what it checks.
fn check_extensions(metadata: &Metadata) -> Result<()> {
    let full = |id| !Shape { id, types: metadata.types() }.is_empty();
    let (mut extra, mut additional) = (vec![], vec![]);
    for extension in metadata.extrinsic().transaction_extensions_to_use_for_encoding() {
        let name = extension.identifier();
        extra.extend(full(extension.extra_ty()).then_some(name));
        additional.extend(full(extension.additional_ty()).then_some(name));
    }
    ensure!(
        extra == EXTRA && additional == ADDITIONAL,
        "the metadata's extrinsics carry {extra:?} and sign {additional:?} beside, where this node \
         knows {EXTRA:?} and {ADDITIONAL:?}"
    );
    Ok(())
}

/// Checks that all can be told that the engine emits.
fn check_events(metadata: &Metadata) -> Result<()> {
    for (pallet, name) in events::emitted() {
        let known = event(&OWN_METADATA, pallet, name).expect("gsdk is built with it");
        let found = event(metadata, pallet, name)
            .with_context(|| format!("the metadata lacks the event {pallet}.{name}"))?;
        shape::variants_fit(known, found, |from, to| {
            let into = Shape { id: to, types: metadata.types() };
            Shape { id: from, types: OWN_METADATA.types() }.fits(into)
        })
        .map_err(|what| {
            anyhow!("the metadata has the event {pallet}.{name} in another form: it lacks {what}")
        })?;
    }
    Ok(())
}

fn event<'a>(
    metadata: &'a Metadata,
    pallet: &str,
    name: &str,
) -> Option<&'a Variant<PortableForm>> {
    let mut events = metadata.pallet_by_name(pallet)?.event_variants()?.iter();
    events.find(|event| event.name == name)
}

/// The types of an entry's values in the engine and in a runtime, if they differ.
fn types_of(metadata: &Metadata, pallet: &str, name: &str) -> Result<Option<(u32, u32)>> {
    let known = entry(&OWN_METADATA, pallet, name).expect("gsdk is built with it");
    let found = entry(metadata, pallet, name)
        .with_context(|| format!("the metadata lacks the storage {pallet}.{name}"))?;
    let hashers = |entry: &StorageEntryMetadata| format!("{:?}", hashers(entry));
    ensure!(
        hashers(known) == hashers(found),
        "the metadata has the storage {pallet}.{name} by other keys: {} in place of {}",
        hashers(found),
        hashers(known)
    );
    let (from, to) = (known.entry_type().value_ty(), found.entry_type().value_ty());
    let known = Shape { id: from, types: OWN_METADATA.types() };
    let into = Shape { id: to, types: metadata.types() };
    if (pallet, name) == events::ENTRY || known.is_same(into) {
        return Ok(None);
    }
    known.fits(into).map_err(|what| {
        anyhow!("the metadata has the storage {pallet}.{name} in another form: it lacks {what}")
    })?;
    Ok(Some((from, to)))
}

fn entry<'a>(metadata: &'a Metadata, pallet: &str, name: &str) -> Option<&'a StorageEntryMetadata> {
    metadata.pallet_by_name(pallet)?.storage()?.entry_by_name(name)
}

fn hashers(entry: &StorageEntryMetadata) -> &[StorageHasher] {
    match entry.entry_type() {
        StorageEntryType::Map { hashers, .. } => hashers,
        StorageEntryType::Plain(_) => &[],
    }
}
