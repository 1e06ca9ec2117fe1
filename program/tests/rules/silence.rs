//! A game whose players are all silent ends after 30 days, with the next message of anybody.

use crate::table::*;
use rpsls_io::{Event, GameError, GameStage, Move, StageChange};
use rpsls_program::{
    ActionRef,
    rules::{OwnedOutcome, Payout},
};

const DAY: u64 = 24 * 3_600_000;
const YEAR: u64 = 365 * DAY;
const STRANGER: u8 = 255;

/// Each stage in which nobody has acted, with the players still in and the pot.
fn silent() -> Vec<(Table, Vec<u8>, u128)> {
    let mut lone = Table::new();
    lone.register(1).unwrap();
    let moves = Table::start([1, 2, 3]);
    let reveals = Table::committed(&[(1, Move::Rock), (2, Move::Rock)]);
    let mut later = Table::committed(&[(1, Move::Rock), (2, Move::Rock), (3, Move::Scissors)]);
    for (player, mv) in [(1, Move::Rock), (2, Move::Rock), (3, Move::Scissors)] {
        later.reveal(player, mv).unwrap();
    }
    vec![
        (lone, vec![1], BET),
        (moves, vec![1, 2, 3], 3 * BET),
        (reveals, vec![1, 2], 2 * BET),
        (later, vec![1, 2], 3 * BET),
    ]
}

#[test]
fn players_are_lacking_before_the_second_one_has_registered() {
    let lack = |table: &Table| table.game.lacks_players();
    let mut table = Table::new();
    assert!(lack(&table));
    table.register(1).unwrap();
    assert!(lack(&table));
    table.register(2).unwrap();
    assert!(!lack(&table));
    // A silent stage of a game is no registration.
    let lacking: Vec<_> = silent().iter().map(|(table, ..)| lack(table)).collect();
    assert_eq!(lacking, [true, false, false, false]);
}

fn stopped(players: &[u8]) -> Event {
    Event::GameWasStopped(players.iter().map(|player| id(*player)).collect())
}

fn check(outcome: &OwnedOutcome, players: &[u8], pot: u128) {
    assert_eq!(outcome.event, stopped(players));
    let share = pot / players.len() as u128;
    let paid = players.iter().map(|player| Payout { to: id(*player), value: share });
    assert_eq!(outcome.paid(), paid.collect::<Vec<_>>());
}

#[test]
fn thirty_days_after_the_deadline_whoever_comes_ends_the_game() {
    for at in 0..silent().len() {
        let fresh = || silent().swap_remove(at);
        let first = fresh().0.game.deadline();
        assert_eq!(fresh().0.closable_from(), Some(first + 30 * DAY));

        let (mut table, ..) = fresh();
        table.now = first + 30 * DAY - 1;
        let outcome = table.handle(STRANGER, 0, ActionRef::Advance).result.unwrap();
        assert_eq!(
            outcome.event,
            Event::StageAdvanced(StageChange::Extended),
            "a millisecond earlier the stage is extended"
        );

        for now in [first + 30 * DAY, first + 30 * DAY + 1, first + YEAR] {
            let (mut table, players, pot) = fresh();
            table.now = now;
            assert_eq!(table.state_now().game_stage, GameStage::Preparation);
            let handled = table.handle(STRANGER, 7, ActionRef::Advance);
            check(&handled.settlement.unwrap(), &players, pot);
            let outcome = handled.result.unwrap();
            assert_eq!((outcome.event, outcome.refund), (stopped(&players), 7));
            assert_eq!((table.state().games_finished, table.state().last_game), (1, None));
            assert_eq!(table.closable_from(), None, "nobody has a seat");
        }
    }
}

#[test]
fn any_action_does_it_and_then_meets_the_next_game() {
    for (mut table, players, pot) in silent() {
        table.now = table.closable_from().unwrap();
        let handled = table.handle(1, 0, ActionRef::Reveal("0password 1"));
        check(&handled.settlement.unwrap(), &players, pot);
        assert_eq!(handled.result.unwrap_err(), GameError::NotRevealStage);
    }
    for (mut table, players, pot) in silent() {
        table.now = table.closable_from().unwrap();
        let handled = table.handle(9, BET, ActionRef::Register);
        check(&handled.settlement.unwrap(), &players, pot);
        assert_eq!(table.state().lobby_list, [id(9)]);
    }
}

