//! Tries out what a message would do, without doing it.

use super::{Execution, State, extrinsics, failure, gas};
use core_processor::common::{DispatchOutcome, JournalNote};
use gear_core::{
    env::MessageWaitedType,
    ids::{ActorId, CodeId, MessageId},
    message::UserMessage,
    rpc::{GasInfo, ReplyInfo},
};
use gear_wasm_instrument::syscalls::SyscallName;
use gsdk::{
    Event,
    gear::gear::{Call, Event as GearEvent},
};

/// The salt of a program that is only tried out, the same as a Gear node's: the program may ask for
/// its id.
const SALT: &[u8] = b"calculate_gas_salt";

/// How many blocks' gas a trial may burn, as on a Gear node.
const MAX_BLOCKS: u64 = 64;

const TOO_MUCH: &str = "Calculation gas limit exceeded. Use your own RPC node with \
                        `--rpc-calculations-multiplier` parameter raised";

/// A Gear node's words if the destination is no program. Clients know these words.
const NO_PROGRAM: &str = "Internal error: entered unreachable code 'Failed to get last message from \
                          the queue'";

/// What to try out.
#[derive(Clone)]
pub enum Subject {
    /// Creates a program of a stored code.
    Create(CodeId),
    /// Creates a program of this code.
    Upload(Vec<u8>),
    Handle(ActorId),
    /// Answers a message in the sender's mailbox.
    Reply(MessageId),
}

impl Subject {
    /// The call that does it.
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

    /// The name of that call.
    fn name(&self) -> &'static str {
        match self {
            Self::Create(_) => "create_program",
            Self::Upload(_) => "upload_program",
            Self::Handle(_) => "send_message",
            Self::Reply(_) => "send_reply",
        }
    }
}

/// A message to try out, and its sender, who need not have the money.
#[derive(Clone)]
pub struct Estimate {
    pub origin: ActorId,
    pub subject: Subject,
    pub payload: Vec<u8>,
    /// In the smallest unit.
    pub value: u128,
    pub gas_limit: u64,
}

/// A message in the queue of a state's copy.
struct Trial {
    execution: Execution,
    message: MessageId,
    program: ActorId,
}

/// What a trial finds out about a message while it and its consequences run.
struct Trying {
    message: MessageId,
    allow_other_panics: bool,
    limit: u64,
    info: GasInfo,
}

impl Trying {
    fn run(&mut self, execution: &mut Execution) -> Result<(), String> {
        while let Some(dispatch) = execution.state.queue.pop_front() {
            for note in execution.process(dispatch) {
                core_processor::handle_journal(vec![note.clone()], execution);
                if execution.is_stopped {
                    return Err(TOO_MUCH.into());
                }
                self.look(&note, execution)?;
            }
        }
        Ok(())
    }

    /// Updates the estimate from a note of the journal.
    fn look(&mut self, note: &JournalNote, execution: &Execution) -> Result<(), String> {
        let main = gas::message(self.message);
        let is_of_main = |id| gas::origin_of(gas::message(id)) == Some(main);
        let info = &mut self.info;
        if let Some(left) = gas::limit_even_if_ended(main) {
            info.min_limit = info.min_limit.max(self.limit.saturating_sub(left));
        } else if let JournalNote::WaitDispatch { dispatch, waited_type, .. } = note
            && matches!(waited_type, MessageWaitedType::Wait)
            && is_of_main(dispatch.id())
        {
            info.min_limit = self.limit;
        }
        match note {
            JournalNote::SendDispatch { dispatch, .. } => {
                let key = (dispatch.destination(), dispatch.id());
                if execution.state.mailbox.contains_key(&key) && is_of_main(dispatch.id()) {
                    let held = || gas::limit_if_any(gas::message(dispatch.id()));
                    info.reserved += dispatch.gas_limit().or_else(held).unwrap_or_default();
                }
                Ok(())
            }
            JournalNote::GasBurned { message_id, amount, .. } if is_of_main(*message_id) => {
                info.burned += amount;
                Ok(())
            }
            JournalNote::MessageDispatched { message_id, outcome, .. }
                if *message_id == self.message || !self.allow_other_panics =>
            {
                trap(outcome).map_or(Ok(()), Err)
            }
            _ => Ok(()),
        }
    }
}

impl Estimate {
    /// The gas that the message takes if it is alone in the next blocks. The program must not ask
    /// how much gas is left.
    ///
    /// With `allow_other_panics`, a trap in a message that follows from it is no error.
    ///
    /// # Errors
    ///
    /// The reason why it can't be sent, or the words with which the program trapped.
    pub fn gas(self, state: &State, allow_other_panics: bool) -> Result<GasInfo, String> {
        let least = self.clone().tried(state, allow_other_panics)?.min_limit;
        Self { gas_limit: least, ..self }.tried(state, allow_other_panics)
    }

    /// The gas that the message takes with this limit.
    fn tried(self, state: &State, allow_other_panics: bool) -> Result<GasInfo, String> {
        let limit = self.gas_limit;
        let Trial { mut execution, message, program } = self.queued(state)?;
        execution.config.forbidden_funcs = [SyscallName::GasAvailable].into();
        let mut trying = Trying { message, allow_other_panics, limit, info: GasInfo::default() };
        let tried = trying.run(&mut execution);
        trying.info.waited = execution.state.waitlist.contains_key(&(program, message));
        execution.finish();
        tried.map(|()| trying.info)
    }

    /// The reply to the message, and the other messages to users that follow from it.
    ///
    /// # Errors
    ///
    /// The reason why it can't be sent, or that nothing replied.
    pub fn reply(self, state: &State) -> Result<(ReplyInfo, Vec<UserMessage>), String> {
        let Trial { mut execution, message, .. } = self.queued(state)?;
        while let Some(dispatch) = execution.state.queue.pop_front() {
            let journal = execution.process(dispatch);
            core_processor::handle_journal(journal, &mut execution);
            if execution.is_stopped {
                execution.finish();
                return Err(TOO_MUCH.into());
            }
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

    /// Queues the message on a copy of the state in the same block. There the queue is empty and
    /// the sender is rich.
    fn queued(self, state: &State) -> Result<Trial, String> {
        let Self { origin, subject, payload, value, gas_limit } = self;
        let mut state = state.clone();
        state.events.clear();
        state.queue.clear();
        let constants = state.constants.clone();
        state.mint(origin, constants.price(gas_limit) + 2 * constants.existential_deposit);
        state.mint(origin, value);
        let mut execution = Execution::on(state);
        execution.allowance = constants.block_gas_limit * MAX_BLOCKS;
        execution.is_trial = true;
        let (name, call) = (subject.name(), subject.call(payload, gas_limit, value));
        execution.apply(origin, extrinsics::Call::Gear(call)).outcome.map_err(|failure| {
            format!("Extrinsic `gear.{name}` failed: '{}'", failure::name(&failure))
        })?;
        let queued = execution.state.queue.back().ok_or(NO_PROGRAM)?;
        let (message, program) = (queued.id(), queued.destination());
        Ok(Trial { execution, message, program })
    }
}

/// The trap's words as a node gives them, if the outcome was a trap.
fn trap(outcome: &DispatchOutcome) -> Option<String> {
    match outcome {
        DispatchOutcome::MessageTrap { trap: words, .. }
        | DispatchOutcome::InitFailure { reason: words, .. } => {
            Some(format!("Program terminated with a trap: '{words}'"))
        }
        _ => None,
    }
}
