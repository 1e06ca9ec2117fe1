//! What is kept on disk between runs.

pub mod config;
pub mod games;
pub mod guests;
pub mod home;
pub mod tables;
