//! The single actions of players and the owner.

use super::Context;
use crate::{
    account::{self, Account},
    args::{MoveArgs, Stake},
    failure::Failure,
    json, moves,
    output::warn,
    password,
    secrets::{Seat, Secret, Secrets},
    table::{Receipt, Table, View, short},
    text, turn,
    units::{billions, vara},
};
use age::secrecy::ExposeSecret;
use anyhow::{Result, ensure};
use gprimitives::H256;
use rpsls_io::{Action, Event, Move, opening};

pub async fn register(context: &Context, stake: Stake) -> Result<()> {
    let account = context.account()?;
    let mut table = context.table(context.link().await?).await?;
    let view = table.view().await?;
    let bet = stake.agreed(&mut table, &view).await?;
    act(context, &mut table, &account, "register", Action::Register, bet).await
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
    let hash = commit(&context.home.secrets(), &table, &account, &view, args.mv, &password)?;
    let name = moves::name(args.mv);
    context.out.line(&format!("{name} it is; the opening is kept on this computer"))?;
    act(context, &mut table, &account, "move", Action::MakeMove(hash), 0).await
}

pub async fn reveal(context: &Context) -> Result<()> {
    let account = context.account()?;
    let mut table = context.table(context.link().await?).await?;
    let view = table.view().await?;
    let committed = turn::may_reveal(&view.state, account.id).map_err(Failure::Refused)?;
    let seat = Seat::new(table.link.genesis(), table.program, account.id);
    let secret = context.home.secrets().opening(&seat, committed)?.ok_or_else(|| {
        Failure::usage(format!(
            "the opening of {} is not on this computer: bring it with `rpsls secrets export` from \
             where the move was made, and `rpsls secrets import` here",
            short(committed)
        ))
    })?;
    act(context, &mut table, &account, "reveal", Action::Reveal(secret.opening), 0).await
}

pub async fn advance(context: &Context) -> Result<()> {
    simple(context, "advance", Action::Advance).await
}

pub async fn leave(context: &Context) -> Result<()> {
    let account = context.account()?;
    let mut table = context.table(context.link().await?).await?;
    let seat = Seat::new(table.link.genesis(), table.program, account.id);
    act(context, &mut table, &account, "leave", Action::Leave, 0).await?;
    context.home.joined().forget(&seat)
}

pub async fn stop(context: &Context) -> Result<()> {
    simple(context, "stop", Action::StopGame).await
}

async fn simple(context: &Context, name: &str, action: Action) -> Result<()> {
    let account = context.account()?;
    let mut table = context.table(context.link().await?).await?;
    act(context, &mut table, &account, name, action, 0).await
}

impl Stake {
    /// The bet, unless the player does not agree to it or to the table.
    pub async fn agreed(&self, table: &mut Table, View { state, .. }: &View) -> Result<u128> {
        let bet = state.config.bet_size;
        ensure!(
            bet <= self.max_bet.unwrap_or(u128::MAX),
            Failure::Usage(format!(
                "a seat costs {}, which is more than --max-bet: nothing was sent",
                vara(bet)
            ))
        );
        ensure!(
            self.any_code || table.is_genuine().await?,
            Failure::Usage(
                "this table's code is not the one that this rpsls was built with. It may be \
                 another version, or keep what you pay: --any-code, if you trust who deployed it"
                    .into()
            )
        );
        Ok(bet)
    }
}

/// Sends an action, and prints what came of it.
pub async fn act(
    context: &Context,
    table: &mut Table,
    account: &Account,
    name: &str,
    action: Action,
    value: u128,
) -> Result<()> {
    context.out.waiting(&format!("Waiting until the {name} is final"));
    let receipt = table.act(account, &action, value).await?;
    context.out.waited();
    context.out.json(&json::receipt(name, account.id, &receipt))?;
    context.out.line(&told(account, &receipt))
}

/// What came of an action, in a line.
pub fn told(account: &Account, receipt: &Receipt) -> String {
    let mut line = match &receipt.event {
        // What the clock did is nobody's doing.
        event @ Event::StageAdvanced(_) => text::event(event),
        event => format!("{} {}", account.name, text::event(event)),
    };
    if receipt.returned > 0 {
        line.push_str(&format!("; {} came back", vara(receipt.returned)));
    }
    let cost = &receipt.cost;
    format!("{line} ({} bn gas, {} of fees)", billions(cost.gas_burned), vara(cost.fee))
}

/// Puts an opening on disk, and returns the hash that commits to it.
pub fn commit(
    secrets: &Secrets,
    table: &Table,
    account: &Account,
    View { state, .. }: &View,
    mv: Move,
    password: &str,
) -> Result<H256> {
    let seat = Seat::new(table.link.genesis(), table.program, account.id);
    let secret = Secret {
        seat,
        game: state.games_finished,
        round: state.round,
        opening: opening(mv, password),
    };
    secrets.forget_before(&seat, state.games_finished)?;
    secrets.keep(&secret)?;
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
