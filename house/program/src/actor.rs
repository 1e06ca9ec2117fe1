//! The Gear program: a thin shell around the rules.

use crate::{
    ActionRef,
    rules::{AllRecords, Directory, Head, House, Message, Opening},
};
use core::mem::MaybeUninit;
use gstd::{ActorId, exec, ext, msg, prelude::*, prog};
use program_common::{Payout, broadcast, pay, reply};
use rpsls_house_io::{Event, HouseError, HouseInit, ROOM, StateQuery, gas};

const TABLES: usize = ROOM as usize;

// All zeros, so that none of it is in the binary. The linker puts what is small
// together, so that the head is on the page of gstd's own.
static mut HEAD: MaybeUninit<Head> = MaybeUninit::zeroed();
static mut DIRECTORY: MaybeUninit<Directory<TABLES>> = MaybeUninit::zeroed();
static mut RECORDS: MaybeUninit<AllRecords<TABLES>> = MaybeUninit::zeroed();

fn house() -> House<'static, TABLES> {
    // SAFETY: a program runs on one thread, and each entry point calls this
    // once, so these are the only references. All zeros are a house that lists
    // nothing, see `OnHeap::new`.
    unsafe {
        House::new(
            (*&raw mut HEAD).assume_init_mut(),
            (*&raw mut DIRECTORY).assume_init_mut(),
            (*&raw mut RECORDS).assume_init_mut(),
        )
    }
}

#[unsafe(no_mangle)]
extern "C" fn init() {
    let Ok(init) = msg::load::<HouseInit>() else {
        ext::panic_str("the payload must be a HouseInit");
    };
    house().found(init);
    if msg::value() > 0 {
        msg::reply_bytes([], msg::value()).expect("the value was just received");
    }
}

#[unsafe(no_mangle)]
extern "C" fn handle() {
    let message =
        Message { sender: msg::source(), value: msg::value(), now: exec::block_timestamp() };
    msg::with_read_on_stack_or_heap(|payload| {
        let payload: &[u8] = payload.expect("the payload can be read once");
        let Ok(action) = ActionRef::decode(payload) else {
            ext::panic_str("the payload must be an Action");
        };
        match act(&message, action) {
            Ok((event, refund)) => {
                broadcast(&event);
                reply(Ok::<_, HouseError>(event), refund);
            }
            Err(error) => reply(Err::<Event, _>(error), message.value),
        }
    });
}

/// A table could not start: the chain has given its deposit back to the house.
#[unsafe(no_mangle)]
extern "C" fn handle_reply() {
    if msg::reply_code().is_ok_and(|code| code.is_success()) {
        return;
    }
    let table = msg::source();
    if let Some(opener) = house().failed(table) {
        let event = Event::OpenFailed { table };
        pay(&Payout { to: opener, value: deposit() }, &event);
        broadcast(&event);
    }
}

#[unsafe(no_mangle)]
extern "C" fn state() {
    let query = match msg::size() {
        0 => StateQuery::Overview,
        _ => msg::load().unwrap_or_else(|_| ext::panic_str("the payload must be a StateQuery")),
    };
    msg::reply(house().answer(query), 0).expect("state can reply");
}

#[unsafe(no_mangle)]
extern "C" fn metahash() {
    let metahash: &[u8; 32] = include_bytes!(concat!(env!("OUT_DIR"), "/metahash"));
    msg::reply_bytes(metahash, 0).expect("metahash can reply");
}

/// Performs an action; what came of it, and how much value goes back.
fn act(message: &Message, action: ActionRef) -> Result<(Event, u128), HouseError> {
    let mut house = house();
    match action {
        ActionRef::Open { config, rules, title } => {
            let opening = house.check(message, config, rules, title, deposit())?;
            let table = create(&house, &opening)?;
            let refund = opening.refund;
            house.list(table, opening);
            Ok((Event::Opened { table }, refund))
        }
        ActionRef::Unlist { table } => {
            house.unlist(message.sender, table)?;
            Ok((Event::Unlisted { table }, message.value))
        }
    }
}

/// Creates the table, which starts with a message of its own: what comes of that, the
/// house hears by `handle_reply`.
fn create(house: &House<'_, TABLES>, opening: &Opening) -> Result<ActorId, HouseError> {
    // Its id is made of this message's, which has no other.
    let salt: [u8; 0] = [];
    let created =
        prog::create_program_with_gas(house.table_code(), salt, opening.init(), gas::START, 0);
    let Ok((start, table)) = created else {
        return Err(HouseError::OutOfGas { needed: gas::MESSAGE });
    };
    // Whatever the start burns: the deposit's way back must not hang on that.
    if exec::reply_deposit(start, gas::HEARING).is_err() {
        ext::panic_str("opening a table takes more gas");
    }
    Ok(table)
}

/// What the chain asks for a program, which comes out of the house's balance.
fn deposit() -> u128 {
    exec::env_vars().existential_deposit
}
