//! The functions that the module exports.

use crate::answers;
use alloc::vec::Vec;
use gstd::{ActorId, exec};
use tic_tac_toe_io::{Cell, GameId, GameState, InitConfig, Overview, StateReply};

#[gmeta::metawasm]
pub mod metafns {
    pub type State = StateReply;

    /// The settings. Takes the reply to `Config`, `Overview` or an empty payload.
    pub fn config(state: State) -> InitConfig {
        match state {
            StateReply::Config(config) | StateReply::Overview(Overview { config, .. }) => config,
            _ => refuse("Config"),
        }
    }

    /// The board, row by row. Takes the reply to `Game`, as do the next three.
    pub fn board(state: State) -> [[Cell; 3]; 3] {
        answers::rows(&game(state))
    }

    /// Who has to act: the challenger to accept, a player to move, or the
    /// referee to place a mark. Nobody, if the game is over.
    pub fn awaited(state: State) -> Option<ActorId> {
        answers::awaited(&game(state))
    }

    /// Who has won.
    pub fn winner(state: State) -> Option<ActorId> {
        answers::winner(&game(state))
    }

    /// How long whoever is awaited has as of the current block, ms; 0 from the
    /// deadline on. `None` while no clock runs.
    pub fn time_left(state: State) -> Option<u64> {
        answers::time_left(&game(state), exec::block_timestamp())
    }

    /// Those games of a page that wait for this account. Takes the reply to
    /// `AllGames`, `GamesOf` or `GamesOfFrom`.
    pub fn waiting_for(state: State, account: ActorId) -> Vec<GameId> {
        match state {
            StateReply::Games(page) => answers::waiting_for(&page.games, account),
            _ => refuse("AllGames or GamesOf"),
        }
    }

    /// How many trophies of a page are for games won, and how many for games
    /// drawn. Takes the reply to `Trophies` or `TrophiesFrom`.
    pub fn tally(state: State) -> (u32, u32) {
        match state {
            StateReply::Trophies(page) => answers::tally(&page.trophies),
            _ => refuse("Trophies"),
        }
    }

    /// The number of an account's pass, if it is on the page. Takes the reply
    /// to `Passes` or `PassesFrom`.
    pub fn pass_of(state: State, holder: ActorId) -> Option<u32> {
        match state {
            StateReply::Passes(page) => {
                page.passes.iter().find(|pass| pass.holder == holder).map(|pass| pass.id)
            }
            _ => refuse("Passes"),
        }
    }
}

fn game(state: StateReply) -> GameState {
    match state {
        StateReply::Game(Some(game)) => game,
        StateReply::Game(None) => panic!("there is no such game"),
        _ => refuse("Game"),
    }
}

fn refuse(query: &str) -> ! {
    panic!("this state doesn't hold the answer: read it with the query {query}")
}
