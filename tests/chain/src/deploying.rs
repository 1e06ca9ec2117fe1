//! Deploys a program, and checks where the value sent with the deployment goes.

use gprimitives::MessageId;
use gtest::{
    BlockRunResult, Program, System,
    constants::{EXISTENTIAL_DEPOSIT, VALUE_PER_GAS},
};

const OWNER: u64 = 0xf2;
const PROGRAM: u64 = 0xf3;
const PURSE: u128 = 1_000_000_000_000_000;

/// Deploys a program with this payload and value. The program must refuse: no half-made program
/// stays, and the value comes back. Returns the text of the error reply.
pub fn refused(program: &[u8], payload: Vec<u8>, value: u128) -> String {
    let Deployed { system, message, block, paid } = Deployed::new(program, payload, value);
    assert!(block.failed.contains(&message));
    assert!(!system.is_active_program(PROGRAM), "no half-made program");
    assert_eq!(paid, 0, "the value comes back");
    let reply = block.log().iter().find(|log| log.reply_to() == Some(message));
    String::from_utf8_lossy(reply.expect("an error reply").payload()).into_owned()
}

/// Deploys a program with this payload and value. The value must come back; the deployer pays only
/// the existential deposit of the program, and gas.
pub fn check_value_comes_back(program: &[u8], payload: Vec<u8>, value: u128) {
    let Deployed { message, block, paid, .. } = Deployed::new(program, payload, value);
    assert!(block.succeed.contains(&message));
    assert_eq!(paid, EXISTENTIAL_DEPOSIT);
}

struct Deployed {
    system: System,
    message: MessageId,
    block: BlockRunResult,
    /// The value that the owner has paid, without gas.
    paid: u128,
}

impl Deployed {
    fn new(program: &[u8], payload: Vec<u8>, value: u128) -> Self {
        let system = System::new();
        system.mint_to(OWNER, PURSE);
        let program = Program::from_binary_with_id(&system, PROGRAM, program);
        let message = program.send_bytes_with_value(OWNER, payload, value);
        let block = system.run_next_block();
        let fee = u128::from(block.gas_burned[&message]) * VALUE_PER_GAS;
        let paid = PURSE - system.balance_of(OWNER) - fee;
        Self { system, message, block, paid }
    }
}
