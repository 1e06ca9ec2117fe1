//! The Gear program: a thin shell around the rules.

use crate::{
    ActionRef,
    alarm::{Alarm, GasSource, Work, blocks_until_after},
    decode,
    rules::{EventRef, Game, Message, Outcome},
};
use core::ptr;
use gstd::{ActorId, MessageId, exec, ext, msg, prelude::*};
use program_common::{
    Key, broadcast,
    encoding::{Kind, Prefix, Received, constructor},
    entry_points, pay, reply,
};
use rpsls_io::{GameError, StateQuery, TableInit};

/// The id of the program's interface, which headers of the Sails encoding name.
const INTERFACE: [u8; 8] = *include_bytes!(concat!(env!("OUT_DIR"), "/interface"));

/// The program's state.
///
/// What every message of a player needs comes first: it lies on one page of memory, on
/// which the linker also puts the program's constants.
#[repr(C)]
struct Actor {
    alarm: Alarm,
    /// Whether the table was deployed in the Sails encoding, and sends its events in it.
    is_sails: bool,
    game: Game,
}

/// An alarm's payload: [`Action::Advance`](rpsls_io::Action::Advance) in the gmeta
/// encoding. It is for those who read the chain; `wake_up` does not read it.
const ADVANCE: [u8; 1] = [5];

const NO_QUERY: &str = "the payload must be a StateQuery";

/// The program's state between messages. It is all zeros at first, so that none of it is
/// in the binary.
static mut ACTOR: Actor = Actor { alarm: Alarm::NONE, is_sails: false, game: Game::UNOPENED };

fn actor() -> &'static mut Actor {
    // SAFETY: a program runs on one thread, and each entry point calls this
    // once, so this is the only reference.
    unsafe { &mut *&raw mut ACTOR }
}

entry_points! {
    interface: INTERFACE,
    init: open,
    alarm: woken,
    handle: receive,
    state: tell,
}

fn open(payload: &[u8]) {
    let sails_init = constructor(payload).unwrap_or_else(|error| ext::panic_str(error.text()));
    let actor = actor();
    actor.is_sails = sails_init.is_some();
    let Some(init) = sails_init.or_else(|| TableInit::of_payload(payload).ok()) else {
        ext::panic_str("the payload must be a TableInit or a GameConfig");
    };
    if let Err(error) = actor.game.open(msg::source(), init, exec::block_timestamp()) {
        ext::panic_str(error.text());
    }
}

fn woken() -> bool {
    let program = exec::program_id();
    let is_alarm = msg::source() == program;
    if is_alarm {
        actor().wake_up(program);
    }
    is_alarm
}

fn receive(Received { kind, body, prefix }: Received) {
    let (sender, program) = (msg::source(), exec::program_id());
    let message = Message { sender, value: msg::value(), now: exec::block_timestamp(), program };
    let actor = actor();
    if kind == Kind::Query {
        return actor.answer(&message, body, &prefix);
    }
    let Ok(action) = decode(body) else {
        ext::panic_str("the payload must be an Action");
    };
    actor.act(&message, action, &prefix);
}

fn tell() {
    let query = match msg::size() {
        0 => StateQuery::All,
        _ => msg::load().unwrap_or_else(|_| ext::panic_str(NO_QUERY)),
    };
    reply(&Prefix::None, &actor().game.answer(query, exec::block_timestamp()), 0);
}

impl Actor {
    /// Performs an action, replies to its sender, and arms an alarm.
    fn act(&mut self, message: &Message, action: ActionRef, prefix: &Prefix) {
        let events = self.events();
        let mut work = Work::None;
        match self.game.handle(message, action, |settlement| work = announce(settlement, &events)) {
            Ok(outcome) => {
                if let shares @ 1.. = outcome.payouts.shares() {
                    work = Work::Settled { shares };
                }
                send(&outcome, &events);
                reply(prefix, &Ok::<_, GameError>(outcome.event), outcome.refund);
                self.arm_alarm(message.program, message.now, GasSource::Sender, work);
            }
            Err(error) => reply(prefix, &Err::<EventRef, _>(error), message.value),
        }
    }

    /// Answers a query from a copy of the game, and gives the value back.
    ///
    /// Most queries are never sent to the chain, which costs gas: clients call
    /// `gear_calculateReplyForHandle` instead.
    // If this were inlined, every message would pay for the stack's pages with the copy.
    #[inline(never)]
    fn answer(&self, message: &Message, mut query: &[u8], prefix: &Prefix) {
        let Ok(query) = StateQuery::decode(&mut query) else {
            ext::panic_str(NO_QUERY);
        };
        // SAFETY: a game holds no pointer, and has nothing to drop. (A clone, made field by
        // field, would be a kilobyte of code.)
        let mut game = unsafe { ptr::read(&raw const self.game) };
        reply(prefix, &game.answer(query, message.now), message.value);
    }

    /// The prefix of events and payouts, which are in the encoding of the deployment.
    fn events(&self) -> Prefix {
        Prefix::of_events(INTERFACE, self.is_sails)
    }

    /// Settles the clock when the expected alarm has arrived, and arms the next one.
    fn wake_up(&mut self, program: ActorId) {
        let Some(gas) = self.alarm.arrived(number(msg::id())) else {
            return;
        };
        let source = GasSource::Alarm(gas);
        let now = exec::block_timestamp();
        let events = self.events();
        let settled = self.game.settle(now, source.portion());
        let work = settled.map_or(Work::None, |settlement| announce(&settlement, &events));
        self.arm_alarm(program, now, source, work);
    }

    /// Arms an alarm for the deadline, unless none is needed or one that is pending will do.
    /// If this message has too little gas, the next one arms it.
    ///
    /// Each accepted message ends with this, and this with the sending: what came after could
    /// run out of gas, since the alarm takes most of it.
    fn arm_alarm(&mut self, program: ActorId, now: u64, source: GasSource, work: Work) {
        let Some(deadline) = self.game.alarm_deadline() else {
            if self.game.lacks_players() {
                self.alarm = Alarm::NONE;
            }
            return;
        };
        let height = exec::block_height();
        let delay = blocks_until_after(deadline, now);
        let due = height.saturating_add(delay);
        let shares = self.game.payouts_due();
        if self.alarm.comes_by(due, source.min_gas(shares), height) {
            return;
        }
        for gas in source.candidates(delay, shares, work).into_iter().flatten() {
            if let Ok(id) = msg::send_bytes_with_gas_delayed(program, ADVANCE, gas, 0, delay) {
                self.alarm = Alarm::armed(number(id), gas, due);
                return;
            }
        }
    }
}

/// The number by which an alarm is known.
fn number(id: MessageId) -> u64 {
    Key::from(id.into_bytes()).fold()
}

/// Sends a settlement's payouts and its broadcast. Returns the work that it was.
fn announce(settlement: &Outcome, events: &Prefix) -> Work {
    send(settlement, events);
    Work::Settled { shares: settlement.payouts.shares() }
}

/// Sends an outcome's payouts and its broadcast.
fn send(outcome: &Outcome, events: &Prefix) {
    outcome.payouts.each(outcome.event, |payout, event| pay(&payout, events, &event));
    if let Some(event) = outcome.broadcast {
        broadcast(events, &event);
    }
}
