//! The house told a second time, naively, to play at random against.
//!
//! [`Model`] is what the design says, in a list, without a look at the program: it
//! shares nothing with it but the wire types. [`Guests`] send it and the program the
//! same random messages.

mod guests;
mod model;

pub use guests::{Guests, Request};
pub use model::{Answer, Model};
