//! The Sails encoding: the same game, in messages with Sails' headers.

use crate::{prepared::ids, table::*};
use chain_tests::{
    deploying,
    encoding::{self, Said, Sent, constructor},
};
use gstd::ActorId;
use gtest::constants::{MAX_USER_GAS_LIMIT, VALUE_PER_GAS};
use parity_scale_codec::{Decode, Encode};
use program_common::encoding::{HeaderError, Kind, LEN};
use program_idl::Interface;
use rpsls_io::{
    Action, Entry, Event, Format, GameConfig, GameError, GameRules, Move, PlayerStatus,
    ProgramMetadata, RevealResult, StageChange, StateQuery, TableInit,
};

const INIT: TableInit = TableInit {
    config: CONFIG,
    rules: GameRules { format: Format::Replay, start_when_full: false },
    owner: None,
};

/// Encodes an action or an event in the Sails encoding.
fn headed(said: &impl Encode) -> Vec<u8> {
    encoding::headed(rpsls::INTERFACE, Kind::Action, said)
}

fn query(query: &StateQuery) -> Vec<u8> {
    encoding::headed(rpsls::INTERFACE, Kind::Query, query)
}

/// Opens a table that is deployed in the Sails encoding.
fn second(players: u64) -> Table {
    Table::open(constructor(&INIT), 1..=players)
}

/// Sends a message. Returns its outcome and the value that the sender has gained, without fees.
fn say(table: &mut Table, user: u64, payload: Vec<u8>, value: u128) -> (Said, i128) {
    let before = table.balance(user) + table.held_for_alarm();
    let message = table.program().send_bytes_with_gas(user, payload, MAX_USER_GAS_LIMIT, value);
    let said = Said::read(&table.run_block(), message);
    let after = table.balance(user) + table.held_for_alarm() + u128::from(said.gas) * VALUE_PER_GAS;
    (said, after as i128 - before as i128)
}

/// Runs blocks up to the first after the stage's deadline. Returns the messages that the program
/// sent by itself.
fn pass_deadline(table: &mut Table) -> Vec<Sent> {
    let deadline = table.state().deadline;
    let mut outcome = vec![];
    while table.system.block_timestamp() <= deadline {
        outcome.extend(encoding::sent(&table.run_block()));
    }
    outcome
}

/// Sends an action in the Sails encoding. Returns the reply.
fn act(table: &mut Table, user: u64, action: &Action, value: u128) -> Result<Event, GameError> {
    let payload = headed(action);
    let reply = say(table, user, payload.clone(), value).0.reply.expect("it doesn't fail");
    let (header, mut result) = reply.split_at(LEN);
    assert_eq!(header, &payload[..LEN], "the header of the call is in front of the reply");
    Result::decode(&mut result).expect("a result")
}

fn reveal(user: u64, mv: Move) -> Action {
    Action::Reveal(opening_of(user, mv))
}

fn join(table: &Table, user: u64, mv: Move) -> Action {
    let commitment = Some(table.bound(user, mv));
    Action::Join(Entry { game: Some(0), commitment, delegate: None })
}

#[test]
fn a_whole_game_is_played_in_the_sails_encoding() {
    let mut table = second(3);
    for (player, mv) in [(1, Move::Rock), (2, Move::Scissors), (3, Move::Scissors)] {
        let join = join(&table, player, mv);
        assert_eq!(act(&mut table, player, &join, BET), Ok(Event::PlayerRegistered));
    }
    let again = act(&mut table, 1, &Action::Register, BET);
    assert_eq!(again, Err(GameError::AlreadyRegistered), "a refusal is a reply");

    let players = ids(&[1, 2, 3]);
    let started = Event::StageAdvanced(StageChange::RevealsStarted { players });
    let outcome = pass_deadline(&mut table);
    assert_eq!(outcome, [(ActorId::zero(), headed(&started))], "broadcast by the alarm");

    let shown = Ok(Event::SuccessfulReveal(RevealResult::Continue));
    assert_eq!(act(&mut table, 1, &reveal(1, Move::Rock), 0), shown);
    assert_eq!(act(&mut table, 2, &reveal(2, Move::Scissors), 0), shown);
    let over = Event::SuccessfulReveal(RevealResult::GameOver { winner: id(1) });
    let (said, _) = say(&mut table, 3, headed(&reveal(3, Move::Scissors)), 0);
    assert_eq!(said.sent, [(id(1), headed(&over))], "the winner is told by the payout");
}

