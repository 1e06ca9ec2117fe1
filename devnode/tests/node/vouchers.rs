//! The rules of the pallet `GearVoucher`, through `gsdk`.

use crate::support::*;
use devnode_probe::Task;
use gear_core::ids::{ActorId, MessageId};
use gsdk::{
    AccountKeyring::*,
    Api, Event, SignedApi,
    ext::subxt::utils::AccountId32,
    gear::{
        self, gear_voucher,
        runtime_types::{
            pallet_gear_voucher::internal::{PrepaidCall, VoucherId, VoucherInfo},
            vara_runtime::RuntimeCall,
        },
        storage, tx,
    },
};
use parity_scale_codec::Encode;

type Info = VoucherInfo<AccountId32, u32>;

const DURATION: u32 = 100;

/// A node with the probe, and an account that never had money.
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
        let (program, alice, poor) = (probe(&api).await, signed(&api, Alice), poor(&api));
        Self { _node: node, api, program, alice, poor }
    }

    fn spender(&self) -> ActorId {
        ActorId::from(<[u8; 32]>::from(self.poor.account_id().clone()))
    }

    /// The spender, as extrinsics and storage have it.
    fn account(&self) -> AccountId32 {
        AccountId32(self.spender().into_bytes())
    }

    /// Issues a voucher of Alice's for messages to the probe.
    async fn issue(&self, balance: u128) -> VoucherId {
        let programs = Some(vec![self.program]);
        self.issue_for(programs, false, balance).await
    }

    async fn issue_for(
        &self,
        programs: Option<Vec<ActorId>>,
        codes: bool,
        balance: u128,
    ) -> VoucherId {
        let issued = self.alice.issue_voucher(self.spender(), balance, programs, codes, DURATION);
        issued.await.unwrap().value
    }

    /// Gives the spender 5 VARA of its own.
    async fn enrich(&self) {
        self.alice.transfer_keep_alive(self.spender(), 5 * VARA).await.unwrap();
    }

    async fn info(&self, id: &VoucherId) -> Option<Info> {
        let spender = self.account();
        let entry = storage().gear_voucher().vouchers(spender, VoucherId(id.0));
        self.api.storage().at_latest().await.unwrap().fetch(&entry).await.unwrap()
    }

    async fn left(&self, id: &VoucherId) -> u128 {
        self.api.free_balance(ActorId::from(id.0)).await.unwrap_or_default()
    }

    /// Makes a call as the spender. The voucher pays for it, so the spender needs no money. `gsdk`
    /// has no method for such a call.
    async fn call(&self, id: &VoucherId, call: PrepaidCall<u128>) -> Result<Called, String> {
        submit(&self.poor, tx().gear_voucher().call(VoucherId(id.0), call)).await
    }

    /// Sends a message from the spender to the probe.
    async fn send(&self, id: &VoucherId) -> Result<Called, String> {
        self.call(id, message(self.program, &Task::Nothing, 0)).await
    }

    async fn nonce(&self) -> u64 {
        self.api.tx().account_nonce(self.poor.account_id()).await.unwrap()
    }
}

