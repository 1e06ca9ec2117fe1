//! `rpsls join --wait` and `--repeat`: one game after the other.

use super::{JoinResult, Player, retry_while_node_fails};
use crate::{
    commands::status::stage_line,
    failure::Failure,
    game::{hours, turn},
    screen::terminal::set_at_stake,
    words::text,
};
use anyhow::Result;
use rpsls_io::{GameError, PlayerStatus};
use serde_json::json;

impl Player {
    /// Plays this many games, and waits for each. A game that still goes on is the first.
    pub(super) async fn games(&mut self, count: u32) -> Result<()> {
        let mut played = 0;
        while played < count {
            match self.next_game().await? {
                JoinResult::Played => played += 1,
                // That was an earlier game.
                JoinResult::EarlierEnd { is_noted: true } => {}
                JoinResult::EarlierEnd { is_noted: false } | JoinResult::Declined => return Ok(()),
            }
        }
        Ok(())
    }

    /// Plays the next game with a free seat, or goes on with the player's own game.
    pub(super) async fn next_game(&mut self) -> Result<JoinResult> {
        loop {
            self.until_free().await?;
            match self.join().await {
                // Others were faster, or the last game's shares are still to be paid: there will be
                // a next game.
                Err(error) if is_taken(&error) => {
                    self.out.line(&format!("{error:#}"))?;
                    let last =
                        retry_while_node_fails(async || self.table.link.last_block().await).await?;
                    retry_while_node_fails(async || self.table.link.block_after(last.number).await)
                        .await?;
                }
                result => return result,
            }
        }
    }

    /// Waits until a seat is free, or the player has a game of their own to go on with.
    async fn until_free(&mut self) -> Result<()> {
        let mut view = self.view().await?;
        let mut is_told = false;
        loop {
            let status = turn::status_of(&view.state, self.account.id);
            let is_there = status != PlayerStatus::NotRegistered;
            // The note is read last: who has a seat plays without it.
            if is_there || hours::free_seats(&view.state).is_some() || self.is_sent_away(&view)? {
                return Ok(());
            }
            if !is_told {
                is_told = true;
                set_at_stake(None);
                let game = view.state.games_finished;
                self.out.json(&json!({ "step": "waiting", "game": game }))?;
                let number = text::game_number(game);
                self.out.line(&format!("Game {number} is not over: waiting for the next one."))?;
            }
            self.out.waiting(&stage_line(&view));
            retry_while_node_fails(async || self.table.link.block_after(view.head.number).await)
                .await?;
            view = self.view().await?;
        }
    }
}

/// Whether there is no seat, because others have taken all, the bracket is full without it, or no
/// seat is given yet. The state does not tell of a free game's shares, though they are due like any
/// others.
pub(super) fn is_taken(error: &anyhow::Error) -> bool {
    matches!(
        Failure::of(error),
        Some(
            Failure::SentAway(_)
                | Failure::Refused(
                    GameError::GameUnderWay
                        | GameError::LobbyFull { .. }
                        | GameError::OtherGame { .. }
                        | GameError::SharesDue { .. }
                )
        )
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_shares_are_due_a_seat_is_looked_for_elsewhere() {
        let refused = |error| is_taken(&Failure::Refused(error).into());
        assert!(refused(GameError::SharesDue { players: 3 }));
        assert!(refused(GameError::GameUnderWay) && !refused(GameError::NotOwner));
        assert!(is_taken(&Failure::SentAway("the bracket is full".into()).into()));
    }
}
