//! Passes: where there are any, only those who hold one play.

use crate::{chain::*, playing::*};
use tic_tac_toe_io::{
    Action, Event, GameError, InitConfig, Pass, PassConfig, StateQuery, StateReply,
};

fn passes(chain: &Chain) -> Vec<Pass> {
    match chain.query(StateQuery::Passes) {
        StateReply::Passes(page) => page.passes,
        other => panic!("passes are not told as {other:?}"),
    }
}

fn mint(chain: &mut Chain, users: &[u64]) {
    for user in users {
        chain.send_with_value(*user, Action::MintPass, PRICE).event();
    }
}

#[test]
fn a_pass_is_minted_for_its_price_which_goes_to_the_owner() {
    let mut chain = Chain::new(WITH_PASSES);
    let before = chain.balance(OWNER);
    let minted = chain.send_with_value(HOST, Action::MintPass, PRICE + STRAY);
    assert_eq!(minted.gain, -(PRICE as i128), "the change comes back");
    assert_eq!(minted.event(), Event::PassMinted { id: 1 });
    assert_eq!(chain.balance(OWNER) - before, PRICE);
    let second = chain.send_with_value(CHALLENGER, Action::MintPass, PRICE);
    assert_eq!(second.event(), Event::PassMinted { id: 2 });
    assert_eq!(
        passes(&chain),
        [Pass { id: 1, holder: id(HOST) }, Pass { id: 2, holder: id(CHALLENGER) }]
    );
}

#[test]
fn the_owner_s_own_pass_costs_nothing_but_gas() {
    let mut chain = Chain::new(WITH_PASSES);
    let minted = chain.send_with_value(OWNER, Action::MintPass, PRICE);
    assert_eq!(minted.gain, 0);
    assert_eq!(minted.event(), Event::PassMinted { id: 1 });
}

#[test]
fn holders_play_with_stakes_and_a_referee() {
    let mut chain = Chain::new(WITH_PASSES);
    mint(&mut chain, &[HOST, CHALLENGER, REFEREE]);
    chain.start_game(STAKE, Some(REFEREE));
    for (cell, mover) in HOST_WINS.iter().zip([HOST, CHALLENGER].into_iter().cycle()) {
        chain.send(mover, mark(game(), *cell)).event();
        chain.send(REFEREE, Action::PlaceMark { game: game() }).event();
    }
    assert_eq!(chain.trophies(HOST).len(), 1);
    chain.send_with_value(CHALLENGER, Action::Restart { game: game() }, STAKE).event();
    chain.send(HOST, Action::Close { game: game() }).event();
    assert_eq!(chain.held(), 0);
}

#[test]
fn there_are_no_more_passes_than_the_supply() {
    let mut chain = Chain::new(WITH_PASSES);
    mint(&mut chain, &[HOST, CHALLENGER, REFEREE, STRANGER]);
    let refused = chain.send_with_value(OWNER, Action::MintPass, PRICE).error();
    assert_eq!(refused, GameError::PassesSoldOut { supply: 4 });
    assert_eq!(passes(&chain).len(), 4);
}

#[test]
fn passes_can_be_free() {
    let free = InitConfig { pass: Some(PassConfig { price: 0, supply: 2 }), ..OPEN };
    let mut chain = Chain::new(free);
    let minted = chain.send_with_value(HOST, Action::MintPass, STRAY);
    assert_eq!(minted.gain, 0);
    minted.event();
    chain.send(CHALLENGER, Action::MintPass).event();
    chain.start_game(0, None);
    chain.play(&HOST_WINS).event();
}
