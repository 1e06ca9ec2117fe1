//! What the tests of both programs share.

#![warn(missing_docs)]

pub mod answer;
pub mod artifact;
pub mod books;
pub mod floor;
pub mod log;
pub mod node;
pub mod types;
