//! `rpsls club`, `rpsls open`, and the clubs' lists in `rpsls tables`.

pub mod args;

use self::args::{ClubCommand, ClubDeployArgs, OpenArgs, UnlistArgs};
use super::{
    Context,
    deploy::{announce, describe, paid, set_paid_for, show_dry_run},
    dry::{Trial, takes},
    json,
    list::{self, Entry},
    seat::Agreement,
    status::{last_game, stage_of},
    tables::args::TablesArgs,
};
use crate::{
    chain::{
        balance::spendable,
        bill::Payer,
        club::{Club, Lobby, Opened, START_BLOCKS, Seen},
        code::{Code, own_club},
        cost::{self, Cost, Price, Prices},
        deploy::{Created, Deployment},
        link::Link,
    },
    failure::{Failure, spent},
    game::{
        hours,
        rules::{LONGEST_ENTRY, USUAL, is_for_strangers, is_in_time},
        seat::Seat,
    },
    keys::account::Account,
    options::{Consent, DryRun, StageArgs},
    screen::{output::warn, terminal::take_at_stake},
    store::tables::{Known, Opening},
    words::{
        digits::{hex, short},
        text,
        units::{exact, shortage, span, vara},
    },
};
use anyhow::{Result, bail, ensure};
use gprimitives::ActorId;
use gsdk::ext::gear_core::ids::prelude::ActorIdExt;
use rpsls_club_io::{Action, is_fair};
use rpsls_io::{GameConfig, GameRules, PlayerStatus};
use serde_json::{Value, json};
use std::{ops::RangeInclusive, sync::Arc};

/// For how many more blocks to ask for the state of tables that the node has not told.
const LOOKS: u32 = 3;
/// For how many final blocks to wait for a club that only newer blocks have.
const NEW_BLOCKS: u32 = 10;

pub async fn run(context: &Context, command: ClubCommand) -> Result<()> {
    match command {
        ClubCommand::Deploy(args) => deploy(context, args).await,
        ClubCommand::Unlist(args) => unlist(context, args).await,
    }
}

async fn deploy(context: &Context, args: ClubDeployArgs) -> Result<()> {
    let deployer = context.account().await?;
    let link = context.link().await?;
    let out = &context.out;
    let salt: [u8; 16] = rand::random();
    let mut plan = Deployment::plan_club(&link, &deployer, args.any_format, &salt).await?;
    if args.consent.dry.dry_run {
        let told = json!({ "any_format": args.any_format });
        return show_dry_run(out, "club deploy", &deployer, &plan, told);
    }
    announce(out, &plan)?;
    if !Agreement::of(out, args.consent.yes).asked_for("Deploy the club?").await? {
        return out.line("Nothing was deployed, and nothing was paid.");
    }
    // From here on a user who is interrupted knows what is paid for.
    let club = ActorId::generate_from_user(own_club(), &salt);
    out.line(&format!("The club is to be {}.", hex(club)))?;
    out.waiting("Deploying the club");
    set_paid_for("club", "club", club);
    let created = plan.create(&link).await.inspect_err(|_| {
        if spent::is_nothing() {
            take_at_stake();
        }
    })?;
    created.started(&link).await?;
    take_at_stake();
    let Created { program, cost, .. } = created;
    out.waited();
    out.json(&json::paid(json!({
        "ok": true,
        "action": "club deploy",
        "account": hex(deployer.id),
        "club": hex(program),
        "any_format": args.any_format,
        "fee": cost.fee.to_string(),
        "deposit": plan.prices.existential_deposit.to_string(),
    })))?;
    out.heading("A new club")?;
    out.row("Club", &hex(program))?;
    out.row("Paid", &paid(out, &cost, &plan.prices, plan.prices.existential_deposit))?;
    out.row("Tables", &format!("rpsls open --club \\ {}", hex(program)))
}

