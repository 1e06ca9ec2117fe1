//! `rpsls join --any`: a seat at any table of a club that fits.

use super::{Player, games::is_taken};
use crate::{
    chain::{
        club::{Club, Lobby, START_BLOCKS},
        link::Link,
        table::Table,
    },
    commands::{
        Context,
        club::{best, open_duel, whole_lobbies},
        retry::retry_while_node_fails,
    },
    failure::Mark,
    keys::account::Account,
    options::{Consent, DryRun, Stake},
    screen::terminal::unless_leaving,
    way::Session,
    words::digits::hex,
};
use anyhow::{Result, ensure};
use gprimitives::ActorId;
use serde_json::json;
use std::{ops::RangeInclusive, sync::Arc};

/// How many blocks to wait at most before opening a table. The number is random, so that of several
/// players who find none, one opens it and the others see it.
const MOST_WAITED: u32 = 3;

/// Where and how a player looks for a seat.
pub struct Any<'a> {
    pub context: &'a Context,
    /// The clubs. The first one of known code opens a table if none fits.
    pub clubs: Vec<ActorId>,
    /// The least bet of a seat to look for.
    pub min_bet: u128,
    /// Tables at which others were faster, or whose terms changed meanwhile.
    pub left_out: Vec<ActorId>,
    /// Whether this run has opened a table: it pays for no second one.
    pub has_opened: bool,
    /// Whether this is a dry run, which opens none.
    pub is_dry: bool,
}

impl Any<'_> {
    /// The table to begin with. If a game of an earlier run is still open, this is that game's
    /// table, listed or not.
    pub async fn first(
        &mut self,
        link: &Arc<Link>,
        account: &Account,
        stake: &Stake,
    ) -> Result<Option<Table>> {
        let notes = self.context.home.games().all()?;
        let here = (link.genesis().0, account.id.into_bytes());
        let open = notes.iter().rev().find(|note| {
            let is_own = (note.seat.genesis, note.seat.account) == here;
            is_own && note.origin.is_any && note.is_open()
        });
        match open {
            Some(note) => {
                let program = note.seat.program.into();
                self.tell(program, "")?;
                let again = async || self.context.table_at(link.clone(), program).await;
                retry_while_node_fails(again).await.map(Some)
            }
            None => self.table(link, account, stake).await,
        }
    }

    /// The table to sit down at. `None` if the player does not want to open one.
    pub async fn table(
        &mut self,
        link: &Arc<Link>,
        account: &Account,
        stake: &Stake,
    ) -> Result<Option<Table>> {
        let max_bet = stake.max_bet.unwrap_or_default();
        let bets = self.min_bet..=max_bet;
        let lobbies = whole_lobbies(link, &mut self.clubs).await?;
        if let Some(found) = best(&lobbies, account.id, &bets, &self.left_out) {
            let title = title_of(&lobbies, found);
            return self.go_to(link, found, title).await.map(Some);
        }
        ensure!(
            !self.has_opened,
            "others were faster at the table that was opened, too: no second one is paid for. No \
             seat was taken"
        );
        // Others may be about to open one as well.
        let lobbies = match self.is_dry {
            true => lobbies,
            false => {
                let blocks = 1 + rand::random::<u32>() % MOST_WAITED;
                match self.look_again(link, account, &bets, blocks).await? {
                    (Some(table), lobbies) => {
                        let title = title_of(&lobbies, table);
                        return self.go_to(link, table, title).await.map(Some);
                    }
                    (None, lobbies) => lobbies,
                }
            }
        };
        unless_leaving().await;
        let consent = Consent { yes: stake.yes, dry: DryRun { dry_run: self.is_dry } };
        let duel = (max_bet, consent);
        let opened = open_duel(self.context, link.clone(), &lobbies, account, duel).await?;
        let Some(opened) = opened else { return Ok(None) };
        self.has_opened = true;
        // Two players who opened tables at the same time meet at the older one.
        let lobbies = whole_lobbies(link, &mut self.clubs).await?;
        let found = best(&lobbies, account.id, &bets, &self.left_out).unwrap_or(opened);
        self.go_to(link, found, title_of(&lobbies, found)).await.map(Some)
    }

    /// Waits for some blocks, and looks at the newest one. Returns the table that fits, if there is one
    /// by then, and what there is.
    async fn look_again(
        &mut self,
        link: &Arc<Link>,
        account: &Account,
        bets: &RangeInclusive<u128>,
        blocks: u32,
    ) -> Result<(Option<ActorId>, Vec<Lobby>)> {
        self.context.out.waiting("No open table fits: looking whether somebody opens one");
        for _ in 0..blocks {
            let last = link.last_block().await?.number;
            link.block_after(last).await?;
        }
        let newest = link.newest_block().await?;
        let lobbies = Club::lobbies_at(link, &mut self.clubs, Some(newest)).await?;
        self.context.out.waited();
        let found = best(&lobbies, account.id, bets, &self.left_out);
        // A seat is asked for where a final block has the table.
        for _ in 0..found.map_or(0, |_| START_BLOCKS) {
            let last = link.last_block().await?.number;
            if last >= newest.number {
                break;
            }
            link.block_after(last).await?;
        }
        Ok((found, lobbies))
    }

    /// Sits down at a table. Its title may say who waits there.
    async fn go_to(&self, link: &Arc<Link>, program: ActorId, title: &str) -> Result<Table> {
        self.tell(program, title)?;
        self.context.table_at(link.clone(), program).await
    }

    fn tell(&self, program: ActorId, title: &str) -> Result<()> {
        let step = json!({ "step": "table", "program": hex(program), "title": title });
        self.context.out.json(&step)?;
        let titled = if title.is_empty() { String::new() } else { format!(", “{title}”") };
        self.context.out.line(&format!("Sitting down at {}{titled}.", hex(program)))
    }
}

/// What the clubs call a table.
fn title_of(lobbies: &[Lobby], table: ActorId) -> &str {
    let mut listed = lobbies.iter().flat_map(|lobby| &lobby.tables).map(|seen| &seen.listed);
    listed.find(|listed| listed.table == table).map_or("", |listed| &listed.title)
}

impl Player {
    /// Plays a game at one of the clubs' tables. If others are faster, goes on to another table.
    pub(super) async fn any(mut self, mut any: Any<'_>) -> Result<()> {
        loop {
            let error = match self.join().await {
                Err(error) if is_taken(&error) || Mark::of(&error) == Some(Mark::Changed) => error,
                came => return came.map(|_| ()),
            };
            self.out.line(&format!("{error:#}"))?;
            any.left_out.push(self.table.program);
            let link = &self.table.link;
            let Some(table) = any.table(link, &self.account, &self.policy.stake).await? else {
                return self.out.line("No seat was taken, and nothing was paid.");
            };
            // The terms belong to one table.
            self.policy.terms = None;
            self.seat = table.seat(&self.account);
            self.lock_seat(&any.context.home)?;
            self.table = table;
            self.session = Session::new(self.account.id);
        }
    }
}
