//! The club as its clients see it: lists its tables and opens new ones.

use crate::{
    chain::{
        balance::spendable,
        block::{BlockHash, BlockId, Head},
        code::Code,
        cost::{Cost, Price, Prices},
        error::Error,
        gas::{Range, room},
        link::Link,
        messages::replied,
        program::{Draft, estimate},
        query::NOT_ASKED,
        runtime::Call,
    },
    failure::{Failure, spent},
    game::hours::{free_seats, waited},
    keys::account::Account,
    words::{
        digits::hex,
        notices::{notice, warn},
    },
};
use anyhow::{Context, Result, bail, ensure};
use gmeta::Metadata;
use gprimitives::ActorId;
use gsdk::{GasInfo, ext::subxt::tx::Payload, gear};
use parity_scale_codec::Encode;
use rpsls_club_io::{
    Action, ClubError, Event, Listed, Overview, ProgramMetadata, ROOM, StateQuery, StateReply,
    TablesPage, gas,
};
use rpsls_io::{GameConfig, GameRules, GameState, TableInit};
use std::sync::Arc;
use tokio::join;

/// The most blocks that a new table takes to start.
pub const START_BLOCKS: u32 = 20;

/// A club, at a node.
pub struct Club {
    pub link: Arc<Link>,
    pub program: ActorId,
    /// Whether the club has a known code, which lists only tables that it has created itself.
    is_known: bool,
}

/// What a club lists, as of one block.
pub struct Lobby {
    pub club: ActorId,
    pub head: Head,
    pub overview: Overview,
    /// The tables' code; unknown if the club's own code is.
    pub code: Code,
    /// Ordered by which starts first.
    pub tables: Vec<Seen>,
}

impl Lobby {
    /// Whether the tables' code is known, and with it what they do.
    pub fn is_known(&self) -> bool {
        self.code != Code::Unknown
    }
}

/// A listed table with its game. There is no game if the node can't tell it.
pub struct Seen {
    pub listed: Listed,
    pub state: Option<GameState>,
    /// How long a player who sits there alone has waited beyond the time to register, ms.
    pub waited: Option<u64>,
}

impl Seen {
    /// How many seats are free, if a player can sit down now.
    pub fn free(&self) -> Option<usize> {
        self.state.as_ref().and_then(free_seats)
    }

    /// The order in the list: a lower value starts sooner. Where two have a seat the clock runs,
    /// where one has a seat it starts with the next player, and nobody waits at an empty table.
    pub fn order(&self) -> (u8, u64, usize) {
        let Some(state) = &self.state else { return (4, 0, 0) };
        let rank = match (self.free(), state.lobby_list.len()) {
            (None, _) => 3,
            (_, 0) => 2,
            (_, 1) => 1,
            _ => 0,
        };
        let deadline = if rank == 0 { state.deadline } else { 0 };
        (rank, deadline, self.free().unwrap_or_default())
    }
}

/// A table that the club has opened.
pub struct Opened {
    pub table: ActorId,
    pub cost: Cost,
    pub deposit: u128,
}

impl Club {
    /// Opens the club of this id.
    ///
    /// # Errors
    ///
    /// [`Failure::Usage`] if the program is no club.
    pub async fn open(link: Arc<Link>, program: ActorId) -> Result<Self> {
        let is_known = is_known(&link, program).await?;
        Ok(Self { link, program, is_known })
    }

    /// The programs that are clubs, each with whether its code is known. Warns of the others, and
    /// removes them from the list.
    ///
    /// # Errors
    ///
    /// [`Failure::Usage`] if none is a club.
    async fn among(link: &Link, programs: &mut Vec<ActorId>) -> Result<Vec<(ActorId, bool)>> {
        let (mut clubs, mut others) = (vec![], vec![]);
        for program in programs.iter() {
            match is_known(link, *program).await {
                Ok(is_known) => clubs.push((*program, is_known)),
                Err(error) if matches!(Failure::of(&error), Some(Failure::Usage(_))) => {
                    others.push(error.to_string());
                }
                Err(error) => return Err(error),
            }
        }
        ensure!(!clubs.is_empty(), Failure::Usage(others.join("; ")));
        for why in others {
            warn(&format!("{why}. It is left out"));
        }
        *programs = clubs.iter().map(|(program, _)| *program).collect();
        Ok(clubs)
    }

