//! What becomes of a submitted extrinsic.

use gsdk::ext::subxt::utils::H256;
use serde::Serialize;
use tokio::sync::mpsc::UnboundedSender;

/// A status as a node reports it. Few are sent for an extrinsic, so that the
/// channel needs no bound.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Status {
    /// Waits for others of its sender.
    Future,
    /// Waits for a block.
    Ready,
    InBlock(H256),
    Finalized(H256),
    /// No block can have it any more.
    Invalid,
}

/// Where an extrinsic's statuses are sent to.
pub type Watcher = UnboundedSender<Status>;
