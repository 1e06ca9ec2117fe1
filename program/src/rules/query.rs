//! What is told of the state.

use super::{Game, Seat, SeatSet, game::Stage};
use alloc::collections::BTreeSet;
use gprimitives::ActorId;
use rpsls_io::{GameStage, GameState, PlayerStatus, StageDescription, StateQuery, StateReply};

impl Game {
    /// Answers a query as of `now`: an overdue stage is settled first, so this
    /// is for a copy of the state that is then thrown away.
    pub fn answer(&mut self, query: StateQuery, now: u64) -> StateReply {
        self.settle(now);
        match query {
            StateQuery::Config => StateReply::Config(self.config.clone()),
            StateQuery::LobbyList => StateReply::LobbyList(self.lobby.ids().collect()),
            StateQuery::GameStage => StateReply::GameStage(self.game_stage()),
            StateQuery::CurrentStageTimestamp => {
                StateReply::CurrentStageTimestamp(self.stage_started)
            }
            StateQuery::Deadline => StateReply::Deadline(self.deadline()),
            StateQuery::Round => StateReply::Round(self.round),
            StateQuery::Player(player) => StateReply::Player(self.status(player)),
            StateQuery::All => StateReply::All(self.state()),
            StateQuery::Rules => StateReply::Rules(self.rules),
        }
    }

    fn state(&self) -> GameState {
        let registered = SeatSet::first(self.lobby.count());
        let committed = match self.stage {
            Stage::Preparation | Stage::InProgress => self.lobby.committed(),
            // Whoever has committed for the next round is in the lobby's set.
            Stage::Reveal => self.playing.difference(&self.lobby.committed()),
        };
        GameState {
            config: self.config.clone(),
            lobby_list: self.lobby.ids().collect(),
            game_stage: self.game_stage(),
            current_stage_timestamp: self.stage_started,
            deadline: self.deadline(),
            round: self.round,
            players: registered
                .iter()
                .map(|seat| (self.lobby.id(seat), self.status_of(seat)))
                .collect(),
            owner: self.owner,
            pot: self.pot(),
            next_config: self.next_config.clone(),
            commitments: committed
                .iter()
                .map(|seat| (self.lobby.id(seat), self.lobby.commitment(seat).hash))
                .collect(),
            revealed_moves: registered
                .iter()
                .filter_map(|seat| Some((self.lobby.id(seat), self.revealed.of(seat)?)))
                .collect(),
            games_finished: self.games_finished,
            last_game: self.last_game.clone(),
            rules: self.rules,
            next_rules: self.next_rules.get(),
            delegates: registered
                .iter()
                .filter_map(|seat| Some((self.lobby.id(seat), self.lobby.delegate(seat)?)))
                .collect(),
            stop_scheduled: self.stop_scheduled,
        }
    }

    fn game_stage(&self) -> GameStage {
        let description = || StageDescription {
            anticipated_players: self.ids_of(self.playing.difference(&self.acted())),
            finished_players: self.ids_of(self.acted()),
        };
        match self.stage {
            Stage::Preparation => GameStage::Preparation,
            Stage::InProgress => GameStage::InProgress(description()),
            Stage::Reveal => GameStage::Reveal(description()),
        }
    }

    fn ids_of(&self, seats: SeatSet) -> BTreeSet<ActorId> {
        self.lobby.players(seats).iter().collect()
    }

    fn status(&self, player: ActorId) -> PlayerStatus {
        let seat = self.lobby.seat_of(player);
        seat.map_or(PlayerStatus::NotRegistered, |seat| self.status_of(seat))
    }

    fn status_of(&self, seat: Seat) -> PlayerStatus {
        match (self.stage, self.acted().contains(seat)) {
            (Stage::Preparation, _) => PlayerStatus::Registered,
            _ if !self.playing.contains(seat) => PlayerStatus::Out,
            (Stage::InProgress, false) => PlayerStatus::ToMove,
            (Stage::InProgress, true) => PlayerStatus::Moved,
            (Stage::Reveal, false) => PlayerStatus::ToReveal,
            (Stage::Reveal, true) => PlayerStatus::Revealed,
        }
    }
}
