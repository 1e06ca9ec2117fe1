//! Plays a duel: `rust-client Rock`, with the environment and the exit codes of `rpsls`.

use anyhow::{Error, Result, bail};
use gprimitives::ActorId;
use gsdk::{Api, SignedApi, events::reply_on, ext::codec::Encode, ext::subxt::utils::H256};
use rpsls_io::*;
use std::{env, fs, process::exit, time::Duration};
const A_WHILE: Duration = Duration::from_secs(120);
fn fail<T>(code: i32, text: &str) -> T {
    eprintln!("{text}");
    exit(code)
}

async fn read(api: &Api, table: ActorId, block: Option<H256>) -> Result<GameState> {
    let reply = api.read_state_at(table, StateQuery::All.encode(), block).await?;
    let StateReply::All(state) = reply else { bail!("a reply to another query") };
    Ok(state)
}

/// Sends an action, and returns the event that the table replies with.
async fn act(api: &SignedApi, table: ActorId, action: Action, value: u128) -> Result<Event> {
    // Listens before it sends, so that it misses no block.
    let events = api.subscribe_all_events().await?;
    let message = api.send_message(table, &action, gas::MESSAGE, value).await?.value;
    // `reply_on` looks at the reply's code: that of a message that failed is text, not an event.
    let reply = reply_on::<Result<_, GameError>>(message, events).await?.map_err(Error::msg)?;
    Ok(reply.unwrap_or_else(|refusal| fail(3, &format!("The table refused it: {refusal}."))))
}

/// Waits for the first final state of which this holds.
async fn when(api: &Api, table: ActorId, is: impl Fn(&GameState) -> bool) -> Result<GameState> {
    let mut blocks = api.blocks().subscribe_finalized().await?;
    while let Ok(Some(block)) = tokio::time::timeout(A_WHILE, blocks.next()).await {
        let state = read(api, table, Some(block?.hash())).await?;
        if is(&state) {
            return Ok(state);
        }
    }
    fail(4, "The node shows no new blocks, so the move may not be shown in time.")
}

#[tokio::main]
async fn main() -> Result<()> {
    let mv = Move::ALL.into_iter().find(|mv| env::args().nth(1) == Some(format!("{mv:?}")));
    let var = |name| env::var(name).unwrap_or_default();
    let (Some(mv), Ok(table)) = (mv, var("RPSLS_PROGRAM").parse::<ActorId>()) else {
        fail(2, "Name a move such as Rock, and set RPSLS_PROGRAM to a table's id.")
    };
    let Ok(api) = Api::new(&var("RPSLS_NODE")).await else {
        fail(4, "No node answers at RPSLS_NODE: nothing was sent.")
    };
    let api = api.signed(&var("RPSLS_PHRASE"), None)?;
    let me = ActorId::from(<[u8; 32]>::from(api.account_id().clone()));
    let Ok(before) = read(&api, table, None).await else {
        fail(2, "There is no such table on this chain: nothing was sent.")
    };
    let (game, bet) = (before.games_finished, before.config.bet_size);
    // 1 VARA stays in the account, and 0.6 pay the fees and gas of a duel.
    if api.free_balance().await.unwrap_or(0) < bet + 1_600_000_000_000 {
        fail(5, "Too little for bet and fees: nothing was sent.")
    }
    let opening = opening(mv, &format!("{:032x}", rand::random::<u128>()));
    fs::write(format!("opening-{table:?}-{game}-{me:?}.txt"), &opening)?;
    let commitment = Some(bound_commitment(table, me, &opening));
    let entry = Entry { game: Some(game), commitment, delegate: None };
    act(&api, table, Action::Join(entry), bet).await?;
    println!("seated in game {game}");
    // A fork could undo a commitment that is not final, and the opening would be known.
    let is_over = |state: &GameState| state.games_finished > game;
    let is_due = |state: &GameState| state.players.contains(&(me, PlayerStatus::ToReveal));
    if !is_over(&when(&api, table, |state| is_over(state) || is_due(state)).await?) {
        act(&api, table, Action::RevealFor { player: me, opening, next: None }, 0).await?;
    }
    let GameState { last_game, last_round, .. } = when(&api, table, is_over).await?;
    // A stop leaves the last game as it was, silence the last round.
    let is_decided = last_round.is_some_and(|it| it.game == game) || last_game != before.last_game;
    let result = if last_game.is_some_and(|it| it.winner == me) { "won" } else { "lost" };
    println!("{}", if is_decided { result } else { "stopped: the bet is back" });
    Ok(())
}
