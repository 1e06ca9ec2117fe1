//! Checks that each message costs no more gas than its gate, and that the cost doesn't grow with
//! the number of tables.
//!
//! Gas is deterministic, so a test can check the gates. `make gas` prints the table.

use crate::chain::*;
use chain_tests::{
    floor,
    gas::{MILLION, Row, Table},
};
use gtest::{System, constants::Gas};
use parity_scale_codec::Encode;
use rpsls_house_io::{Event, HouseError, ROOM};

/// The number of messages of a kind that are measured, if there are enough tables.
const MEASURED: u64 = 10;

#[derive(Default)]
struct Costs {
    init: Gas,
    /// The gas of `Open` without the table's own start: for its message, and for the reply of that
    /// start.
    open: Row,
    /// The gas of the table's own start, which is the same whoever deploys the table.
    start: Row,
    unlist_newest: Row,
    unlist_oldest: Row,
    refused: Row,
}

fn measure(tables: u64) -> Costs {
    let (init, start) = (init(), start());
    let mut chain = Chain::new();
    let mut costs = Costs { init, ..Costs::default() };
    // The first tables are those of `OTHER`. The measured ones are those of `OPENER`.
    for first in (0..tables - 1).step_by(300) {
        for _ in first..(tables - 1).min(first + 300) {
            chain.program().send_with_value(OTHER, open(&"x".repeat(64)), DEPOSIT);
        }
        while !chain.run_block_unchecked().gas_burned.is_empty() {}
    }
    chain.created = chain.listed();
    assert_eq!(chain.created.len() as u64, tables - 1);
    for _ in 0..MEASURED {
        let message =
            chain.program().send_bytes_with_value(OPENER, open(&"x".repeat(64)).encode(), DEPOSIT);
        let block = chain.run_block_unchecked();
        let reply: Result<Event, HouseError> = chain_tests::log::reply(&block, message);
        let Ok(Event::Opened { table }) = reply else { panic!("{reply:?}") };
        let total: Gas = block.gas_burned.values().sum();
        costs.open.0.push(total - start);
        costs.start.0.push(start);
        chain.created.push(table);
    }
    let refused = chain.send(OPENER, open(""));
    costs.refused.0.push(refused.gas);
    refused.error();
    let listed = chain.listed();
    let newest = chain.send(OPENER, chain.unlist(listed[0]));
    costs.unlist_newest.0.push(newest.gas);
    newest.event();
    let oldest = chain.tables().last().cloned().expect("there are more");
    let user = if oldest.opener == id(OPENER) { OPENER } else { OTHER };
    let oldest = chain.send(user, chain.unlist(oldest.table));
    costs.unlist_oldest.0.push(oldest.gas);
    oldest.event();
    costs
}

fn init() -> Gas {
    let system = System::new();
    system.mint_to(OWNER, PURSE);
    let table_code = system.submit_code(rpsls::WASM_BINARY_OPT);
    let init = rpsls_house_io::HouseInit { table_code, any_format: false };
    let message = deploy(&system).send(OWNER, init);
    system.run_next_block().gas_burned[&message]
}

/// The gas of the start of the same table when a user deploys it.
fn start() -> Gas {
    let system = System::new();
    system.mint_to(OWNER, PURSE);
    let owner = Some(id(OPENER));
    let init = rpsls_io::TableInit { config: CONFIG, rules: RULES, owner };
    let table = gtest::Program::from_binary_with_id(&system, 0x77, rpsls::WASM_BINARY_OPT);
    let message = table.send_bytes(OWNER, init.encode());
    system.run_next_block().gas_burned[&message]
}

#[test]
fn opening_costs_the_same_with_1_table_and_with_4_096() {
    let costs = [1, u64::from(ROOM)].map(measure);
    let [one, many] = costs.each_ref().map(|costs| costs.open.max());
    assert!(many <= one + one / 10, "{one} with one table, {many} with 4 096");
    for costs in costs {
        let gates = [
            ("Open, less the table's own start", costs.open.max(), 1_450),
            ("Unlist the newest", costs.unlist_newest.max(), 950),
            ("Unlist the oldest", costs.unlist_oldest.max(), 950),
            ("a refused Open", costs.refused.max(), 600),
        ];
        for (name, gas, gate) in gates {
            assert!(gas <= gate * MILLION, "{name}: {gas}");
        }
    }
}

/// Prints the table for `make gas`. It checks nothing.
#[test]
#[ignore = "prints the table"]
fn table() {
    let sizes = [1, 100, u64::from(ROOM)];
    let table = Table::measure(("tables", &sizes), rpsls_house::WASM_BINARY_OPT, 32, measure);
    let [plain, with_message] = floor::measure();
    table.row("`init`", |costs| costs.init, None);
    table.row("`Open`, less the table's start", |costs| costs.open.max(), Some(with_message));
    table.row("the table's own start", |costs| costs.start.max(), None);
    table.row("`Unlist` the newest", |costs| costs.unlist_newest.max(), Some(with_message));
    table.row("`Unlist` the oldest", |costs| costs.unlist_oldest.max(), Some(with_message));
    table.row("a refused `Open`", |costs| costs.refused.max(), Some(plain));
}
