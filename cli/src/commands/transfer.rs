//! `rpsls transfer`

use super::{Context, dry::untaken, json, seat::Agreement, still};
use crate::{
    chain::{
        balance::{balance, whole_balance},
        cost::Prices,
        link::Link,
        runtime::{self, Call},
    },
    failure::Failure,
    keys::account::address,
    options::Consent,
    screen::output::warn,
    words::{
        digits::hex,
        units::{self, exact, shortage, vara},
    },
};
use anyhow::{Result, ensure};
use clap::Args;
use gprimitives::ActorId;
use gsdk::{IntoAccountId32, ext::subxt::tx::Payload, gear};
use serde_json::json;

#[derive(Debug, Args)]
pub struct TransferArgs {
    /// The address, the id, or the name of an account here
    pub to: String,

    /// How much
    #[arg(value_name = "VARA", value_parser = units::parse_vara, required_unless_present = "all")]
    pub amount: Option<u128>,

    /// Everything: the account is then empty, and takes 1 VARA at least next
    #[arg(long, conflicts_with = "amount")]
    pub all: bool,

    #[command(flatten)]
    pub consent: Consent,
}

pub async fn run(context: &Context, args: TransferArgs) -> Result<()> {
    let from = context.account().await?;
    let to = context.recipient(&args.to).await?;
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
    let call = call(to, args.amount);
    let fee = link.fee(&from, &call).await?;
    let deposit = Prices::of(&link)?.existential_deposit;
    let whole = whole_balance(&link, from.id).await?;
    let has = whole.spendable(deposit);
    // What is frozen keeps the account, and the deposit in it.
    let is_kept = args.amount.is_some() || whole.frozen > whole.reserved;
    let all = has.saturating_sub(fee).saturating_sub(if is_kept { deposit } else { 0 });
    let mut value = args.amount.unwrap_or(all);
    // The fee is taken from what is beyond the deposit, even by an account that is emptied.
    let least = args.amount.unwrap_or(u128::from(is_kept));
    let needs = least.saturating_add(fee).saturating_add(deposit);
    let [shown, needed, lacks] = shortage(needs, has);
    let what = match args.amount {
        Some(_) => format!("with the fee and {} to stay in it", exact(deposit)),
        None => format!("for the fee, which leaves {} in it until then", exact(deposit)),
    };
    let frozen = match whole.free.saturating_sub(has) {
        0 => String::new(),
        frozen => format!(", and {} that are frozen", exact(frozen)),
    };
    ensure!(
        has >= needs,
        Failure::Funds(format!(
            "the account {} has {shown} VARA{frozen}, and needs {needed} {what}: {lacks} VARA short. \
             Nothing was sent",
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
    // What is left then pays for no more than a few messages.
    let left = has.saturating_sub(value).saturating_sub(fee);
    if left < deposit.saturating_mul(2) {
        warn_of_what_is_to_come(context, &link, from.id).await?;
    }
    if args.consent.dry.dry_run {
        let told = json!({ "to": hex(to), "value": value.to_string(), "fee": fee.to_string() });
        context.out.json(&untaken("transfer", &from, &told))?;
        return context.out.line(&format!(
            "Nothing was sent. {} VARA would go to {}, for {} of fees",
            exact(value),
            address(to),
            vara(fee)
        ));
    }
    let whom = match address(to) == args.to {
        true => address(to),
        false => format!("{}, {}", args.to, address(to)),
    };
    let all = if args.amount.is_none() { ", which is all of it" } else { "" };
    let question = format!("Send {} VARA to {whom}{all}?", exact(value));
    if !Agreement::of(&context.out, args.consent.yes).asked_for(&question).await? {
        return context.out.line("Nothing was sent.");
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
    context.out.json(&json::paid(json!({
        "ok": true,
        "action": "transfer",
        "account": hex(from.id),
        "to": hex(to),
        "value": value.to_string(),
        "fee": included.fee.to_string(),
        "balance": now.map(|now| now.to_string()),
        "block": included.block,
    })))?;
    context.out.line(&format!(
        "{} VARA sent to {}{}; the fee was {}",
        exact(value),
        address(to),
        now.map_or_else(String::new, |now| format!(", which has {} now", vara(now))),
        vara(included.fee)
    ))
}

/// Names what still comes back to an account that is about to be emptied. What comes to an account
/// that is not there, and is less than the existential deposit, is lost.
async fn warn_of_what_is_to_come(context: &Context, link: &Link, account: ActorId) -> Result<()> {
    let still = still::to_come(context, Some(link), account).await?;
    if !still.is_empty() {
        warn(&format!(
            "the account still has {}: emptied, it can't play on, nor take anything back, and less \
             than 1 VARA that comes to it is lost",
            still.join(", ")
        ));
    }
    Ok(())
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
    let at = link.last_block().await?.hash;
    let program = async |api: &_| {
        runtime::is_there(api, gear::storage().gear_program().program_storage(id), at).await
    };
    link.ask(program).await
}
