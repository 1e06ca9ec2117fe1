//! The knockout: players meet in pairs.

use crate::table::*;
use rpsls_io::{
    Event, Format, GameError, GameRules, GameStage, Move, PlayerStatus, RevealResult, StageChange,
    commitment, knockout, opening,
};
use rpsls_program::{ActionRef, rules::Payout};

const KNOCKOUT: GameRules = GameRules { format: Format::Knockout, start_when_full: false };

/// A knockout of players from 1 on, who are to move.
fn started(players: u8) -> Table {
    let mut table = Table::with_rules(KNOCKOUT);
    (1..=players).for_each(|player| drop(table.register(player).expect("registers")));
    table.pass_deadline();
    table.settle().expect("moves start");
    table
}

/// Plays a round: these players commit to these moves and reveal them, with passwords that give
/// these bits for a toss. Returns the reply to the last reveal.
fn round(table: &mut Table, moves: &[(u8, Move, bool)]) -> Event {
    let openings: Vec<(u8, String)> =
        moves.iter().map(|(player, mv, toss)| (*player, tossed(*player, *mv, *toss))).collect();
    for (player, opening) in &openings {
        table.act(*player, ActionRef::MakeMove(commitment(opening))).expect("commits");
    }
    let outcome = openings
        .iter()
        .map(|(player, opening)| table.act(*player, ActionRef::Reveal(opening)).expect("reveals"));
    outcome.last().expect("somebody plays")
}

/// A player's opening of a move that gives this bit for a toss.
fn tossed(player: u8, mv: Move, toss: bool) -> String {
    let plain = opening(mv, &format!("{player}, "));
    // 'b' is even, 'a' is odd.
    let last = if knockout::toss(&plain) == toss { 'b' } else { 'a' };
    plain + &last.to_string()
}

fn next(players: &[u8]) -> Event {
    let players = players.iter().map(|player| id(*player)).collect();
    Event::SuccessfulReveal(RevealResult::NextRoundStarted { players })
}

#[test]
fn those_meet_whose_seats_leave_the_same_remainder() {
    use Move::*;
    let mut table = started(5);
    // Seats count from 0: seat 0 meets seat 4, seats 1 to 3 meet nobody.
    let moves = [Rock, Scissors, Paper, Lizard, Spock];
    let moves: Vec<_> = (1..).zip(moves).map(|(player, mv)| (player, mv, false)).collect();
    assert_eq!(round(&mut table, &moves), next(&[2, 3, 4, 5]), "spock vaporizes rock");
    // Of the seats that are left, 4 meets 2, and 1 meets 3.
    let moves = [(2, Rock, false), (3, Rock, false), (4, Paper, false), (5, Spock, false)];
    assert_eq!(round(&mut table, &moves), next(&[4, 5]));
    assert_eq!(table.status(1), PlayerStatus::Out);
    let over = RevealResult::GameOver { winner: id(5) };
    let outcome = round(&mut table, &[(4, Lizard, true), (5, Rock, false)]);
    assert_eq!(outcome, Event::SuccessfulReveal(over));
    let last = table.state().last_game.unwrap();
    assert_eq!((last.winner, last.pot, last.rounds), (id(5), 5 * BET, 3));
}

#[test]
fn a_draw_is_tossed_by_the_openings_of_both() {
    for (a, b, on) in [(false, false, 1), (true, true, 1), (true, false, 3), (false, true, 3)] {
        let mut table = started(3);
        let moves = [(1, Move::Rock, a), (2, Move::Rock, true), (3, Move::Rock, b)];
        let both = if on == 1 { [1, 2] } else { [2, 3] };
        assert_eq!(round(&mut table, &moves), next(&both), "{a} {b}");
    }
}

#[test]
fn the_last_two_replay_a_draw_however_often() {
    let mut table = started(2);
    for draw in 1..=5 {
        assert_eq!(table.state().round, draw);
        let moves = [(1, Move::Spock, draw % 2 == 0), (2, Move::Spock, true)];
        assert_eq!(round(&mut table, &moves), next(&[1, 2]));
    }
    round(&mut table, &[(1, Move::Spock, false), (2, Move::Lizard, false)]);
    assert_eq!(table.state().last_game.unwrap().winner, id(2));
}

#[test]
fn two_play_the_plain_game() {
    for a in Move::ALL {
        for b in Move::ALL {
            let mut plain = Table::start([1, 2]);
            let mut knockout = started(2);
            let moves = [(1, a, true), (2, b, false)];
            let [one, other] = [&mut plain, &mut knockout].map(|table| round(table, &moves));
            assert_eq!(one, other, "{a:?} {b:?}");
            assert_eq!(plain.state().last_game, knockout.state().last_game);
        }
    }
}

#[test]
fn whoever_meets_nobody_acts_all_the_same_or_is_out() {
    let mut table = started(3);
    for player in [1, 3] {
        table.make_move(player, Move::Rock).unwrap();
    }
    assert!(
        matches!(table.stage(), GameStage::InProgress(_)),
        "the stage waits for the second player"
    );
    table.pass_deadline();
    table.settle().unwrap();
    assert_eq!(table.status(2), PlayerStatus::Out);
    table.reveal(1, Move::Rock).unwrap();
    table.pass_deadline();
    let over = StageChange::GameOver { winner: id(1) };
    let outcome = table.settle().unwrap();
    assert_eq!(outcome.event, Event::StageAdvanced(over), "the first player met the silent third");
    assert_eq!(outcome.paid(), [Payout { to: id(1), value: 3 * BET }]);
}

#[test]
fn a_rival_who_does_not_open_has_lost() {
    // The fourth player's move would win.
    let mut table = started(4);
    let moves = [(1, Move::Rock), (2, Move::Rock), (3, Move::Scissors), (4, Move::Paper)];
    for (player, mv) in moves {
        table.make_move(player, mv).unwrap();
    }
    for (player, mv) in &moves[..3] {
        table.reveal(*player, *mv).unwrap();
    }
    table.pass_deadline();
    let players = [1, 2].map(id).into();
    let outcome = table.settle().unwrap();
    assert_eq!(outcome.event, Event::StageAdvanced(StageChange::NextRoundStarted { players }));
    assert_eq!(table.reveal(4, Move::Paper), Err(GameError::NotRevealStage));
}

#[test]
fn seats_that_were_left_before_the_start_count_no_more() {
    // The third player moves up to the second seat, and meets the first as one of the last two.
    let mut table = Table::with_rules(KNOCKOUT);
    (1..=3).for_each(|player| drop(table.register(player).expect("registers")));
    table.act(2, ActionRef::Leave).unwrap();
    table.pass_deadline();
    table.settle().unwrap();
    let outcome = round(&mut table, &[(1, Move::Rock, false), (3, Move::Rock, true)]);
    assert_eq!(outcome, next(&[1, 3]), "the last two replay");
}
