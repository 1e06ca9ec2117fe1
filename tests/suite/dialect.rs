//! The second dialect: the same game, with Sails' headers.

use crate::table::*;
use chain_tests::{deploying, node};
use gtest::{BlockRunResult, constants::MAX_USER_GAS_LIMIT};
use parity_scale_codec::{Decode, Encode};
use program_common::dialect::{HeaderError, LEN};
use program_idl::{Interface, QUERY};
use rpsls_io::{
    Action, Entry, Event, GameConfig, GameError, GameRules, GameState, Move, PlayerStatus,
    ProgramMetadata, RevealResult, StageChange, StateQuery, StateReply, TableInit,
};

fn interface() -> Interface {
    Interface::of::<ProgramMetadata>()
}

/// A header of this program, as the specification has it.
fn header(entry: u16) -> Vec<u8> {
    let [variant, kind] = entry.to_le_bytes();
    [&[0x47, 0x4d, 1, 16][..], &interface().id(), &[variant, kind, 1, 0]].concat()
}

/// What the second dialect makes of an enum's encoding: a header of the variant, then
/// the fields.
fn headed(encoding: &[u8], first: u16) -> Vec<u8> {
    [&header(first + u16::from(encoding[0])), &encoding[1..]].concat()
}

fn constructor(init: &TableInit) -> Vec<u8> {
    let header = [0x47, 0x4d, 1, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    [&header[..], &init.encode()].concat()
}

fn init() -> TableInit {
    TableInit { config: CONFIG, rules: GameRules::default(), owner: None }
}

/// A table that was deployed in the second dialect.
fn second(players: u64) -> Table {
    Table::open(constructor(&init()), 1..=players)
}

/// What came of a message in the second dialect.
struct Said {
    /// Of a message that did not fail.
    reply: Option<Vec<u8>>,
    error: String,
    /// What the sender has gained, fees apart.
    gain: i128,
    /// What was told to everybody, and the payouts.
    sent: Vec<(Option<u64>, Vec<u8>)>,
    gas: u64,
}

fn say(table: &mut Table, user: u64, payload: Vec<u8>, value: u128) -> Said {
    let before = table.balance(user);
    let held = table.held_for_alarm();
    let message = table.program().send_bytes_with_gas(user, payload, MAX_USER_GAS_LIMIT, value);
    let block = table.run_block();
    let gas = block.gas_burned[&message];
    let outlay = u128::from(gas) * gtest::constants::VALUE_PER_GAS + table.held_for_alarm();
    let gain = (table.balance(user) + outlay) as i128 - (before + held) as i128;
    let reply = block.log().iter().find(|log| log.reply_to() == Some(message));
    let payload = reply.expect("every message is replied").payload().to_vec();
    let is_success = block.succeed.contains(&message);
    Said {
        error: if is_success { String::new() } else { String::from_utf8_lossy(&payload).into() },
        reply: is_success.then_some(payload),
        gain,
        sent: sent(table, &block),
        gas,
    }
}

/// Broadcasts, and payouts with the number of who is paid.
fn sent(table: &Table, block: &BlockRunResult) -> Vec<(Option<u64>, Vec<u8>)> {
    let sent =
        block.log().iter().filter(|log| log.reply_to().is_none() && log.source() == table.id());
    let number = |account| (1..=3).find(|user| id(*user) == account);
    sent.map(|log| (number(log.destination()), log.payload().to_vec())).collect()
}

/// Runs blocks until the stage's deadline has passed, with the first one after it; what
/// was sent of itself.
fn pass_deadline(table: &mut Table) -> Vec<(Option<u64>, Vec<u8>)> {
    let deadline = table.state().deadline;
    let mut told = vec![];
    while table.system.block_timestamp() <= deadline {
        let block = table.run_block();
        told.extend(sent(table, &block));
    }
    told
}

/// Sends an action in the second dialect; what it is replied.
fn act(table: &mut Table, user: u64, action: &Action, value: u128) -> Result<Event, GameError> {
    let payload = headed(&action.encode(), 0);
    let expected = payload[..LEN].to_vec();
    let said = say(table, user, payload, value);
    let reply = said.reply.unwrap_or_else(|| panic!("{action:?} fails: {}", said.error));
    let (header, mut result) = reply.split_at(LEN);
    assert_eq!(header, expected, "the header of the call is in front of the reply");
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
fn a_whole_game_is_played_in_the_second_dialect() {
    let mut table = second(3);
    for (player, mv) in [(1, Move::Rock), (2, Move::Scissors), (3, Move::Scissors)] {
        let join = join(&table, player, mv);
        assert_eq!(act(&mut table, player, &join, BET), Ok(Event::PlayerRegistered));
    }
    let again = act(&mut table, 1, &Action::Register, BET);
    assert_eq!(again, Err(GameError::AlreadyRegistered), "a refusal is a reply");

    let players = [1, 2, 3].map(id).into();
    let started = Event::StageAdvanced(StageChange::RevealsStarted { players });
    let told = pass_deadline(&mut table);
    assert_eq!(told, [(None, headed(&started.encode(), 0))], "broadcast by the alarm");

    let shown = Ok(Event::SuccessfulReveal(RevealResult::Continue));
    assert_eq!(act(&mut table, 1, &reveal(1, Move::Rock), 0), shown);
    assert_eq!(act(&mut table, 2, &reveal(2, Move::Scissors), 0), shown);
    let last = headed(&reveal(3, Move::Scissors).encode(), 0);
    let over = Event::SuccessfulReveal(RevealResult::GameOver { winner: id(1) });
    let said = say(&mut table, 3, last, 0);
    assert!(said.sent.contains(&(Some(1), headed(&over.encode(), 0))), "{:?}", said.sent);
}

/// The dialect of what is said to everybody is the table's, that of a reply the message's.
#[test]
fn each_dialect_is_understood_at_tables_of_the_other() {
    let paid = |player| Event::GameWasStopped([id(player)].into());
    let all = Event::GameWasStopped([1, 2].map(id).into());
    {
        let mut table = second(2);
        assert_eq!(table.register(1).event(), Event::PlayerRegistered);
        assert_eq!(act(&mut table, 2, &Action::Register, BET), Ok(Event::PlayerRegistered));
        let mut said = say(&mut table, OWNER, Action::StopGame.encode(), 0);
        said.sent.sort();
        let expected = [1, 2].map(|player| (Some(player), headed(&paid(player).encode(), 0)));
        assert_eq!(said.sent, expected);
        assert_eq!(said.reply, Some(Ok::<_, GameError>(all.clone()).encode()));
    }
    let mut table = Table::registered(CONFIG, 2);
    let mut said = say(&mut table, OWNER, headed(&Action::StopGame.encode(), 0), 0);
    said.sent.sort();
    assert_eq!(said.sent, [1, 2].map(|player| (Some(player), paid(player).encode())));
    let reply = [header(4), Ok::<_, GameError>(all).encode()].concat();
    assert_eq!(said.reply, Some(reply));
}

#[test]
fn a_query_is_answered_what_state_says() {
    let mut table = second(2);
    table.register(1).event();
    let queries = [
        StateQuery::Config,
        StateQuery::LobbyList,
        StateQuery::GameStage,
        StateQuery::CurrentStageTimestamp,
        StateQuery::Deadline,
        StateQuery::Round,
        StateQuery::Player(id(1)),
        StateQuery::All,
        StateQuery::Rules,
        StateQuery::SharesDue,
        StateQuery::ClosableFrom,
    ];
    for query in queries {
        let query = query.encode();
        let said = say(&mut table, STRANGER, headed(&query, QUERY), VARA);
        let state = table.program().read_state_bytes(query.clone()).expect("state answers");
        let reply = said.reply.unwrap_or_else(|| panic!("{query:?} fails: {}", said.error));
        assert_eq!(reply, headed_answer(&query, &state), "{query:?}");
        assert_eq!(said.gain, 0, "its value comes back");
        assert_eq!(said.sent, [], "{query:?}");
    }
}

/// The header of a query, then what the state's reply holds.
fn headed_answer(query: &[u8], state: &[u8]) -> Vec<u8> {
    [&header(QUERY + u16::from(query[0])), &state[1..]].concat()
}

#[test]
fn a_query_after_the_deadline_settles_nothing_and_arms_nothing() {
    let mut table = second(2);
    // With too little gas for an alarm, so that nothing settles the clock.
    for player in [1, 2] {
        table.send_bytes(player, Action::Register.encode(), BET, FRUGAL).event();
    }
    assert_eq!(table.held_for_alarm(), 0);
    assert_eq!(pass_deadline(&mut table), []);
    let said = say(&mut table, STRANGER, headed(&StateQuery::Player(id(1)).encode(), QUERY), 0);
    let reply = said.reply.expect("it is answered");
    assert_eq!(reply[LEN..], PlayerStatus::ToMove.encode(), "as a message would find it");
    assert_eq!(said.sent, [], "nothing was settled");
    assert_eq!(table.held_for_alarm(), 0, "no alarm was armed");
    let advanced = act(&mut table, STRANGER, &Action::Advance, 0);
    let started = StageChange::MovesStarted { players: [1, 2].map(id).into() };
    assert_eq!(advanced, Ok(Event::StageAdvanced(started)), "it was still to be settled");
}

#[test]
fn a_header_that_is_not_for_this_program_fails_and_value_comes_back() {
    let mut table = second(1);
    let good = headed(&Action::Register.encode(), 0);
    let spoiled = |at: usize, byte: u8| {
        let mut payload = good.clone();
        payload[at] = byte;
        payload
    };
    let cases = [
        (spoiled(0, 0x46), "the payload must be an Action"),
        (spoiled(1, 0x4e), "the payload must be an Action"),
        (spoiled(2, 2), HeaderError::Version.text()),
        (spoiled(3, 32), HeaderError::Length.text()),
        (spoiled(4, good[4] ^ 1), HeaderError::Interface.text()),
        (spoiled(11, good[11] ^ 1), HeaderError::Interface.text()),
        (spoiled(12, 200), "the payload must be an Action"),
        (spoiled(13, 2), HeaderError::Entry.text()),
        (spoiled(14, 2), HeaderError::Route.text()),
        (spoiled(15, 1), HeaderError::Reserved.text()),
        (good[..15].to_vec(), HeaderError::CutShort.text()),
        (header(1), "the payload must be an Action"),
        (header(QUERY + 200), "the payload must be a StateQuery"),
    ];
    for (payload, why) in cases {
        let said = say(&mut table, 1, payload.clone(), BET);
        assert_eq!(said.reply, None, "{payload:?}");
        assert!(said.error.contains(why), "{}, and not: {why}", said.error);
        assert_eq!(said.gain, 0, "{why}: the value comes back");
        assert_eq!(said.sent, []);
    }
    assert_eq!(table.state().lobby_list, []);
    assert_eq!(act(&mut table, 1, &Action::Register, BET), Ok(Event::PlayerRegistered));
}

#[test]
fn the_route_may_be_inferred() {
    let mut table = second(1);
    let mut payload = headed(&Action::Register.encode(), 0);
    payload[14] = 0;
    let expected = [&payload[..LEN], &[0, 0]].concat();
    assert_eq!(say(&mut table, 1, payload, BET).reply, Some(expected));
}

#[test]
fn a_constructor_s_header_is_checked() {
    let good = constructor(&init());
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
        let said = deploying::refused(rpsls::WASM_BINARY_OPT, payload, VARA);
        assert!(said.contains(error.text()), "{said}");
    }
    let bad = TableInit { config: GameConfig { players_count_limit: 1, ..CONFIG }, ..init() };
    let said = deploying::refused(rpsls::WASM_BINARY_OPT, constructor(&bad), VARA);
    assert!(said.contains("players_count_limit"), "{said}");
    deploying::check_value_comes_back(rpsls::WASM_BINARY_OPT, good, 5 * VARA);
}

/// A bet can begin like a header, and be meant.
#[test]
fn a_bet_that_looks_like_a_header_is_a_bet() {
    let bet_size = 0x1001_4d47;
    let config = GameConfig { bet_size, ..CONFIG };
    let plain = TableInit { config: config.clone(), ..init() };
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
        assert_eq!(advanced.broadcasts.len(), 1, "in the first dialect");
    }
}

