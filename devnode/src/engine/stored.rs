//! A state as lists, which can be encoded.

use super::{
    Account, Deposit, FeeMultiplier, State, StoredCode, Voucher, gas,
    pages::Page,
    written::{self, WrittenKey, WrittenNode},
};
use core_processor::configs::BlockInfo;
use gear_core::{
    code::{CodeMetadata, InstrumentedCode},
    ids::{ActorId, CodeId, MessageId},
    message::{StoredDelayedDispatch, StoredDispatch, UserStoredMessage},
    pages::{GearPage, WasmPage, numerated::tree::IntervalsTree},
    program::Program,
    tasks::VaraScheduledTask,
};
use gsdk::gear::runtime_types::gear_common::storage::primitives::Interval;
use imbl::OrdMap;
use parity_scale_codec::{Decode, Encode};
use std::{collections::BTreeSet, sync::Arc};

type Held<K, T> = Vec<(K, (T, Interval<u32>))>;

/// A state between two blocks.
#[derive(Encode, Decode)]
pub struct StoredState {
    height: u32,
    timestamp: u64,
    accounts: Vec<(ActorId, (u32, u128))>,
    deposits: Vec<(ActorId, (u128, u128))>,
    codes: Vec<(CodeId, CodeParts)>,
    programs: Vec<(ActorId, Program<u32>)>,
    allocations: Vec<(ActorId, IntervalsTree<WasmPage>)>,
    pages: Vec<((ActorId, GearPage), Vec<u8>)>,
    queue: Vec<StoredDispatch>,
    mailbox: Held<(ActorId, MessageId), UserStoredMessage>,
    waitlist: Held<(ActorId, MessageId), StoredDispatch>,
    stash: Held<MessageId, StoredDelayedDispatch>,
    tasks: Vec<(u32, Vec<VaraScheduledTask<ActorId>>)>,
    gas: Vec<(WrittenKey, WrittenNode)>,
    gas_issuance: Option<u64>,
    vouchers: Vec<((ActorId, ActorId), VoucherParts)>,
    vouchers_issued: u64,
    deactivated: u128,
    fee_multiplier: u128,
}

/// The original code, the instrumented one, and their metadata.
type CodeParts = (Vec<u8>, InstrumentedCode, CodeMetadata);

/// The owner, the programs, whether the voucher pays for codes, and its expiry.
type VoucherParts = (ActorId, Option<BTreeSet<ActorId>>, bool, u32);

impl StoredState {
    pub fn of(state: &State) -> Self {
        let code = |code: &Arc<StoredCode>| {
            let StoredCode { original, instrumented, metadata } = &**code;
            (original.clone(), instrumented.clone(), metadata.clone())
        };
        let voucher = |voucher: &Voucher| {
            let Voucher { owner, programs, code_uploading, expiry } = voucher.clone();
            (owner, programs, code_uploading, expiry)
        };
        Self {
            height: state.block.height,
            timestamp: state.block.timestamp,
            accounts: list(&state.accounts, |account| (account.nonce, account.free)),
            deposits: list(&state.deposits, |deposit| (deposit.gas, deposit.value)),
            codes: list(&state.codes, code),
            programs: list(&state.programs, Clone::clone),
            allocations: list(&state.allocations, Clone::clone),
            pages: list(&state.pages, Page::bytes),
            queue: state.queue.iter().cloned().collect(),
            mailbox: list(&state.mailbox, |held| (**held).clone()),
            waitlist: list(&state.waitlist, |held| (**held).clone()),
            stash: list(&state.stash, |held| (**held).clone()),
            tasks: list(&state.tasks, |tasks| tasks.iter().cloned().collect()),
            gas: state.gas.nodes.iter().map(written_entry).collect(),
            gas_issuance: state.gas.issuance,
            vouchers: list(&state.vouchers, voucher),
            vouchers_issued: state.vouchers_issued,
            deactivated: state.deactivated,
            fee_multiplier: state.fee_multiplier.0,
        }
    }

    pub fn into_state(self) -> State {
        let code = |(original, instrumented, metadata)| {
            Arc::new(StoredCode { original, instrumented, metadata })
        };
        let voucher = |(owner, programs, code_uploading, expiry)| Voucher {
            owner,
            programs,
            code_uploading,
            expiry,
        };
        State {
            block: BlockInfo { height: self.height, timestamp: self.timestamp },
            accounts: map(self.accounts, |(nonce, free)| Account { nonce, free }),
            deposits: map(self.deposits, |(gas, value)| Deposit { gas, value }),
            codes: map(self.codes, code),
            programs: map(self.programs, |program| program),
            allocations: map(self.allocations, |pages| pages),
            pages: map(self.pages, |bytes: Vec<u8>| Page::new(&bytes, None)),
            queue: self.queue.into_iter().collect(),
            mailbox: map(self.mailbox, Arc::new),
            waitlist: map(self.waitlist, Arc::new),
            stash: map(self.stash, Arc::new),
            tasks: map(self.tasks, |tasks| tasks.into_iter().collect()),
            gas: gas::Ledger {
                nodes: self.gas.into_iter().map(read_entry).collect(),
                issuance: self.gas_issuance,
            },
            vouchers: map(self.vouchers, voucher),
            vouchers_issued: self.vouchers_issued,
            deactivated: self.deactivated,
            fee_multiplier: FeeMultiplier(self.fee_multiplier),
            ..State::default()
        }
    }
}

fn written_entry((key, node): (&gas::Key, &Arc<gas::Node>)) -> (WrittenKey, WrittenNode) {
    (written::write_key(*key), written::write_node((**node).clone()))
}

fn read_entry((key, node): (WrittenKey, WrittenNode)) -> (gas::Key, Arc<gas::Node>) {
    (written::read_key(key), Arc::new(written::read_node(node)))
}

fn list<K: Ord + Clone, V, T>(map: &OrdMap<K, V>, of: impl Fn(&V) -> T) -> Vec<(K, T)> {
    map.iter().map(|(key, value)| (key.clone(), of(value))).collect()
}

fn map<K: Ord + Clone, V: Clone, T>(list: Vec<(K, T)>, of: impl Fn(T) -> V) -> OrdMap<K, V> {
    list.into_iter().map(|(key, value)| (key, of(value))).collect()
}
