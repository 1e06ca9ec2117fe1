//! What a development node does and a public node does not.

use crate::{process::Process, support::*};
use devnode_probe::Task;
use gear_core::ids::ActorId;
use gsdk::{AccountKeyring::*, Api, ext::subxt::ext::subxt_rpcs::rpc_params};
use parity_scale_codec::Encode;
use serde_json::Value;
use std::{
    process::Command,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use vara_devnode::{BlockTime, Genesis, Node, Options};

/// Options of a node that makes a block for each extrinsic. Each block is final at once.
fn options() -> Options {
    Options { block_time: BlockTime::Instant, finality_lag: 0, ..Options::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chain_goes_back_to_a_snapshot_and_on_from_there_with_those_who_follow_it() {
    let (_node, api) = instant().await;
    let bob = signed(&api, Bob);
    advance(&api, 5).await;
    let hash = api.legacy().chain_get_block_hash(None).await.unwrap();
    let mut heads = api.blocks().subscribe_best().await.unwrap();
    let snapshot: u32 = ask(&api, "dev_snapshot", rpc_params![]).await;
    bob.transfer_keep_alive(id(Charlie), VARA).await.unwrap();
    let program = probe(&api).await;
    for expected in 5..=8 {
        assert_eq!(soon(heads.next()).await.unwrap().unwrap().number(), expected);
    }
    assert!(ask::<bool>(&api, "dev_revert", rpc_params![snapshot]).await);
    assert_eq!(soon(heads.next()).await.unwrap().unwrap().number(), 5);
    assert_eq!(api.legacy().chain_get_block_hash(None).await.unwrap(), hash);
    assert_eq!(api.free_balance(id(Charlie)).await.unwrap(), 1_000_000 * VARA);
    assert!(api.active_program_at(program, None).await.is_err());
    assert_eq!(bob.account_nonce().await.unwrap(), 0);
    bob.transfer_keep_alive(id(Charlie), VARA).await.unwrap();
    assert_eq!(soon(heads.next()).await.unwrap().unwrap().number(), 6);
    assert!(!ask::<bool>(&api, "dev_revert", rpc_params![snapshot]).await, "it serves once");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_balance_is_set_in_a_block_and_all_together_stay_a_number() {
    let (_node, api) = instant().await;
    let account = ActorId::from([9; 32]);
    let set = async |who: &str, amount: u128| {
        let params = rpc_params![who, amount.to_string()];
        api.rpc().request::<Value>("dev_setBalance", params).await
    };
    let [one, other] = [[9u8; 32], [8; 32]].map(hex);
    set(&one, 7 * VARA).await.unwrap();
    assert_eq!(api.free_balance(account).await.unwrap(), 7 * VARA);
    assert_eq!(api.number().await.unwrap(), 1);
    ask::<Value>(&api, "dev_setBalance", rpc_params![&one, 0]).await;
    assert_eq!(api.free_balance(account).await.unwrap_or_default(), 0);
    assert!(set(&one, u128::MAX).await.is_err(), "other accounts have money already");
    let (_, words) = refused(&api, "dev_setBalance", rpc_params!["nobody", 1]).await;
    assert!(words.contains("nobody is no address"), "{words}");
    let most = u128::MAX - issuance(&api).await;
    set(&one, most).await.unwrap();
    let params = rpc_params![&other, VARA.to_string()];
    let (_, words) = refused(&api, "dev_setBalance", params).await;
    assert!(words.contains("no account can have more than 0"), "{words}");
    set(&one, most).await.expect("the balance stays as it is");
    set(&one, 0).await.unwrap();
    set(&other, VARA).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_snapshot_too_many_is_refused_and_none_is_lost() {
    let (_node, api) = instant().await;
    let first: u32 = ask(&api, "dev_snapshot", rpc_params![]).await;
    for _ in 1..64 {
        ask::<u32>(&api, "dev_snapshot", rpc_params![]).await;
    }
    let (_, words) = refused(&api, "dev_snapshot", rpc_params![]).await;
    assert!(words.contains("there are 64 snapshots"), "{words}");
    advance(&api, 1).await;
    assert!(ask::<bool>(&api, "dev_revert", rpc_params![first]).await);
    assert_eq!(api.number().await.unwrap(), 0);
    ask::<u32>(&api, "dev_snapshot", rpc_params![]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_time_is_set_and_only_forward() {
    let (_node, api) = instant().await;
    let now = api.block_timestamp(None).await.unwrap();
    let later = now + 86_400_000;
    assert_eq!(ask::<u32>(&api, "dev_setTime", rpc_params![later]).await, 1);
    assert_eq!(api.block_timestamp(None).await.unwrap(), later);
    let (_, past) = refused(&api, "dev_setTime", rpc_params![now]).await;
    assert!(past.contains("does not go back"), "{past}");
    advance(&api, 1).await;
    assert_eq!(api.block_timestamp(None).await.unwrap(), later + 3_000);
    let (_, never) = refused(&api, "dev_setTime", rpc_params![u64::MAX - 1616]).await;
    assert!(never.contains("the latest time is 8640000000000000"), "{never}");
    let last: u64 = 8_640_000_000_000_000;
    ask::<u32>(&api, "dev_setTime", rpc_params![last]).await;
    advance(&api, 3).await;
    assert_eq!(api.block_timestamp(None).await.unwrap(), last + 9_000);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chain_in_a_file_goes_on_where_it_ended() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chain");
    let options = Options { state: Some(file.clone()), ..options() };
    let (node, api) = node(options.clone()).await;
    let program = probe(&api).await;
    let bob = signed(&api, Bob);
    let send = async |bob: &gsdk::SignedApi, task: Task| {
        bob.send_message_bytes(program, task.encode(), GAS, 0).await.unwrap();
    };
    send(&bob, Task::MailLater { value: VARA, delay: 5 }).await;
    send(&bob, Task::WaitFor(5)).await;
    send(&bob, Task::Grow { bytes: 100_000 }).await;
    send(&bob, Task::Reserve { gas: 2_000_000_000, duration: 50 }).await;
    let voucher = bob.issue_voucher(id(Charlie), 5 * VARA, None, false, 100).await.unwrap().value;
    let (all, number, genesis) =
        (issuance(&api).await, api.number().await.unwrap(), api.genesis_hash());
    let state = api.read_state_bytes(program, vec![]).await.unwrap();
    node.save(&file).await.unwrap();
    drop((api, node));

    let (_node, api) = crate::support::node(options).await;
    assert_eq!((api.genesis_hash(), api.number().await.unwrap()), (genesis, number));
    assert_eq!(issuance(&api).await, all);
    assert_eq!(api.read_state_bytes(program, vec![]).await.unwrap(), state);
    assert_eq!(api.free_balance(ActorId::from(voucher.0)).await.unwrap(), 5 * VARA);
    advance(&api, 10).await;
    let bob = signed(&api, Bob);
    let mail = api.mailbox_messages(bob.account_id().clone(), 10).await.unwrap();
    assert_eq!(mail.len(), 1, "the delayed message arrives");
    send(&bob, Task::SpendReservation).await;
    assert_eq!(issuance(&api).await, all);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_no_chain_or_half_of_one_or_can_t_be_written_is_told_of_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| Options { state: Some(folder.path().join(name)), ..Options::default() };
    std::fs::write(folder.path().join("letter"), "a letter").unwrap();
    let words = no_node(at("letter")).await;
    assert!(words.contains("has no chain of this version"), "{words}");
    let words = no_node(at("nowhere/chain")).await;
    assert!(words.contains("the chain can't be saved to"), "{words}");
    drop(Node::start(at("chain")).await.unwrap());
    let file = folder.path().join("chain");
    let bytes = std::fs::read(&file).unwrap();
    std::fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    let Err(error) = Node::start(at("chain")).await else { panic!("it has half a chain") };
    assert!(error.to_string().contains("is damaged"), "{error}");
    assert_eq!(error.chain().count(), 1, "{error:?}");
    assert_eq!(std::fs::read(&file).unwrap().len(), bytes.len() / 2, "the file stays as it is");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chain_with_a_time_to_begin_at_is_the_same_each_time() {
    let genesis = Genesis { time: Some(1_700_000_000_000), ..Genesis::default() };
    let options = |genesis: &Genesis| Options { genesis: genesis.clone(), ..options() };
    let mut hashes = vec![];
    for _ in 0..2 {
        let (_node, api) = node(options(&genesis)).await;
        assert_eq!(api.block_timestamp(None).await.unwrap(), 1_700_000_000_000);
        let program = probe(&api).await;
        let bob = signed(&api, Bob);
        let sent = bob.send_message_bytes(program, Task::Nothing.encode(), GAS, 0).await.unwrap();
        // Signatures differ each time, and so do the hashes of blocks.
        hashes.push((api.genesis_hash(), program, sent.value));
    }
    assert_eq!(hashes[0], hashes[1]);
    let richer = Genesis { balance: VARA, ..genesis };
    let (_node, api) = node(options(&richer)).await;
    assert_ne!(api.genesis_hash(), hashes[0].0, "it is another chain");
}

#[tokio::test(flavor = "multi_thread")]
async fn there_are_as_many_rich_accounts_as_it_is_told_to() {
    let genesis = Genesis { accounts: 3, balance: 7 * VARA, ..Genesis::default() };
    let (node, api) = node(Options { genesis: genesis.clone(), ..Options::default() }).await;
    let accounts = node.accounts().await.unwrap();
    let secrets: Vec<_> = accounts[6..].iter().map(|account| &*account.secret).collect();
    assert_eq!(secrets, ["//1", "//2", "//3"]);
    for account in &accounts {
        let owner = api.clone().signed(&account.secret, None).unwrap();
        assert_eq!(account.balance, 7 * VARA);
        assert_eq!(api.free_balance(owner.account_id().clone()).await.unwrap(), 7 * VARA);
    }
    let phrase = "legal winner thank year wave sausage worth useful legal winner thank yellow";
    let own = Genesis { mnemonic: Some(phrase.into()), ..genesis };
    let options = |genesis| Options { genesis, ..Options::default() };
    let (node, api) = crate::support::node(options(own.clone())).await;
    let own_first = &node.accounts().await.unwrap()[6];
    let owner = api.clone().signed(&own_first.secret, None).unwrap();
    assert_eq!(own_first.secret, format!("{phrase}//1"));
    assert_ne!(own_first.address, accounts[6].address);
    assert_eq!(api.free_balance(owner.account_id().clone()).await.unwrap(), 7 * VARA);
    let wrong = Genesis { mnemonic: Some("one two three".into()), ..own };
    let words = no_node(options(wrong)).await;
    assert!(words.contains("no secret phrase"), "{words}");
}

/// The node's answer to a plain HTTP request.
async fn http(url: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(url.strip_prefix("ws://").unwrap()).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

/// The node's answers to a web page: to a request and to a WebSocket.
async fn page(node: &Node, origin: &str) -> [String; 2] {
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"system_chain","params":[]}"#;
    let request = format!(
        "POST / HTTP/1.1\r\nHost: localhost\r\nOrigin: {origin}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    // A refused page gets an HTTP error in place of a WebSocket.
    let upgrade = format!(
        "GET / HTTP/1.1\r\nHost: localhost\r\nOrigin: {origin}\r\nConnection: Upgrade, close\r\n\
         Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    let mut stream = TcpStream::connect(node.address()).await.unwrap();
    stream.write_all(upgrade.as_bytes()).await.unwrap();
    let mut answer = [0; 1024];
    let length = stream.read(&mut answer).await.unwrap();
    let upgraded = String::from_utf8_lossy(&answer[..length]).into_owned();
    [http(&node.url(), &request).await, upgraded]
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_this_computer_and_of_an_origin_that_is_named_may_ask_and_no_others() {
    let origins = vec!["https://example.org".parse().unwrap()];
    let (node, _api) = node(Options { origins, ..options() }).await;
    for origin in ["http://127.0.0.1:5173", "https://example.org"] {
        let [asked, upgraded] = page(&node, origin).await;
        assert!(asked.to_lowercase().contains("access-control-allow-origin: *"), "{asked}");
        assert!(asked.contains("Development"), "{asked}");
        assert!(upgraded.starts_with("HTTP/1.1 101"), "{upgraded}");
    }
    for answer in page(&node, "https://example.com").await {
        assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
        assert!(answer.contains("no pages of https://example.com"), "{answer}");
    }
    let health = "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    let health = http(&node.url(), health).await;
    assert!(health.contains("HTTP/1.1 200") && health.contains("isSyncing"), "{health}");
}

/// Waits until the node's log has some words. Returns the log.
async fn told(node: &Process, words: &str) -> String {
    let start = Instant::now();
    loop {
        let log = node.log();
        if log.contains(words) {
            return log;
        }
        assert!(start.elapsed() < PATIENCE, "{words} is not in {log}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// A program that prints two lines. The second one looks like a line of the node's log.
const FORGER: &str = r#"(module
    (import "env" "memory" (memory 1))
    (import "env" "gr_debug" (func $debug (param i32 i32)))
    (data (i32.const 0) "here\0a2026 WARN forged\1b[2J")
    (func (export "init") (call $debug (i32.const 0) (i32.const 25)))
    (func (export "handle")))"#;

#[tokio::test(flavor = "multi_thread")]
async fn it_tells_of_blocks_extrinsics_traps_and_what_programs_print_each_in_a_line() {
    let node = Process::start(&["--instant", "--finality-lag", "0", "--log", "debug"]);
    let api = Api::new(&node.url).await.unwrap();
    let (program, bob) = (probe(&api).await, signed(&api, Bob));
    for task in [Task::Debug, Task::Trap, Task::Pay { value: 2 * VARA }] {
        bob.send_message_bytes(program, task.encode(), GAS, 0).await.unwrap();
    }
    let code = wat::parse_str(FORGER).unwrap();
    bob.upload_program_bytes(code, [], [], GAS, 0).await.unwrap();
    bob.claim_value(gear_core::ids::MessageId::zero()).await.unwrap_err();
    for words in [
        "block 1 ",
        "Gear.upload_program",
        "Balances.transfer",
        "the probe was here",
        "Panic occurred",
        "failed, MessageNotFound",
        r"here\n2026 WARN forged\u{1b}[2J",
    ] {
        told(&node, words).await;
    }
    let log = node.log();
    assert!(!log.lines().any(|line| line.starts_with("2026 WARN forged")), "{log}");
    // A reply without gas is no reason for a warning.
    let line = log.lines().find(|line| line.contains("Not enough gas to handle program data"));
    assert!(line.is_some_and(|line| line.contains("DEBUG")), "{log}");
}

#[tokio::test(flavor = "multi_thread")]
async fn it_makes_blocks_when_nobody_reads_its_log_and_says_nothing_if_it_is_to_be_quiet() {
    let instant = ["--instant", "--finality-lag", "0"];
    let unheard = Process::start_unheard(&instant);
    let quiet = Process::start(&[&instant[..], &["--log", "off"]].concat());
    for node in [&unheard, &quiet] {
        let api = Api::new(&node.url).await.unwrap();
        let program = probe(&api).await;
        let bob = signed(&api, Bob);
        bob.send_message_bytes(program, Task::Debug.encode(), GAS, 0).await.unwrap();
        assert_eq!(api.number().await.unwrap(), 3);
    }
    assert_eq!(quiet.log(), "");
    told(&Process::start(&["--instant", "--host", "0.0.0.0"]), "can use this node").await;
    assert_eq!(Process::start(&["--instant"]).log(), "");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_program_refuses_flags_that_contradict_each_other_and_a_port_that_is_taken() {
    let node = Process::start(&["--instant"]);
    let run = |flags: &[&str]| {
        let program = env!("CARGO_BIN_EXE_vara-devnode");
        Command::new(program).args(flags).env("RUST_BACKTRACE", "1").output().unwrap()
    };
    assert_eq!(run(&["--instant", "--block-time", "5"]).status.code(), Some(2), "not both");
    let taken = run(&["--port", node.url.rsplit(':').next().unwrap()]);
    assert_eq!(taken.status.code(), Some(1));
    let said = String::from_utf8_lossy(&taken.stderr);
    assert!(said.contains("can't listen") && said.lines().count() == 1, "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_do_not_share_a_chains_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chain");
    let flags = ["--instant", "--state", file.to_str().unwrap()];
    let first = Process::start(&flags);
    let second = Command::new(env!("CARGO_BIN_EXE_vara-devnode"))
        .args(flags)
        .args(["--port", "0"])
        .output()
        .unwrap();
    assert_eq!(second.status.code(), Some(1));
    let said = String::from_utf8_lossy(&second.stderr);
    assert!(said.contains("another node has the chain in"), "{said}");
    drop(first);
    Process::start(&flags);
}

#[tokio::test(flavor = "multi_thread")]
async fn it_shows_its_accounts_and_saves_its_chain_when_it_is_told_to_end() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chain");
    let mut node = Process::start(&["--instant", "--state", file.to_str().unwrap()]);
    let alice = node.said.iter().find(|line| line.starts_with("//Alice")).expect("it is listed");
    assert!(alice.contains("kG") && alice.ends_with("1000000 VARA"), "{alice}");
    let api = Api::new(&node.url).await.unwrap();
    advance(&api, 7).await;
    drop(api);
    assert!(node.end("TERM"), "it ends without an error");
    let mut node = Process::start_at_terminal(&["--instant", "--state", file.to_str().unwrap()]);
    let api = Api::new(&node.url).await.unwrap();
    assert_eq!(advance(&api, 1).await, 8);
    drop(api);
    assert!(node.end("HUP"), "it ends without an error when its terminal is closed");
    let again = Process::start(&["--instant", "--state", file.to_str().unwrap()]);
    assert_eq!(Api::new(&again.url).await.unwrap().number().await.unwrap(), 8);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_is_killed_has_saved_its_chain_not_long_ago() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chain");
    let arguments = ["--instant", "--state", file.to_str().unwrap(), "--state-interval", "1"];
    let mut node = Process::start(&arguments);
    let before = std::fs::read(&file).expect("the chain is saved at the start");
    let api = Api::new(&node.url).await.unwrap();
    advance(&api, 7).await;
    let start = Instant::now();
    while std::fs::read(&file).unwrap() == before {
        assert!(start.elapsed() < PATIENCE, "the chain is not saved again");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(!node.end("KILL"));
    let again = Process::start(&arguments);
    assert_eq!(Api::new(&again.url).await.unwrap().number().await.unwrap(), 7);
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_was_started_by_nohup_outlives_its_terminal() {
    let mut node = Process::start_by_nohup(&["--instant"]);
    node.signal("HUP");
    let api = Api::new(&node.url).await.unwrap();
    assert_eq!(advance(&api, 1).await, 1);
    assert!(node.end("TERM"));
}
