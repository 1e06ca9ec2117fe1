//! `rpsls deploy`

use super::{
    Context,
    dry::{Trial, takes, took},
    seat::Agreement,
};
use crate::{
    chain::{
        code::{self, Code},
        cost::{Cost, Prices},
        deploy::{Created, Deployment},
    },
    commands::json,
    failure::spent,
    keys::account::{Account, address},
    options::{Consent, RulesArgs, StageArgs, seats},
    screen::{
        output::{Output, warn},
        terminal::{AtStake, set_at_stake, take_at_stake},
    },
    store::tables::{Known, Opening},
    words::{
        digits::hex,
        text,
        units::{self, span, vara},
    },
};
use anyhow::Result;
use clap::Args;
use gprimitives::ActorId;
use gsdk::ext::gear_core::ids::prelude::ActorIdExt;
use rpsls_io::{GameConfig, GameRules, TableInit};
use serde_json::{Value, json};

#[derive(Debug, Args)]
pub struct DeployArgs {
    /// What to call the table here, for --program
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,

    /// Who sets its config and may stop games: an address, an id, or the name of an
    /// account here [default: the account that deploys]
    #[arg(long, value_name = "ADDRESS")]
    pub owner: Option<String>,

    /// What a seat costs; 0 is a free game
    #[arg(long, value_name = "VARA", default_value = "1", value_parser = units::parse_vara)]
    pub bet: u128,

    /// The most players: 2 to 255
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = seats)]
    pub seats: u8,

    #[command(flatten)]
    pub stages: StageArgs,

    #[command(flatten)]
    pub rules: RulesArgs,

    #[command(flatten)]
    pub consent: Consent,
}

pub async fn run(context: &Context, args: DeployArgs) -> Result<()> {
    let init = init(context, &args).await?;
    let deployer = context.account().await?;
    let owner = init.owner.unwrap_or(deployer.id);
    let link = context.link().await?;
    let out = &context.out;
    let salt: [u8; 16] = rand::random();
    let program = ActorId::generate_from_user(code::own(), &salt);
    let known = Known {
        name: args.name.clone(),
        deployed_by: Some(deployer.name.clone()),
        ..Known::at(link.genesis(), link.url(), program)
    };
    if let Some(name) = &known.name {
        context.home.tables().check_name(name, known.id())?;
    }
    let code = Code::of(code::own());
    if code == Code::Development {
        warn(
            "the program's code is this build's own and no release: only clients that were built \
             from the same sources take seats without --any-code",
        );
    }
    let limit = init.config.players_count_limit;
    let seats = init.rules.seats(limit);
    if seats < usize::from(limit) {
        warn(&format!(
            "of {limit} seats {seats} fill the table, since a bracket has 2, 4, 8 and so on: the \
             others never play. --start time or another --format has them all play"
        ));
    }
    let mut plan = Deployment::plan(&link, &deployer, &init, &salt).await?;
    if args.consent.dry.dry_run {
        let told = json!({
            "owner": hex(owner),
            "name": known.name,
            "config": json::config(&init.config),
            "rules": json::rules(&init.rules),
        });
        show_dry_run(out, "deploy", &deployer, &plan, told)?;
        return describe(&context.out, &init.config, &init.rules);
    }
    out.heading("The table")?;
    describe(&context.out, &init.config, &init.rules)?;
    announce(out, &plan)?;
    if !Agreement::of(out, args.consent.yes).asked_for("Deploy the table?").await? {
        return out.line("Nothing was deployed, and nothing was paid.");
    }
    // Before it is paid for, so that a user who is interrupted still finds it.
    context.home.tables().keep(&known)?;
    out.waiting("Deploying the table");
    set_paid_for("table", "program", known.id());
    let created = match plan.create(&link).await {
        // The chain took nothing, so there is no table.
        Err(error) if spent::is_nothing() => {
            take_at_stake();
            context.home.tables().forget(known.id())?;
            return Err(error);
        }
        created => created?,
    };
    out.waited();
    // Before anything else can go wrong, since the table is paid for.
    out.heading("A new table")?;
    out.row("Program", &hex(created.program))?;
    out.waiting("Waiting until the table has started");
    created.started(&link).await?;
    take_at_stake();
    out.waited();
    let Created { program, cost, .. } = created;
    let deposit = plan.prices.existential_deposit;
    let spent = cost.paid(&plan.prices).saturating_add(deposit);
    let at = link.head().await.map_or(0, |head| head.timestamp);
    let opening = Some(Opening { account: deployer.id.into_bytes(), at, spent });
    context.note_table(&Known { opening, ..known.clone() });
    out.json(&json::paid(json!({
        "ok": true,
        "action": "deploy",
        "account": hex(deployer.id),
        "owner": hex(owner),
        "program": hex(program),
        "name": known.name,
        "config": json::config(&init.config),
        "rules": json::rules(&init.rules),
        "release": code.release(),
        "new_code": plan.is_code_new,
        "fee": cost.fee.to_string(),
        "gas_limit": cost.gas_limit,
        "gas_burned": cost.gas_burned,
        "deposit": deposit.to_string(),
    })))?;
    out.row("Code", &code.to_string())?;
    out.row(
        "Owner",
        &match owner == deployer.id {
            true => format!("{}, {}", deployer.name, deployer.address()),
            false => address(owner),
        },
    )?;
    describe(&context.out, &init.config, &init.rules)?;
    out.row("Paid", &paid(out, &cost, &plan.prices, deposit))?;
    // As one command that the user can paste, though the id is as long as a line.
    out.row("Players", &format!("rpsls join --program \\ {}", hex(program)))
}