    /// Opens the first of these programs that is a club.
    ///
    /// # Errors
    ///
    /// [`Failure::Usage`] if none is a club.
    pub async fn first(link: Arc<Link>, mut programs: Vec<ActorId>) -> Result<Self> {
        let clubs = Self::among(&link, &mut programs).await?;
        let (program, is_known) = *clubs.first().expect("there is one");
        Ok(Self { link, program, is_known })
    }

    /// Opens the club that lists this table, or else the last one, which can say that it does not
    /// list it.
    ///
    /// # Errors
    ///
    /// As [`Club::first`].
    pub async fn lister(
        link: Arc<Link>,
        mut programs: Vec<ActorId>,
        table: ActorId,
    ) -> Result<Self> {
        let mut clubs = Self::among(&link, &mut programs).await?;
        let last = clubs.pop().expect("there is one");
        for (program, is_known) in clubs {
            let club = Self { link: link.clone(), program, is_known };
            if club.lists(table).await? {
                return Ok(club);
            }
        }
        Ok(Self { link, program: last.0, is_known: last.1 })
    }

    /// All that the club lists, as of the last final block.
    pub async fn lobby(&self) -> Result<Lobby> {
        let last = self.link.last_block().await?;
        self.lobby_at(last).await
    }

    /// All that the club lists, as of this block.
    async fn lobby_at(&self, BlockId { number, hash }: BlockId) -> Result<Lobby> {
        let timestamp = self.link.time_at(hash).await?;
        let overview = self.overview(hash).await?;
        let code = self.code_of(&overview);
        let listed = self.listed(hash, overview.listed).await?;
        let asked = |listed: &Listed| (listed.table, rpsls_io::StateQuery::All);
        let asked: Vec<_> = listed.iter().map(asked).collect();
        let states = self.link.answers(&asked, hash).await?.into_iter().map(game_of);
        let seen = listed.into_iter().zip(states);
        let mut tables: Vec<Seen> =
            seen.map(|(listed, state)| Seen { listed, state, waited: None }).collect();
        self.wait(&mut tables, hash, timestamp).await?;
        tables.sort_by_key(Seen::order);
        let (club, head) = (self.program, Head { number, hash, timestamp });
        Ok(Lobby { club, head, overview, code, tables })
    }

    /// Notes how long those have waited who sit alone at one of these tables.
    async fn wait(&self, tables: &mut [Seen], block: BlockHash, now: u64) -> Result<()> {
        let is_alone = |state: &GameState| state.lobby_list.len() == 1;
        let alone = tables.iter_mut().filter(|seen| seen.state.as_ref().is_some_and(is_alone));
        let mut alone: Vec<&mut Seen> = alone.collect();
        let asked = |seen: &&mut Seen| (seen.listed.table, rpsls_io::StateQuery::ClosableFrom);
        let asked: Vec<_> = alone.iter().map(asked).collect();
        let answers = self.link.answers(&asked, block).await?;
        for (seen, answer) in alone.iter_mut().zip(answers) {
            if let (Some(state), Some(rpsls_io::StateReply::ClosableFrom(from))) =
                (&seen.state, answer)
            {
                seen.waited = waited(state, from, now);
            }
        }
        Ok(())
    }

    /// All that each of several clubs lists, over one connection. Warns of programs that are no
    /// club, and removes them from the list.
    ///
    /// # Errors
    ///
    /// [`Failure::Usage`] if none is a club.
    pub async fn lobbies(link: &Arc<Link>, programs: &mut Vec<ActorId>) -> Result<Vec<Lobby>> {
        Self::lobbies_at(link, programs, None).await
    }

    /// As [`Club::lobbies`], as of this block, or else of the last final one.
    pub async fn lobbies_at(
        link: &Arc<Link>,
        programs: &mut Vec<ActorId>,
        block: Option<BlockId>,
    ) -> Result<Vec<Lobby>> {
        let mut lobbies = vec![];
        for (program, is_known) in Self::among(link, programs).await? {
            let club = Self { link: link.clone(), program, is_known };
            lobbies.push(match block {
                Some(block) => club.lobby_at(block).await?,
                None => club.lobby().await?,
            });
        }
        Ok(lobbies)
    }

    /// Whether the club lists this table, as of the last final block.
    pub async fn lists(&self, table: ActorId) -> Result<bool> {
        let last = self.link.last_block().await?;
        self.lists_at(table, last.hash).await
    }

