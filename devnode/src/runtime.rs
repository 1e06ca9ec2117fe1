//! The runtime that the node stands for: its metadata, its version and its fees.
//!
//! The engine uses the calls, events and storage of `gsdk`. Clients use those of the metadata that
//! the node serves. The two may be of different runtimes, so their parts are matched by name.

use crate::{
    engine::{Call, Constants, Failure, FeeMultiplier, weight::Batch},
    metadata,
    shape::{self, Shape},
};
use anyhow::{Context, Result, anyhow};
use gear_core::gas_metering::Schedule;
use gsdk::{
    Event,
    ext::{
        scale_info::{Variant, form::PortableForm},
        sp_core::bytes::to_hex,
        subxt::{
            Metadata,
            ext::{
                scale_decode::DecodeAsType,
                scale_encode::EncodeAsType,
                subxt_core::{
                    constants::{self, address::StaticAddress},
                    metadata::DecodeWithMetadata,
                },
            },
            metadata::types::PalletMetadata,
            tx::Payload,
        },
    },
    gear::{
        self,
        runtime_types::{
            frame_support::dispatch::{DispatchClass, PerDispatchClass},
            sp_runtime::{DispatchError, ModuleError},
            sp_weights::weight_v2::Weight,
        },
    },
};
use parity_scale_codec::{Compact, Decode};
use serde_json::{Value, json};
use std::{collections::BTreeMap, sync::LazyLock};

/// The metadata that `gsdk` is built with.
pub const OWN: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/vara_runtime.scale"));

pub static OWN_METADATA: LazyLock<Metadata> =
    LazyLock::new(|| Metadata::decode(&mut &OWN[..]).expect("gsdk is built with it"));

/// How deep calls may be nested, as on Substrate.
const MAX_DEPTH: u32 = 256;

/// The price of a byte of an extrinsic, and of a unit of its weight, in the smallest unit of value.
const PRICE: u128 = 100;

pub type Version = gear::runtime_types::sp_version::RuntimeVersion;

/// The storage entries whose types in the engine and in the runtime differ. The key is the pallet
/// and the name. The value is the ids of the engine's type and of the runtime's.
pub type Retold = BTreeMap<(&'static str, &'static str), (u32, u32)>;

/// A runtime, as its metadata describes it.
pub struct Runtime {
    metadata: Metadata,
    /// The metadata as it is served, by the version of its format.
    pub formats: BTreeMap<u32, Vec<u8>>,
    pub version: Version,
    /// The same version as the runtime itself encodes it.
    pub encoded_version: Vec<u8>,
    pub constants: Constants,
    /// How often the runtime was upgraded on this chain.
    pub upgrades: u32,
    retold: Retold,
    /// The weight of any extrinsic without its call, in ps.
    pub base_weight: u64,
    /// The weight of an empty block, in ps.
    pub base_block_weight: u64,
    /// The highest weight of a block, in ps.
    pub max_block_weight: u64,
    /// The highest weight of the normal extrinsics of a block, in ps.
    pub max_normal_weight: u64,
    /// The highest weights of a normal call and of an operational one, in ps.
    max_call_weight: [u64; 2],
    /// The highest total lengths of a block's extrinsics, in bytes: after adding a normal one, and
    /// after adding an operational one.
    max_lengths: [usize; 2],
    /// The factor of an operational extrinsic's fee in its priority.
    operational_fee_multiplier: u8,
}

impl Runtime {
    /// The runtime of this metadata. `bytes` is the same metadata, as it is served. `retold` has
    /// the storage entries whose values must be converted.
    ///
    /// # Errors
    ///
    /// If the metadata lacks what the node needs.
    pub fn of(metadata: Metadata, bytes: Vec<u8>, retold: Retold) -> Result<Self> {
        let system = gear::constants().system();
        let weights = constant(&metadata, system.block_weights())?;
        let length = constant(&metadata, system.block_length())?;
        let PerDispatchClass { normal, operational, .. } = weights.per_class;
        let time = |weight: Option<Weight>| weight.map_or(u64::MAX, |weight| weight.ref_time);
        let runtime = Self {
            version: constant(&metadata, system.version())?,
            encoded_version: encoded_constant(&metadata, "System", "Version")?.to_vec(),
            constants: Constants::of(&metadata)?,
            upgrades: 0,
            retold,
            base_weight: normal.base_extrinsic.ref_time,
            base_block_weight: weights.base_block.ref_time,
            max_block_weight: weights.max_block.ref_time,
            max_normal_weight: time(normal.max_total),
            max_call_weight: [time(normal.max_extrinsic), time(operational.max_extrinsic)],
            max_lengths: [length.max.normal, length.max.operational].map(|length| length as usize),
            operational_fee_multiplier: constant(
                &metadata,
                gear::constants().transaction_payment().operational_fee_multiplier(),
            )?,
            metadata,
            formats: metadata::formats(bytes).map_err(|error| {
                anyhow!("the metadata can't be told in another version: {error}")
            })?,
        };
        runtime.inherent(&gear::tx().timestamp().set(0), "Timestamp.set")?;
        runtime.inherent(&gear::tx().gear().run(None), "Gear.run")?;
        Ok(runtime)
    }

