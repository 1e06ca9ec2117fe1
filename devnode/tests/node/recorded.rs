//! The node against the recorded answers of a Vara node: see `tests/data/README.md`.

use crate::support::*;
use gear_core::ids::{ActorId, CodeId, MessageId, prelude::*};
use gsdk::{
    AccountKeyring::*,
    Api, SignedApi,
    ext::subxt::{
        self,
        ext::subxt_rpcs::rpc_params,
        tx::Payload,
        utils::{AccountId32, MultiAddress},
    },
    gear::{
        balances, gear, gear_voucher,
        runtime_types::{
            pallet_gear_voucher::internal::{PrepaidCall, VoucherId},
            vara_runtime::RuntimeCall,
        },
        system, transaction_payment, tx, utility,
    },
};
use parity_scale_codec::Encode;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;

#[derive(Deserialize)]
struct Described {
    call: String,
    #[serde(default)]
    sizes: Vec<usize>,
    #[serde(default)]
    items: Vec<Described>,
}

#[derive(Deserialize)]
struct Priced {
    #[serde(flatten)]
    what: Described,
    length: usize,
    ref_time: u64,
    proof_size: u64,
    class: String,
    fee: u128,
}

impl Described {
    fn bytes(&self, index: usize) -> Vec<u8> {
        vec![0; self.sizes[index]]
    }

    fn calls(&self) -> Vec<RuntimeCall> {
        self.items.iter().map(Self::call).collect()
    }

    fn call(&self) -> RuntimeCall {
        let id = || MultiAddress::Id(AccountId32([7; 32]));
        let (gas_limit, value, keep_alive) = (1_000_000_000, 0, true);
        match &*self.call {
            "gear.sendMessage" => RuntimeCall::Gear(gear::Call::send_message {
                destination: ActorId::from([7; 32]),
                payload: self.bytes(0),
                gas_limit,
                value,
                keep_alive,
            }),
            "gear.sendReply" => RuntimeCall::Gear(gear::Call::send_reply {
                reply_to_id: MessageId::from([7; 32]),
                payload: self.bytes(0),
                gas_limit,
                value,
                keep_alive,
            }),
            "gear.uploadProgram" => RuntimeCall::Gear(gear::Call::upload_program {
                code: self.bytes(0),
                salt: self.bytes(1),
                init_payload: self.bytes(2),
                gas_limit,
                value,
                keep_alive,
            }),
            "gear.createProgram" => RuntimeCall::Gear(gear::Call::create_program {
                code_id: CodeId::from([7; 32]),
                salt: self.bytes(0),
                init_payload: self.bytes(1),
                gas_limit,
                value,
                keep_alive,
            }),
            "gear.uploadCode" => RuntimeCall::Gear(gear::Call::upload_code { code: self.bytes(0) }),
            "gear.claimValue" => {
                RuntimeCall::Gear(gear::Call::claim_value { message_id: MessageId::from([7; 32]) })
            }
            "balances.transferAllowDeath" => {
                let (dest, value) = (id(), VARA);
                RuntimeCall::Balances(balances::Call::transfer_allow_death { dest, value })
            }
            "balances.transferKeepAlive" => {
                let (dest, value) = (id(), VARA);
                RuntimeCall::Balances(balances::Call::transfer_keep_alive { dest, value })
            }
            "balances.transferAll" => {
                let (dest, keep_alive) = (id(), false);
                RuntimeCall::Balances(balances::Call::transfer_all { dest, keep_alive })
            }
            "system.remark" => RuntimeCall::System(system::Call::remark { remark: self.bytes(0) }),
            "utility.batch" => RuntimeCall::Utility(utility::Call::batch { calls: self.calls() }),
            "utility.batchAll" => {
                RuntimeCall::Utility(utility::Call::batch_all { calls: self.calls() })
            }
            "utility.forceBatch" => {
                RuntimeCall::Utility(utility::Call::force_batch { calls: self.calls() })
            }
            _ => RuntimeCall::GearVoucher(self.voucher()),
        }
    }

    fn voucher(&self) -> gear_voucher::Call {
        let (spender, voucher_id) = (AccountId32([7; 32]), VoucherId([7; 32]));
        match &*self.call {
            "gearVoucher.issue" => {
                let programs = self.sizes.first().map(|count| vec![ActorId::zero(); *count]);
                let (balance, duration) = (10 * VARA, 100);
                let code_uploading = false;
                gear_voucher::Call::issue { spender, balance, programs, code_uploading, duration }
            }
            "gearVoucher.call" => {
                let call = match self.items[0].call() {
                    RuntimeCall::Gear(gear::Call::send_message {
                        destination,
                        payload,
                        gas_limit,
                        value,
                        keep_alive,
                    }) => PrepaidCall::SendMessage {
                        destination,
                        payload,
                        gas_limit,
                        value,
                        keep_alive,
                    },
                    _ => PrepaidCall::DeclineVoucher,
                };
                gear_voucher::Call::call { voucher_id, call }
            }
            "gearVoucher.revoke" => gear_voucher::Call::revoke { spender, voucher_id },
            "gearVoucher.update" => gear_voucher::Call::update {
                spender,
                voucher_id,
                move_ownership: None,
                balance_top_up: Some(VARA),
                append_programs: None,
                code_uploading: None,
                prolong_duration: None,
            },
            "gearVoucher.decline" => gear_voucher::Call::decline { voucher_id },
            other => panic!("the record has another call: {other}"),
        }
    }
}

