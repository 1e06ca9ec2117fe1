//! Makes a block of the extrinsics that wait.

use crate::{
    block::Block,
    chain::Chain,
    engine::{Dispatched, Execution, Position, Ran, State, weight},
    extrinsic::{self, Extrinsic},
    pool::{Pending, Ready},
    report,
    runtime::Runtime,
    status::{Status, Watcher},
};
use gear_core::ids::ActorId;
use gsdk::{
    IntoSubxt,
    ext::sp_runtime::transaction_validity::InvalidTransaction,
    gear::{
        runtime_types::{
            frame_support::dispatch::{DispatchClass, DispatchInfo, Pays},
            sp_weights::weight_v2::Weight,
        },
        system, transaction_payment,
    },
};
use std::sync::Arc;

/// The most that an extrinsic costs, and who pays it.
pub struct Charge {
    payer: ActorId,
    /// The fee with the tip, in the smallest unit.
    pub fee: u128,
    pub weight: Weight,
    pub class: DispatchClass,
}

/// The room that a block has left.
struct Room {
    /// The length of the extrinsics that the block has, in bytes.
    length: usize,
    /// For normal extrinsics, in ps.
    normal: u64,
    /// For all extrinsics, in ps.
    total: u64,
}

impl Room {
    /// The room of a block that has only its time, which takes this many bytes.
    fn of_empty_block(runtime: &Runtime, length: usize) -> Self {
        let set_time = runtime.base_weight + weight::SET_TIME.ref_time;
        let total = runtime.max_block_weight - runtime.base_block_weight - set_time;
        Self { length, normal: runtime.max_normal_weight, total }
    }

    /// Takes room for an extrinsic, if there is enough. Extrinsics of its class may fill a block up
    /// to `max_length` bytes.
    fn take(
        &mut self,
        length: usize,
        max_length: usize,
        weight: u64,
        class: &DispatchClass,
    ) -> bool {
        let is_normal = matches!(class, DispatchClass::Normal);
        let left = if is_normal { self.normal.min(self.total) } else { self.total };
        if self.length + length > max_length || weight > left {
            return false;
        }
        self.length += length;
        self.total -= weight;
        if is_normal {
            self.normal -= weight;
        }
        true
    }

    /// Gives back the weight that an extrinsic did not use.
    fn give_back(&mut self, weight: u64, class: &DispatchClass) {
        self.total += weight;
        if matches!(class, DispatchClass::Normal) {
            self.normal += weight;
        }
    }
}

/// A block that is being made.
struct Building {
    execution: Execution,
    body: Vec<Vec<u8>>,
    room: Room,
    watchers: Vec<Watcher>,
}

impl Chain {
    /// The price of an extrinsic in a block. The payer must have that much.
    ///
    /// # Errors
    ///
    /// `Payment` if it can't be paid, `ExhaustsResources` if it fits in no block.
    pub fn charge(
        &self,
        extrinsic: &Extrinsic,
        state: &State,
        block: u32,
    ) -> Result<Charge, InvalidTransaction> {
        let mut charge = self.price(extrinsic, state);
        if let Some(sponsor) = state.sponsor(extrinsic.sender, &extrinsic.call, block) {
            charge.payer = sponsor;
        }
        if charge.weight.ref_time > self.runtime().max_extrinsic_weight(&charge.class) {
            return Err(InvalidTransaction::ExhaustsResources);
        }
        let has_it = state.reducible(charge.payer) >= charge.fee;
        has_it.then_some(charge).ok_or(InvalidTransaction::Payment)
    }

    /// The price of an extrinsic, whether anybody can pay it or not.
    pub fn price(&self, extrinsic: &Extrinsic, state: &State) -> Charge {
        let Extrinsic { sender, tip, call, bytes, .. } = extrinsic;
        let (weight, class) = weight::of(call);
        let fee = self.runtime().fee(bytes.len(), &weight, weight::multiplier(call, state));
        Charge { payer: *sender, fee: fee.saturating_add(*tip), weight, class }
    }

    /// An extrinsic's priority in the pool.
    pub fn priority(&self, extrinsic: &Extrinsic, charge: &Charge) -> u64 {
        let Extrinsic { tip, bytes, .. } = extrinsic;
        let Charge { weight, class, fee, .. } = charge;
        self.runtime().priority(bytes.len(), weight, class, *tip, *fee)
    }

    /// Makes the next block of the extrinsics that wait, and runs the queue.
    pub fn make_block(&mut self) -> &Arc<Block> {
        self.make_block_after(|_| ())
    }

    /// Makes the next block in this way, after `first` has changed the state.
    pub fn make_block_after(&mut self, first: impl FnOnce(&mut State)) -> &Arc<Block> {
        let runtime = Arc::clone(self.runtime());
        self.make_block_before(&runtime, first)
    }

    /// Makes the block that upgrades the runtime. As on Vara, the old runtime still makes it, and
    /// the new one answers questions about the state after it.
    pub fn upgrade_runtime(&mut self) -> &Arc<Block> {
        let upgraded = Arc::new(self.runtime().upgraded(1));
        self.make_block_before(&upgraded, |state| state.emit(system::Event::CodeUpdated))
    }

