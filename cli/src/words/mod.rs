//! The words for things: sentences about the game, amounts, ids. Nothing here prints.

pub mod address;
pub mod carried;
pub mod decimal;
pub mod digits;
pub mod hex32;
pub mod notices;
pub mod text;
pub mod units;