fn message(to: ActorId, task: &Task, value: u128) -> PrepaidCall<u128> {
    let (payload, gas_limit) = (task.encode(), 5_000_000_000);
    PrepaidCall::SendMessage { destination: to, payload, gas_limit, value, keep_alive: true }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_spender_without_a_balance_sends_and_what_is_not_burned_goes_back_to_the_voucher() {
    let stage = Stage::set().await;
    let id = stage.issue(20 * VARA).await;
    let all = issuance(&stage.api).await;
    let called = stage.send(&id).await.unwrap();
    let message = queued(&called.events).unwrap();
    assert_eq!(reply_to(message, &called.events).unwrap().0, b"done");
    assert_eq!(stage.nonce().await, 1);
    assert_eq!(stage.api.free_balance(stage.spender()).await.unwrap_or_default(), 0);
    let gas = u128::from(burned(&called.events)) * 100;
    assert_eq!(stage.left(&id).await, 20 * VARA - called.fee - gas);
    assert_eq!(issuance(&stage.api).await, all);
}

#[tokio::test(flavor = "multi_thread")]
async fn value_is_the_spender_s_own_and_the_fee_is_taken_all_the_same() {
    let stage = Stage::set().await;
    let id = stage.issue(20 * VARA).await;
    let called = stage.call(&id, message(stage.program, &Task::Nothing, VARA)).await;
    fails(called, "InsufficientBalance");
    let left = stage.left(&id).await;
    assert!(left < 20 * VARA && left > 19 * VARA, "only the fee is gone: {left}");
    assert_eq!(stage.nonce().await, 1);
    stage.enrich().await;
    stage.call(&id, message(stage.program, &Task::Nothing, VARA)).await.unwrap();
    assert_eq!(stage.api.free_balance(stage.spender()).await.unwrap(), 4 * VARA);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_voucher_is_in_storage_by_the_id_of_its_number() {
    let stage = Stage::set().await;
    for number in 1..=2u64 {
        let id = stage.issue(20 * VARA).await;
        let named = gear_core::utils::hash_of_array([&b"voucher"[..], &number.to_le_bytes()[..]]);
        assert_eq!(id.0, named);
        let issued_in = stage.api.number().await.unwrap();
        let info = stage.info(&id).await.unwrap();
        assert_eq!(info.owner.0, crate::support::id(Alice).into_bytes());
        assert_eq!(info.programs, Some(vec![stage.program]));
        assert!(!info.code_uploading);
        assert_eq!(info.expiry, issued_in + DURATION + 1);
        assert_eq!(stage.left(&id).await, 20 * VARA);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_voucher_pays_for_its_own_programs_and_its_spender_alone() {
    let stage = Stage::set().await;
    let id = stage.issue(20 * VARA).await;
    let other = ActorId::from([5; 32]);
    // The voucher does not pay the fee then, and the spender can't.
    fails(stage.call(&id, message(other, &Task::Nothing, 0)).await, "pay some fees");
    stage.enrich().await;
    let called = stage.call(&id, message(other, &Task::Nothing, 0)).await;
    fails(called, "InappropriateDestination");
    assert_eq!(stage.left(&id).await, 20 * VARA, "the spender paid the fee");
    let any = stage.issue_for(None, false, 20 * VARA).await;
    stage.send(&any).await.unwrap();
    let theirs = tx().gear_voucher().call(any, message(stage.program, &Task::Nothing, 0));
    fails(submit(&signed(&stage.api, Bob), theirs).await, "InexistentVoucher");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_expired_voucher_pays_for_nothing_until_it_is_prolonged() {
    let stage = Stage::set().await;
    let issued = stage.issue(20 * VARA).await;
    advance(&stage.api, DURATION - 1).await;
    stage.send(&issued).await.unwrap();
    fails(stage.send(&issued).await, "pay some fees");
    stage.enrich().await;
    fails(stage.send(&issued).await, "VoucherExpired");
    advance(&stage.api, DURATION).await;
    let (id, none) = (VoucherId(issued.0), None::<ActorId>);
    let update = stage.alice.update_voucher(stage.spender(), id, none, None, None, None, Some(50));
    update.await.unwrap();
    let now = stage.api.number().await.unwrap();
    assert_eq!(stage.info(&issued).await.unwrap().expiry, now + 50 + 1);
    stage.send(&issued).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_voucher_is_revoked_when_it_has_expired_and_by_its_present_owner() {
    let stage = Stage::set().await;
    let issued = stage.issue(20 * VARA).await;
    let id = || VoucherId(issued.0);
    let bob = signed(&stage.api, Bob);
    fails(stage.alice.revoke_voucher(stage.spender(), id()).await, "IrrevocableYet");
    fails(bob.revoke_voucher(stage.spender(), id()).await, "BadOrigin");
    let owner = Some(crate::support::id(Bob));
    let moved = stage.alice.update_voucher(stage.spender(), id(), owner, None, None, None, None);
    moved.await.unwrap();
    advance(&stage.api, DURATION).await;
    fails(stage.alice.revoke_voucher(stage.spender(), id()).await, "BadOrigin");
    let before = bob.free_balance().await.unwrap();
    let revoke = tx().gear_voucher().revoke(stage.account(), id());
    let revoked = submit(&bob, revoke).await.unwrap();
    let after = bob.free_balance().await.unwrap();
    assert_eq!(after - before, 20 * VARA - revoked.fee);
    assert_eq!(stage.left(&issued).await, 0);
    assert!(stage.info(&issued).await.is_some(), "it stays in storage");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_declined_voucher_is_over_and_whoever_pays_declines() {
    let stage = Stage::set().await;
    let id = stage.issue(20 * VARA).await;
    stage.call(&id, PrepaidCall::DeclineVoucher).await.unwrap();
    assert!(stage.left(&id).await < 20 * VARA, "the voucher pays");
    assert_eq!(stage.info(&id).await.unwrap().expiry, stage.api.number().await.unwrap());
    stage.enrich().await;
    fails(
        submit(&stage.poor, tx().gear_voucher().decline(VoucherId(id.0))).await,
        "VoucherExpired",
    );
    stage.alice.revoke_voucher(stage.spender(), id).await.unwrap();
    let id = stage.issue(20 * VARA).await;
    stage.poor.decline_voucher(VoucherId(id.0)).await.unwrap();
    assert_eq!(stage.left(&id).await, 20 * VARA, "the spender pays");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_voucher_pays_for_codes_if_it_says_so() {
    let stage = Stage::set().await;
    let code = gas_floor::WASM_BINARY_OPT.to_vec();
    stage.enrich().await;
    let without = stage.issue(20 * VARA).await;
    let refusal = stage.call(&without, PrepaidCall::UploadCode { code: code.clone() }).await;
    fails(refusal, "CodeUploadingDisabled");
    let with = stage.issue_for(None, true, 20 * VARA).await;
    let balance = stage.poor.free_balance().await.unwrap();
    stage.poor.upload_code_with_voucher(VoucherId(with.0), code).await.unwrap();
    assert!(stage.left(&with).await < 20 * VARA);
    assert_eq!(stage.poor.free_balance().await.unwrap(), balance);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_voucher_pays_for_replies_to_its_programs() {
    let stage = Stage::set().await;
    let id = stage.issue(20 * VARA).await;
    let asked = stage.call(&id, message(stage.program, &Task::Mail { value: 0 }, 0)).await;
    let question = mailed(&asked.unwrap().events);
    let answer = |reply_to_id| PrepaidCall::SendReply {
        reply_to_id,
        payload: b"answer".to_vec(),
        gas_limit: 3_000_000_000,
        value: 0,
        keep_alive: true,
    };
    fails(stage.call(&id, answer(MessageId::zero())).await, "pay some fees");
    let before = stage.left(&id).await;
    let called = stage.call(&id, answer(question.unwrap())).await.unwrap();
    let (gas, left) = (u128::from(burned(&called.events)) * 100, stage.left(&id).await);
    // The gas that the mail kept for its rent comes back, too.
    assert!(left < before - called.fee, "the voucher pays for the reply's gas: {left}");
    assert!(before - left <= called.fee + gas);
    stage.enrich().await;
    fails(stage.call(&id, answer(MessageId::zero())).await, "UnknownDestination");
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
    fails(less.await, "CodeUploadingEnabled");
    let many = (0..33u8).map(|n| ActorId::from([n; 32])).collect();
    let many = stage.alice.update_voucher(spender, id(), none, None, Some(Some(many)), None, None);
    fails(many.await, "MaxProgramsLimitExceeded");
    let long = stage.alice.update_voucher(spender, id(), none, None, None, None, Some(2_419_200));
    fails(long.await, "DurationOutOfBounds");
    let theirs = signed(&stage.api, Bob);
    let theirs = theirs.update_voucher(spender, id(), none, Some(VARA), None, None, None);
    fails(theirs.await, "BadOrigin");

    let any = stage.alice.update_voucher(spender, id(), none, None, Some(None), None, None);
    any.await.unwrap();
    assert_eq!(stage.info(&issued).await.unwrap().programs, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_voucher_may_be_has_bounds() {
    let stage = Stage::set().await;
    let issue = async |programs, balance, duration| {
        stage.alice.issue_voucher(stage.spender(), balance, programs, false, duration).await
    };
    for duration in [0, 19, 2_419_201] {
        fails(issue(None, VARA, duration).await, "DurationOutOfBounds");
    }
    issue(None, VARA, 20).await.unwrap();
    let many = (0..33u8).map(|n| ActorId::from([n; 32])).collect();
    fails(issue(Some(many), VARA, 20).await, "MaxProgramsLimitExceeded");
    fails(issue(None, VARA - 1, 20).await, "BalanceTransfer");
    fails(issue(None, 2_000_000 * VARA, 20).await, "BalanceTransfer");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_and_a_voucher_are_had_in_one_extrinsic_or_neither_is() {
    let stage = Stage::set().await;
    let issue = |balance| {
        RuntimeCall::GearVoucher(gear_voucher::Call::issue {
            spender: stage.account(),
            balance,
            programs: Some(vec![stage.program]),
            code_uploading: false,
            duration: DURATION,
        })
    };
    let send = |destination| {
        RuntimeCall::Gear(gear::gear::Call::send_message {
            destination,
            payload: Task::Nothing.encode(),
            gas_limit: 5_000_000_000,
            value: VARA,
            keep_alive: true,
        })
    };
    let bob = signed(&stage.api, Bob);
    let half = vec![send(stage.program), issue(VARA / 2)];
    fails(submit(&bob, tx().utility().batch_all(half)).await, "BalanceTransfer");
    let both = vec![issue(20 * VARA), send(stage.program)];
    let done = submit(&bob, tx().utility().batch_all(both)).await.unwrap();
    let id = done.events.iter().find_map(|event| match event {
        Event::GearVoucher(gear_voucher::Event::VoucherIssued { voucher_id, .. }) => {
            Some(VoucherId(voucher_id.0))
        }
        _ => None,
    });
    assert!(queued(&done.events).is_some());
    stage.send(&id.unwrap()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_voucher_pays_no_fee_within_a_batch_nor_with_too_little() {
    let stage = Stage::set().await;
    let little = stage.issue(VARA + VARA / 10).await;
    fails(stage.send(&little).await, "pay some fees");
    let id = stage.issue(20 * VARA).await;
    let call = RuntimeCall::GearVoucher(gear_voucher::Call::call {
        voucher_id: VoucherId(id.0),
        call: message(stage.program, &Task::Nothing, 0),
    });
    let batch = || tx().utility().batch_all(vec![call.clone()]);
    fails(submit(&stage.poor, batch()).await, "pay some fees");
    stage.enrich().await;
    let done = submit(&stage.poor, batch()).await.unwrap();
    let gas = u128::from(burned(&done.events)) * 100;
    assert_eq!(stage.left(&id).await, 20 * VARA - gas, "but it pays for the gas");
    assert_eq!(stage.poor.free_balance().await.unwrap(), 5 * VARA - done.fee);
}
