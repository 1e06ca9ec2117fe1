//! `rpsls join --dry-run`

use super::Player;
use crate::{
    commands::{
        actions::said,
        clock,
        dry::{Trial, untaken},
        json,
    },
    failure::Failure,
    game::turn,
    store::games::End,
    words::{digits::hex, text},
};
use anyhow::Result;
use gprimitives::H256;
use rpsls_io::{GameError, PlayerStatus};
use serde_json::json;

impl Player {
    /// Says what a `join` would do and cost.
    ///
    /// # Errors
    ///
    /// The errors of a `join` that takes no seat.
    pub(super) async fn try_out(&mut self) -> Result<()> {
        // What an earlier run has sent may still be on its way.
        let view = self.settled(false).await?;
        clock::compare(&self.table.link, &view).await;
        let status = turn::status_of(&view.state, self.account.id);
        if status != PlayerStatus::NotRegistered {
            let (status, say) = text::status(status);
            self.out.json(&untaken("join", &self.account, &json!({ "status": status })))?;
            return self.out.line(&format!(
                "Nothing was sent. {} {say}: `rpsls join` goes on there, and pays no other bet.",
                self.account.name
            ));
        }
        let open = self.books.games.open(&self.seat)?.filter(|open| !open.origin.is_by_hand);
        let is_over = open.and_then(|open| open.end_by(&view.state));
        if is_over.is_some_and(|end| end != End::SentAway) {
            self.out.json(&untaken("join", &self.account, &json!({ "status": "over" })))?;
            return self.out.line(
                "Nothing was sent. An earlier game is over: `rpsls join` tells how it ended, and the \
                 next one takes a seat.",
            );
        }
        // Random bytes, as many as the hash that would go with the seat.
        let commitment = (!self.policy.is_later).then(|| H256(rand::random()));
        let offered = self.offered(&view, false, commitment).await?;
        let offered = offered.ok_or(Failure::Refused(GameError::AlreadyRegistered))?;
        let event = self.table.dry_run(&self.account, &offered.action, offered.price.value).await?;
        let trial = Trial {
            action: "join",
            account: &self.account,
            price: &offered.price,
            gas_limit: offered.gas_limit,
            prices: &self.budget.prices,
        };
        let more = json!({ "program": hex(self.table.program), "reply": json::event(&event) });
        trial.show(&self.out, &said("join", &self.account, &event), &more)?;
        self.out.row("Table", &hex(self.table.program))
    }
}
