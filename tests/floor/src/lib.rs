//! A program whose messages cost the least that a message of the game could cost.
//!
//! The program reads 33 bytes, the sender and the block time, adds to a counter on its one page of
//! memory, and replies 33 bytes. If the payload's first byte is not zero, the program also sends
//! the sender 33 bytes without gas, as a payout is sent.

#![no_std]

#[cfg(feature = "std")]
include!(concat!(env!("OUT_DIR"), "/wasm_binary.rs"));

#[cfg(target_arch = "wasm32")]
mod program {
    use core::sync::atomic::{AtomicU64, Ordering};
    use gstd::{exec, msg};

    static COUNTER: AtomicU64 = AtomicU64::new(0);

    #[unsafe(no_mangle)]
    extern "C" fn init() {}

    #[unsafe(no_mangle)]
    extern "C" fn handle() {
        msg::with_read_on_stack_or_heap(|payload| {
            let payload = payload.expect("the payload can be read once");
            let sender = msg::source();
            COUNTER.fetch_add(exec::block_timestamp(), Ordering::Relaxed);
            if payload[0] != 0 {
                msg::send_bytes_with_gas(sender, &*payload, 0, 0).expect("it carries no value");
            }
            msg::reply_bytes(payload, 0).expect("it carries no value");
        });
    }
}
