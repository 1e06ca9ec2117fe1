//! Nodes, clients, and the helpers that many tests use.

use gear_core::ids::{ActorId, MessageId};
use gsdk::{
    AccountKeyring, Api, Event, SignedApi,
    ext::subxt::{
        config::polkadot::PolkadotExtrinsicParamsBuilder,
        ext::subxt_rpcs::{
            Error as RpcError,
            client::{RpcParams, RpcSubscription},
            rpc_params,
        },
        tx::Payload,
    },
    gear::{
        balances::Event as BalancesEvent, gear::Event as GearEvent,
        transaction_payment::Event as FeeEvent,
    },
};
use parity_scale_codec::{Decode, Encode};
use rpsls_io::{Action, Event as GameEvent, GameConfig, GameError, GameState, StateReply};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::{future::Future, time::Duration};
use tokio::time::timeout;
use vara_devnode::{BlockTime, Node, Options};

/// One VARA in the smallest unit.
pub const VARA: u128 = 1_000_000_000_000;
pub const BET: u128 = 10 * VARA;

/// Enough gas for any message here, including the gas for an alarm.
pub const GAS: u64 = 100_000_000_000;

/// The longest wait. Nothing takes this long, even on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(120);

pub const CONFIG: GameConfig = GameConfig {
    bet_size: BET,
    players_count_limit: 5,
    entry_timeout: 60_000,
    move_timeout: 60_000,
    reveal_timeout: 60_000,
};

/// Waits for a future, but not for longer than [`PATIENCE`].
pub async fn soon<T>(what: impl Future<Output = T>) -> T {
    timeout(PATIENCE, what).await.expect("the wait is short")
}

/// Starts a node at a free port.
pub async fn node(options: Options) -> (Node, Api) {
    let node = Node::start(options).await.expect("a port is free");
    let api = Api::new(&node.url()).await.expect("gsdk connects");
    (node, api)
}

/// The error of a node that must not start.
pub async fn no_node(options: Options) -> String {
    let Err(error) = Node::start(options).await else { panic!("the node has started") };
    format!("{error:#}")
}

/// A node that makes a block for each extrinsic, and a client of it. Each block is final at once.
pub async fn instant() -> (Node, Api) {
    node(Options { block_time: BlockTime::Instant, finality_lag: 0, ..Options::default() }).await
}

/// A node that makes blocks only when the test asks, and a client of it.
pub async fn waiting(finality_lag: u32) -> (Node, Api) {
    let block_time = BlockTime::Every(Duration::from_secs(3_600));
    node(Options { block_time, finality_lag, ..Options::default() }).await
}

pub async fn ask<T: DeserializeOwned>(api: &Api, method: &str, params: RpcParams) -> T {
    api.rpc().request(method, params).await.expect("the node serves it")
}

/// The code and the words with which the node refuses a request.
pub async fn refused(api: &Api, method: &str, params: RpcParams) -> (i32, String) {
    match api.rpc().request::<Value>(method, params).await.expect_err("the node refuses it") {
        RpcError::User(error) => {
            let data = error.data.map(|data| data.get().to_owned()).unwrap_or_default();
            (error.code, format!("{} {data}", error.message))
        }
        other => panic!("not an answer of the node: {other}"),
    }
}

/// The code and the words with which the node refuses an extrinsic.
pub async fn refusal(api: &Api, bytes: &[u8]) -> (i32, String) {
    refused(api, "author_submitExtrinsic", rpc_params![hex(bytes)]).await
}

/// The next item of a subscription.
pub async fn next(told: &mut RpcSubscription<Value>) -> Value {
    soon(told.next()).await.expect("it has not ended").expect("it can be read")
}

/// Makes so many blocks at once. Returns the best block's number.
pub async fn advance(api: &Api, blocks: u32) -> u32 {
    ask(api, "dev_advanceBlocks", rpc_params![blocks]).await
}

