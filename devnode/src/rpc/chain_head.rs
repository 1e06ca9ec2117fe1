//! `chainHead_v1_…` and `transaction_v1_…`: the methods for clients that follow a chain by the
//! newer JSON-RPC specification.

use super::{Answer, Arguments, error::Error, hex, serve_by, state};
use crate::{block::Block, chain::Chain, handle::Handle, runtime::Runtime, storage};
use gsdk::ext::{
    sp_core::{Bytes, blake2_256, bytes::to_hex},
    subxt::utils::H256,
};
use jsonrpsee::{
    PendingSubscriptionSink, ResponsePayload, RpcModule, SubscriptionMessage,
    core::SubscriptionResult,
};
use parity_scale_codec::Encode;
use serde::Deserialize;
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::{broadcast::error::RecvError, mpsc};

/// The most operations of a subscription at a time, as on a Substrate node.
const MAX_OPERATIONS: usize = 16;

/// The most blocks that a subscription may keep, as on a Substrate node.
const MAX_PINNED: usize = 512;

/// The most final blocks with which a subscription begins, as on a Substrate node.
const MAX_FINALIZED: u32 = 16;

/// A subscription: the channel for its operations' events, and the blocks that it keeps.
struct Follow {
    events: mpsc::Sender<Vec<Value>>,
    pinned: Mutex<HashMap<H256, Arc<Block>>>,
}

