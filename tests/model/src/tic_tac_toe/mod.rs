//! A second, naive implementation of tic-tac-toe, to compare with the program in random play.
//!
//! [`Model`] does what the design says, with maps and lists. It shares only the wire types with the
//! program and copies nothing else: a mistake that both made alike would not show. [`Players`] send
//! the same random messages to both.

mod coverage;
mod model;
mod players;

pub use coverage::Coverage;
pub use model::{Answer, Model};
pub use players::{Players, Request};