/// A payout is in the encoding of the table's deployment, a reply in that of its message.
#[test]
fn each_encoding_is_understood_at_tables_of_the_other() {
    let paid = |player| Event::GameWasStopped(ids(&[player]));
    let all = Event::GameWasStopped(ids(&[1, 2]));
    {
        let mut table = second(2);
        assert_eq!(table.register(1).event(), Event::PlayerRegistered);
        assert_eq!(act(&mut table, 2, &Action::Register, BET), Ok(Event::PlayerRegistered));
        let (mut said, _) = say(&mut table, OWNER, Action::StopGame.encode(), 0);
        said.sent.sort();
        let mut expected = [1, 2].map(|player| (id(player), headed(&paid(player))));
        expected.sort();
        assert_eq!(said.sent, expected);
        assert_eq!(said.reply, Ok(Ok::<_, GameError>(all.clone()).encode()));
    }
    let mut table = Table::registered(CONFIG, 2);
    let stop = headed(&Action::StopGame);
    let (mut said, _) = say(&mut table, OWNER, stop.clone(), 0);
    said.sent.sort();
    let mut expected = [1, 2].map(|player| (id(player), paid(player).encode()));
    expected.sort();
    assert_eq!(said.sent, expected);
    assert_eq!(said.reply, Ok([stop, Ok::<_, GameError>(all).encode()].concat()));
}

#[test]
fn a_query_is_answered_what_state_says() {
    let mut table = second(2);
    table.register(1).event();
    // These are all queries there are. A player's query has an id after the variant.
    let every = (0..)
        .map_while(|variant| StateQuery::decode(&mut &*[&[variant], id(1).as_ref()].concat()).ok());
    for asked in every {
        let payload = query(&asked);
        let (said, gain) = say(&mut table, STRANGER, payload.clone(), VARA);
        let state = table.program().read_state_bytes(asked.encode()).expect("state answers");
        let reply = said.reply.expect("it is answered");
        assert_eq!(reply, [&payload[..LEN], &state[1..]].concat(), "{asked:?}");
        assert_eq!((gain, said.sent), (0, vec![]), "{asked:?}: its value comes back");
    }
}

#[test]
fn a_query_after_the_deadline_settles_nothing_and_arms_nothing() {
    let mut table = second(2);
    // These messages carry too little gas to arm an alarm, so nothing settles the clock.
    for player in [1, 2] {
        table.send_bytes(player, Action::Register.encode(), BET, FRUGAL).event();
    }
    assert_eq!(table.held_for_alarm(), 0);
    assert_eq!(pass_deadline(&mut table), []);
    let (said, _) = say(&mut table, STRANGER, query(&StateQuery::Player(id(1))), 0);
    let reply = said.reply.expect("it is answered");
    assert_eq!(reply[LEN..], PlayerStatus::ToMove.encode(), "as a message would find it");
    assert_eq!(said.sent, [], "nothing was settled");
    assert_eq!(table.held_for_alarm(), 0, "no alarm was armed");
    let advanced = act(&mut table, STRANGER, &Action::Advance, 0);
    let started = StageChange::MovesStarted { players: [1, 2].map(id).into() };
    assert_eq!(advanced, Ok(Event::StageAdvanced(started)), "it was still to be settled");
}

