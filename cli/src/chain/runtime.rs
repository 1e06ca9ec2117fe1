//! The runtime of the node's chain, which may differ from the one that this client was built with.
//!
//! The client writes and reads everything by the node's own metadata, by names. It compares only
//! the calls that it sends with what it knows, each by itself. Whatever else a runtime has, gains
//! or loses does not matter.

use crate::chain::block::BlockHash;
use gsdk::{
    Api, Error,
    ext::subxt::{
        self, Metadata,
        constants::{self, DefaultAddress as Constant},
        error::MetadataError,
        ext::subxt_core::{
            self,
            metadata::DecodeWithMetadata,
            storage::{
                self,
                address::{Address, StaticAddress, StorageKey},
            },
            tx,
        },
        tx::Payload,
        utils::Yes,
    },
    gear,
};
use parity_scale_codec::{Compact, Encode};
use std::collections::HashMap;

/// How many entries to ask for at once: nodes list no more.
const PAGE: u32 = 1_000;

/// The pallet and the call that run several calls, all or none.
const TOGETHER: (&str, &str) = ("Utility", "batch_all");

/// A call that the runtime must have in the form that this client knows.
pub struct Call<P>(pub P);

impl<P: Payload> Payload for Call<P> {
    fn encode_call_data_to(
        &self,
        metadata: &Metadata,
        out: &mut Vec<u8>,
    ) -> Result<(), subxt_core::Error> {
        tx::validate(&self.0, metadata).map_err(|error| match self.0.validation_details() {
            Some(call) => no_call(call.pallet_name, call.call_name),
            None => error,
        })?;
        self.0.encode_call_data_to(metadata, out)
    }
}

/// Several calls, all of which take effect or none.
#[derive(Default)]
pub struct Together(Vec<Box<dyn Payload + Send + Sync>>);

impl Together {
    pub fn and(mut self, call: impl Payload + Send + Sync + 'static) -> Self {
        self.0.push(Box::new(Call(call)));
        self
    }
}

impl Payload for Together {
    fn encode_call_data_to(
        &self,
        metadata: &Metadata,
        out: &mut Vec<u8>,
    ) -> Result<(), subxt_core::Error> {
        let Some(batch) = batch(metadata) else { return Err(no_call(TOGETHER.0, TOGETHER.1)) };
        out.extend(batch);
        // All calls of the batch have the runtime's own type. In it a call is encoded as it is by
        // itself.
        Compact(u32::try_from(self.0.len()).expect("they are in memory")).encode_to(out);
        for call in &self.0 {
            call.encode_call_data_to(metadata, out)?;
        }
        Ok(())
    }
}

/// How a batch begins, if the runtime has one that takes only calls.
fn batch(metadata: &Metadata) -> Option<[u8; 2]> {
    use gsdk::ext::scale_info::TypeDef;
    let pallet = metadata.pallet_by_name(TOGETHER.0)?;
    let call = pallet.call_variant_by_name(TOGETHER.1)?;
    let [calls] = &call.fields[..] else { return None };
    let TypeDef::Sequence(list) = &metadata.types().resolve(calls.ty.id)?.type_def else {
        return None;
    };
    let is_of_calls = list.type_param.id == metadata.outer_enums().call_enum_ty();
    is_of_calls.then_some([pallet.index(), call.index])
}

fn no_call(pallet: &str, call: &str) -> subxt_core::Error {
    MetadataError::CallNameNotFound(format!("{pallet}.{call}")).into()
}

/// The value of a storage entry, if it has one, as of a block.
///
/// # Errors
///
/// [`lacking`] names the entry if the runtime has no such entry.
pub async fn read<K: StorageKey, T: DecodeWithMetadata, D, I>(
    api: &Api,
    address: StaticAddress<K, T, Yes, D, I>,
    at: BlockHash,
) -> Result<Option<T>, Error> {
    let address = address.unvalidated();
    let storage = api.storage_at(Some(at)).await?;
    let error = match storage.fetch(&address).await {
        Ok(found) => return Ok(found),
        Err(error) => unreadable_in(&address, error),
    };
    // No bytes are the node's own word, and say nothing of the runtime.
    if lacking(&error).is_some()
        && let Some(bytes) = storage.fetch_raw(key_of(api, &address)?).await?
        && bytes.is_empty()
    {
        return Err(Error::StorageEntryNotFound);
    }
    Err(error)
}

/// The values of several entries of a storage map, as of a block. Leaves out entries without a
/// value.
///
/// # Errors
///
/// As [`read`].
pub async fn read_all<A: Address>(
    api: &Api,
    entries: &[A],
    at: BlockHash,
) -> Result<Vec<Option<A::Target>>, Error> {
    let Some(map) = entries.first() else { return Ok(vec![]) };
    let keys = entries.iter().map(|entry| key_of(api, entry)).collect::<Result<Vec<_>, _>>()?;
    let mut found = HashMap::new();
    for keys in keys.chunks(PAGE as usize) {
        found.extend(values(api, map, keys, at).await?);
    }
    Ok(keys.iter().map(|key| found.remove(key)).collect())
}

