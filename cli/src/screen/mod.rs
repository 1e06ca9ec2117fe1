//! What people and programs see: lines, JSON, questions.

pub mod keyboard;
pub mod output;
pub mod prompt;
pub mod round;
pub mod terminal;
