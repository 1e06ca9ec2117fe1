//! `rpsls transfer`

use super::Context;
use crate::{
    args::TransferArgs,
    chain::{
        balance::balance,
        cost::Prices,
        link::Link,
        runtime::{self, Call},
    },
    failure::Failure,
    keys::account::address,
    screen::{digits::hex, units::vara},
};
use anyhow::{Result, ensure};
use gprimitives::ActorId;
use gsdk::{IntoAccountId32, gear};
use serde_json::json;

pub async fn run(context: &Context, args: TransferArgs) -> Result<()> {
    let from = context.account()?;
    let to = context.id_of(&args.to)?;
    ensure!(args.amount > 0, Failure::Usage("there is nothing to send: 0 VARA".into()));
    let mut link = context.link().await?;
    ensure!(
        to != ActorId::zero() && !is_program(&mut link, to).await?,
        Failure::Usage(format!(
            "{} is nobody's account, but a program's or none: it would keep the value",
            args.to
        ))
    );
    let has = balance(&link, from.id).await?;
    ensure!(
        has >= args.amount,
        Failure::Funds(format!(
            "the account {} has {}, which is less than {}",
            from.name,
            vara(has),
            vara(args.amount)
        ))
    );
    let deposit = Prices::of(&link)?.existential_deposit;
    ensure!(
        args.amount >= deposit || balance(&link, to).await? > 0,
        Failure::Usage(format!(
            "{} has nothing yet, and an account has {} at least: nothing was sent",
            args.to,
            vara(deposit)
        ))
    );
    context.out.waiting("Sending");
    let to_id = to.into_account_id();
    let call = gear::tx().balances().transfer_keep_alive(to_id.into(), args.amount);
    let included = link.submit(&from, &Call(call)).await?;
    context.out.waited();
    let now = balance(&link, to).await?;
    context.out.json(&json!({
        "ok": true,
        "action": "transfer",
        "account": hex(from.id),
        "to": hex(to),
        "value": args.amount.to_string(),
        "fee": included.fee.to_string(),
        "balance": now.to_string(),
        "block": included.block,
    }))?;
    context.out.line(&format!(
        "{} sent to {}, which has {} now; the fee was {}",
        vara(args.amount),
        address(to),
        vara(now),
        vara(included.fee)
    ))
}

/// Whether there is, or was, a program of this id, which only sends on what its
/// code does.
async fn is_program(link: &mut Link, id: ActorId) -> Result<bool> {
    let program = async |api: &_| {
        runtime::is_there(api, gear::storage().gear_program().program_storage(id)).await
    };
    link.ask(program).await
}