/// The extrinsics that wait for a block.
pub async fn pending(api: &Api) -> Vec<String> {
    ask(api, "author_pendingExtrinsics", rpc_params![]).await
}

pub fn hex(bytes: impl AsRef<[u8]>) -> String {
    format!("0x{}", hex::encode(bytes))
}

/// The balances of all accounts together, in the smallest unit.
pub async fn issuance(api: &Api) -> u128 {
    let storage = api.storage().at_latest().await.unwrap();
    let mut accounts = storage.iter(gsdk::gear::storage().system().account_iter()).await.unwrap();
    let mut sum = 0;
    while let Some(account) = accounts.next().await {
        sum += account.unwrap().value.data.free;
    }
    let told = gsdk::gear::storage().balances().total_issuance();
    assert_eq!(storage.fetch(&told).await.unwrap(), Some(sum));
    sum
}

/// A signed extrinsic with this nonce and tip, encoded.
pub async fn sign(who: &SignedApi, nonce: u64, tip: u128, call: &impl Payload) -> Vec<u8> {
    let params = PolkadotExtrinsicParamsBuilder::new().nonce(nonce).tip(tip).build();
    let api: &Api = who;
    api.tx().create_signed(call, who.signer(), params).await.unwrap().into_encoded()
}

/// The result of an extrinsic in a block.
pub struct Called {
    /// The events of the whole block.
    pub events: Vec<Event>,
    pub fee: u128,
}

/// Sends a call, and waits until it succeeds in a finalized block. The error says why the node
/// refused it, or why it failed in its block.
pub async fn submit(who: &SignedApi, call: impl Payload) -> Result<Called, String> {
    let api: &Api = who;
    let sent = api.tx().sign_and_submit_then_watch_default(&call, who.signer()).await;
    // The node's own words are in the error's data, which only `Debug` shows.
    let block = sent.map_err(|error| format!("{error:?}"))?.wait_for_finalized().await;
    let block = block.map_err(|error| error.to_string())?;
    block.wait_for_success().await.map_err(|error| error.to_string())?;
    let events = api.block_events_at(Some(block.block_hash())).await.unwrap();
    Ok(Called { fee: fee(&events), events })
}

/// Asserts that the outcome is an error with this name.
#[track_caller]
pub fn fails<T>(outcome: Result<T, impl ToString>, name: &str) {
    let Err(error) = outcome else { panic!("it is no error: {name} was expected") };
    assert!(error.to_string().contains(name), "{}", error.to_string());
}

/// Uploads the probe, a program that does the tasks that it is sent. It has money to spend.
pub async fn probe(api: &Api) -> ActorId {
    let alice = signed(api, AccountKeyring::Alice);
    let code = devnode_probe::WASM_BINARY_OPT.to_vec();
    let (_, id) = alice.upload_program_bytes(code, b"probe", [], GAS, 0).await.unwrap().value;
    alice.transfer_keep_alive(id, 50 * VARA).await.unwrap();
    id
}

/// The result of a message.
pub struct Acted {
    pub message: MessageId,
    pub reply: Result<GameEvent, GameError>,
    /// The gas that was burned in the message's block.
    pub burned: u64,
}

/// The game's program on a node.
pub struct Table {
    pub api: Api,
    pub id: ActorId,
}

impl Table {
    /// Deploys a table as Alice.
    pub async fn deploy(api: &Api, config: GameConfig) -> Self {
        let alice = signed(api, AccountKeyring::Alice);
        let wasm = rpsls::WASM_BINARY_OPT.to_vec();
        let uploaded =
            alice.upload_program_bytes(wasm, b"table".to_vec(), config.encode(), GAS, 0).await;
        let (_, id) = uploaded.expect("the program is accepted").value;
        Self { api: api.clone(), id }
    }

    /// Sends an action in a block of its own.
    pub async fn act(&self, who: &SignedApi, action: &Action, value: u128) -> Acted {
        self.act_with(who, action, value, GAS).await
    }

