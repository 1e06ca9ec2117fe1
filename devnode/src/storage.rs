//! The state as a runtime's storage: the keys and values of the entries that clients read. The
//! values are encoded as the runtime encodes them.

use crate::{
    block::Block,
    engine::{Account, BANK, State},
    events,
};
use gear_core::{
    ids::{ActorId, CodeId, MessageId},
    pages::GearPage,
    program::MemoryInfix,
};
use gsdk::{
    IntoSubxt,
    ext::sp_core::hashing::{blake2_128, twox_128},
    gear::runtime_types::{
        frame_system::AccountInfo,
        pallet_balances::types::{AccountData, ExtraFlags},
        pallet_gear_bank::pallet::BankAccount,
    },
};
use parity_scale_codec::{DecodeAll, Encode};

/// The number one, as the runtime's fixed-point numbers are encoded.
const ONE: u128 = 1_000_000_000_000_000_000;

/// An entry of a pallet's storage.
struct Entry {
    pallet: &'static str,
    name: &'static str,
    kind: Kind,
}

enum Kind {
    Plain(fn(&Block) -> Vec<u8>),
    Map {
        /// The rest of each key, after the entry's prefix.
        keys: fn(&State) -> Vec<Vec<u8>>,
        /// The value at the key with this rest.
        value: fn(&State, &[u8]) -> Option<Vec<u8>>,
    },
}

impl Entry {
    /// The prefix of the entry's keys.
    fn prefix(&self) -> Vec<u8> {
        prefix(self.pallet, self.name)
    }
}

fn prefix(pallet: &str, name: &str) -> Vec<u8> {
    [twox_128(pallet.as_bytes()), twox_128(name.as_bytes())].concat()
}

/// The key of the runtime's code.
const CODE: &[u8] = b":code";

/// The value at a key, if there is one.
pub fn get(block: &Block, key: &[u8]) -> Option<Vec<u8>> {
    if key == CODE {
        return Some(block.runtime.plain_metadata().to_vec());
    }
    let (entry, rest) =
        ENTRIES.iter().find_map(|entry| Some((entry, key.strip_prefix(&*entry.prefix())?)))?;
    let value = match entry.kind {
        Kind::Plain(value) => rest.is_empty().then(|| value(block)),
        Kind::Map { value, .. } => value(&block.state, rest),
    };
    Some(block.runtime.stored(entry.pallet, entry.name, value?))
}

/// All entries: their pallets and their names.
pub fn entries() -> impl Iterator<Item = (&'static str, &'static str)> {
    ENTRIES.iter().map(|entry| (entry.pallet, entry.name))
}

/// Whether every block rewrites the value at a key, even unchanged.
pub fn is_in_each_block(key: &[u8]) -> bool {
    let (pallet, name) = events::ENTRY;
    *key == prefix(pallet, name)
}

/// At most `count` keys that begin with a prefix and come after another key, in order.
pub fn keys(block: &Block, prefix: &[u8], after: Option<&[u8]>, count: usize) -> Vec<Vec<u8>> {
    let overlap = |entry: &&Entry| {
        let whole = entry.prefix();
        whole.starts_with(prefix) || prefix.starts_with(&whole)
    };
    let mut keys = vec![CODE.to_vec()];
    for entry in ENTRIES.iter().filter(overlap) {
        let whole = entry.prefix();
        match entry.kind {
            Kind::Plain(_) => keys.push(whole),
            Kind::Map { keys: rests, .. } => {
                keys.extend(rests(&block.state).into_iter().map(|rest| [&*whole, &rest].concat()));
            }
        }
    }
    keys.retain(|key| key.starts_with(prefix) && after.is_none_or(|after| &**key > after));
    keys.sort();
    keys.truncate(count);
    keys
}

const fn plain(pallet: &'static str, name: &'static str, value: fn(&Block) -> Vec<u8>) -> Entry {
    Entry { pallet, name, kind: Kind::Plain(value) }
}

const fn map(
    pallet: &'static str,
    name: &'static str,
    keys: fn(&State) -> Vec<Vec<u8>>,
    value: fn(&State, &[u8]) -> Option<Vec<u8>>,
) -> Entry {
    Entry { pallet, name, kind: Kind::Map { keys, value } }
}

