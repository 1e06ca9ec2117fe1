//! The game told a second time, naively, and random players to compare it with the
//! program.
//!
//! [`Model`] says what the game's description says, as plainly as it can:
//! sets and maps that are rebuilt wherever a stage begins, and no thought of
//! cost. It shares the wire types with the program, and nothing else. [`Alarms`]
//! says when the program wakes itself, [`Ledger`] who holds which money.
//!
//! [`Run`] plays random [`Case`]s, [`Players`] turns their intents into messages,
//! and [`Coverage`] counts what was met.

mod alarm;
mod coverage;
mod ledger;
mod model;
mod play;
mod run;

pub use alarm::{Alarm, Alarms};
pub use coverage::Coverage;
pub use ledger::Ledger;
pub use model::{Answer, Change, Model, Paid};
pub use play::{
    Attached, Case, CaseSize, Commitment, Delay, Intent, Op, Opening, Players, Request, Style,
    Terms,
};
pub use run::{Checked, Run, same};
