//! Runtimes that differ from the one whose metadata was recorded.

use gsdk::{
    ext::{
        scale_info::{Field, TypeDef, Variant, form::PortableForm},
        subxt::ext::frame_metadata::{
            RuntimeMetadata, RuntimeMetadataPrefixed,
            v14::{PalletMetadata, RuntimeMetadataV14},
        },
    },
    gear::runtime_types::sp_version::RuntimeVersion,
};
use parity_scale_codec::{Decode, Encode};
use std::io::Write;
use tempfile::NamedTempFile;

/// The metadata of a Vara node, as it answered `state_getMetadata`.
pub const RECORDED: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../devnode/tests/data/metadata.scale");

/// The version of [`Changed::version`].
pub const VERSION: u32 = 20_777;

/// What kinds of things a pallet's variants are.
#[derive(Clone, Copy)]
pub enum Kind {
    Call,
    Event,
    Error,
}

/// The recorded metadata, changed.
pub struct Changed(RuntimeMetadataV14);

impl Changed {
    pub fn recorded() -> Self {
        let bytes = std::fs::read(RECORDED).expect("it is in the repository");
        let metadata = RuntimeMetadataPrefixed::decode(&mut &*bytes).expect("it is metadata");
        let RuntimeMetadata::V14(metadata) = metadata.1 else { panic!("it is of version 14") };
        Self(metadata)
    }

    /// As a file that a node can serve.
    pub fn file(self) -> NamedTempFile {
        let mut file = NamedTempFile::new().expect("there is room for a file");
        let metadata: RuntimeMetadataPrefixed = self.0.into();
        file.write_all(&metadata.encode()).expect("there is room for it");
        file
    }

    /// With a pallet more, whose calls are those of another.
    pub fn with_pallet(mut self, name: &str, like: &str) -> Self {
        let index = self.free_index();
        for outer in ["RuntimeCall", "RuntimeEvent", "RuntimeError"] {
            if let Some(variants) = self.outer(outer)
                && let Some(found) = variants.iter().find(|variant| variant.name == like)
            {
                let new = Variant { name: name.into(), index, ..found.clone() };
                variants.push(new);
            }
        }
        let new = PalletMetadata { name: name.into(), index, ..self.pallet(like).clone() };
        self.0.pallets.push(new);
        self
    }

    /// Without a pallet, as production's runtime has no `Sudo`.
    pub fn without_pallet(mut self, name: &str) -> Self {
        for outer in ["RuntimeCall", "RuntimeEvent", "RuntimeError"] {
            if let Some(variants) = self.outer(outer) {
                variants.retain(|variant| variant.name != name);
            }
        }
        self.0.pallets.retain(|pallet| pallet.name != name);
        self
    }

    /// With a pallet at another index.
    pub fn with_moved_pallet(mut self, name: &str) -> Self {
        let index = self.free_index();
        for outer in ["RuntimeCall", "RuntimeEvent", "RuntimeError"] {
            let found = self
                .outer(outer)
                .and_then(|variants| variants.iter_mut().find(|variant| variant.name == name));
            if let Some(variant) = found {
                variant.index = index;
            }
        }
        self.pallet(name).index = index;
        self
    }

    /// With all that a pallet has of a kind at other indices.
    pub fn with_moved(mut self, pallet: &str, kind: Kind) -> Self {
        for variant in self.variants(pallet, kind) {
            variant.index += 100;
        }
        self
    }

    /// With a call more, which takes nothing.
    pub fn with_call(mut self, pallet: &str, name: &str) -> Self {
        let calls = self.variants(pallet, Kind::Call);
        let index = calls.iter().map(|call| call.index).max().expect("it has calls") + 1;
        calls.push(Variant { name: name.into(), index, fields: vec![], docs: vec![] });
        self
    }

    pub fn without(mut self, pallet: &str, kind: Kind, name: &str) -> Self {
        self.variants(pallet, kind).retain(|variant| variant.name != name);
        self
    }

    /// With a field more in a call, of the type that its first one has.
    pub fn with_field(mut self, pallet: &str, call: &str, name: &str) -> Self {
        let mut calls = self.variants(pallet, Kind::Call).iter_mut();
        let call = calls.find(|found| found.name == call).expect("it has the call");
        let field = Field { name: Some(name.into()), ..call.fields[0].clone() };
        call.fields.push(field);
        self
    }

