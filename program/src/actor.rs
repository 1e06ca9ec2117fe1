//! The Gear program: a thin shell around the rules.

use crate::{
    ActionRef,
    alarm::{Alarm, blocks_until_after},
    rules::{Game, Handled, Settlement},
};
use gstd::{exec, ext, msg, prelude::*};
use outbox::{broadcast, pay, reply};
use rpsls_io::{Action, Event, GameError, StateQuery};

/// The most gas that an alarm is given. An early arrival burns about a tenth of
/// it, so this is enough to be sent on five times and then end a stage. What is
/// not burned goes back to who paid for it.
const ALARM_GAS: u64 = 10_000_000_000;

/// The least gas that an alarm is given, enough to end any stage of 255
/// players.
const ALARM_MIN_GAS: u64 = 4_000_000_000;

/// Gas that sending an alarm takes, with what the message does after it: 0.41
/// were measured, and an action must not fail for its alarm if the chain's
/// prices rise a little.
const ALARM_SENDING_GAS: u64 = 700_000_000;

/// Gas that the chain reserves for each block of a message's delay.
const STASH_GAS_PER_BLOCK: u64 = 100;

/// In this order, so that the alarm lies on the page that every message needs.
#[repr(C)]
struct Actor {
    alarm: Alarm,
    game: Game,
}

/// All zeros, so that none of it is in the binary.
static mut ACTOR: Actor = Actor { alarm: Alarm::NONE, game: Game::CLOSED };

fn actor() -> &'static mut Actor {
    // SAFETY: a program runs on one thread, and each entry point calls this
    // once, so this is the only reference.
    unsafe { &mut *&raw mut ACTOR }
}

#[unsafe(no_mangle)]
extern "C" fn init() {
    let Ok(config) = msg::load() else {
        ext::panic_str("the payload must be a GameConfig");
    };
    if let Err(error) = actor().game.open(msg::source(), config, exec::block_timestamp()) {
        ext::panic_str(&error.to_string());
    }
    if msg::value() > 0 {
        msg::reply_bytes([], msg::value()).expect("the value was just received");
    }
}

#[unsafe(no_mangle)]
extern "C" fn handle() {
    let actor = actor();
    if msg::source() == exec::program_id() {
        actor.wake_up();
    } else {
        msg::with_read_on_stack_or_heap(|payload| {
            let payload: &[u8] = payload.expect("the payload can be read once");
            let Ok(action) = ActionRef::decode(payload) else {
                ext::panic_str("the payload must be an Action");
            };
            actor.act(action);
        });
    }
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
    fn act(&mut self, action: ActionRef) {
        let (sender, value, now) = (msg::source(), msg::value(), exec::block_timestamp());
        let Handled { settlement, result } = self.game.handle(sender, value, now, action);
        if let Some(settlement) = settlement {
            announce(settlement);
        }
        match result {
            Ok(outcome) => {
                for payout in &outcome.payouts {
                    pay(payout, &outcome.event);
                }
                reply(Ok::<_, GameError>(outcome.event), outcome.refund);
                self.arm_alarm();
            }
            Err(error) => reply(Err::<Event, _>(error), value),
        }
    }

    /// The alarm has arrived.
    fn wake_up(&mut self) {
        self.alarm.arrived(exec::block_height());
        if let Some(settlement) = self.game.settle(exec::block_timestamp()) {
            announce(settlement);
        }
        self.arm_alarm();
    }

    /// Sees to it that an alarm is pending if a deadline is awaited. Without
    /// enough gas for one, the next message does.
    fn arm_alarm(&mut self) {
        let height = exec::block_height();
        let Some(deadline) = self.game.awaited_deadline() else {
            return;
        };
        if self.alarm.is_pending(height) {
            return;
        }
        let delay = blocks_until_after(deadline, exec::block_timestamp());
        let sending_gas = ALARM_SENDING_GAS + STASH_GAS_PER_BLOCK * u64::from(delay);
        let gas = exec::gas_available().saturating_sub(sending_gas).min(ALARM_GAS);
        if gas < ALARM_MIN_GAS {
            return;
        }
        // The payload is for those who read the chain: `wake_up` needs none.
        let advance = Action::Advance;
        if msg::send_with_gas_delayed(exec::program_id(), advance, gas, 0, delay).is_ok() {
            self.alarm.armed(height.saturating_add(delay));
        }
    }
}

/// Pays and broadcasts what the clock brought about.
fn announce(Settlement { change, payout }: Settlement) {
    let event = Event::StageAdvanced(change);
    if let Some(payout) = payout {
        pay(&payout, &event);
    }
    broadcast(&event);
}
