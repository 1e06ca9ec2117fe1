//! A stop after somebody has committed waits for the end of the round.

use crate::table::*;
use rpsls_io::{Event, GameStage, Move, StageChange};
use rpsls_program::{ActionRef, rules::Payout};

fn share(player: u8, value: u128) -> Payout {
    Payout { to: id(player), value }
}

fn stopped(players: &[u8]) -> Event {
    Event::GameWasStopped(players.iter().map(|player| id(*player)).collect())
}

/// A table during reveals, at which the owner has stopped the game.
fn scheduled(moves: &[(u8, Move)]) -> Table {
    let mut table = Table::committed(moves);
    let outcome = table.handle(OWNER, 3, ActionRef::StopGame).result.unwrap();
    assert_eq!((outcome.event, outcome.refund, outcome.payouts), (Event::StopScheduled, 3, vec![]));
    assert!(table.state().stop_scheduled);
    table
}

#[test]
fn an_owner_who_plays_and_has_lost_can_t_undo_the_round() {
    let mut table = Table::committed(&[(OWNER, Move::Scissors), (1, Move::Rock)]);
    table.reveal(1, Move::Rock).unwrap();
    assert_eq!(table.act(OWNER, ActionRef::StopGame), Ok(Event::StopScheduled));
    table.reveal(OWNER, Move::Scissors).unwrap();
    assert_eq!(table.state().last_game.unwrap().winner, id(1));
    assert!(!table.state().stop_scheduled, "the stop ends with the game");
}

#[test]
fn an_owner_who_then_keeps_silent_has_lost_too() {
    let mut table = Table::committed(&[(OWNER, Move::Scissors), (1, Move::Rock)]);
    table.reveal(1, Move::Rock).unwrap();
    table.act(OWNER, ActionRef::StopGame).unwrap();
    table.pass_deadline();
    assert_eq!(table.settle().unwrap().paid(), [share(1, 2 * BET)]);
}

#[test]
fn several_survivors_share_the_pot_of_the_round_that_they_survived() {
    let moves = [(3, Move::Rock), (2, Move::Rock), (1, Move::Scissors)];
    let mut table = scheduled(&moves);
    table.reveal(1, Move::Scissors).unwrap();
    table.reveal(3, Move::Rock).unwrap();
    let outcome = table.handle(2, 5, ActionRef::Reveal("0password 2")).result.unwrap();
    assert_eq!(outcome.event, stopped(&[2, 3]));
    assert_eq!((outcome.refund, outcome.paid()), (5, vec![]), "the reveal does not pay the shares");
    assert_eq!((table.state().pot, table.shares()), (3_000, vec![(2, 1_500), (3, 1_500)]));
    let outcome = table.settle().unwrap();
    assert_eq!(outcome.event, Event::SharesPaid([2, 3].map(id).into()));
    assert_eq!(outcome.paid(), [share(2, 1_500), share(3, 1_500)]);
    let named: Vec<Event> = outcome.payouts.into_iter().map(|(_, event)| event).collect();
    assert_eq!(named, [stopped(&[2]), stopped(&[3])], "each player's event names only that player");
    assert_eq!((table.state().games_finished, table.state().last_game), (1, None));
}

#[test]
fn with_nobody_revealing_the_stop_takes_effect_at_the_deadline() {
    let mut table = scheduled(&[(1, Move::Rock), (2, Move::Scissors)]);
    assert_eq!(table.game.alarm_deadline(), Some(table.game.deadline()), "an alarm is due");
    assert_eq!(table.game.payouts_due(), 2);
    table.pass_deadline();
    let outcome = table.handle(9, 0, ActionRef::Advance).result.unwrap();
    assert_eq!(outcome.event, stopped(&[1, 2]));
    assert_eq!(table.stage(), GameStage::Preparation);
    assert_eq!(table.game.payouts_due(), 0);
}

#[test]
fn a_commitment_made_ahead_is_one_of_the_round() {
    let mut table = Table::committed(&[(1, Move::Rock), (2, Move::Rock)]);
    let next = bound(1, Move::Rock);
    table.act(1, ActionRef::RevealAndCommit { opening: "0password 1", next }).unwrap();
    table.reveal(2, Move::Rock).unwrap();
    assert!(matches!(table.stage(), GameStage::InProgress(_)));
    assert_eq!(table.act(OWNER, ActionRef::StopGame), Ok(Event::StopScheduled));
    table.pass_deadline();
    assert_eq!(table.settle().unwrap().paid(), [share(1, 2 * BET)]);
}

#[test]
fn a_stop_takes_effect_at_once_where_nobody_has_committed() {
    let mut table = Table::committed(&[(1, Move::Rock), (2, Move::Rock)]);
    for player in [1, 2] {
        table.reveal(player, Move::Rock).unwrap();
    }
    assert_eq!(table.act(OWNER, ActionRef::StopGame), Ok(stopped(&[1, 2])));
    // A commitment made on joining is not part of a round yet.
    let mut table = Table::new();
    table.join_with(1, Move::Rock);
    assert_eq!(table.act(OWNER, ActionRef::StopGame), Ok(stopped(&[1])));
}

