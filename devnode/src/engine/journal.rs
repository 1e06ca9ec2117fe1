//! Applies the processor's journal to the state.

use super::{Execution, gas, pages::Page, state::State};
use core_processor::common::{DispatchOutcome, JournalHandler};
use gear_core::{
    env::MessageWaitedType,
    ids::{ActorId, CodeId, MessageId, ReservationId},
    memory::PageBuf,
    message::{Dispatch, SignalMessage, StoredDispatch},
    pages::{GearPage, WasmPage, numerated::tree::IntervalsTree},
    program::{ActiveProgram, Program, ProgramState},
    reservation::{GasReservationSlot, GasReserver},
    tasks::{ScheduledTask, VaraScheduledTask},
};
use gear_core_errors::SignalCode;
use gsdk::{
    IntoSubxt,
    gear::{
        balances,
        gear::Event as GearEvent,
        runtime_types::gear_common::{
            event::{
                DispatchStatus, MessageWaitedRuntimeReason, MessageWokenRuntimeReason,
                ProgramChangeKind, Reason,
            },
            storage::primitives::Interval,
        },
    },
};
use log::Level;
use std::{collections::BTreeMap, sync::Arc};

impl JournalHandler for Execution {
    fn message_dispatched(&mut self, id: MessageId, source: ActorId, outcome: DispatchOutcome) {
        use DispatchOutcome::*;
        let status = match &outcome {
            Exit { .. } | InitSuccess { .. } | Success => DispatchStatus::Success,
            InitFailure { .. } | MessageTrap { .. } => DispatchStatus::Failed,
            NoExecution => DispatchStatus::NotExecuted,
        };
        if let MessageTrap { program_id, trap } | InitFailure { program_id, reason: trap, .. } =
            &outcome
            && !self.is_trial
        {
            let level = if self.is_unpaid_reply { Level::Debug } else { Level::Warn };
            log::log!(level, "  message {id} to program {program_id}: {trap}");
        }
        match outcome {
            InitSuccess { program_id } => self.init_succeeded(program_id),
            InitFailure { program_id, origin, .. } => self.init_failed(program_id, origin),
            Exit { program_id: id } => {
                let change = ProgramChangeKind::Inactive;
                self.state.emit(GearEvent::ProgramChanged { id, change });
            }
            _ => {}
        }
        if self.is_user(source) {
            self.statuses.insert(id, status);
        }
    }

    fn gas_burned(&mut self, id: MessageId, amount: u64) {
        self.allowance = self.allowance.saturating_sub(amount);
        self.burn(gas::message(id), amount);
    }

    fn exit_dispatch(&mut self, id: ActorId, heir: ActorId) {
        self.end_program(id, Program::Exited(heir), heir);
    }

    fn message_consumed(&mut self, id: MessageId) {
        self.consume(gas::message(id));
    }

    fn send_dispatch(
        &mut self,
        origin: MessageId,
        dispatch: Dispatch,
        delay: u32,
        reservation: Option<ReservationId>,
    ) {
        if delay > 0 {
            self.send_delayed(origin, dispatch, delay, reservation);
        } else if self.is_user(dispatch.destination()) {
            self.send_to_user(origin, dispatch.into_parts().1, reservation);
        } else {
            self.send_to_program(origin, dispatch, reservation);
        }
    }

    fn wait_dispatch(
        &mut self,
        dispatch: StoredDispatch,
        duration: Option<u32>,
        kind: MessageWaitedType,
    ) {
        use MessageWaitedRuntimeReason::*;
        let (id, program) = (dispatch.id(), dispatch.destination());
        let (now, key) = (self.state.height(), gas::message(id));
        let longest = self.state.longest(gas::limit(key));
        let finish = duration.map_or(longest, |blocks| longest.min(now.saturating_add(blocks)));
        gas::lock(key, gas::LockId::Waitlist, self.state.rent_until(finish));
        let (reason, task) = match kind {
            MessageWaitedType::Wait => (WaitCalled, ScheduledTask::RemoveFromWaitlist(program, id)),
            MessageWaitedType::WaitUpTo => {
                (WaitUpToCalled, ScheduledTask::RemoveFromWaitlist(program, id))
            }
            MessageWaitedType::WaitFor => (WaitForCalled, ScheduledTask::WakeMessage(program, id)),
            MessageWaitedType::WaitUpToFull => {
                (WaitUpToCalledFull, ScheduledTask::WakeMessage(program, id))
            }
        };
        self.state.schedule(finish, task);
        self.state.emit(GearEvent::MessageWaited {
            id,
            origin: None,
            reason: Reason::Runtime(reason),
            expiration: finish,
        });
        let held = Interval { start: now, finish };
        self.state.waitlist.insert((program, id), Arc::new((dispatch, held)));
    }

