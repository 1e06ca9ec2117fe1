//! The nodes of the gas tree as they are encoded, with ids of plain bytes.

use super::gas::{Key, Node};
use gear_common::gas_provider::{
    GasNode, GasNodeId,
    auxiliary::{ExternalOrigin, PlainNodeId, ReservationNodeId},
};

type Bytes = [u8; 32];

pub type WrittenKey = GasNodeId<Bytes, Bytes>;
pub type WrittenNode = GasNode<Bytes, WrittenKey, u64, u128>;

pub fn write_key(key: Key) -> WrittenKey {
    match key {
        GasNodeId::Node(PlainNodeId(id)) => GasNodeId::Node(id.0),
        GasNodeId::Reservation(ReservationNodeId(id)) => GasNodeId::Reservation(id.0),
    }
}

pub fn read_key(key: WrittenKey) -> Key {
    match key {
        GasNodeId::Node(id) => GasNodeId::Node(PlainNodeId(id.into())),
        GasNodeId::Reservation(id) => GasNodeId::Reservation(ReservationNodeId(id.into())),
    }
}

pub fn write_node(node: Node) -> WrittenNode {
    with_ids(node, |ExternalOrigin(id)| id.0, write_key)
}

pub fn read_node(node: WrittenNode) -> Node {
    with_ids(node, |id| ExternalOrigin(id.into()), read_key)
}

/// The same node with other types of ids.
fn with_ids<A: Clone, B: Clone, C: Clone, D: Clone>(
    node: GasNode<A, B, u64, u128>,
    origin: impl Fn(A) -> C,
    key: impl Fn(B) -> D,
) -> GasNode<C, D, u64, u128> {
    match node {
        GasNode::External {
            id,
            multiplier,
            value,
            lock,
            system_reserve,
            refs,
            consumed,
            deposit,
        } => GasNode::External {
            id: origin(id),
            multiplier,
            value,
            lock,
            system_reserve,
            refs,
            consumed,
            deposit,
        },
        GasNode::Cut { id, multiplier, value, lock } => {
            GasNode::Cut { id: origin(id), multiplier, value, lock }
        }
        GasNode::Reserved { id, multiplier, value, lock, refs, consumed } => {
            GasNode::Reserved { id: origin(id), multiplier, value, lock, refs, consumed }
        }
        GasNode::SpecifiedLocal { parent, root, value, lock, system_reserve, refs, consumed } => {
            GasNode::SpecifiedLocal {
                parent: key(parent),
                root: key(root),
                value,
                lock,
                system_reserve,
                refs,
                consumed,
            }
        }
        GasNode::UnspecifiedLocal { parent, root, lock, system_reserve } => {
            GasNode::UnspecifiedLocal { parent: key(parent), root: key(root), lock, system_reserve }
        }
    }
}
