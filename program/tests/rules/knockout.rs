//! The knockout: players meet in pairs.

use crate::table::*;
use rpsls_io::{
    Event, Format, GameError, GameRules, GameStage, Move, PlayerStatus, RevealResult, StageChange,
    bound_commitment, commitment, knockout, opening,
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
fn a_duel_is_over_with_its_second_reveal() {
    for a in Move::ALL {
        for b in Move::ALL {
            for (one, other) in [(false, false), (true, true), (true, false), (false, true)] {
                let mut table = started(2);
                let reply = round(&mut table, &[(1, a, one), (2, b, other)]);
                let first_wins = if a == b { one == other } else { a.beats(b) };
                let winner = id(if first_wins { 1 } else { 2 });
                let over = Event::SuccessfulReveal(RevealResult::GameOver { winner });
                assert_eq!(reply, over, "{a:?} {b:?}");
                let last = table.state().last_game.unwrap();
                assert_eq!((last.winner, last.pot, last.rounds), (winner, 2 * BET, 1));
            }
        }
    }
}

#[test]
fn a_full_bracket_takes_as_many_rounds_as_it_has() {
    for players in [2, 4, 8] {
        let mut table = started(players);
        let mut left: Vec<u8> = (1..=players).collect();
        // All draw, in each round.
        while left.len() > 1 {
            let moves: Vec<_> = left.iter().map(|player| (*player, Move::Rock, false)).collect();
            round(&mut table, &moves);
            left.truncate(left.len() / 2);
        }
        let last = table.state().last_game.unwrap();
        assert_eq!((last.winner, last.rounds), (id(1), knockout::rounds(players.into())));
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
    let over = RevealResult::GameOver { winner: id(3) };
    assert_eq!(outcome, Event::SuccessfulReveal(over), "they meet, and the toss is the higher's");
}

/// The risk that remains: who is refused and commits the same opening once more, by a bound hash,
/// shows it to the copier. Both have one move and one bit, so the lower seat always goes on.
#[test]
fn a_copier_wins_the_toss_if_the_refused_opening_is_committed_again() {
    let mut table = started(2);
    let opening = tossed(2, Move::Spock, true);
    table.act(1, ActionRef::MakeMove(commitment(&opening))).unwrap();
    let taken = table.act(2, ActionRef::MakeMove(commitment(&opening)));
    assert_eq!(taken, Err(GameError::CommitmentTaken));
    table.act(2, ActionRef::Commit(bound_commitment(PROGRAM, id(2), &opening))).unwrap();
    for player in [2, 1] {
        table.act(player, ActionRef::Reveal(&opening)).unwrap();
    }
    assert_eq!(table.state().last_game.unwrap().winner, id(1));
}