/// A stranger who sends `Advance` each day extends the stage, but puts nothing off.
#[test]
fn extensions_don_t_put_it_off() {
    for (mut table, players, pot) in silent() {
        let end = table.closable_from().unwrap();
        table.pass_deadline();
        let mut extended = 0;
        while table.now < end {
            let outcome = table.handle(STRANGER, 0, ActionRef::Advance).result.unwrap();
            assert_eq!(outcome.event, Event::StageAdvanced(StageChange::Extended));
            assert_eq!(table.closable_from(), Some(end));
            extended += 1;
            table.now += DAY;
        }
        assert_eq!(extended, 30);
        check(&table.settle().unwrap(), &players, pot);
    }
}

#[test]
fn refused_actions_are_no_sign_of_life() {
    let mut table = Table::committed(&[(1, Move::Rock), (2, Move::Rock)]);
    let end = table.closable_from();
    table.pass_deadline();
    assert_eq!(table.act(1, ActionRef::Reveal("1password 1")), Err(GameError::OpeningMismatch));
    assert_eq!(table.act(STRANGER, ActionRef::Leave), Err(GameError::NotRegistered));
    table.act(OWNER, ActionRef::ChangeNextGameConfig(CONFIG)).unwrap();
    assert_eq!(table.closable_from(), end);
}

#[test]
fn whoever_acts_ends_the_silence() {
    for (mut table, ..) in silent().into_iter().skip(1) {
        table.pass_deadline();
        table.settle().unwrap();
        match table.stage() {
            GameStage::Reveal(_) => table.reveal(1, Move::Rock),
            _ => table.make_move(1, Move::Rock),
        }
        .unwrap();
        assert_eq!(table.closable_from(), None);
        table.now += YEAR;
        let over = StageChange::GameOver { winner: id(1) };
        assert_eq!(table.settle().unwrap().event, Event::StageAdvanced(over));
    }
}

#[test]
fn a_stop_that_is_scheduled_needs_no_silence() {
    let mut table = Table::committed(&[(1, Move::Rock), (2, Move::Rock)]);
    table.act(OWNER, ActionRef::StopGame).unwrap();
    assert_eq!(table.closable_from(), None);
    table.pass_deadline();
    check(&table.settle().unwrap(), &[1, 2], 2 * BET);
}

#[test]
fn a_table_without_players_is_extended_for_ever() {
    let mut table = Table::new();
    assert_eq!(table.closable_from(), None);
    for _ in 0..3 {
        table.now += YEAR;
        assert_eq!(table.settle().unwrap().event, Event::StageAdvanced(StageChange::Extended));
    }
    assert_eq!(table.state().games_finished, 0, "no game has ended");
}

/// A seat at a table that was idle for long isn't lost at once. Others who come and go don't
/// change how long its player has waited.
#[test]
fn the_silence_of_a_lone_registrant_begins_with_the_seat() {
    let mut table = Table::new();
    table.now += YEAR;
    table.register(1).unwrap();
    let first = table.closable_from();
    assert_eq!(first, Some(table.game.deadline() + 30 * DAY));
    assert_eq!(first, Some(table.now + CONFIG.entry_timeout + 30 * DAY));
    table.now += 20 * DAY;
    table.register(2).unwrap();
    table.register(3).unwrap();
    table.act(2, ActionRef::Leave).unwrap();
    table.act(3, ActionRef::Leave).unwrap();
    assert_eq!(table.closable_from(), first);
    table.register(2).unwrap();
    table.act(1, ActionRef::Leave).unwrap();
    assert_eq!(table.closable_from(), Some(table.game.deadline() + 30 * DAY), "another is first");
    assert_eq!(table.state().lobby_list, [id(2)]);
}

#[test]
fn the_end_of_time_is_far_enough() {
    let mut table = Table::new();
    table.now = u64::MAX - 1;
    table.register(1).unwrap();
    assert_eq!(table.closable_from(), Some(u64::MAX));
}