    fn wake_message(&mut self, _by: MessageId, program: ActorId, id: MessageId, delay: u32) {
        if delay > 0 {
            if self.state.waitlist.contains_key(&(program, id)) {
                let block = self.state.height().saturating_add(delay);
                self.state.schedule(block, ScheduledTask::WakeMessage(program, id));
            }
        } else if let Some(dispatch) = self.wake(program, id) {
            let reason = Reason::Runtime(MessageWokenRuntimeReason::WakeCalled);
            self.state.emit(GearEvent::MessageWoken { id, reason });
            self.state.queue.push_back(dispatch);
        }
    }

    fn update_pages_data(&mut self, program: ActorId, pages: BTreeMap<GearPage, PageBuf>) {
        for (page, data) in pages {
            let page = (program, page);
            let now = Page::new(&data, self.state.pages.get(&page));
            self.state.pages.insert(page, now);
        }
        super::pages::install(self.state.pages.clone());
        self.changed.insert(program);
    }

    fn update_allocations(&mut self, program: ActorId, allocations: IntervalsTree<WasmPage>) {
        if let Some(old) = self.state.allocations.get(&program) {
            let freed = old.difference(&allocations).flat_map(|pages| pages.iter());
            for page in freed.flat_map(|page| page.to_iter()).collect::<Vec<_>>() {
                self.state.pages.remove(&(program, page));
            }
            super::pages::install(self.state.pages.clone());
        }
        let length = u32::try_from(allocations.intervals_amount());
        self.state.active_mut(program).allocations_tree_len =
            length.expect("there are fewer intervals than pages, whose numbers are u32");
        self.state.allocations.insert(program, allocations);
    }

    fn send_value(&mut self, from: ActorId, to: ActorId, value: u128, locked: bool) {
        if value == 0 {
        } else if locked {
            self.state.hand_on_value(from, to, value);
        } else {
            self.state.deliver_value(from, to, value);
        }
    }

    fn store_new_programs(
        &mut self,
        creator: ActorId,
        code_id: CodeId,
        candidates: Vec<(MessageId, ActorId)>,
    ) {
        for (message_id, id) in candidates {
            if !self.state.codes.contains_key(&code_id) {
                self.without_code.insert(id);
            } else if !self.state.is_program(id) {
                self.state.create_program(creator, id, code_id, message_id, true).expect(
                    "the processor keeps the existential deposit back from what the creator can spend",
                );
                let change = ProgramChangeKind::ProgramSet { expiration: self.state.height() };
                self.state.emit(GearEvent::ProgramChanged { id, change });
            }
        }
    }

    fn stop_processing(&mut self, dispatch: StoredDispatch, burned: u64) {
        self.allowance = self.allowance.saturating_sub(burned);
        self.is_stopped = true;
        self.state.queue.push_front(dispatch);
    }

    fn reserve_gas(
        &mut self,
        id: MessageId,
        reservation: ReservationId,
        program: ActorId,
        amount: u64,
        duration: u32,
    ) {
        let now = self.state.height();
        let finish = now.saturating_add(duration);
        let rent = self.state.rent_until(finish);
        gas::reserve(id, reservation, amount.saturating_add(rent));
        gas::lock(gas::reservation(reservation), gas::LockId::Reservation, rent);
        self.state.schedule(finish, ScheduledTask::RemoveGasReservation(program, reservation));
    }

    fn unreserve_gas(&mut self, reservation: ReservationId, program: ActorId, _expiration: u32) {
        self.remove_reservation(program, reservation);
    }

    fn update_gas_reservation(&mut self, program: ActorId, reserver: GasReserver) {
        let now = self.state.height();
        self.state.active_mut(program).gas_reservation_map =
            reserver.into_map(now, |duration| now.saturating_add(duration));
    }

    fn system_reserve_gas(&mut self, id: MessageId, amount: u64) {
        gas::system_reserve(id, amount);
    }

    fn system_unreserve_gas(&mut self, id: MessageId) {
        gas::system_unreserve(id);
    }

    fn send_signal(&mut self, id: MessageId, destination: ActorId, code: SignalCode) {
        let reserved = gas::system_unreserve(id);
        if reserved > 0 {
            let signal = SignalMessage::new(id, code).into_dispatch(id, destination).into_stored();
            gas::split_with_value(gas::message(id), signal.id(), reserved);
            self.state.queue.push_back(signal);
        }
    }

