//! What the program says apart from replies: payouts and broadcasts.

use crate::table::*;
use gtest::constants::MAX_USER_GAS_LIMIT;
use parity_scale_codec::{Decode, Encode};
use rpsls_io::{Action, Event, Move, RevealResult, StageChange};

/// The payouts, which are neither replies nor broadcasts, of one message.
fn payouts_of(table: &mut Table, user: u64, action: Action) -> Vec<(u64, Event)> {
    table.program().send_bytes_with_gas(user, action.encode(), MAX_USER_GAS_LIMIT, 0);
    let block = table.run_block();
    let sent = block
        .log()
        .iter()
        .filter(|log| log.reply_to().is_none() && log.source() == table.program().id());
    let number = |account| [1, 2, 3, OWNER].into_iter().find(|user| id(*user) == account);
    sent.filter_map(|log| {
        let event = Event::decode(&mut log.payload()).expect("an event");
        Some((number(log.destination())?, event))
    })
    .collect()
}

#[test]
fn a_winner_is_told_why_by_the_payout() {
    let mut table = Table::committed(CONFIG, &[Move::Rock, Move::Scissors]);
    table.reveal(1, Move::Rock).event();
    let reveal = Action::Reveal(opening_of(2, Move::Scissors));
    let won = Event::SuccessfulReveal(RevealResult::GameOver { winner: id(1) });
    assert_eq!(payouts_of(&mut table, 2, reveal), [(1, won)]);
}

#[test]
fn a_winner_by_the_clock_is_told_so() {
    let mut table = Table::started(CONFIG, 2);
    let hash = rpsls_io::commitment("0");
    let frugal = table.send_bytes(1, Action::MakeMove(hash).encode(), 0, FRUGAL);
    frugal.event();
    table.pass_deadline();
    let won = Event::StageAdvanced(StageChange::GameOver { winner: id(1) });
    assert_eq!(payouts_of(&mut table, STRANGER, Action::Advance), [(1, won)]);
}

#[test]
fn those_paid_by_a_stop_are_told_so() {
    let mut table = Table::registered(CONFIG, 3);
    let mut told = payouts_of(&mut table, OWNER, Action::StopGame);
    told.sort_by_key(|(player, _)| *player);
    let own = |player| Event::GameWasStopped([id(player)].into());
    assert_eq!(told, [1, 2, 3].map(|player| (player, own(player))), "each of the own share");
}

#[test]
fn nothing_waits_in_a_mailbox() {
    let mut table = Table::committed(CONFIG, &[Move::Rock, Move::Scissors]);
    table.reveal_all(&[Move::Rock, Move::Scissors]);
    let everything = gtest::Log::builder().source(table.program().id());
    for player in [1, 2] {
        assert!(!table.system.get_mailbox(player).contains(&everything));
    }
}

#[test]
fn what_actions_bring_about_is_not_broadcast() {
    let mut table = Table::started(CONFIG, 2);
    for player in [1, 2] {
        assert_eq!(table.make_move(player, Move::Rock).broadcasts, []);
    }
    for player in [1, 2] {
        assert_eq!(table.reveal(player, Move::Rock).broadcasts, []);
    }
}