#[test]
fn the_second_dialect_costs_little_more() {
    let gas = |mut table: Table, speak: fn(Vec<u8>) -> Vec<u8>| {
        let moves = [(1, Move::Rock), (2, Move::Scissors)];
        let mut costs = vec![];
        for (user, mv) in moves {
            let action = join(&table, user, mv);
            costs.push(say(&mut table, user, speak(action.encode()), BET).gas);
        }
        pass_deadline(&mut table);
        for (user, mv) in moves {
            costs.push(say(&mut table, user, speak(reveal(user, mv).encode()), 0).gas);
        }
        assert_eq!(table.state().games_finished, 1);
        costs
    };
    let first = gas(Table::new(CONFIG, 2), |payload| payload);
    let second = gas(second(2), |payload| headed(&payload, 0));
    println!("{first:?} {second:?}");
    for (first, second) in first.iter().zip(&second) {
        assert!(*second <= first + 15_000_000, "{second} against {first}");
    }
}

#[test]
fn metadata_and_hash_are_as_they_were() {
    // The state is read as ever at tables of either dialect.
    let table = second(0);
    let state = table.program().read_state_bytes(vec![]).expect("state answers");
    assert!(matches!(StateReply::decode(&mut &*state), Ok(StateReply::All(GameState { .. }))));
    let metahash = node::run(rpsls::WASM_BINARY_OPT, "metahash", vec![], 0);
    assert_eq!(metahash, Ok(program_idl::metahash::<ProgramMetadata>().to_vec()));
}

/// Whatever is appended to the types is documented, and in the IDL.
#[test]
fn the_idl_has_docs_for_everything() {
    let idl = String::from_utf8(crate::metadata::artifact("rpsls.idl")).expect("text");
    let mut lines = idl.lines().map(str::trim).filter(|line| !line.starts_with('@'));
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
    for name in interface().functions() {
        assert!(idl.contains(&format!(" {name}(")), "{name}");
    }
}
