//! Which waiting extrinsics a block includes, and what it costs to keep one out.

use crate::support::*;
use gear_core::ids::ActorId;
use gsdk::{
    AccountKeyring::{self, *},
    Api, Event,
    ext::{
        sp_core::blake2_256,
        subxt::{
            config::polkadot::PolkadotExtrinsicParamsBuilder, ext::subxt_rpcs::rpc_params,
            tx::Payload,
        },
    },
    gear::{
        runtime_types::frame_system::limits::{BlockLength, BlockWeights},
        transaction_payment::Event as FeeEvent,
        tx,
    },
};
use parity_scale_codec::Encode;
use rpsls_io::{Action, Move, opening};
use serde_json::{Value, json};

/// The tip of an attacker's fillers, in the smallest unit.
const FILLER_TIP: u128 = 1_000;

/// An extrinsic that never expires.
async fn immortal(api: &Api, who: AccountKeyring, call: &impl Payload) -> Vec<u8> {
    let params = PolkadotExtrinsicParamsBuilder::new().nonce(0).immortal().build();
    api.tx().create_signed(call, signed(api, who).signer(), params).await.unwrap().into_encoded()
}

async fn sign(
    api: &Api,
    who: AccountKeyring,
    nonce: u64,
    tip: u128,
    call: &impl Payload,
) -> Vec<u8> {
    crate::support::sign(&signed(api, who), nonce, tip, call).await
}

async fn submit(
    api: &Api,
    who: AccountKeyring,
    nonce: u64,
    tip: u128,
    call: &impl Payload,
) -> Vec<u8> {
    let signed = sign(api, who, nonce, tip, call).await;
    put(api, &signed).await;
    signed
}

async fn put(api: &Api, signed: &[u8]) {
    let _: String = ask(api, "author_submitExtrinsic", rpc_params![hex(signed)]).await;
}

fn remark(length: usize) -> impl Payload {
    tx().system().remark(vec![0; length])
}

fn send(table: ActorId, action: &Action, value: u128) -> impl Payload + use<> {
    tx().gear().send_message(table, action.encode(), GAS / 10, value, true)
}

/// The extrinsics of the newest block, without the node's own.
async fn included(api: &Api) -> Vec<String> {
    let block: Value = ask(api, "chain_getBlock", rpc_params![]).await;
    let all = block["block"]["extrinsics"].as_array().unwrap();
    all[1..all.len() - 1].iter().map(|bytes| bytes.as_str().unwrap().to_owned()).collect()
}

/// How many bytes of a block normal extrinsics may fill, besides the call that sets the time.
async fn room(api: &Api) -> usize {
    let lengths = gsdk::gear::constants().system().block_length();
    let BlockLength { max } = api.constants().at(&lengths).unwrap();
    let block: Value = ask(api, "chain_getBlock", rpc_params![]).await;
    let set_time = block["block"]["extrinsics"][0].as_str().unwrap();
    max.normal as usize - (set_time.len() - "0x".len()) / 2
}

/// A remark that leaves no room in a block for anything else.
async fn filler(api: &Api, who: AccountKeyring, nonce: u64, tip: u128) -> Vec<u8> {
    filling(api, who, nonce, tip, remark).await
}

/// As [`filler`], with a call that only root may make. It fails, but it is operational, so its fee
/// counts for its priority.
async fn operational_filler(api: &Api, who: AccountKeyring, nonce: u64, tip: u128) -> Vec<u8> {
    let kill = |length| tx().system().kill_storage(vec![vec![0; length]]);
    filling(api, who, nonce, tip, kill).await
}

async fn filling<P: Payload>(
    api: &Api,
    who: AccountKeyring,
    nonce: u64,
    tip: u128,
    call: impl Fn(usize) -> P,
) -> Vec<u8> {
    let room = room(api).await;
    let length = room - 1_000;
    let missing = room - sign(api, who, nonce, tip, &call(length)).await.len();
    let filler = sign(api, who, nonce, tip, &call(length + missing)).await;
    assert_eq!(filler.len(), room);
    filler
}