    /// The runtime after so many upgrades. Each raises its version and its gas schedule's version
    /// by one, and changes nothing else.
    pub fn upgraded(&self, times: u32) -> Self {
        let spec_version = self.version.spec_version.saturating_add(times);
        let (_, newest) = self.formats.last_key_value().expect("there is one");
        let upgraded = metadata::with_spec_version(newest, spec_version)
            .and_then(|bytes| Ok((Metadata::decode(&mut &bytes[..])?, bytes)));
        let (metadata, bytes) = upgraded.expect("it was read before");
        let upgraded = Self::of(metadata, bytes, self.retold.clone());
        let mut upgraded = upgraded.expect("it was checked before");
        upgraded.constants.schedule_version = self.constants.schedule_version + times;
        upgraded.upgrades = self.upgrades + times;
        upgraded
    }

    /// The metadata for clients that ask for no version of its format: the oldest one, as on a
    /// node. It also stands for the runtime's code, which this node does not have.
    pub fn plain_metadata(&self) -> &[u8] {
        self.formats.first_key_value().expect("there is one").1
    }

    /// The call that sets the block's time, in ms since 1970. It is the first of each block.
    pub fn set_time(&self, now: u64) -> Vec<u8> {
        let set = self.inherent(&gear::tx().timestamp().set(now), "Timestamp.set");
        set.expect("the runtime was checked to have it")
    }

    /// The call that runs the queue. It is the last of each block.
    pub fn run_queue(&self) -> Vec<u8> {
        let run = self.inherent(&gear::tx().gear().run(None), "Gear.run");
        run.expect("the runtime was checked to have it")
    }

    fn inherent(&self, call: &impl Payload, name: &str) -> Result<Vec<u8>> {
        call.encode_call_data(&self.metadata)
            .map_err(|error| anyhow!("the metadata lacks the call {name} as it should be: {error}"))
    }

    /// Reads a call and the calls nested in it.
    ///
    /// # Errors
    ///
    /// If the bytes are not exactly one call of this runtime.
    pub fn read_call(&self, bytes: &[u8]) -> Result<Call, String> {
        let mut input = bytes;
        let call = self.read_next(&mut input, MAX_DEPTH)?;
        input.is_empty().then_some(call).ok_or("there are bytes after the call".into())
    }

    fn read_next(&self, input: &mut &[u8], depth: u32) -> Result<Call, String> {
        let depth = depth.checked_sub(1).ok_or("calls are nested too deep")?;
        let Some(([index, call], fields)) = input.split_first_chunk() else {
            return Err("a call is cut off".into());
        };
        let pallet = self.metadata.pallet_by_index(*index);
        let pallet = pallet.ok_or_else(|| format!("there is no pallet {index}"))?;
        let variant = pallet.call_variant_by_index(*call);
        let variant = variant.ok_or_else(|| format!("{} has no call {call}", pallet.name()))?;
        if is_known(pallet, variant) {
            let batch = match (pallet.name(), &*variant.name) {
                ("Balances", _) => return self.read_known(pallet, variant, input, Call::Balances),
                ("Gear", _) => return self.read_known(pallet, variant, input, Call::Gear),
                ("GearVoucher", _) => {
                    return self.read_known(pallet, variant, input, Call::GearVoucher);
                }
                ("System", "remark" | "kill_storage") => {
                    return self.read_known(pallet, variant, input, Call::System);
                }
                ("Utility", "batch") => Some(Batch::UntilFailure),
                ("Utility", "batch_all") => Some(Batch::AllOrNone),
                ("Utility", "force_batch") => Some(Batch::All),
                _ => None,
            };
            if let Some(batch) = batch {
                *input = fields;
                let count = Compact::<u32>::decode(input).map_err(|error| error.to_string())?.0;
                let calls = (0..count).map(|_| self.read_next(input, depth));
                return Ok(Call::Batch(batch, calls.collect::<Result<_, _>>()?));
            }
        }
        *input = fields;
        self.skip_fields(variant, input, depth)?;
        Ok(Call::NotServed)
    }

