//! Calls about programs: codes, programs, messages, replies, claims.

use super::{
    Execution, State, StoredCode,
    failure::{Failure, Outcome, module},
    gas,
    program::Unfit,
};
use gear_core::{
    buffer::Payload,
    ids::{ActorId, CodeId, MessageId, prelude::*},
    message::{Dispatch, DispatchKind, Message, ReplyMessage, ReplyPacket, UserMessage},
};
use gsdk::{
    IntoSubxt, RuntimeError,
    gear::{
        balances, gear, gear_bank,
        runtime_types::{
            gear_common::event::{
                CodeChangeKind, MessageEntry, ProgramChangeKind, Reason,
                UserMessageReadRuntimeReason,
            },
            sp_runtime::DispatchError,
        },
    },
};
use std::sync::Arc;

/// A program to create.
pub(super) struct NewProgram {
    pub salt: Vec<u8>,
    pub init_payload: Vec<u8>,
    pub gas_limit: u64,
    pub value: u128,
    pub keep_alive: bool,
}

/// What a message may take, and who pays.
pub(super) struct Spending {
    pub gas_limit: u64,
    /// Value from its sender, in the smallest unit.
    pub value: u128,
    /// Whether the payer must still exist afterwards.
    pub keep_alive: bool,
    /// The account that buys the gas.
    pub sponsor: ActorId,
}

impl Execution {
    pub(super) fn upload_code(&mut self, code: Vec<u8>) -> Outcome {
        let (id, code) = self.new_code(code)?;
        if self.state.codes.contains_key(&id) {
            return Err(refused(gear::Error::CodeAlreadyExists));
        }
        self.store_code(id, code);
        Ok(())
    }

    pub(super) fn upload_program(
        &mut self,
        who: ActorId,
        code: Vec<u8>,
        new: NewProgram,
    ) -> Outcome {
        self.check_limit(new.gas_limit)?;
        let (id, code) = self.new_code(code)?;
        let (program, payload) = self.prepare(who, id, &new)?;
        if !self.state.codes.contains_key(&id) {
            self.store_code(id, code);
        }
        self.create(who, program, id, payload, new)
    }

    pub(super) fn create_program(
        &mut self,
        who: ActorId,
        code_id: CodeId,
        new: NewProgram,
    ) -> Outcome {
        if !self.state.codes.contains_key(&code_id) {
            return Err(refused(gear::Error::CodeDoesntExist));
        }
        self.check_limit(new.gas_limit)?;
        let (program, payload) = self.prepare(who, code_id, &new)?;
        self.create(who, program, code_id, payload, new)
    }

    fn new_code(&self, code: Vec<u8>) -> Result<(CodeId, StoredCode), Failure> {
        StoredCode::new(code, self.state.constants.schedule_version).map_err(|unfit| {
            refused(match unfit {
                Unfit::TooLarge => gear::Error::CodeTooLarge,
                Unfit::Invalid => gear::Error::ProgramConstructionFailed,
            })
        })
    }

    fn store_code(&mut self, id: CodeId, code: StoredCode) {
        self.state.codes.insert(id, Arc::new(code));
        let change = CodeChangeKind::Active { expiration: None };
        self.state.emit(gear::Event::CodeChanged { id, change });
    }

    /// Takes what a program's first message costs. The program must not exist yet.
    fn prepare(
        &mut self,
        who: ActorId,
        code_id: CodeId,
        new: &NewProgram,
    ) -> Result<(ActorId, Payload), Failure> {
        limited(new.salt.clone())?;
        let payload = limited(new.init_payload.clone())?;
        let program = ActorId::generate_from_user(code_id, &new.salt);
        if self.state.is_program(program) {
            return Err(refused(gear::Error::ProgramAlreadyExists));
        }
        self.state.deposit_gas(who, new.gas_limit, new.keep_alive).map_err(insufficient)?;
        self.state.deposit_value(who, new.value, new.keep_alive).map_err(insufficient)?;
        Ok((program, payload))
    }

