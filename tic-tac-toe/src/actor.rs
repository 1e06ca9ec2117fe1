//! The Gear program: a thin shell around the rules.

use crate::{
    INTERFACE,
    rules::{AllTables, Effects, Head, Message, TicTacToe},
};
use core::mem::MaybeUninit;
use gstd::{exec, ext, msg, prelude::*};
use program_common::{
    broadcast,
    encoding::{Kind, Prefix, Received, constructor},
    entry_points, pay, reply,
};
use tic_tac_toe_io::{Action, Event, GameError, InitConfig, StateQuery};

/// The state that every message reads.
#[repr(C)]
struct Hot {
    head: MaybeUninit<Head>,
    /// Whether the program was deployed in the Sails encoding, and sends its events in it.
    is_sails: bool,
}

// All zeros, so that none of it is in the binary. The linker puts what is small
// together, so that the head is on the page of gstd's own.
static mut HOT: Hot = Hot { head: MaybeUninit::zeroed(), is_sails: false };
static mut TABLES: MaybeUninit<AllTables> = MaybeUninit::zeroed();

fn tic_tac_toe() -> TicTacToe<'static> {
    // SAFETY: a program runs on one thread, and each entry point calls this
    // once, so these are the only references. All zeros are a program that is not
    // open, see `OnHeap::new`.
    unsafe {
        TicTacToe::new((*&raw mut HOT.head).assume_init_mut(), (*&raw mut TABLES).assume_init_mut())
    }
}

entry_points! {
    interface: INTERFACE,
    init: open,
    handle: receive,
    state: tell,
}

fn open(mut payload: &[u8]) {
    let sails_init = constructor(payload).unwrap_or_else(|error| ext::panic_str(error.text()));
    // SAFETY: a program runs on one thread, and nothing else has a reference to it.
    unsafe { HOT.is_sails = sails_init.is_some() };
    let Some(config) = sails_init.or_else(|| InitConfig::decode(&mut payload).ok()) else {
        ext::panic_str("the payload must be an InitConfig");
    };
    if let Err(error) = tic_tac_toe().open(msg::source(), config) {
        ext::panic_str(&error.to_string());
    }
}

fn receive(Received { kind, mut body, prefix }: Received) {
    if kind == Kind::Query {
        return reply(&prefix, &tic_tac_toe().answer(decoded(body)), msg::value());
    }
    let Ok(action) = Action::decode(&mut body) else {
        ext::panic_str("the payload must be an Action");
    };
    let message =
        Message { sender: msg::source(), value: msg::value(), now: exec::block_timestamp() };
    match tic_tac_toe().handle(message, action) {
        Ok(effects) => perform(effects, &prefix),
        Err(error) => reply(&prefix, &Err::<Event, _>(error), message.value),
    }
}

fn tell() {
    let query = msg::with_read_on_stack_or_heap(|payload| {
        match payload.expect("the payload can be read once") {
            [] => StateQuery::Overview,
            payload => decoded(payload),
        }
    });
    reply(&Prefix::None, &tic_tac_toe().answer(query), 0);
}

fn decoded(mut payload: &[u8]) -> StateQuery {
    let query = StateQuery::decode(&mut payload);
    query.unwrap_or_else(|_| ext::panic_str("the payload must be a StateQuery"))
}

fn perform(Effects { event, refund, payouts, is_broadcast }: Effects, prefix: &Prefix) {
    // SAFETY: as above.
    let events = Prefix::of_events(INTERFACE, unsafe { HOT.is_sails });
    for payout in &payouts {
        pay(payout, &events, &event);
    }
    if is_broadcast {
        broadcast(&events, &event);
    }
    reply(prefix, &Ok::<_, GameError>(event), refund);
}
