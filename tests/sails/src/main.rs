//! Tests the programs with Sails' own tools.

mod idl;
mod play;
mod support;
