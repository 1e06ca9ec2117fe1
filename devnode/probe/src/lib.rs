//! A program that does what it is told, one of the things that Gear's messages can
//! do, and replies with the bytes `done`.

#![no_std]

extern crate alloc;

use gprimitives::{ActorId, CodeId, MessageId};
use parity_scale_codec::{Decode, Encode};

#[cfg(feature = "std")]
include!(concat!(env!("OUT_DIR"), "/wasm_binary.rs"));

/// What the program is told. Times are in blocks.
#[derive(Clone, Debug, Encode, Decode)]
pub enum Task {
    /// Nothing but the reply.
    Nothing,
    /// Sends a message that waits in the sender's mailbox.
    Mail { value: u128 },
    /// The same, delayed.
    MailLater { value: u128, delay: u32 },
    /// Sends without gas: there is nothing to claim.
    Pay { value: u128 },
    /// Sends without gas, delayed.
    PayLater { value: u128, delay: u32 },
    /// Sends itself [`Task::Nothing`], delayed, with gas of its own.
    WakeSelf { gas: u64, delay: u32 },
    /// Sends itself [`Task::Nothing`] with what gas there is.
    CallSelf,
    /// Waits for so long, then goes on.
    WaitFor(u32),
    /// Waits for at most so long.
    WaitUpTo(u32),
    /// Waits for as long as its gas lets it.
    Wait,
    /// Wakes a message that waits.
    Wake(MessageId),
    /// Sets gas apart.
    Reserve { gas: u64, duration: u32 },
    /// Pays for a message with the gas that was set apart last.
    SpendReservation,
    /// Gives it back.
    Unreserve,
    /// Creates a program.
    Create { code: CodeId, payload: alloc::vec::Vec<u8> },
    /// Takes memory, writes to it, and keeps it.
    Grow { bytes: u32 },
    /// Panics, having set gas apart for the signal.
    TrapWithSignal { gas: u64 },
    /// Panics.
    Trap,
    /// Sends a message and gas for its reply.
    Ask { deposit: u64 },
    /// Ends the program.
    Exit(ActorId),
    /// Asks how much gas is left, which an estimate forbids.
    GasLeft,
    /// Says something to who runs the node.
    Debug,
}

#[cfg(target_arch = "wasm32")]
mod program {
    use crate::Task;
    use alloc::vec::Vec;
    use gstd::{MessageId, ReservationId, ReservationIdExt, exec, msg, prog};
    use parity_scale_codec::{Decode, Encode};

    #[derive(Default)]
    struct State {
        waited: Vec<MessageId>,
        reservation: Option<ReservationId>,
        memory: Vec<Vec<u8>>,
        signals: u32,
        replies: u32,
    }

    static mut STATE: State =
        State { waited: Vec::new(), reservation: None, memory: Vec::new(), signals: 0, replies: 0 };

    #[allow(static_mut_refs)]
    fn own() -> &'static mut State {
        // SAFETY: a program has one thread, and no reference outlives its message.
        unsafe { &mut STATE }
    }

    #[unsafe(no_mangle)]
    extern "C" fn init() {
        msg::reply_bytes(b"ready", 0).expect("the first reply");
    }

    #[unsafe(no_mangle)]
    extern "C" fn handle() {
        let payload = msg::load_bytes().expect("the payload can be read");
        let task = Task::decode(&mut &payload[..]).expect("a task");
        perform(task);
        msg::reply_bytes(b"done", 0).expect("the first reply");
    }

    fn perform(task: Task) {
        let sender = msg::source();
        let nothing = Task::Nothing.encode();
        match task {
            Task::Nothing => {}
            Task::Mail { value } => drop(msg::send_bytes(sender, b"mail", value).unwrap()),
            Task::MailLater { value, delay } => {
                msg::send_bytes_delayed(sender, b"mail later", value, delay).unwrap();
            }
            Task::Pay { value } => {
                msg::send_bytes_with_gas(sender, b"pay", 0, value).unwrap();
            }
            Task::PayLater { value, delay } => {
                msg::send_bytes_with_gas_delayed(sender, b"pay later", 0, value, delay).unwrap();
            }
            Task::WakeSelf { gas, delay } => {
                let own = exec::program_id();
                msg::send_bytes_with_gas_delayed(own, nothing, gas, 0, delay).unwrap();
            }
            Task::CallSelf => {
                msg::send_bytes(exec::program_id(), nothing, 0).unwrap();
            }
            Task::WaitFor(blocks) => once(|| exec::wait_for(blocks)),
            Task::WaitUpTo(blocks) => once(|| exec::wait_up_to(blocks)),
            Task::Wait => once(|| exec::wait()),
            Task::Wake(id) => exec::wake(id).unwrap(),
            Task::Reserve { gas, duration } => {
                own().reservation = Some(ReservationId::reserve(gas, duration).unwrap());
            }
            Task::SpendReservation => {
                let id = own().reservation.take().unwrap();
                msg::send_bytes_from_reservation(id, sender, b"reserved", 0).unwrap();
            }
            Task::Unreserve => {
                own().reservation.take().unwrap().unreserve().unwrap();
            }
            Task::Create { code, payload } => {
                prog::create_program_bytes_with_gas(code, b"child", payload, 5_000_000_000, 0)
                    .unwrap();
            }
            Task::Grow { bytes } => own().memory.push(alloc::vec![7; bytes as usize]),
            Task::TrapWithSignal { gas } => {
                exec::system_reserve_gas(gas).unwrap();
                panic!("as told");
            }
            Task::Trap => panic!("as told"),
            Task::Ask { deposit } => {
                let id = msg::send_bytes(sender, b"ask", 0).unwrap();
                exec::reply_deposit(id, deposit).unwrap();
            }
            Task::Exit(heir) => exec::exit(heir),
            Task::GasLeft => drop(exec::gas_available()),
            Task::Debug => gstd::debug!("the probe was here"),
        }
    }

    /// Waits the first time that this message runs.
    fn once(wait: impl FnOnce()) {
        let id = msg::id();
        if !own().waited.contains(&id) {
            own().waited.push(id);
            wait();
        }
    }

    #[unsafe(no_mangle)]
    extern "C" fn handle_reply() {
        own().replies += 1;
    }

    #[unsafe(no_mangle)]
    extern "C" fn handle_signal() {
        own().signals += 1;
    }

    #[unsafe(no_mangle)]
    extern "C" fn state() {
        let State { signals, replies, memory, .. } = own();
        let counts = (*signals, *replies, memory.len() as u32);
        msg::reply(counts, 0).expect("the first reply");
    }
}
