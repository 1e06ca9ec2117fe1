//! Plays the solved games at a table of the real rules.

use crate::{
    solver::{Group, Seats, Solver},
    table::{PROGRAM, Table},
};
use gprimitives::ActorId;
use proptest::{
    prelude::RngExt,
    test_runner::{RngAlgorithm, TestRng},
};
use rpsls_io::{Action, Format, GameRules, GameStage, Move, bound_commitment, opening};

/// The ids of the person's seats have odd bytes.
fn players(count: usize, is_own: bool) -> Vec<ActorId> {
    (0..count as u8).map(|n| ActorId::new([2 * n + u8::from(is_own) + 2; 32])).collect()
}

fn is_own(player: &ActorId) -> bool {
    player.as_ref()[0] % 2 == 1
}

/// Counts the games that the person wins with the best play, out of this many at a table of the real
/// rules.
pub fn wins(seats: Seats, format: Format, games: usize) -> usize {
    let mut solver = Solver::new(Group(format), true);
    solver.wins(&seats);
    let mut rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let rules = GameRules { format, start_when_full: true };
    let mut table = Table::open(seats.honest + seats.own, rules);
    (0..games).filter(|_| is_won(&mut table, seats, &mut solver, &mut rng)).count()
}

fn is_won(table: &mut Table, seats: Seats, solver: &mut Solver<Group>, rng: &mut TestRng) -> bool {
    let [mut honest, mut own] = [players(seats.honest, false), players(seats.own, true)];
    let games = table.state().games_finished;
    for player in honest.iter().chain(&own) {
        table.send(*player, &Action::Register);
    }
    loop {
        let position = Seats { honest: honest.len(), own: own.len() };
        // If only the person's seats are left, the person has the pot.
        if honest.is_empty() || own.is_empty() {
            table.stop();
            return own.len() > honest.len();
        }
        let dice: Vec<Move> =
            honest.iter().map(|_| Move::ALL[rng.random_range(0..Move::COUNT)]).collect();
        let choice = solver.choice(&position);
        let moves = || honest.iter().zip(&dice).chain(own.iter().zip(&choice));
        for (player, mv) in moves() {
            let hash = bound_commitment(PROGRAM, *player, &opening(*mv, ""));
            table.send(*player, &Action::Commit(hash));
        }
        let (opened, next) = solver.opening(&position, &dice, &choice);
        let opened = dice.iter().copied().map(Some).chain(opened);
        for (player, mv) in honest.iter().chain(&own).zip(opened) {
            if let Some(mv) = mv {
                table.send(*player, &Action::Reveal(opening(mv, "")));
            }
        }
        // A player who does not open is out when the stage is over.
        table.pass(|stage| matches!(stage, GameStage::Reveal(_)));
        let state = table.state();
        if state.games_finished > games {
            return is_own(&state.last_game.expect("the game was won").winner);
        }
        let GameStage::InProgress(stage) = state.game_stage else {
            panic!("after a round comes another one, or the end");
        };
        (own, honest) = stage.anticipated_players.into_iter().partition(is_own);
        assert_eq!(
            Seats { honest: honest.len(), own: own.len() },
            next,
            "the position is the one that the solver expects"
        );
    }
}
