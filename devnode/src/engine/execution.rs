//! Runs messages on a state.

use super::{State, gas, hold, pages};
use core_processor::configs::BlockConfig;
use gear_core::{
    code::MAX_WASM_PAGES_AMOUNT,
    gas_metering::Schedule,
    ids::{ActorId, MessageId},
};
use gsdk::gear::{gear::Event as GearEvent, runtime_types::gear_common::event::DispatchStatus};
use std::{
    collections::{BTreeMap, BTreeSet},
    panic::{self, AssertUnwindSafe},
};

/// A state while messages run on it.
///
/// The processor finds memory and gas in thread-local storage, so a thread may have only one of
/// these at a time.
pub struct Execution {
    pub state: State,
    pub(super) config: BlockConfig,
    /// Gas that the block's messages may still burn.
    pub(super) allowance: u64,
    pub(super) is_stopped: bool,
    pub(super) statuses: BTreeMap<MessageId, DispatchStatus>,
    pub(super) changed: BTreeSet<ActorId>,
    /// Candidates for programs whose code does not exist.
    pub(super) without_code: BTreeSet<ActorId>,
    /// The message that runs now.
    running: Option<MessageId>,
    /// Whether the running message is a reply without gas, which can't run: such a reply answers
    /// each message to a user that no mailbox keeps.
    pub(super) is_unpaid_reply: bool,
    /// Whether this is a trial. The traps of a trial are not logged.
    pub(super) is_trial: bool,
}

/// The result of running the queue.
pub struct Ran {
    /// Gas that was burned.
    pub burned: u64,
    pub messages: u32,
}

impl Execution {
    pub fn on(state: State) -> Self {
        pages::install(state.pages.clone());
        state.gas.install();
        let config = config(&state);
        let allowance = state.constants.block_gas_limit;
        Self {
            state,
            config,
            allowance,
            is_stopped: false,
            statuses: BTreeMap::new(),
            changed: BTreeSet::new(),
            without_code: BTreeSet::new(),
            running: None,
            is_unpaid_reply: false,
            is_trial: false,
        }
    }

    /// The state after the execution.
    pub fn finish(mut self) -> State {
        self.state.gas.update();
        pages::install(pages::Pages::new());
        self.state
    }

    /// Does what is due in this block. Then runs messages until none is left or the block's gas is
    /// used up.
    ///
    /// Drops a message on which this node itself fails. The chain goes on without it.
    pub fn run_queue(&mut self) -> Ran {
        let mut culprits = BTreeSet::new();
        loop {
            let before = (self.state.clone(), gas::Copied::current());
            let ran = panic::catch_unwind(AssertUnwindSafe(|| self.try_to_run(&culprits)));
            match ran {
                Ok(ran) => return ran,
                Err(panic) => {
                    let Some(culprit) = self.running.take() else { panic::resume_unwind(panic) };
                    log::error!("this node failed on message {culprit}, and drops it");
                    culprits.insert(culprit);
                    *self = Self::on(before.0);
                    before.1.install();
                }
            }
        }
    }

    fn try_to_run(&mut self, culprits: &BTreeSet<MessageId>) -> Ran {
        self.run_tasks();
        let mut total = 0;
        while !self.is_stopped
            && let Some(dispatch) = self.state.queue.pop_front()
        {
            self.running = Some(dispatch.id());
            self.is_unpaid_reply =
                dispatch.kind().is_reply() && gas::limit(gas::message(dispatch.id())) == 0;
            if !culprits.contains(&dispatch.id()) {
                let journal = self.process(dispatch);
                core_processor::handle_journal(journal, self);
                total += u32::from(!self.is_stopped);
            }
            self.running = None;
        }
        self.without_code.clear();
        if total > 0 {
            self.state.emit(GearEvent::MessagesDispatched {
                total,
                statuses: std::mem::take(&mut self.statuses).into_iter().collect(),
                state_changes: std::mem::take(&mut self.changed).into_iter().collect(),
            });
        }
        Ran { burned: self.state.constants.block_gas_limit - self.allowance, messages: total }
    }

    /// Burns gas of a node in the gas tree.
    pub(super) fn burn(&mut self, key: gas::Key, amount: u64) {
        if amount > 0 {
            let payer = gas::spend(key, amount);
            self.state.spend_gas(payer, amount);
        }
    }

    /// Ends a node of the gas tree, and gives its gas back.
    pub(super) fn consume(&mut self, key: gas::Key) {
        if let Some(refund) = gas::consume(key)
            && refund.gas > 0
        {
            self.state.withdraw_gas(refund.to, refund.gas);
        }
    }
}

fn config(state: &State) -> BlockConfig {
    let constants = &state.constants;
    BlockConfig {
        block_info: state.block,
        performance_multiplier: gsys::Percent::new(100),
        forbidden_funcs: BTreeSet::new(),
        reserve_for: constants.reserve_for,
        gas_multiplier: gsys::GasMultiplier::from_value_per_gas(constants.value_per_gas),
        costs: Schedule::default().process_costs(),
        existential_deposit: constants.existential_deposit,
        mailbox_threshold: hold::mailbox_threshold(),
        max_reservations: constants.max_reservations,
        max_pages: MAX_WASM_PAGES_AMOUNT.into(),
        outgoing_limit: constants.outgoing_limit,
        outgoing_bytes_limit: constants.outgoing_bytes_limit,
    }
}