    pub async fn act_with(&self, who: &SignedApi, action: &Action, value: u128, gas: u64) -> Acted {
        let sent = who.send_message_bytes(self.id, action.encode(), gas, value).await;
        let sent = sent.expect("the extrinsic succeeds");
        let events = self.api.block_events_at(Some(sent.block_hash)).await.unwrap();
        let message = sent.value;
        let (reply, _) = reply_to(message, &events).expect("the program replied");
        let reply = Decode::decode(&mut &reply[..]).expect("it is a reply of the game");
        Acted { message, reply, burned: burned(&events) }
    }

    pub async fn state(&self) -> GameState {
        let reply: StateReply = self.api.read_state(self.id, vec![]).await.expect("it answers");
        match reply {
            StateReply::All(state) => state,
            other => panic!("it is not the whole state: {other:?}"),
        }
    }
}

/// The payload and the value of the reply to a message, if the events have one and it is no error.
pub fn reply_to(id: MessageId, events: &[Event]) -> Option<(Vec<u8>, u128)> {
    events.iter().find_map(|event| match event {
        Event::Gear(GearEvent::UserMessageSent { message, .. }) => {
            let details = message.details()?;
            (details.to_message_id() == id && details.to_reply_code().is_success())
                .then(|| (message.payload_bytes().to_vec(), message.value()))
        }
        _ => None,
    })
}

/// The message that was queued in a block.
pub fn queued(events: &[Event]) -> Option<MessageId> {
    events.iter().find_map(|event| match event {
        Event::Gear(GearEvent::MessageQueued { id, .. }) => Some(*id),
        _ => None,
    })
}

/// The message of a block that waits in a user's mailbox.
pub fn mailed(events: &[Event]) -> Option<MessageId> {
    events.iter().find_map(|event| match event {
        Event::Gear(GearEvent::UserMessageSent { message, expiration: Some(_) }) => {
            Some(message.id())
        }
        _ => None,
    })
}

/// The gas that was burned in a block, by what the bank paid the treasury.
pub fn burned(events: &[Event]) -> u64 {
    let paid: u128 = events
        .iter()
        .filter_map(|event| match event {
            Event::Balances(BalancesEvent::Transfer { from, to, amount })
                if from.0.starts_with(b"modlpy/gbank") && to.0.starts_with(b"modlpy/trsry") =>
            {
                Some(*amount)
            }
            _ => None,
        })
        .sum();
    u64::try_from(paid / 100).unwrap()
}

/// The fee of a block's only extrinsic, in the smallest unit.
pub fn fee(events: &[Event]) -> u128 {
    let paid = events.iter().find_map(|event| match event {
        Event::TransactionPayment(FeeEvent::TransactionFeePaid { actual_fee, .. }) => {
            Some(*actual_fee)
        }
        _ => None,
    });
    paid.expect("an extrinsic pays a fee")
}

/// A client of a rich account.
pub fn signed(api: &Api, who: AccountKeyring) -> SignedApi {
    api.clone().signed_dev(who)
}

/// A client of an account that has never had money.
pub fn poor(api: &Api) -> SignedApi {
    api.clone().signed("//Poor", None).unwrap()
}

/// The account's id in the game.
pub fn id(who: AccountKeyring) -> ActorId {
    who.to_raw_public().into()
}

/// An extrinsic with an encoded call and a made-up signature.
pub fn as_if_signed(call: &[u8]) -> Vec<u8> {
    let (version, account, sr25519, mortal) = (0x84, 0, 1, [0x15, 0]);
    let mut body = vec![version, account];
    body.extend([7; 32]);
    body.push(sr25519);
    body.extend([0; 64]);
    body.extend(mortal);
    // No nonce, no tip, no hash of the metadata.
    body.extend([0, 0, 0]);
    body.extend(call);
    body.encode()
}
