//! Applies the calls of accounts' extrinsics.

use super::{
    Execution,
    calls::{NewProgram, Spending},
    failure::{Outcome, module, not_served},
    gas,
    weight::{self, Batch},
};
use gear_core::ids::ActorId;
use gsdk::{
    RuntimeError,
    ext::subxt::utils::{AccountId32, MultiAddress},
    gear::{
        balances, gear, gear_voucher,
        runtime_types::{sp_runtime::DispatchError, sp_weights::weight_v2::Weight},
        system, utility,
    },
};

/// A call, as far as this node serves it.
#[derive(Clone, Debug, PartialEq)]
pub enum Call {
    Balances(balances::Call),
    /// A batch of one of [`Batch`]'s kinds.
    Batch(Batch, Vec<Call>),
    Gear(gear::Call),
    GearVoucher(gear_voucher::Call),
    System(system::Call),
    /// A call that the runtime has but this node does not serve.
    NotServed,
}

/// The result of a call, and the weight that it used.
pub struct Dispatched {
    pub outcome: Outcome,
    pub weight: Weight,
}

/// The result of a batch, and the weight that it used.
type Batched = (Outcome, Weight);

impl Execution {
    /// Applies a signed call completely, or not at all. It fails with the error that Vara's runtime
    /// gives, or with `CallFiltered` if this node does not serve it.
    pub fn apply(&mut self, who: ActorId, call: Call) -> Dispatched {
        let before = (self.state.clone(), gas::Copied::current());
        let (outcome, weight) = match call {
            Call::Batch(kind, calls) => self.batch(who, kind, calls),
            call => {
                let (weight, _) = weight::of(&call);
                (self.dispatch(who, call), weight)
            }
        };
        if outcome.is_err() {
            self.state = before.0;
            before.1.install();
        }
        Dispatched { outcome, weight }
    }

    fn dispatch(&mut self, who: ActorId, call: Call) -> Outcome {
        match call {
            Call::Gear(call) => self.gear(who, call),
            Call::Balances(call) => self.balances(who, call),
            Call::GearVoucher(call) => self.voucher(who, call),
            Call::System(system::Call::remark { .. }) => Ok(()),
            // Only root may do this, but a block includes it whoever sends it.
            Call::System(system::Call::kill_storage { .. }) => Err(DispatchError::BadOrigin),
            _ => Err(not_served()),
        }
    }

    fn gear(&mut self, who: ActorId, call: gear::Call) -> Outcome {
        use gear::Call;
        match call {
            Call::upload_code { code } => self.upload_code(code),
            Call::upload_program { code, salt, init_payload, gas_limit, value, keep_alive } => {
                let new = NewProgram { salt, init_payload, gas_limit, value, keep_alive };
                self.upload_program(who, code, new)
            }
            Call::create_program { code_id, salt, init_payload, gas_limit, value, keep_alive } => {
                let new = NewProgram { salt, init_payload, gas_limit, value, keep_alive };
                self.create_program(who, code_id, new)
            }
            Call::send_message { destination, payload, gas_limit, value, keep_alive } => {
                let spending = Spending { gas_limit, value, keep_alive, sponsor: who };
                self.send_message(who, destination, payload, spending)
            }
            Call::send_reply { reply_to_id, payload, gas_limit, value, keep_alive } => {
                let spending = Spending { gas_limit, value, keep_alive, sponsor: who };
                self.send_reply(who, reply_to_id, payload, spending)
            }
            Call::claim_value { message_id } => self.claim_value(who, message_id),
            _ => Err(not_served()),
        }
    }

    fn balances(&mut self, who: ActorId, call: balances::Call) -> Outcome {
        use balances::Call;
        let (dest, value, keep_alive) = match call {
            Call::transfer_allow_death { dest, value } => (dest, value, false),
            Call::transfer_keep_alive { dest, value } => (dest, value, true),
            Call::transfer_all { dest, keep_alive: true } => {
                (dest, self.state.reducible(who), true)
            }
            Call::transfer_all { dest, keep_alive: false } => (dest, self.state.free(who), false),
            _ => return Err(not_served()),
        };
        let dest = account(dest).ok_or(DispatchError::CannotLookup)?;
        self.state.transfer(who, dest, value, keep_alive).map_err(DispatchError::Token)
    }

    /// Applies a batch of one of the three kinds: it stops at the first failure, or undoes
    /// everything then, or goes on. A batch weighs as much as it has done.
    fn batch(&mut self, who: ActorId, kind: Batch, calls: Vec<Call>) -> Batched {
        if calls.len() > self.state.constants.max_batch as usize {
            let error = RuntimeError::Utility(utility::Error::TooManyCalls);
            return (Err(module(&error)), weight::of_batch(kind, &calls).0);
        }
        match kind {
            Batch::UntilFailure => self.batch_until_failure(who, calls),
            Batch::AllOrNone => self.batch_all(who, calls),
            Batch::All => self.force_batch(who, calls),
        }
    }

    fn batch_until_failure(&mut self, who: ActorId, calls: Vec<Call>) -> Batched {
        use utility::Event;
        let (count, mut weight) = (calls.len(), weight::NOTHING);
        for (index, call) in (0u32..).zip(calls) {
            let item = self.apply(who, call);
            weight = weight::sum(&weight, &item.weight);
            if let Err(error) = item.outcome {
                self.state.emit(Event::BatchInterrupted { index, error });
                let own = Batch::UntilFailure.weight(index as usize + 1);
                return (Ok(()), weight::sum(&own, &weight));
            }
            self.state.emit(Event::ItemCompleted);
        }
        self.state.emit(Event::BatchCompleted);
        (Ok(()), weight::sum(&Batch::UntilFailure.weight(count), &weight))
    }

    fn batch_all(&mut self, who: ActorId, calls: Vec<Call>) -> Batched {
        use utility::Event;
        let (count, mut weight) = (calls.len(), weight::NOTHING);
        for (done, call) in (1..).zip(calls) {
            // A batch that undoes everything may not contain another one of its kind.
            let item = match call {
                Call::Batch(Batch::AllOrNone, _) => {
                    Dispatched { outcome: Err(not_served()), weight: weight::of(&call).0 }
                }
                call => self.apply(who, call),
            };
            weight = weight::sum(&weight, &item.weight);
            if item.outcome.is_err() {
                let own = Batch::AllOrNone.weight(done);
                return (item.outcome, weight::sum(&own, &weight));
            }
            self.state.emit(Event::ItemCompleted);
        }
        self.state.emit(Event::BatchCompleted);
        (Ok(()), weight::sum(&Batch::AllOrNone.weight(count), &weight))
    }

    fn force_batch(&mut self, who: ActorId, calls: Vec<Call>) -> Batched {
        use utility::Event;
        let (mut weight, mut all_done) = (Batch::All.weight(calls.len()), true);
        for call in calls {
            let item = self.apply(who, call);
            weight = weight::sum(&weight, &item.weight);
            all_done &= item.outcome.is_ok();
            self.state.emit(match item.outcome {
                Ok(()) => Event::ItemCompleted,
                Err(error) => Event::ItemFailed { error },
            });
        }
        let ended = if all_done { Event::BatchCompleted } else { Event::BatchCompletedWithErrors };
        self.state.emit(ended);
        (Ok(()), weight)
    }
}

/// The account that an address names.
pub fn account(address: MultiAddress<AccountId32, ()>) -> Option<ActorId> {
    match address {
        MultiAddress::Id(id) => Some(id.0.into()),
        MultiAddress::Address32(bytes) => Some(bytes.into()),
        _ => None,
    }
}