/// `rpsls open`
pub async fn open(context: &Context, args: OpenArgs) -> Result<()> {
    let config = args.stages.of_table(args.bet, args.seats);
    let rules = args.rules.of_table();
    let account = context.account().await?;
    let clubs = context.clubs(args.club.as_slice())?;
    let club = Club::first(context.link().await?, clubs).await?;
    if club.tables_code().await? == Code::Unknown {
        warn(
            "the code of this club or of its tables is no release that this rpsls knows: it may \
             keep what you pay",
        );
    }
    let action = club.opening(&account, config, rules, args.title).await?;
    let (price, gas_limit) = club.price(&account, &action).await?;
    let opening = (&account, &action);
    match open_at(context, &club, opening, (&price, gas_limit), args.consent).await? {
        Some(opened) => show_opened(context, &club, &account, &action, &opened),
        None if args.consent.dry.dry_run => Ok(()),
        None => context.out.line("Nothing was opened, and nothing was paid."),
    }
}

/// Opens a table, if the player agrees to the cost, and this is no dry run.
pub async fn open_at(
    context: &Context,
    club: &Club,
    (account, action): (&Account, &Action),
    (price, gas_limit): (&Price, u64),
    Consent { yes, dry: DryRun { dry_run } }: Consent,
) -> Result<Option<Opened>> {
    let out = &context.out;
    let prices = &Prices::of(&club.link)?;
    let Action::Open { config, rules, title, .. } = action else { return Ok(None) };
    if dry_run {
        let told = json!({
            "club": hex(club.program),
            "title": title,
            "config": json::config(config),
            "rules": json::rules(rules),
            "deposit": price.value.to_string(),
        });
        let trial = Trial { action: "open", account, price, gas_limit, prices };
        trial.show(out, "a table, listed by the club", &told)?;
        describe(&context.out, config, rules)?;
        return Ok(None);
    }
    out.heading("The table")?;
    describe(&context.out, config, rules)?;
    out.line(&format!(
        "Opening a table takes {}, and the table keeps {}.",
        takes(out, price, gas_limit, prices),
        vara(price.value)
    ))?;
    if !Agreement::of(out, yes).asked_for("Open a table?").await? {
        return Ok(None);
    }
    out.waiting("Opening the table");
    let before = club.link.head().await?;
    let mut opened = club.open_table(account, action, (price, gas_limit)).await?;
    let spent = |cost: &Cost, deposit| cost.paid(prices).saturating_add(deposit);
    let known = Known {
        deployed_by: Some(account.name.clone()),
        opening: Some(Opening {
            account: account.id.into_bytes(),
            at: before.timestamp,
            spent: spent(&opened.cost, opened.deposit),
        }),
        ..Known::at(club.link.genesis(), club.link.url(), opened.table)
    };
    context.note_table(&known);
    // The club's own reply burns gas that no estimate has. If the node can't tell, the estimate
    // stays.
    let seat = Seat::new(club.link.genesis(), club.program, account.id);
    if let Ok(taken) = taken_since(&club.link, Payer::of(&seat), before.number).await {
        let gas = taken.saturating_sub(opened.cost.fee) / prices.value_per_gas;
        opened.cost.gas_burned = u64::try_from(gas).ok();
        let opening = known
            .opening
            .clone()
            .map(|opening| Opening { spent: taken.saturating_add(opened.deposit), ..opening });
        context.note_table(&Known { opening, ..known });
    }
    out.waited();
    Ok(Some(opened))
}

/// What the chain has taken for messages since this block, once no more gas is held than before.
async fn taken_since(link: &Link, payer: Payer, before: u32) -> Result<u128> {
    let held = payer.trace(link, before).await?.held;
    let mut last = link.last_block().await?.number;
    for _ in 0..START_BLOCKS {
        if payer.trace(link, last).await?.held <= held {
            break;
        }
        last = link.block_after(last).await?.number;
    }
    Ok(payer.bill(link, before, None, last).await?.0)
}