impl Follow {
    fn pinned(&self) -> MutexGuard<'_, HashMap<H256, Arc<Block>>> {
        self.pinned.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A subscription, and one of its blocks.
type Named = (Arc<Follow>, Arc<Block>);

/// All subscriptions by their ids. Only a subscription's client knows its id.
#[derive(Clone, Default)]
struct Follows(Arc<Mutex<HashMap<String, Arc<Follow>>>>);

impl Follows {
    fn all(&self) -> MutexGuard<'_, HashMap<String, Arc<Follow>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The subscription and its block with which a request begins. `None` if there is no such
    /// subscription.
    ///
    /// # Errors
    ///
    /// If the subscription does not keep the block.
    fn named(&self, arguments: &mut Arguments) -> Result<Option<Named>, Error> {
        let (id, hash): (String, H256) = (arguments.next()?, arguments.next()?);
        let Some(follow) = self.all().get(&id).cloned() else { return Ok(None) };
        let block = follow.pinned().get(&hash).cloned().ok_or_else(Error::not_pinned)?;
        Ok(Some((follow, block)))
    }
}

/// The result of an operation: its events.
type Done = Result<Vec<Value>, Error>;

pub fn add(module: &mut RpcModule<Handle>, is_instant: bool) -> anyhow::Result<()> {
    let follows = Follows::default();
    let all = follows.clone();
    module.register_subscription(
        "chainHead_v1_follow",
        "chainHead_v1_followEvent",
        "chainHead_v1_unfollow",
        move |params, sink, handle, _| {
            let with_runtime = Arguments::of(&params).and_then(|mut arguments| arguments.next());
            let follows = all.clone();
            async move {
                match with_runtime {
                    Ok(with_runtime) => follow(sink, &handle, &follows, with_runtime).await,
                    Err(error) => {
                        sink.reject(error).await;
                        Ok(())
                    }
                }
            }
        },
    )?;
    let all = follows.clone();
    serve_by(module, "chainHead_v1_header", move |_, mut arguments| {
        let named = all.named(&mut arguments);
        async move { Ok(named?.map(|(_, block)| hex(&block.header.encode())).unwrap_or_default()) }
    })?;
    let all = follows.clone();
    serve_by(module, "chainHead_v1_unpin", move |_, mut arguments| {
        let unpinned = unpin(&all, &mut arguments);
        async move { unpinned }
    })?;
    // Operations can't be stopped, and none waits to be continued.
    for name in ["chainHead_v1_continue", "chainHead_v1_stopOperation"] {
        serve_by(module, name, |_, _| async { Ok(Value::Null) })?;
    }
    operation(module, "chainHead_v1_body", &follows, |_, block, _| async move {
        let body: Vec<_> = block.extrinsics.iter().map(|bytes| hex(bytes)).collect();
        Ok(vec![json!({ "event": "operationBodyDone", "value": body })])
    })?;
    operation(module, "chainHead_v1_call", &follows, |handle, block, mut arguments| async move {
        let (name, input): (String, _) = (arguments.next()?, arguments.bytes()?);
        let output = state::call_at(&handle, block, name, input).await?;
        Ok(vec![json!({ "event": "operationCallDone", "output": output })])
    })?;
    operation(
        module,
        "chainHead_v1_storage",
        &follows,
        |handle, block, mut arguments| async move {
            let asked: Vec<Asked> = arguments.next()?;
            handle
                .beside(move || {
                    let items: Vec<_> = asked.iter().flat_map(|item| item.found(&block)).collect();
                    let items = json!({ "event": "operationStorageItems", "items": items });
                    vec![items, json!({ "event": "operationStorageDone" })]
                })
                .await
                .map_err(Error::from)
        },
    )?;
    serve_by(module, "transaction_v1_broadcast", move |handle, arguments| {
        broadcast(handle, arguments, is_instant)
    })?;
    // Blocks show whether the extrinsic was included. Nothing is left that could be stopped.
    serve_by(module, "transaction_v1_stop", |_, _| async { Ok(Value::Null) })
}

/// Serves a method whose answer comes as a subscription's events, once the client knows the
/// operation's id.
fn operation<F>(
    module: &mut RpcModule<Handle>,
    name: &'static str,
    follows: &Follows,
    run: impl Fn(Arc<Handle>, Arc<Block>, Arguments) -> F + Clone + Send + Sync + 'static,
) -> anyhow::Result<()>
where
    F: Future<Output = Done> + Send + 'static,
{
    let follows = follows.clone();
    module.register_async_method(name, move |params, handle, _| {
        let named = Arguments::of(&params).and_then(|mut arguments| {
            let named = follows.named(&mut arguments)?;
            Ok(named.map(|(follow, block)| (follow, block, arguments)))
        });
        let run = run.clone();
        async move {
            let limit = || ResponsePayload::success(json!({ "result": "limitReached" }));
            let (follow, block, arguments) = match named {
                Ok(Some(named)) => named,
                Ok(None) => return limit(),
                Err(error) => return ResponsePayload::error(error),
            };
            let Ok(permit) = follow.events.clone().try_reserve_owned() else { return limit() };
            let id = new_id();
            let started = json!({ "result": "started", "operationId": id, "discardedItems": 0 });
            let (response, answered) = ResponsePayload::success(started).notify_on_completion();
            tokio::spawn(async move {
                // If this was not sent, the client and its subscription are gone.
                let _ = answered.await;
                let done = run(handle, block, arguments).await.unwrap_or_else(|error| {
                    vec![json!({ "event": "operationError", "error": error.to_string() })]
                });
                let named = done.into_iter().map(|mut event| {
                    event["operationId"] = json!(id);
                    event
                });
                permit.send(named.collect());
            });
            response
        }
    })?;
    Ok(())
}

/// A new operation's id. Others may guess it, but the events go only to its own subscription.
fn new_id() -> String {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed).to_string()
}

/// Releases one block or several.
fn unpin(follows: &Follows, arguments: &mut Arguments) -> Answer {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Hashes {
        One(H256),
        Several(Vec<H256>),
    }
    let id: String = arguments.next()?;
    let hashes = match arguments.next()? {
        Hashes::One(hash) => vec![hash],
        Hashes::Several(hashes) => hashes,
    };
    let Some(follow) = follows.all().get(&id).cloned() else { return Ok(Value::Null) };
    let mut pinned = follow.pinned();
    if hashes.iter().any(|hash| !pinned.contains_key(hash)) {
        return Err(Error::not_pinned());
    }
    pinned.retain(|hash, _| !hashes.contains(hash));
    Ok(Value::Null)
}

