//! A node, a client, and a table of the game on it.

use gear_core::ids::{ActorId, MessageId};
use gsdk::{
    AccountKeyring, Api, Event, SignedApi,
    gear::{
        balances::Event as BalancesEvent, gear::Event as GearEvent,
        runtime_types::gear_common::event::DispatchStatus, transaction_payment::Event as FeeEvent,
    },
};
use parity_scale_codec::{Decode, Encode};
use rpsls_io::{Action, Event as GameEvent, GameConfig, GameError, GameState, StateReply};
use std::time::Duration;
use vara_devnode::{BlockTime, Node, Options};

/// One VARA in the smallest unit.
pub const VARA: u128 = 1_000_000_000_000;
pub const BET: u128 = 10 * VARA;

/// Enough for any message here, an alarm's gas included.
pub const GAS: u64 = 100_000_000_000;

pub const CONFIG: GameConfig = GameConfig {
    bet_size: BET,
    players_count_limit: 5,
    entry_timeout: 60_000,
    move_timeout: 60_000,
    reveal_timeout: 60_000,
};

/// Starts a node at a free port.
pub async fn node(options: Options) -> (Node, Api) {
    let node = Node::start(options).await.expect("a port is free");
    let api = Api::new(&node.url()).await.expect("gsdk connects");
    (node, api)
}

/// A node that makes a block for each extrinsic, which is final at once, and a client
/// of it.
pub async fn instant() -> (Node, Api) {
    node(Options { block_time: BlockTime::Instant, finality_lag: 0, ..Options::default() }).await
}

/// A node that makes blocks by itself, and a client of it.
pub async fn ticking(millis: u64) -> (Node, Api) {
    let block_time = BlockTime::Every(Duration::from_millis(millis));
    node(Options { block_time, ..Options::default() }).await
}

/// Makes blocks at once.
pub async fn advance(api: &Api, blocks: u32) -> u32 {
    let params = gsdk::ext::subxt::ext::subxt_rpcs::rpc_params![blocks];
    api.rpc().request("dev_advanceBlocks", params).await.expect("the node serves it")
}

/// All value on the chain, in the smallest unit.
pub async fn issuance(api: &Api) -> u128 {
    let storage = api.storage().at_latest().await.unwrap();
    let mut accounts = storage.iter(gsdk::gear::storage().system().account_iter()).await.unwrap();
    let mut sum = 0;
    while let Some(account) = accounts.next().await {
        sum += account.unwrap().value.data.free;
    }
    sum
}

/// What became of a message.
pub struct Acted {
    pub message: MessageId,
    pub reply: Result<GameEvent, GameError>,
    /// That came with the reply, in the smallest unit.
    pub value: u128,
    /// Gas that the message burned.
    pub burned: u64,
    pub events: Vec<Event>,
}

/// The game's program on a node.
pub struct Table {
    pub api: Api,
    pub id: ActorId,
}

impl Table {
    /// Has Alice deploy a table.
    pub async fn deploy(api: &Api, config: GameConfig) -> Self {
        let alice = api.clone().signed_as_alice();
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
        let (reply, value) = reply_to(message, &events).expect("the program replied");
        let reply = Decode::decode(&mut &reply[..]).expect("a reply of the game");
        Acted { message, reply, value, burned: burned(&events), events }
    }

    pub async fn state(&self) -> GameState {
        let reply: StateReply = self.api.read_state(self.id, vec![]).await.expect("state answers");
        match reply {
            StateReply::All(state) => state,
            other => panic!("not everything: {other:?}"),
        }
    }
}

/// The payload and the value of the reply to a message, if it is among the events
/// and tells of success.
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

/// Gas burned in a block, as the treasury was paid for it by the bank.
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

/// How a message of a block ended.
pub fn status_of(id: MessageId, events: &[Event]) -> Option<DispatchStatus> {
    events.iter().find_map(|event| match event {
        Event::Gear(GearEvent::MessagesDispatched { statuses, .. }) => {
            statuses.iter().find(|(other, _)| *other == id).map(|(_, status)| status.clone())
        }
        _ => None,
    })
}

/// A client of a rich account.
pub fn signed(api: &Api, who: AccountKeyring) -> SignedApi {
    api.clone().signed_dev(who)
}

/// The account as the game knows it.
pub fn id(who: AccountKeyring) -> ActorId {
    who.to_raw_public().into()
}