fn show_opened(
    context: &Context,
    club: &Club,
    account: &Account,
    action: &Action,
    opened: &Opened,
) -> Result<()> {
    let Action::Open { config, rules, title, .. } = action else { return Ok(()) };
    let Opened { table, cost, deposit } = opened;
    let out = &context.out;
    out.json(&json::paid(json!({
        "ok": true,
        "action": "open",
        "account": hex(account.id),
        "club": hex(club.program),
        "program": hex(table),
        "title": title,
        "config": json::config(config),
        "rules": json::rules(rules),
        "fee": cost.fee.to_string(),
        "gas_limit": cost.gas_limit,
        "gas_burned": cost.gas_burned,
        "deposit": deposit.to_string(),
    })))?;
    out.heading("A new table, listed by the club")?;
    out.row("Program", &hex(table))?;
    if !title.is_empty() {
        out.row("Title", &format!("“{title}”"))?;
    }
    describe(&context.out, config, rules)?;
    out.row("Paid", &paid(out, cost, &Prices::of(&club.link)?, *deposit))?;
    out.row("Players", &format!("rpsls join --program \\ {}", hex(table)))
}

async fn unlist(context: &Context, args: UnlistArgs) -> Result<()> {
    let table = context.table_of(&args.table)?;
    let account = context.account().await?;
    let clubs = context.clubs(&args.club)?;
    let club = Club::lister(context.link().await?, clubs, table).await?;
    let action = club.unlisting(table).await?;
    let (price, gas_limit) = club.price(&account, &action).await?;
    if args.step.dry.dry_run {
        let prices = &Prices::of(&club.link)?;
        let (action, account, price) = ("club unlist", &account, &price);
        let trial = Trial { action, account, price, gas_limit, prices };
        let told = json!({ "club": hex(club.program), "program": hex(table) });
        return trial.show(&context.out, "the table is off the list, and goes on", &told);
    }
    let (_, cost) = club.act(&account, &action, (&price, gas_limit)).await?;
    context.out.json(&json::paid(json!({
        "ok": true,
        "action": "club unlist",
        "account": hex(account.id),
        "club": hex(club.program),
        "program": hex(table),
        "fee": cost.fee.to_string(),
    })))?;
    context.out.line(&format!("{} is off the list; the table goes on.", hex(table)))
}

/// Lists the tables of clubs.
pub async fn list(context: &Context, args: &TablesArgs) -> Result<()> {
    let mut clubs = context.clubs(&args.club)?;
    let lobbies = Club::lobbies(&context.link().await?, &mut clubs).await?;
    let all = lobbies.iter().flat_map(|lobby| lobby.tables.iter().map(move |seen| (lobby, seen)));
    let mut shown: Vec<(&Lobby, &Seen)> =
        all.filter(|(_, seen)| !args.joinable || seen.free().is_some()).collect();
    shown.sort_by_key(|(_, seen)| seen.order());
    let out = &context.out;
    out.json(&json!({
        "ok": true,
        "clubs": lobbies.iter().map(club_entry).collect::<Vec<_>>(),
        "tables": shown.iter().map(|(lobby, seen)| entry(lobby, seen)).collect::<Vec<_>>(),
    }))?;
    for lobby in lobbies.iter().filter(|lobby| !lobby.is_known()) {
        warn(&format!(
            "the code of the club {} or of its tables is no release that this rpsls knows, and \
             not what it was built with: what it lists may be no game at all",
            short(lobby.club)
        ));
    }
    if shown.is_empty() {
        return out.line(match args.joinable {
            true => "There is no table to sit down at: `rpsls open` opens one.",
            false => "There is none on the list: `rpsls open` opens one.",
        });
    }
    if args.long {
        return shown
            .into_iter()
            .try_for_each(|(lobby, seen)| show(context, lobby, seen, lobbies.len() > 1));
    }
    let entries = shown.into_iter().map(|(lobby, Seen { listed, state, waited })| Entry {
        name: {
            let titled = !listed.title.trim().is_empty();
            let name = if titled { listed.title.clone() } else { short(listed.table) };
            waited.map_or(name.clone(), |waited| format!("{name} (has waited {})", span(waited)))
        },
        is_known: lobby.is_known(),
        game: state.as_ref().map(|state| (lobby.head.timestamp, state)).ok_or("can't be read"),
    });
    list::show(out, &entries.collect::<Vec<_>>())
}

