//! The tree of gas and its owners, as Vara's runtime keeps it, from `gear-common`.
//!
//! The tree lives in thread-local storage. A [`Ledger`] is a copy of it, which an execution puts
//! there while it runs.

use gear_common::{
    GasMultiplier, Origin,
    gas_provider::{
        ConsumeResultOf, GasNodeId, Imbalance, LockableTree, ReservableTree, Tree,
        auxiliary::{
            AuxiliaryGasProvider, GasNodesProvider, GasNodesStorage, GasTreeError, NodeId,
            PlainNodeId, TotalIssuanceProvider, TotalIssuanceStorage,
        },
    },
};
pub use gear_common::{LockId, gas_provider::auxiliary::Node};
use gear_core::ids::{ActorId, MessageId, ReservationId, prelude::MessageIdExt};
use imbl::OrdMap;
use std::{
    cell::{Ref, RefCell, RefMut},
    collections::BTreeMap,
    sync::Arc,
    thread::LocalKey,
};

/// Identifies a node of the tree.
pub type Key = NodeId;

type Gas = <AuxiliaryGasProvider<Storage, Issuance, Storage, Nodes> as gear_common::gas_provider::Provider>::GasTree;

thread_local! {
    static ISSUANCE: Issuance = Issuance::default();
    static NODES: Nodes = Nodes::default();
}

/// The gas that is not burned yet, and its owners. Copies share nodes that do not change.
#[derive(Clone, Default)]
pub struct Ledger {
    pub nodes: OrdMap<Key, Arc<Node>>,
    pub issuance: Option<u64>,
}

impl Ledger {
    /// Makes this the thread's ledger.
    pub fn install(&self) {
        let nodes = self.nodes.iter().map(|(key, node)| (*key, (**node).clone())).collect();
        Copied { nodes, issuance: self.issuance }.install();
    }

    /// Updates this from the thread's ledger, and empties the thread's ledger.
    pub fn update(&mut self) {
        let Copied { nodes, issuance } = Copied::take();
        let gone = self.nodes.keys().filter(|key| !nodes.contains_key(key));
        for key in gone.copied().collect::<Vec<_>>() {
            self.nodes.remove(&key);
        }
        for (key, node) in nodes {
            if self.nodes.get(&key).is_none_or(|known| **known != node) {
                self.nodes.insert(key, Arc::new(node));
            }
        }
        self.issuance = issuance;
    }
}

/// The thread's ledger as it was at some time.
pub struct Copied {
    nodes: BTreeMap<Key, Node>,
    issuance: Option<u64>,
}

impl Copied {
    /// The thread's ledger as it is now.
    pub fn current() -> Self {
        Self {
            nodes: NODES.with(|nodes| nodes.data().clone()),
            issuance: ISSUANCE.with(|issuance| *issuance.data()),
        }
    }

    /// Makes this the thread's ledger again.
    pub fn install(self) {
        NODES.with(|nodes| *nodes.data_mut() = self.nodes);
        ISSUANCE.with(|issuance| *issuance.data_mut() = self.issuance);
    }

    fn take() -> Self {
        Self {
            nodes: NODES.with(|nodes| std::mem::take(&mut *nodes.data_mut())),
            issuance: ISSUANCE.with(|issuance| issuance.data_mut().take()),
        }
    }
}

/// Gas that comes back to the account that bought it.
pub struct Refund {
    pub to: ActorId,
    pub gas: u64,
}

pub fn message(id: MessageId) -> Key {
    GasNodeId::from(id.cast::<PlainNodeId>())
}

/// A reservation's key. Reservations are plain nodes, as in the runtime.
pub fn reservation(id: ReservationId) -> Key {
    GasNodeId::from(id.cast::<PlainNodeId>())
}

/// Whether gas was deposited for a reply, which then needs no other gas.
pub fn has_deposit(reply: MessageId) -> bool {
    Gas::exists_and_deposit(message(reply))
}

/// Adds gas that was bought for a user's message at this price.
pub fn create(origin: ActorId, id: MessageId, amount: u64, value_per_gas: u128) {
    let multiplier = GasMultiplier::ValuePerGas(value_per_gas);
    sound(Gas::create(origin.cast(), multiplier, message(id), amount));
}

