//! `rpsls join --any`: a seat at whatever table of a house fits.

use super::{Player, again, games::is_taken};
use crate::{
    args::Stake,
    chain::{link::Link, table::Table},
    commands::{Context, house::any_table, seat::TooDear},
    keys::account::Account,
    words::digits::hex,
};
use anyhow::Result;
use gprimitives::ActorId;
use serde_json::json;

/// Where a player looks for a seat.
pub struct Any<'a> {
    pub context: &'a Context,
    /// The first one of known code opens a table if there is none.
    pub houses: Vec<ActorId>,
    /// Tables at which others were faster, or that cost more meanwhile.
    pub left_out: Vec<ActorId>,
}

impl Any<'_> {
    /// The table to sit down at, unless the player does not want to open one.
    pub async fn table(
        &self,
        link: Link,
        account: &Account,
        stake: &Stake,
    ) -> Result<Option<Table>> {
        let Self { context, houses, left_out } = self;
        let terms = (stake.max_bet.unwrap_or_default(), stake.yes);
        let (link, found) = any_table(context, link, houses, account, terms, left_out).await?;
        let Some(program) = found else { return Ok(None) };
        self.context.out.json(&json!({ "step": "table", "program": hex(program) }))?;
        self.context.out.line(&format!("Sitting down at {}.", hex(program)))?;
        let choice = self.context.global.voucher.unwrap_or_default();
        Table::open(link, program, choice).await.map(Some)
    }
}

impl Player {
    /// Plays a game at one of the houses' tables. Where others are faster, it is another.
    pub(super) async fn any(mut self, mut any: Any<'_>) -> Result<()> {
        loop {
            let error = match self.join().await {
                Err(error) if is_taken(&error) || error.is::<TooDear>() => error,
                came => return came.map(|_| ()),
            };
            self.out.line(&format!("{error:#}"))?;
            any.left_out.push(self.table.program);
            let link = Link::connect(self.table.link.url(), None).await?;
            let Some(table) = any.table(link, &self.account, &self.stake).await? else {
                return self.out.line("No seat was taken, and nothing was paid.");
            };
            self.seat = table.seat(&self.account);
            self.table = table;
            again(async || self.table.link.settle(&self.account).await).await?;
        }
    }
}