    /// With the fields of a struct the other way round.
    pub fn with_turned_fields(mut self, path: &str) -> Self {
        let types = &mut self.0.types.types;
        let found = types.iter_mut().find(|known| known.ty.path.segments.join("::") == path);
        match &mut found.expect("there is such a type").ty.type_def {
            TypeDef::Composite(composite) => composite.fields.reverse(),
            other => panic!("{path} is {other:?}"),
        }
        self
    }

    pub fn without_constant(mut self, pallet: &str, name: &str) -> Self {
        self.pallet(pallet).constants.retain(|constant| constant.name != name);
        self
    }

    pub fn without_storage(mut self, pallet: &str, name: &str) -> Self {
        let storage = self.pallet(pallet).storage.as_mut().expect("it has storage");
        storage.entries.retain(|entry| entry.name != name);
        self
    }

    /// Of another version.
    pub fn version(mut self) -> Self {
        let mut constants = self.pallet("System").constants.iter_mut();
        let version = constants.find(|constant| constant.name == "Version").expect("it has one");
        let known = RuntimeVersion::decode(&mut &*version.value).expect("it is a version");
        version.value = RuntimeVersion { spec_version: VERSION, ..known }.encode();
        self
    }

    fn free_index(&self) -> u8 {
        let taken = |index: &u8| self.0.pallets.iter().any(|pallet| pallet.index == *index);
        (0..u8::MAX).rev().find(|index| !taken(index)).expect("there are fewer pallets")
    }

    fn pallet(&mut self, name: &str) -> &mut PalletMetadata<PortableForm> {
        let mut pallets = self.0.pallets.iter_mut();
        pallets.find(|pallet| pallet.name == name).expect("it has the pallet")
    }

    fn outer(&mut self, name: &str) -> Option<&mut Vec<Variant<PortableForm>>> {
        let types = self.0.types.types.iter_mut();
        let mut named = types
            .map(|known| &mut known.ty)
            .filter(|known| known.path.segments.last().is_some_and(|last| last == name));
        match &mut named.next()?.type_def {
            TypeDef::Variant(enumeration) => Some(&mut enumeration.variants),
            _ => None,
        }
    }

    fn variants(&mut self, pallet: &str, kind: Kind) -> &mut Vec<Variant<PortableForm>> {
        let pallet = self.pallet(pallet);
        let ty = match kind {
            Kind::Call => pallet.calls.as_ref().map(|calls| calls.ty),
            Kind::Event => pallet.event.as_ref().map(|events| events.ty),
            Kind::Error => pallet.error.as_ref().map(|errors| errors.ty),
        };
        let ty = ty.expect("it has some").id;
        let mut types = self.0.types.types.iter_mut();
        let found = types.find(|known| known.id == ty).expect("all types are there");
        match &mut found.ty.type_def {
            TypeDef::Variant(enumeration) => &mut enumeration.variants,
            other => panic!("{other:?}"),
        }
    }
}

/// As production's runtime is: without `Sudo`, of another version.
pub fn production() -> Changed {
    Changed::recorded().without_pallet("Sudo").version()
}

/// With pallets, calls, events and errors at other places than the recorded one's.
pub fn moved() -> Changed {
    let pallets = ["Utility", "Gear", "GearVoucher", "Balances", "Treasury"];
    let moved =
        pallets.iter().fold(Changed::recorded(), |moved, name| moved.with_moved_pallet(name));
    ["Utility", "Gear", "GearVoucher", "Balances"].iter().fold(moved, |moved, name| {
        let moved = moved.with_moved(name, Kind::Call).with_moved(name, Kind::Event);
        moved.with_moved(name, Kind::Error)
    })
}

/// With what is kept of accounts in another order.
pub fn turned() -> Changed {
    ["frame_system::AccountInfo", "pallet_balances::types::AccountData"]
        .iter()
        .chain(&[
            "pallet_gear_bank::pallet::BankAccount",
            "pallet_gear_voucher::internal::VoucherInfo",
        ])
        .fold(Changed::recorded(), |turned, path| turned.with_turned_fields(path))
}
