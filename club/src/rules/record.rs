//! What is kept of a table.

use alloc::string::String;
use gprimitives::ActorId;
use rpsls_club_io::{Listed, MAX_TITLE, is_fair};
use rpsls_io::{GameConfig, GameRules};

/// A table that is on the list, or was. 64 of them are on a page of memory, and none is on two.
///
/// All zeros are a good one, which is not listed.
#[repr(C, align(256))]
pub struct Record {
    pub table: ActorId,
    pub opener: ActorId,
    /// Block timestamp, ms.
    opened_at: u64,
    config: GameConfig,
    rules: GameRules,
    title_len: u8,
    pub is_listed: bool,
    title: [u8; MAX_TITLE],
}

const _: () = assert!(size_of::<Record>() == 256);

impl Record {
    /// Writes a listed table's record where it lies.
    ///
    /// # Panics
    ///
    /// If the title is too long.
    pub fn write(
        &mut self,
        [table, opener]: [ActorId; 2],
        opened_at: u64,
        (config, rules): (GameConfig, GameRules),
        title: &str,
    ) {
        self.table = table;
        self.opener = opener;
        self.opened_at = opened_at;
        self.config = config;
        self.rules = rules;
        self.title_len = title.len() as u8;
        self.is_listed = true;
        self.title[..title.len()].copy_from_slice(title.as_bytes());
    }

    pub fn listed(&self, place: u32) -> Listed {
        let title = &self.title[..self.title_len.into()];
        Listed {
            table: self.table,
            place,
            opener: self.opener,
            opened_at: self.opened_at,
            title: String::from(core::str::from_utf8(title).expect("it was a str")),
            config: self.config.clone(),
            rules: self.rules,
            is_fair: is_fair(&self.config, &self.rules),
        }
    }
}