static ENTRIES: [Entry; 25] = [
    plain("System", "Number", |block| block.header.number.encode()),
    plain("System", "ParentHash", |block| block.header.parent_hash.encode()),
    plain("System", "Digest", |block| block.header.digest.encode()),
    plain("System", "Events", |block| block.events.encoded.clone()),
    plain("System", "EventCount", |block| block.events.count.encode()),
    map(
        "System",
        "Account",
        |state| state.accounts.keys().map(|id| blake2_128_concat(&id.encode())).collect(),
        |state, rest| {
            let id = decoded::<ActorId>(rest.get(16..)?)?;
            state.accounts.contains_key(&id).then(|| account_info(state, id).encode())
        },
    ),
    plain("Timestamp", "Now", |block| block.state.block.timestamp.encode()),
    plain("Balances", "TotalIssuance", |block| block.state.issuance().encode()),
    plain("TransactionPayment", "NextFeeMultiplier", |block| {
        (block.state.fee_multiplier.0 * ONE).encode()
    }),
    map(
        "GearProgram",
        "ProgramStorage",
        |state| state.programs.keys().map(Encode::encode).collect(),
        |state, rest| Some(state.programs.get(&decoded::<ActorId>(rest)?)?.encode()),
    ),
    map(
        "GearProgram",
        "OriginalCodeStorage",
        |state| state.codes.keys().map(Encode::encode).collect(),
        |state, rest| Some(state.codes.get(&decoded::<CodeId>(rest)?)?.original.encode()),
    ),
    map(
        "GearProgram",
        "InstrumentedCodeStorage",
        |state| state.codes.keys().map(Encode::encode).collect(),
        |state, rest| Some(state.codes.get(&decoded::<CodeId>(rest)?)?.instrumented.encode()),
    ),
    map(
        "GearProgram",
        "CodeMetadataStorage",
        |state| state.codes.keys().map(Encode::encode).collect(),
        |state, rest| Some(state.codes.get(&decoded::<CodeId>(rest)?)?.metadata.encode()),
    ),
    map(
        "GearProgram",
        "AllocationsStorage",
        |state| state.allocations.keys().map(Encode::encode).collect(),
        |state, rest| Some(state.allocations.get(&decoded::<ActorId>(rest)?)?.encode()),
    ),
    map(
        "GearProgram",
        "MemoryPages",
        |state| {
            let keys = state.pages.keys();
            keys.map(|(id, page)| (id, MemoryInfix::default(), u32::from(*page)).encode()).collect()
        },
        |state, rest| {
            let (id, _, page) = decoded::<(ActorId, MemoryInfix, u32)>(rest)?;
            Some(state.pages.get(&(id, GearPage::try_from(page).ok()?))?.bytes())
        },
    ),
    map(
        "GearMessenger",
        "Mailbox",
        |state| state.mailbox.keys().map(Encode::encode).collect(),
        |state, rest| {
            Some(state.mailbox.get(&decoded::<(ActorId, MessageId)>(rest)?)?.as_ref().encode())
        },
    ),
    map(
        "GearMessenger",
        "Waitlist",
        |state| state.waitlist.keys().map(Encode::encode).collect(),
        |state, rest| {
            Some(state.waitlist.get(&decoded::<(ActorId, MessageId)>(rest)?)?.as_ref().encode())
        },
    ),
    map(
        "GearMessenger",
        "DispatchStash",
        |state| state.stash.keys().map(Encode::encode).collect(),
        |state, rest| Some(state.stash.get(&decoded::<MessageId>(rest)?)?.as_ref().encode()),
    ),
    plain("GearGas", "TotalIssuance", |block| {
        block.state.gas.issuance.unwrap_or_default().encode()
    }),
    plain("Gear", "ExecuteInherent", |_| true.encode()),
    plain("Gear", "BlockNumber", |block| block.header.number.encode()),
    map(
        "GearBank",
        "Bank",
        |state| state.deposits.keys().map(Encode::encode).collect(),
        |state, rest| {
            let deposit = state.deposits.get(&decoded::<ActorId>(rest)?)?;
            Some(BankAccount { gas: deposit.gas, value: deposit.value }.encode())
        },
    ),
    // As in a runtime, this entry does not exist before the first voucher.
    map(
        "GearVoucher",
        "Issued",
        |state| (state.vouchers_issued > 0).then(Vec::new).into_iter().collect(),
        |state, rest| {
            let is_there = rest.is_empty() && state.vouchers_issued > 0;
            is_there.then(|| state.vouchers_issued.encode())
        },
    ),
    map(
        "GearVoucher",
        "Vouchers",
        |state| state.vouchers.keys().map(Encode::encode).collect(),
        |state, rest| {
            Some(state.vouchers.get(&decoded::<(ActorId, ActorId)>(rest)?)?.info().encode())
        },
    ),
    plain("GearBank", "BankAddress", |_| BANK.into_subxt().encode()),
];

/// An account as the runtime stores it. Only an active program's existential deposit is locked.
fn account_info(state: &State, id: ActorId) -> AccountInfo<u32, AccountData<u128>> {
    let Account { nonce, free } = state.account(id);
    let is_locked = state.active(id).is_some();
    let frozen = if is_locked { state.constants.existential_deposit } else { 0 };
    let data = AccountData { free, reserved: 0, frozen, flags: ExtraFlags::NEW_LOGIC };
    let providers = u32::from(state.exists(id));
    AccountInfo { nonce, consumers: u32::from(is_locked), providers, sufficients: 0, data }
}

fn decoded<T: DecodeAll>(mut bytes: &[u8]) -> Option<T> {
    T::decode_all(&mut bytes).ok()
}

fn blake2_128_concat(bytes: &[u8]) -> Vec<u8> {
    [&blake2_128(bytes)[..], bytes].concat()
}