/// The entries of a storage map below a place, with their keys, as of a block.
///
/// # Errors
///
/// As [`read`].
pub async fn read_under<A: Address>(
    api: &Api,
    place: A,
    at: BlockHash,
) -> Result<Vec<(Vec<u8>, A::Target)>, Error> {
    let root = key_of(api, &place)?;
    let mut found = vec![];
    let mut last = vec![];
    loop {
        let after = (!last.is_empty()).then_some(&*last);
        let mut keys = api.legacy().state_get_keys_paged(&root, PAGE, after, Some(at)).await?;
        // This loop ends whatever a node answers. One may list fewer at once than it was asked for.
        keys.retain(|key| key.starts_with(&root) && *key > last);
        let Some(greatest) = keys.iter().max() else { return Ok(found) };
        last.clone_from(greatest);
        found.extend(values(api, &place, &keys, at).await?);
    }
}

/// The values under these keys of a map. Leaves out keys without a value.
async fn values<A: Address>(
    api: &Api,
    map: &A,
    keys: &[Vec<u8>],
    at: BlockHash,
) -> Result<Vec<(Vec<u8>, A::Target)>, Error> {
    let metadata = api.metadata();
    let asked = keys.iter().map(Vec::as_slice);
    let answered = api.legacy().state_query_storage_at(asked, Some(at)).await?;
    let changes: Vec<_> = answered.into_iter().flat_map(|set| set.changes).collect();
    // Of each key a node tells, even that it has no value.
    if changes.is_empty() && !keys.is_empty() {
        return Err(Error::StorageEntryNotFound);
    }
    let known = changes.into_iter().filter_map(|(key, value)| Some((key.0, value?.0)));
    let read = known.map(|(key, value)| {
        if value.is_empty() {
            return Err(Error::StorageEntryNotFound);
        }
        let value = storage::decode_value(&mut &*value, map, &metadata);
        Ok((key, value.map_err(|error| unreadable_in(map, error.into()))?))
    });
    read.collect()
}

fn key_of(api: &Api, address: &impl Address) -> Result<Vec<u8>, Error> {
    let key = storage::get_address_bytes(address, &api.metadata());
    key.map_err(|error| unreadable_in(address, error.into()))
}

/// Whether a storage entry has a value, as of a block.
///
/// # Errors
///
/// As [`read`].
pub async fn is_there<K: StorageKey, T: DecodeWithMetadata, D, I>(
    api: &Api,
    address: StaticAddress<K, T, Yes, D, I>,
    at: BlockHash,
) -> Result<bool, Error> {
    let key = key_of(api, &address)?;
    Ok(api.storage_at(Some(at)).await?.fetch_raw(key).await?.is_some())
}

/// A constant of the runtime.
///
/// # Errors
///
/// As [`read`].
pub fn constant<T: DecodeWithMetadata>(api: &Api, address: Constant<T>) -> Result<T, Error> {
    use constants::Address as _;
    let address = address.unvalidated();
    api.constants().at(&address).map_err(|_| {
        let name = format!("{}.{}", address.pallet_name(), address.constant_name());
        MetadataError::ConstantNameNotFound(name).into()
    })
}

/// An error about a storage entry. If the entry can't be read, the error says that the runtime has
/// a different one.
fn unreadable_in(entry: &impl Address, error: subxt::Error) -> Error {
    match error {
        subxt::Error::Metadata(_)
        | subxt::Error::StorageAddress(_)
        | subxt::Error::Decode(_)
        | subxt::Error::Codec(_) => {
            let name = format!("{}.{}", entry.pallet_name(), entry.entry_name());
            MetadataError::StorageEntryNotFound(name).into()
        }
        error => error.into(),
    }
}

/// Names what the runtime lacks, if that is what went wrong.
pub fn lacking(error: &Error) -> Option<String> {
    use MetadataError::{CallNameNotFound, ConstantNameNotFound, StorageEntryNotFound};
    let error = match error {
        Error::Metadata(error) => error,
        Error::Subxt(error) => match &**error {
            subxt::Error::Metadata(error @ CallNameNotFound(_)) => error,
            _ => return None,
        },
        _ => return None,
    };
    match error {
        CallNameNotFound(name) => Some(format!("call {name}")),
        StorageEntryNotFound(name) => Some(format!("storage {name}")),
        ConstantNameNotFound(name) => Some(format!("constant {name}")),
        _ => None,
    }
}

/// The runtime's name and version, as far as the runtime tells them.
pub fn name(api: &Api) -> String {
    let number = api.runtime_version().spec_version;
    match constant(api, gear::constants().system().version()) {
        Ok(version) => format!("{} {number}", version.spec_name),
        Err(_) => format!("a runtime of version {number}"),
    }
}
