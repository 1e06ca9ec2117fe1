//! `rpsls house`, `rpsls open`, and what a house lists in `rpsls tables`.

use super::{
    Context,
    deploy::{announce, describe},
    json,
    seat::Agreement,
    status::stage_of,
};
use crate::{
    args::{HouseCommand, HouseDeployArgs, OpenArgs, StageArgs, TablesArgs, UnlistArgs},
    chain::{
        code::Code,
        cost::{Price, Prices},
        deploy::{Created, Deployment},
        house::{House, Lobby, Opened, Seen},
    },
    failure::Failure,
    keys::account::{Account, short_address},
    screen::output::warn,
    store::tables::Known,
    words::{
        digits::hex,
        text,
        units::{billions, vara},
    },
};
use anyhow::{Result, ensure};
use gprimitives::ActorId;
use rpsls_house_io::{Action, is_fair};
use rpsls_io::PlayerStatus;
use serde_json::{Value, json};

pub async fn run(context: &Context, command: HouseCommand) -> Result<()> {
    match command {
        HouseCommand::Deploy(args) => deploy(context, args).await,
        HouseCommand::Unlist(args) => unlist(context, args).await,
    }
}

async fn deploy(context: &Context, args: HouseDeployArgs) -> Result<()> {
    let deployer = context.account()?;
    let mut link = context.link().await?;
    let out = &context.out;
    let salt: [u8; 16] = rand::random();
    let mut plan = Deployment::plan_house(&mut link, &deployer, args.any_format, &salt).await?;
    announce(out, &plan)?;
    if !Agreement::of(out, args.yes).asked_for("Deploy the house?").await? {
        return out.line("Nothing was deployed, and nothing was paid.");
    }
    out.waiting("Deploying the house");
    let created = plan.create(&mut link).await?;
    created.started(&mut link).await?;
    let Created { program, cost, .. } = created;
    out.waited();
    out.json(&json!({
        "ok": true,
        "action": "house deploy",
        "account": hex(deployer.id),
        "house": hex(program),
        "any_format": args.any_format,
        "fee": cost.fee.to_string(),
        "deposit": plan.prices.existential_deposit.to_string(),
    }))?;
    out.heading("A new house")?;
    out.row("House", &hex(program))?;
    out.row("Fees", &vara(cost.fee))?;
    out.row("Tables", &format!("rpsls open --house \\ {}", hex(program)))
}

/// `rpsls open`
pub async fn open(context: &Context, args: OpenArgs) -> Result<()> {
    let action = Action::Open {
        config: args.stages.of_table(args.bet, args.seats),
        rules: args.rules.of_table(args.seats),
        title: args.title,
    };
    let account = context.account()?;
    let mut house = context.house(context.link().await?, args.house.as_deref()).await?;
    if house.tables_code().await? == Code::Unknown {
        warn(
            "the code of this house or of its tables is no release that this rpsls knows: it may \
             keep what you pay",
        );
    }
    match open_at(context, &mut house, &account, &action, args.yes).await? {
        Some(opened) => show_opened(context, &house, &account, &action, &opened),
        None => context.out.line("Nothing was opened, and nothing was paid."),
    }
}

/// Opens a table, if the player agrees to what it costs.
pub async fn open_at(
    context: &Context,
    house: &mut House,
    account: &Account,
    action: &Action,
    is_told: bool,
) -> Result<Option<Opened>> {
    let out = &context.out;
    let (price, gas_limit) = house.price(account, action).await?;
    let Price { fee, value, estimate, .. } = &price;
    let gas = Prices::of(&house.link)?.gas(estimate.range().needed);
    out.line(&format!(
        "Opening a table costs {}: {} of fees, up to {} of gas, and {} that the table keeps.",
        vara(fee + gas + value),
        vara(*fee),
        vara(gas),
        vara(*value)
    ))?;
    if !Agreement::of(out, is_told).asked_for("Open a table?").await? {
        return Ok(None);
    }
    out.waiting("Opening the table");
    let opened = house.open_table(account, action, (&price, gas_limit)).await?;
    out.waited();
    context.home.tables().keep(&Known {
        genesis: house.link.genesis().0,
        program: opened.table.into_bytes(),
        node: house.link.url().into(),
        name: None,
        deployed_by: Some(account.name.clone()),
    })?;
    Ok(Some(opened))
}

