//! Gear's execution on a state that is a plain value.
//!
//! [`State`] holds everything that a block changes, in persistent maps, so that
//! a copy costs nothing: the chain keeps one for each block, and what a client
//! only asks about runs on a copy that is then dropped. An [`Execution`] runs
//! messages on one, with the processor, the costs and the ledger of gas that
//! Vara's runtime has. What a runtime emits is kept as the runtime's own events.

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

/// The latest time that a block may be given, in ms since 1970: what JavaScript can
/// say, so that no chain ever comes to the end of its numbers.
pub const MAX_TIME: u64 = 8_640_000_000_000_000;
