//! Value: a value that an action doesn't need comes back.

use crate::chain::*;
use gtest::{
    Program,
    constants::{EXISTENTIAL_DEPOSIT, MAX_USER_GAS_LIMIT},
};
use parity_scale_codec::{Decode, Encode};
use tic_tac_toe_io::{Action, GameError, Outcome};

#[test]
fn value_attached_to_each_action_comes_back_but_for_what_it_asks() {
    let mut chain = Chain::new(WITH_PASSES);
    for user in [HOST, CHALLENGER, REFEREE] {
        let minted = chain.send_with_value(user, Action::MintPass, PRICE + STRAY);
        assert_eq!(minted.gain, -(PRICE as i128), "the change comes back");
        minted.event();
    }
    let create = Action::Create { challenger: id(CHALLENGER), referee: Some(id(REFEREE)) };
    let accept = accept(game(), STAKE, Some(REFEREE));
    for (user, action) in [(HOST, create), (CHALLENGER, accept)] {
        let staked = chain.send_with_value(user, action, STAKE);
        assert_eq!(staked.gain, -(STAKE as i128));
        staked.event();
    }
    let actions = [
        (HOST, mark(game(), 0)),
        (REFEREE, Action::PlaceMark { game: game() }),
        (HOST, Action::Restart { game: game() }),
        (HOST, Action::Close { game: game() }),
        (CHALLENGER, mark(game(), 4)),
    ];
    for (user, action) in actions {
        let answer = chain.send_with_value(user, action.clone(), STRAY);
        assert_eq!(answer.gain, 0, "{action:?}");
        answer.event();
    }
    chain.pass_deadline();
    let placed = chain.send_with_value(HOST, Action::ClaimTimeout { game: game() }, STRAY);
    assert_eq!(placed.gain, 0);
    placed.event();
    chain.pass_deadline();
    let claimed = chain.send_with_value(CHALLENGER, Action::ClaimTimeout { game: game() }, STRAY);
    assert_eq!(claimed.gain, 2 * STAKE as i128);
    // The value of a refused action comes back.
    let before = chain.everything();
    let late = chain.send_with_value(HOST, mark(game(), 8), STRAY);
    assert_eq!((late.gain, late.error()), (0, GameError::GameOver));
    assert_eq!(chain.everything(), before);
}

/// The lowest number that no action has. Each action decodes zeros after its own number.
fn first_unknown_action() -> u8 {
    let is_known =
        |number: u8| Action::decode(&mut &[&[number][..], &[0; 200]].concat()[..]).is_ok();
    (0..=u8::MAX).find(|number| !is_known(*number)).expect("there are fewer than 256 actions")
}

#[test]
fn a_payload_that_does_not_decode_traps_and_its_value_comes_back() {
    let mut chain = Chain::with_game(STAKE, None);
    let before = chain.everything();
    let unknown = first_unknown_action();
    let known = unknown - 1;
    let payloads = [vec![], vec![unknown], vec![known], vec![known; 60], vec![255; 200]];
    for payload in payloads.into_iter().chain([vec![3, 1, 2], vec![1; 10]]) {
        let answer = chain.send_bytes(HOST, payload, STAKE, MAX_USER_GAS_LIMIT);
        assert_eq!(answer.result, None);
        assert_eq!(answer.gain, 0);
    }
    assert_eq!(chain.everything(), before);
}

#[test]
fn with_any_gas_a_winning_move_fails_whole_or_pays_whole() {
    let mut has_failed = false;
    for gas in (0..=14).map(|step| step * 100_000_000) {
        let mut chain = Chain::with_game(STAKE, None);
        chain.play(&HOST_WINS[..4]).event();
        let before = chain.everything();
        let answer = chain.send_bytes(HOST, mark(game(), 2).encode(), 0, gas);
        match answer.result {
            Some(reply) => {
                assert_eq!(answer.gain, 2 * STAKE as i128, "{gas}");
                reply.expect("was accepted");
                assert!(has_failed, "the least gas is too little");
                return;
            }
            None => {
                assert_eq!(answer.gain, 0, "{gas}");
                assert_eq!(chain.everything(), before, "{gas}");
                has_failed = true;
            }
        }
    }
    panic!("the most gas is too little");
}

#[test]
fn what_reaches_the_program_some_other_way_is_not_paid_out() {
    let mut chain = Chain::with_game(STAKE, None);
    chain.play(&HOST_WINS[..4]).event();
    chain.system.transfer(STRANGER, chain.program().id(), 50 * VARA, true);
    chain.program().send(HOST, mark(game(), 2));
    chain.run_block_unchecked();
    assert_eq!(chain.held(), 50 * VARA);
}

#[test]
fn a_payout_to_a_program_comes_back_and_stays() {
    // The challenger's address becomes a program only after its last message: on the embedded chain
    // a program can't send what a user can.
    let mut chain = Chain::with_game(STAKE, None);
    chain.play(&DRAWN[..8]).event();
    let other = Program::from_binary_with_id(&chain.system, CHALLENGER, gas_floor::WASM_BINARY_OPT);
    other.send_bytes(STRANGER, []);
    chain.run_block_unchecked();
    let before = chain.balance(CHALLENGER);
    chain.program().send(HOST, mark(game(), DRAWN[8]));
    chain.run_block_unchecked();
    assert_eq!(chain.balance(CHALLENGER), before);
    assert_eq!(chain.held(), STAKE, "the stake stays with the program");
    assert_eq!(chain.game().pot, 0, "the stake is part of no game");
}

#[test]
fn stakes_below_the_existential_deposit_are_kept_and_paid_as_others() {
    let mut chain = Chain::with_game(EXISTENTIAL_DEPOSIT / 10, None);
    assert_eq!(chain.play(&HOST_WINS).gain, (EXISTENTIAL_DEPOSIT / 10 * 2) as i128);
}

#[test]
fn those_paid_are_told_why_and_nothing_waits_in_a_mailbox() {
    let mut chain = Chain::with_game(STAKE, None);
    chain.play(&DRAWN[..8]).event();
    let last = mark(game(), DRAWN[8]);
    chain.program().send(HOST, last);
    let block = chain.run_block();
    let to_challenger: Vec<_> =
        block.log().iter().filter(|log| log.destination() == id(CHALLENGER)).collect();
    let [payout] = to_challenger[..] else { panic!("there is one payout") };
    assert_eq!(payout.payload(), placed(game(), DRAWN[8], Outcome::Draw).encode());
    let everything = gtest::Log::builder().source(chain.program().id());
    for user in USERS {
        assert!(!chain.system.get_mailbox(user).contains(&everything));
    }
}