fn show_opened(
    context: &Context,
    house: &House,
    account: &Account,
    action: &Action,
    opened: &Opened,
) -> Result<()> {
    let Action::Open { config, rules, title } = action else { return Ok(()) };
    let Opened { table, cost, deposit } = opened;
    let out = &context.out;
    out.json(&json!({
        "ok": true,
        "action": "open",
        "account": hex(account.id),
        "house": hex(house.program),
        "program": hex(table),
        "title": title,
        "config": json::config(config),
        "rules": json::rules(rules),
        "fee": cost.fee.to_string(),
        "gas_limit": cost.gas_limit,
        "gas_burned": cost.gas_burned,
        "deposit": deposit.to_string(),
    }))?;
    out.heading("A new table, listed by the house")?;
    out.row("Program", &hex(table))?;
    if !title.is_empty() {
        out.row("Title", &format!("“{title}”"))?;
    }
    describe(context, config, rules)?;
    let burned = billions(cost.gas_burned.unwrap_or_default());
    out.row(
        "Paid",
        &format!("{} of fees, about {burned} bn gas, and {}", vara(cost.fee), vara(*deposit)),
    )?;
    out.row("Players", &format!("rpsls join --program \\ {}", hex(table)))
}

async fn unlist(context: &Context, args: UnlistArgs) -> Result<()> {
    let table = context.table_of(&args.table)?;
    let account = context.account()?;
    let mut house = context.house(context.link().await?, args.house.as_deref()).await?;
    let action = Action::Unlist { table };
    let (price, gas_limit) = house.price(&account, &action).await?;
    let (_, cost) = house.act(&account, &action, (&price, gas_limit)).await?;
    context.out.json(&json!({
        "ok": true,
        "action": "house unlist",
        "account": hex(account.id),
        "house": hex(house.program),
        "program": hex(table),
        "fee": cost.fee.to_string(),
    }))?;
    context.out.line(&format!("{} is off the list; the table goes on.", hex(table)))
}

/// What a house lists.
pub async fn list(context: &Context, args: &TablesArgs) -> Result<()> {
    let mut house = context.house(context.link().await?, args.house.as_deref()).await?;
    let lobby = house.lobby().await?;
    let shown = lobby.tables.iter().filter(|seen| !args.joinable || seen.free().is_some());
    let shown: Vec<&Seen> = shown.collect();
    let out = &context.out;
    let known = lobby.code != Code::Unknown;
    out.json(&json!({
        "ok": true,
        "house": hex(house.program),
        "known_code": known,
        "release": lobby.code.release(),
        "listed": lobby.overview.listed,
        "opened": lobby.overview.opened,
        "tables": shown.iter().map(|seen| entry(seen)).collect::<Vec<_>>(),
    }))?;
    if !known {
        warn(
            "the code of this house or of its tables is no release that this rpsls knows, and not \
             what it was built with: what it lists may be no game at all",
        );
    }
    if shown.is_empty() {
        return out.line(match args.joinable {
            true => "There is no table to sit down at: `rpsls open` opens one.",
            false => "The house lists none: `rpsls open` opens one.",
        });
    }
    for seen in shown {
        show(context, &lobby, seen, known)?;
    }
    Ok(())
}

