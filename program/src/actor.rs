//! The Gear program: a thin shell around the rules.

use crate::{
    ActionRef,
    alarm::{Alarm, Payer, Work, blocks_until_after},
    rules::{EventRef, Game, Message, Settlement},
};
use core::mem::offset_of;
use gstd::{ActorId, exec, ext, msg, prelude::*};
use program_common::{broadcast, pay, reply};
use rpsls_io::{GameError, StateQuery, TableInit};

/// The unit by which memory is charged for, in bytes.
const PAGE: usize = 0x4000;

/// What every message of a player needs lies on one page of memory, the one on
/// which the linker also puts the program's constants.
#[repr(C)]
struct Actor {
    alarm: Alarm,
    game: Game,
}

/// Where, counted from the actor's first byte, what a player's message needs is
/// over.
const HOT_BYTES: usize = offset_of!(Actor, game) + Game::HOT_BYTES;

/// An alarm's payload, [`Action::Advance`](rpsls_io::Action::Advance), for those
/// who read the chain: `wake_up` needs none.
const ADVANCE: [u8; 1] = [5];

/// All zeros, so that none of it is in the binary.
static mut ACTOR: Actor = Actor { alarm: Alarm::NONE, game: Game::CLOSED };

fn actor() -> &'static mut Actor {
    // SAFETY: a program runs on one thread, and each entry point calls this
    // once, so this is the only reference.
    unsafe { &mut *&raw mut ACTOR }
}

#[unsafe(no_mangle)]
extern "C" fn init() {
    let start = (&raw const ACTOR).addr();
    if start / PAGE != (start + HOT_BYTES - 1) / PAGE {
        // The program would work, and each message cost a fifth more.
        ext::panic_str("what players' messages need is on two pages: lower FIRST_LATE_SEAT");
    }
    msg::with_read_on_stack_or_heap(|payload| {
        let payload: &[u8] = payload.expect("the payload can be read once");
        let Ok(init) = TableInit::of_payload(payload) else {
            ext::panic_str("the payload must be a TableInit or a GameConfig");
        };
        if let Err(error) = actor().game.open(msg::source(), init, exec::block_timestamp()) {
            ext::panic_str(error.text());
        }
    });
    if msg::value() > 0 {
        msg::reply_bytes([], msg::value()).expect("the value was just received");
    }
}

#[unsafe(no_mangle)]
extern "C" fn handle() {
    let (actor, program) = (actor(), exec::program_id());
    let sender = msg::source();
    if sender == program {
        actor.wake_up(program);
        return;
    }
    let message = Message { sender, value: msg::value(), now: exec::block_timestamp(), program };
    msg::with_read_on_stack_or_heap(|payload| {
        let payload: &[u8] = payload.expect("the payload can be read once");
        let Ok(action) = ActionRef::decode(payload) else {
            ext::panic_str("the payload must be an Action");
        };
        actor.act(&message, action);
    });
}

#[unsafe(no_mangle)]
extern "C" fn state() {
    let query = match msg::size() {
        0 => StateQuery::All,
        _ => msg::load().unwrap_or_else(|_| ext::panic_str("the payload must be a StateQuery")),
    };
    let reply = actor().game.answer(query, exec::block_timestamp());
    msg::reply(reply, 0).expect("state can reply");
}

#[unsafe(no_mangle)]
extern "C" fn metahash() {
    let metahash: &[u8; 32] = include_bytes!(concat!(env!("OUT_DIR"), "/metahash"));
    msg::reply_bytes(metahash, 0).expect("metahash can reply");
}

impl Actor {
    /// A player's, the owner's or a stranger's message.
    fn act(&mut self, message: &Message, action: ActionRef) {
        let mut work = Work::None;
        match self.game.handle(message, action, |settlement| work = announce(settlement)) {
            Ok(outcome) => {
                if let shares @ 1.. = outcome.payouts.shares() {
                    work = Work::Settled { shares };
                }
                outcome.payouts.each(outcome.event, |payout, event| pay(&payout, &event));
                if let Some(event) = outcome.broadcast {
                    broadcast(&event);
                }
                reply(Ok::<_, GameError>(outcome.event), outcome.refund);
                self.arm_alarm(message.program, message.now, Payer::Sender, work);
            }
            Err(error) => reply(Err::<EventRef, _>(error), message.value),
        }
    }

    /// The alarm has arrived.
    fn wake_up(&mut self, program: ActorId) {
        let payer = self.alarm.arrived(exec::block_height());
        let now = exec::block_timestamp();
        let work = self.game.settle(now).map_or(Work::None, |settlement| announce(&settlement));
        self.arm_alarm(program, now, payer, work);
    }

    /// Sees to it that an alarm is pending if a deadline is awaited. Where the
    /// message can't pay for one, the next does.
    ///
    /// This is the last thing that a message does, and sending is the last of
    /// it: what comes after could fail for want of the gas that the alarm took.
    fn arm_alarm(&mut self, program: ActorId, now: u64, payer: Payer, work: Work) {
        let Some(deadline) = self.game.awaited_deadline() else {
            return;
        };
        let height = exec::block_height();
        let delay = blocks_until_after(deadline, now);
        let due = height.saturating_add(delay);
        let shares = self.game.shares_due();
        if self.alarm.comes_by(due, payer.least(shares), height) {
            return;
        }
        let mut unarmed = self.alarm;
        for gas in payer.amounts(delay, shares, work).into_iter().flatten() {
            self.alarm.armed(due, gas);
            if msg::send_bytes_with_gas_delayed(program, ADVANCE, gas, 0, delay).is_ok() {
                return;
            }
            // It had less than was known: the one that was expected comes in this
            // block, too, and finds what is known of it.
            if let Payer::Alarm(known) = payer {
                unarmed.armed(height, known);
            }
        }
        self.alarm = unarmed;
    }
}

/// Pays and broadcasts what the clock brought about.
fn announce(Settlement { event, payouts }: &Settlement) -> Work {
    payouts.each(*event, |payout, event| pay(&payout, &event));
    broadcast(event);
    Work::Settled { shares: payouts.shares() }
}
