//! The node, and the table on it.

pub mod balance;
pub mod bill;
pub mod block;
pub mod changes;
pub mod club;
pub mod code;
pub mod cost;
pub mod deploy;
mod encoding;
pub mod error;
pub mod extrinsic;
pub mod feed;
pub mod follow;
pub mod gas;
pub mod link;
pub mod messages;
pub mod pace;
pub mod program;
pub mod query;
pub mod runtime;
mod socket;
pub mod table;
pub mod tip;
pub mod token;
pub mod voucher;
mod wire;

pub use rpsls_io::BLOCK_TIME;
pub use wire::NO_SUCH_METHOD;