/// An extrinsic with a made-up signature. The fee does not depend on the sender.
fn extrinsic(call: &RuntimeCall) -> String {
    hex(as_if_signed(&call.encode()))
}

#[tokio::test(flavor = "multi_thread")]
async fn each_fee_is_the_recorded_one_to_the_unit() {
    let (_node, api) = instant().await;
    let rows: Vec<Priced> = serde_json::from_str(include_str!("../data/fees.json")).unwrap();
    for row in rows {
        let call = row.what.call();
        let name = &row.what.call;
        let unsigned = [&[4], &call.encode()[..]].concat().encode();
        assert_eq!(unsigned.len(), row.length, "the call is not the recorded one: {name}");
        let params = rpc_params![extrinsic(&call)];
        let info: Value = ask(&api, "payment_queryInfo", params).await;
        assert_eq!(info["partialFee"], row.fee.to_string(), "{name} {:?}", row.what.sizes);
        assert_eq!(info["weight"]["ref_time"], row.ref_time, "{name}");
        assert_eq!(info["weight"]["proof_size"], row.proof_size, "{name}");
        assert_eq!(info["class"], row.class, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fee_has_its_parts() {
    let (_node, api) = instant().await;
    let remark = RuntimeCall::System(system::Call::remark { remark: vec![] });
    let params = || rpc_params![extrinsic(&remark)];
    let details: Value = ask(&api, "payment_queryFeeDetails", params()).await;
    let info: Value = ask(&api, "payment_queryInfo", params()).await;
    let parts = details["inclusionFee"].as_object().unwrap().values();
    let number = |part: &Value| u128::from_str_radix(&part.as_str().unwrap()[2..], 16).unwrap();
    assert_eq!(parts.map(number).sum::<u128>().to_string(), info["partialFee"]);
    assert_eq!(number(&details["inclusionFee"]["baseFee"]), 107_074_000 * 100);
}

#[derive(Deserialize)]
struct Happened {
    case: String,
    error: Option<String>,
    events: Vec<String>,
    fee: u128,
}

/// The recorded result of a case.
fn recorded(case: &str) -> Happened {
    let all: Vec<Happened> = serde_json::from_str(include_str!("../data/calls.json")).unwrap();
    all.into_iter().find(|happened| happened.case == case).expect("there is such a case")
}

/// The name of an event, as in JavaScript.
fn event_name(event: &subxt::events::EventDetails<gsdk::GearConfig>) -> String {
    let pallet = event.pallet_name();
    let (first, rest) = pallet.split_at(1);
    format!("{}{rest}.{}", first.to_lowercase(), event.variant_name())
}

/// Asserts that an extrinsic has the recorded result.
async fn check(who: &SignedApi, case: &str, call: impl Payload) {
    let expected = recorded(case);
    let api: &Api = who;
    let signer = who.signer();
    let sent = api.tx().sign_and_submit_then_watch_default(&call, signer).await.unwrap();
    let block = sent.wait_for_finalized().await.unwrap();
    let events = block.fetch_events().await.unwrap();
    let mut names = vec![];
    let mut paid = None;
    for event in events.iter() {
        let event = event.unwrap();
        names.push(event_name(&event));
        if event.variant_name() == "TransactionFeePaid" {
            let fee = event.as_event::<transaction_payment::events::TransactionFeePaid>();
            paid = fee.unwrap().map(|event| event.actual_fee);
        }
    }
    assert_eq!(names, expected.events, "{case}");
    assert_eq!(paid, Some(expected.fee), "{case}");
    let error = block.wait_for_success().await.err().map(|error| error.to_string());
    match expected.error {
        None => assert_eq!(error, None, "{case}"),
        Some(expected) => {
            let name = expected.split('.').next_back().unwrap();
            let error = error.unwrap_or_default();
            let words = match name {
                "BelowMinimum" => "Account cannot exist with the funds",
                name => name,
            };
            assert!(error.contains(words), "{case}: {error}");
        }
    }
}

/// A code of so many bytes. A section that nothing reads makes it longer, and costs as much.
fn code_of(length: usize) -> Vec<u8> {
    let code = gas_floor::WASM_BINARY_OPT;
    // Before the rest come the section's kind, its length in three bytes, the name's length and the
    // name.
    let rest = length - code.len() - 1 - 3 - 1 - 1;
    let size = rest + 2;
    let leb = [size as u8 | 0x80, (size >> 7) as u8 | 0x80, (size >> 14) as u8];
    [code, &[0], &leb, &[1, b'x'], &vec![0; rest]].concat()
}

fn upload(code: &[u8]) -> RuntimeCall {
    RuntimeCall::Gear(gear::Call::upload_code { code: code.to_vec() })
}

fn create(code: &[u8], salt: &[u8; 7]) -> RuntimeCall {
    RuntimeCall::Gear(gear::Call::create_program {
        code_id: CodeId::generate(code),
        salt: salt.to_vec(),
        init_payload: vec![0; 41],
        gas_limit: GAS,
        value: 0,
        keep_alive: true,
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn codes_and_programs_come_to_what_is_recorded() {
    let (_node, api) = instant().await;
    let alice = signed(&api, Alice);
    let code = code_of(33_245);
    check(&alice, "a new code", tx().gear().upload_code(code.clone())).await;
    check(&alice, "a known code", tx().gear().upload_code(code.clone())).await;
    let large = code_of(51_472);
    alice.upload_code(large.clone()).await.unwrap();
    let (salt, payload) = (vec![0; 15], vec![0; 41]);
    let program = tx().gear().upload_program(large, salt, payload, GAS, 0, true);
    check(&alice, "a program of a known code with it", program).await;
    let payload = vec![0; 41];
    let id = CodeId::generate(&code);
    let program = tx().gear().create_program(id, vec![0; 7], payload, GAS, 0, true);
    check(&alice, "a program of a stored code", program).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn batches_come_to_what_is_recorded() {
    let (_node, api) = instant().await;
    let alice = signed(&api, Alice);
    let code = code_of(33_245);
    alice.upload_code(code.clone()).await.unwrap();
    let all = vec![upload(&code), create(&code, b"1234567")];
    let case = "all or none, of which the first fails";
    check(&alice, case, tx().utility().batch_all(all.clone())).await;
    let program = ActorId::generate_from_user(CodeId::generate(&code), b"1234567");
    assert!(api.active_program_at(program, None).await.is_err(), "the batch changed nothing");
    let stopped = vec![create(&code, b"abcdefg"), upload(&code)];
    let case = "a batch, of which the second fails";
    check(&alice, case, tx().utility().batch(stopped)).await;
    let case = "a batch that goes on, of which the first fails";
    check(&alice, case, tx().utility().force_batch(all)).await;
    assert!(api.active_program_at(program, None).await.is_ok(), "its second call had its effect");
}

#[tokio::test(flavor = "multi_thread")]
async fn transfers_messages_and_remarks_come_to_what_is_recorded() {
    let (_node, api) = instant().await;
    let alice = signed(&api, Alice);
    let stranger = || MultiAddress::Id(AccountId32([9; 32]));
    let transfer = |amount| tx().balances().transfer_keep_alive(stranger(), amount);
    check(&alice, "less than an account needs", transfer(VARA / 2)).await;
    check(&alice, "enough for a new account", transfer(2 * VARA)).await;
    let bob = signed(&api, Bob);
    let nobody = ActorId::from([9; 32]);
    let message = |gas| tx().gear().send_message(nobody, vec![0], gas, 0, true);
    check(&bob, "a message to no program", message(0)).await;
    let case = "a message to no program with more gas than a block has";
    check(&bob, case, message(u64::MAX)).await;
    check(&bob, "a claim of nothing", tx().gear().claim_value(MessageId::zero())).await;
    check(&bob, "a remark", tx().system().remark(vec![0])).await;
}

#[derive(Deserialize)]
struct Emitted {
    case: String,
    events: Vec<String>,
}

/// Asserts that the best block has the recorded events.
async fn check_block(api: &Api, case: &str) {
    let all: Vec<Emitted> = serde_json::from_str(include_str!("../data/events.json")).unwrap();
    let expected = all.into_iter().find(|emitted| emitted.case == case).unwrap().events;
    let events = api.events().at_latest().await.unwrap();
    let names: Vec<String> = events
        .iter()
        .map(|event| {
            let event = event.unwrap();
            let phase = match event.phase() {
                subxt::events::Phase::Initialization => "initialization".to_owned(),
                subxt::events::Phase::ApplyExtrinsic(index) => index.to_string(),
                subxt::events::Phase::Finalization => "finalization".to_owned(),
            };
            format!("{phase} {}", event_name(&event))
        })
        .collect();
    assert_eq!(names, expected, "{case}");
}

#[tokio::test(flavor = "multi_thread")]
async fn blocks_emit_what_is_recorded() {
    let (_node, api) = instant().await;
    let alice = signed(&api, Alice);
    let code = alice.upload_code(devnode_probe::WASM_BINARY_OPT).await.unwrap().value;
    alice.create_program_bytes(code, b"1", [], GAS, 0).await.unwrap();
    check_block(&api, "a program of a known code").await;
    advance(&api, 1).await;
    check_block(&api, "nothing after a block that paid the treasury").await;
    // The treasury gets nothing in this block, so the next one has no event about it.
    advance(&api, 1).await;
    let table = Table::deploy(&api, CONFIG).await;
    advance(&api, 2).await;
    let bob = signed(&api, Bob);
    table.act(&bob, &rpsls_io::Action::Register, BET + 3 * VARA).await.reply.unwrap();
    check_block(&api, "a message whose value comes back in part").await;
    table.act(&bob, &rpsls_io::Action::Leave, 0).await.reply.unwrap();
    check_block(&api, "a message without value that is paid for").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn running_the_queue_weighs_what_was_burned_and_a_constant() {
    let (_node, api) = instant().await;
    let table = Table::deploy(&api, CONFIG).await;
    let acted = table.act(&signed(&api, Bob), &rpsls_io::Action::Register, BET).await;
    let events = api.events().at_latest().await.unwrap();
    let ran = events.find::<system::events::ExtrinsicSuccess>().last().unwrap().unwrap();
    assert_eq!(ran.dispatch_info.weight.ref_time, 233_767_000 + acted.burned);
    assert_eq!(ran.dispatch_info.weight.proof_size, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_s_deposit_is_locked() {
    let (_node, api) = instant().await;
    let table = Table::deploy(&api, CONFIG).await;
    let account = gsdk::gear::storage().system().account(AccountId32(table.id.into_bytes()));
    let storage = api.storage().at_latest().await.unwrap();
    let info = storage.fetch(&account).await.unwrap().unwrap();
    assert_eq!((info.consumers, info.providers, info.data.frozen), (1, 1, VARA));
}

#[derive(Deserialize)]
struct Answered {
    method: String,
    params: Value,
    result: Option<Value>,
    error: Option<Value>,
    keys: Option<BTreeSet<String>>,
}

/// Whether a value has everything that is expected. Lists may have any order.
fn has(value: &Value, expected: &Value) -> bool {
    match (value, expected) {
        (Value::Object(object), Value::Object(expected)) => {
            expected.iter().all(|(key, value)| has(&object[key], value))
        }
        (Value::Array(list), Value::Array(expected)) => {
            list.len() == expected.len() && expected.iter().all(|item| list.contains(item))
        }
        _ => value == expected,
    }
}

fn keys(value: &Value) -> BTreeSet<String> {
    let object = if value.is_array() { &value[0] } else { value };
    object.as_object().map(|object| object.keys().cloned().collect()).unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_are_answered_as_recorded() {
    let (_node, api) = instant().await;
    let alice = signed(&api, Alice);
    let outdated = sign(&alice, 0, 0, &tx().system().remark(vec![])).await;
    let probe = probe(&api).await;
    let names = [
        ("ALICE", hex(id(Alice))),
        ("PROBE", hex(probe)),
        ("GAS_LEFT", hex(devnode_probe::Task::GasLeft.encode())),
        ("OUTDATED", hex(outdated)),
    ];
    let rows: Vec<Answered> = serde_json::from_str(include_str!("../data/answers.json")).unwrap();
    for Answered { method, params, result, error, keys: expected } in rows {
        let mut text = params.to_string();
        for (name, bytes) in &names {
            text = text.replace(&format!("\"{name}\""), &format!("\"{bytes}\""));
        }
        let params: Vec<Value> = serde_json::from_str(&text).unwrap();
        let mut given = rpc_params![];
        for param in params {
            given.push(param).unwrap();
        }
        let answer = api.rpc().request::<Value>(&method, given).await;
        let answer = answer.map_err(|error| match error {
            subxt::ext::subxt_rpcs::Error::User(error) => {
                let data = error.data.and_then(|data| serde_json::from_str(data.get()).ok());
                let data: Value = data.unwrap_or_default();
                serde_json::json!({ "code": error.code, "message": error.message, "data": data })
            }
            other => panic!("{method}: {other}"),
        });
        if let Some(error) = error {
            assert_eq!(answer, Err(error), "{method}");
            continue;
        }
        let answer = answer.unwrap();
        let result = result.unwrap_or_else(|| answer.clone());
        assert!(has(&answer, &result), "{method}: {answer} is not {result}");
        assert_eq!(expected.unwrap_or_else(|| keys(&answer)), keys(&answer), "{method}");
    }
}
