//! The single actions of players and the owner.

use super::{
    Context,
    seat::{Agreement, Offer, TAKE_SEAT, note},
};
use crate::{
    args::{Limits, MoveArgs, RegisterArgs},
    chain::{
        cost::Prices,
        table::{Receipt, Table},
    },
    failure::Failure,
    game::{moves, turn},
    keys::{
        account::{self, Account},
        password,
        secrets::{Secret, Secrets},
    },
    screen::{
        digits::short,
        json,
        keyboard::Keyboard,
        output::warn,
        text,
        units::{billions, vara},
    },
    store::games::{End, Winner},
};
use age::secrecy::ExposeSecret;
use anyhow::{Result, ensure};
use gprimitives::H256;
use rpsls_io::{Action, Entry, Event, GameState, RevealResult, StageChange, opening};
use std::io::{self, IsTerminal};

/// What comes after the seat is the player's own to see to, command by command.
const SINGLE_ROUND: Limits = Limits { max_rounds: 1, max_spend: u128::MAX / 2 };

pub async fn register(context: &Context, RegisterArgs { stake }: RegisterArgs) -> Result<()> {
    let account = context.account()?;
    let mut table = context.table(context.link().await?).await?;
    let view = table.view().await?;
    let bet = stake.agreed(&mut table, &view).await?;
    let action = Action::Join(Entry { game: Some(view.state.games_finished), ..Entry::default() });
    let is_given = stake.yes || !io::stdin().is_terminal();
    let agreement = Agreement { out: &context.out, is_given };
    if !is_given {
        let price = table.price(&account, &action, bet).await?;
        Offer::new(&price, &Prices::of(&table.link)?, &SINGLE_ROUND).show(&context.out)?;
    }
    if !agreement.asked_for(TAKE_SEAT, &mut Keyboard::default()).await? {
        return context.out.line("No seat was taken, and nothing was paid.");
    }
    // Before the bet is paid: who is interrupted then makes no second one.
    let games = context.home.games();
    let note = note(&table, &account, &view);
    games.write(&note)?;
    let done = act(context, &mut table, &account, "register", action, bet).await;
    if let Err(error) = &done
        && matches!(Failure::of(error), Some(Failure::Refused(_) | Failure::Funds(_)))
    {
        games.end(&note.seat, note.game, End::NotSeated)?;
    }
    done.map(|_| ())
}

pub async fn make_move(context: &Context, args: MoveArgs) -> Result<()> {
    let account = context.account()?;
    let mut table = context.table(context.link().await?).await?;
    let view = table.view().await?;
    turn::may_move(&view.state, account.id).map_err(Failure::Refused)?;
    let password = match args.own_password {
        true => own_password()?,
        false => password::random(&mut rand::thread_rng()),
    };
    let GameState { games_finished: game, round, .. } = view.state;
    let seat = table.seat(&account);
    let secret = Secret { seat, game, round, opening: opening(args.mv, &password) };
    let hash = keep(&context.home.secrets(), &secret)?;
    let name = moves::name(args.mv);
    context.out.line(&format!("{name} it is; the opening is kept on this computer"))?;
    act(context, &mut table, &account, "move", Action::Commit(hash), 0).await?;
    Ok(())
}

pub async fn reveal(context: &Context) -> Result<()> {
    let account = context.account()?;
    let mut table = context.table(context.link().await?).await?;
    let view = table.view().await?;
    let committed = turn::may_reveal(&view.state, account.id).map_err(Failure::Refused)?;
    let seat = table.seat(&account);
    let secret = context.home.secrets().opening(&seat, committed)?.ok_or_else(|| {
        Failure::usage(format!(
            "the opening of {} is not on this computer: bring it with `rpsls secrets export` from \
             where the move was made, and `rpsls secrets import` here",
            short(committed)
        ))
    })?;
    let receipt =
        act(context, &mut table, &account, "reveal", Action::Reveal(secret.opening), 0).await?;
    if let Event::SuccessfulReveal(RevealResult::GameOver { winner }) = receipt.event {
        let GameState { games_finished, pot, round, .. } = view.state;
        let winner = Winner { account: winner.into_bytes(), pot, rounds: round };
        context.home.games().end(&seat, games_finished, End::Won(winner))?;
    }
    Ok(())
}

pub async fn advance(context: &Context) -> Result<()> {
    simple(context, "advance", Action::Advance).await
}

pub async fn leave(context: &Context) -> Result<()> {
    let account = context.account()?;
    let mut table = context.table(context.link().await?).await?;
    let seat = table.seat(&account);
    let game = table.view().await?.state.games_finished;
    act(context, &mut table, &account, "leave", Action::Leave, 0).await?;
    context.home.games().end(&seat, game, End::Left)
}

pub async fn stop(context: &Context) -> Result<()> {
    simple(context, "stop", Action::StopGame).await
}

async fn simple(context: &Context, name: &str, action: Action) -> Result<()> {
    let account = context.account()?;
    let mut table = context.table(context.link().await?).await?;
    act(context, &mut table, &account, name, action, 0).await?;
    Ok(())
}

/// Sends an action, and prints what came of it.
pub async fn act(
    context: &Context,
    table: &mut Table,
    account: &Account,
    name: &str,
    action: Action,
    value: u128,
) -> Result<Receipt> {
    context.out.waiting(&format!("Waiting until the {name} is final"));
    let receipt = table.act(account, &action, value).await?;
    context.out.waited();
    context.out.json(&json::receipt(name, account.id, &receipt))?;
    context.out.line(&summary(account, &receipt))?;
    Ok(receipt)
}

/// What came of an action, in a line.
pub fn summary(account: &Account, receipt: &Receipt) -> String {
    let mut line = match &receipt.event {
        // What the clock did is nobody's doing.
        event @ Event::StageAdvanced(_) => text::event(event),
        event => format!("{} {}", account.name, text::event(event)),
    };
    let is_won = matches!(
        receipt.event,
        Event::SuccessfulReveal(RevealResult::GameOver { .. })
            | Event::StageAdvanced(StageChange::GameOver { .. })
    );
    if receipt.returned > 0 {
        let how = if is_won { "is the pot" } else { "came back" };
        line.push_str(&format!("; {} {how}", vara(receipt.returned)));
    }
    let cost = &receipt.cost;
    let fee = vara(cost.fee);
    let by = if cost.voucher.is_some() { ", by a voucher" } else { "" };
    match cost.gas_burned {
        Some(gas) => format!("{line} ({} bn gas, {fee} of fees{by})", billions(gas)),
        None => format!("{line} ({fee} of fees{by})"),
    }
}

/// Puts an opening on disk, and returns the hash that commits to it.
pub fn keep(secrets: &Secrets, secret: &Secret) -> Result<H256> {
    secrets.forget_before(&secret.seat, secret.game)?;
    secrets.keep(secret)?;
    Ok(secret.commitment())
}

fn own_password() -> Result<String> {
    let password = account::secret_line("Password for this move (it is not shown): ")?;
    let password = password.expose_secret();
    ensure!(
        (1..=password::MAX_LENGTH).contains(&password.len()),
        Failure::Usage(format!("a password has 1 to {} bytes", password::MAX_LENGTH))
    );
    if let Some(warning) = password::warning(password) {
        warn(&warning);
    }
    Ok(password.to_owned())
}
