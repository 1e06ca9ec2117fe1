//! What is told of the state.

use super::{Game, SeatSet, game::Stage};
use gprimitives::ActorId;
use rpsls_io::{GameStage, GameState, PlayerStatus, StageDescription, StateQuery, StateReply};

impl Game {
    /// Answers a query as of `now`: an overdue stage is settled first, so this
    /// is for a copy of the state that is then thrown away.
    pub fn answer(&mut self, query: StateQuery, now: u64) -> StateReply {
        self.settle(now);
        match query {
            StateQuery::Config => StateReply::Config(self.config.clone()),
            StateQuery::LobbyList => StateReply::LobbyList(self.lobby.ids().to_vec()),
            StateQuery::GameStage => StateReply::GameStage(self.game_stage()),
            StateQuery::CurrentStageTimestamp => {
                StateReply::CurrentStageTimestamp(self.stage_started)
            }
            StateQuery::Deadline => StateReply::Deadline(self.deadline()),
            StateQuery::Round => StateReply::Round(self.round),
            StateQuery::Player(player) => StateReply::Player(self.status(player)),
            StateQuery::All => StateReply::All(self.state()),
        }
    }

    fn state(&self) -> GameState {
        let players = self.lobby.in_id_order();
        let committed = self.lobby.in_id_order().filter(|(seat, _)| self.committed.contains(*seat));
        GameState {
            config: self.config.clone(),
            lobby_list: self.lobby.ids().to_vec(),
            game_stage: self.game_stage(),
            current_stage_timestamp: self.stage_started,
            deadline: self.deadline(),
            round: self.round,
            players: players.map(|(_, player)| (player, self.status(player))).collect(),
            owner: self.owner,
            pot: self.pot(),
            next_config: self.next_config.clone(),
            commitments: committed
                .map(|(seat, player)| (player, *self.commitment(seat)))
                .collect(),
            revealed_moves: self
                .lobby
                .in_id_order()
                .filter_map(|(seat, player)| Some((player, self.revealed.of(seat)?)))
                .collect(),
            games_finished: self.games_finished,
            last_game: self.last_game.clone(),
        }
    }

    fn game_stage(&self) -> GameStage {
        match self.stage {
            Stage::Preparation => GameStage::Preparation,
            Stage::InProgress => GameStage::InProgress(self.describe(&self.committed)),
            Stage::Reveal => GameStage::Reveal(self.describe(&self.revealed.seats())),
        }
    }

    fn describe(&self, finished: &SeatSet) -> StageDescription {
        StageDescription {
            anticipated_players: self.ids_of(&self.playing.difference(finished)),
            finished_players: self.ids_of(finished),
        }
    }

    fn status(&self, player: ActorId) -> PlayerStatus {
        let Some(seat) = self.lobby.seat_of(player) else {
            return PlayerStatus::NotRegistered;
        };
        let (finished, acted, to_act) = match self.stage {
            Stage::Preparation => return PlayerStatus::Registered,
            Stage::InProgress => (self.committed, PlayerStatus::Moved, PlayerStatus::ToMove),
            Stage::Reveal => {
                (self.revealed.seats(), PlayerStatus::Revealed, PlayerStatus::ToReveal)
            }
        };
        match (self.playing.contains(seat), finished.contains(seat)) {
            (false, _) => PlayerStatus::Out,
            (true, false) => to_act,
            (true, true) => acted,
        }
    }
}
