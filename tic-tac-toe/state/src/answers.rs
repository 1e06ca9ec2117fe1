//! What is worked out from the state, rather than read off it.

use alloc::vec::Vec;
use gprimitives::ActorId;
use tic_tac_toe_io::{Cell, GameId, GameStage, GameState, Trophy};

/// The board, row by row.
pub fn rows(game: &GameState) -> [[Cell; 3]; 3] {
    let [a, b, c, d, e, f, g, h, i] = game.cells;
    [[a, b, c], [d, e, f], [g, h, i]]
}

/// Who has to act: the challenger to accept, a player to move, or the referee
/// to place a mark. Nobody, if the game is over.
pub fn awaited(game: &GameState) -> Option<ActorId> {
    match game.stage {
        GameStage::Invited => Some(game.id.challenger),
        GameStage::ToMove { player, .. } => Some(player),
        GameStage::ToPlace { .. } => game.referee,
        GameStage::Finished { .. } => None,
    }
}

/// Who has won.
pub fn winner(game: &GameState) -> Option<ActorId> {
    match game.stage {
        GameStage::Finished { outcome } => Some(game.id.account(outcome.winner()?)),
        _ => None,
    }
}

/// How long whoever is awaited has at the block timestamp `now`, ms; 0 from the
/// deadline on. `None` while no clock runs.
pub fn time_left(game: &GameState, now: u64) -> Option<u64> {
    match game.stage {
        GameStage::ToMove { deadline, .. } => deadline,
        GameStage::ToPlace { deadline, .. } => Some(deadline),
        GameStage::Invited | GameStage::Finished { .. } => None,
    }
    .map(|deadline| deadline.saturating_sub(now))
}

/// Those of the games that wait for this account.
pub fn waiting_for(games: &[GameState], account: ActorId) -> Vec<GameId> {
    let waiting = games.iter().filter(|game| awaited(game) == Some(account));
    waiting.map(|game| game.id).collect()
}

/// How many of the trophies are for games won, and how many for games drawn.
pub fn tally(trophies: &[Trophy]) -> (u32, u32) {
    let won = trophies.iter().filter(|trophy| trophy.won).count() as u32;
    (won, trophies.len() as u32 - won)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tic_tac_toe_io::{Board, Outcome, Square};

    const HOST: u64 = 1;
    const CHALLENGER: u64 = 2;
    const REFEREE: u64 = 3;

    fn game(stage: GameStage) -> GameState {
        let board = Board::EMPTY.place(Square::ALL[5]).expect("it is free");
        GameState {
            id: GameId { host: HOST.into(), challenger: CHALLENGER.into() },
            referee: Some(REFEREE.into()),
            stake: 0,
            pot: 0,
            stage,
            board: board.pack(),
            cells: board.cells(),
            turns: board.turns(),
            restart_asked_by: None,
            close_asked_by: None,
            expires: 0,
        }
    }

    fn to_move(player: u64, deadline: Option<u64>) -> GameState {
        game(GameStage::ToMove { player: player.into(), deadline })
    }

    fn to_place() -> GameState {
        game(GameStage::ToPlace { row: 0, column: 0, deadline: 100 })
    }

    fn finished(outcome: Outcome) -> GameState {
        game(GameStage::Finished { outcome })
    }

    #[test]
    fn rows_are_those_of_the_board() {
        let empty = [Cell::Empty; 3];
        let expected = [empty, [Cell::Empty, Cell::Empty, Cell::Host], empty];
        assert_eq!(rows(&game(GameStage::Invited)), expected);
    }

    #[test]
    fn every_stage_waits_for_somebody_but_the_last() {
        assert_eq!(awaited(&game(GameStage::Invited)), Some(CHALLENGER.into()));
        assert_eq!(awaited(&to_move(HOST, None)), Some(HOST.into()));
        assert_eq!(awaited(&to_place()), Some(REFEREE.into()));
        assert_eq!(awaited(&finished(Outcome::Draw)), None);
    }

    #[test]
    fn only_a_finished_game_that_is_not_drawn_has_a_winner() {
        assert_eq!(winner(&finished(Outcome::HostWon)), Some(HOST.into()));
        assert_eq!(winner(&finished(Outcome::ChallengerWon)), Some(CHALLENGER.into()));
        assert_eq!(winner(&finished(Outcome::Draw)), None);
        assert_eq!(winner(&to_move(HOST, Some(1))), None);
    }

    #[test]
    fn time_runs_out_at_the_deadline() {
        for game in [to_move(HOST, Some(100)), to_place()] {
            let left = [0, 99, 100, 101].map(|now| time_left(&game, now));
            assert_eq!(left, [Some(100), Some(1), Some(0), Some(0)]);
        }
        for game in [to_move(HOST, None), game(GameStage::Invited), finished(Outcome::Draw)] {
            assert_eq!(time_left(&game, 0), None);
        }
    }

    #[test]
    fn games_wait_for_whom_they_wait_for() {
        let games = [to_move(HOST, None), to_place(), finished(Outcome::Draw)];
        assert_eq!(waiting_for(&games, HOST.into()), [games[0].id]);
        assert_eq!(waiting_for(&games, REFEREE.into()), [games[1].id]);
        assert_eq!(waiting_for(&games, CHALLENGER.into()), []);
    }

    #[test]
    fn a_tally_tells_won_from_drawn() {
        let trophy = |won| Trophy { won, board: 0, turns: 9, other: HOST.into() };
        assert_eq!(tally(&[true, false, true].map(trophy)), (2, 1));
        assert_eq!(tally(&[]), (0, 0));
    }
}
