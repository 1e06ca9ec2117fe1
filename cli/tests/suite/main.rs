//! The client as its users meet it: the real binary, in processes of its own, against a node.
//!
//! The node is a development node in this process, unless `VARA_NODE` names another one, whose
//! `//Alice` must be rich. There, a test that only a development node can run is skipped, and says
//! so.

mod bank;
mod behind;
mod bot;
mod bracket;
mod carried;
mod club;
mod code;
mod connection;
mod consent;
mod dev;
mod docs;
mod errors;
mod faults;
mod filter;
mod full_blocks;
mod game;
mod hand;
mod help;
mod join;
mod keys;
#[cfg(target_os = "linux")]
mod kills;
mod matrix;
mod money;
mod network;
mod outside;
mod owner;
mod paid;
mod person;
mod play;
mod runtime;
mod second;
mod secrecy;
mod service;
mod steps;
mod strangers;
mod terminal;
mod unsent;
mod until;
mod vouchers;
mod world;
