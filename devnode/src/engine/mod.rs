//! Runs Gear programs on a state that is a plain value.
//!
//! [`State`] holds everything that a block changes, in persistent maps, so a copy costs little. The
//! chain keeps one copy for each block. A client's question runs on a copy that is then dropped.
//!
//! An [`Execution`] runs messages on a state. It has the processor, the costs and the gas tree of
//! Vara's runtime. It records what it emits as the runtime's own events.

mod bank;
mod calls;
mod constants;
mod estimate;
mod execution;
mod extrinsics;
mod failure;
mod gas;
mod hold;
mod journal;
mod ledger;
mod pages;
mod program;
mod queue;
mod read;
mod sending;
mod state;
mod stored;
mod tasks;
mod voucher;
pub mod weight;
mod written;

pub use constants::Constants;
pub use estimate::{Estimate, Subject};
pub use execution::{Execution, Ran};
pub use extrinsics::{Call, Dispatched, account};
pub use failure::{Failure, Outcome, name as failure_name};
pub use ledger::{BANK, TREASURY};
pub use program::StoredCode;
pub use state::{Account, Deposit, FeeMultiplier, Position, State};
pub use stored::StoredState;
pub use voucher::Voucher;

/// The latest time that a block can be given, in ms since 1970. It is the latest date in
/// JavaScript. Later blocks add to it, so it must be far below the largest `u64`.
pub const MAX_TIME: u64 = 8_640_000_000_000_000;
