//! The bot's table: finds it on the club's list, opens it, and says when the club lists it no more.

use super::Bot;
use crate::{
    chain::{
        bill::Payer,
        club::{Club, START_BLOCKS, Seen},
        cost::Prices,
    },
    commands::{
        club::{afford_playing, duel, open_at},
        retry::{retry, retry_while_node_fails},
    },
    failure::Failure,
    game::{rules::is_for_strangers, seat::Seat},
    options::{Consent, DryRun},
    screen::{output::warn, terminal::unless_leaving},
    words::{
        digits::{hex, short},
        units::vara,
    },
};
use anyhow::{Context as _, Result, ensure};
use gprimitives::ActorId;
use rpsls_club_io::Listed;
use rpsls_io::{GameStage, GameState, StateQuery, StateReply};

/// The title of its tables, so that nobody takes it for a person.
const TITLE: &str = "A bot, which plays at random";
/// How often to read the club's list while a table waits, in blocks.
const LOOK_EACH: u32 = 10;

impl Bot<'_> {
    /// The table of the bot's running game, listed or not, or else the table that the club lists
    /// for the bot.
    pub(super) async fn own_table(&mut self) -> Result<Option<ActorId>> {
        // After this, what an earlier run has sent is in a block, or void.
        retry(async || self.club.link.settle(&self.account).await).await?;
        let notes = self.games.all()?;
        self.look_elsewhere(&notes).await?;
        if let Some((_, note)) = self.ledger.own(&notes).filter(|(_, note)| note.is_open()).last() {
            return Ok(Some(note.seat.program.into()));
        }
        let mut is_listed = false;
        for _ in 0..START_BLOCKS {
            let lobby = retry(async || self.club.lobby().await).await?;
            ensure!(
                lobby.is_known(),
                Failure::Unreleased(format!(
                    "the code of the club {} or of its tables is no release that this rpsls knows, \
                     and not what it was built with: nothing was sent to it",
                    short(lobby.club)
                ))
            );
            let own: Vec<_> = lobby.tables.iter().filter(|seen| self.may_be_own(seen)).collect();
            let newest = own.iter().max_by_key(|seen| seen.listed.opened_at);
            if let Some(Seen { listed: Listed { table, .. }, state: Some(_), .. }) = newest {
                // Perhaps a run that was interrupted has opened it.
                let is_ours = self.ledger.has(*table) || self.ledger.is_opening();
                if !is_ours {
                    let knows_another = own.iter().any(|seen| self.ledger.has(seen.listed.table));
                    let whose = format!(
                        "the account has a table that no bot here has opened, {}: another bot plays \
                         for it, or the folder here is an older one. What was lost there is not counted",
                        hex(*table)
                    );
                    ensure!(
                        !knows_another,
                        Failure::Limit(format!(
                            "{whose}. End one of the two: `rpsls club unlist` takes a table off the \
                             list"
                        ))
                    );
                    warn(&whose);
                }
                self.ledger.add(*table, Prices::of(&self.club.link)?.existential_deposit)?;
                return Ok(Some(*table));
            }
            // A table may be about to start, or the message that opens one may still wait for its
            // turn.
            let seat = Seat::new(self.club.link.genesis(), self.club.program, self.account.id);
            let (link, last) = (&self.club.link, lobby.head.number);
            is_listed = !own.is_empty();
            if !is_listed && Payer::of(&seat).trace(link, last).await?.held == 0 {
                break;
            }
            retry_while_node_fails(async || link.block_after(last).await).await?;
        }
        ensure!(
            !is_listed,
            "the node does not tell the state of the bot's table: no second one is opened"
        );
        Ok(None)
    }

    /// Whether the bot may have opened this table as its duel. A table that is about to start has
    /// no state yet.
    fn may_be_own(&self, Seen { listed, state, .. }: &Seen) -> bool {
        listed.opener == self.account.id
            && listed.title == TITLE
            && match state {
                Some(state) => fits(state, self.bet),
                None => listed.config.bet_size == self.bet,
            }
    }

    /// Opens a table at the club.
    pub(super) async fn open(&mut self) -> Result<ActorId> {
        let prices = Prices::of(&self.club.link)?;
        let (config, rules) = duel(self.bet);
        let action = self.club.opening(&self.account, config, rules, TITLE.into()).await?;
        let (price, gas_limit) = self.club.price(&self.account, &action).await?;
        let spent = price.total(&prices);
        afford_playing(&self.club, &self.account, &price, self.bet).await?;
        let game = prices.most_of_duel(price.fee);
        ensure!(
            spent.saturating_add(game) <= self.left()?,
            Failure::Limit(format!(
                "{}: a table costs {}, and a duel at it {}. No table was opened",
                self.account_of_losses()?,
                vara(spent),
                vara(game.saturating_add(self.bet))
            ))
        );
        unless_leaving().await;
        self.ledger.intend(spent)?;
        let opening = (&self.account, &action);
        let consent = Consent { yes: true, dry: DryRun { dry_run: false } };
        let opened = open_at(self.context, &self.club, opening, (&price, gas_limit), consent);
        let table = opened.await?.context("nobody is asked who could decline")?.table;
        self.ledger.add(table, spent)?;
        let nonce = self.nonce().await?;
        self.ledger.see(nonce, 0)?;
        Ok(table)
    }

    pub(super) async fn lists(&mut self, table: ActorId) -> Result<bool> {
        retry_while_node_fails(async || self.club.lists(table).await).await
    }
}

/// Returns once a table is off the club's list and nobody but the bot is there. The bot would wait
/// there in vain.
pub(super) async fn off_list(club: &Club, table: ActorId, bot: ActorId) -> Result<()> {
    let mut looked = 0;
    loop {
        let last = retry_while_node_fails(async || club.link.last_block().await).await?;
        if last.number >= looked + LOOK_EACH || last.number < looked {
            looked = last.number;
            if !retry_while_node_fails(async || club.lists(table).await).await? {
                let asked = async || club.link.answer(table, &StateQuery::All, last.hash).await;
                match retry_while_node_fails(asked).await? {
                    StateReply::All(state) if is_alone(&state, bot) => return Ok(()),
                    _ => {}
                }
            }
        }
        retry_while_node_fails(async || club.link.block_after(last.number).await).await?;
    }
}

pub(super) fn is_alone(state: &GameState, player: ActorId) -> bool {
    state.game_stage == GameStage::Preparation && state.lobby_list.iter().all(|id| *id == player)
}

/// Whether a table is still the duel that the bot opened. Its owner may change it.
pub(super) fn fits(GameState { config, rules, .. }: &GameState, bet: u128) -> bool {
    (config.bet_size, config.players_count_limit) == (bet, 2) && is_for_strangers(config, rules)
}