/// Adds gas for a reply to a program's message, unless some was deposited for it.
pub fn create_for_reply(origin: ActorId, replied: MessageId, amount: u64, value_per_gas: u128) {
    let id = MessageId::generate_reply(replied);
    if !has_deposit(id) {
        create(origin, id, amount, value_per_gas);
    }
}

/// Gives part of a node's gas to a new message.
pub fn split_with_value(from: Key, to: MessageId, amount: u64) {
    sound(Gas::split_with_value(from, message(to), amount));
}

/// Lets a new message burn gas of a node.
pub fn split(from: Key, to: MessageId) {
    sound(Gas::split(from, message(to)));
}

/// Sets part of a node's gas apart for a message.
pub fn cut(from: Key, to: MessageId, amount: u64) {
    sound(Gas::cut(from, message(to), amount));
}

pub fn reserve(from: MessageId, to: ReservationId, amount: u64) {
    sound(Gas::reserve(message(from), reservation(to), amount));
}

pub fn create_deposit(from: MessageId, reply: MessageId, amount: u64) {
    sound(Gas::create_deposit(message(from), message(reply), amount));
}

/// The gas that a node may still burn.
pub fn limit(key: Key) -> u64 {
    sound(Gas::get_limit(key))
}

/// The gas that a node may still burn, if the node exists.
pub fn limit_if_any(key: Key) -> Option<u64> {
    Gas::get_limit(key).ok()
}

/// The gas that a node may still burn. For a node that has ended, what it still holds for others,
/// if anything.
pub fn limit_even_if_ended(key: Key) -> Option<u64> {
    let ended = || Gas::get_limit_consumed(key).ok().filter(|limit| *limit > 0);
    limit_if_any(key).or_else(ended)
}

/// The user's message from which this one came.
pub fn origin_of(key: Key) -> Option<Key> {
    Gas::get_origin_key(key).ok()
}

/// Burns gas. Returns the account that bought it.
pub fn spend(key: Key, amount: u64) -> ActorId {
    sound(Gas::spend(key, amount));
    sound(Gas::get_external(key)).cast()
}

/// Ends a node. Returns the gas that comes back.
pub fn consume(key: Key) -> Option<Refund> {
    let outcome: ConsumeResultOf<Gas> = Gas::consume(key);
    sound(outcome).map(|(imbalance, _, origin)| Refund { to: origin.cast(), gas: imbalance.peek() })
}

pub fn lock(key: Key, id: LockId, amount: u64) {
    sound(Gas::lock(key, id, amount));
}

/// Unlocks all gas of a lock. Returns how much it was.
pub fn unlock_all(key: Key, id: LockId) -> u64 {
    sound(Gas::unlock_all(key, id))
}

pub fn system_reserve(id: MessageId, amount: u64) {
    sound(Gas::system_reserve(message(id), amount));
}

/// Ends the system reservation. Returns how much it was.
pub fn system_unreserve(id: MessageId) -> u64 {
    sound(Gas::system_unreserve(message(id)))
}

/// The processor and the journal keep the tree consistent. A failure is a bug in this node, which
/// no sender can repair.
fn sound<T>(result: Result<T, GasTreeError>) -> T {
    result.unwrap_or_else(|error| panic!("the tree of gas is unsound: {error:?}"))
}

struct Storage;

#[derive(Default)]
struct Issuance(RefCell<Option<u64>>);

#[derive(Default)]
struct Nodes(RefCell<BTreeMap<Key, Node>>);

impl TotalIssuanceStorage<Issuance> for Storage {
    fn storage() -> &'static LocalKey<Issuance> {
        &ISSUANCE
    }
}

impl TotalIssuanceProvider for Issuance {
    fn data(&self) -> Ref<'_, Option<u64>> {
        self.0.borrow()
    }

    fn data_mut(&self) -> RefMut<'_, Option<u64>> {
        self.0.borrow_mut()
    }
}

impl GasNodesStorage<Nodes> for Storage {
    fn storage() -> &'static LocalKey<Nodes> {
        &NODES
    }
}

impl GasNodesProvider for Nodes {
    fn data(&self) -> Ref<'_, BTreeMap<Key, Node>> {
        self.0.borrow()
    }

    fn data_mut(&self) -> RefMut<'_, BTreeMap<Key, Node>> {
        self.0.borrow_mut()
    }
}
