//! What is told of the list.

use super::House;
use gprimitives::ActorId;
use rpsls_house_io::{HouseInit, Listed, Overview, StateQuery, StateReply, TablesPage};

impl<const ROOM: usize> House<'_, ROOM> {
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
        let places = self.directory.newest_first(self.head.span);
        let tables = places.skip(from as usize).take(limit as usize);
        let tables = tables.map(|place| self.records.0[place].listed()).collect();
        let next = from.saturating_add(limit);
        TablesPage { tables, next: ((next as usize) < self.head.span.len()).then_some(next) }
    }

    fn table(&self, table: ActorId) -> Option<Listed> {
        let (_, place) = self.find(table)?;
        Some(self.records.0[place].listed())
    }

    fn overview(&self) -> Overview {
        Overview {
            config: HouseInit {
                table_code: self.head.table_code,
                any_format: self.head.any_format,
            },
            listed: self.head.span.len() as u32,
            opened: self.head.opened,
            room: ROOM as u32,
        }
    }
}
