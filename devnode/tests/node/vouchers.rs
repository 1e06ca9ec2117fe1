//! Pallet `GearVoucher`: each rule of it, by `gsdk`.

use crate::support::*;
use devnode_probe::Task;
use gear_core::ids::{ActorId, MessageId};
use gsdk::{
    AccountKeyring::*,
    Api, Event, SignedApi,
    ext::subxt::utils::AccountId32,
    gear::{
        gear::Event as GearEvent,
        runtime_types::{
            pallet_gear_voucher::internal::{PrepaidCall, VoucherId, VoucherInfo},
            vara_runtime::RuntimeCall,
        },
        storage, transaction_payment, tx,
    },
};
use parity_scale_codec::Encode;

type Info = VoucherInfo<AccountId32, u32>;

const DURATION: u32 = 100;

/// The probe on a node of its own, and somebody who never had a coin.
struct Stage {
    _node: vara_devnode::Node,
    api: Api,
    program: ActorId,
    alice: SignedApi,
    poor: SignedApi,
}

impl Stage {
    async fn set() -> Self {
        let (node, api) = instant().await;
        let alice = signed(&api, Alice);
        let code = devnode_probe::WASM_BINARY_OPT.to_vec();
        let (_, program) = alice.upload_program_bytes(code, [], [], GAS, 0).await.unwrap().value;
        let poor = api.clone().signed("//Poor", None).unwrap();
        Self { _node: node, api, program, alice, poor }
    }

    fn spender(&self) -> ActorId {
        ActorId::from(<[u8; 32]>::from(self.poor.account_id().clone()))
    }

    /// The same, as extrinsics and storage have it.
    fn account(&self) -> AccountId32 {
        AccountId32(self.spender().into_bytes())
    }

    /// Alice pays for messages to the probe.
    async fn issue(&self, balance: u128) -> VoucherId {
        let programs = Some(vec![self.program]);
        self.issue_for(programs, false, balance).await
    }

    async fn issue_for(
        &self,
        programs: Option<Vec<ActorId>>,
        code_uploading: bool,
        balance: u128,
    ) -> VoucherId {
        let spender = self.spender();
        let issued =
            self.alice.issue_voucher(spender, balance, programs, code_uploading, DURATION).await;
        issued.unwrap().value
    }

    async fn info(&self, id: &VoucherId) -> Option<Info> {
        let spender = self.account();
        let entry = storage().gear_voucher().vouchers(spender, VoucherId(id.0));
        self.api.storage().at_latest().await.unwrap().fetch(&entry).await.unwrap()
    }

    async fn left(&self, id: &VoucherId) -> u128 {
        self.api.free_balance(ActorId::from(id.0)).await.unwrap_or_default()
    }

    /// Has the spender do something that the voucher pays for. It can do that with no
    /// account at all, which `gsdk` does not ask for in this way.
    async fn call(&self, id: &VoucherId, call: PrepaidCall<u128>) -> Result<Called, String> {
        submit(&self.poor, tx().gear_voucher().call(VoucherId(id.0), call)).await
    }

    async fn nonce(&self) -> u64 {
        self.api.tx().account_nonce(self.poor.account_id()).await.unwrap()
    }
}

/// An extrinsic that was in a block.
struct Called {
    /// Of the whole block.
    events: Vec<Event>,
    fee: u128,
}

async fn submit(
    who: &SignedApi,
    call: impl gsdk::ext::subxt::tx::Payload,
) -> Result<Called, String> {
    let api: &Api = who;
    let sent = api.tx().sign_and_submit_then_watch_default(&call, who.signer()).await;
    // The node's own words are in the error's data, which only `Debug` shows.
    let block = sent.map_err(|error| format!("{error:?}"))?.wait_for_finalized().await;
    let block = block.map_err(|error| error.to_string())?;
    let own = block.wait_for_success().await.map_err(|error| error.to_string())?;
    let paid = own.find_first::<transaction_payment::events::TransactionFeePaid>().unwrap();
    let events = api.block_events_at(Some(block.block_hash())).await.unwrap();
    Ok(Called { events, fee: paid.unwrap().actual_fee })
}

