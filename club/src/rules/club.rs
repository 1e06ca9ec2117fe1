//! Opens tables, lists them, and takes them off the list.

use super::record::Record;
use alloc::boxed::Box;
use gprimitives::{ActorId, CodeId};
use program_common::Key;
use rpsls_club_io::{ClubError, ClubInit, check_title, gas, is_fair};
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

/// The state of a club that every message needs.
pub struct Head<const ROOM: usize> {
    pub(super) table_code: CodeId,
    pub(super) any_format: bool,
    /// How many tables have been opened. Each takes the next place, and after the last place
    /// the first again.
    pub(super) opened: u64,
    /// How many tables are listed.
    pub(super) listed: u32,
    /// Some bits of the id of the table in each place, so that a search reads no other page
    /// of memory; 0 where there is no table, or it could not start.
    fingerprints: [u16; ROOM],
}

/// The tables' records, by place.
#[repr(C, align(16384))]
pub struct AllRecords<const ROOM: usize>(pub(super) [Record; ROOM]);

/// A club with room for so many tables.
///
/// Its layout saves gas: a message touches the page of memory that every message needs, and
/// one of the records', however many tables are listed.
pub struct Club<'a, const ROOM: usize> {
    pub(super) head: &'a mut Head<ROOM>,
    pub(super) records: &'a mut AllRecords<ROOM>,
}

/// A table that has been checked and may be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTable<'a> {
    opener: ActorId,
    opened_at: u64,
    config: GameConfig,
    rules: GameRules,
    title: &'a str,
    /// The gas that its start is given.
    pub start_gas: u64,
    /// The part of the attached value that goes back, in the chain's smallest unit.
    pub refund: u128,
}

impl NewTable<'_> {
    /// The payload that the table is deployed with.
    pub fn init(&self) -> TableInit {
        let owner = Some(self.opener);
        TableInit { config: self.config.clone(), rules: self.rules, owner }
    }
}

impl<'a, const ROOM: usize> Club<'a, ROOM> {
    /// The club of these parts.
    pub fn new(head: &'a mut Head<ROOM>, records: &'a mut AllRecords<ROOM>) -> Self {
        Self { head, records }
    }

    /// Sets what can't be changed later.
    pub fn found(&mut self, ClubInit { table_code, any_format }: ClubInit) {
        self.head.table_code = table_code;
        self.head.any_format = any_format;
    }

    /// The code of each table.
    pub fn table_code(&self) -> CodeId {
        self.head.table_code
    }

    /// Checks whether a message may open a table. `deposit` is what the chain takes for a
    /// program, in its smallest unit.
    ///
    /// # Errors
    ///
    /// Why it may not.
    pub fn check<'t>(
        &self,
        message: &Message,
        (config, rules): (GameConfig, GameRules),
        start_gas: u64,
        title: &'t str,
        deposit: u128,
    ) -> Result<NewTable<'t>, ClubError> {
        let Message { sender: opener, value: attached, now: opened_at } = *message;
        config.validate().map_err(ClubError::BadConfig)?;
        if !self.head.any_format && !is_fair(&config, &rules) {
            return Err(ClubError::NotFair);
        }
        check_title(title)?;
        if start_gas < gas::START {
            return Err(ClubError::StartGasTooLow { least: gas::START });
        }
        let refund = attached
            .checked_sub(deposit)
            .ok_or(ClubError::DepositMissing { needed: deposit, attached })?;
        Ok(NewTable { opener, opened_at, config, rules, title, start_gas, refund })
    }

    /// Lists a table that has been created. It takes the place of the one that was opened
    /// [`ROOM`] tables before.
    ///
    /// [`ROOM`]: rpsls_club_io::ROOM
    pub fn list(&mut self, table: ActorId, new_table: NewTable<'_>) {
        let NewTable { opener, opened_at, config, rules, title, .. } = new_table;
        let place = self.next_place();
        let record = &mut self.records.0[place];
        self.head.listed += u32::from(!record.is_listed);
        record.write([table, opener], opened_at, (config, rules), title);
        self.head.fingerprints[place] = fingerprint(table);
        self.head.opened += 1;
    }

    /// Takes the table in this place off the list.
    ///
    /// # Errors
    ///
    /// [`ClubError::NotListed`], [`ClubError::NotYours`].
    pub fn unlist(&mut self, sender: ActorId, table: ActorId, place: u32) -> Result<(), ClubError> {
        let record = self.records.0.get(place as usize);
        let record = record.filter(|record| record.is_listed && record.table == table);
        let record = record.ok_or(ClubError::NotListed)?;
        if record.opener != sender {
            return Err(ClubError::NotYours);
        }
        self.take_off(place as usize);
        Ok(())
    }

    /// Takes a table that could not start off the list. Returns its opener, who is owed the
    /// deposit even if the table was unlisted meanwhile; none if the club does not know the
    /// table, or no longer does.
    pub fn failed(&mut self, table: ActorId) -> Option<ActorId> {
        let place = self.place_of(table)?;
        self.take_off(place);
        self.head.fingerprints[place] = 0;
        Some(self.records.0[place].opener)
    }

    fn take_off(&mut self, place: usize) {
        let record = &mut self.records.0[place];
        self.head.listed -= u32::from(record.is_listed);
        record.is_listed = false;
    }

    /// All places, the one of the newest table first.
    pub(super) fn newest_first(&self) -> impl Iterator<Item = usize> + use<ROOM> {
        let next = self.next_place();
        (1..=ROOM).map(move |back| (next + ROOM - back) % ROOM)
    }

    /// The place of a table, listed or not.
    pub(super) fn place_of(&self, table: ActorId) -> Option<usize> {
        let fingerprint = fingerprint(table);
        let is_there = |place: &usize| {
            self.head.fingerprints[*place] == fingerprint && self.records.0[*place].table == table
        };
        self.newest_first().find(is_there)
    }

    fn next_place(&self) -> usize {
        (self.head.opened % ROOM as u64) as usize
    }
}

/// Some bits of a table's id, never 0. Those of most other tables differ.
fn fingerprint(table: ActorId) -> u16 {
    Key::from(table.into_bytes()).fold() as u16 | 1
}

/// A club's parts on the heap, for tests and tools.
pub struct OnHeap<const ROOM: usize> {
    head: Box<Head<ROOM>>,
    records: Box<AllRecords<ROOM>>,
}

impl<const ROOM: usize> OnHeap<ROOM> {
    /// A club that lists nothing.
    pub fn new(init: ClubInit) -> Self {
        // SAFETY: both are made of numbers, booleans and an enum whose first variant is
        // zero, so all zeros are valid values: no tables.
        let mut club = unsafe {
            Self { head: Box::new_zeroed().assume_init(), records: Box::new_zeroed().assume_init() }
        };
        club.club().found(init);
        club
    }

    /// The club.
    pub fn club(&mut self) -> Club<'_, ROOM> {
        Club::new(&mut self.head, &mut self.records)
    }
}
