//! What can be asked of the club's state, free of charge.

use crate::ClubInit;
use alloc::{string::String, vec::Vec};
use gprimitives::ActorId;
use parity_scale_codec::{Decode, Encode};
use rpsls_io::{GameConfig, GameRules};
use scale_info::TypeInfo;

/// A question to `state`, answered by the [`StateReply`] of the same name. An empty
/// payload asks for `Overview`.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub enum StateQuery {
    /// A page of the list, newest first.
    Tables {
        /// How many newer ones to leave out: 0 at first, and then what the page before
        /// named as `next`.
        from: u32,
        /// The most tables that are wanted, up to [`StateQuery::PAGE`].
        limit: u32,
    },
    /// One table.
    Table(ActorId),
    /// The settings, and how many tables there are.
    Overview,
}

impl StateQuery {
    /// The most tables of a page.
    pub const PAGE: u32 = 100;
    /// The index of the reply that answers each query, by the query's index. In the Sails
    /// encoding a reply lacks it.
    pub const ANSWERS: [u8; 3] = [0, 1, 2];
}

/// The answer to a [`StateQuery`].
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub enum StateReply {
    /// A page of the list, newest first.
    Tables(TablesPage),
    /// The table, if it is listed.
    Table(Option<Listed>),
    /// The settings, and how many tables there are.
    Overview(Overview),
}

/// Some tables.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub struct TablesPage {
    /// The tables, newest first.
    pub tables: Vec<Listed>,
    /// Where to go on, if there are more. Each table that is opened before the next page
    /// is read moves the others on by one: read all pages as of one block.
    pub next: Option<u32>,
}

/// A table on the list. What its games are played for now, only the table itself knows:
/// its owner can change the config and the rules of the games that follow.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub struct Listed {
    /// The program.
    pub table: ActorId,
    /// Where the club keeps it, for [`Unlist`](crate::Action::Unlist).
    pub place: u32,
    /// Who has opened it, and owned it then.
    pub opener: ActorId,
    /// Block timestamp at which it was opened, ms.
    pub opened_at: u64,
    /// What it is called, see [`check_title`](crate::check_title).
    pub title: String,
    /// The config of its first game.
    pub config: GameConfig,
    /// The rules of its first game.
    pub rules: GameRules,
    /// Whether these are for strangers, see [`is_fair`](crate::is_fair).
    pub is_fair: bool,
}

/// The settings, and how many tables there are.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, TypeInfo)]
#[cfg_attr(feature = "docs", scale_info(capture_docs = "always"))]
pub struct Overview {
    /// The settings.
    pub config: ClubInit,
    /// How many tables are listed.
    pub listed: u32,
    /// How many were opened so far.
    pub opened: u64,
    /// How many are listed at most: those that were opened last.
    pub room: u32,
}
