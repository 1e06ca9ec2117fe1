//! What accounts ask for in extrinsics.

use super::{BLOCK_GAS_LIMIT, Execution, State, StoredCode, gas};
use gear_core::{
    buffer::Payload,
    ids::{ActorId, CodeId, MessageId, prelude::*},
    message::{Dispatch, DispatchKind, Message, ReplyMessage, ReplyPacket, UserMessage},
};
use gsdk::{
    IntoSubxt, RuntimeError,
    ext::subxt::utils::{AccountId32, MultiAddress},
    gear::{
        balances, gear, gear_bank,
        runtime_types::{
            gear_common::event::{
                CodeChangeKind, MessageEntry, ProgramChangeKind, Reason,
                UserMessageReadRuntimeReason,
            },
            sp_runtime::{DispatchError, ModuleError, TokenError},
            vara_runtime::RuntimeCall,
        },
        system, utility,
    },
};
use parity_scale_codec::{Decode, Encode};
use std::sync::Arc;

/// Why an extrinsic in a block had no effect but its fee.
pub type Failure = DispatchError;

/// What an extrinsic came to.
pub type Outcome = Result<(), Failure>;

/// A program to be created, of a code that is stored.
struct NewProgram {
    code_id: CodeId,
    salt: Vec<u8>,
    init_payload: Vec<u8>,
    gas_limit: u64,
    value: u128,
    keep_alive: bool,
}

impl Execution {
    /// Does what a signed call asks for, or nothing.
    ///
    /// # Errors
    ///
    /// The error that Vara's runtime gives; `CallFiltered` for a call that this
    /// node does not serve.
    pub fn apply(&mut self, who: ActorId, call: RuntimeCall) -> Outcome {
        let before = (self.state.clone(), gas::Ledger::current());
        let outcome = self.dispatch(who, call);
        if outcome.is_err() {
            self.state = before.0;
            before.1.install();
        }
        outcome
    }

    fn dispatch(&mut self, who: ActorId, call: RuntimeCall) -> Outcome {
        match call {
            RuntimeCall::Gear(call) => self.gear(who, call),
            RuntimeCall::Balances(call) => self.balances(who, call),
            RuntimeCall::Utility(call) => self.utility(who, call),
            RuntimeCall::System(system::Call::remark { .. }) => Ok(()),
            _ => Err(not_served()),
        }
    }

