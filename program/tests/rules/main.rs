//! The rules through their public interface, without a chain.

mod actions;
mod stages;
mod table;
