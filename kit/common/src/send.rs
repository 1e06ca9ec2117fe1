//! Sends replies, payouts and broadcasts.

use crate::{
    Payout,
    encoding::{LEN, Prefix},
};
use core::mem::MaybeUninit;
use gcore::stack_buffer::with_byte_buffer;
use gstd::{ActorId, Encode, msg};
use parity_scale_codec::Output;

/// Replies to the present message, with this value.
pub fn reply(prefix: &Prefix, body: &impl Encode, value: u128) {
    with_payload(prefix, body, |payload| msg::reply_bytes(payload, value))
        .expect("the program holds what it gives back");
}

/// Pays an account, in a message that carries the event.
///
/// The message has no gas, so that the value is credited at once: with gas it would wait in
/// the account's mailbox.
pub fn pay(payout: &Payout, prefix: &Prefix, event: &impl Encode) {
    with_payload(prefix, event, |payload| {
        msg::send_bytes_with_gas(payout.to, payload, 0, payout.value)
    })
    .expect("the program holds what it pays");
}

/// Sends an event to the zero account, where watchers and indexers read it.
pub fn broadcast(prefix: &Prefix, event: &impl Encode) {
    pay(&Payout { to: ActorId::zero(), value: 0 }, prefix, event);
}

/// Encodes an enum behind its prefix, on the stack if it is not too long, and calls `send`
/// with the bytes.
///
/// The buffer is as long as the enum's size hint. Only an enum that turns out longer is
/// encoded a second time.
fn with_payload<T>(prefix: &Prefix, body: &impl Encode, send: impl Fn(&[u8]) -> T) -> T {
    let start = if matches!(prefix, Prefix::None) { 0 } else { LEN };
    let mut len = start + body.size_hint();
    loop {
        let sent = with_byte_buffer(len, |buffer| {
            let buffer = &mut buffer[..len];
            let mut writer = Writer { buffer, len: start };
            body.encode_to(&mut writer);
            len = writer.len;
            if start > 0 {
                writer.buffer.get_mut(..LEN)?.fill(MaybeUninit::new(0));
            }
            let written = writer.buffer.get_mut(..len)?;
            // SAFETY: the bytes before `start` were filled, and all that follow were written.
            let payload = unsafe { &mut *(&raw mut *written as *mut [u8]) };
            let from = if start > 0 { prefix.write_before(payload) } else { 0 };
            Some(send(&payload[from..]))
        });
        if let Some(sent) = sent {
            return sent;
        }
    }
}

/// Writes the bytes that the buffer has room for, and counts all.
struct Writer<'a> {
    buffer: &'a mut [MaybeUninit<u8>],
    len: usize,
}

impl Output for Writer<'_> {
    // Bytes of a known length are copied word by word if this is inlined, else one by one.
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let end = self.len + bytes.len();
        if end <= self.buffer.len() {
            // SAFETY: the buffer reaches to `end`, and nothing else refers to it.
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
