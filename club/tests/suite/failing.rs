//! The deposit of a table that can't start.
//!
//! The chain takes the deposit from the club's balance when it makes the program. If the chain
//! doesn't have the code, it makes no program, and the deposit stays with the club. If `init`
//! fails, the chain ends the program, and gives its balance to the sender of that message, the
//! club. In both cases the club gets an error reply, and pays the opener.

use crate::chain::*;
use chain_tests::log;
use gear_core::ids::prelude::*;
use gprimitives::{ActorId, CodeId, MessageId};
use parity_scale_codec::Encode;
use rpsls_club_io::{Action, ClubError, Event, ROOM, gas};

/// A program whose `init` never ends, so it burns all gas that it is given.
const ENDLESS: &str = r#"(module
    (import "env" "memory" (memory 1))
    (export "init" (func $init))
    (func $init (loop $again (br $again))))"#;

/// Opens a table that must fail to start, and checks that the deposit comes back.
fn check_deposit_comes_back(chain: &mut Chain) {
    for _ in 0..2 {
        let answer = chain.send_with_value(OPENER, open("Nobody's"), DEPOSIT + STRAY);
        assert_eq!(answer.gain, 0, "the deposit comes back");
        let [Event::Opened { table }, Event::OpenFailed { table: failed }] = answer.broadcasts[..]
        else {
            panic!("both events are broadcast: {:?}", answer.broadcasts);
        };
        assert_eq!(table, failed);
        assert_eq!(chain.tables(), [], "the table is not listed");
        assert_eq!(chain.system.balance_of(table), 0);
    }
    assert_eq!(chain.overview().opened, 2);
}

#[test]
fn where_a_table_can_t_start_the_opener_has_the_deposit_back() {
    check_deposit_comes_back(&mut Chain::without_code());
    // One program has another `init`, one an `init` that burns all gas.
    let endless = wat::parse_str(ENDLESS).expect("a module");
    for program in [tic_tac_toe::WASM_BINARY_OPT, &endless[..]] {
        check_deposit_comes_back(&mut Chain::with_tables(program, false));
    }
}

/// With any gas a table is opened whole, or nothing happens: no table is missing in the list, and
/// no deposit is lost.
#[test]
fn with_any_gas_a_table_is_opened_whole_or_not_at_all() {
    let mut came = [0; 3];
    for gas in (0..=26).map(|step| step * 200_000_000) {
        let mut chain = Chain::new();
        let answer = chain.send_bytes(OPENER, open("Ada's").encode(), DEPOSIT + STRAY, gas);
        let tables = chain.tables();
        match answer.result {
            None => {
                assert_eq!((answer.gain, tables.len()), (0, 0), "{gas}");
                came[0] += 1;
            }
            Some(Err(error)) => {
                assert_eq!(error, ClubError::OutOfGas { needed: gas::MESSAGE }, "{gas}");
                assert_eq!((answer.gain, tables.len()), (0, 0), "{gas}");
                came[1] += 1;
            }
            Some(Ok(_)) => {
                assert_eq!((answer.gain, tables.len()), (-(DEPOSIT as i128), 1), "{gas}");
                assert_eq!(chain.table(tables[0].table).owner, id(OPENER), "{gas}");
                came[2] += 1;
            }
        }
    }
    assert!(came.iter().all(|times| *times > 0), "{came:?}");
}

/// This is like the first block after a change of the chain's gas schedule. The chain has to
/// prepare the table's code again, which takes more gas than the start has, so the code does not
/// run.
#[test]
fn a_start_with_too_little_gas_to_begin_gives_the_deposit_back_and_one_with_more_works() {
    let mut chain = Chain::with_tables(&bulky(), false);
    check_deposit_comes_back(&mut chain);
    let start_gas = 100 * gas::START;
    let answer = chain.send_with_value(OPENER, open_with(start_gas), DEPOSIT + STRAY);
    assert_eq!((answer.gain, answer.broadcasts.len()), (-(DEPOSIT as i128), 1));
    assert!(answer.gas < gas::open(gas::START), "what the start leaves comes back");
    assert_eq!(chain.overview().listed, 1);
}

/// A program that does nothing, but has so much code that loading it takes more than the least gas
/// of a start.
fn bulky() -> Vec<u8> {
    let nothing = "(drop (i32.const 7))".repeat(600_000);
    let wat = format!(
        r#"(module
            (import "env" "memory" (memory 1))
            (export "init" (func $init))
            (func $never {nothing})
            (func $init))"#
    );
    wat::parse_str(wat).expect("a module")
}