    fn reply_deposit(&mut self, id: MessageId, reply: MessageId, amount: u64) {
        gas::create_deposit(id, reply, amount);
    }
}

impl Execution {
    /// Whether a message to this id goes to an account rather than to a program.
    pub(super) fn is_user(&self, id: ActorId) -> bool {
        !self.state.is_program(id) && !self.without_code.contains(&id)
    }

    fn init_succeeded(&mut self, id: ActorId) {
        self.state.active_mut(id).state = ProgramState::Initialized;
        let change = ProgramChangeKind::Active { expiration: self.state.height() };
        self.state.emit(GearEvent::ProgramChanged { id, change });
    }

    /// Terminates a program whose `init` failed. Its creator gets its balance.
    pub(super) fn init_failed(&mut self, id: ActorId, origin: ActorId) {
        if self.state.active(id).is_some() {
            self.end_program(id, Program::Terminated(origin), origin);
            let change = ProgramChangeKind::Terminated;
            self.state.emit(GearEvent::ProgramChanged { id, change });
        }
    }

    fn end_program(&mut self, id: ActorId, end: Program<u32>, heir: ActorId) {
        let waiting: Vec<_> =
            self.state.waitlist.keys().filter(|key| key.0 == id).copied().collect();
        for (program, message) in waiting {
            let dispatch = self.wake(program, message).expect("it was in the waitlist");
            self.state.queue.push_back(dispatch);
        }
        let reservations = self.state.active_mut(id).gas_reservation_map.clone();
        for reservation in reservations.into_keys() {
            self.remove_reservation(id, reservation);
        }
        self.state.programs.insert(id, end);
        let (who, amount) = (id.into_subxt(), self.state.constants.existential_deposit);
        self.state.emit(balances::Event::Unlocked { who, amount });
        let balance = self.state.free(id);
        if balance > 0 && self.state.can_receive(heir, balance) {
            let moved = self.state.pay(id, heir, balance, false);
            moved.expect("it is the program's whole balance");
        }
    }

    /// Takes a message out of the waitlist, and charges its rent.
    pub(super) fn wake(&mut self, program: ActorId, id: MessageId) -> Option<StoredDispatch> {
        let waiting = self.state.waitlist.remove(&(program, id))?;
        let (dispatch, held) = Arc::unwrap_or_clone(waiting);
        self.charge_for_hold(gas::message(id), &held, gas::LockId::Waitlist);
        self.state.unschedule(held.finish, &ScheduledTask::RemoveFromWaitlist(program, id));
        Some(dispatch)
    }

    /// Ends a reservation, charges its rent and removes its task.
    pub(super) fn remove_reservation(&mut self, program: ActorId, id: ReservationId) {
        // The journal ends reservations before it replaces the map as a whole.
        let slot = self.state.active_mut(program).gas_reservation_map.remove(&id);
        let Some(GasReservationSlot { start, finish, .. }) = slot else { return };
        let key = gas::reservation(id);
        self.charge_for_hold(key, &Interval { start, finish }, gas::LockId::Reservation);
        self.consume(key);
        self.state.unschedule(finish, &ScheduledTask::RemoveGasReservation(program, id));
    }
}

impl State {
    /// Schedules a task for a block, once.
    pub(super) fn schedule(&mut self, block: u32, task: VaraScheduledTask<ActorId>) {
        let tasks = self.tasks.entry(block).or_default();
        if !tasks.contains(&task) {
            tasks.push_back(task);
        }
    }

    pub(super) fn unschedule(&mut self, block: u32, task: &VaraScheduledTask<ActorId>) {
        if let Some(tasks) = self.tasks.get_mut(&block) {
            tasks.retain(|other| other != task);
            if tasks.is_empty() {
                self.tasks.remove(&block);
            }
        }
    }

    /// Makes a program that waits for its `init`. Pays and locks the program's existential deposit.
    ///
    /// # Errors
    ///
    /// As for a transfer.
    pub(super) fn create_program(
        &mut self,
        creator: ActorId,
        id: ActorId,
        code_id: CodeId,
        message_id: MessageId,
        keep_alive: bool,
    ) -> Result<(), balances::Error> {
        let deposit = self.constants.existential_deposit;
        self.pay(creator, id, deposit, keep_alive)?;
        self.emit(balances::Event::Locked { who: id.into_subxt(), amount: deposit });
        let program = ActiveProgram {
            allocations_tree_len: 0,
            memory_infix: Default::default(),
            gas_reservation_map: Default::default(),
            code_id,
            state: ProgramState::Uninitialized { message_id },
            expiration_block: self.height(),
        };
        self.programs.insert(id, Program::Active(program));
        Ok(())
    }
}
