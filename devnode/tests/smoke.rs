use gsdk::*;
use parity_scale_codec::{Decode, Encode};
use rpsls_io::*;
use std::time::*;
use vara_devnode::*;
#[tokio::test(flavor = "multi_thread")]
async fn smoke() {
    let node = Node::start(Options {
        listen: "127.0.0.1:0".parse().unwrap(),
        block_time: BlockTime::Instant,
    })
    .await
    .unwrap();
    let api = Api::new(&node.url()).await.unwrap();
    let alice = api.clone().signed_as_alice();
    dbg!(alice.free_balance().await.unwrap());
    let t = Instant::now();
    let config = GameConfig {
        bet_size: 10_000_000_000_000,
        players_count_limit: 5,
        entry_timeout: 60_000,
        move_timeout: 60_000,
        reveal_timeout: 60_000,
    };
    let gas =
        alice.calculate_upload_gas(rpsls::WASM_BINARY_OPT, config.encode(), 0, true).await.unwrap();
    dbg!(gas, t.elapsed());
    let out = alice
        .upload_program_bytes(
            rpsls::WASM_BINARY_OPT.to_vec(),
            b"s".to_vec(),
            config.encode(),
            1_000_000_000,
            0,
        )
        .await
        .unwrap();
    let (mid, pid) = out.value;
    dbg!(mid, pid, t.elapsed());
    dbg!(alice.read_state_bytes(pid, vec![]).await.unwrap().len());
    let g = alice
        .calculate_handle_gas(pid, Action::Register.encode(), 10_000_000_000_000, true)
        .await
        .unwrap();
    dbg!(g);
    let before = alice.free_balance().await.unwrap();
    let sent = alice
        .send_message_bytes(pid, Action::Register.encode(), 1_000_000_000, 12_000_000_000_000)
        .await
        .unwrap();
    for e in api.block_events_at(Some(sent.block_hash)).await.unwrap() {
        println!("{e:?}");
    }
    dbg!(before - alice.free_balance().await.unwrap());
}
