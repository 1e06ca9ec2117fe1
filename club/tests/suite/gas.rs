//! Checks that each message costs no more gas than its gate, and that the cost doesn't grow with
//! the number of tables.
//!
//! Gas is deterministic, so a test can check the gates. `make gas` prints the table.

use crate::chain::*;
use chain_tests::gas::{self, Costs, Floor, Kind, MILLION};
use gtest::{System, constants::Gas};
use parity_scale_codec::Encode;
use rpsls_club_io::{ClubError, Event, ROOM};

/// The number of messages of a kind that are measured, if there are enough tables.
const MEASURED: u64 = 10;

/// `Open` is without the table's own start: its message, and the reply of that start. The start is
/// the same whoever deploys the table.
const KINDS: [Kind; 6] = [
    ("`init`", Floor::None, None),
    ("`Open`, less the table's start", Floor::WithMessage, Some(1_450 * MILLION)),
    ("the table's own start", Floor::None, None),
    ("`Unlist` the newest", Floor::WithMessage, Some(950 * MILLION)),
    ("`Unlist` the oldest", Floor::WithMessage, Some(950 * MILLION)),
    ("a refused `Open`", Floor::Plain, Some(600 * MILLION)),
];

fn measure(tables: u64) -> Costs {
    let start = start();
    let mut costs = Costs::default();
    costs.note(KINDS[0].0, &[init()]);
    costs.note(KINDS[2].0, &[start]);
    let mut chain = Chain::new();
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
        let reply: Result<Event, ClubError> = chain_tests::log::reply(&block, message);
        let Ok(Event::Opened { table }) = reply else { panic!("{reply:?}") };
        let total: Gas = block.gas_burned.values().sum();
        costs.note(KINDS[1].0, &[total - start]);
        chain.created.push(table);
    }
    let refused = chain.send(OPENER, open(""));
    costs.note(KINDS[5].0, &[refused.gas]);
    refused.error();
    let listed = chain.listed();
    let newest = chain.send(OPENER, chain.unlist(listed[0]));
    costs.note(KINDS[3].0, &[newest.gas]);
    newest.event();
    let oldest = chain.tables().last().cloned().expect("there are more");
    let user = if oldest.opener == id(OPENER) { OPENER } else { OTHER };
    let oldest = chain.send(user, chain.unlist(oldest.table));
    costs.note(KINDS[4].0, &[oldest.gas]);
    oldest.event();
    costs
}

fn init() -> Gas {
    let system = System::new();
    system.mint_to(OWNER, PURSE);
    let table_code = system.submit_code(rpsls::WASM_BINARY_OPT);
    let init = rpsls_club_io::ClubInit { table_code, any_format: false };
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
    let sizes = [1, u64::from(ROOM)];
    let costs = sizes.map(measure);
    let [one, many] = costs.each_ref().map(|costs| costs.of(KINDS[1].0));
    assert!(many <= one + one / 10, "{one} with one table, {many} with 4 096");
    costs.iter().zip(sizes).for_each(|(costs, size)| costs.check(&KINDS, size));
}

/// Prints the table for `make gas`. It checks nothing.
#[test]
#[ignore = "prints the table"]
fn table() {
    let sizes = [1, 100, u64::from(ROOM)];
    gas::print(("tables", &sizes), rpsls_club::WASM_BINARY_OPT, 32, &KINDS, measure);
}