/// A request for a block's storage.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Asked {
    key: Bytes,
    #[serde(rename = "type")]
    kind: Kind,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum Kind {
    Value,
    Hash,
    ClosestDescendantMerkleValue,
    DescendantsValues,
    DescendantsHashes,
}

impl Asked {
    fn found(&self, block: &Block) -> Vec<Value> {
        let descendants = || storage::keys(block, &self.key, None, usize::MAX);
        let (keys, is_hash) = match self.kind {
            Kind::Value => (vec![self.key.0.clone()], false),
            Kind::Hash => (vec![self.key.0.clone()], true),
            Kind::DescendantsValues => (descendants(), false),
            Kind::DescendantsHashes => (descendants(), true),
            // There is no trie. Clients only use this value to see whether a key below changed.
            Kind::ClosestDescendantMerkleValue => {
                let all: Vec<_> =
                    descendants().into_iter().map(|key| (storage::get(block, &key), key)).collect();
                let value = (!all.is_empty()).then(|| hex(&blake2_256(&all.encode())));
                let key = hex(&self.key);
                let found = |value| json!({ "key": key, "closestDescendantMerkleValue": value });
                return value.map(found).into_iter().collect();
            }
        };
        let found = keys.iter().filter_map(|key| {
            let (value, key) = (storage::get(block, key)?, hex(key));
            Some(match is_hash {
                true => json!({ "key": key, "hash": hex(&blake2_256(&value)) }),
                false => json!({ "key": key, "value": hex(&value) }),
            })
        });
        found.collect()
    }
}

/// A runtime as a subscription reports it.
fn told(runtime: &Runtime) -> Value {
    let version = &runtime.version;
    let apis: HashMap<_, _> = version.apis.iter().map(|(id, n)| (to_hex(id, false), n)).collect();
    let spec = json!({
        "specName": version.spec_name,
        "implName": version.impl_name,
        "specVersion": version.spec_version,
        "implVersion": version.impl_version,
        "transactionVersion": version.transaction_version,
        "apis": apis,
    });
    json!({ "type": "valid", "spec": spec })
}

/// The blocks that a subscription has reported.
struct Told {
    best: Arc<Block>,
    finalized: u32,
}

impl Told {
    /// The new blocks, and the hashes of those that are final now. `None` if the chain went back,
    /// or has forgotten some blocks since.
    fn news(&self, chain: &Chain) -> Option<(Vec<Arc<Block>>, Vec<H256>)> {
        let number = self.best.header.number;
        (chain.block_at(number)?.hash == self.best.hash).then_some(())?;
        let new = number + 1..=chain.best().header.number;
        let finalized = self.finalized + 1..=chain.finalized().header.number;
        Some((
            new.map(|number| chain.block_at(number).cloned()).collect::<Option<_>>()?,
            finalized.map(|number| chain.hash_of(number)).collect::<Option<_>>()?,
        ))
    }
}

