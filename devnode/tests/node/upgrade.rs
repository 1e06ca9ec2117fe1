//! Upgrades of the runtime to another version of the gas schedule. The node must do what a Vara
//! node was seen to do.

use crate::support::*;
use devnode_probe::Task;
use gear_core::ids::{ActorId, CodeId, MessageId, prelude::*};
use gear_core_errors::{ErrorReplyReason, ReplyCode, SimpleExecutionError};
use gsdk::{
    AccountKeyring::*,
    Api, Event, SignedApi,
    ext::{
        sp_core::blake2_256,
        subxt::{self, config::substrate::DigestItem, ext::subxt_rpcs::rpc_params},
    },
    gear::{
        gear::Event as GearEvent, runtime_types::pallet_gear_voucher::internal::PrepaidCall,
        system, tx,
    },
};
use parity_scale_codec::{Decode, Encode};
use rpsls_club_io::{Action as ClubAction, ClubInit, Event as ClubEvent};
use rpsls_io::{
    Action, Event as GameEvent, Format, GameConfig, GameRules, Move, commitment, gas, opening,
};
use serde_json::Value;
use vara_devnode::{BlockTime, Node, Options};

/// The gas for instrumenting a byte of a code, as seen on a Vara node.
const PER_BYTE: u64 = 508_124;

const CODE: &str = "0x3a636f6465";

/// Upgrades a node's runtime. Returns a client that knows the new one.
async fn upgrade(node: &Node, api: &Api) -> Api {
    let _: u32 = ask(api, "dev_upgradeRuntime", rpc_params![]).await;
    Api::new(&node.url()).await.unwrap()
}

async fn version(api: &Api, at: Option<&str>) -> Value {
    ask::<Value>(api, "state_getRuntimeVersion", rpc_params![at]).await["specVersion"].clone()
}

