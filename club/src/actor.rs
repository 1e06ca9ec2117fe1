//! The Gear program: a thin shell around the rules.

use crate::{
    ActionRef, INTERFACE, decode,
    rules::{AllRecords, Club, Head, Message, NewTable},
};
use core::mem::MaybeUninit;
use gstd::{ActorId, exec, ext, msg, prelude::*, prog};
use program_common::{
    Payout, broadcast,
    encoding::{Kind, Prefix, Received, constructor},
    entry_points, pay, reply,
};
use rpsls_club_io::{ClubError, ClubInit, Event, ROOM, StateQuery, gas, message::Action};

const TABLES: usize = ROOM as usize;

const NO_QUERY: &str = "the payload must be a StateQuery";

// All zeros, so that none of it is in the binary. The linker puts small statics together, so
// the head is on the same page of memory as those of gstd.
static mut HOT: MaybeUninit<Hot> = MaybeUninit::zeroed();
static mut RECORDS: MaybeUninit<AllRecords<TABLES>> = MaybeUninit::zeroed();

/// The state that every message reads.
struct Hot {
    head: Head<TABLES>,
    /// Whether the club was deployed in the Sails encoding, and sends its events in it.
    is_sails: bool,
}

fn club() -> Club<'static, TABLES> {
    // SAFETY: a program runs on one thread, and each entry point calls this
    // once, so these are the only references. All zeros are a club that lists
    // nothing, see `OnHeap::new`.
    unsafe {
        Club::new(
            &mut (*&raw mut HOT).assume_init_mut().head,
            (*&raw mut RECORDS).assume_init_mut(),
        )
    }
}

entry_points! {
    interface: INTERFACE,
    init: open,
    handle: receive,
    state: tell,
}

fn open(payload: &[u8]) {
    let sails_init = constructor(payload).unwrap_or_else(|error| ext::panic_str(error.text()));
    let is_sails = sails_init.is_some();
    let Some(init) = sails_init.or_else(|| ClubInit::decode(&mut &*payload).ok()) else {
        ext::panic_str("the payload must be a ClubInit");
    };
    club().found(init);
    // SAFETY: as for the club, which is not in use any more.
    unsafe { (*(&raw mut HOT).cast::<Hot>()).is_sails = is_sails };
}

fn receive(Received { kind, body, prefix }: Received) {
    let message =
        Message { sender: msg::source(), value: msg::value(), now: exec::block_timestamp() };
    if kind == Kind::Query {
        return answer(&message, body, &prefix);
    }
    let Ok(action) = decode(body) else {
        ext::panic_str("the payload must be an Action");
    };
    match act(&message, action) {
        Ok((event, refund)) => {
            broadcast(&events(), &event);
            reply(&prefix, &Ok::<_, ClubError>(event), refund);
        }
        Err(error) => reply(&prefix, &Err::<Event, _>(error), message.value),
    }
}

/// Hears whether a table could start. If not, the chain has given its deposit back to the
/// club, which pays it to the opener.
#[unsafe(no_mangle)]
extern "C" fn handle_reply() {
    if msg::reply_code().is_ok_and(|code| code.is_success()) {
        return;
    }
    let table = msg::source();
    if let Some(opener) = club().failed(table) {
        let event = Event::OpenFailed { table };
        pay(&Payout { to: opener, value: deposit() }, &events(), &event);
        broadcast(&events(), &event);
    }
}

fn tell() {
    let query = match msg::size() {
        0 => StateQuery::Overview,
        _ => msg::load().unwrap_or_else(|_| ext::panic_str(NO_QUERY)),
    };
    reply(&Prefix::None, &club().answer(query), 0);
}

/// Answers a query of the Sails encoding, and gives the value back. Nothing changes.
fn answer(message: &Message, mut query: &[u8], prefix: &Prefix) {
    let Ok(query) = StateQuery::decode(&mut query) else {
        ext::panic_str(NO_QUERY);
    };
    reply(prefix, &club().answer(query), message.value);
}

/// The prefix of events and payouts, which are in the encoding of the deployment.
fn events() -> Prefix {
    // SAFETY: nothing but `init` writes it.
    let is_sails = unsafe { (*(&raw const HOT).cast::<Hot>()).is_sails };
    Prefix::of_events(INTERFACE, is_sails)
}

/// Performs an action. Returns its event, and the value that goes back to the sender.
fn act(message: &Message, action: ActionRef) -> Result<(Event, u128), ClubError> {
    let mut club = club();
    match action {
        Action::Open { config, rules, start_gas, title } => {
            let new_table = club.check(message, (config, rules), start_gas, title, deposit())?;
            let table = create(&club, &new_table)?;
            let refund = new_table.refund;
            club.list(table, new_table);
            Ok((Event::Opened { table }, refund))
        }
        Action::Unlist { table, place } => {
            club.unlist(message.sender, table, place)?;
            Ok((Event::Unlisted { table }, message.value))
        }
    }
}

/// Creates the table. It starts with a message of its own, whose reply comes to
/// `handle_reply`.
fn create(club: &Club<'_, TABLES>, new_table: &NewTable) -> Result<ActorId, ClubError> {
    // The table's id is made of this message's id, too, so it is new without a salt.
    let salt: [u8; 0] = [];
    let (code, start_gas) = (club.table_code(), new_table.start_gas);
    let created = prog::create_program_with_gas(code, salt, new_table.init(), start_gas, 0);
    let Ok((start, table)) = created else {
        return Err(ClubError::OutOfGas { needed: gas::open(start_gas) });
    };
    // Gas for `handle_reply`, whatever the start burns: the deposit must come back without
    // depending on that.
    if exec::reply_deposit(start, gas::HEARING).is_err() {
        ext::panic_str("opening a table takes more gas");
    }
    Ok(table)
}

/// The existential deposit that the chain takes for a new program, out of the club's
/// balance.
fn deposit() -> u128 {
    exec::env_vars().existential_deposit
}
