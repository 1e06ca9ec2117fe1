//! What the state says of the round that was decided last.

use crate::table::*;
use rpsls_io::{Move, RoundResult};

fn last_round(table: &mut Table) -> Option<RoundResult> {
    table.state().last_round
}

fn result(game: u64, round: u32, moves: &[(u8, Option<Move>)]) -> Option<RoundResult> {
    let moves = moves.iter().map(|(player, mv)| (id(*player), *mv)).collect();
    Some(RoundResult { game, round, moves })
}

/// Plays a round: all commit, and those with a move reveal it, in this order.
fn round(table: &mut Table, moves: &[(u8, Option<Move>)]) {
    for (player, mv) in moves {
        table.make_move(*player, mv.unwrap_or(Move::Rock)).unwrap();
    }
    for (player, mv) in moves.iter().filter_map(|(player, mv)| Some((player, (*mv)?))) {
        table.reveal(*player, mv).unwrap();
    }
}

#[test]
fn it_is_told_until_somebody_reveals_again() {
    let mut table = Table::start([1, 2, 3]);
    assert_eq!(last_round(&mut table), None);
    let draw = [(1, Some(Move::Rock)), (2, Some(Move::Rock)), (3, None)];
    round(&mut table, &draw);
    assert_eq!(last_round(&mut table), None, "it is not decided yet");
    table.pass_deadline();
    table.settle().unwrap();
    assert_eq!(last_round(&mut table), result(0, 1, &draw));
    for player in [1, 2] {
        table.make_move(player, Move::Spock).unwrap();
        assert_eq!(last_round(&mut table), result(0, 1, &draw));
        assert!(table.state().revealed_moves.is_empty());
    }
    table.reveal(1, Move::Spock).unwrap();
    assert_eq!(last_round(&mut table), None);
    assert_eq!(table.state().revealed_moves, [(id(1), Move::Spock)]);
}

#[test]
fn the_last_round_of_a_game_between_two_is_told_throughout_the_next_registration() {
    let mut table = Table::start([1, 2]);
    let last = [(1, Some(Move::Paper)), (2, Some(Move::Rock))];
    round(&mut table, &last);
    let won = result(0, 1, &last);
    assert_eq!(last_round(&mut table), won);
    // Others take the seats of the two, and leave.
    for player in [3, 2, 4] {
        table.register(player).unwrap();
        assert_eq!(last_round(&mut table), won);
    }
    for player in [3, 2, 4] {
        table.act(player, rpsls_program::ActionRef::Leave).unwrap();
        assert_eq!(last_round(&mut table), won);
    }
    for player in [5, 6] {
        table.register(player).unwrap();
    }
    table.pass_deadline();
    table.settle().unwrap();
    table.make_move(5, Move::Rock).unwrap();
    assert_eq!(last_round(&mut table), won);
    // This game ends without a reveal.
    table.pass_deadline();
    table.settle().unwrap();
    assert_eq!(table.state().games_finished, 2);
    assert_eq!(last_round(&mut table), won);
}

#[test]
fn of_more_than_two_it_is_told_until_others_take_their_seats() {
    let mut table = Table::start([1, 2, 3]);
    let last = [(1, Some(Move::Rock)), (2, Some(Move::Paper)), (3, Some(Move::Rock))];
    round(&mut table, &last);
    assert_eq!(table.state().games_finished, 1);
    assert_eq!(last_round(&mut table), result(0, 1, &last));
    table.register(4).unwrap();
    assert_eq!(last_round(&mut table), None);
    assert!(table.state().revealed_moves.is_empty());
}

#[test]
fn one_who_alone_was_left_to_reveal_is_told_with_the_silent() {
    let mut table = Table::committed(&[(1, Move::Rock), (2, Move::Rock)]);
    table.reveal(2, Move::Rock).unwrap();
    table.pass_deadline();
    table.settle().unwrap();
    table.register(9).unwrap();
    assert_eq!(last_round(&mut table), result(0, 1, &[(1, None), (2, Some(Move::Rock))]));
}
