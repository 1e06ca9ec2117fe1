//! The rules through their public interface, without a chain.

mod actions;
mod early_moves;
mod join;
mod knockout;
mod stages;
mod stopping;
mod table;
