//! The same games at a table of the real rules.

use crate::solver::{Group, Seats, Solver};
use gprimitives::ActorId;
use proptest::{
    prelude::RngExt,
    test_runner::{RngAlgorithm, TestRng},
};
use rpsls_io::{
    Action, GameConfig, GameRules, GameStage, GameState, Move, StateQuery, StateReply, TableInit,
    TieBreak, bound_commitment, opening,
};
use rpsls_program::{
    ActionRef,
    rules::{Game, Message},
};

const PROGRAM: ActorId = ActorId::new([0x77; 32]);
const OWNER: ActorId = ActorId::new([0xab; 32]);
const START: u64 = 1_700_000_000_000;

struct Table {
    game: Game,
    now: u64,
}

impl Table {
    fn open(seats: Seats, tie_break: TieBreak) -> Self {
        let config = GameConfig {
            bet_size: 0,
            players_count_limit: (seats.honest + seats.own) as u8,
            entry_timeout: 60_000,
            move_timeout: 60_000,
            reveal_timeout: 60_000,
        };
        let rules = GameRules { tie_break, start_when_full: true };
        let mut game = Game::CLOSED;
        let init = TableInit { config, rules, owner: None };
        game.open(OWNER, init, START).expect("a good config");
        Self { game, now: START }
    }

    fn send(&mut self, sender: ActorId, action: &Action) {
        let message = Message { sender, value: 0, now: self.now, program: PROGRAM };
        let outcome = self.game.handle(&message, ActionRef::from(action), |_| {});
        outcome.expect("is accepted");
    }

    fn state(&mut self) -> GameState {
        match self.game.answer(StateQuery::All, self.now).to_reply() {
            StateReply::All(state) => state,
            other => panic!("All is answered by All, not {other:?}"),
        }
    }
}

/// The person's seats have odd bytes.
fn players(count: usize, is_own: bool) -> Vec<ActorId> {
    (0..count as u8).map(|n| ActorId::new([2 * n + u8::from(is_own) + 2; 32])).collect()
}

fn is_own(player: &ActorId) -> bool {
    player.as_ref()[0] % 2 == 1
}

/// How many of so many games the person wins who plays best, at a table of the
/// real rules.
pub fn wins(seats: Seats, tie_break: TieBreak, games: usize) -> usize {
    let mut solver = Solver::new(Group(tie_break), true);
    solver.wins(&seats);
    let mut rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut table = Table::open(seats, tie_break);
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
        // Once the person's seats are among themselves, the pot is won.
        if honest.is_empty() || own.is_empty() {
            table.send(OWNER, &Action::StopGame);
            return own.len() > honest.len();
        }
        let dice: Vec<Move> = honest.iter().map(|_| Move::ALL[rng.random_range(0..5)]).collect();
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
        // Whoever stays closed is out when the stage is over.
        if matches!(table.state().game_stage, GameStage::Reveal(_)) {
            table.now += 60_001;
        }
        let state = table.state();
        if state.games_finished > games {
            return is_own(&state.last_game.expect("the game was won").winner);
        }
        let GameStage::InProgress(stage) = state.game_stage else {
            panic!("a round leads to a round or to the end");
        };
        (own, honest) = stage.anticipated_players.into_iter().partition(is_own);
        assert_eq!(Seats { honest: honest.len(), own: own.len() }, next, "as it was foreseen");
    }
}
