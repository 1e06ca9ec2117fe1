//! A table on a node: connects to it, reads its game, and sends it actions.

use anyhow::{Context, Result, bail};
use gprimitives::ActorId;
use gsdk::{Api, SignedApi, events::reply_on, ext::codec::Encode};
use rpsls_io::{Action, Event, GameError, GameState, StateQuery, StateReply, gas};
use std::{env, process::exit, time::Duration};
use tokio::time::timeout;

/// How long a node may take to connect.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long an action may take: after 64 blocks no block takes it any more.
const LIFETIME: Duration = Duration::from_secs(240);

/// Ends the program with an exit code of `rpsls`.
pub fn fail<T>(code: i32, text: &str) -> T {
    eprintln!("{text}");
    exit(code)
}

/// A connection, by the environment of `rpsls`.
pub struct Table {
    pub id: ActorId,
    pub me: ActorId,
    api: SignedApi,
}

impl Table {
    pub async fn connect() -> Result<Self> {
        let var = |name| env::var(name).unwrap_or_default();
        let Ok(id) = var("RPSLS_PROGRAM").parse() else {
            fail(2, "RPSLS_PROGRAM is no id of a table: it is 0x and 64 digits.")
        };
        let node = match var("RPSLS_NODE") {
            unset if unset.is_empty() => "ws://127.0.0.1:9944".to_owned(),
            node => node,
        };
        let answer = timeout(PATIENCE, Api::new(&node)).await;
        let api = answer.ok().and_then(Result::ok).context("No node answers at RPSLS_NODE")?;
        let phrase = var("RPSLS_PHRASE");
        let api = match api.signed(&phrase, None) {
            Ok(api) if !phrase.is_empty() => api,
            _ => fail(2, "RPSLS_PHRASE is no secret phrase."),
        };
        let me = <[u8; 32]>::from(api.account_id().clone()).into();
        Ok(Self { id, me, api })
    }

    /// The game as of the last final block. A fork could still undo what a later one has.
    pub async fn look(&self) -> Result<GameState> {
        let last = self.api.blocks().at_latest().await?.hash();
        let reply = self.api.read_state_at(self.id, StateQuery::All.encode(), Some(last)).await?;
        let StateReply::All(state) = reply else { bail!("a reply to another query") };
        Ok(state)
    }

    /// What the account can pay with, in the chain's smallest unit.
    pub async fn balance(&self) -> Result<u128> {
        match self.api.free_balance().await {
            // A chain knows no account that has nothing.
            Err(gsdk::Error::StorageEntryNotFound) => Ok(0),
            balance => Ok(balance?),
        }
    }

    /// Sends an action, and waits for the table's reply in a final block.
    pub async fn act(&self, action: &Action, value: u128) -> Result<Result<Event, GameError>> {
        // Listens before it sends, so that it misses no block.
        let events = self.api.subscribe_finalized_events().await?;
        let sent = async {
            let id = self.api.send_message(self.id, action, gas::MESSAGE, value).await?.value;
            // `reply_on` looks at the reply's code: that of a message that failed is text, not an event.
            anyhow::Ok(reply_on(id, events).await?)
        };
        let reply = timeout(LIFETIME, sent).await.context("No final block has the message")??;
        let failed =
            |why| format!("The message failed in the program, which returned the bet: {why}");
        Ok(reply.unwrap_or_else(|why| fail(1, &failed(why))))
    }
}
