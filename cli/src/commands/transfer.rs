//! `rpsls transfer`

use super::{Context, dry::untaken};
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
    words::{
        digits::hex,
        units::{exact, shortage, vara},
    },
};
use anyhow::{Result, ensure};
use gprimitives::ActorId;
use gsdk::{IntoAccountId32, ext::subxt::tx::Payload, gear};
use serde_json::json;

pub async fn run(context: &Context, args: TransferArgs) -> Result<()> {
    let from = context.account()?;
    let to = context.recipient(&args.to)?;
    ensure!(args.amount != Some(0), Failure::Usage("there is nothing to send: 0 VARA".into()));
    let link = context.link().await?;
    ensure!(
        to != ActorId::zero() && !is_program(&link, to).await?,
        Failure::Usage(format!(
            "{} is no person's account, and would keep the money: nothing was sent",
            args.to
        ))
    );
    ensure!(to != from.id, Failure::Usage("an account sends nothing to itself".into()));
    let has = balance(&link, from.id).await?;
    let call = call(to, args.amount);
    let fee = link.fee(&from, &call).await?;
    let deposit = Prices::of(&link)?.existential_deposit;
    let mut value = args.amount.unwrap_or(has.saturating_sub(fee));
    // An account that sends an amount stays, and needs the deposit for that.
    let stays = if args.amount.is_some() { deposit } else { 0 };
    let needs = value.max(1).saturating_add(fee).saturating_add(stays);
    let [shown, needed, lacks] = shortage(needs, has);
    let what = match stays {
        0 => "for more than the fee".into(),
        stays => format!("with the fee and {} to stay in it", exact(stays)),
    };
    ensure!(
        has >= needs,
        Failure::Funds(format!(
            "the account {} has {shown} VARA, and needs {needed} {what}: {lacks} VARA short. Nothing \
             was sent",
            from.name
        ))
    );
    ensure!(
        value >= deposit || balance(&link, to).await? > 0,
        Failure::Usage(format!(
            "{} has nothing yet, and an account has {} at least: nothing was sent",
            args.to,
            vara(deposit)
        ))
    );
    if args.dry.dry_run {
        let told = json!({ "to": hex(to), "value": value.to_string(), "fee": fee.to_string() });
        context.out.json(&untaken("transfer", &from, &told))?;
        return context.out.line(&format!(
            "Nothing was sent. {} would go to {}, for {} of fees",
            vara(value),
            address(to),
            vara(fee)
        ));
    }
    context.out.waiting("Sending");
    let included = link.submit(&from, &call).await?;
    context.out.waited();
    // What is sent is told even if the node goes away now.
    if args.amount.is_none()
        && let Ok(left) = balance(&link, from.id).await
    {
        // The fee may have differed from the estimate.
        value = has.saturating_sub(included.fee).saturating_sub(left);
    }
    let now = balance(&link, to).await.ok();
    context.out.json(&json!({
        "ok": true,
        "action": "transfer",
        "account": hex(from.id),
        "to": hex(to),
        "value": value.to_string(),
        "fee": included.fee.to_string(),
        "balance": now.map(|now| now.to_string()),
        "block": included.block,
    }))?;
    context.out.line(&format!(
        "{} sent to {}{}; the fee was {}",
        vara(value),
        address(to),
        now.map_or_else(String::new, |now| format!(", which has {} now", vara(now))),
        vara(included.fee)
    ))
}

/// Sends this much, or the whole balance.
fn call(to: ActorId, amount: Option<u128>) -> Box<dyn Payload + Send + Sync> {
    let to = to.into_account_id().into();
    match amount {
        Some(amount) => Box::new(Call(gear::tx().balances().transfer_keep_alive(to, amount))),
        None => Box::new(Call(gear::tx().balances().transfer_all(to, false))),
    }
}

/// Whether there is or was a program with this id. A program sends on only what its code sends on.
async fn is_program(link: &Link, id: ActorId) -> Result<bool> {
    let program = async |api: &_| {
        runtime::is_there(api, gear::storage().gear_program().program_storage(id)).await
    };
    link.ask(program).await
}
