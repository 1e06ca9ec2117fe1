//! Opening tables, and taking them off the list.

use super::{
    directory::{Directory, Span},
    record::Record,
};
use alloc::boxed::Box;
use gprimitives::{ActorId, CodeId};
use rpsls_house_io::{HouseError, HouseInit, check_title, is_fair};
use rpsls_io::{GameConfig, GameRules, TableInit};

/// Who sent an action, with what, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Message {
    /// Who sent it.
    pub sender: ActorId,
    /// The value attached, in the chain's smallest unit.
    pub value: u128,
    /// The block timestamp, ms.
    pub now: u64,
}

/// What every message needs.
pub struct Head {
    pub(super) table_code: CodeId,
    pub(super) any_format: bool,
    /// How many tables were opened so far.
    pub(super) opened: u64,
    pub(super) span: Span,
}

/// What is kept of the tables, by their places.
#[repr(C, align(16384))]
pub struct AllRecords<const ROOM: usize>(pub(super) [Record; ROOM]);

/// The list, with room for so many tables.
///
/// Gas is what shapes it: opening a table touches the page of memory that every message
/// needs, the directory's, and one of the records', however many tables are listed.
pub struct House<'a, const ROOM: usize> {
    pub(super) head: &'a mut Head,
    pub(super) directory: &'a mut Directory<ROOM>,
    pub(super) records: &'a mut AllRecords<ROOM>,
}

/// A table that may be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening<'a> {
    opener: ActorId,
    opened_at: u64,
    config: GameConfig,
    rules: GameRules,
    title: &'a str,
    /// How much of the attached value goes back.
    pub refund: u128,
}

impl Opening<'_> {
    /// What the table is deployed with.
    pub fn init(&self) -> TableInit {
        let owner = Some(self.opener);
        TableInit { config: self.config.clone(), rules: self.rules, owner }
    }
}

impl<'a, const ROOM: usize> House<'a, ROOM> {
    /// The house of these parts.
    pub fn new(
        head: &'a mut Head,
        directory: &'a mut Directory<ROOM>,
        records: &'a mut AllRecords<ROOM>,
    ) -> Self {
        Self { head, directory, records }
    }

    /// Sets what can't be changed later.
    pub fn found(&mut self, HouseInit { table_code, any_format }: HouseInit) {
        self.head.table_code = table_code;
        self.head.any_format = any_format;
    }

    /// The code of each table.
    pub fn table_code(&self) -> CodeId {
        self.head.table_code
    }

    /// Checks whether a table may be opened by a message, where the chain asks so high a
    /// deposit.
    ///
    /// # Errors
    ///
    /// Why it may not.
    pub fn check<'t>(
        &self,
        message: &Message,
        config: GameConfig,
        rules: GameRules,
        title: &'t str,
        deposit: u128,
    ) -> Result<Opening<'t>, HouseError> {
        let Message { sender: opener, value: attached, now: opened_at } = *message;
        config.validate().map_err(HouseError::BadConfig)?;
        if !self.head.any_format && !is_fair(&config, &rules) {
            return Err(HouseError::NotFair);
        }
        check_title(title)?;
        let refund = attached
            .checked_sub(deposit)
            .ok_or(HouseError::DepositMissing { needed: deposit, attached })?;
        Ok(Opening { opener, opened_at, config, rules, title, refund })
    }

    /// Lists a table that was created; where the list is full, instead of the oldest.
    pub fn list(&mut self, table: ActorId, opening: Opening<'_>) {
        let Opening { opener, opened_at, config, rules, title, .. } = opening;
        let place = self.directory.push(&mut self.head.span, table);
        self.records.0[place].write([table, opener], opened_at, (config, rules), title);
        self.head.opened += 1;
    }

    /// Takes a table off the list.
    ///
    /// # Errors
    ///
    /// [`HouseError::NotListed`], [`HouseError::NotYours`].
    pub fn unlist(&mut self, sender: ActorId, table: ActorId) -> Result<(), HouseError> {
        let (number, place) = self.find(table).ok_or(HouseError::NotListed)?;
        if self.records.0[place].opener != sender {
            return Err(HouseError::NotYours);
        }
        self.directory.remove(&mut self.head.span, number);
        Ok(())
    }

    /// Takes a table off the list that could not start. Whoever has opened it, and is
    /// owed the deposit; nobody if it is not listed.
    pub fn failed(&mut self, table: ActorId) -> Option<ActorId> {
        let (number, place) = self.find(table)?;
        self.directory.remove(&mut self.head.span, number);
        Some(self.records.0[place].opener)
    }

    /// The number of a listed table, from 0 for the oldest, and its place.
    pub(super) fn find(&self, table: ActorId) -> Option<(usize, usize)> {
        let is_there = |place: usize| self.records.0[place].table == table;
        self.directory.find(self.head.span, table, is_there)
    }
}

/// A house's parts on the heap, for tests and tools.
pub struct OnHeap<const ROOM: usize> {
    head: Box<Head>,
    directory: Box<Directory<ROOM>>,
    records: Box<AllRecords<ROOM>>,
}

impl<const ROOM: usize> OnHeap<ROOM> {
    /// A house that lists nothing.
    pub fn new(init: HouseInit) -> Self {
        // SAFETY: all are made of numbers, booleans and an enum whose first variant is
        // zero, so that zeros are good ones: no tables, and each place once.
        let mut house = unsafe {
            Self {
                head: Box::new_zeroed().assume_init(),
                directory: Box::new_zeroed().assume_init(),
                records: Box::new_zeroed().assume_init(),
            }
        };
        house.house().found(init);
        house
    }

    /// The house.
    pub fn house(&mut self) -> House<'_, ROOM> {
        House::new(&mut self.head, &mut self.directory, &mut self.records)
    }
}