/// The fees of the newest block's extrinsics, each with the tip in it, in order.
async fn paid(api: &Api) -> Vec<(u128, u128)> {
    let events = api.block_events_at(None).await.unwrap();
    let fees = events.iter().filter_map(|event| match event {
        Event::TransactionPayment(FeeEvent::TransactionFeePaid { actual_fee, tip, .. }) => {
            Some((*actual_fee, *tip))
        }
        _ => None,
    });
    fees.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_tips_more_comes_first_and_an_account_s_own_by_their_nonces() {
    let (_node, api) = waiting(0).await;
    let expected = [
        sign(&api, Charlie, 0, 50, &remark(1)).await,
        sign(&api, Bob, 0, 7, &remark(1)).await,
        // It has the highest tip, but waits for its sender's one before.
        sign(&api, Bob, 1, VARA, &remark(1)).await,
        sign(&api, Dave, 0, 0, &remark(1)).await,
        // It has the same priority as the one before, but came later.
        sign(&api, Eve, 0, 0, &remark(1)).await,
        // One that never expires comes after those that do.
        immortal(&api, Ferdie, &remark(2)).await,
        // Fewer of this length fit into a block, so its priority is lower.
        sign(&api, Alice, 0, 0, &remark(100_000)).await,
    ];
    for index in [6, 5, 3, 2, 1, 4, 0] {
        put(&api, &expected[index]).await;
    }
    advance(&api, 1).await;
    assert_eq!(included(&api).await, expected.each_ref().map(hex));
    let paid = paid(&api).await;
    assert_eq!(paid.iter().map(|(_, tip)| *tip).collect::<Vec<_>>(), [50, 7, VARA, 0, 0, 0, 0]);
    // A tip is paid on top of the fee. The bytes that encode it cost, too.
    let [(cheap, _), (dear, _)] = [paid[4], paid[2]];
    assert_eq!(dear - cheap, VARA + 100 * (expected[2].len() - expected[4].len()) as u128);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_the_same_nonce_takes_the_place_of_one_that_is_worth_less_and_of_no_other() {
    let (_node, api) = waiting(0).await;
    let first = sign(&api, Bob, 0, 10, &remark(1)).await;
    let (watch, unwatch) = ("author_submitAndWatchExtrinsic", "author_unwatchExtrinsic");
    let statuses = api.rpc().subscribe::<Value>(watch, rpc_params![hex(&first)], unwatch).await;
    let mut statuses = statuses.expect("the node accepts it");
    assert_eq!(next(&mut statuses).await, "ready");
    let later = submit(&api, Bob, 1, 0, &remark(1)).await;
    let as_many = 2_621_440 / first.len();
    let priority = |tip: usize| (tip + 1) * as_many;
    for tip in [10, 9, 0] {
        let other = sign(&api, Bob, 0, tip as u128, &tx().system().remark(vec![9])).await;
        let text = format!("Priority is too low: ({} vs {}) ", priority(10), priority(tip));
        let why = "The transaction has too low priority to replace another transaction already in \
                   the pool.";
        assert_eq!(refusal(&api, &other).await, (1014, format!("{text}{why:?}")));
    }
    let dearer = submit(&api, Bob, 0, 11, &remark(1)).await;
    assert_eq!(next(&mut statuses).await, json!({ "usurped": hex(blake2_256(&dearer)) }));
    assert_eq!(pending(&api).await, [&dearer, &later].map(hex), "the next one still waits");
    advance(&api, 1).await;
    assert_eq!(included(&api).await, [&dearer, &later].map(hex));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_small_one_fits_behind_a_large_one_that_does_not() {
    let (_node, api) = waiting(0).await;
    let half = submit(&api, Alice, 0, 3 * VARA, &remark(1_500_000)).await;
    let too_much = submit(&api, Bob, 0, 2 * VARA, &remark(1_500_000)).await;
    let follows = submit(&api, Bob, 1, 2 * VARA, &remark(1)).await;
    let small = submit(&api, Charlie, 0, 0, &remark(1)).await;
    advance(&api, 1).await;
    assert_eq!(included(&api).await, [&half, &small].map(hex));
    advance(&api, 1).await;
    assert_eq!(included(&api).await, [&too_much, &follows].map(hex));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_pool_has_room_for_what_is_worth_more_and_for_nothing_else() {
    let (_node, api) = waiting(0).await;
    advance(&api, 1).await;
    const FILLERS: [AccountKeyring; 4] = [Alice, Charlie, Dave, Eve];
    for nonce in [0, 1] {
        for who in FILLERS {
            put(&api, &filler(&api, who, nonce, FILLER_TIP).await).await;
        }
    }
    assert_eq!(next_nonces(&api, FILLERS).await, [2, 2, 2, 2], "eight fit into the pool");
    let call = send(id(Ferdie), &Action::Advance, 0);
    let message = |tip| sign(&api, Bob, 0, tip, &call);
    let (code, words) = refusal(&api, &message(0).await).await;
    assert_eq!(code, 1016, "{words}");
    assert_eq!(next_nonces(&api, FILLERS).await, [2, 2, 2, 2]);
    let message = message(VARA / 1_000).await;
    put(&api, &message).await;
    // The oldest one is dropped, with its sender's later one, which could only follow it.
    assert_eq!(next_nonces(&api, FILLERS).await, [0, 2, 2, 2]);
    advance(&api, 1).await;
    assert_eq!(included(&api).await, [hex(&message)], "the fillers have to wait");
}

/// The nonces of the accounts' next extrinsics, after those that wait.
async fn next_nonces<const N: usize>(api: &Api, of: [AccountKeyring; N]) -> Vec<u64> {
    let mut nonces = vec![];
    for who in of {
        let params = rpc_params![signed(api, who).account_id().to_string()];
        nonces.push(ask(api, "system_accountNextIndex", params).await);
    }
    nonces
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_of_root_s_that_fails_fills_a_block_for_less() {
    for (tip, filler_tip, is_kept_out) in [
        (0, 0, true),
        (VARA / 1_000, 0, false),
        (VARA / 1_000, VARA * 45 / 1_000, false),
        (VARA / 1_000, VARA * 46 / 1_000, true),
        (VARA / 100, VARA * 61 / 100, false),
        (VARA / 100, VARA * 62 / 100, true),
    ] {
        let (_node, api) = waiting(0).await;
        advance(&api, 1).await;
        let message = send(id(Ferdie), &Action::Advance, 0);
        let message = submit(&api, Bob, 0, tip, &message).await;
        let filler = operational_filler(&api, Dave, 0, filler_tip).await;
        put(&api, &filler).await;
        advance(&api, 1).await;
        // Behind an operational call, the length that is left is no room for a normal one.
        let first =
            if is_kept_out { vec![hex(&filler)] } else { [&message, &filler].map(hex).into() };
        assert!(included(&api).await == first, "{tip} against {filler_tip}");
        let events = format!("{:?}", api.block_events_at(None).await.unwrap());
        assert!(events.contains("dispatch_error: BadOrigin"), "only root may do this");
    }
}

/// The prices of keeping a message of the game out of a block, in the smallest unit.
struct Prices {
    /// The fee of a remark that fills the length of a block, without its tip.
    remark: u128,
    /// The fee of an operational call that fills this length, without its tip.
    operational: u128,
    /// The factor of an operational call's fee, with its tip, in its priority.
    fee_counts: u128,
    /// How many such calls fit into the length that a block has for them.
    operationals: u128,
    /// The fee of a message like the one that is kept out, without its tip.
    message: u128,
    /// How many messages fill the weight that a block has for normal extrinsics.
    messages: u128,
    /// How many times as much as a remark's tip a message's tip counts.
    outbids: u128,
}

impl Prices {
    /// The prices by the constants and the fees of the node's runtime.
    async fn of(api: &Api) -> Self {
        let constants = gsdk::gear::constants();
        let BlockWeights { max_block, per_class, .. } =
            api.constants().at(&constants.system().block_weights()).unwrap();
        let BlockLength { max } = api.constants().at(&constants.system().block_length()).unwrap();
        let normal = per_class.normal;
        // An opening with its 16 random bytes.
        let reveal = Action::Reveal(opening(Move::Rock, &"0".repeat(32)));
        let message = sign(api, Bob, 0, VARA / 1_000, &send(id(Bob), &reveal, 0)).await;
        let (weight, fee) = weight_and_fee(api, &message).await;
        let (_, remark) = weight_and_fee(api, &filler(api, Bob, 0, FILLER_TIP).await).await;
        let killer = operational_filler(api, Bob, 0, FILLER_TIP).await;
        let (_, operational) = weight_and_fee(api, &killer).await;
        let multiplier = constants.transaction_payment().operational_fee_multiplier();
        let multiplier = api.constants().at(&multiplier).unwrap();
        let by_weight = max_block.ref_time / weight;
        let by_length = u64::from(max.normal) / message.len() as u64;
        let whole = normal.max_total.expect("normal extrinsics have a limit").ref_time;
        let messages = whole / (weight + normal.base_extrinsic.ref_time);
        Self {
            remark,
            operational,
            fee_counts: multiplier.into(),
            operationals: u128::from(max.operational) / killer.len() as u128,
            message: fee,
            messages: messages.into(),
            outbids: by_weight.min(by_length).into(),
        }
    }

    /// The price of a block with one remark, if the message has this tip.
    fn by_remark(&self, tip: u128) -> u128 {
        self.remark + (tip + 1) * self.outbids
    }

    /// The price of a block that is full of messages, if the message has this tip.
    fn by_messages(&self, tip: u128) -> u128 {
        self.messages * (self.message + tip + 1)
    }

    /// The price of a block with one operational call, if the message has this tip.
    fn by_operational(&self, tip: u128) -> u128 {
        let outbid = ((tip + 1) * self.outbids).div_ceil(self.operationals);
        let needed = outbid.saturating_sub(self.fee_counts * self.operational);
        self.operational + needed.div_ceil(self.fee_counts + 1)
    }

    fn ways(&self, tip: u128) -> [u128; 3] {
        [self.by_operational(tip), self.by_remark(tip), self.by_messages(tip)]
    }

    fn of_block(&self, tip: u128) -> u128 {
        self.ways(tip).into_iter().min().expect("there are three")
    }

    /// The least tip with which so many blocks cost as much as the pot, to 0.0001 VARA.
    fn tip_for(&self, blocks: u128, pot: u128) -> u128 {
        let mut tips = (0..).map(|step| step * VARA / 10_000);
        tips.find(|tip| blocks * self.of_block(*tip) >= pot).expect("there is one")
    }
}

async fn weight_and_fee(api: &Api, signed: &[u8]) -> (u64, u128) {
    let params = rpc_params![hex(signed)];
    let info: Value = ask(api, "payment_queryInfo", params).await;
    let weight = info["weight"]["ref_time"].as_u64().unwrap();
    (weight, info["partialFee"].as_str().unwrap().parse().unwrap())
}

/// An amount in VARA: with four decimals below 1, with one below 100, and with none above.
fn vara(amount: u128) -> String {
    let amount = amount as f64 / VARA as f64;
    match amount {
        0.0..1.0 => format!("{amount:.4}"),
        1.0..100.0 => format!("{amount:.1}"),
        _ => format!("{amount:.0}"),
    }
}

/// A tip in VARA, without zeros at its end.
fn tip(amount: u128) -> String {
    match amount {
        0 => "none".into(),
        _ => (amount as f64 / VARA as f64).to_string(),
    }
}

/// How many blocks a stage of so many minutes has.
fn blocks(minutes: u128) -> u128 {
    minutes * 20
}

#[tokio::test(flavor = "multi_thread")]
async fn docs_say_what_keeping_a_message_out_costs() {
    let (_node, api) = waiting(0).await;
    advance(&api, 1).await;
    let prices = Prices::of(&api).await;
    let mut tables = vec![];
    for amount in [0, VARA / 1_000, VARA / 100, VARA / 10, VARA] {
        let block = prices.of_block(amount);
        let stages = [1, 10, 60].map(|minutes| vara(blocks(minutes) * block));
        let by = prices.ways(amount).map(vara);
        tables.push(format!("| {} | {} | {} |", tip(amount), by.join(" | "), stages.join(" | ")));
    }
    for pot in [1, 10, 100, 1_000] {
        let tips = [1, 10, 60].map(|minutes| tip(prices.tip_for(blocks(minutes), pot * VARA)));
        tables.push(format!("| {pot} | {} |", tips.join(" | ")));
    }
    let docs = include_str!("../../../docs/security.md");
    let facts = [
        format!("{} times", prices.outbids),
        format!("{} messages", prices.messages),
        format!("= {} VARA", vara(prices.remark)),
        format!("= {} VARA", vara(prices.operational)),
    ];
    println!("{}\n{}", facts.join(", "), tables.join("\n"));
    for told in facts.iter().chain(&tables) {
        assert!(docs.contains(told.as_str()), "docs/security.md lacks: {told}");
    }
}