/// Reports each block, what is final, and the results of operations.
async fn follow(
    sink: PendingSubscriptionSink,
    handle: &Handle,
    follows: &Follows,
    with_runtime: bool,
) -> SubscriptionResult {
    let mut announced = handle.announced();
    let first = handle.run(|chain| {
        let finalized = chain.finalized().header.number;
        let oldest = chain.oldest().max(finalized.saturating_sub(MAX_FINALIZED - 1));
        (oldest..=finalized).filter_map(|number| chain.block_at(number).cloned()).collect()
    });
    let first: Vec<Arc<Block>> = first.await?;
    let sink = sink.accept().await?;
    let id = serde_json::to_value(sink.subscription_id())?;
    let id = id.as_str().unwrap_or_default().to_owned();
    let (events, mut operations) = mpsc::channel(MAX_OPERATIONS);
    let pinned = first.iter().map(|block| (block.hash, block.clone())).collect();
    let followed = Arc::new(Follow { events, pinned: Mutex::new(pinned) });
    let _listed = Listed::new(follows, id, &followed);

    let best = first.last().expect("there is always one").clone();
    let hashes: Vec<_> = first.iter().map(|block| block.hash).collect();
    let mut event = json!({ "event": "initialized", "finalizedBlockHashes": hashes });
    if with_runtime {
        event["finalizedBlockRuntime"] = told(&best.runtime);
    }
    sink.send(SubscriptionMessage::from_json(&event)?).await?;
    let best_is =
        |block: &Block| json!({ "event": "bestBlockChanged", "bestBlockHash": block.hash });
    sink.send(SubscriptionMessage::from_json(&best_is(&best))?).await?;
    let mut last = Told { finalized: best.header.number, best };
    loop {
        let seen = Told { best: last.best.clone(), finalized: last.finalized };
        let news = handle.run(move |chain| seen.news(chain)).await?;
        let Some((new, finalized)) = news else {
            sink.send(SubscriptionMessage::from_json(&json!({ "event": "stop" }))?).await?;
            return Ok(());
        };
        let mut events = vec![];
        for block in new {
            let is_upgraded = !Arc::ptr_eq(&block.runtime, &last.best.runtime);
            let mut event = json!({
                "event": "newBlock",
                "blockHash": block.hash,
                "parentBlockHash": block.header.parent_hash,
            });
            if with_runtime {
                event["newRuntime"] = is_upgraded.then(|| told(&block.runtime)).into();
            }
            events.extend([event, best_is(&block)]);
            followed.pinned().insert(block.hash, block.clone());
            last.best = block;
        }
        if !finalized.is_empty() {
            last.finalized += u32::try_from(finalized.len())?;
            events.push(json!({
                "event": "finalized",
                "finalizedBlockHashes": finalized,
                "prunedBlockHashes": [],
            }));
        }
        if followed.pinned().len() > MAX_PINNED {
            events = vec![json!({ "event": "stop" })];
        }
        for event in events {
            let is_last = event["event"] == "stop";
            sink.send(SubscriptionMessage::from_json(&event)?).await?;
            if is_last {
                return Ok(());
            }
        }
        // Waits until there may be other news.
        loop {
            tokio::select! {
                () = sink.closed() => return Ok(()),
                news = announced.recv() => match news {
                    Err(RecvError::Closed) => return Ok(()),
                    Ok(()) | Err(RecvError::Lagged(_)) => break,
                },
                Some(done) = operations.recv() => {
                    for event in done {
                        sink.send(SubscriptionMessage::from_json(&event)?).await?;
                    }
                }
            }
        }
    }
}

/// A subscription that requests can name until it ends, however it ends.
struct Listed<'a> {
    follows: &'a Follows,
    id: String,
}

impl<'a> Listed<'a> {
    fn new(follows: &'a Follows, id: String, follow: &Arc<Follow>) -> Self {
        follows.all().insert(id.clone(), follow.clone());
        Self { follows, id }
    }
}

impl Drop for Listed<'_> {
    fn drop(&mut self) {
        self.follows.all().remove(&self.id);
    }
}

/// Gives an extrinsic to the pool. As on a Substrate node, the answer does not tell whether the
/// pool took it.
async fn broadcast(handle: Arc<Handle>, mut arguments: Arguments, is_instant: bool) -> Answer {
    let bytes = arguments.bytes()?;
    let given = handle.run(move |chain| {
        if let Err(refusal) = chain.submit(bytes, None) {
            log::debug!("an extrinsic was broadcast that the pool does not take: {refusal:?}");
        } else if is_instant {
            chain.make_block();
        }
    });
    given.await?;
    Ok(json!(new_id()))
}