/// The unit tests of the header try each byte that can be wrong.
#[test]
fn a_header_that_is_not_for_this_program_fails_and_value_comes_back() {
    let mut table = second(1);
    let good = headed(&Action::Register);
    let mut other = good.clone();
    other[4] ^= 1;
    let cases = [
        (other, HeaderError::Interface.text()),
        (good[..15].to_vec(), HeaderError::CutShort.text()),
        (headed(&200u8), "the payload must be an Action"),
        (encoding::headed(rpsls::INTERFACE, Kind::Query, &200u8), "must be a StateQuery"),
    ];
    for (payload, why) in cases {
        let (said, gain) = say(&mut table, 1, payload, BET);
        let error = said.reply.expect_err(why);
        assert!(error.contains(why), "{error} does not contain: {why}");
        assert_eq!((gain, said.sent), (0, vec![]), "{why}: the value comes back");
    }
    assert_eq!(table.state().lobby_list, []);
    // Only one chain can exist at a time.
    drop(table);
    let mut payload = constructor(&INIT);
    payload[4] += 1;
    let said = deploying::refused(rpsls::WASM_BINARY_OPT, payload, VARA);
    assert!(said.contains(HeaderError::Interface.text()), "{said}");
    deploying::check_value_comes_back(rpsls::WASM_BINARY_OPT, constructor(&INIT), 5 * VARA);
}

/// A bet can begin with the bytes of a header. It must be read as a bet.
#[test]
fn a_bet_that_looks_like_a_header_is_a_bet() {
    let bet_size = 0x1001_4d47;
    let config = GameConfig { bet_size, ..CONFIG };
    let plain = TableInit { config: config.clone(), ..INIT };
    let owned = TableInit { owner: Some(id(STRANGER)), ..plain.clone() };
    for payload in [config.encode(), plain.encode(), owned.encode()] {
        assert_eq!(payload[..4], [0x47, 0x4d, 1, 16]);
        let mut table = Table::open(payload, [1, 2]);
        assert_eq!(table.state().config, config);
        for player in [1, 2] {
            table.send_bytes(player, Action::Register.encode(), bet_size, FRUGAL).event();
        }
        table.pass_deadline();
        let advanced = table.send_bytes(STRANGER, Action::Advance.encode(), 0, FRUGAL);
        assert_eq!(advanced.broadcasts.len(), 1, "in gmeta's encoding");
    }
}

#[test]
fn the_sails_encoding_costs_little_more() {
    let gas = |mut table: Table, speak: fn(&Action) -> Vec<u8>| {
        let moves = [(1, Move::Rock), (2, Move::Scissors)];
        let mut costs = vec![];
        for (user, mv) in moves {
            let action = join(&table, user, mv);
            costs.push(say(&mut table, user, speak(&action), BET).0.gas);
        }
        pass_deadline(&mut table);
        for (user, mv) in moves {
            costs.push(say(&mut table, user, speak(&reveal(user, mv)), 0).0.gas);
        }
        assert_eq!(table.state().games_finished, 1);
        costs
    };
    let first = gas(Table::new(CONFIG, 2), Action::encode);
    let second = gas(second(2), headed);
    println!("{first:?} {second:?}");
    for (first, second) in first.iter().zip(&second) {
        assert!(*second <= first + 15_000_000, "{second} against {first}");
    }
}

/// Every type, and every field added to one, must have docs in the IDL.
#[test]
fn the_idl_has_docs_for_everything() {
    let idl = String::from_utf8(crate::metadata::artifact("rpsls.idl")).expect("text");
    let is_item = |line: &&str| !line.is_empty() && !line.starts_with('@');
    let mut lines = idl.lines().map(str::trim).filter(is_item);
    let mut before = lines.next().expect("it is not empty");
    for line in lines {
        let is_block = ["events {", "functions {", "types {", "constructors {", "services {"];
        let is_told = line.starts_with("///")
            || line.starts_with('}')
            || is_block.contains(&line)
            || line.starts_with("Table@");
        assert!(is_told || before.starts_with("///"), "{line} has no docs");
        before = line;
    }
    for name in Interface::of::<ProgramMetadata>(&StateQuery::ANSWERS).functions() {
        assert!(idl.contains(&format!(" {name}(")), "{name}");
    }
}
