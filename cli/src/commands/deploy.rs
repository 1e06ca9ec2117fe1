//! `rpsls deploy`

use super::Context;
use crate::{
    args::{DeployArgs, Rules},
    chain::{
        code::{self, Code},
        deploy::{Created, Deployment, has_come_meanwhile},
    },
    screen::{
        digits::hex,
        json,
        output::{Output, warn},
        text,
        units::{billions, span, vara},
    },
};
use anyhow::Result;
use rpsls_io::{GameConfig, GameRules, TableInit};
use serde_json::json;

pub async fn run(context: &Context, args: DeployArgs) -> Result<()> {
    let init = init(&args);
    let owner = context.account()?;
    let mut link = context.link().await?;
    let out = &context.out;
    let salt: [u8; 16] = rand::random();
    let code = Code::of(code::own());
    if code == Code::Development {
        warn(
            "the program's code is this build's own and no release: only clients that were built \
             from the same sources take seats without --any-code",
        );
    }
    let mut plan = Deployment::plan(&mut link, &owner, &init, &salt).await?;
    announce(out, &plan)?;
    out.waiting("Deploying the table");
    let created = match plan.create(&mut link).await {
        // Somebody else's table has brought the code meanwhile: now it is there.
        Err(error) if plan.is_code_new && has_come_meanwhile(&error) => {
            plan = Deployment::plan(&mut link, &owner, &init, &salt).await?;
            plan.create(&mut link).await?
        }
        created => created?,
    };
    out.waited();
    // Before anything else can go wrong: it is paid for.
    out.heading("A new table")?;
    out.row("Program", &hex(created.program))?;
    out.waiting("Waiting until the table has started");
    created.started(&mut link).await?;
    out.waited();
    let Created { program, cost, .. } = created;
    let deposit = plan.prices.existential_deposit;
    out.json(&json!({
        "ok": true,
        "action": "deploy",
        "account": hex(owner.id),
        "program": hex(program),
        "config": json::config(&init.config),
        "rules": json::rules(&init.rules),
        "release": code.release(),
        "new_code": plan.is_code_new,
        "fee": cost.fee.to_string(),
        "gas_limit": cost.gas_limit,
        "gas_burned": cost.gas_burned,
        "deposit": deposit.to_string(),
    }))?;
    out.row("Code", &code.to_string())?;
    out.row("Owner", &format!("{}, {}", owner.name, owner.address()))?;
    describe(context, &init.config, &init.rules)?;
    out.row(
        "Paid",
        &format!(
            "{} of fees, {} bn gas, and {} to the program, its existential deposit",
            vara(cost.fee),
            billions(cost.gas_burned.unwrap_or_default()),
            vara(deposit)
        ),
    )?;
    // As one command that can be pasted, though the id is as long as a line.
    out.row("Players", &format!("rpsls join --program \\ {}", hex(program)))
}

fn init(args: &DeployArgs) -> TableInit {
    let config = GameConfig {
        bet_size: args.bet,
        players_count_limit: args.seats,
        entry_timeout: args.entry,
        move_timeout: args.moves,
        reveal_timeout: args.reveals,
    };
    let rules = if args.classic { Rules::Classic } else { Rules::Points };
    TableInit { config, rules: rules.of_table(), owner: None }
}

/// What it will cost, before anything is signed.
fn announce(out: &Output, plan: &Deployment) -> Result<()> {
    let Deployment { price, prices, is_code_new, .. } = plan;
    let deposit = prices.existential_deposit;
    let gas = prices.gas(price.estimate.range().needed);
    out.line(&format!(
        "This will cost {}: {} of fees, up to {} of gas, and {} that the program keeps; {}.",
        vara(price.fee + gas + deposit),
        vara(price.fee),
        vara(gas),
        vara(deposit),
        match is_code_new {
            true => "the chain is given the program's code, the next table costs less",
            false => "the chain has the program's code already",
        }
    ))
}

/// The rows of a config and its rules.
pub fn describe(context: &Context, config: &GameConfig, rules: &GameRules) -> Result<()> {
    let GameConfig { bet_size, players_count_limit, .. } = config;
    context.out.row("Seats", &format!("{players_count_limit}, {} each", vara(*bet_size)))?;
    context.out.row(
        "Times",
        &format!(
            "{} to register, {} to move, {} to reveal",
            span(config.entry_timeout),
            span(config.move_timeout),
            span(config.reveal_timeout)
        ),
    )?;
    context.out.row("Rules", &text::rules(rules))
}
