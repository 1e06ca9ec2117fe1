//! Follows a game from block to block.

use super::Player;
use super::player::Missed;
use crate::{
    chain::{
        changes::Changes,
        follow::{Follow, Happened, Happening},
        messages::{self, Content},
        table::View,
    },
    commands::{
        retry::retry_while_node_fails,
        seat::at_stake,
        share,
        status::{stage_line, stage_of},
        watch::{Place, print},
    },
    game::{
        hours,
        knockout::pairs,
        round::Round,
        turn::{self, Overdue},
    },
    keys::account::short_address,
    screen::terminal::set_at_stake,
    way::{self, Ended, Gone},
    words::digits::hex,
};
use anyhow::Result;
use rpsls_io::{Event, GameResult, GameStage, PlayerStatus, knockout::rounds};
use serde_json::json;
use std::mem::replace;

/// How a game went on that the player had a seat in.
pub(super) enum Course {
    Over(messages::End),
    /// It ended in blocks that can't be read, and so did a later game.
    OverUnseen,
    /// The seat was given back, by another command or on another computer.
    Left,
    /// The chain has undone the block that had the seat.
    Undone,
}

impl Player {
    /// Does what has to be done at each block, until the game is over. `set_backs` is how often the
    /// chain had gone back at the start.
    pub(super) async fn play(&mut self, mut view: View, set_backs: u32) -> Result<Course> {
        let (game, before) = (view.state.games_finished, view.state.last_game.clone());
        let mut follow = Follow::after(&view);
        let mut changes = Changes::of(self.table.program);
        let mut overdue = Overdue::default();
        let mut rank = 0;
        let (mut told, mut is_in) = (0, false);
        self.told.of_out = false;
        let config = &view.state.config;
        self.table.link.depends_on_stages_of(config.move_timeout.min(config.reveal_timeout));
        self.hand.is_silent = false;
        let (program, you) = (self.table.program, Some(self.account.id));
        let place = Place { program, name: None, you };
        loop {
            let gone = self.session.look(&view.state, game, view.head.number);
            let has_gone_back = self.table.link.set_backs() > set_backs && self.is_unseated(&view);
            if has_gone_back || gone == Some(Gone::Undone) {
                return Ok(Course::Undone);
            }
            let is_left = self.has_no_seat(&view, game) && self.is_noted_left(game);
            if is_left || gone == Some(Gone::Left) {
                set_at_stake(None);
                return Ok(Course::Left);
            }
            self.tell_at_stake(&view);
            let lobby = &view.state.lobby_list;
            rank = lobby.iter().position(|id| *id == self.account.id).unwrap_or(rank);
            let blocks = overdue.blocks(&view.state, view.head.timestamp);
            if view.state.games_finished == game {
                if view.state.round > 0
                    && !replace(&mut is_in, true)
                    && let Err(error) = self.books.games.look(&self.seat, &view.state)
                {
                    self.tell_of_disk(&format!("{error:#}. The game goes on"));
                }
                self.tell_pair(&view, &mut told)?;
                let status = turn::status_of(&view.state, self.account.id);
                if status == PlayerStatus::Out && !replace(&mut self.told.of_out, true) {
                    self.out.line(
                        "You are out, and nothing more is due: the game goes on, and Ctrl-C leaves it.",
                    )?;
                }
                self.out.waiting(&stage_line(&view));
                self.do_what_is_due(&view).await?;
            }
            let is_given_up = self.hand.tries.are_over(turn::stage_of(&view.state));
            if way::moves_on(blocks, rank, self.within_spending().is_ok(), is_given_up) {
                self.advance(&view).await?;
            }
            let (happened, next) = self.look(&mut follow, &mut changes, &mut view).await?;
            let mut end = None;
            for happened in &happened {
                if !self.is_own_reply(&happened.what) {
                    print(&self.out, &place, happened)?;
                }
                match &happened.what {
                    Happening::Sent(sent) => {
                        self.hand.share =
                            self.hand.share.or(share::of_message(sent, self.account.id));
                        let is_away = matches!(sent.content, Content::Event(Event::SentAway(_)));
                        let is_own = is_away && sent.to == self.account.id;
                        end = end.or(is_own.then_some(messages::End::SentAway)).or(sent.end());
                    }
                    Happening::Round(round) => {
                        self.told.of_out |= round.is_out(self.account.id);
                        self.tell_missed(round)?;
                    }
                }
            }
            view = next;
            // A node keeps few blocks, so that what is final now is counted now.
            let head = view.head.number;
            if self
                .budget
                .early
                .iter()
                .any(|(block, _)| (self.budget.costs.block + 1..=head).contains(block))
            {
                self.count(game, view.head.into(), 0).await;
            }
            let over = match end {
                Some(end) => Some(Course::Over(end)),
                None => self.end_unseen(&view, game, &before).await,
            };
            if let Some(over) = over {
                set_at_stake(None);
                let is_known = follow.is_whole() || view.state.games_finished <= game + 1;
                return Ok(if is_known { over } else { Course::OverUnseen });
            }
        }
    }

    /// What to say if a signal ends the process now.
    pub(super) fn tell_at_stake(&self, View { head, state, .. }: &View) {
        if turn::status_of(state, self.account.id) == PlayerStatus::NotRegistered {
            // It may not show the seat yet.
            return;
        }
        let by = hours::be_back_by(state, self.account.id, head.timestamp);
        let bet = state.config.bet_size;
        let stake = by.map(|by| at_stake(self.table.program, &self.account.name, bet, Some(by)));
        set_at_stake(stake);
    }