    fn create(
        &mut self,
        who: ActorId,
        program: ActorId,
        code_id: CodeId,
        payload: Payload,
        new: NewProgram,
    ) -> Outcome {
        let NewProgram { gas_limit, value, keep_alive, .. } = new;
        let id = self.state.next_message(who);
        self.state
            .create_program(who, program, code_id, id, keep_alive)
            .map_err(|error| module(&RuntimeError::Balances(error)))?;
        let change = ProgramChangeKind::ProgramSet { expiration: u32::MAX };
        self.state.emit(gear::Event::ProgramChanged { id: program, change });
        let message = Message::new(id, who, program, payload, Some(gas_limit), value, None);
        gas::create(who, id, gas_limit, self.state.constants.value_per_gas);
        self.queue(DispatchKind::Init, message, MessageEntry::Init);
        Ok(())
    }

    pub(super) fn send_message(
        &mut self,
        who: ActorId,
        to: ActorId,
        payload: Vec<u8>,
        spending: Spending,
    ) -> Outcome {
        let Spending { gas_limit, value, keep_alive, sponsor } = spending;
        let payload = limited(payload)?;
        let id = self.state.next_message(who);
        if !self.state.is_program(to) {
            self.state
                .pay(who, to, value, keep_alive)
                .map_err(|error| module(&RuntimeError::Balances(error)))?;
            let message = UserMessage::new(id, who, to, payload, value, None);
            self.state.emit(gear::Event::UserMessageSent { message, expiration: None });
            return Ok(());
        }
        if self.state.active(to).is_none() {
            return Err(refused(gear::Error::InactiveProgram));
        }
        self.check_limit(gas_limit)?;
        self.state.deposit_value(who, value, keep_alive).map_err(insufficient)?;
        self.state.deposit_gas(sponsor, gas_limit, keep_alive).map_err(insufficient)?;
        let message = Message::new(id, who, to, payload, Some(gas_limit), value, None);
        gas::create(sponsor, id, gas_limit, self.state.constants.value_per_gas);
        self.queue(DispatchKind::Handle, message, MessageEntry::Handle);
        Ok(())
    }

    /// Answers a message in the mailbox.
    pub(super) fn send_reply(
        &mut self,
        who: ActorId,
        to: MessageId,
        payload: Vec<u8>,
        spending: Spending,
    ) -> Outcome {
        let Spending { gas_limit, value, keep_alive, sponsor } = spending;
        let payload = limited(payload)?;
        let id = MessageId::generate_reply(to);
        let program = self.read_mailbox(who, to, UserMessageReadRuntimeReason::MessageReplied)?;
        self.check_limit(gas_limit)?;
        if self.state.active(program).is_none() {
            return Err(refused(gear::Error::InactiveProgram));
        }
        let gas_limit = if gas::has_deposit(id) { 0 } else { gas_limit };
        self.state.deposit_value(who, value, keep_alive).map_err(insufficient)?;
        self.state.deposit_gas(sponsor, gas_limit, keep_alive).map_err(insufficient)?;
        gas::create_for_reply(sponsor, to, gas_limit, self.state.constants.value_per_gas);
        let packet = ReplyPacket::new_with_gas(payload, gas_limit, value);
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

    /// Claims the value of a message in the mailbox.
    pub(super) fn claim_value(&mut self, who: ActorId, id: MessageId) -> Outcome {
        let program = self.read_mailbox(who, id, UserMessageReadRuntimeReason::MessageClaimed)?;
        gas::create_for_reply(who, id, 0, self.state.constants.value_per_gas);
        self.auto_reply(who, program, id);
        Ok(())
    }

    /// Takes a message out of the mailbox. Returns its sender.
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

    fn check_limit(&self, gas: u64) -> Outcome {
        let fits = gas <= self.state.constants.block_gas_limit;
        fits.then_some(()).ok_or_else(|| refused(gear::Error::GasLimitTooHigh))
    }

    /// Queues a message. Its gas must exist already.
    fn queue(&mut self, kind: DispatchKind, message: Message, entry: MessageEntry) {
        self.state.emit(gear::Event::MessageQueued {
            id: message.id(),
            source: message.source().into_subxt(),
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

fn limited(payload: Vec<u8>) -> Result<Payload, Failure> {
    Payload::try_from(payload).map_err(|_| DispatchError::Other)
}

fn refused(error: gear::Error) -> Failure {
    module(&RuntimeError::Gear(error))
}

/// The bank has only this error, whatever the reason is.
fn insufficient(_: balances::Error) -> Failure {
    module(&RuntimeError::GearBank(gear_bank::Error::InsufficientBalance))
}
