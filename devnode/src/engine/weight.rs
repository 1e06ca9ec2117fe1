//! The weights of calls, as measured for Vara's runtime.

use super::{Call, State, state::FeeMultiplier};
use gsdk::gear::{
    balances, gear, gear_voucher,
    runtime_types::{
        frame_support::dispatch::DispatchClass, pallet_gear_voucher::internal::PrepaidCall,
        sp_weights::weight_v2::Weight,
    },
    system,
};

/// The weights of a read and of a write in the runtime's database, in ps.
const READ: u64 = 25_000_000;
const WRITE: u64 = 100_000_000;

/// The unit in which a code's length counts, in bytes. Only whole units count.
const CODE_UNIT: usize = 1024;

/// The weight of running the queue, without the gas that it burns, in ps.
pub const RUN: u64 = 126_693_000;

/// The weight of setting the block's time.
pub const SET_TIME: Weight = measured(9_027_000, 1_493, 2, 1);

pub const NOTHING: Weight = Weight { ref_time: 0, proof_size: 0 };

/// The most that a call weighs, and its class. A call that this node does not serve weighs nothing.
pub fn of(call: &Call) -> (Weight, DispatchClass) {
    let weight = match call {
        Call::Gear(call) => of_gear(call),
        Call::Balances(call) => of_balances(call),
        Call::System(system::Call::remark { remark }) => {
            plus(measured(1_482_000, 0, 0, 0), 337 * size(remark))
        }
        Call::System(system::Call::kill_storage { keys }) => {
            let each = 469_587 + WRITE;
            let weight = plus(measured(1_456_000, 0, 0, 0), each * keys.len() as u64);
            return (weight, DispatchClass::Operational);
        }
        Call::GearVoucher(call) => of_voucher(call),
        Call::Batch(batch, calls) => return of_batch(*batch, calls),
        Call::System(_) | Call::NotServed => NOTHING,
    };
    (weight, DispatchClass::Normal)
}

/// The factor of a call's weight in its fee. A call that fills the queue costs more if the queue is
/// long.
pub fn multiplier(call: &Call, state: &State) -> FeeMultiplier {
    match call {
        Call::Gear(
            gear::Call::create_program { .. }
            | gear::Call::upload_program { .. }
            | gear::Call::send_message { .. }
            | gear::Call::send_reply { .. },
        ) => state.fee_multiplier,
        _ => FeeMultiplier::default(),
    }
}

/// The sum of two weights.
pub fn sum(one: &Weight, other: &Weight) -> Weight {
    Weight {
        ref_time: one.ref_time.saturating_add(other.ref_time),
        proof_size: one.proof_size.saturating_add(other.proof_size),
    }
}

/// The kinds of batches. Each kind has its own weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Batch {
    UntilFailure,
    AllOrNone,
    All,
}

impl Batch {
    /// The weight of a batch of so many calls, without the calls.
    pub fn weight(self, calls: usize) -> Weight {
        let (base, each) = match self {
            Self::UntilFailure => (10_901_906, 2_135_264),
            Self::AllOrNone => (3_190_000, 2_226_890),
            Self::All => (3_399_000, 2_030_003),
        };
        plus(measured(base, 0, 0, 0), each * calls as u64)
    }
}

fn of_gear(call: &gear::Call) -> Weight {
    use gear::Call;
    match call {
        Call::upload_code { code } => upload_code(code),
        Call::upload_program { code, salt, init_payload, .. } => {
            let parts = 31_251_741 * units(code) + 478 * size(salt) + 34 * size(init_payload);
            plus(measured(16_455_724_000, 6_196, 16, 15), parts)
        }
        Call::create_program { salt, init_payload, .. } => {
            let parts = 1_298 * size(salt) + 681 * size(init_payload);
            plus(measured(459_999_765, 6_196, 16, 12), parts)
        }
        Call::send_message { payload, .. } => send_message(payload),
        Call::send_reply { payload, .. } => send_reply(payload),
        Call::claim_value { .. } => measured(141_622_000, 8_799, 18, 12),
        _ => NOTHING,
    }
}

fn upload_code(code: &[u8]) -> Weight {
    plus(measured(97_367_601, 3_469, 1, 3), 57_134_277 * units(code))
}

fn send_message(payload: &[u8]) -> Weight {
    plus(measured(16_535_626, 6_196, 12, 10), 745 * size(payload))
}

fn send_reply(payload: &[u8]) -> Weight {
    plus(measured(54_344_586, 8_799, 19, 13), 770 * size(payload))
}

fn of_balances(call: &balances::Call) -> Weight {
    use balances::Call;
    match call {
        Call::transfer_allow_death { .. } => measured(55_124_000, 6_196, 2, 2),
        Call::transfer_keep_alive { .. } => measured(32_433_000, 3_593, 1, 1),
        Call::transfer_all { .. } => measured(41_528_000, 3_593, 1, 1),
        _ => NOTHING,
    }
}

fn of_voucher(call: &gear_voucher::Call) -> Weight {
    use gear_voucher::Call;
    match call {
        Call::issue { .. } => measured(47_753_000, 6_196, 3, 4),
        Call::call { call, .. } => plus(of_prepaid(call), 2 * READ),
        Call::revoke { .. } => measured(53_615_000, 6_196, 3, 2),
        Call::update { .. } => measured(58_242_000, 6_196, 3, 3),
        Call::decline { .. } => decline_voucher(),
    }
}

fn of_prepaid(call: &PrepaidCall<u128>) -> Weight {
    match call {
        PrepaidCall::SendMessage { payload, .. } => send_message(payload),
        PrepaidCall::SendReply { payload, .. } => send_reply(payload),
        PrepaidCall::UploadCode { code } => upload_code(code),
        PrepaidCall::DeclineVoucher => decline_voucher(),
    }
}

fn decline_voucher() -> Weight {
    measured(14_746_000, 3_765, 1, 1)
}

/// The weight and the class of a batch. It is operational if all its calls are, so an empty batch
/// is operational, too.
pub fn of_batch(batch: Batch, calls: &[Call]) -> (Weight, DispatchClass) {
    let mut weight = batch.weight(calls.len());
    let mut is_operational = true;
    for call in calls {
        let (of_call, class) = of(call);
        weight = sum(&weight, &of_call);
        is_operational &= matches!(class, DispatchClass::Operational);
    }
    (weight, if is_operational { DispatchClass::Operational } else { DispatchClass::Normal })
}

/// A weight in the runtime's terms: the time, the size of the proof, and how often the database is
/// read and written.
const fn measured(time: u64, proof_size: u64, reads: u64, writes: u64) -> Weight {
    Weight { ref_time: time + reads * READ + writes * WRITE, proof_size }
}

fn plus(weight: Weight, time: u64) -> Weight {
    Weight { ref_time: weight.ref_time.saturating_add(time), ..weight }
}

fn size(bytes: &[u8]) -> u64 {
    bytes.len() as u64
}

fn units(code: &[u8]) -> u64 {
    (code.len() / CODE_UNIT) as u64
}
