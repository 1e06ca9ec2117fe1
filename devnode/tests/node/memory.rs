//! Memory grows with what changes, not with what there is.

use crate::{process::Process, support::*};
use gear_core::ids::{ActorId, prelude::*};
use gsdk::{
    AccountKeyring::*,
    Api, SignedApi,
    ext::subxt::config::polkadot::PolkadotExtrinsicParamsBuilder,
    gear::{gear, runtime_types::vara_runtime::RuntimeCall, tx},
};
use parity_scale_codec::Encode;
use rpsls_io::Action;

const TABLES: usize = 30;

/// As many as are made in ten minutes.
const BLOCKS: u64 = 200;

/// What a block may add, in KiB.
const MAX_GROWTH: u64 = 100;

/// Opens tables of one code, all in one extrinsic.
async fn open(api: &Api) -> Vec<ActorId> {
    let alice = signed(api, Alice);
    let code_id = alice.upload_code(rpsls::WASM_BINARY_OPT.to_vec()).await.unwrap().value;
    let salts = || (0..TABLES as u32).map(|salt| salt.encode());
    let create = |salt| {
        RuntimeCall::Gear(gear::Call::create_program {
            code_id,
            salt,
            init_payload: CONFIG.encode(),
            gas_limit: GAS / 100,
            value: 0,
            keep_alive: true,
        })
    };
    let all = tx().utility().batch_all(salts().map(create).collect());
    let sent = api.tx().sign_and_submit_then_watch_default(&all, alice.signer()).await.unwrap();
    sent.wait_for_finalized_success().await.unwrap();
    salts().map(|salt| ActorId::generate_from_user(code_id, &salt)).collect()
}

/// Has Bob take a seat at half of the tables in a block, and give it back later.
async fn act(bob: &SignedApi, tables: &[ActorId], block: u64, nonce: &mut u64) {
    let half = (block % 2) as usize * TABLES / 2;
    let (action, value) =
        if (block / 2).is_multiple_of(2) { (Action::Register, BET) } else { (Action::Leave, 0) };
    for table in &tables[half..half + TABLES / 2] {
        let call = tx().gear().send_message(*table, action.encode(), GAS / 10, value, true);
        let params = PolkadotExtrinsicParamsBuilder::new().nonce(*nonce).build();
        let api: &Api = bob;
        let signed = api.tx().create_signed(&call, bob.signer(), params).await.unwrap();
        signed.submit().await.unwrap();
        *nonce += 1;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn thirty_busy_tables_add_less_than_a_tenth_of_a_mebibyte_a_block() {
    // It is the test that makes the blocks, but for those that open the tables.
    let node = Process::start(&["--block-time", "3000", "--finality-lag", "0", "--log", "error"]);
    let api = Api::new(&node.url).await.unwrap();
    let tables = open(&api).await;
    let bob = signed(&api, Bob);
    let mut nonce = 0;
    // What is allocated once is there after the first of them.
    for block in 0..8 {
        act(&bob, &tables, block, &mut nonce).await;
        advance(&api, 1).await;
    }
    let (before, first) = (node.memory(), api.number().await.unwrap());
    for block in 8..8 + BLOCKS {
        act(&bob, &tables, block, &mut nonce).await;
        advance(&api, 1).await;
    }
    let blocks = u64::from(api.number().await.unwrap() - first);
    let grown = node.memory().saturating_sub(before);
    println!("{grown} KiB in {blocks} blocks with {} messages", BLOCKS * TABLES as u64 / 2);
    assert!(grown < BLOCKS * MAX_GROWTH, "{grown} KiB in {blocks} blocks");
    assert_eq!(bob.account_nonce().await.unwrap(), nonce, "they all were in a block");
}