/// From now on a failure and a signal tell which program may be paid for.
pub fn set_paid_for(kind: &str, field: &str, program: ActorId) {
    let program = hex(program);
    let text = format!(
        "before you try again, look for the {kind} {program}: it may be there, and paid for"
    );
    set_at_stake(Some(AtStake { text, fields: json!({ field: program }) }));
}

async fn init(context: &Context, args: &DeployArgs) -> Result<TableInit> {
    let config = args.stages.of_table(args.bet, args.seats);
    let rules = args.rules.of_table();
    let owner = match &args.owner {
        Some(owner) => Some(context.recipient(owner).await?),
        None => None,
    };
    Ok(TableInit { config, rules, owner })
}

/// Says that a program was not deployed, and what it would have cost.
pub fn show_dry_run(
    out: &Output,
    action: &str,
    account: &Account,
    plan: &Deployment,
    mut told: Value,
) -> Result<()> {
    let Deployment { price, prices, gas_limit, .. } = plan;
    told["new_code"] = plan.is_code_new.into();
    told["deposit"] = prices.existential_deposit.to_string().into();
    let trial = Trial { action, account, price, gas_limit: *gas_limit, prices };
    trial.show(out, "a new program", &told)
}

/// Says what it costs, before anything is signed.
pub fn announce(out: &Output, plan: &Deployment) -> Result<()> {
    let Deployment { price, prices, is_code_new, gas_limit, .. } = plan;
    out.line(&format!(
        "This takes {}, and the program keeps {}; {}.",
        takes(out, price, *gas_limit, prices),
        vara(prices.existential_deposit),
        match is_code_new {
            true => "the chain is given the program's code, the next table costs less",
            false => "the chain has the program's code already",
        }
    ))
}

/// What was paid for a program.
pub fn paid(out: &Output, cost: &Cost, prices: &Prices, deposit: u128) -> String {
    let took = took(out, cost.fee, cost.gas_burned.unwrap_or(cost.gas_limit), prices);
    format!("{took}, and {} that the program keeps", vara(deposit))
}

/// The rows of a config and its rules.
pub fn describe(out: &Output, config: &GameConfig, rules: &GameRules) -> Result<()> {
    let GameConfig { bet_size, players_count_limit, .. } = config;
    let (limit, seats) = (usize::from(*players_count_limit), rules.seats(*players_count_limit));
    let full = match seats == limit {
        true => String::new(),
        false => format!(": {seats} players make a full bracket, and fill the table"),
    };
    out.row("Seats", &format!("{limit}, {} each{full}", vara(*bet_size)))?;
    out.row(
        "Times",
        &format!(
            "{} to register, {} to move, {} to reveal",
            span(config.entry_timeout),
            span(config.move_timeout),
            span(config.reveal_timeout)
        ),
    )?;
    out.row("Rules", &text::rules(rules))
}