    fn make_block_before(
        &mut self,
        next: &Arc<Runtime>,
        first: impl FnOnce(&mut State),
    ) -> &Arc<Block> {
        let mut state = self.best().state.clone();
        state.next_block();
        first(&mut state);
        self.pool.expire(state.height());
        let body = vec![extrinsic::unsigned(&self.runtime().set_time(state.block.timestamp))];
        let mut execution = Execution::on(state);
        execution.state.phase = Position::Extrinsic(0);
        let info = self.info(&weight::SET_TIME, DispatchClass::Mandatory, Pays::Yes);
        succeeded(&mut execution.state, info);
        let room = Room::of_empty_block(self.runtime(), body[0].len());
        let mut building = Building { execution, body, room, watchers: vec![] };
        self.include_ready(&mut building);
        let Building { mut execution, mut body, watchers, .. } = building;
        execution.state.phase = Position::Extrinsic(index(&body));
        let extrinsics = body.len() - 1;
        body.push(extrinsic::unsigned(&self.runtime().run_queue()));
        let Ran { burned, messages } = execution.run_queue();
        let ran = Weight { ref_time: weight::RUN + burned, proof_size: 0 };
        let info = self.info(&ran, DispatchClass::Mandatory, Pays::No);
        succeeded(&mut execution.state, info);
        execution.state.end_block();
        self.append(body, execution.finish(), watchers, next);
        report::block(self.best(), extrinsics, messages, burned);
        self.best()
    }

    /// Applies the extrinsics that are ready, by their priority. If one does not fit, tries smaller
    /// ones; but later extrinsics of the same sender wait for it.
    fn include_ready(&mut self, building: &mut Building) {
        let state = &building.execution.state;
        let mut ready = self.pool.ready(|id| state.account(id).nonce);
        while let Some(Ready { key, .. }) = ready.pop() {
            let state = &building.execution.state;
            let Some(pending) = self.pool.get(key) else { continue };
            let valid = self.check(&pending.extrinsic, self.runtime(), state.height());
            let charge =
                valid.and_then(|()| self.charge(&pending.extrinsic, state, state.height()));
            if let Ok(Charge { weight, class, .. }) = &charge {
                let weight = weight.ref_time.saturating_add(self.runtime().base_weight);
                let length = pending.extrinsic.bytes.len();
                if !building.room.take(length, self.runtime().max_length(class), weight, class) {
                    continue;
                }
            }
            let Some(Pending { extrinsic, watcher, .. }) = self.pool.take(key) else { continue };
            match charge {
                Ok(charge) => {
                    self.include(building, extrinsic, charge);
                    building.watchers.extend(watcher);
                    let (sender, nonce) = key;
                    ready.extend(self.pool.ready_of(sender, nonce.saturating_add(1)));
                }
                Err(_) => {
                    if let Some(watcher) = watcher {
                        // The client may be gone.
                        let _ = watcher.send(Status::Invalid);
                    }
                }
            }
        }
    }

    /// Takes the fee, whatever the result of the call is. Gives back the weight that the call did
    /// not use.
    fn include(&self, building: &mut Building, extrinsic: Extrinsic, charge: Charge) {
        let name = self.runtime().call_name(extrinsic.call_index());
        let Extrinsic { sender, tip, call, bytes, .. } = extrinsic;
        let Charge { payer, fee, weight: worst, class } = charge;
        let Building { execution, body, room, .. } = building;
        let length = bytes.len();
        execution.state.phase = Position::Extrinsic(index(body));
        body.push(bytes);
        execution.state.accounts.entry(sender).or_default().nonce += 1;
        execution.state.withdraw_fee(payer, fee);
        let multiplier = execution.state.fee_multiplier;
        let Dispatched { outcome, weight } = execution.apply(sender, call);
        let state = &mut execution.state;
        let actual = self.runtime().fee(length, &weight, multiplier).saturating_add(tip);
        let fee = state.refund_fee(payer, fee, actual);
        state.collect_fee(fee);
        let (who, actual_fee) = (payer.into_subxt(), fee);
        state.emit(transaction_payment::Event::TransactionFeePaid { who, actual_fee, tip });
        room.give_back(worst.ref_time.saturating_sub(weight.ref_time), &class);
        let dispatch_info = self.info(&weight, class, Pays::Yes);
        report::extrinsic(sender, &name, fee, &outcome);
        match outcome {
            Ok(()) => succeeded(state, dispatch_info),
            Err(dispatch_error) => {
                state.emit(system::Event::ExtrinsicFailed { dispatch_error, dispatch_info });
            }
        }
    }

    /// The info that an event gives about an extrinsic. Adds the weight of any extrinsic to the
    /// call's.
    fn info(&self, weight: &Weight, class: DispatchClass, pays_fee: Pays) -> DispatchInfo {
        let own = Weight { ref_time: self.runtime().base_weight, proof_size: 0 };
        DispatchInfo { weight: weight::sum(weight, &own), class, pays_fee }
    }
}

fn succeeded(state: &mut State, dispatch_info: DispatchInfo) {
    state.emit(system::Event::ExtrinsicSuccess { dispatch_info });
}

/// The index of the next extrinsic in a body.
fn index(body: &[Vec<u8>]) -> u32 {
    u32::try_from(body.len()).expect("a block has fewer extrinsics than u32::MAX")
}
