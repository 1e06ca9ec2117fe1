//! What the programs share: ids as words that are cheap to compare, the
//! [Sails encoding](encoding), [entry points](entry_points), and the sending of replies,
//! payouts and broadcasts.
//!
//! The rules know no chain, and list [`Payout`]s as data. The functions, built
//! for WebAssembly only, are for the actors around them. None of them can fail:
//! a program that counts what it holds sends no more than that. If it did, the
//! message would trap, and nothing of it would stand.

#![no_std]
#![warn(missing_docs)]

use gprimitives::ActorId;
use parity_scale_codec::{Compact, Decode, Error};

pub mod encoding;
mod entry;
mod key;
#[cfg(target_arch = "wasm32")]
mod send;

pub use key::Key;
#[cfg(target_arch = "wasm32")]
pub use send::{broadcast, pay, reply};

/// Value that an account is owed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payout {
    /// Who is to be paid.
    pub to: ActorId,
    /// How much, in the chain's smallest unit.
    pub value: u128,
}

/// Decodes a text from the input, and borrows its bytes from there.
///
/// # Errors
///
/// Whenever `String::decode` errs.
pub fn decode_str<'a>(input: &mut &'a [u8]) -> Result<&'a str, Error> {
    let Compact(len) = Compact::<u32>::decode(input)?;
    let (bytes, rest) = input.split_at_checked(len as usize).ok_or("text is cut short")?;
    *input = rest;
    core::str::from_utf8(bytes).map_err(|_| "text is not UTF-8".into())
}
