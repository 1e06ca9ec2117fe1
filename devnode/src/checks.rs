//! Checks that the node can stand for the runtime of some metadata: it needs all events and storage
//! of the engine, in types into which their values can be translated.

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

/// The versions of the metadata format that the node can serve.
const FORMATS: std::ops::RangeInclusive<u8> = 14..=15;

/// The first bytes of metadata, before its format's version.
const MAGIC: &[u8] = b"meta";

/// The signed extensions that add bytes to an extrinsic, in their order.
const EXTRA: [&str; 4] =
    ["CheckMortality", "CheckNonce", "ChargeTransactionPayment", "CheckMetadataHash"];

/// The signed extensions that add bytes which are signed, but not sent.
const ADDITIONAL: [&str; 5] =
    ["CheckSpecVersion", "CheckTxVersion", "CheckGenesis", "CheckMortality", "CheckMetadataHash"];

/// The runtime of a metadata file, or `gsdk`'s own if no file is named.
///
/// # Errors
///
/// If the file can't be read, or lacks what the node needs.
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

/// Checks that extrinsics carry the extensions that this node reads, and sign those that it checks.
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

/// Checks that the runtime has each event of the engine, in a type that fits.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Call;
    use gsdk::{
        Event,
        ext::{
            scale_info::TypeDef,
            subxt::{
                ext::frame_metadata::{RuntimeMetadata, RuntimeMetadataPrefixed},
                tx::Payload,
            },
        },
        gear::{
            self,
            runtime_types::{
                frame_support::dispatch::{DispatchClass, DispatchInfo, Pays},
                frame_system::AccountInfo,
                pallet_balances::types::{AccountData, ExtraFlags},
                sp_runtime::{DispatchError, ModuleError},
                sp_weights::weight_v2::Weight,
                vara_runtime::RuntimeCall,
            },
        },
    };
    use parity_scale_codec::Encode;

    const RECORDED: &[u8] = include_bytes!("../tests/data/metadata.scale");

    /// The reason why the node does not serve the recorded runtime, if all places with this name
    /// have another one.
    fn refusal(name: &str) -> String {
        let name = name.encode();
        let mut bytes = RECORDED.to_vec();
        while let Some(at) = bytes.windows(name.len()).position(|found| found == name) {
            bytes[at + name.len() - 1] = b'_';
        }
        let Err(error) = checked(bytes) else { panic!("it is served") };
        format!("{error:#}")
    }

    #[test]
    fn metadata_that_lacks_what_the_node_needs_is_refused_with_its_name() {
        for (name, words) in [
            ("GasMultiplier", "lacks the constant GearBank.GasMultiplier"),
            ("UserMessageSent", "lacks the event Gear.UserMessageSent"),
            ("ProgramStorage", "lacks the storage GearProgram.ProgramStorage"),
            ("run", "lacks the call Gear.run"),
            ("Treasury", "Treasury.Deposit"),
            ("CheckNonce", "extrinsics carry"),
        ] {
            let refusal = refusal(name);
            assert!(refusal.contains(words), "{name}: {refusal}");
        }
    }

    /// Another index for each index of a pallet, a call, an event or an error.
    fn moved(index: u8) -> u8 {
        index ^ 0x80
    }

    /// The recorded metadata with all these indices changed, with an account's fields in reverse
    /// order, and with a call that has one more field.
    fn other() -> Vec<u8> {
        let mut metadata = RuntimeMetadataPrefixed::decode(&mut &RECORDED[..]).unwrap();
        let RuntimeMetadata::V14(runtime) = &mut metadata.1 else { panic!("it is version 14") };
        let mut enumerations = vec![];
        for pallet in &mut runtime.pallets {
            pallet.index = moved(pallet.index);
            enumerations.extend(pallet.calls.as_ref().map(|calls| calls.ty.id));
            enumerations.extend(pallet.event.as_ref().map(|events| events.ty.id));
            enumerations.extend(pallet.error.as_ref().map(|errors| errors.ty.id));
        }
        for known in &mut runtime.types.types {
            let path = known.ty.path.segments.join("::");
            let is_outer = ["Call", "Event", "Error"]
                .iter()
                .any(|kind| path == format!("vara_runtime::Runtime{kind}"));
            match &mut known.ty.type_def {
                TypeDef::Variant(all) if is_outer || enumerations.contains(&known.id) => {
                    for variant in &mut all.variants {
                        variant.index = moved(variant.index);
                        if variant.name == "transfer_all" {
                            variant.fields.push(variant.fields[1].clone());
                            variant.fields[2].name = Some("more".into());
                        }
                    }
                }
                TypeDef::Composite(account) if path == "frame_system::AccountInfo" => {
                    account.fields.reverse();
                }
                _ => {}
            }
        }
        metadata.encode()
    }

    #[test]
    fn what_is_elsewhere_in_another_runtime_is_known_by_its_name() {
        let bytes = other();
        let metadata = Metadata::decode(&mut &bytes[..]).unwrap();
        let runtime = checked(bytes).unwrap();
        let remark = || gear::system::Call::remark { remark: vec![7] };
        let written = |call: &dyn Payload| call.encode_call_data(&metadata).unwrap();
        let call = written(&gear::tx().system().remark(vec![7]).unvalidated());
        assert_eq!(call[..2], [moved(0), moved(0)]);
        assert!(matches!(runtime.read_call(&call), Ok(Call::System(read)) if read == remark()));
        let batch = gear::tx().utility().batch_all(vec![RuntimeCall::System(remark())]);
        let batch = runtime.read_call(&written(&batch.unvalidated()));
        assert!(
            matches!(batch, Ok(Call::Batch(_, calls)) if matches!(calls[..], [Call::System(_)]))
        );
        // To an account, the whole balance, and more bytes that the node does not know.
        let balances = metadata.pallet_by_name("Balances").unwrap();
        let transfer = balances.call_variant_by_name("transfer_all").unwrap().index;
        let all = [&[balances.index(), transfer, 0][..], &[7; 32], &[1, 1]].concat();
        assert!(matches!(runtime.read_call(&all), Ok(Call::NotServed)));
        let chill = written(&gear::tx().staking().chill().unvalidated());
        assert!(matches!(runtime.read_call(&chill), Ok(Call::NotServed)));

        let known = OWN_METADATA.pallet_by_name("Gear").unwrap();
        let mut errors = known.error_variants().unwrap().iter();
        let error = errors.find(|error| error.name == "GasLimitTooHigh").unwrap().index;
        let failed = Event::System(gear::system::Event::ExtrinsicFailed {
            dispatch_error: DispatchError::Module(ModuleError {
                index: known.index(),
                error: [error, 0, 0, 0],
            }),
            dispatch_info: DispatchInfo {
                weight: Weight { ref_time: 0, proof_size: 0 },
                class: DispatchClass::Normal,
                pays_fee: Pays::Yes,
            },
        });
        let (mut event, module) = (vec![], 3);
        runtime.write_event(failed, &mut event);
        let gear = metadata.pallet_by_name("Gear").unwrap().index();
        assert_eq!(event[..5], [moved(0), moved(1), module, gear, moved(error)]);

        let data = || AccountData { free: 9u128, reserved: 8, frozen: 7, flags: ExtraFlags(6) };
        let account =
            AccountInfo { nonce: 1u32, consumers: 2, providers: 3, sufficients: 4, data: data() };
        let told = runtime.stored("System", "Account", account.encode());
        assert_eq!(told, (data(), 4u32, 3u32, 2u32, 1u32).encode());
    }
}
