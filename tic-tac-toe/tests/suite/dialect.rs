//! The second dialect: the same program, with Sails' headers.

use crate::chain::*;
use chain_tests::deploying;
use gtest::constants::MAX_USER_GAS_LIMIT;
use parity_scale_codec::{Decode, Encode};
use program_common::dialect::{Header, HeaderError, Kind, LEN};
use program_idl::Interface;
use tic_tac_toe_io::{
    Action, Event, GameError, GameId, InitConfig, Outcome, ProgramMetadata, StateQuery,
};

/// What the second dialect makes of an enum's encoding: a header of the variant, then
/// the fields.
fn headed(kind: Kind, said: &impl Encode) -> Vec<u8> {
    let said = said.encode();
    let header = Header::call(Interface::of::<ProgramMetadata>().id(), kind, said[0]);
    [&header.to_bytes(), &said[1..]].concat()
}

/// A program that was deployed in the second dialect.
fn second(config: InitConfig) -> Chain {
    Chain::open([&Header::CONSTRUCTOR.to_bytes()[..], &config.encode()].concat(), USERS.into())
}

/// What came of a message in the second dialect.
struct Said {
    /// Of a message that did not fail.
    reply: Option<Vec<u8>>,
    error: String,
    /// What the sender has gained, fees apart.
    gain: i128,
    /// What was told to everybody, and the payouts, with the number of who is paid.
    sent: Vec<Sent>,
    gas: u64,
}

fn say(chain: &mut Chain, user: u64, payload: Vec<u8>, value: u128) -> Said {
    let before = chain.balance(user);
    let message = chain.program().send_bytes_with_gas(user, payload, MAX_USER_GAS_LIMIT, value);
    let block = chain.run_block();
    let gas = block.gas_burned[&message];
    let fee = u128::from(gas) * gtest::constants::VALUE_PER_GAS;
    let reply = block.log().iter().find(|log| log.reply_to() == Some(message));
    let payload = reply.expect("every message is replied").payload().to_vec();
    let is_success = block.succeed.contains(&message);
    let number = |account| USERS.into_iter().find(|user| id(*user) == account);
    let sent = block.log().iter().filter(|log| log.reply_to().is_none());
    Said {
        error: if is_success { String::new() } else { String::from_utf8_lossy(&payload).into() },
        reply: is_success.then_some(payload),
        gain: (chain.balance(user) + fee) as i128 - before as i128,
        sent: sent.map(|log| (number(log.destination()), log.payload().to_vec())).collect(),
        gas,
    }
}

/// A message beside the reply: to whom, or to everybody, and its payload.
type Sent = (Option<u64>, Vec<u8>);

/// Sends an action in the second dialect; what it is replied, and what else is sent.
fn act(
    chain: &mut Chain,
    user: u64,
    action: &Action,
    value: u128,
) -> (Result<Event, GameError>, Vec<Sent>) {
    let payload = headed(Kind::Action, action);
    let Said { reply, error, sent, .. } = say(chain, user, payload.clone(), value);
    let reply = reply.unwrap_or_else(|| panic!("{action:?} fails: {error}"));
    let (header, mut result) = reply.split_at(LEN);
    assert_eq!(header, &payload[..LEN], "the header of the call is in front of the reply");
    (Result::decode(&mut result).expect("a result"), sent)
}

#[test]
fn a_game_is_played_and_paid_in_the_second_dialect() {
    let mut chain = second(OPEN);
    let create = Action::Create { challenger: id(CHALLENGER), referee: None };
    let created = act(&mut chain, HOST, &create, STAKE).0;
    assert_eq!(created, Ok(Event::Created { game: game() }));
    let early = act(&mut chain, HOST, &mark(game(), 0), 0);
    assert_eq!(early, (Err(GameError::NotAccepted), vec![]), "a refusal is a reply");
    let accept = Action::Accept { host: id(HOST) };
    let accepted = act(&mut chain, CHALLENGER, &accept, STAKE).0;
    assert_eq!(accepted, Ok(Event::Accepted { game: game() }));
    for (cell, mover) in [0, 4, 8, 1, 7, 6, 2, 5].into_iter().zip([HOST, CHALLENGER].repeat(4)) {
        let marked = act(&mut chain, mover, &mark(game(), cell), 0);
        assert_eq!(marked, (Ok(placed(game(), cell, Outcome::Open)), vec![]));
    }
    let last = placed(game(), 3, Outcome::Draw);
    let told = headed(Kind::Action, &last);
    let drawn = act(&mut chain, HOST, &mark(game(), 3), 0);
    let sent = vec![(Some(CHALLENGER), told.clone()), (None, told)];
    assert_eq!(drawn, (Ok(last), sent), "the stake of the other, and a broadcast");
}

