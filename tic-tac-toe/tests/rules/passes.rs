//! Passes: if a program has them, only holders can play.

use crate::tic_tac_toe::*;
use tic_tac_toe_io::{Action, Event, GameError, InitConfig, Pass, StateQuery, StateReply};

fn passes(tic_tac_toe: &TicTacToe) -> Vec<Pass> {
    match tic_tac_toe.query(StateQuery::Passes) {
        StateReply::Passes(page) => page.passes,
        other => panic!("the answer to Passes is {other:?}"),
    }
}

fn mint(tic_tac_toe: &mut TicTacToe, users: &[u64]) {
    for user in users {
        tic_tac_toe.send_with_value(*user, Action::MintPass, PRICE).event();
    }
}

#[test]
fn a_pass_is_minted_for_its_price_which_goes_to_the_owner() {
    let mut tic_tac_toe = TicTacToe::new(WITH_PASSES);
    let before = tic_tac_toe.balance(OWNER);
    let minted = tic_tac_toe.send_with_value(HOST, Action::MintPass, PRICE + STRAY);
    assert_eq!(minted.gain, -(PRICE as i128), "the change comes back");
    assert_eq!(minted.event(), Event::PassMinted { id: 1 });
    assert_eq!(tic_tac_toe.balance(OWNER) - before, PRICE);
    let second = tic_tac_toe.send_with_value(CHALLENGER, Action::MintPass, PRICE);
    assert_eq!(second.event(), Event::PassMinted { id: 2 });
    assert_eq!(
        passes(&tic_tac_toe),
        [Pass { id: 1, holder: id(HOST) }, Pass { id: 2, holder: id(CHALLENGER) }]
    );
}

/// A program that deploys this one can't be paid, so it names who is.
#[test]
fn an_owner_who_is_named_is_paid_in_place_of_the_deployer() {
    let mut tic_tac_toe = TicTacToe::new(InitConfig { owner: Some(id(STRANGER)), ..WITH_PASSES });
    let before = [OWNER, STRANGER].map(|user| tic_tac_toe.balance(user));
    tic_tac_toe.send_with_value(HOST, Action::MintPass, PRICE).event();
    let paid = [OWNER, STRANGER].map(|user| tic_tac_toe.balance(user));
    assert_eq!(paid, [before[0], before[1] + PRICE]);
    let StateReply::Config(config) = tic_tac_toe.query(StateQuery::Config) else {
        panic!("no config")
    };
    assert_eq!(config.owner, Some(id(STRANGER)));
}

#[test]
fn a_pass_is_found_whatever_its_holder_s_id() {
    let mut tic_tac_toe = TicTacToe::new(WITH_PASSES);
    let holders = [u64::MAX, 1 << 63, 1 << 49, HOST];
    mint(&mut tic_tac_toe, &holders);
    for (holder, id) in holders.into_iter().zip(1..) {
        let second = tic_tac_toe.send_with_value(holder, Action::MintPass, PRICE);
        assert_eq!(second.error(), GameError::PassHeld { id }, "{holder:x}");
    }
}

#[test]
fn there_are_no_more_passes_than_the_supply() {
    let mut tic_tac_toe = TicTacToe::new(WITH_PASSES);
    mint(&mut tic_tac_toe, &[HOST, CHALLENGER, REFEREE, STRANGER]);
    let refused = tic_tac_toe.send_with_value(OWNER, Action::MintPass, PRICE).error();
    assert_eq!(refused, GameError::PassesSoldOut { supply: 4 });
    assert_eq!(passes(&tic_tac_toe).len(), 4);
}