    async fn lists_at(&self, table: ActorId, block: BlockHash) -> Result<bool> {
        Ok(self.listed_at(table, block).await?.is_some())
    }

    /// The action that takes a table off the list, as of the last final block.
    ///
    /// # Errors
    ///
    /// [`Failure::Club`] if the club does not list it.
    pub async fn unlisting(&self, table: ActorId) -> Result<Action> {
        let last = self.link.last_block().await?;
        let listed = self.listed_at(table, last.hash).await?;
        let place = listed.ok_or(Failure::Club(ClubError::NotListed))?.place;
        Ok(Action::Unlist { table, place })
    }

    async fn listed_at(&self, table: ActorId, block: BlockHash) -> Result<Option<Listed>> {
        match self.ask(StateQuery::Table(table), block).await? {
            StateReply::Table(listed) => Ok(listed),
            _ => bail!(NOT_ASKED),
        }
    }

    /// The tables' code; unknown if the club's own code is.
    pub async fn tables_code(&self) -> Result<Code> {
        let last = self.link.last_block().await?;
        Ok(self.code_of(&self.overview(last.hash).await?))
    }

    fn code_of(&self, overview: &Overview) -> Code {
        match self.is_known {
            true => Code::of(overview.config.table_code),
            false => Code::Unknown,
        }
    }

    async fn overview(&self, block: BlockHash) -> Result<Overview> {
        match self.ask(StateQuery::Overview, block).await? {
            StateReply::Overview(overview) => Ok(overview),
            _ => bail!(NOT_ASKED),
        }
    }

    async fn ask(&self, query: StateQuery, block: BlockHash) -> Result<StateReply> {
        self.link.answer(self.program, &query, block).await
    }

    /// The first `count` listed tables. Asks for all pages at once.
    async fn listed(&self, block: BlockHash, count: u32) -> Result<Vec<Listed>> {
        let page =
            |page| StateQuery::Tables { from: page * StateQuery::PAGE, limit: StateQuery::PAGE };
        // A program of unknown code may state any number.
        let pages = (0..count.min(ROOM).div_ceil(StateQuery::PAGE)).map(page);
        let asked: Vec<_> = pages.map(|query| (self.program, query)).collect();
        let mut listed = vec![];
        for page in self.link.answers(&asked, block).await? {
            match page.context("the club's list can't be read")? {
                StateReply::Tables(TablesPage { tables, .. }) => listed.extend(tables),
                _ => bail!(NOT_ASKED),
            }
        }
        Ok(listed)
    }

    /// The action that opens a table. It gives the table's start more gas than usual if the chain
    /// has to prepare the table's code again.
    pub async fn opening(
        &self,
        from: &Account,
        config: GameConfig,
        rules: GameRules,
        title: String,
    ) -> Result<Action> {
        let last = self.link.last_block().await?;
        let code = self.overview(last.hash).await?.config.table_code;
        let init = TableInit { config: config.clone(), rules, owner: Some(from.id) }.encode();
        let signer = from.signer.account_id();
        let said = self
            .link
            .asked(async |api| api.calculate_create_gas(signer, code, &init, 0, true).await)
            .await;
        let start_gas = match said {
            Ok(GasInfo { burned, .. }) => gas::START.max(burned.saturating_add(room(burned))),
            // The club says why when the action is sent, or the table does not start.
            Err(Error::Node(_)) => gas::START,
            Err(error) => {
                return Err(error.about("the node can't say what a table's start takes").into());
            }
        };
        Ok(Action::Open { config, rules, start_gas, title })
    }