    /// Reads a call that the engine knows by its name and its fields' names. If it can't be read
    /// because its types differ from the engine's, it is not served.
    fn read_known<T: DecodeAsType>(
        &self,
        pallet: PalletMetadata,
        variant: &Variant<PortableForm>,
        input: &mut &[u8],
        call: fn(T) -> Call,
    ) -> Result<Call, String> {
        let (mut after, types) = (&input[1..], self.metadata.types());
        let enumeration = pallet.call_ty_id().ok_or("the pallet has no calls")?;
        match T::decode_as_type(&mut after, enumeration, types) {
            Ok(known) => {
                *input = after;
                Ok(call(known))
            }
            Err(error) => {
                let own = OWN_METADATA.pallet_by_name(pallet.name());
                let own = own.and_then(|own| own.call_hash(&variant.name));
                if own == pallet.call_hash(&variant.name) {
                    return Err(error.to_string());
                }
                *input = &input[2..];
                self.skip_fields(variant, input, MAX_DEPTH)?;
                Ok(Call::NotServed)
            }
        }
    }

    fn skip_fields(
        &self,
        variant: &Variant<PortableForm>,
        input: &mut &[u8],
        depth: u32,
    ) -> Result<(), String> {
        let of = Shape { id: 0, types: self.metadata.types() };
        shape::skip_fields(of, &variant.fields, input, depth)
    }

    /// A call's name, such as `Gear.send_message`.
    pub fn call_name(&self, index: Option<[u8; 2]>) -> String {
        let found = index.and_then(|[pallet, call]| {
            let pallet = self.metadata.pallet_by_index(pallet)?;
            Some((pallet.name(), pallet.call_variant_by_index(call)?))
        });
        let Some((pallet, call)) = found else { return "an unknown call".to_owned() };
        format!("{pallet}.{}", call.name)
    }

    /// Appends an encoded event.
    pub fn write_event(&self, event: Event, to: &mut Vec<u8>) {
        let event = self.with_own_errors(event);
        let enumeration = self.metadata.outer_enums().event_enum_ty();
        let written = event.encode_as_type_to(enumeration, self.metadata.types(), to);
        written.expect("the runtime was checked to have all events that are emitted");
    }

    /// The same event with the index of its error in this runtime. An error that this runtime lacks
    /// becomes `Other`.
    fn with_own_errors(&self, mut event: Event) -> Event {
        use gear::{system, utility};
        let error = match &mut event {
            Event::System(system::Event::ExtrinsicFailed { dispatch_error, .. }) => dispatch_error,
            Event::Utility(
                utility::Event::BatchInterrupted { error, .. }
                | utility::Event::ItemFailed { error },
            ) => error,
            _ => return event,
        };
        if let DispatchError::Module(known) = error {
            *error = self.own_error(known).unwrap_or(DispatchError::Other);
        }
        event
    }

    /// This runtime's error of the same name, if it has one.
    fn own_error(&self, known: &ModuleError) -> Option<Failure> {
        let ModuleError { index, error: [error, rest @ ..] } = known;
        let pallet = OWN_METADATA.pallet_by_index(*index)?;
        let name = &pallet.error_variant_by_index(*error)?.name;
        let pallet = self.metadata.pallet_by_name(pallet.name())?;
        let mut errors = pallet.error_variants()?.iter();
        let [a, b, c] = *rest;
        let error = [errors.find(|error| error.name == *name)?.index, a, b, c];
        Some(DispatchError::Module(ModuleError { index: pallet.index(), error }))
    }

    /// Converts an encoded value of the storage from the engine's types to this runtime's.
    pub fn stored(&self, pallet: &'static str, name: &'static str, value: Vec<u8>) -> Vec<u8> {
        let Some((from, to)) = self.retold.get(&(pallet, name)) else { return value };
        let from = Shape { id: *from, types: OWN_METADATA.types() };
        let told = from.told(&value, Shape { id: *to, types: self.metadata.types() });
        told.expect("the types were checked to fit")
    }

    /// The highest weight of a call of this class, in ps.
    pub fn max_extrinsic_weight(&self, class: &DispatchClass) -> u64 {
        self.max_call_weight[usize::from(!is_normal(class))]
    }

    /// The highest total length of a block's extrinsics, in bytes, if the last one has this class.
    pub fn max_length(&self, class: &DispatchClass) -> usize {
        self.max_lengths[usize::from(!is_normal(class))]
    }

    /// An extrinsic's priority in the pool, by its length in bytes and its call's weight. It is
    /// what a block full of such extrinsics would tip, if each tipped one unit more. An operational
    /// extrinsic also counts its fee, which includes the tip.
    pub fn priority(
        &self,
        length: usize,
        weight: &Weight,
        class: &DispatchClass,
        tip: u128,
        fee: u128,
    ) -> u64 {
        let max_length = self.max_length(class);
        let by_length = max_length / length.clamp(1, max_length);
        let by_weight = self.max_block_weight / weight.ref_time.clamp(1, self.max_block_weight);
        let in_a_block = by_weight.min(by_length as u64).into();
        let of_each = match class {
            DispatchClass::Operational => {
                fee.saturating_mul(self.operational_fee_multiplier.into())
            }
            DispatchClass::Normal | DispatchClass::Mandatory => 0,
        };
        let offered = tip.saturating_add(1).saturating_mul(in_a_block);
        let offered = offered.saturating_add(of_each.saturating_mul(in_a_block));
        u64::try_from(offered).unwrap_or(u64::MAX)
    }