fn show(
    context: &Context,
    lobby: &Lobby,
    Seen { listed, state, waited }: &Seen,
    is_club_told: bool,
) -> Result<()> {
    let out = &context.out;
    out.heading(match listed.title.trim() {
        "" => "A table without a title",
        title => title,
    })?;
    out.row("Id", &hex(listed.table))?;
    if is_club_told {
        out.row("Club", &hex(lobby.club))?;
    }
    if !lobby.is_known() {
        out.row("Code", "unknown: not joined by --any")?;
    }
    let Some(state) = state else {
        return out.row("Stage", "the node can't tell");
    };
    out.row("Stage", &stage_of(lobby.head.timestamp, state))?;
    if let Some(line) = waited.map(hours::as_long) {
        out.row("Hours", &line)?;
    }
    describe(&context.out, &state.config, &state.rules)?;
    if !is_fair(&state.config, &state.rules) {
        out.row("Strangers", "not for them: no knockout of 2, 4, 8, … that starts when full")?;
    } else if !is_in_time(&state.config) {
        out.row("Strangers", "its stages are too short or too long: not joined by --any")?;
    }
    if let Some(last) = &state.last_game {
        let line = format!("{}; {} in all", last_game(last), state.games_finished);
        out.row("Last game", &line)?;
    }
    Ok(())
}

fn club_entry(lobby: &Lobby) -> Value {
    json!({
        "club": hex(lobby.club),
        "known_code": lobby.is_known(),
        "release": lobby.code.release(),
        "listed": lobby.overview.listed,
        "opened": lobby.overview.opened,
    })
}

fn entry(lobby: &Lobby, seen: &Seen) -> Value {
    let Seen { listed, state, waited } = seen;
    let (config, rules) = match state {
        Some(state) => (&state.config, &state.rules),
        None => (&listed.config, &listed.rules),
    };
    json!({
        "club": hex(lobby.club),
        "program": hex(listed.table),
        "opener": hex(listed.opener),
        "opened_ms": listed.opened_at,
        "title": listed.title,
        "config": json::config(config),
        "rules": json::rules(rules),
        "fair": is_fair(config, rules),
        "joinable": seen.free().is_some(),
        "stage": state.as_ref().map(|state| text::stage(&state.game_stage)),
        "seats_taken": state.as_ref().map(|state| state.lobby_list.len()),
        "deadline_ms": state.as_ref().map(|state| state.deadline),
        "waited_ms": waited,
        "games_finished": state.as_ref().map(|state| state.games_finished),
        "last_game": state.as_ref().and_then(|state| state.last_game.as_ref()).map(json::last_game),
    })
}

/// The table to sit down at: the table of the account's own seat if it has one, or else the fullest
/// open table for strangers with a bet in this range. Never one of unknown code, nor one whose
/// player has waited for a day: a round there may take as long.
pub fn best(
    lobbies: &[Lobby],
    account: ActorId,
    bets: &RangeInclusive<u128>,
    left_out: &[ActorId],
) -> Option<ActorId> {
    let is_seated = |seen: &&Seen| {
        seen.state.as_ref().is_some_and(|state| {
            let mut players = state.players.iter();
            players.any(|(id, status)| *id == account && *status != PlayerStatus::Out)
        })
    };
    let known = lobbies.iter().filter(|lobby| lobby.is_known());
    let tables = known.flat_map(|lobby| &lobby.tables);
    if let Some(own) = tables.clone().find(is_seated) {
        return Some(own.listed.table);
    }
    let fits = |seen: &&Seen| {
        let Some(state) = &seen.state else { return false };
        bets.contains(&state.config.bet_size)
            && is_for_strangers(&state.config, &state.rules)
            && seen.waited.is_none_or(|waited| waited < LONGEST_ENTRY)
            && !left_out.contains(&seen.listed.table)
    };
    let open = tables.filter(fits).filter_map(|seen| Some((seen.free()?, seen)));
    // Of tables that lack as many players, the larger one; then the one that starts sooner; then
    // the older one, so that strangers find each other.
    let fullest = open.min_by_key(|(free, seen)| {
        let taken = seen.state.as_ref().map_or(0, |state| state.lobby_list.len());
        (*free, usize::MAX - taken, seen.order(), seen.listed.opened_at)
    });
    fullest.map(|(_, seen)| seen.listed.table)
}

