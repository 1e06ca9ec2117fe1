//! Helpers that the tests of all programs share.

pub mod answer;
pub mod artifact;
pub mod books;
pub mod deploying;
pub mod encoding;
pub mod floor;
pub mod functions;
pub mod gas;
pub mod imports;
pub mod log;
pub mod metadata;
pub mod node;
pub mod types;