/// Otherwise a second account of the owner's would get a lost bet back.
#[test]
fn a_stop_never_undoes_a_commitment() {
    let mut table = Table::start([1, 2]);
    table.make_move(1, Move::Rock).unwrap();
    table.now = table.game.deadline();
    let outcome = table.handle(OWNER, 3, ActionRef::StopGame).result.unwrap();
    assert_eq!((outcome.event, outcome.refund, outcome.payouts), (Event::StopScheduled, 3, vec![]));
    assert_eq!(table.game.alarm_deadline(), Some(table.game.deadline()), "an alarm is due");
    assert_eq!(table.game.payouts_due(), 2);
    table.pass_deadline();
    assert_eq!(table.settle().unwrap().paid(), [share(1, 2 * BET)]);
    assert!(!table.state().stop_scheduled);
}

#[test]
fn a_stop_while_moves_are_chosen_waits_for_the_reveals_too() {
    for reveals in [&[][..], &[1], &[1, 2], &[2, 1, 3]] {
        let mut table = Table::start([1, 2, 3, 4]);
        table.make_move(1, Move::Rock).unwrap();
        assert_eq!(table.act(OWNER, ActionRef::StopGame), Ok(Event::StopScheduled));
        for player in [2, 3] {
            table.make_move(player, Move::Rock).unwrap();
        }
        table.pass_deadline();
        let moved = [1, 2, 3].map(id).into();
        let change = StageChange::RevealsStarted { players: moved };
        assert_eq!(table.settle().unwrap().event, Event::StageAdvanced(change));
        assert!(table.state().stop_scheduled);
        reveals.iter().for_each(|player| drop(table.reveal(*player, Move::Rock).unwrap()));
        table.pass_deadline();
        // Those who have revealed share the pot. If nobody has, all share it.
        let mut paid = match reveals {
            [] => vec![1, 2, 3],
            some => some.to_vec(),
        };
        paid.sort_unstable();
        let outcome = table.settle().unwrap();
        let shares = 4 * BET / paid.len() as u128;
        let first = outcome.paid()[0].value;
        assert!((shares..=shares + 1).contains(&first), "{reveals:?}");
        let receivers: Vec<u8> =
            outcome.paid().iter().map(|payout| payout.to.as_ref()[0]).collect();
        assert_eq!(receivers, paid);
        assert_eq!(table.state().games_finished, 1);
    }
}

/// A table of three players. One is the owner.
fn with_the_owner() -> Table {
    Table::start([OWNER, 1, 2])
}

#[test]
fn an_owner_who_plays_has_as_much_of_a_stopped_game_as_the_others() {
    let equal = [share(1, BET), share(2, BET), share(OWNER, BET)];
    let mut registered = Table::new();
    for player in [OWNER, 1, 2] {
        registered.register(player).unwrap();
    }
    for mut table in [registered, with_the_owner()] {
        // This is the stage's last moment.
        table.now = table.game.deadline();
        let outcome = table.handle(OWNER, 0, ActionRef::StopGame).result.unwrap();
        assert_eq!((outcome.paid(), outcome.refund), (equal.to_vec(), 0));
        assert_eq!(outcome.event, stopped(&[1, 2, OWNER]));
    }
}

#[test]
fn an_owner_who_plays_has_nothing_of_a_round_that_others_have_won() {
    use Move::*;
    let moves = [(OWNER, Rock), (1, Paper), (2, Rock)];
    // Those who have revealed before the owner stops the game, those who do so afterwards, and the
    // winner.
    for (before, after, winner) in [
        (vec![], vec![OWNER, 1, 2], 1),
        (vec![1], vec![2, OWNER], 1),
        (vec![1, 2], vec![OWNER], 1),
        (vec![1, 2], vec![], 1),
        (vec![2], vec![1], 1),
        (vec![1], vec![], 1),
        (vec![2], vec![], 2),
    ] {
        let mut table = Table::committed(&moves);
        let reveal = |table: &mut Table, player: u8| {
            let (_, mv) = moves.iter().find(|(id, _)| *id == player).unwrap();
            table.reveal(player, *mv).unwrap();
        };
        before.iter().for_each(|player| reveal(&mut table, *player));
        assert_eq!(table.act(OWNER, ActionRef::StopGame), Ok(Event::StopScheduled));
        after.iter().for_each(|player| reveal(&mut table, *player));
        table.pass_deadline();
        table.settle();
        let last = table.state().last_game.map(|game| (game.winner, game.pot));
        assert_eq!(last, Some((id(winner), 3 * BET)), "{before:?}, then {after:?}");
    }
}

#[test]
fn an_owner_who_plays_and_is_overdue_stops_an_empty_table() {
    let mut moved = with_the_owner();
    moved.make_move(1, Move::Rock).unwrap();
    let mut revealed = Table::committed(&[(OWNER, Move::Rock), (1, Move::Rock), (2, Move::Rock)]);
    revealed.reveal(1, Move::Rock).unwrap();
    for mut table in [moved, revealed] {
        table.pass_deadline();
        let handled = table.handle(OWNER, 0, ActionRef::StopGame);
        assert_eq!(handled.settlement.unwrap().paid(), [share(1, 3 * BET)]);
        let outcome = handled.result.unwrap();
        assert_eq!((outcome.event, outcome.refund, outcome.payouts), (stopped(&[]), 0, vec![]));
    }
}
