//! What becomes of the deposit where a table can't start.
//!
//! The chain takes the deposit off the house's balance as it makes the program. Where it
//! doesn't have the code it makes none, and the deposit stays with the house; where
//! `init` fails it ends the program, and gives its balance to the sender of that message,
//! the house. In both cases the house hears of it by an error reply, and pays the opener.

use crate::chain::*;
use chain_tests::log;
use gprimitives::{ActorId, MessageId};
use gtest::constants::Gas;
use parity_scale_codec::Encode;
use rpsls_house_io::{Event, HouseError, gas};

/// A program whose `init` never ends, so that it burns all gas that it is given.
const ENDLESS: &str = r#"(module
    (import "env" "memory" (memory 1))
    (export "init" (func $init))
    (func $init (loop $again (br $again))))"#;

/// Opens a table that must fail to start.
fn check_deposit_comes_back(chain: &mut Chain) {
    for _ in 0..2 {
        let answer = chain.send_with_value(OPENER, open("Nobody's"), DEPOSIT + STRAY);
        assert_eq!(answer.gain, 0, "the deposit is back");
        let [Event::Opened { table }, Event::OpenFailed { table: failed }] = answer.broadcasts[..]
        else {
            panic!("both are told: {:?}", answer.broadcasts);
        };
        assert_eq!(table, failed);
        assert_eq!(chain.tables(), [], "and the table is not listed");
        assert_eq!(chain.system.balance_of(table), 0);
    }
    assert_eq!(chain.overview().opened, 2);
}

#[test]
fn where_the_code_is_not_on_the_chain_the_opener_has_the_deposit_back() {
    check_deposit_comes_back(&mut Chain::without_code());
}

#[test]
fn where_init_fails_the_opener_has_the_deposit_back() {
    // It takes another init.
    check_deposit_comes_back(&mut Chain::with_tables(tic_tac_toe::WASM_BINARY_OPT, false));
}

#[test]
fn where_init_burns_all_gas_the_opener_has_the_deposit_back() {
    let endless = wat::parse_str(ENDLESS).expect("a module");
    check_deposit_comes_back(&mut Chain::with_tables(&endless, false));
}

/// With any gas a table is opened whole, or nothing is: neither a table that the list
/// has not nor a deposit that is gone.
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
                assert_eq!(error, HouseError::OutOfGas { needed: gas::MESSAGE }, "{gas}");
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

#[test]
fn the_gas_that_is_said_to_be_enough_is() {
    let mut chain = Chain::new();
    let gas: Gas = gas::MESSAGE;
    chain.send_bytes(OPENER, open(&"x".repeat(64)).encode(), DEPOSIT, gas).event();
}

/// A user can't have the house believe that a table has failed.
#[test]
fn nobody_else_can_say_that_a_table_has_failed() {
    let mut chain = Chain::new();
    let message: MessageId = chain.program().send_with_value(OPENER, open("Ada's"), DEPOSIT);
    let block = chain.run_block_unchecked();
    let reply: Result<Event, HouseError> = log::reply(&block, message);
    let Ok(Event::Opened { table }) = reply else { panic!("{reply:?}") };
    chain.created.push(table);
    for user in USERS {
        let mailbox = chain.system.get_mailbox(user);
        assert!(!mailbox.contains(&gtest::Log::builder().source(chain.house)), "no way to reply");
    }
    let listed: Vec<ActorId> = chain.listed();
    assert_eq!(listed, [table]);
}