    /// An extrinsic's fee without gas and tip, in the smallest unit, by its length in bytes and its
    /// call's weight.
    pub fn fee(&self, length: usize, weight: &Weight, multiplier: FeeMultiplier) -> u128 {
        let weighed = u128::from(weight.ref_time.min(self.max_block_weight)) * multiplier.0;
        (u128::from(self.base_weight) + length as u128 + weighed) * PRICE
    }

    /// The parts of a fee without a tip: for any extrinsic, for its length, and for its weight.
    pub fn parts_of_fee(&self, length: usize, fee: u128) -> [u128; 3] {
        let (base, by_length) = (u128::from(self.base_weight) * PRICE, length as u128 * PRICE);
        [base, by_length, fee.saturating_sub(base + by_length)]
    }

    /// The version as a node gives it.
    pub fn version_json(&self) -> Value {
        let Version { spec_name, impl_name, authoring_version, spec_version, .. } = &self.version;
        let Version { impl_version, transaction_version, apis, .. } = &self.version;
        let apis: Vec<_> = apis.iter().map(|(id, n)| (to_hex(id, false), n)).collect();
        json!({
            "specName": spec_name,
            "implName": impl_name,
            "authoringVersion": authoring_version,
            "specVersion": spec_version,
            "implVersion": impl_version,
            "apis": apis,
            "transactionVersion": transaction_version,
            "stateVersion": 1,
        })
    }
}

impl Constants {
    /// The constants of the runtime that `gsdk` is built with.
    pub(crate) fn own() -> Self {
        Self::of(&OWN_METADATA).expect("gsdk is built with it")
    }

    fn of(metadata: &Metadata) -> Result<Self> {
        use gear::runtime_types::gear_common::GasMultiplier;
        let all = gear::constants();
        let multiplier = constant(metadata, all.gear_bank().gas_multiplier())?;
        let GasMultiplier::ValuePerGas(value_per_gas) = multiplier else {
            return Err(anyhow!("GearBank.GasMultiplier is no price above the smallest unit"));
        };
        let voucher = all.gear_voucher();
        Ok(Self {
            block_gas_limit: constant(metadata, all.gear_gas().block_gas_limit())?,
            block_duration: constant(metadata, all.babe().expected_block_time())?,
            existential_deposit: constant(metadata, all.balances().existential_deposit())?,
            value_per_gas,
            reserve_for: constant(metadata, all.gear_scheduler().reserve_threshold())?,
            outgoing_limit: constant(metadata, all.gear().outgoing_limit())?,
            outgoing_bytes_limit: constant(metadata, all.gear().outgoing_bytes_limit())?,
            max_reservations: constant(metadata, all.gear().reservations_limit())?,
            schedule_version: Schedule::default().instruction_weights.version,
            max_batch: constant(metadata, all.utility().batched_calls_limit())?,
            max_voucher_programs: constant(metadata, voucher.max_programs_amount())?.into(),
            min_voucher_duration: constant(metadata, voucher.min_duration())?,
            max_voucher_duration: constant(metadata, voucher.max_duration())?,
        })
    }
}

/// Whether the engine's runtime has a call with the same names of the call and its fields.
fn is_known(pallet: PalletMetadata, variant: &Variant<PortableForm>) -> bool {
    let own = OWN_METADATA.pallet_by_name(pallet.name());
    let own = own.and_then(|own| own.call_variant_by_name(&variant.name));
    own.is_some_and(|own| shape::same_names(own, variant))
}

fn is_normal(class: &DispatchClass) -> bool {
    matches!(class, DispatchClass::Normal)
}

fn constant<T: DecodeWithMetadata>(metadata: &Metadata, address: StaticAddress<T>) -> Result<T> {
    use gsdk::ext::subxt::constants::Address;
    let address = address.unvalidated();
    constants::get(&address, metadata).map_err(|error| {
        let (pallet, name) = (address.pallet_name(), address.constant_name());
        anyhow!("the metadata lacks the constant {pallet}.{name} as it should be: {error}")
    })
}

fn encoded_constant<'a>(metadata: &'a Metadata, pallet: &str, name: &str) -> Result<&'a [u8]> {
    let found = metadata.pallet_by_name(pallet).and_then(|found| found.constant_by_name(name));
    let found =
        found.with_context(|| format!("the metadata lacks the constant {pallet}.{name}"))?;
    Ok(found.value())
}
