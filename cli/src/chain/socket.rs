//! A WebSocket to a node. Each answer that comes over it counts once.

use async_trait::async_trait;
use gsdk::ext::subxt_rpcs::{Error, RpcClient};
use jsonrpsee::{
    client_transport::ws::{Url, WsTransportClientBuilder},
    core::client::{Client, ReceivedMessage, TransportReceiverT},
};
use serde::Deserialize;
use std::collections::BTreeSet;

/// How many announcements of a subscription may wait to be read.
const WAITING: usize = 4096;
/// How many answers are known to have come.
const KNOWN: usize = 4096;

/// Connects to the node at this address.
///
/// # Errors
///
/// If no node answers there.
pub async fn open(url: &str) -> Result<RpcClient, Error> {
    let url = Url::parse(url).map_err(|error| Error::Client(error.into()))?;
    let transport = WsTransportClientBuilder::default().build(url).await;
    let (sender, receiver) = transport.map_err(|error| Error::Client(error.into()))?;
    let receiver = Once { receiver, answered: BTreeSet::new() };
    let client = Client::builder().max_buffer_capacity_per_subscription(WAITING);
    Ok(RpcClient::new(client.build_with_tokio(sender, receiver)))
}

/// What comes from a node, without answers that have come before. What stands between may repeat
/// one, and jsonrpsee ends the connection at an answer to nothing.
struct Once<R> {
    receiver: R,
    /// The ids of the requests answered last. They only grow.
    answered: BTreeSet<u64>,
}

/// What tells an answer: nothing else has such an id.
#[derive(Deserialize)]
struct Answer {
    id: u64,
}

impl<R> Once<R> {
    fn has_come(&mut self, message: &ReceivedMessage) -> bool {
        let answer: Result<Answer, _> = match message {
            ReceivedMessage::Text(text) => serde_json::from_str(text),
            ReceivedMessage::Bytes(bytes) => serde_json::from_slice(bytes),
            ReceivedMessage::Pong => return false,
        };
        let Ok(Answer { id }) = answer else { return false };
        let has_come = !self.answered.insert(id);
        if self.answered.len() > KNOWN {
            self.answered.pop_first();
        }
        has_come
    }
}

#[async_trait]
impl<R: TransportReceiverT + Send> TransportReceiverT for Once<R> {
    type Error = R::Error;

    async fn receive(&mut self) -> Result<ReceivedMessage, R::Error> {
        loop {
            let message = self.receiver.receive().await?;
            if !self.has_come(&message) {
                return Ok(message);
            }
        }
    }
}
