//! The rules through their public interface, without a chain.

mod actions;
mod bracket;
mod early_moves;
mod hours;
mod join;
mod knockout;
mod last_round;
mod shares;
mod shows;
mod silence;
mod stages;
mod stopping;
mod table;