    /// Says that the player was silent in a round, and why. If a move was shown in it, what went
    /// wrong before came to nothing.
    pub(super) fn tell_missed(&mut self, round: &Round) -> Result<()> {
        let you = self.account.id;
        if round.shown.iter().any(|(player, _)| *player == you) {
            self.hand.missed = None;
        }
        if !round.silent.contains(&you) {
            return Ok(());
        }
        self.hand.is_silent = true;
        let why = self.hand.missed.get_or_insert(Missed::Unseen).why();
        self.out.json(&json!({ "step": "missed", "round": round.number, "text": why }))?;
        self.out.line(&format!("No message of yours was in time: {why}."))
    }

    /// Says whom the player meets, once a round in a knockout.
    pub(super) fn tell_pair(&self, View { state, .. }: &View, told: &mut u32) -> Result<()> {
        let you = self.account.id;
        if replace(told, state.round) == state.round {
            return Ok(());
        }
        let Some(pair) = pairs(state).into_iter().find(|pair| pair.has(you)) else {
            return Ok(());
        };
        let (round, rounds) = (state.round, rounds(state.lobby_list.len()));
        let meets = pair.other_than(you);
        self.out.json(&json!({
            "step": "pair",
            "round": round,
            "rounds": rounds,
            "meets": meets.map(hex),
        }))?;
        self.out.line(&match meets {
            Some(other) => {
                format!("Round {round} of {rounds}: you meet {}.", short_address(other))
            }
            None => format!(
                "Round {round} of {rounds}: you meet nobody, and go on once you have revealed."
            ),
        })
    }

    /// The replies to the player's own messages were printed when they came.
    pub(super) fn is_own_reply(&self, happening: &Happening) -> bool {
        match happening {
            Happening::Sent(sent) => {
                sent.to == self.account.id && matches!(sent.content, Content::Reply(_))
            }
            Happening::Round(_) => false,
        }
    }

    /// The end of the game, if it came in a block that is too old to read. `before` is the last
    /// game as it was when this one ran.
    pub(super) async fn end_unseen(
        &mut self,
        View { head, state, .. }: &View,
        game: u64,
        before: &Option<GameResult>,
    ) -> Option<Course> {
        let is_over = state.games_finished > game;
        // The next registration may be overdue, too. If the node can't tell, it may the next time.
        let is_settled = state.current_stage_timestamp < head.timestamp
            || (is_over && !self.is_end_due().await.unwrap_or(true));
        let ended = way::ended(state, self.account.id, game, before.as_ref(), is_settled)?;
        Some(match ended {
            Ended::Won(winner) => Course::Over(messages::End::Won(winner)),
            Ended::Stopped => Course::Over(messages::End::Stopped),
            Ended::SentAway => Course::Over(messages::End::SentAway),
            Ended::Unseen => Course::OverUnseen,
        })
    }

    /// Whether the player has no seat in this game, which is not over.
    pub(super) fn has_no_seat(&self, View { state, .. }: &View, game: u64) -> bool {
        let status = turn::status_of(state, self.account.id);
        state.games_finished == game && status == PlayerStatus::NotRegistered
    }

    pub(super) fn is_unseated(&self, View { state, .. }: &View) -> bool {
        let status = turn::status_of(state, self.account.id);
        state.game_stage == GameStage::Preparation && status == PlayerStatus::NotRegistered
    }

    /// Waits for the next final blocks. While none comes and finality is behind, does what is due
    /// at each new block. While others are waited for, the node tells of what they do.
    pub(super) async fn look(
        &mut self,
        follow: &mut Follow,
        changes: &mut Changes,
        view: &mut View,
    ) -> Result<(Vec<Happened>, View)> {
        let is_running = view.state.games_finished == follow.game();
        if is_running && view.state.game_stage == GameStage::Preparation && !view.is_behind() {
            let passed = |now| self.out.waiting(&stage_of(now, &view.state));
            retry_while_node_fails(async || changes.next(&self.table, view, false, passed).await)
                .await?;
            let same = async || follow.pass(&self.table, view).await;
            if let Some(same) = retry_while_node_fails(same).await? {
                return Ok((vec![], same));
            }
        }
        let mut newest = 0;
        if is_running {
            loop {
                let link = self.table.link.clone();
                let is_final = retry_while_node_fails(async || {
                    tokio::select! {
                        block = link.block_after(follow.seen()) => block.map(|_| None),
                        block = link.newest_after(newest, turn::BEHIND) => block.map(Some),
                    }
                });
                let Some(block) = is_final.await? else { break };
                newest = block.number;
                view.lag = link.lag();
                self.out.waiting(&stage_line(view));
                self.do_what_is_due(view).await?;
            }
        }
        // What happened is only for telling, and a long past takes long to read.
        if retry_while_node_fails(async || follow.is_late(&self.table).await).await? {
            let now = self.view().await?;
            // While many blocks are told of at once, finality only seems to be behind.
            if now.state.games_finished == view.state.games_finished && !now.is_behind() {
                self.do_what_is_due(&now).await?;
            }
        }
        let (view, happened) =
            retry_while_node_fails(async || follow.next(&self.table).await).await?;
        Ok((happened, view))
    }
}
