//! Rounds over the WebAssembly: who beats whom, draws, and long games.

use crate::table::*;
use rpsls_io::{Event, GameResult, Move, RevealResult};

/// The definition of a winning move: one that beats every other revealed move,
/// of which there must be one.
fn winning_move(moves: &[Move]) -> Option<Move> {
    let wins = |mv: &Move| moves.iter().all(|other| other == mv || mv.beats(*other));
    let is_contested = moves.iter().any(|mv| *mv != moves[0]);
    moves.iter().copied().find(|mv| is_contested && wins(mv))
}

/// What a round among players 1 and on must end in.
fn expected(moves: &[Move]) -> RevealResult {
    let winning = winning_move(moves);
    let survives = |mv: &Move| winning.is_none_or(|winning| *mv == winning);
    let players: Vec<u64> =
        (1..).zip(moves).filter(|(_, mv)| survives(mv)).map(|(player, _)| player).collect();
    match players[..] {
        [winner] => RevealResult::GameOver { winner: id(winner) },
        _ => RevealResult::NextRoundStarted { players: players.into_iter().map(id).collect() },
    }
}

#[test]
fn all_25_pairings() {
    for first in Move::ALL {
        let mut table = Table::started(CONFIG, 2);
        for second in Move::ALL {
            let moves = [first, second];
            table.commit_all(&moves);
            assert_eq!(table.reveal_all(&moves), expected(&moves), "{moves:?}");
            if winning_move(&moves).is_some() {
                table.register(1).event();
                table.register(2).event();
                table.pass_deadline();
            }
        }
    }
}

#[test]
fn all_31_sets_of_moves() {
    for bits in 1..32 {
        // Each move of the set by two players, in no order of moves.
        let set = Move::ALL.into_iter().filter(|mv| bits & (1 << *mv as u8) != 0);
        let set: Vec<Move> = set.collect();
        let moves = [set.clone(), set.into_iter().rev().collect()].concat();
        let mut table = Table::committed(CONFIG, &moves);
        assert_eq!(table.reveal_all(&moves), expected(&moves), "{moves:?}");
    }
}

#[test]
fn a_game_of_draws_and_rounds_pays_the_last_one_standing() {
    use Move::*;
    let mut table = Table::started(UNHURRIED, 5);
    let everyone = [Rock, Paper, Scissors, Lizard, Spock];
    for round in 1..=3 {
        assert_eq!(table.state().round, round);
        table.commit_all(&everyone);
        assert_eq!(table.reveal_all(&everyone), expected(&everyone), "all draw");
    }
    table.commit_all(&[Spock, Spock, Rock, Scissors, Spock]);
    let survivors = RevealResult::NextRoundStarted { players: [1, 2, 5].map(id).into() };
    assert_eq!(table.reveal_all(&[Spock, Spock, Rock, Scissors, Spock]), survivors);

    for (player, mv) in [(1, Paper), (2, Paper), (5, Lizard)] {
        table.make_move(player, mv).event();
    }
    table.reveal(1, Paper).event();
    table.reveal(2, Paper).event();
    let last = table.reveal(5, Lizard);
    assert_eq!(last.gain, 5 * BET as i128, "the winner sent the last reveal");
    let won = RevealResult::GameOver { winner: id(5) };
    assert_eq!(last.event(), Event::SuccessfulReveal(won));
    let result = GameResult { winner: id(5), pot: 5 * BET, rounds: 5 };
    assert_eq!(table.state().last_game, Some(result));
}

#[test]
fn a_winner_who_did_not_send_the_last_message_is_paid() {
    let mut table = Table::committed(CONFIG, &[Move::Rock, Move::Scissors]);
    table.reveal(1, Move::Rock).event();
    let before = table.balance(1);
    let last = table.reveal(2, Move::Scissors);
    assert_eq!(last.gain, 0);
    assert_eq!(table.balance(1), before + 2 * BET);
}

#[test]
fn two_hundred_and_fifty_five_players() {
    let mut moves = vec![Move::Scissors; 255];
    moves[200] = Move::Rock;
    let mut table = Table::committed(UNHURRIED, &moves);
    assert_eq!(table.state().pot, 255 * BET);
    assert_eq!(table.state().commitments.len(), 255);
    let before = table.balance(201);
    assert_eq!(table.reveal_all(&moves), RevealResult::GameOver { winner: id(201) });
    assert!(table.balance(201) > before + 254 * BET, "the pot, less gas");
}

#[test]
fn two_hundred_and_fifty_five_survivors() {
    let moves = vec![Move::Lizard; 255];
    let mut table = Table::committed(UNHURRIED, &moves);
    assert_eq!(table.reveal_all(&moves), expected(&moves));
    let moves: Vec<Move> = Move::ALL.into_iter().cycle().take(255).collect();
    table.commit_all(&moves);
    assert_eq!(table.reveal_all(&moves), expected(&moves));
    assert_eq!(table.state().round, 3);
}
