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
    /// Another one with its nonce has taken its place.
    Usurped(H256),
    /// There was no room for it any more beside others of a higher priority.
    Dropped,
    /// No block can have it any more.
    Invalid,
}

impl Status {
    /// Whether no other comes after it.
    pub fn is_last(&self) -> bool {
        match self {
            Self::Future | Self::Ready | Self::InBlock(_) => false,
            Self::Finalized(_) | Self::Usurped(_) | Self::Dropped | Self::Invalid => true,
        }
    }
}

/// Where an extrinsic's statuses are sent to.
pub type Watcher = UnboundedSender<Status>;