    fn gear(&mut self, who: ActorId, call: gear::Call) -> Outcome {
        use gear::Call;
        match call {
            Call::upload_code { code } => match self.store_code(code)? {
                (_, true) => Ok(()),
                (_, false) => Err(refused(gear::Error::CodeAlreadyExists)),
            },
            Call::upload_program { code, salt, init_payload, gas_limit, value, keep_alive } => {
                let (code_id, _) = self.store_code(code)?;
                let new = NewProgram { code_id, salt, init_payload, gas_limit, value, keep_alive };
                self.create(who, new)
            }
            Call::create_program { code_id, salt, init_payload, gas_limit, value, keep_alive } => {
                let new = NewProgram { code_id, salt, init_payload, gas_limit, value, keep_alive };
                self.create(who, new)
            }
            Call::send_message { destination, payload, gas_limit, value, keep_alive } => {
                let payload = limited(payload)?;
                self.send(who, destination, payload, gas_limit, value, keep_alive)
            }
            Call::send_reply { reply_to_id, payload, gas_limit, value, keep_alive } => {
                let packet = ReplyPacket::new_with_gas(limited(payload)?, gas_limit, value);
                self.reply(who, reply_to_id, packet, gas_limit, value, keep_alive)
            }
            Call::claim_value { message_id } => self.claim(who, message_id),
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

    /// The three kinds of batches: one that stops at the first failure, one that
    /// then undoes all, one that goes on.
    fn utility(&mut self, who: ActorId, call: utility::Call) -> Outcome {
        use utility::{Call, Event};
        match call {
            Call::batch { calls } => {
                for (index, call) in (0..).zip(calls) {
                    if let Err(error) = self.apply(who, call) {
                        self.state.emit(Event::BatchInterrupted { index, error });
                        return Ok(());
                    }
                    self.state.emit(Event::ItemCompleted);
                }
                self.state.emit(Event::BatchCompleted);
            }
            Call::batch_all { calls } => {
                for call in calls {
                    self.apply(who, call)?;
                    self.state.emit(Event::ItemCompleted);
                }
                self.state.emit(Event::BatchCompleted);
            }
            Call::force_batch { calls } => {
                let mut all_done = true;
                for call in calls {
                    let event = match self.apply(who, call) {
                        Ok(()) => Event::ItemCompleted,
                        Err(error) => Event::ItemFailed { error },
                    };
                    all_done &= matches!(event, Event::ItemCompleted);
                    self.state.emit(event);
                }
                self.state.emit(if all_done {
                    Event::BatchCompleted
                } else {
                    Event::BatchCompletedWithErrors
                });
            }
            _ => return Err(not_served()),
        }
        Ok(())
    }

    /// Stores a code, unless it is stored. Returns whether it is new.
    fn store_code(&mut self, code: Vec<u8>) -> Result<(CodeId, bool), Failure> {
        let id = CodeId::generate(&code);
        if self.state.codes.contains_key(&id) {
            return Ok((id, false));
        }
        let (id, code) =
            StoredCode::new(code).map_err(|_| refused(gear::Error::ProgramConstructionFailed))?;
        self.state.codes.insert(id, Arc::new(code));
        let change = CodeChangeKind::Active { expiration: None };
        self.state.emit(gear::Event::CodeChanged { id, change });
        Ok((id, true))
    }

    fn create(&mut self, who: ActorId, new: NewProgram) -> Outcome {
        let NewProgram { code_id, salt, init_payload, gas_limit, value, keep_alive } = new;
        let program = ActorId::generate_from_user(code_id, &salt);
        check_limit(gas_limit)?;
        let payload = limited(init_payload)?;
        if !self.state.codes.contains_key(&code_id) {
            return Err(refused(gear::Error::CodeDoesntExist));
        }
        if self.state.is_program(program) {
            return Err(refused(gear::Error::ProgramAlreadyExists));
        }
        let id = self.state.next_message(who);
        self.state.create_program(who, program, code_id, id, keep_alive).map_err(insufficient)?;
        self.deposit(who, gas_limit, value, keep_alive)?;
        let change = ProgramChangeKind::ProgramSet { expiration: self.state.height() };
        self.state.emit(gear::Event::ProgramChanged { id: program, change });
        let message = Message::new(id, who, program, payload, Some(gas_limit), value, None);
        self.queue(DispatchKind::Init, message, MessageEntry::Init);
        Ok(())
    }

    fn send(
        &mut self,
        who: ActorId,
        to: ActorId,
        payload: Payload,
        gas_limit: u64,
        value: u128,
        keep_alive: bool,
    ) -> Outcome {
        check_limit(gas_limit)?;
        let is_program = self.state.is_program(to);
        if is_program && self.state.active(to).is_none() {
            return Err(refused(gear::Error::InactiveProgram));
        }
        let id = self.state.next_message(who);
        if !is_program {
            self.state.transfer(who, to, value, keep_alive).map_err(DispatchError::Token)?;
            let message = UserMessage::new(id, who, to, payload, value, None);
            self.state.emit(gear::Event::UserMessageSent { message, expiration: None });
            return Ok(());
        }
        self.deposit(who, gas_limit, value, keep_alive)?;
        let message = Message::new(id, who, to, payload, Some(gas_limit), value, None);
        self.queue(DispatchKind::Handle, message, MessageEntry::Handle);
        Ok(())
    }

    /// Answers a message of the mailbox.
    fn reply(
        &mut self,
        who: ActorId,
        to: MessageId,
        packet: ReplyPacket,
        gas_limit: u64,
        value: u128,
        keep_alive: bool,
    ) -> Outcome {
        check_limit(gas_limit)?;
        let id = MessageId::generate_reply(to);
        let program = self.read_mailbox(who, to, UserMessageReadRuntimeReason::MessageReplied)?;
        if self.state.active(program).is_none() {
            return Err(refused(gear::Error::InactiveProgram));
        }
        let bought = if gas::has_deposit(id) { 0 } else { gas_limit };
        self.deposit(who, bought, value, keep_alive)?;
        gas::create_for_reply(who, to, bought);
        let dispatch = ReplyMessage::from_packet(id, packet).into_dispatch(who, program, to);
        self.state.emit(gear::Event::MessageQueued {
            id,
            source: who.into_subxt(),
            destination: program,
            entry: MessageEntry::Reply(to),
        });
        self.state.queue.push_back(dispatch.into_stored());
        Ok(())
    }

    /// Takes the value of a message of the mailbox.
    fn claim(&mut self, who: ActorId, id: MessageId) -> Outcome {
        let program = self.read_mailbox(who, id, UserMessageReadRuntimeReason::MessageClaimed)?;
        gas::create_for_reply(who, id, 0);
        self.auto_reply(who, program, id);
        Ok(())
    }

    /// Returns who sent it.
    fn read_mailbox(
        &mut self,
        who: ActorId,
        id: MessageId,
        reason: UserMessageReadRuntimeReason,
    ) -> Result<ActorId, Failure> {
        let message = self.take_from_mailbox(who, id);
        let message = message.ok_or_else(|| refused(gear::Error::MessageNotFound))?;
        let reason = Reason::Runtime(reason);
        self.state.emit(gear::Event::UserMessageRead { id, reason });
        Ok(message.source())
    }

    fn deposit(&mut self, who: ActorId, gas: u64, value: u128, keep_alive: bool) -> Outcome {
        self.state.deposit_gas(who, gas, keep_alive).map_err(insufficient)?;
        self.state.deposit_value(who, value, keep_alive).map_err(insufficient)
    }

    fn queue(&mut self, kind: DispatchKind, message: Message, entry: MessageEntry) {
        let (id, source) = (message.id(), message.source());
        gas::create(source, id, message.gas_limit().unwrap_or_default());
        self.state.emit(gear::Event::MessageQueued {
            id,
            source: source.into_subxt(),
            destination: message.destination(),
            entry,
        });
        self.state.queue.push_back(Dispatch::new(kind, message).into_stored());
    }
}

impl State {
    /// The id of the next message that a user sends in this block.
    fn next_message(&mut self, who: ActorId) -> MessageId {
        let id = MessageId::generate_from_user(self.height(), who, self.sent.into());
        self.sent += 1;
        id
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

fn check_limit(gas: u64) -> Outcome {
    let fits = gas <= BLOCK_GAS_LIMIT;
    fits.then_some(()).ok_or_else(|| refused(gear::Error::GasLimitTooHigh))
}

fn limited(payload: Vec<u8>) -> Result<Payload, Failure> {
    Payload::try_from(payload).map_err(|_| DispatchError::Exhausted)
}

fn refused(error: gear::Error) -> Failure {
    module(&RuntimeError::Gear(error))
}

fn insufficient(_: TokenError) -> Failure {
    module(&RuntimeError::GearBank(gear_bank::Error::InsufficientBalance))
}

fn not_served() -> Failure {
    module(&RuntimeError::System(system::Error::CallFiltered))
}

/// What a failure is called: a pallet's error has its name alone.
pub(super) fn name(failure: &Failure) -> String {
    if let DispatchError::Module(ModuleError { index, error }) = failure {
        match RuntimeError::decode(&mut &[*index, error[0]][..]) {
            Ok(RuntimeError::Gear(error)) => return format!("{error:?}"),
            Ok(RuntimeError::GearBank(error)) => return format!("{error:?}"),
            _ => {}
        }
    }
    format!("{failure:?}")
}

/// A pallet's error: the encoding of the runtime's is the pallet's index and the
/// error's.
fn module(error: &RuntimeError) -> Failure {
    let bytes = error.encode();
    DispatchError::Module(ModuleError { index: bytes[0], error: [bytes[1], 0, 0, 0] })
}
