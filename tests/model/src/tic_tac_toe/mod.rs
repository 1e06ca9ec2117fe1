//! Tic-tac-toe told a second time, naively, to play at random against.
//!
//! [`Model`] is what the design says, in maps and lists, without a look at the
//! program: what both got wrong in the same way shows as no difference, so it
//! shares nothing with it but the wire types. [`Players`] send it and the
//! program the same random messages.

mod coverage;
mod model;
mod players;

pub use coverage::Coverage;
pub use model::{Answer, Model};
pub use players::{Players, Request};
