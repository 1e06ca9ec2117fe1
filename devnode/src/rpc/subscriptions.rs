//! Subscriptions: what clients are told without asking again.

use super::{
    Arguments,
    error::Error,
    gear::{self, Changes, Filter},
    state,
};
use crate::{block::Block, chain::Head, handle::Handle, storage};
use gsdk::ext::sp_core::Bytes;
use jsonrpsee::{
    PendingSubscriptionSink, RpcModule, SubscriptionMessage, core::SubscriptionResult,
};
use serde_json::{Value, json};

/// The subscriptions to headers. This chain has no forks.
const HEADS: [(Head, [&str; 3]); 3] = [
    (Head::Best, ["chain_subscribeAllHeads", "chain_allHead", "chain_unsubscribeAllHeads"]),
    (Head::Best, ["chain_subscribeNewHeads", "chain_newHead", "chain_unsubscribeNewHeads"]),
    (
        Head::Final,
        ["chain_subscribeFinalizedHeads", "chain_finalizedHead", "chain_unsubscribeFinalizedHeads"],
    ),
];

const VERSIONS: [&str; 3] =
    ["state_subscribeRuntimeVersion", "state_runtimeVersion", "state_unsubscribeRuntimeVersion"];

const STORAGE: [&str; 3] = ["state_subscribeStorage", "state_storage", "state_unsubscribeStorage"];

const MESSAGES: [&str; 3] =
    ["gear_subscribeUserMessageSent", "gear_userMessageSent", "gear_unsubscribeUserMessageSent"];

const PROGRAMS: [&str; 3] = [
    "gear_subscribeProgramStateChanges",
    "gear_programStateChanges",
    "gear_unsubscribeProgramStateChanges",
];

/// The subscriptions' other names, as on a Substrate node.
pub const ALIASES: &[(&str, &str)] = &[
    ("subscribe_newHead", "chain_subscribeNewHeads"),
    ("unsubscribe_newHead", "chain_unsubscribeNewHeads"),
    ("chain_subscribeRuntimeVersion", "state_subscribeRuntimeVersion"),
    ("chain_unsubscribeRuntimeVersion", "state_unsubscribeRuntimeVersion"),
    ("chain_subscribeNewHead", "chain_subscribeNewHeads"),
    ("chain_unsubscribeNewHead", "chain_unsubscribeNewHeads"),
    ("chain_subscribeFinalisedHeads", "chain_subscribeFinalizedHeads"),
    ("chain_unsubscribeFinalisedHeads", "chain_unsubscribeFinalizedHeads"),
];

pub fn add(module: &mut RpcModule<Handle>) -> anyhow::Result<()> {
    for (head, [subscribe, notify, unsubscribe]) in HEADS {
        module.register_subscription(
            subscribe,
            notify,
            unsubscribe,
            move |_, sink, handle, _| async move {
                follow(sink, &handle, From::newest(head), |block| vec![json!(block.header)]).await
            },
        )?;
    }
    let [subscribe, notify, unsubscribe] = VERSIONS;
    module.register_subscription(
        subscribe,
        notify,
        unsubscribe,
        |_, sink, handle, _| async move {
            let mut last = None;
            let changed = move |block: &Block| {
                let version = Some(block.runtime.version.spec_version);
                let is_told = std::mem::replace(&mut last, version) == version;
                if is_told { vec![] } else { vec![block.runtime.version_json()] }
            };
            follow(sink, &handle, From::newest(Head::Best), changed).await
        },
    )?;
    let [subscribe, notify, unsubscribe] = STORAGE;
    module.register_subscription(
        subscribe,
        notify,
        unsubscribe,
        |params, sink, handle, _| async move {
            let keys = Arguments::of(&params)
                .and_then(|mut arguments| state::keys_to_read(arguments.next()?));
            with(sink, keys, async |sink, keys: Vec<Bytes>| {
                let mut last: Vec<Option<Value>> = vec![None; keys.len()];
                let changed = move |block: &Block| {
                    let mut changed = vec![];
                    for (key, last) in keys.iter().zip(&mut last) {
                        let now = state::value(block, key);
                        if last.as_ref() != Some(&now) || storage::is_in_each_block(key) {
                            *last = Some(now);
                            changed.push(key.clone());
                        }
                    }
                    if changed.is_empty() { vec![] } else { vec![state::changes(block, &changed)] }
                };
                follow(sink, &handle, From::newest(Head::Best), changed).await
            })
            .await
        },
    )?;
    let [subscribe, notify, unsubscribe] = MESSAGES;
    module.register_subscription(
        subscribe,
        notify,
        unsubscribe,
        |params, sink, handle, _| async move {
            let filter = Arguments::of(&params).and_then(|mut arguments| arguments.optional());
            with(sink, filter, async |sink, filter: Option<Filter>| {
                let filter = filter.unwrap_or_default();
                let is_final = filter.finalized_only == Some(true);
                let head = if is_final { Head::Final } else { Head::Best };
                let from = match filter.from_block {
                    Some(number) => u32::try_from(number)?,
                    None => handle.run(move |chain| chain.head(head).header.number + 1).await?,
                };
                let from = From { head, number: Some(from), ack: Some(gear::no_message()) };
                follow(sink, &handle, from, move |block| filter.messages(block)).await
            })
            .await
        },
    )?;
    let [subscribe, notify, unsubscribe] = PROGRAMS;
    module.register_subscription(
        subscribe,
        notify,
        unsubscribe,
        |params, sink, handle, _| async move {
            let changes = Arguments::of(&params).and_then(|mut arguments| arguments.optional());
            with(sink, changes, async |sink, of| {
                let changes = Changes { of };
                let next = handle.run(|chain| chain.best().header.number + 1).await?;
                let ack = Some(gear::no_changes());
                let from = From { head: Head::Best, number: Some(next), ack };
                follow(sink, &handle, from, move |block| changes.in_block(block)).await
            })
            .await
        },
    )?;
    Ok(())
}

/// Serves a subscription whose arguments could be read, or else rejects it.
async fn with<T>(
    sink: PendingSubscriptionSink,
    arguments: Result<T, Error>,
    serve: impl AsyncFnOnce(PendingSubscriptionSink, T) -> SubscriptionResult,
) -> SubscriptionResult {
    match arguments {
        Ok(arguments) => serve(sink, arguments).await,
        Err(error) => {
            sink.reject(error).await;
            Ok(())
        }
    }
}

/// The block from which on a client is told.
struct From {
    head: Head,
    /// The number of that block; the newest one if there is none.
    number: Option<u32>,
    /// The first item to send, for a subscription that confirms its beginning.
    ack: Option<Value>,
}

impl From {
    fn newest(head: Head) -> Self {
        Self { head, number: None, ack: None }
    }
}

/// Sends what a client wants to know of each block, as fast as it reads, until it leaves.
async fn follow(
    sink: PendingSubscriptionSink,
    handle: &Handle,
    from: From,
    mut news: impl FnMut(&Block) -> Vec<Value>,
) -> SubscriptionResult {
    let mut blocks = handle.follow(from.head, from.number).await?;
    let sink = sink.accept().await?;
    if let Some(ack) = from.ack {
        sink.send(SubscriptionMessage::from_json(&ack)?).await?;
    }
    loop {
        let block = tokio::select! {
            () = sink.closed() => return Ok(()),
            block = blocks.next() => block?,
        };
        for value in news(&block) {
            sink.send(SubscriptionMessage::from_json(&value)?).await?;
        }
    }
}
