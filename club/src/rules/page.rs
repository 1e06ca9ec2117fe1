//! Answers to queries of the list.

use super::Club;
use gprimitives::ActorId;
use rpsls_club_io::{ClubInit, Listed, Overview, StateQuery, StateReply, TablesPage};

impl<const ROOM: usize> Club<'_, ROOM> {
    /// Answers a query.
    pub fn answer(&self, query: StateQuery) -> StateReply {
        match query {
            StateQuery::Tables { from, limit } => StateReply::Tables(self.page(from, limit)),
            StateQuery::Table(table) => StateReply::Table(self.table(table)),
            StateQuery::Overview => StateReply::Overview(self.overview()),
        }
    }

    fn page(&self, from: u32, limit: u32) -> TablesPage {
        let limit = limit.min(StateQuery::PAGE);
        let listed = self.newest_first().filter_map(|place| self.listed(place));
        let tables = listed.skip(from as usize).take(limit as usize).collect();
        let next = from.saturating_add(limit);
        TablesPage { tables, next: (next < self.head.listed).then_some(next) }
    }

    fn table(&self, table: ActorId) -> Option<Listed> {
        self.listed(self.place_of(table)?)
    }

    fn listed(&self, place: usize) -> Option<Listed> {
        let record = &self.records.0[place];
        record.is_listed.then(|| record.listed(place as u32))
    }

    fn overview(&self) -> Overview {
        Overview {
            config: ClubInit { table_code: self.head.table_code, any_format: self.head.any_format },
            listed: self.head.listed,
            opened: self.head.opened,
            room: ROOM as u32,
        }
    }
}