fn show(
    context: &Context,
    lobby: &Lobby,
    Seen { listed, state }: &Seen,
    known: bool,
) -> Result<()> {
    let out = &context.out;
    out.heading(match listed.title.as_str() {
        "" => "A table without a title",
        title => title,
    })?;
    out.row("Id", &hex(listed.table))?;
    if !known {
        out.row("Code", "unknown: not joined by --any")?;
    }
    let Some(state) = state else {
        return out.row("Stage", "the node can't tell");
    };
    out.row("Stage", &stage_of(lobby.head.timestamp, state))?;
    describe(context, &state.config, &state.rules)?;
    if !is_fair(&state.config, &state.rules) {
        out.row("Strangers", "not for them: neither a duel nor a knockout that starts when full")?;
    }
    if let Some(last) = &state.last_game {
        let won = format!(
            "{} won {} in round {}",
            short_address(last.winner),
            vara(last.pot),
            last.rounds
        );
        out.row("Last game", &format!("{won}; {} in all", state.games_finished))?;
    }
    Ok(())
}

fn entry(seen: &Seen) -> Value {
    let Seen { listed, state } = seen;
    let (config, rules) = match state {
        Some(state) => (&state.config, &state.rules),
        None => (&listed.config, &listed.rules),
    };
    json!({
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
        "games_finished": state.as_ref().map(|state| state.games_finished),
        "last_game": state.as_ref().and_then(|state| state.last_game.as_ref()).map(|last| json!({
            "winner": hex(last.winner),
            "pot": last.pot.to_string(),
            "rounds": last.rounds,
        })),
    })
}

/// The table to sit down at: the account's own seat if it has one, or else the fullest
/// open table for strangers at which a seat costs at most so much.
pub fn best(
    lobby: &Lobby,
    account: ActorId,
    max_bet: u128,
    left_out: &[ActorId],
) -> Option<ActorId> {
    let is_seated = |seen: &&Seen| {
        seen.state.as_ref().is_some_and(|state| {
            let mut players = state.players.iter();
            players.any(|(id, status)| *id == account && *status != PlayerStatus::Out)
        })
    };
    if let Some(own) = lobby.tables.iter().find(is_seated) {
        return Some(own.listed.table);
    }
    let fits = |seen: &&Seen| {
        let Some(state) = &seen.state else { return false };
        state.config.bet_size <= max_bet
            && is_fair(&state.config, &state.rules)
            && !left_out.contains(&seen.listed.table)
    };
    let open = lobby.tables.iter().filter(fits);
    let open = open.filter_map(|seen| Some((seen.free()?, seen)));
    // Of those that lack as many, the larger one, and then the one that starts sooner.
    let fullest = open.min_by_key(|(free, seen)| {
        let taken = seen.state.as_ref().map_or(0, |state| state.lobby_list.len());
        (*free, usize::MAX - taken)
    });
    fullest.map(|(_, seen)| seen.listed.table)
}

/// The table that `rpsls join --any` sits down at, opened if there is none.
///
/// # Errors
///
/// [`Failure::Unreleased`] if the house's code, or that of its tables, is not known.
pub async fn any_table(
    context: &Context,
    house: &mut House,
    account: &Account,
    (max_bet, is_told): (u128, bool),
    left_out: &[ActorId],
) -> Result<Option<ActorId>> {
    let lobby = house.lobby().await?;
    ensure!(
        lobby.code != Code::Unknown,
        Failure::Unreleased(
            "the code of this house or of its tables is no release that this rpsls knows, and not \
             what it was built with: --any sits down at none of them"
                .into()
        )
    );
    if let Some(table) = best(&lobby, account.id, max_bet, left_out) {
        return Ok(Some(table));
    }
    context.out.line("There is no open table that fits: opening one.")?;
    let action = Action::Open {
        config: StageArgs::usual().of_table(max_bet, 2),
        rules: rpsls_io::GameRules { start_when_full: true, ..Default::default() },
        title: String::new(),
    };
    let opened = open_at(context, house, account, &action, is_told).await?;
    Ok(opened.map(|opened| opened.table))
}