async fn metadata(api: &Api, at: Option<&str>) -> Vec<u8> {
    let told: String = ask(api, "state_getMetadata", rpc_params![at]).await;
    hex::decode(&told[2..]).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_upgrade_changes_version_code_and_metadata_from_its_block_on_and_is_told() {
    let (_node, api) = instant().await;
    let subscribe = ("state_subscribeRuntimeVersion", "state_unsubscribeRuntimeVersion");
    let told = api.rpc().subscribe::<Value>(subscribe.0, rpc_params![], subscribe.1);
    let told = &mut told.await.unwrap();
    let old = next(told).await["specVersion"].as_u64().unwrap();
    let before: String = ask(&api, "chain_getBlockHash", rpc_params![]).await;
    let hash = async |at| ask::<String>(&api, "state_getStorageHash", rpc_params![CODE, at]).await;
    assert_eq!(hash(None).await, hex(blake2_256(&metadata(&api, None).await)));

    let new: u64 = ask(&api, "dev_upgradeRuntime", rpc_params![]).await;
    assert_eq!(new, old + 1);
    assert_eq!(next(told).await["specVersion"], new, "nothing else comes before");
    assert_eq!(hash(None).await, hex(blake2_256(&metadata(&api, None).await)));
    let at = Some(&*before);
    assert_ne!(hash(None).await, hash(at).await);
    assert_eq!([version(&api, at).await, version(&api, None).await], [old, new]);
    for (at, version) in [(at, old), (None, new)] {
        let read = metadata(&api, at).await;
        let read = subxt::Metadata::decode(&mut &read[..]).unwrap();
        let system = read.pallet_by_name("System").unwrap();
        let mut constant = system.constant_by_name("Version").unwrap().value();
        let (_, _, _, told) = <(String, String, u32, u32)>::decode(&mut constant).unwrap();
        assert_eq!(u64::from(told), version);
    }
    let core: String = ask(&api, "state_call", rpc_params!["Core_version", "0x"]).await;
    let system = metadata(&api, None).await;
    let system = subxt::Metadata::decode(&mut &system[..]).unwrap();
    let constant = system.pallet_by_name("System").unwrap().constant_by_name("Version").unwrap();
    assert_eq!(core, hex(constant.value()));

    let block = api.blocks().at_latest().await.unwrap();
    assert_eq!(block.header().digest.logs, [DigestItem::RuntimeEnvironmentUpdated]);
    assert!(block.events().await.unwrap().has::<system::events::CodeUpdated>().unwrap());
    advance(&api, 1).await;
    let block = api.blocks().at_latest().await.unwrap();
    assert_eq!(block.header().digest.logs, [], "only the block of the upgrade has it");
    assert_eq!(version(&api, None).await, new);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_signed_for_the_runtime_before_is_refused_and_leaves_the_pool() {
    let (node, api) = waiting(0).await;
    let remark = tx().system().remark(vec![7]);
    let bob = signed(&api, Bob);
    let [now, later] = [sign(&bob, 0, 0, &remark).await, sign(&bob, 1, 0, &remark).await];
    let submit = ("author_submitAndWatchExtrinsic", "author_unwatchExtrinsic");
    let watched = api.rpc().subscribe::<Value>(submit.0, rpc_params![hex(later)], submit.1);
    let mut watched = watched.await.unwrap();
    assert_eq!(next(&mut watched).await, "future");
    let api = upgrade(&node, &api).await;
    let (code, words) = refusal(&api, &now).await;
    assert_eq!((code, &*words), (1010, "Invalid Transaction \"Transaction has a bad signature\""));
    let anew = sign(&signed(&api, Bob), 0, 0, &remark).await;
    ask::<String>(&api, "author_submitExtrinsic", rpc_params![hex(anew)]).await;
    advance(&api, 1).await;
    assert_eq!(next(&mut watched).await, "invalid");
    assert_eq!(signed(&api, Bob).account_nonce().await.unwrap(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chain_stays_upgraded_in_its_file_and_goes_back_with_a_snapshot() {
    let folder = tempfile::tempdir().unwrap();
    let state = Some(folder.path().join("chain"));
    let block_time = BlockTime::Instant;
    let options = Options { block_time, finality_lag: 0, state, ..Options::default() };
    let (first, api) = node(options.clone()).await;
    let program = probe(&api).await;
    let old = version(&api, None).await;
    let snapshot: u32 = ask(&api, "dev_snapshot", rpc_params![]).await;
    upgrade(&first, &api).await;
    assert!(ask::<bool>(&api, "dev_revert", rpc_params![snapshot]).await);
    assert_eq!(version(&api, None).await, old);
    let cheap = estimated(&api, program).await;
    let api = upgrade(&first, &upgrade(&first, &api).await).await;
    let (new, dear) = (version(&api, None).await, estimated(&api, program).await);
    assert_eq!(new, old.as_u64().unwrap() + 2);
    first.save(options.state.as_deref().unwrap()).await.unwrap();
    drop(first);
    let (_second, api) = node(options).await;
    assert_eq!(version(&api, None).await, new);
    assert_eq!(estimated(&api, program).await, dear);
    assert!(dear > cheap);
}

/// The gas that the probe needs to do nothing.
async fn estimated(api: &Api, program: ActorId) -> u64 {
    let bob = signed(api, Bob);
    bob.calculate_handle_gas(program, Task::Nothing.encode(), 0, true).await.unwrap().min_limit
}

/// The result of a message.
struct Sent {
    /// The payload and the value of the reply, or the code and the value of an error reply.
    reply: Result<(Vec<u8>, u128), (ReplyCode, u128)>,
    burned: u64,
}

fn came_of(id: MessageId, events: &[Event]) -> Sent {
    let reply = events.iter().find_map(|event| match event {
        Event::Gear(GearEvent::UserMessageSent { message, .. }) => {
            let code = message.details().filter(|of| of.to_message_id() == id)?.to_reply_code();
            let value = message.value();
            let told = (message.payload_bytes().to_vec(), value);
            Some(if code.is_success() { Ok(told) } else { Err((code, value)) })
        }
        _ => None,
    });
    Sent { reply: reply.expect("there is a reply"), burned: burned(events) }
}

async fn send(who: &SignedApi, to: ActorId, payload: impl Encode, gas: u64, value: u128) -> Sent {
    let sent = who.send_message_bytes(to, payload.encode(), gas, value).await.unwrap();
    let events = who.block_events_at(Some(sent.block_hash)).await.unwrap();
    came_of(sent.value, &events)
}

/// The code of the error reply if the gas is too little to instrument the code.
const RAN_OUT: ReplyCode =
    ReplyCode::Error(ErrorReplyReason::Execution(SimpleExecutionError::RanOutOfGas));

/// Asserts that a cost is that of instrumenting a code: the gas for each byte, and a little more to
/// read the original code in place of the instrumented one.
#[track_caller]
fn is_for_code(cost: u64, code: &[u8]) {
    let least = PER_BYTE * code.len() as u64;
    assert!(cost > least && cost < least * 51 / 50 + 300_000_000, "{cost} for {least}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_message_to_a_code_pays_for_instrumenting_it_and_a_smaller_one_fails() {
    let (node, api) = instant().await;
    let wasm = devnode_probe::WASM_BINARY_OPT;
    let first = probe(&api).await;
    let alice = signed(&api, Alice);
    let code = CodeId::generate(wasm);
    let other = alice.create_program_bytes(code, b"other", [], GAS, 0).await.unwrap().value.1;
    let before = send(&alice, first, Task::Nothing, GAS, 0).await;
    let cheap = estimated(&api, first).await;
    let api = upgrade(&node, &api).await;
    let bob = signed(&api, Bob);

    let dear = estimated(&api, first).await;
    is_for_code(dear - cheap, wasm);
    assert_eq!(estimated(&api, first).await, dear, "an estimate does not instrument the code");
    for gas in [cheap, dear - 1] {
        let balance = bob.free_balance().await.unwrap();
        let task = Task::Nothing.encode();
        let would = bob.calculate_reply_for_handle(first, &task, gas, VARA).await.unwrap();
        assert_eq!((would.code, would.value), (RAN_OUT, VARA));
        let sent = send(&bob, first, Task::Nothing, gas, VARA).await;
        assert_eq!(sent.reply, Err((RAN_OUT, VARA)));
        let spent = balance - bob.free_balance().await.unwrap();
        assert!(spent < VARA * 3 / 2, "the value comes back: {spent}");
        if gas == cheap {
            assert!(sent.burned < cheap, "it failed before it ran: {}", sent.burned);
            assert_eq!(estimated(&api, first).await, dear, "the code is not instrumented yet");
        }
    }
    // The message with one unit too little began to run, so the code is instrumented now.
    let sent = send(&bob, other, Task::Nothing, cheap, 0).await;
    assert_eq!(sent.reply, Ok((b"done".to_vec(), 0)));
    assert_eq!((sent.burned, estimated(&api, other).await), (before.burned, cheap));

    let again = upgrade(&node, &api).await;
    let bob = signed(&again, Bob);
    let sent = send(&bob, other, Task::Nothing, dear, 0).await;
    assert_eq!(sent.reply, Ok((b"done".to_vec(), 0)));
    is_for_code(sent.burned - before.burned, wasm);
    assert_eq!(estimated(&again, first).await, cheap, "one pays for all");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_program_of_an_old_code_pays_for_it_and_a_new_code_is_up_to_date() {
    let (node, api) = instant().await;
    let wasm = gas_floor::WASM_BINARY_OPT;
    let alice = signed(&api, Alice);
    let code = alice.upload_code(wasm).await.unwrap().value;
    let init = async |api: &Api| {
        let alice = signed(api, Alice);
        alice.calculate_create_gas(code, vec![], 0, true).await.unwrap().min_limit
    };
    let cheap = init(&api).await;
    let api = upgrade(&node, &api).await;
    let alice = signed(&api, Alice);
    let dear = init(&api).await;
    is_for_code(dear - cheap, wasm);
    let failed = alice.create_program_bytes(code, b"1", [], cheap, 0).await.unwrap();
    let events = api.block_events_at(Some(failed.block_hash)).await.unwrap();
    assert_eq!(came_of(failed.value.0, &events).reply, Err((RAN_OUT, 0)));
    assert!(api.active_program_at(failed.value.1, None).await.is_err(), "it is terminated");
    let upload = alice.calculate_upload_gas(wasm, [], 0, true).await.unwrap();
    assert_eq!(upload.min_limit, dear, "the stored code must be instrumented, too");
    let made = alice.upload_program_bytes(wasm, b"2", [], dear, 0).await.unwrap();
    assert!(api.active_program_at(made.value.1, None).await.is_ok());
    assert_eq!(init(&api).await, cheap);

    let fresh = alice.calculate_upload_gas(devnode_probe::WASM_BINARY_OPT, [], 0, true).await;
    let program = probe(&api).await;
    let fresh = fresh.unwrap().min_limit;
    assert!(fresh < PER_BYTE * devnode_probe::WASM_BINARY_OPT.len() as u64, "{fresh}");
    let sent = send(&alice, program, Task::Nothing, fresh + cheap, 0).await;
    assert_eq!(sent.reply, Ok((b"done".to_vec(), 0)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_s_alarm_is_lost_and_whoever_pays_for_its_code_moves_it_on() {
    let (node, api) = instant().await;
    let table = Table::deploy(&api, CONFIG).await;
    for who in [Bob, Charlie] {
        table.act(&signed(&api, who), &Action::Register, BET).await.reply.unwrap();
    }
    let api = upgrade(&node, &api).await;
    let table = Table { api: api.clone(), ..table };
    let [bob, charlie, dave] = [Bob, Charlie, Dave].map(|who| signed(&api, who));

    // Queries without a message work as before.
    assert_eq!(table.state().await.pot, 2 * BET);
    let short = send(&dave, table.id, Action::Register, gas::MESSAGE, BET).await;
    assert_eq!(short.reply, Err((RAN_OUT, BET)), "the published gas is not enough");
    let mut ran = vec![];
    for _ in 0..40 {
        advance(&api, 1).await;
        for event in api.block_events_at(None).await.unwrap() {
            if let Event::Gear(GearEvent::MessagesDispatched { total, state_changes, .. }) = event {
                ran.push((total, state_changes.len()));
            }
        }
    }
    assert_eq!(ran, [(2, 0)], "the alarm and its error reply ran once, and changed nothing");

    let info = dave.calculate_handle_gas(table.id, Action::Advance.encode(), 0, true).await;
    let info = info.unwrap();
    assert!(info.min_limit > gas::MESSAGE);
    let short = send(&dave, table.id, Action::Advance, gas::MESSAGE, 0).await;
    assert_eq!(short.reply, Err((RAN_OUT, 0)));
    // The program accepts it: the stage's time was over long ago, and nobody has ended the stage.
    let moved = table.act_with(&dave, &Action::Advance, 0, info.min_limit).await;
    assert!(matches!(moved.reply, Ok(GameEvent::StageAdvanced(_))), "{:?}", moved.reply);

    // From here on everything works as before the upgrade, even the next alarm.
    let make = |mv| Action::MakeMove(commitment(&opening(mv, "a password")));
    for (who, mv) in [(&bob, Move::Rock), (&charlie, Move::Scissors)] {
        let moved = table.act_with(who, &make(mv), 0, gas::MESSAGE).await;
        moved.reply.unwrap();
    }
    let reveal = Action::Reveal(opening(Move::Rock, "a password"));
    table.act_with(&bob, &reveal, 0, gas::MESSAGE).await.reply.unwrap();
    let before = bob.free_balance().await.unwrap();
    advance(&api, 25).await;
    assert_eq!(table.state().await.last_game.unwrap().winner, id(Bob));
    let paid = bob.free_balance().await.unwrap() - before;
    assert!(paid >= 2 * BET, "{paid}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_club_opens_nothing_until_both_codes_are_paid_for_and_the_deposit_comes_back() {
    let (node, api) = instant().await;
    let alice = signed(&api, Alice);
    let table_code = alice.upload_code(rpsls::WASM_BINARY_OPT).await.unwrap().value;
    let club = rpsls_club::WASM_BINARY_OPT;
    let init = ClubInit { table_code, any_format: true }.encode();
    let club = alice.upload_program_bytes(club, b"", init, GAS, VARA).await.unwrap().value.1;
    let rules = GameRules { format: Format::Replay, start_when_full: true };
    let config = GameConfig { players_count_limit: 2, ..CONFIG };
    let start_gas = rpsls_club_io::gas::START;
    let action: ClubAction =
        ClubAction::Open { config, rules, start_gas, title: "upgraded".into() };
    let open = async |api: &Api, gas| send(&signed(api, Bob), club, &action, gas, VARA).await.reply;
    let estimated = async |api: &Api| {
        let bob = signed(api, Bob);
        bob.calculate_handle_gas(club, action.encode(), VARA, true).await.unwrap().min_limit
    };
    let opened = |reply: Result<(Vec<u8>, u128), (ReplyCode, u128)>| {
        let (payload, _) = reply.expect("the club replies");
        let reply = Result::<ClubEvent, rpsls_club_io::ClubError>::decode(&mut &payload[..]);
        let Ok(Ok(ClubEvent::Opened { table })) = reply else { panic!("{reply:?}") };
        table
    };
    let gas = rpsls_club_io::gas::MESSAGE;
    let table = opened(open(&api, gas).await);
    assert!(api.active_program_at(table, None).await.is_ok());

    let cheap = estimated(&api).await;
    let api = upgrade(&node, &api).await;
    assert_eq!(open(&api, gas).await, Err((RAN_OUT, VARA)));
    let dear = estimated(&api).await;
    is_for_code(dear - cheap, rpsls_club::WASM_BINARY_OPT);
    // This pays for the club's own code. The new table starts with too little gas.
    let balance = api.free_balance(id(Bob)).await.unwrap();
    let failed = opened(open(&api, dear).await);
    assert!(api.active_program_at(failed, None).await.is_err());
    let spent = balance - api.free_balance(id(Bob)).await.unwrap();
    assert!(spent < u128::from(dear) * 100 + VARA / 2, "the deposit comes back: {spent}");
    assert!(open(&api, gas).await.is_ok(), "the club itself works again");
    let old = Table { api: api.clone(), id: table };
    old.act(&signed(&api, Dave), &Action::Register, BET).await.reply.unwrap();
    let table = opened(open(&api, gas).await);
    assert!(api.active_program_at(table, None).await.is_ok(), "its new tables work again");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_voucher_too_small_for_the_first_message_does_for_the_others() {
    let (node, api) = instant().await;
    let table = Table::deploy(&api, CONFIG).await;
    let guest = poor(&api);
    let spender = ActorId::from(<[u8; 32]>::from(guest.account_id().clone()));
    signed(&api, Alice).transfer_keep_alive(spender, 2 * BET).await.unwrap();
    let programs = Some(vec![table.id]);
    let issue = signed(&api, Alice).issue_voucher(spender, 3 * VARA, programs, false, 1000).await;
    let voucher = issue.unwrap().value;
    let api = upgrade(&node, &api).await;
    let guest = poor(&api);
    let register = async |gas_limit| {
        let call = PrepaidCall::SendMessage {
            destination: table.id,
            payload: Action::Register.encode(),
            gas_limit,
            value: BET,
            keep_alive: true,
        };
        submit(&guest, tx().gear_voucher().call(voucher.clone(), call)).await
    };
    let estimate = guest.calculate_handle_gas(table.id, Action::Register.encode(), BET, true).await;
    let estimate = estimate.unwrap().min_limit;
    fails(register(estimate).await, "InsufficientBalance");
    let called = register(gas::MESSAGE).await.unwrap();
    let failed = came_of(queued(&called.events).unwrap(), &called.events);
    assert_eq!(failed.reply, Err((RAN_OUT, BET)));
    let table = Table { api: api.clone(), ..table };
    table.act(&signed(&api, Bob), &Action::Register, BET).await.reply.unwrap();
    let called = register(gas::MESSAGE).await.unwrap();
    assert!(came_of(queued(&called.events).unwrap(), &called.events).reply.is_ok());
    assert_eq!(table.state().await.lobby_list.len(), 2);
}
