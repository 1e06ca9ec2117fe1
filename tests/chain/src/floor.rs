//! The floor of gas costs: what a message burns whatever a program does.

use gtest::{Program, System, constants::Gas};

/// The sender of the messages.
const USER: u64 = 0xf0;
const PURSE: u128 = 1_000_000_000_000_000;

/// Measures the gas of two messages to the floor program: a plain one, and one for which it sends a
/// message.
pub fn measure() -> [Gas; 2] {
    let system = System::new();
    system.mint_to(USER, PURSE);
    let program = Program::from_binary_with_id(&system, 0xf1, gas_floor::WASM_BINARY_OPT);
    program.send_bytes(USER, []);
    system.run_next_block();
    [0, 1].map(|sent| {
        let message = program.send_bytes(USER, [sent; 33]);
        system.run_next_block().gas_burned[&message]
    })
}
