//! The interface for people and programs: lines, JSON, questions.

pub mod columns;
pub mod event;
pub mod keyboard;
pub mod output;
pub mod prompt;
pub mod round;
mod shell;
pub mod terminal;
pub mod waiting;