/// Whatever gas a table's start is to get, the message carries it, or nothing changes and all value
/// comes back.
#[test]
fn a_start_is_given_no_more_than_the_message_carries() {
    let mut came = [0; 3];
    let message = gas::MESSAGE;
    let enough = [gas::START, gas::START + 1];
    let between = (0..40).map(|step| gas::START + step * 100_000_000);
    let too_much = [message, 2 * message, u64::MAX / 2, u64::MAX - 1, u64::MAX];
    let mut chain = Chain::new();
    for start_gas in enough.into_iter().chain(between).chain(too_much) {
        let before = chain.everything();
        let payload = open_with(start_gas).encode();
        let answer = chain.send_bytes(OPENER, payload.clone(), DEPOSIT + STRAY, message);
        match answer.result {
            Some(Ok(_)) => {
                assert_eq!(answer.gain, -(DEPOSIT as i128), "{start_gas}");
                came[0] += 1;
                continue;
            }
            Some(Err(error)) => {
                assert_eq!(error, ClubError::OutOfGas { needed: gas::open(start_gas) });
                came[1] += 1;
            }
            // The table was created, and then too little gas was left.
            None => came[2] += 1,
        }
        assert_eq!(answer.gain, 0, "{start_gas}");
        assert_eq!(chain.everything(), before, "{start_gas}");
        if gas::open(start_gas) < 50 * message {
            let gas = gas::open(start_gas);
            chain.send_bytes(OPENER, payload, DEPOSIT, gas).event();
        }
    }
    assert!(came.iter().all(|times| *times > 0), "{came:?}");
}

/// The opener gets the deposit back even after unlisting the table before it could start.
#[test]
fn where_a_table_is_unlisted_before_it_fails_the_opener_has_the_deposit_back() {
    let mut chain = Chain::without_code();
    let before = chain.balance(OPENER);
    let program = chain.program();
    let opened = program.send_with_value(OPENER, open("Nobody's"), DEPOSIT);
    // The table's id follows from the message's id.
    let table = ActorId::generate_from_program(opened, CodeId::from([7; 32]), &[]);
    program.send(OPENER, Action::Unlist { table, place: 0 });
    let block = chain.run_block_unchecked();
    let unlisted = log::broadcasts::<Event>(&block);
    assert_eq!(unlisted.last(), Some(&Event::OpenFailed { table }), "{unlisted:?}");
    assert!(unlisted.contains(&Event::Unlisted { table }), "{unlisted:?}");
    assert_eq!(chain.balance(OPENER) + block.spent_value(), before);
    assert_eq!(chain.tables(), []);
    chain.check_money();
}

/// The first reply is about the table behind all later ones. The gas covers the search for it, too.
#[test]
fn as_many_tables_as_the_list_has_room_for_can_fail_at_once() {
    let chain = &mut Chain::without_code();
    for number in 0..u64::from(ROOM) {
        let (user, open) = (USERS[number as usize % 3], open(&format!("{number}")));
        chain.program().send_bytes_with_gas(user, open.encode(), gas::MESSAGE, DEPOSIT);
    }
    while !chain.run_block_unchecked().gas_burned.is_empty() {}
    assert_eq!((chain.overview().listed, chain.overview().opened), (0, u64::from(ROOM)));
    chain.check_money();
}

/// A payment carries no gas, so a program can't take it.
#[test]
fn where_the_opener_is_a_program_the_deposit_stays_with_the_club() {
    let chain = Chain::without_code();
    let message = chain.program().send_with_value(OPENER, open("A program's"), DEPOSIT);
    // This is enough for the club in this block, but not for the table's start.
    let block = chain.system.run_next_block_with_allowance(1_700_000_000);
    assert!(block.succeed.contains(&message));
    assert!(matches!(log::broadcasts::<Event>(&block)[..], [Event::Opened { .. }]));
    // The opener becomes a program only now: on the embedded chain a program can't send what a user
    // can.
    let code = rpsls::WASM_BINARY_OPT;
    let opener = gtest::Program::from_binary_with_id(&chain.system, OPENER, code);
    opener.send_bytes(OTHER, CONFIG.encode());
    let block = chain.system.run_next_block();
    assert!(matches!(log::broadcasts::<Event>(&block)[..], [Event::OpenFailed { .. }]));
    assert_eq!(chain.held(), DEPOSIT);
}

/// A user can't make the club believe that a table has failed.
#[test]
fn nobody_else_can_say_that_a_table_has_failed() {
    let mut chain = Chain::new();
    let message: MessageId = chain.program().send_with_value(OPENER, open("Ada's"), DEPOSIT);
    let block = chain.run_block_unchecked();
    let reply: Result<Event, ClubError> = log::reply(&block, message);
    let Ok(Event::Opened { table }) = reply else { panic!("{reply:?}") };
    chain.created.push(table);
    for user in USERS {
        let mailbox = chain.system.get_mailbox(user);
        assert!(
            !mailbox.contains(&gtest::Log::builder().source(chain.club)),
            "the user has no message to reply to"
        );
    }
    let listed: Vec<ActorId> = chain.listed();
    assert_eq!(listed, [table]);
}