fn message(to: ActorId, task: &Task, value: u128) -> PrepaidCall<u128> {
    let (payload, gas_limit) = (task.encode(), 5_000_000_000);
    PrepaidCall::SendMessage { destination: to, payload, gas_limit, value, keep_alive: true }
}

fn queued(events: &[Event]) -> Option<MessageId> {
    events.iter().find_map(|event| match event {
        Event::Gear(GearEvent::MessageQueued { id, .. }) => Some(*id),
        _ => None,
    })
}

/// Has the error be a pallet's.
#[track_caller]
fn refused<T>(outcome: Result<T, String>, name: &str) {
    let Err(error) = outcome else { panic!("it is no error: {name} was expected") };
    assert!(error.contains(name), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_spender_needs_no_balance() {
    let stage = Stage::set().await;
    let id = stage.issue(20 * VARA).await;
    let called = stage.call(&id, message(stage.program, &Task::Nothing, 0)).await.unwrap();
    let message = queued(&called.events).unwrap();
    assert_eq!(reply_to(message, &called.events).unwrap().0, b"done");
    assert_eq!(stage.nonce().await, 1);
    assert_eq!(stage.api.free_balance(stage.spender()).await.unwrap_or_default(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn fee_and_gas_come_from_the_voucher_and_what_is_not_burned_goes_back_to_it() {
    let stage = Stage::set().await;
    let id = stage.issue(20 * VARA).await;
    let all = issuance(&stage.api).await;
    let called = stage.call(&id, message(stage.program, &Task::Nothing, 0)).await.unwrap();
    let gas = u128::from(burned(&called.events)) * 100;
    assert_eq!(stage.left(&id).await, 20 * VARA - called.fee - gas);
    assert_eq!(issuance(&stage.api).await, all);
}

#[tokio::test(flavor = "multi_thread")]
async fn value_is_the_spender_s_own_and_the_fee_is_taken_all_the_same() {
    let stage = Stage::set().await;
    let id = stage.issue(20 * VARA).await;
    let called = stage.call(&id, message(stage.program, &Task::Nothing, VARA)).await;
    refused(called, "InsufficientBalance");
    let left = stage.left(&id).await;
    assert!(left < 20 * VARA && left > 19 * VARA, "only the fee is gone: {left}");
    assert_eq!(stage.nonce().await, 1);
    stage.alice.transfer_keep_alive(stage.spender(), 5 * VARA).await.unwrap();
    stage.call(&id, message(stage.program, &Task::Nothing, VARA)).await.unwrap();
    assert_eq!(stage.api.free_balance(stage.spender()).await.unwrap(), 4 * VARA);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_details_are_in_storage() {
    let stage = Stage::set().await;
    let id = stage.issue(20 * VARA).await;
    let issued_in = stage.api.number().await.unwrap();
    let info = stage.info(&id).await.unwrap();
    assert_eq!(info.owner.0, crate::support::id(Alice).into_bytes());
    assert_eq!(info.programs, Some(vec![stage.program]));
    assert!(!info.code_uploading);
    assert_eq!(info.expiry, issued_in + DURATION + 1);
    assert_eq!(stage.left(&id).await, 20 * VARA);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_voucher_s_id_is_that_of_its_number() {
    let stage = Stage::set().await;
    for number in 1..=2u64 {
        let id = stage.issue(2 * VARA).await;
        let expected =
            gear_core::utils::hash_of_array([&b"voucher"[..], &number.to_le_bytes()[..]]);
        assert_eq!(id.0, expected);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_voucher_pays_for_its_own_programs_alone() {
    let stage = Stage::set().await;
    let id = stage.issue(20 * VARA).await;
    let other = ActorId::from([5; 32]);
    // Nobody pays the fee then, and the spender can't.
    refused(stage.call(&id, message(other, &Task::Nothing, 0)).await, "pay some fees");
    stage.alice.transfer_keep_alive(stage.spender(), 5 * VARA).await.unwrap();
    let called = stage.call(&id, message(other, &Task::Nothing, 0)).await;
    refused(called, "InappropriateDestination");
    assert_eq!(stage.left(&id).await, 20 * VARA, "the spender has paid the fee");
    let any = stage.issue_for(None, false, 20 * VARA).await;
    stage.call(&any, message(stage.program, &Task::Nothing, 0)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_but_the_spender_can_use_it() {
    let stage = Stage::set().await;
    let id = stage.issue(20 * VARA).await;
    let call = message(stage.program, &Task::Nothing, 0);
    let called = submit(&signed(&stage.api, Bob), tx().gear_voucher().call(id, call)).await;
    refused(called, "InexistentVoucher");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_expired_voucher_pays_for_nothing() {
    let stage = Stage::set().await;
    let id = stage.issue(20 * VARA).await;
    advance(&stage.api, DURATION - 1).await;
    stage.call(&id, message(stage.program, &Task::Nothing, 0)).await.unwrap();
    let called = stage.call(&id, message(stage.program, &Task::Nothing, 0)).await;
    refused(called, "pay some fees");
    stage.alice.transfer_keep_alive(stage.spender(), 5 * VARA).await.unwrap();
    let called = stage.call(&id, message(stage.program, &Task::Nothing, 0)).await;
    refused(called, "VoucherExpired");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_voucher_is_revoked_when_it_has_expired_and_by_its_owner() {
    let stage = Stage::set().await;
    let issued = stage.issue(20 * VARA).await;
    let id = || VoucherId(issued.0);
    let early = stage.alice.revoke_voucher(stage.spender(), id()).await;
    refused(early.map_err(|error| error.to_string()), "IrrevocableYet");
    let bob = signed(&stage.api, Bob).revoke_voucher(stage.spender(), id()).await;
    refused(bob.map_err(|error| error.to_string()), "BadOrigin");
    advance(&stage.api, DURATION).await;
    let before = stage.alice.free_balance().await.unwrap();
    let revoke = tx().gear_voucher().revoke(stage.account(), id());
    let revoked = submit(&stage.alice, revoke).await.unwrap();
    let after = stage.alice.free_balance().await.unwrap();
    assert_eq!(after - before, 20 * VARA - revoked.fee);
    assert_eq!(stage.left(&issued).await, 0);
    assert!(stage.info(&issued).await.is_some(), "it is known all the same");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_declined_voucher_is_over() {
    let stage = Stage::set().await;
    let issued = stage.issue(20 * VARA).await;
    let id = || VoucherId(issued.0);
    stage.call(&issued, PrepaidCall::DeclineVoucher).await.unwrap();
    let expiry = stage.info(&issued).await.unwrap().expiry;
    assert_eq!(expiry, stage.api.number().await.unwrap());
    stage.alice.transfer_keep_alive(stage.spender(), 5 * VARA).await.unwrap();
    let again = submit(&stage.poor, tx().gear_voucher().decline(id())).await;
    refused(again, "VoucherExpired");
    stage.alice.revoke_voucher(stage.spender(), id()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_spender_with_a_balance_declines_by_itself() {
    let stage = Stage::set().await;
    stage.alice.transfer_keep_alive(stage.spender(), 5 * VARA).await.unwrap();
    let id = stage.issue(20 * VARA).await;
    stage.poor.decline_voucher(VoucherId(id.0)).await.unwrap();
    assert_eq!(stage.left(&id).await, 20 * VARA, "who declines pays");
    stage.alice.revoke_voucher(stage.spender(), id).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_voucher_pays_for_codes_if_it_says_so() {
    let stage = Stage::set().await;
    let code = gas_floor::WASM_BINARY_OPT.to_vec();
    stage.alice.transfer_keep_alive(stage.spender(), 5 * VARA).await.unwrap();
    let without = stage.issue(20 * VARA).await;
    let refusal = stage.call(&without, PrepaidCall::UploadCode { code: code.clone() }).await;
    refused(refusal, "CodeUploadingDisabled");
    let with = stage.issue_for(None, true, 20 * VARA).await;
    let balance = stage.poor.free_balance().await.unwrap();
    stage.poor.upload_code_with_voucher(VoucherId(with.0), code).await.unwrap();
    assert!(stage.left(&with).await < 20 * VARA);
    assert_eq!(stage.poor.free_balance().await.unwrap(), balance);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_voucher_pays_for_replies_to_its_programs() {
    let stage = Stage::set().await;
    stage.alice.transfer_keep_alive(stage.program, 50 * VARA).await.unwrap();
    let id = stage.issue(20 * VARA).await;
    let asked = stage.call(&id, message(stage.program, &Task::Mail { value: 0 }, 0)).await;
    let asked = asked.unwrap();
    let question = asked.events.iter().find_map(|event| match event {
        Event::Gear(GearEvent::UserMessageSent { message, expiration: Some(_) }) => {
            Some(message.id())
        }
        _ => None,
    });
    let answer = |reply_to_id| PrepaidCall::SendReply {
        reply_to_id,
        payload: b"answer".to_vec(),
        gas_limit: 3_000_000_000,
        value: 0,
        keep_alive: true,
    };
    refused(stage.call(&id, answer(MessageId::zero())).await, "pay some fees");
    let before = stage.left(&id).await;
    let called = stage.call(&id, answer(question.unwrap())).await.unwrap();
    let (gas, left) = (u128::from(burned(&called.events)) * 100, stage.left(&id).await);
    // What the mail has kept for its rent comes back with it.
    assert!(left < before - called.fee, "the reply's gas is the voucher's: {left}");
    assert!(before - left <= called.fee + gas);
    stage.alice.transfer_keep_alive(stage.spender(), 5 * VARA).await.unwrap();
    refused(stage.call(&id, answer(MessageId::zero())).await, "UnknownDestination");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_update_allows_more_and_never_less() {
    let stage = Stage::set().await;
    let issued = stage.issue(20 * VARA).await;
    let id = || VoucherId(issued.0);
    let spender = stage.spender();
    let other = ActorId::from([5; 32]);
    let expiry = stage.info(&issued).await.unwrap().expiry;
    let none = None::<ActorId>;
    let programs = Some(Some(vec![other, stage.program]));
    let update =
        stage.alice.update_voucher(spender, id(), none, Some(VARA), programs, Some(true), Some(30));
    update.await.unwrap();
    let info = stage.info(&issued).await.unwrap();
    assert_eq!(info.programs.unwrap().len(), 2);
    assert!(info.code_uploading);
    assert_eq!(info.expiry, expiry + 30);
    assert_eq!(stage.left(&issued).await, 21 * VARA);

    let less = stage.alice.update_voucher(spender, id(), none, None, None, Some(false), None);
    refused(less.await.map_err(|error| error.to_string()), "CodeUploadingEnabled");
    let many = (0..33u8).map(|n| ActorId::from([n; 32])).collect();
    let many = stage.alice.update_voucher(spender, id(), none, None, Some(Some(many)), None, None);
    refused(many.await.map_err(|error| error.to_string()), "MaxProgramsLimitExceeded");
    let long = stage.alice.update_voucher(spender, id(), none, None, None, None, Some(2_419_200));
    refused(long.await.map_err(|error| error.to_string()), "DurationOutOfBounds");
    let theirs = signed(&stage.api, Bob);
    let theirs = theirs.update_voucher(spender, id(), none, Some(VARA), None, None, None);
    refused(theirs.await.map_err(|error| error.to_string()), "BadOrigin");

    let any = stage.alice.update_voucher(spender, id(), none, None, Some(None), None, None);
    any.await.unwrap();
    assert_eq!(stage.info(&issued).await.unwrap().programs, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_gets_a_voucher_gets_back_what_is_left_of_it() {
    let stage = Stage::set().await;
    let issued = stage.issue(20 * VARA).await;
    let id = || VoucherId(issued.0);
    let bob = Some(crate::support::id(Bob));
    let moved = stage.alice.update_voucher(stage.spender(), id(), bob, None, None, None, None);
    moved.await.unwrap();
    advance(&stage.api, DURATION).await;
    let theirs = stage.alice.revoke_voucher(stage.spender(), id()).await;
    refused(theirs.map_err(|error| error.to_string()), "BadOrigin");
    signed(&stage.api, Bob).revoke_voucher(stage.spender(), id()).await.unwrap();
    assert_eq!(stage.left(&issued).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_expired_voucher_is_prolonged_from_now_on() {
    let stage = Stage::set().await;
    let issued = stage.issue(20 * VARA).await;
    advance(&stage.api, 3 * DURATION).await;
    let none = None::<ActorId>;
    let id = VoucherId(issued.0);
    let update = stage.alice.update_voucher(stage.spender(), id, none, None, None, None, Some(50));
    update.await.unwrap();
    let now = stage.api.number().await.unwrap();
    assert_eq!(stage.info(&issued).await.unwrap().expiry, now + 50 + 1);
    stage.call(&issued, message(stage.program, &Task::Nothing, 0)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_voucher_may_be_has_bounds() {
    let stage = Stage::set().await;
    let issue = async |programs, balance, duration| {
        let issued =
            stage.alice.issue_voucher(stage.spender(), balance, programs, false, duration).await;
        issued.map(|issued| issued.value).map_err(|error| error.to_string())
    };
    for duration in [0, 19, 2_419_201] {
        refused(issue(None, VARA, duration).await, "DurationOutOfBounds");
    }
    issue(None, VARA, 20).await.unwrap();
    let many = (0..33u8).map(|n| ActorId::from([n; 32])).collect();
    refused(issue(Some(many), VARA, 20).await, "MaxProgramsLimitExceeded");
    refused(issue(None, VARA - 1, 20).await, "BalanceTransfer");
    refused(issue(None, 2_000_000 * VARA, 20).await, "BalanceTransfer");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_voucher_that_can_t_pay_the_fee_and_exist_is_no_help() {
    let stage = Stage::set().await;
    let id = stage.issue(VARA + VARA / 10).await;
    refused(stage.call(&id, message(stage.program, &Task::Nothing, 0)).await, "pay some fees");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_and_a_voucher_are_had_in_one_extrinsic_or_neither_is() {
    let stage = Stage::set().await;
    let issue = |balance| {
        RuntimeCall::GearVoucher(gsdk::gear::gear_voucher::Call::issue {
            spender: stage.account(),
            balance,
            programs: Some(vec![stage.program]),
            code_uploading: false,
            duration: DURATION,
        })
    };
    let send = |destination| {
        RuntimeCall::Gear(gsdk::gear::gear::Call::send_message {
            destination,
            payload: Task::Nothing.encode(),
            gas_limit: 5_000_000_000,
            value: VARA,
            keep_alive: true,
        })
    };
    let bob = signed(&stage.api, Bob);
    let half = vec![send(stage.program), issue(VARA / 2)];
    refused(submit(&bob, tx().utility().batch_all(half)).await, "BalanceTransfer");
    let both = vec![issue(20 * VARA), send(stage.program)];
    let done = submit(&bob, tx().utility().batch_all(both)).await.unwrap();
    let id = done.events.iter().find_map(|event| match event {
        Event::GearVoucher(gsdk::gear::gear_voucher::Event::VoucherIssued {
            voucher_id, ..
        }) => Some(VoucherId(voucher_id.0)),
        _ => None,
    });
    assert!(queued(&done.events).is_some());
    stage.call(&id.unwrap(), message(stage.program, &Task::Nothing, 0)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_voucher_pays_no_fee_within_a_batch() {
    let stage = Stage::set().await;
    let id = stage.issue(20 * VARA).await;
    let call = RuntimeCall::GearVoucher(gsdk::gear::gear_voucher::Call::call {
        voucher_id: VoucherId(id.0),
        call: message(stage.program, &Task::Nothing, 0),
    });
    let batch = || tx().utility().batch_all(vec![call.clone()]);
    refused(submit(&stage.poor, batch()).await, "pay some fees");
    stage.alice.transfer_keep_alive(stage.spender(), 5 * VARA).await.unwrap();
    let done = submit(&stage.poor, batch()).await.unwrap();
    let gas = u128::from(burned(&done.events)) * 100;
    assert_eq!(stage.left(&id).await, 20 * VARA - gas, "but it pays the gas");
    assert_eq!(stage.poor.free_balance().await.unwrap(), 5 * VARA - done.fee);
}
