//! Sending, on the chain.

use crate::{
    Payout,
    encoding::{LEN, Prefix},
};
use core::mem::MaybeUninit;
use gcore::stack_buffer::with_byte_buffer;
use gstd::{ActorId, Encode, msg};
use parity_scale_codec::Output;

/// Replies to the message, and sends this much value along.
pub fn reply(prefix: &Prefix, said: &impl Encode, value: u128) {
    with_said(prefix, said, |payload| msg::reply_bytes(payload, value))
        .expect("the program holds what it gives back");
}

/// Pays an account, and tells it why.
///
/// With no gas the value is credited at once; with gas it would wait in the
/// account's mailbox.
pub fn pay(payout: &Payout, prefix: &Prefix, event: &impl Encode) {
    with_said(prefix, event, |payload| {
        msg::send_bytes_with_gas(payout.to, payload, 0, payout.value)
    })
    .expect("the program holds what it pays");
}

/// Tells watchers and indexers, who read what is sent to the zero account.
pub fn broadcast(prefix: &Prefix, event: &impl Encode) {
    pay(&Payout { to: ActorId::zero(), value: 0 }, prefix, event);
}

/// Writes an enum behind what precedes it, on the stack if it is not too long.
///
/// It is encoded once, where it is no longer than it gives a hint of, and not a first
/// time to be measured.
fn with_said<T>(prefix: &Prefix, said: &impl Encode, send: impl Fn(&[u8]) -> T) -> T {
    let start = if matches!(prefix, Prefix::None) { 0 } else { LEN };
    let mut len = start + said.size_hint();
    loop {
        let sent = with_byte_buffer(len, |buffer| {
            let buffer = &mut buffer[..len];
            let mut writer = Writer { buffer, len: start };
            said.encode_to(&mut writer);
            len = writer.len;
            if start > 0 {
                writer.buffer.get_mut(..LEN)?.fill(MaybeUninit::new(0));
            }
            let written = writer.buffer.get_mut(..len)?;
            // SAFETY: the room for a header was filled, and all that follows written.
            let payload = unsafe { &mut *(&raw mut *written as *mut [u8]) };
            let from = if start > 0 { prefix.put_before(payload) } else { 0 };
            Some(send(&payload[from..]))
        });
        if let Some(sent) = sent {
            return sent;
        }
    }
}

/// Writes what there is room for, and measures all.
struct Writer<'a> {
    buffer: &'a mut [MaybeUninit<u8>],
    len: usize,
}

impl Output for Writer<'_> {
    // What has a known length is copied by words in line, and by bytes in a function.
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let end = self.len + bytes.len();
        if end <= self.buffer.len() {
            // SAFETY: that much room there is, and nothing else refers to it.
            unsafe {
                let place = self.buffer.as_mut_ptr().add(self.len).cast::<u8>();
                place.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
            }
        }
        self.len = end;
    }

    #[inline(always)]
    fn push_byte(&mut self, byte: u8) {
        if let Some(place) = self.buffer.get_mut(self.len) {
            place.write(byte);
        }
        self.len += 1;
    }
}