/// The dialect of what is said to everybody is the program's, that of a reply the message's.
#[test]
fn each_dialect_is_understood_at_programs_of_the_other() {
    let won = placed(game(), 2, Outcome::HostWon);
    let mut chain = second(OPEN);
    chain.start_game(STAKE, None);
    for (mover, cell) in [(HOST, 0), (CHALLENGER, 3), (HOST, 1), (CHALLENGER, 4)] {
        chain.send(mover, mark(game(), cell)).event();
    }
    let said = say(&mut chain, HOST, mark(game(), 2).encode(), 0);
    assert_eq!(said.reply, Some(Ok::<_, GameError>(won.clone()).encode()));
    assert_eq!(said.sent, [(None, headed(Kind::Action, &won))]);
    // One system at a time.
    drop(chain);

    let mut chain = Chain::with_game(STAKE, None);
    chain.play(&[0, 3, 1, 4]);
    let (reply, sent) = act(&mut chain, HOST, &mark(game(), 2), 0);
    assert_eq!(reply, Ok(won.clone()));
    assert_eq!(sent, [(None, won.encode())]);
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
    let nobody = GameId { host: id(STRANGER), challenger: id(OWNER) };
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
        let payload = headed(Kind::Query, &query);
        let state = chain.program().read_state_bytes(query.encode()).expect("state answers");
        let said = say(&mut chain, STRANGER, payload.clone(), STRAY);
        let reply = said.reply.unwrap_or_else(|| panic!("{query:?} fails: {}", said.error));
        let (header, answer) = reply.split_at(LEN);
        assert_eq!((header, answer), (&payload[..LEN], &state[1..]), "{query:?}");
        assert_eq!((said.gain, said.sent), (0, vec![]), "its value comes back");
    }
}

#[test]
fn a_header_that_is_not_for_this_program_fails_and_value_comes_back() {
    let mut chain = second(OPEN);
    let create = Action::Create { challenger: id(CHALLENGER), referee: None };
    let good = headed(Kind::Action, &create);
    let spoiled = |at: usize, byte: u8| {
        let mut payload = good.clone();
        payload[at] = byte;
        payload
    };
    let [action, query] = ["an Action", "a StateQuery"].map(|what| format!("must be {what}"));
    let cases = [
        (spoiled(0, 0x46), &*action),
        (spoiled(1, 0x4e), &*action),
        (spoiled(2, 2), HeaderError::Version.text()),
        (spoiled(3, 32), HeaderError::Length.text()),
        (spoiled(4, good[4] ^ 1), HeaderError::Interface.text()),
        (spoiled(11, good[11] ^ 1), HeaderError::Interface.text()),
        (spoiled(12, 200), &*action),
        (spoiled(13, 2), HeaderError::Entry.text()),
        (spoiled(14, 2), HeaderError::Route.text()),
        (spoiled(15, 1), HeaderError::Reserved.text()),
        (good[..15].to_vec(), HeaderError::CutShort.text()),
        (good[..LEN].to_vec(), &*action),
        (headed(Kind::Query, &200u8), &*query),
    ];
    for (payload, why) in cases {
        let said = say(&mut chain, HOST, payload.clone(), STAKE);
        assert_eq!(said.reply, None, "{payload:?}");
        assert!(said.error.contains(why), "{}, and not: {why}", said.error);
        assert_eq!((said.gain, said.sent), (0, vec![]), "{why}: the value comes back");
    }
    assert_eq!(chain.overview().games, 0);
    let mut inferred = good;
    inferred[14] = 0;
    let said = say(&mut chain, HOST, inferred.clone(), STAKE);
    let reply = said.reply.expect("a route may be inferred");
    assert_eq!(reply[..LEN], inferred[..LEN]);
}

#[test]
fn a_constructor_s_header_is_checked() {
    let good = [&Header::CONSTRUCTOR.to_bytes()[..], &OPEN.encode()].concat();
    for (at, error) in [
        (2, HeaderError::Version),
        (3, HeaderError::Length),
        (4, HeaderError::Interface),
        (12, HeaderError::Entry),
        (14, HeaderError::Route),
        (15, HeaderError::Reserved),
    ] {
        let mut payload = good.clone();
        payload[at] += 1;
        let said = deploying::refused(tic_tac_toe::WASM_BINARY_OPT, payload, STRAY);
        assert!(said.contains(error.text()), "{said}");
    }
    deploying::check_value_comes_back(tic_tac_toe::WASM_BINARY_OPT, good, STRAY);
}

#[test]
fn the_second_dialect_costs_little_more() {
    let gas = |mut chain: Chain, speak: fn(&Action) -> Vec<u8>| {
        let create = Action::Create { challenger: id(CHALLENGER), referee: None };
        let accept = Action::Accept { host: id(HOST) };
        let mut costs = vec![];
        for (user, action) in [(HOST, create), (CHALLENGER, accept)] {
            costs.push(say(&mut chain, user, speak(&action), STAKE).gas);
        }
        for (user, cell) in [(HOST, 0), (CHALLENGER, 3), (HOST, 1), (CHALLENGER, 4), (HOST, 2)] {
            costs.push(say(&mut chain, user, speak(&mark(game(), cell)), 0).gas);
        }
        assert_eq!(chain.overview().trophies, 1);
        costs
    };
    let first = gas(Chain::new(OPEN), Action::encode);
    let second = gas(second(OPEN), |action| headed(Kind::Action, action));
    println!("{first:?} {second:?}");
    for (first, second) in first.iter().zip(&second) {
        assert!(*second <= first + 15_000_000, "{second} against {first}");
    }
}