/// The tables of clubs with their states. If the node does not tell all states, asks again for
/// some more blocks. Removes programs that are no club from the list.
pub async fn whole_lobbies(link: &Arc<Link>, clubs: &mut Vec<ActorId>) -> Result<Vec<Lobby>> {
    let (mut looks, mut new) = (LOOKS, NEW_BLOCKS);
    loop {
        let left = match Club::lobbies(link, clubs).await {
            Ok(lobbies) if looks == 0 || unread(&lobbies) == 0 => return Ok(lobbies),
            Ok(_) => &mut looks,
            // The newest block has these clubs. A final one may not have them yet.
            Err(error) if new == 0 || Failure::of(&error).is_some() => return Err(error),
            Err(_) => &mut new,
        };
        *left -= 1;
        let last = link.last_block().await?;
        link.block_after(last.number).await?;
    }
}

/// The number of tables of known code whose state the node does not tell.
fn unread(lobbies: &[Lobby]) -> usize {
    let known = lobbies.iter().filter(|lobby| lobby.is_known());
    known.flat_map(|lobby| &lobby.tables).filter(|seen| seen.state.is_none()).count()
}

/// The terms of a duel for this bet.
pub fn duel(bet: u128) -> (GameConfig, GameRules) {
    (StageArgs::default().of_table(bet, 2), USUAL)
}

/// Opens a duel for this bet at the first club of known code, since no table fits.
///
/// # Errors
///
/// [`Failure::Unreleased`] if no club has both known code of its own and known code of its tables.
/// Also if the node does not tell some tables' states: one of these tables may fit.
pub async fn open_duel(
    context: &Context,
    link: Arc<Link>,
    lobbies: &[Lobby],
    account: &Account,
    (max_bet, consent): (u128, Consent),
) -> Result<Option<ActorId>> {
    let Some(known) = lobbies.iter().find(|lobby| lobby.is_known()) else {
        bail!(Failure::Unreleased(
            "the code of this club or of its tables is no release that this rpsls knows, and not \
             what it was built with: --any sits down at none of them"
                .into()
        ));
    };
    let unread = unread(lobbies);
    ensure!(
        unread == 0,
        "no table that fits can be read, and of {unread} the node does not tell the state: \
         nothing was opened. Try again, by another --node, or open one by `rpsls open`"
    );
    let club = Club::open(link, known.club).await?;
    let (config, rules) = duel(max_bet);
    let action = club.opening(account, config, rules, String::new()).await?;
    let (price, gas_limit) = club.price(account, &action).await?;
    afford_playing(&club, account, &price, max_bet).await?;
    context.out.line(&format!(
        "No open table fits: a new one would be for two, at {} each.",
        vara(max_bet)
    ))?;
    let opening = (account, &action);
    let opened = open_at(context, &club, opening, (&price, gas_limit), consent).await?;
    Ok(opened.map(|opened| opened.table))
}

