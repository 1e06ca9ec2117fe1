//! The functions that the module exports.

use crate::answers;
use alloc::{collections::BTreeSet, vec::Vec};
use gstd::{ActorId, exec};
use rpsls_io::{
    GameConfig, GameResult, GameRules, GameStage, GameState, Move, PlayerStatus, RoundResult,
    StateReply,
};

#[gmeta::metawasm]
pub mod metafns {
    pub type State = StateReply;

    /// The running game's config.
    pub fn config(state: State) -> GameConfig {
        match state {
            StateReply::All(GameState { config, .. }) | StateReply::Config(config) => config,
            _ => refuse(),
        }
    }

    /// Everyone who registered for this game, in order of registration, also
    /// those now out.
    pub fn lobby_list(state: State) -> Vec<ActorId> {
        match state {
            StateReply::All(GameState { lobby_list, .. }) | StateReply::LobbyList(lobby_list) => {
                lobby_list
            }
            _ => refuse(),
        }
    }

    /// The stage, and who has acted in it.
    pub fn game_stage(state: State) -> GameStage {
        match state {
            StateReply::All(GameState { game_stage, .. }) | StateReply::GameStage(game_stage) => {
                game_stage
            }
            _ => refuse(),
        }
    }

    /// Block timestamp at which the stage began, ms.
    pub fn current_stage_timestamp(state: State) -> u64 {
        match state {
            StateReply::All(GameState { current_stage_timestamp: timestamp, .. })
            | StateReply::CurrentStageTimestamp(timestamp) => timestamp,
            _ => refuse(),
        }
    }

    /// Where this player stands. A reply to `StateQuery::Player` is refused,
    /// too: it doesn't say who was asked for.
    pub fn player_status(state: State, player: ActorId) -> PlayerStatus {
        answers::player_status(&everything(state), player)
    }

    /// The stage is over once the block timestamp is greater, ms.
    pub fn deadline(state: State) -> u64 {
        match state {
            StateReply::All(GameState { deadline, .. }) | StateReply::Deadline(deadline) => {
                deadline
            }
            _ => refuse(),
        }
    }

    /// How long until the deadline as of the current block, ms; 0 from the
    /// deadline on.
    pub fn time_left(state: State) -> u64 {
        answers::time_left(deadline(state), exec::block_timestamp())
    }

    /// The players who are still in the game: while they register, everyone
    /// who has.
    pub fn survivors(state: State) -> BTreeSet<ActorId> {
        answers::survivors(&everything(state))
    }

    /// The moves revealed in this round, in order of registration.
    pub fn revealed_moves(state: State) -> Vec<(ActorId, Move)> {
        everything(state).revealed_moves
    }

    /// The running game's rules.
    pub fn rules(state: State) -> GameRules {
        match state {
            StateReply::All(GameState { rules, .. }) | StateReply::Rules(rules) => rules,
            _ => refuse(),
        }
    }

    /// Who may commit and reveal for this player, beside the player.
    pub fn delegate(state: State, player: ActorId) -> Option<ActorId> {
        answers::delegate(&everything(state), player)
    }

    /// What is still to be paid, and to whom: refunds, then shares of a stopped game's pot,
    /// each in `ActorId` order. It reads the reply to `StateQuery::SharesDue`, `0x09`, alone.
    pub fn shares_due(state: State) -> Vec<(ActorId, u128)> {
        match state {
            StateReply::SharesDue(shares) => shares,
            _ => panic!("this state doesn't hold the answer: read it with the payload 0x09"),
        }
    }

    /// From which block timestamp on, ms, anybody's message ends the game for those
    /// still in it, if nobody acts before. It reads the reply to
    /// `StateQuery::ClosableFrom`, `0x0a`, alone.
    pub fn closable_from(state: State) -> Option<u64> {
        match state {
            StateReply::ClosableFrom(timestamp) => timestamp,
            _ => panic!("this state doesn't hold the answer: read it with the payload 0x0a"),
        }
    }

    /// How the last game that had a winner ended.
    pub fn last_game(state: State) -> Option<GameResult> {
        everything(state).last_game
    }

    /// The round that was decided last: who had committed, and what they revealed.
    pub fn last_round(state: State) -> Option<RoundResult> {
        everything(state).last_round
    }
}

fn everything(state: StateReply) -> GameState {
    match state {
        StateReply::All(state) => state,
        _ => refuse(),
    }
}

fn refuse() -> ! {
    panic!("this state doesn't hold the answer: read it with an empty payload")
}
