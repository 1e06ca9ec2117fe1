//! The Sails encoding: the same program, in messages with Sails' headers.

use crate::chain::*;
use chain_tests::{
    deploying,
    encoding::{self, Said, Sent, constructor},
};
use gprimitives::ActorId;
use gtest::constants::{MAX_USER_GAS_LIMIT, VALUE_PER_GAS};
use parity_scale_codec::{Decode, Encode};
use program_common::encoding::{HeaderError, Kind, LEN};
use tic_tac_toe_io::{Action, Event, GameError, GameId, InitConfig, Outcome, StateQuery};

/// Encodes an action or an event in the Sails encoding.
fn headed(said: &impl Encode) -> Vec<u8> {
    encoding::headed(tic_tac_toe::INTERFACE, Kind::Action, said)
}

/// Deploys a program in the Sails encoding.
fn second(config: InitConfig) -> Chain {
    Chain::open(constructor(&config), USERS.into())
}

/// Sends a message. Returns its outcome and the value that the sender has gained, without fees.
fn say(chain: &mut Chain, user: u64, payload: Vec<u8>, value: u128) -> (Said, i128) {
    let before = chain.balance(user);
    let message = chain.program().send_bytes_with_gas(user, payload, MAX_USER_GAS_LIMIT, value);
    let said = Said::read(&chain.run_block(), message);
    let fee = u128::from(said.gas) * VALUE_PER_GAS;
    (said, (chain.balance(user) + fee) as i128 - before as i128)
}

/// Sends an action in the Sails encoding. Returns the reply and the other messages.
fn act(
    chain: &mut Chain,
    user: u64,
    action: &Action,
    value: u128,
) -> (Result<Event, GameError>, Vec<Sent>) {
    let payload = headed(action);
    let said = say(chain, user, payload.clone(), value).0;
    let reply = said.reply.expect("it doesn't fail");
    let (header, mut result) = reply.split_at(LEN);
    assert_eq!(header, &payload[..LEN], "the header of the call is in front of the reply");
    (Result::decode(&mut result).expect("a result"), said.sent)
}

#[test]
fn a_game_is_played_and_paid_in_the_sails_encoding() {
    let mut chain = second(OPEN);
    let create = Action::Create { challenger: id(CHALLENGER), referee: None };
    let created = act(&mut chain, HOST, &create, STAKE).0;
    assert_eq!(created, Ok(Event::Created { game: game() }));
    let early = act(&mut chain, HOST, &mark(game(), 0), 0);
    assert_eq!(early, (Err(GameError::NotAccepted), vec![]), "a refusal is a reply");
    let accept = accept(game(), STAKE, None);
    let accepted = act(&mut chain, CHALLENGER, &accept, STAKE).0;
    assert_eq!(accepted, Ok(Event::Accepted { game: game() }));
    for (cell, mover) in [0, 4, 8, 1, 7, 6, 2, 5].into_iter().zip([HOST, CHALLENGER].repeat(4)) {
        let marked = act(&mut chain, mover, &mark(game(), cell), 0);
        assert_eq!(marked, (Ok(placed(game(), cell, Outcome::Open)), vec![]));
    }
    let last = placed(game(), 3, Outcome::Draw);
    let event = headed(&last);
    let drawn = act(&mut chain, HOST, &mark(game(), 3), 0);
    let sent = vec![(id(CHALLENGER), event.clone()), (ActorId::zero(), event)];
    assert_eq!(drawn, (Ok(last), sent), "the other player's stake and a broadcast are sent");
}

/// A broadcast is in the encoding of the program's deployment, a reply in that of its message.
#[test]
fn each_encoding_is_understood_at_programs_of_the_other() {
    let won = placed(game(), 2, Outcome::HostWon);
    let mut chain = second(OPEN);
    chain.start_game(STAKE, None);
    for (mover, cell) in [(HOST, 0), (CHALLENGER, 3), (HOST, 1), (CHALLENGER, 4)] {
        chain.send(mover, mark(game(), cell)).event();
    }
    let (said, _) = say(&mut chain, HOST, mark(game(), 2).encode(), 0);
    assert_eq!(said.reply, Ok(Ok::<_, GameError>(won.clone()).encode()));
    assert_eq!(said.sent, [(ActorId::zero(), headed(&won))]);
    // Only one chain can exist at a time.
    drop(chain);

    let mut chain = Chain::with_game(STAKE, None);
    chain.play(&[0, 3, 1, 4]);
    let (reply, sent) = act(&mut chain, HOST, &mark(game(), 2), 0);
    assert_eq!(reply, Ok(won.clone()));
    assert_eq!(sent, [(ActorId::zero(), won.encode())]);
}

#[test]
fn a_query_is_answered_what_state_says() {
    let mut chain = second(WITH_PASSES);
    for player in [HOST, CHALLENGER] {
        let minted = act(&mut chain, player, &Action::MintPass, PRICE).0;
        assert!(matches!(minted, Ok(Event::PassMinted { .. })), "{minted:?}");
    }
    chain.start_game(STAKE, None);
    let (account, from, limit) = (id(HOST), 0, 10);
    let nobody = GameId { host: id(STRANGER), challenger: id(OWNER), place: 0 };
    let queries = [
        StateQuery::Game(game()),
        StateQuery::Game(nobody),
        StateQuery::GamesOf(account),
        StateQuery::Trophies(account),
        StateQuery::Passes,
        StateQuery::Config,
        StateQuery::AllGames { from, limit },
        StateQuery::GamesOfFrom { host: account, from, limit },
        StateQuery::TrophiesFrom { owner: account, from, limit },
        StateQuery::PassesFrom { from, limit },
        StateQuery::Overview,
    ];
    for query in queries {
        let payload = encoding::headed(tic_tac_toe::INTERFACE, Kind::Query, &query);
        let state = chain.program().read_state_bytes(query.encode()).expect("state answers");
        let (said, gain) = say(&mut chain, STRANGER, payload.clone(), STRAY);
        let reply = said.reply.expect("it is answered");
        let (header, answer) = reply.split_at(LEN);
        assert_eq!((header, answer), (&payload[..LEN], &state[1..]), "{query:?}");
        assert_eq!((gain, said.sent), (0, vec![]), "its value comes back");
    }
}

/// The unit tests of the header try each byte that can be wrong.
#[test]
fn a_header_that_is_not_for_this_program_fails_and_value_comes_back() {
    let mut chain = second(OPEN);
    let create = Action::Create { challenger: id(CHALLENGER), referee: None };
    let mut other = headed(&create);
    other[4] ^= 1;
    let cases = [
        (other, HeaderError::Interface.text()),
        (headed(&200u8), "must be an Action"),
        (encoding::headed(tic_tac_toe::INTERFACE, Kind::Query, &200u8), "must be a StateQuery"),
    ];
    for (payload, why) in cases {
        let (said, gain) = say(&mut chain, HOST, payload, STAKE);
        let error = said.reply.expect_err(why);
        assert!(error.contains(why), "{error} does not contain: {why}");
        assert_eq!((gain, said.sent), (0, vec![]), "{why}: the value comes back");
    }
    assert_eq!(chain.overview().games, 0);
    // Only one chain can exist at a time.
    drop(chain);
    let mut payload = constructor(&OPEN);
    payload[4] += 1;
    let said = deploying::refused(tic_tac_toe::WASM_BINARY_OPT, payload, STRAY);
    assert!(said.contains(HeaderError::Interface.text()), "{said}");
    deploying::check_value_comes_back(tic_tac_toe::WASM_BINARY_OPT, constructor(&OPEN), STRAY);
}
