//! Cargo turns features of build dependencies on for crates that have a build script.
fn main() {}
