//! Messages that programs send.

use super::{Execution, gas, hold};
use gear_core::{
    ids::{ActorId, MessageId, ReservationId, prelude::MessageIdExt},
    message::{Dispatch, Message, ReplyMessage, UserMessage, UserStoredMessage},
    tasks::ScheduledTask,
};
use gsdk::gear::{
    gear::Event as GearEvent, runtime_types::gear_common::storage::primitives::Interval,
};
use std::sync::Arc;

impl Execution {
    pub(super) fn send_to_program(
        &mut self,
        origin: MessageId,
        dispatch: Dispatch,
        reservation: Option<ReservationId>,
    ) {
        self.take_value(dispatch.message());
        let sponsor = sponsor(origin, reservation);
        if !(dispatch.is_reply() && gas::has_deposit(dispatch.id())) {
            match dispatch.gas_limit() {
                Some(limit) => gas::split_with_value(sponsor, dispatch.id(), limit),
                None => gas::split(sponsor, dispatch.id()),
            }
        }
        self.use_up(dispatch.source(), reservation);
        self.state.queue.push_back(dispatch.into_stored());
    }

    /// Sends a message to a user. A message with enough gas waits in the mailbox. A reply, and a
    /// message with less gas, is delivered at once.
    pub(super) fn send_to_user(
        &mut self,
        origin: MessageId,
        message: Message,
        reservation: Option<ReservationId>,
    ) {
        let sponsor = sponsor(origin, reservation);
        let limit = self.mailbox_gas(&message, gas::limit(sponsor));
        self.take_value(&message);
        let source = message.source();
        let message = user_message(message);
        if message.details().is_none() && limit >= hold::mailbox_threshold() {
            gas::cut(sponsor, message.id(), limit);
            self.put_into_mailbox(message, limit);
        } else {
            if message.details().is_none() {
                let reply = MessageId::generate_reply(message.id());
                gas::split_with_value(gas::message(origin), reply, 0);
            }
            self.deliver(message);
        }
        self.use_up(source, reservation);
    }

    /// Puts a message into the stash. A task sends it in a later block.
    pub(super) fn send_delayed(
        &mut self,
        origin: MessageId,
        dispatch: Dispatch,
        delay: u32,
        reservation: Option<ReservationId>,
    ) {
        let (id, source, now) = (dispatch.id(), dispatch.source(), self.state.height());
        let finish = now.saturating_add(delay);
        let rent = self.state.rent_until(finish);
        let sponsor = sponsor(origin, reservation);
        let task = if self.is_user(dispatch.destination()) {
            let rest = gas::limit(sponsor).saturating_sub(rent);
            let limit = self.mailbox_gas(dispatch.message(), rest);
            let to_mailbox = !dispatch.is_reply() && limit >= hold::mailbox_threshold();
            gas::cut(sponsor, id, if to_mailbox { rent.saturating_add(limit) } else { rent });
            if !to_mailbox {
                gas::split_with_value(gas::message(origin), MessageId::generate_reply(id), 0);
            }
            ScheduledTask::SendUserMessage { message_id: id, to_mailbox }
        } else {
            match dispatch.gas_limit() {
                Some(limit) => gas::split_with_value(sponsor, id, limit.saturating_add(rent)),
                None => gas::split(sponsor, id),
            }
            ScheduledTask::SendDispatch(id)
        };
        self.use_up(source, reservation);
        gas::lock(gas::message(id), gas::LockId::DispatchStash, rent);
        self.take_value(dispatch.message());
        let held = Interval { start: now, finish };
        self.state.stash.insert(id, Arc::new((dispatch.into_stored_delayed(), held)));
        self.state.schedule(finish, task);
    }

    /// Sends a message from the stash to a user.
    pub(super) fn send_aside(&mut self, message: UserMessage, to_mailbox: bool) {
        let id = message.id();
        if to_mailbox {
            let limit = gas::limit(gas::message(id));
            self.put_into_mailbox(message, limit);
        } else {
            self.deliver(message);
            self.consume(gas::message(id));
        }
    }

    /// Puts a message into its receiver's mailbox. Locks all of its gas, and keeps it there for as
    /// long as this gas pays.
    fn put_into_mailbox(&mut self, message: UserMessage, limit: u64) {
        let (id, user, now) = (message.id(), message.destination(), self.state.height());
        let finish = self.state.longest(limit);
        gas::lock(gas::message(id), gas::LockId::Mailbox, limit);
        self.state.schedule(finish, ScheduledTask::RemoveFromMailbox(user, id));
        let expiration = Some(finish);
        self.state.emit(GearEvent::UserMessageSent { message: message.clone(), expiration });
        let stored = UserStoredMessage::try_from(message).expect("replies never go to a mailbox");
        let held = Interval { start: now, finish };
        self.state.mailbox.insert((user, id), Arc::new((stored, held)));
    }

    /// Delivers a message and its value. Unless it is a reply, answers it in the user's name.
    fn deliver(&mut self, message: UserMessage) {
        let (id, source, user) = (message.id(), message.source(), message.destination());
        if message.value() > 0 {
            self.state.deliver_value(source, user, message.value());
        }
        if message.details().is_none() {
            self.auto_reply(user, source, id);
        }
        self.state.emit(GearEvent::UserMessageSent { message, expiration: None });
    }

    /// Answers a program's message in its receiver's name. The reply's gas node must exist.
    pub(super) fn auto_reply(&mut self, user: ActorId, program: ActorId, to: MessageId) {
        let reply = ReplyMessage::auto(to).into_stored_dispatch(user, program, to);
        self.state.queue.push_back(reply);
    }

    /// The gas for the mailbox. This is the message's own limit. A message without a limit gets the
    /// mailbox's threshold if that much gas is left, or else nothing.
    fn mailbox_gas(&self, message: &Message, left: u64) -> u64 {
        let threshold = hold::mailbox_threshold();
        message.gas_limit().unwrap_or(if left >= threshold { threshold } else { 0 })
    }

    /// Puts a message's value into the bank until the message arrives. An error reply carries the
    /// value of the message that it answers, which is in the bank already.
    fn take_value(&mut self, message: &Message) {
        if message.value() > 0 && !message.is_error_reply() {
            let taken = self.state.deposit_value(message.source(), message.value(), false);
            taken.expect("the processor lets a program send no more than it has");
        }
    }

    /// Ends the reservation that paid for a message, if one did. It pays for one message only.
    fn use_up(&mut self, program: ActorId, reservation: Option<ReservationId>) {
        if let Some(id) = reservation {
            self.remove_reservation(program, id);
        }
    }
}

/// The gas node that pays for a message.
fn sponsor(origin: MessageId, reservation: Option<ReservationId>) -> gas::Key {
    reservation.map_or_else(|| gas::message(origin), gas::reservation)
}

fn user_message(message: Message) -> UserMessage {
    message.into_stored().try_into().expect("signals go to programs only")
}
