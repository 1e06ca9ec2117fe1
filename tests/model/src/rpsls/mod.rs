//! A second, naive implementation of the game, and random players to compare it with the program.
//!
//! [`Model`] does what the game's description says, as plainly as it can: it rebuilds sets and maps
//! whenever a stage begins, whatever that costs. It shares the wire types with the program, and
//! nothing else. [`Alarms`] says when the program wakes itself.
//!
//! [`Run`] plays random [`Case`]s, [`Players`] turns their intents into messages, and [`Coverage`]
//! counts what was met.

mod alarm;
mod coverage;
mod model;
mod play;
mod run;

pub use alarm::{Alarm, Alarms};
pub use coverage::Coverage;
pub use model::{Answer, Change, Model, Paid};
pub use play::{
    Attached, Case, CaseSize, Commitment, Delay, Intent, Op, Opening, Players, Request, Style,
    Terms,
};
pub use run::{Checked, Run, same};
