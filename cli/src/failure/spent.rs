//! What this process has sent since it last answered, for whoever reads an answer or a failure.
//!
//! A failure alone does not tell whether it cost anything: the client may have foreseen it, or the
//! program may have refused what a block has. A process has one such account, as it has one output.

use serde_json::{Value, json};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What blocks have of this process, in the chain's smallest unit.
#[derive(Clone, Copy, Default)]
pub struct Spent {
    /// How many messages they have.
    sent: u32,
    /// What the chain took for them, without gas.
    fee: u128,
    /// The same, with what else does not come back.
    cost: u128,
    /// The cost of the last message.
    last: u128,
    /// Whether something else may be in a block, which is not known.
    is_out: bool,
}

static SPENT: Mutex<Spent> = Mutex::new(Spent { sent: 0, fee: 0, cost: 0, last: 0, is_out: false });

fn spent() -> MutexGuard<'static, Spent> {
    SPENT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A node is handed something, or it is known what came of that: a block has it, or none ever will.
pub fn set_out(is_out: bool) {
    spent().is_out = is_out;
}

/// A block has a message that has cost this fee.
pub fn included(fee: u128) {
    let mut spent = spent();
    spent.sent += 1;
    spent.fee = spent.fee.saturating_add(fee);
    spent.cost = spent.cost.saturating_add(fee);
    spent.last = fee;
}

/// The last message has cost this, too: gas, or a deposit.
pub fn add(cost: u128) {
    let mut spent = spent();
    spent.cost = spent.cost.saturating_add(cost);
    spent.last = spent.last.saturating_add(cost);
}

/// What the last message has cost in all. An answer tells it, so no later one does.
pub fn answered() -> u128 {
    let mut spent = spent();
    *spent = Spent { last: spent.last, is_out: spent.is_out, ..Spent::default() };
    spent.last
}

/// What was sent since the last answer. This is an answer.
pub fn take() -> Spent {
    let mut spent = spent();
    let taken = *spent;
    *spent = Spent { is_out: taken.is_out, ..Spent::default() };
    taken
}

/// What was paid since the last answer, if a block has anything.
pub fn cost() -> Option<u128> {
    spent().cost()
}

/// Whether it is known that no block has anything since the last answer.
pub fn is_nothing() -> bool {
    let spent = spent();
    spent.sent == 0 && !spent.is_out
}

impl Spent {
    /// What was paid, if a block has anything.
    pub fn cost(&self) -> Option<u128> {
        (self.sent > 0 && !self.is_out).then_some(self.cost)
    }

    /// Its fields in JSON, null where they are not known.
    pub fn fields(&self) -> [(&'static str, Value); 3] {
        let known = |value: u128| (!self.is_out).then(|| value.to_string());
        [
            ("sent", (!self.is_out).then_some(self.sent > 0).into()),
            ("fee", json!(known(self.fee))),
            ("cost", json!(known(self.cost))),
        ]
    }
}
