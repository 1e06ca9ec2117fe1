//! Sending, on the chain.

use crate::Payout;
use gstd::{ActorId, Encode, msg};

/// Replies to the message, and sends this much value along.
pub fn reply<T: Encode, E: Encode>(result: Result<T, E>, value: u128) {
    msg::reply(result, value).expect("the program holds what it gives back");
}

/// Pays an account, and tells it why.
///
/// With no gas the value is credited at once; with gas it would wait in the
/// account's mailbox.
pub fn pay(payout: &Payout, event: &impl Encode) {
    msg::send_with_gas(payout.to, event, 0, payout.value).expect("the program holds what it pays");
}

/// Tells watchers and indexers, who read what is sent to the zero account.
pub fn broadcast(event: &impl Encode) {
    msg::send_with_gas(ActorId::zero(), event, 0, 0).expect("a message of no value can be sent");
}
