//! What the client knows of the rules: the moves, whose turn it is, the rounds.

pub mod hours;
pub mod knockout;
pub mod moves;
pub mod round;
pub mod rules;
pub mod seat;
pub mod turn;
