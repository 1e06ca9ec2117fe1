//! The Gear program: a thin shell around the rules.

use crate::rules::{AllTables, Effects, Head, Message, TicTacToe};
use core::mem::MaybeUninit;
use gstd::{exec, ext, msg, prelude::*};
use program_common::{broadcast, pay, reply};
use tic_tac_toe_io::{Action, Event, GameError, StateQuery};

// All zeros, so that none of it is in the binary. The linker puts what is small
// together, so that the head is on the page of gstd's own.
static mut HEAD: MaybeUninit<Head> = MaybeUninit::zeroed();
static mut TABLES: MaybeUninit<AllTables> = MaybeUninit::zeroed();

fn club() -> TicTacToe<'static> {
    // SAFETY: a program runs on one thread, and each entry point calls this
    // once, so these are the only references. All zeros are a club that is not
    // open, see `OnHeap::new`.
    unsafe {
        TicTacToe::new((*&raw mut HEAD).assume_init_mut(), (*&raw mut TABLES).assume_init_mut())
    }
}

#[unsafe(no_mangle)]
extern "C" fn init() {
    let Ok(config) = msg::load() else {
        ext::panic_str("the payload must be an InitConfig");
    };
    if let Err(error) = club().open(msg::source(), config) {
        ext::panic_str(&error.to_string());
    }
    if msg::value() > 0 {
        msg::reply_bytes([], msg::value()).expect("the value was just received");
    }
}

#[unsafe(no_mangle)]
extern "C" fn handle() {
    let action = msg::with_read_on_stack_or_heap(|payload| {
        let mut payload: &[u8] = payload.expect("the payload can be read once");
        Action::decode(&mut payload)
    });
    let Ok(action) = action else {
        ext::panic_str("the payload must be an Action");
    };
    let message =
        Message { sender: msg::source(), value: msg::value(), now: exec::block_timestamp() };
    match club().handle(message, action) {
        Ok(effects) => perform(effects),
        Err(error) => reply(Err::<Event, _>(error), message.value),
    }
}

#[unsafe(no_mangle)]
extern "C" fn state() {
    let query = match msg::size() {
        0 => StateQuery::Overview,
        _ => msg::load().unwrap_or_else(|_| ext::panic_str("the payload must be a StateQuery")),
    };
    msg::reply(club().answer(query), 0).expect("state can reply");
}

#[unsafe(no_mangle)]
extern "C" fn metahash() {
    let metahash: &[u8; 32] = include_bytes!(concat!(env!("OUT_DIR"), "/metahash"));
    msg::reply_bytes(metahash, 0).expect("metahash can reply");
}

fn perform(Effects { event, refund, payouts, is_broadcast }: Effects) {
    for payout in &payouts {
        pay(payout, &event);
    }
    if is_broadcast {
        broadcast(&event);
    }
    reply(Ok::<_, GameError>(event), refund);
}
