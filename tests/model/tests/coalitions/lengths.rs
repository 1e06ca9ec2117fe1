//! How many rounds the games of players last who choose at random. To play so is the only way that
//! can't be beaten.

use crate::table::{PROGRAM, Table, player};
use gprimitives::ActorId;
use proptest::{
    prelude::Rng,
    test_runner::{RngAlgorithm, TestRng},
};
use rpsls_io::{
    Action, Event, Format, GameRules, GameStage, Move, RevealResult, bound_commitment, knockout,
    opening,
};

const GAMES: u32 = 1_000;
/// Without a bound, rules that never end a game would hang the test.
const MOST_ROUNDS: u32 = 100;

/// Plays a game to its end. Returns its number of rounds.
fn rounds(table: &mut Table, players: usize, rng: &mut TestRng) -> u32 {
    let mut ids: Vec<ActorId> = (0..players).map(player).collect();
    ids.iter().for_each(|id| drop(table.send(*id, &Action::Register)));
    table.pass(|stage| *stage == GameStage::Preparation);
    for round in 1..=MOST_ROUNDS {
        // Five does not divide 2⁶⁴, but the bias is less than 10⁻¹⁸.
        let mut choose = || {
            let random = rng.next_u64();
            opening(Move::ALL[(random % 5) as usize], &format!("{random:016x}"))
        };
        let openings: Vec<_> = ids.iter().map(|id| (*id, choose())).collect();
        for (id, opening) in &openings {
            table.send(*id, &Action::Commit(bound_commitment(PROGRAM, *id, opening)));
        }
        for (id, opening) in openings {
            match table.send(id, &Action::Reveal(opening)) {
                Event::SuccessfulReveal(RevealResult::GameOver { .. }) => return round,
                Event::SuccessfulReveal(RevealResult::NextRoundStarted { players }) => {
                    ids = players.into_iter().collect();
                }
                _ => {}
            }
        }
    }
    panic!("{players} players, and no winner after {MOST_ROUNDS} rounds");
}

fn mean_rounds(players: u8, format: Format) -> f64 {
    let rules = GameRules { format, start_when_full: true };
    let mut table = Table::open(players.into(), rules);
    let mut rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[players; 32]);
    let all: u32 = (0..GAMES).map(|_| rounds(&mut table, players.into(), &mut rng)).sum();
    let mean = f64::from(all) / f64::from(GAMES);
    println!("{format:?} among {players}: {mean} rounds on average");
    mean
}

#[test]
fn games_of_random_players_end_within_a_few_rounds() {
    for (players, most) in [(2, 2.0), (3, 2.5), (5, 2.5), (10, 3.0), (50, 4.0), (255, 5.0)] {
        let mean = mean_rounds(players, Format::Points);
        assert!(mean < most, "{players} players play {mean} rounds on average");
    }
}

#[test]
fn a_knockout_takes_as_many_rounds_as_its_bracket_has() {
    let rules = GameRules { format: Format::Knockout, start_when_full: false };
    for players in [2, 3, 5, 8, 50, 128, 255] {
        let mut table = Table::open(players, rules);
        let mut rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[players as u8; 32]);
        for _ in 0..GAMES / 10 {
            assert_eq!(rounds(&mut table, players, &mut rng), knockout::rounds(players));
        }
    }
}
