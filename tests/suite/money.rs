//! Value: what is attached to anything but a bet comes back.

use crate::{prepared::unknown_action, table::*};
use gtest::constants::MAX_USER_GAS_LIMIT;
use parity_scale_codec::Encode;
use rpsls_io::{Action, GameConfig, Move, commitment};

#[test]
fn value_attached_to_each_action_comes_back() {
    let value = 123 * VARA + 4;
    let mut table = Table::started(UNHURRIED, 2);
    let actions = [
        (STRANGER, Action::Register),
        (STRANGER, Action::Advance),
        (STRANGER, Action::Leave),
        (STRANGER, Action::StopGame),
        (OWNER, Action::ChangeNextGameConfig(CONFIG)),
        (1, Action::MakeMove(commitment("0"))),
        (1, Action::MakeMove(commitment("0"))),
        (2, Action::MakeMove(commitment("1"))),
        (2, Action::Reveal("wrong".into())),
        (2, Action::Reveal("1".into())),
    ];
    for (user, action) in actions {
        let answer = table.send_with_value(user, action.clone(), value);
        assert_eq!(answer.gain, 0, "{user} {action:?}");
    }
    let won = table.send_with_value(1, Action::Reveal("0".into()), value);
    assert_eq!(won.gain, 0, "Paper has won");
    let stopped = table.send_with_value(OWNER, Action::StopGame, value);
    assert_eq!(stopped.gain, 0);
}

#[test]
fn value_attached_to_an_overdue_advance_comes_back() {
    let mut table = Table::new(CONFIG, 0);
    table.pass_deadline();
    let answer = table.send_with_value(STRANGER, Action::Advance, VARA);
    assert_eq!(answer.gain, 0);
    answer.event();
}

#[test]
fn a_payload_that_does_not_decode_traps_and_its_value_comes_back() {
    let mut table = Table::registered(CONFIG, 2);
    let before = table.state();
    let cut_short = [vec![], vec![7], vec![12], vec![1, 2, 3], vec![2, 8, 0xff, 0xff]];
    for payload in cut_short.into_iter().chain([unknown_action(), vec![255; 40]]) {
        let answer = table.send_bytes(1, payload, 5 * VARA, MAX_USER_GAS_LIMIT);
        assert_eq!(answer.result, None);
        assert_eq!(answer.gain, 0);
    }
    assert_eq!(table.state(), before);
}

#[test]
fn a_free_game_moves_no_value() {
    let config = GameConfig { bet_size: 0, ..CONFIG };
    let moves = [Move::Rock, Move::Scissors];
    let mut table = Table::started(config, 2);
    table.commit_all(&moves);
    assert_eq!(table.reveal(1, Move::Rock).gain, 0);
    assert_eq!(table.reveal(2, Move::Scissors).gain, 0);
    assert_eq!(table.state().last_game.unwrap().pot, 0);
}

#[test]
fn what_reaches_the_program_some_other_way_is_not_paid_out() {
    let moves = [Move::Rock, Move::Scissors];
    let table = Table::committed(CONFIG, &moves);
    let before = table.balance(1);
    let gift = 50 * VARA;
    table.system.transfer(STRANGER, table.program().id(), gift, true);
    assert_eq!(table.state().pot, 2 * BET);
    // Blocks that the table doesn't check, which knows of no gift.
    let act = |user: u64, action: Action| {
        let program = table.program();
        let message = program.send_bytes_with_gas(user, action.encode(), FRUGAL, 0);
        let block = table.system.run_next_block();
        reply(&block, message).expect("accepted")
    };
    for (player, mv) in (1..).zip(moves) {
        act(player, Action::Reveal(opening_of(player, mv)));
    }
    assert!(table.balance(1) <= before + 2 * BET + VARA, "the pot, and no gift");
    assert_eq!(table.state().games_finished, 1);
    act(OWNER, Action::StopGame);
    let held = table.program().balance();
    assert_eq!(held, gtest::constants::EXISTENTIAL_DEPOSIT + gift, "it stays where it is");
}
