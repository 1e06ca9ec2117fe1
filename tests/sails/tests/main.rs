//! What Sails' own tools make of the programs.

mod idl;
mod play;
