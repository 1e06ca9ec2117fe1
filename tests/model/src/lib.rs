//! Second, naive implementations of the programs, and random players. Tests compare the programs
//! with them. They share the wire types with the programs, and nothing else.

pub mod club;
mod names;
pub mod rpsls;
mod soak;
pub mod tic_tac_toe;

pub use soak::soak;
