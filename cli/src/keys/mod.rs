//! Accounts that sign, and secrets: passwords and openings.

pub mod account;
pub mod keystore;
pub mod password;
pub mod password_file;
mod sealed;
pub mod secrets;
pub mod wallet;
