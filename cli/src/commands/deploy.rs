//! `rpsls deploy`

use super::Context;
use crate::{
    args::DeployArgs,
    json,
    table::{Deployed, Table, hex},
    units::{billions, span, vara},
};
use anyhow::Result;
use rpsls_io::GameConfig;
use serde_json::json;

pub async fn run(context: &Context, args: DeployArgs) -> Result<()> {
    let config = GameConfig {
        bet_size: args.bet,
        players_count_limit: args.seats,
        entry_timeout: args.entry,
        move_timeout: args.moves,
        reveal_timeout: args.reveals,
    };
    let owner = context.account()?;
    let mut link = context.link().await?;
    let out = &context.out;
    out.waiting("Deploying the table");
    let salt: [u8; 16] = rand::random();
    let deployed = Table::deploy(&mut link, &owner, &config, &salt).await?;
    let Deployed { program, cost, deposit } = deployed;
    out.waited();
    out.json(&json!({
        "ok": true,
        "action": "deploy",
        "account": hex(owner.id),
        "program": hex(program),
        "config": json::config(&config),
        "fee": cost.fee.to_string(),
        "gas_limit": cost.gas_limit,
        "gas_burned": cost.gas_burned,
        "deposit": deposit.to_string(),
    }))?;
    out.heading("A new table")?;
    out.row("Program", &hex(program))?;
    out.row("Owner", &format!("{}, {}", owner.name, owner.address()))?;
    describe(context, &config)?;
    out.row(
        "Paid",
        &format!(
            "{} bn gas, {} of fees, and {} to the program, its existential deposit",
            billions(cost.gas_burned),
            vara(cost.fee),
            vara(deposit)
        ),
    )?;
    out.row("Players", &format!("rpsls --program {} join", hex(program)))
}

/// The rows of a config.
pub fn describe(context: &Context, config: &GameConfig) -> Result<()> {
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
    )
}