/// A table is of no use to an account that can't sit down at it: the deposit would be lost.
///
/// # Errors
///
/// [`Failure::Funds`] if the account does not have what opening the table, a seat and the messages
/// of a duel cost.
pub async fn afford_playing(
    club: &Club,
    account: &Account,
    price: &Price,
    bet: u128,
) -> Result<()> {
    let prices = Prices::of(&club.link)?;
    let opening = price.total(&prices);
    let message = price.fee + prices.gas(rpsls_io::gas::BURNED);
    let playing = bet.saturating_add(message * u128::from(cost::MESSAGES_A_ROUND));
    let takes = opening.saturating_add(playing).saturating_add(prices.existential_deposit);
    let has = spendable(&club.link, account.id).await?;
    let [shown, needed, lacks] = shortage(takes, has);
    ensure!(
        has >= takes,
        Failure::Funds(format!(
            "there is no open table to sit down at. {} has {shown} VARA, and needs {needed} to open one, \
             sit down at it and play, {} of it to stay in the account: {lacks} VARA short, and \
             nothing was opened",
            account.name,
            exact(prices.existential_deposit),
        ))
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chain::{block::Head, code},
        game::turn,
        words::units::VARA,
    };
    use gprimitives::CodeId;
    use gsdk::ext::subxt::utils::H256;
    use rpsls_club_io::{ClubInit, Listed, Overview};
    use rpsls_io::{Format, GameStage, GameState};

    const ADA: ActorId = ActorId::new([0xad; 32]);

    fn id(number: u8) -> ActorId {
        ActorId::new([number; 32])
    }

    /// A table of a club, with this many seats taken.
    fn table(number: u8, bet: u128, seats: u8, taken: u8) -> Seen {
        let mut state = turn::tests::state(GameStage::Preparation, PlayerStatus::Registered);
        state.config = StageArgs::default().of_table(bet * VARA, seats);
        state.rules = USUAL;
        state.lobby_list = (0..taken).map(|at| id(100 + at)).collect();
        state.players =
            state.lobby_list.iter().map(|player| (*player, PlayerStatus::Registered)).collect();
        let listed = Listed {
            table: id(number),
            place: 0,
            opener: id(99),
            opened_at: 0,
            title: String::new(),
            config: state.config.clone(),
            rules: USUAL,
            is_fair: true,
        };
        Seen { listed, state: Some(state), waited: None }
    }

    fn lobby(code: Code, tables: Vec<Seen>) -> Lobby {
        let config = ClubInit { table_code: CodeId::zero(), any_format: false };
        Lobby {
            club: id(0),
            head: Head { number: 1, hash: H256::zero(), timestamp: 1 },
            overview: Overview { config, listed: 0, opened: 0, room: 0 },
            code,
            tables,
        }
    }

    fn known(tables: Vec<Seen>) -> Lobby {
        lobby(Code::of(code::own()), tables)
    }

    fn found(lobbies: &[Lobby], max_bet: u128, left_out: &[u8]) -> Option<u8> {
        let left_out: Vec<_> = left_out.iter().map(|number| id(*number)).collect();
        let best = best(lobbies, ADA, &(0..=max_bet * VARA), &left_out)?;
        Some(best.into_bytes()[0])
    }

    fn with(mut seen: Seen, change: impl Fn(&mut GameState)) -> Seen {
        seen.state.iter_mut().for_each(change);
        seen
    }

    #[test]
    fn the_fullest_table_of_all_clubs_is_the_best_and_the_next_one_where_it_is_gone() {
        let old = known(vec![table(1, 1, 2, 0), table(2, 1, 4, 2)]);
        let new = known(vec![table(3, 1, 2, 1), table(4, 1, 4, 3), table(5, 1, 2, 2)]);
        let lobbies = [old, new];
        let mut left_out = vec![];
        // Of tables that lack as many, the larger one.
        for expected in [4, 3, 2, 1] {
            assert_eq!(found(&lobbies, 1, &left_out), Some(expected));
            left_out.push(expected);
        }
        assert_eq!(found(&lobbies, 1, &left_out), None);
    }

    #[test]
    fn of_tables_alike_the_one_that_was_there_first_is_the_best() {
        let opened = |id, at| {
            let mut seen = table(id, 1, 2, 0);
            seen.listed.opened_at = at;
            seen
        };
        let lobbies = [known(vec![opened(1, 30), opened(2, 20)]), known(vec![opened(3, 10)])];
        assert_eq!(found(&lobbies, 1, &[]), Some(3));
        assert_eq!(found(&lobbies[..1], 1, &[]), Some(2));
    }

    #[test]
    fn a_seat_costs_what_the_table_says_now_and_no_more_and_no_less_than_is_wanted() {
        let tables = [table(1, 3, 2, 1), table(2, 2, 2, 0), table(3, 0, 4, 3)];
        let lobbies = [known(tables.into())];
        let within = |least: u128, most: u128| {
            best(&lobbies, ADA, &(least * VARA..=most * VARA), &[]).map(|id| id.into_bytes()[0])
        };
        let found =
            [(1, 1), (1, 2), (2, 2), (1, 3), (0, 1)].map(|(least, most)| within(least, most));
        assert_eq!(found, [None, Some(2), Some(2), Some(1), Some(3)]);
        // It was opened for a bet of 1, which its owner has changed.
        let dearer = with(table(1, 1, 2, 1), |state| state.config.bet_size = 9 * VARA);
        assert_eq!(self::found(&[known(vec![dearer])], 1, &[]), None);
    }

    #[test]
    fn where_shares_are_due_nobody_has_a_seat() {
        let owing = with(table(1, 1, 4, 0), |state| state.pot = 3 * VARA);
        assert_eq!(owing.free(), None);
        assert_eq!(found(&[known(vec![owing, table(2, 1, 2, 0)])], 1, &[]), Some(2));
    }

    #[test]
    fn nobody_sits_down_unasked_where_it_is_not_for_strangers_or_not_known() {
        let silent = Seen { state: None, ..table(1, 1, 2, 1) };
        let by_numbers = with(table(2, 1, 4, 3), |state| state.rules.format = Format::Points);
        let by_time = with(table(3, 1, 2, 1), |state| state.rules.start_when_full = false);
        let running = with(table(4, 1, 2, 1), |state| {
            state.game_stage = GameStage::InProgress(Default::default());
        });
        let hasty = with(table(7, 1, 2, 1), |state| state.config.reveal_timeout = 5_000);
        let replays = with(table(8, 1, 2, 1), |state| state.rules.format = Format::Replay);
        let waiting = |waited| Seen { waited: Some(waited), ..table(9, 1, 2, 1) };
        let gone = waiting(LONGEST_ENTRY);
        assert_eq!(found(&[known(vec![waiting(LONGEST_ENTRY - 1)])], 9, &[]), Some(9));
        let own = [known(vec![silent, by_numbers, by_time, running, hasty, replays, gone])];
        assert_eq!(found(&own, 9, &[]), None);
        let mut lobbies = vec![lobby(Code::Unknown, vec![table(5, 1, 2, 1)])];
        assert_eq!(found(&lobbies, 9, &[]), None);
        lobbies.push(known(vec![table(6, 1, 2, 0)]));
        assert_eq!(found(&lobbies, 9, &[]), Some(6));
    }

    #[test]
    fn a_seat_that_one_has_comes_first_wherever_it_is() {
        let seat = |table, status| {
            with(table, |state| {
                state.game_stage = GameStage::InProgress(Default::default());
                state.players.push((ADA, status));
            })
        };
        let fuller = || known(vec![table(1, 1, 2, 1)]);
        let own = known(vec![seat(table(2, 9, 2, 2), PlayerStatus::ToMove)]);
        assert_eq!(found(&[fuller(), own], 1, &[]), Some(2));
        let lost = known(vec![seat(table(2, 9, 4, 4), PlayerStatus::Out)]);
        assert_eq!(found(&[fuller(), lost], 1, &[]), Some(1));
    }
}
