//! Runs the tasks that are due in a block.

use super::{Execution, gas};
use core_processor::common::JournalHandler;
use gear_core::{
    ids::{ActorId, MessageId, ReservationId},
    message::{DispatchKind, ReplyMessage, UserMessage, UserStoredMessage},
    tasks::{ScheduledTask, TaskHandler},
};
use gear_core_errors::{ErrorReplyReason, SignalCode};
use gsdk::gear::{
    gear::Event as GearEvent,
    runtime_types::gear_common::event::{
        MessageWokenSystemReason, Reason, UserMessageReadSystemReason,
    },
};
use std::sync::Arc;

/// The gas that a task takes from its block. It is not counted, because a development chain has few
/// tasks.
const UNCOUNTED: u64 = 0;

impl Execution {
    /// Runs the tasks that are due in this block or were due in an earlier one.
    pub(super) fn run_tasks(&mut self) {
        while let Some((block, tasks)) = self.state.tasks.get_min()
            && *block <= self.state.height()
        {
            let task = tasks.front().cloned().expect("a block without tasks has no entry");
            let block = *block;
            self.state.unschedule(block, &task);
            task.process_with(self);
        }
    }
}

impl TaskHandler<ActorId, MessageId, bool> for Execution {
    fn remove_from_mailbox(&mut self, user: ActorId, id: MessageId) -> u64 {
        gas::create_for_reply(user, id, 0, self.state.constants.value_per_gas);
        let message = self.take_from_mailbox(user, id).expect("the message still waits");
        let reason = Reason::System(UserMessageReadSystemReason::OutOfRent);
        self.state.emit(GearEvent::UserMessageRead { id, reason });
        self.auto_reply(user, message.source(), id);
        UNCOUNTED
    }

    fn remove_from_waitlist(&mut self, program: ActorId, id: MessageId) -> u64 {
        let dispatch = self.wake(program, id).expect("the message still waits");
        let reason = Reason::System(MessageWokenSystemReason::OutOfRent);
        self.state.emit(GearEvent::MessageWoken { id, reason });
        match dispatch.kind() {
            DispatchKind::Signal => {}
            DispatchKind::Init => self.system_unreserve_gas(id),
            _ => self.send_signal(id, program, SignalCode::RemovedFromWaitlist),
        }
        if !dispatch.is_reply() && dispatch.kind() != DispatchKind::Signal {
            self.reply_removed(program, dispatch.source(), id);
        }
        self.consume(gas::message(id));
        if dispatch.kind() == DispatchKind::Init {
            self.init_failed(program, dispatch.source());
        }
        UNCOUNTED
    }

    fn wake_message(&mut self, program: ActorId, id: MessageId) -> u64 {
        if let Some(dispatch) = self.wake(program, id) {
            let reason = Reason::System(MessageWokenSystemReason::TimeoutHasCome);
            self.state.emit(GearEvent::MessageWoken { id, reason });
            self.state.queue.push_back(dispatch);
        }
        UNCOUNTED
    }

    fn send_dispatch(&mut self, id: MessageId) -> u64 {
        let held = self.state.stash.remove(&id).expect("the message still waits");
        let (dispatch, held) = Arc::unwrap_or_clone(held);
        self.charge_for_hold(gas::message(id), &held, gas::LockId::DispatchStash);
        self.state.queue.push_back(dispatch.into());
        UNCOUNTED
    }

    fn send_user_message(&mut self, id: MessageId, to_mailbox: bool) -> u64 {
        let held = self.state.stash.remove(&id).expect("the message still waits");
        let (dispatch, held) = Arc::unwrap_or_clone(held);
        self.charge_for_hold(gas::message(id), &held, gas::LockId::DispatchStash);
        let message = UserMessage::try_from(dispatch.into_parts().1);
        self.send_aside(message.expect("signals go to programs only"), to_mailbox);
        UNCOUNTED
    }

    fn remove_gas_reservation(&mut self, program: ActorId, id: ReservationId) -> u64 {
        self.remove_reservation(program, id);
        UNCOUNTED
    }
}

impl Execution {
    /// Takes a message out of a mailbox. Charges its rent, and gives its value to the user.
    pub(super) fn take_from_mailbox(
        &mut self,
        user: ActorId,
        id: MessageId,
    ) -> Option<UserStoredMessage> {
        let held = self.state.mailbox.remove(&(user, id))?;
        let (message, held) = Arc::unwrap_or_clone(held);
        let key = gas::message(id);
        self.charge_for_hold(key, &held, gas::LockId::Mailbox);
        self.consume(key);
        if message.value() > 0 {
            self.state.deliver_value(message.source(), user, message.value());
        }
        self.state.unschedule(held.finish, &ScheduledTask::RemoveFromMailbox(user, id));
        Some(message)
    }

    /// Tells a message's sender that the message waited for longer than its gas paid.
    fn reply_removed(&mut self, program: ActorId, to: ActorId, id: MessageId) {
        let reason = ErrorReplyReason::RemovedFromWaitlist;
        let payload = reason.to_string().into_bytes().try_into().expect("the payload is short");
        let reply = ReplyMessage::system(id, payload, 0, reason);
        if self.state.is_program(to) {
            let reply = reply.into_stored_dispatch(program, to, id);
            gas::split(gas::message(id), reply.id());
            self.state.queue.push_back(reply);
        } else {
            let message = reply.into_stored(program, to, id).try_into();
            let message = message.expect("a reply is not a signal");
            self.state.emit(GearEvent::UserMessageSent { message, expiration: None });
        }
    }
}