    /// What opening a table costs.
    ///
    /// # Errors
    ///
    /// [`Failure::Club`] if the club would refuse; [`Failure::Funds`] if the account
    /// can't pay.
    pub async fn price(&self, from: &Account, action: &Action) -> Result<(Price, u64)> {
        let prices = Prices::of(&self.link)?;
        let draft = self.draft(from, action)?;
        let call = call(&draft, 0);
        // None of these depends on another.
        let (has, reply, said, fee) = join!(
            spendable(&self.link, from.id),
            self.link.dry_run::<Event, _>(&draft),
            self.link.gas_of(&draft),
            self.link.fee(from, &call),
        );
        let has = has?;
        let price = Price { fee: fee?, ..Price::bare(draft.value) };
        // If the account has too little for anything, the error comes from here: the node would say
        // less.
        price.gas_limit_with(has, from, &prices)?;
        reply?.map_err(Failure::Club)?;
        // A new table starts with gas of its own, and reports to the club how that went.
        let least = match action {
            Action::Open { start_gas, .. } => gas::open(*start_gas),
            Action::Unlist { .. } => gas::MESSAGE,
        };
        let estimate = estimate(said, Range::all_of(least))?.whole(least);
        let price = Price { estimate, ..price };
        let gas_limit = price.gas_limit_with(has, from, &prices)?;
        price.upgrade(&prices).iter().for_each(|why| notice(why));
        Ok((price, gas_limit))
    }

    /// Sends an action, and waits for the club's reply.
    ///
    /// # Errors
    ///
    /// As [`Club::price`].
    pub async fn act(
        &self,
        from: &Account,
        action: &Action,
        (price, gas_limit): (&Price, u64),
    ) -> Result<(Event, Cost)> {
        let call = call(&self.draft(from, action)?, gas_limit);
        let included = self.link.submit(from, &call).await?;
        let burned = price.estimate.burned().unwrap_or(gas_limit);
        spent::add(Prices::of(&self.link)?.gas(burned));
        let (_, _, _, event) = replied(&self.link, &included).await?;
        let gas_burned = price.estimate.burned();
        let cost = Cost { fee: included.fee, gas_limit, gas_burned, voucher: None };
        Ok((event.map_err(Failure::Club)?, cost))
    }

    /// Opens a table, and waits until it has started.
    ///
    /// # Errors
    ///
    /// As [`Club::price`]; also if the table does not start, in which case the deposit comes back.
    pub async fn open_table(
        &self,
        from: &Account,
        action: &Action,
        price: (&Price, u64),
    ) -> Result<Opened> {
        let (event, cost) = self.act(from, action, price).await?;
        let Event::Opened { table } = event else {
            bail!("the club has opened no table");
        };
        for _ in 0..START_BLOCKS {
            let last = self.link.last_block().await?;
            let asked = [(table, rpsls_io::StateQuery::All)];
            let state = self.link.answers(&asked, last.hash).await?.pop().flatten();
            if state.is_some() {
                let deposit = self.value(action)?;
                spent::add(deposit);
                return Ok(Opened { table, cost, deposit });
            }
            ensure!(
                self.lists_at(table, last.hash).await?,
                "the table could not start: the chain does not have the code of this club's \
                 tables, or it fails. The deposit is back"
            );
            self.link.block_after(last.number).await?;
        }
        bail!("the table {} has not started within {START_BLOCKS} blocks", hex(table))
    }

    /// The value that an action has to carry.
    fn value(&self, action: &Action) -> Result<u128> {
        Ok(match action {
            Action::Open { .. } => Prices::of(&self.link)?.existential_deposit,
            Action::Unlist { .. } => 0,
        })
    }

    fn draft(&self, from: &Account, action: &Action) -> Result<Draft> {
        let value = self.value(action)?;
        Ok(Draft { from: from.id, to: self.program, payload: action.encode(), value })
    }
}

/// Whether the code of this club is known.
///
/// # Errors
///
/// [`Failure::Usage`] if the program is no club.
async fn is_known(link: &Link, program: ActorId) -> Result<bool> {
    let hash = ProgramMetadata::repr().hash();
    let found = link.has_metadata(program, hash, Code::of_club).await?;
    ensure!(
        found.is_ok_and(|is_club| is_club),
        Failure::Usage(format!(
            "the program {} on {} is not a club, or of another version: look at what `rpsls \
             club deploy` printed, and which network it was",
            hex(program),
            link.shown()
        ))
    );
    Ok(Code::of_club(link.own_code_of(program).await?) != Code::Unknown)
}

fn game_of(answer: Option<rpsls_io::StateReply>) -> Option<GameState> {
    match answer {
        Some(rpsls_io::StateReply::All(state)) => Some(state),
        _ => None,
    }
}

fn call(draft: &Draft, gas_limit: u64) -> impl Payload + Send + Sync + use<> {
    let Draft { to, payload, value, .. } = draft.clone();
    Call(gear::tx().gear().send_message(to, payload, gas_limit, value, false))
}
