//! What a message would do, without doing it.

use super::{
    BLOCK_GAS_LIMIT, EXISTENTIAL_DEPOSIT, Execution, State, VALUE_PER_GAS, extrinsics, gas, hold,
};
use core_processor::common::{DispatchOutcome, JournalNote};
use gear_core::{
    ids::{ActorId, CodeId, MessageId},
    message::UserMessage,
    rpc::{GasInfo, ReplyInfo},
};
use gsdk::{
    Event,
    gear::{
        gear::{Call, Event as GearEvent},
        runtime_types::vara_runtime::RuntimeCall,
    },
};

/// Salts a program that is only tried.
const SALT: &[u8] = b"tried, not created";

/// How a Gear node says that the destination is no program: clients know the words.
const NO_PROGRAM: &str = "Internal error: entered unreachable code 'Failed to get last message from \
                          the queue'";

/// What to try.
pub enum Subject {
    /// Creates a program of a code that is stored.
    Create(CodeId),
    /// Creates a program of this code.
    Upload(Vec<u8>),
    Handle(ActorId),
    /// Answers a message of the sender's mailbox.
    Reply(MessageId),
}

impl Subject {
    /// The call that would do it.
    fn call(self, payload: Vec<u8>, gas_limit: u64, value: u128) -> Call {
        let (salt, keep_alive) = (SALT.to_vec(), false);
        match self {
            Self::Create(code_id) => {
                let init_payload = payload;
                Call::create_program { code_id, salt, init_payload, gas_limit, value, keep_alive }
            }
            Self::Upload(code) => {
                let init_payload = payload;
                Call::upload_program { code, salt, init_payload, gas_limit, value, keep_alive }
            }
            Self::Handle(destination) => {
                Call::send_message { destination, payload, gas_limit, value, keep_alive }
            }
            Self::Reply(reply_to_id) => {
                Call::send_reply { reply_to_id, payload, gas_limit, value, keep_alive }
            }
        }
    }

    /// What that call is called.
    fn name(&self) -> &'static str {
        match self {
            Self::Create(_) => "create_program",
            Self::Upload(_) => "upload_program",
            Self::Handle(_) => "send_message",
            Self::Reply(_) => "send_reply",
        }
    }
}

/// A message to try, and who sends it. The sender need not have the money.
pub struct Estimate {
    pub origin: ActorId,
    pub subject: Subject,
    pub payload: Vec<u8>,
    /// In the smallest unit.
    pub value: u128,
    pub gas_limit: u64,
}

/// A message in the queue of a copy of the state.
struct Trial {
    execution: Execution,
    message: MessageId,
}

impl Estimate {
    /// The gas that the message takes, were it alone in the next block.
    ///
    /// With `allow_other_panics`, a trap in a message that it leads to is no error.
    ///
    /// # Errors
    ///
    /// Why it can't be sent, or with which words the program trapped.
    pub fn gas(self, state: &State, allow_other_panics: bool) -> Result<GasInfo, String> {
        let limit = self.gas_limit;
        let Trial { mut execution, message } = self.queued(state)?;
        let main = gas::message(message);
        let mut info = GasInfo::default();
        let mut failure = None;
        while let Some(dispatch) = execution.state.queue.pop_front() {
            // Each message as if it were alone in its block.
            execution.allowance = BLOCK_GAS_LIMIT;
            for note in execution.process(dispatch) {
                if let JournalNote::WaitDispatch { dispatch, .. } = &note {
                    info.waited |= dispatch.id() == message;
                }
                if let JournalNote::MessageDispatched { message_id, outcome, .. } = &note
                    && (*message_id == message || !allow_other_panics)
                {
                    failure = failure.or_else(|| trap(outcome));
                }
                if let JournalNote::GasBurned { message_id, amount, .. } = &note
                    && gas::origin_of(gas::message(*message_id)) == Some(main)
                {
                    info.burned += amount;
                }
                let sent = match &note {
                    JournalNote::SendDispatch { dispatch, .. } => Some(dispatch.id()),
                    _ => None,
                };
                core_processor::handle_journal(vec![note], &mut execution);
                if let Some(left) = gas::limit_if_any(main) {
                    info.min_limit = info.min_limit.max(limit.saturating_sub(left));
                }
                let set_apart = sent.and_then(|id| gas::limit_if_any(gas::message(id)));
                if let Some(amount) = set_apart.filter(|gas| *gas >= hold::mailbox_threshold()) {
                    info.reserved += amount;
                }
            }
        }
        execution.finish();
        info.may_be_returned = info.min_limit.saturating_sub(info.burned);
        failure.map_or(Ok(info), Err)
    }

    /// The reply to the message, and what it makes programs tell users besides.
    ///
    /// # Errors
    ///
    /// Why it can't be sent, or that nothing replied.
    pub fn reply(self, state: &State) -> Result<(ReplyInfo, Vec<UserMessage>), String> {
        let Trial { mut execution, message } = self.queued(state)?;
        while let Some(dispatch) = execution.state.queue.pop_front() {
            execution.allowance = BLOCK_GAS_LIMIT;
            let journal = execution.process(dispatch);
            core_processor::handle_journal(journal, &mut execution);
        }
        let (mut reply, mut others) = (None, vec![]);
        for (_, event) in execution.finish().events {
            let Event::Gear(GearEvent::UserMessageSent { message: sent, .. }) = event else {
                continue;
            };
            match sent.details() {
                Some(details) if details.to_message_id() == message => {
                    let (payload, value) = (sent.payload_bytes().to_vec(), sent.value());
                    reply = Some(ReplyInfo { payload, value, code: details.to_reply_code() });
                }
                _ => others.push(sent),
            }
        }
        let reply = reply.ok_or("Queue is empty, but reply wasn't found")?;
        Ok((reply, others))
    }

    /// Queues the message on a copy of the state, of the next block, in which the
    /// queue is empty and the sender is rich.
    fn queued(self, state: &State) -> Result<Trial, String> {
        let Self { origin, subject, payload, value, gas_limit } = self;
        let mut state = state.clone();
        state.next_block();
        state.queue.clear();
        state.mint(origin, u128::from(gas_limit) * VALUE_PER_GAS + 2 * EXISTENTIAL_DEPOSIT);
        state.mint(origin, value);
        let mut execution = Execution::on(state);
        let (name, call) = (subject.name(), subject.call(payload, gas_limit, value));
        execution.apply(origin, RuntimeCall::Gear(call)).map_err(|failure| {
            format!("Extrinsic `gear.{name}` failed: '{}'", extrinsics::name(&failure))
        })?;
        let message = execution.state.queue.back().map(|dispatch| dispatch.id());
        let message = message.ok_or(NO_PROGRAM)?;
        Ok(Trial { execution, message })
    }
}

/// The trap's words as a node gives them, if it was one.
fn trap(outcome: &DispatchOutcome) -> Option<String> {
    match outcome {
        DispatchOutcome::MessageTrap { trap: words, .. }
        | DispatchOutcome::InitFailure { reason: words, .. } => {
            Some(format!("Program terminated with a trap: '{words}'"))
        }
        _ => None,
    }
}
