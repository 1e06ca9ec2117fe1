//! The statuses of a submitted extrinsic.

use gsdk::ext::subxt::utils::H256;
use serde::Serialize;
use tokio::sync::mpsc::UnboundedSender;

/// A status of an extrinsic, as a node reports it. An extrinsic has only a few, so their channel
/// needs no bound.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Status {
    /// It waits for earlier extrinsics of its sender.
    Future,
    /// It waits for a block.
    Ready,
    InBlock(H256),
    Finalized(H256),
    /// Another extrinsic with its nonce has replaced it.
    Usurped(H256),
    /// The pool was full, and dropped it, or an earlier one of its sender, for its low priority.
    Dropped,
    /// No block can include it any more.
    Invalid,
}

impl Status {
    /// Whether no status comes after this one.
    pub fn is_last(&self) -> bool {
        match self {
            Self::Future | Self::Ready | Self::InBlock(_) => false,
            Self::Finalized(_) | Self::Usurped(_) | Self::Dropped | Self::Invalid => true,
        }
    }
}

/// The channel to which an extrinsic's statuses go.
pub type Watcher = UnboundedSender<Status>;
