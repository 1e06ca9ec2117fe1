//! A second, naive implementation of the club, to compare with the program in random play.
//!
//! [`Model`] does what the design says, with a plain list. It shares only the wire types with the
//! program, and copies nothing else from it. [`Guests`] send the same random messages to both.

mod guests;
mod model;

pub use guests::{Guests, Request};
pub use model::{Answer, Model};
