//! What the client keeps on disk between runs.

pub mod bots;
pub mod config;
pub mod games;
pub mod guests;
pub mod home;
pub mod lock;
pub mod tables;
