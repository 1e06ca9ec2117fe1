//! The node stands for other runtimes than the one that `gsdk` was built with.

use crate::{
    runtimes::{self, Changed, Kind, RECORDED, VERSION},
    support::*,
};
use gsdk::{
    AccountKeyring::*,
    Api, SignedApi,
    ext::subxt::{
        self, dynamic,
        ext::{scale_value::Value, subxt_rpcs::rpc_params},
        tx::Payload,
    },
    gear::{self, runtime_types::vara_runtime::RuntimeCall},
};
use parity_scale_codec::{Decode, Encode};
use rpsls_io::Action;
use std::{io::Write, path::PathBuf};
use vara_devnode::{BlockTime, Node, Options};

fn options(metadata: impl Into<PathBuf>) -> Options {
    let metadata = Some(metadata.into());
    let block_time = BlockTime::Instant;
    Options { block_time, finality_lag: 0, metadata, ..Options::default() }
}

async fn on(runtime: Changed) -> (Node, Api) {
    // The node has read it when it has started.
    let file = runtime.file();
    node(options(file.path())).await
}

/// Why no node stands for this.
async fn refusal(runtime: Changed) -> String {
    let file = runtime.file();
    let Err(error) = Node::start(options(file.path())).await else { panic!("it is served") };
    format!("{error:#}")
}

/// Has a call in a block. Answers with the error's name, if it failed there.
async fn submit(who: &SignedApi, call: &impl Payload) -> Result<(), String> {
    let sent = who.tx().sign_and_submit_then_watch_default(call, who.signer()).await;
    let sent = sent.map_err(|error| format!("not taken: {error}"))?;
    sent.wait_for_finalized_success().await.map(drop).map_err(|error| error.to_string())
}

/// A table is made and played on, and errors are named, in a batch, too.
async fn serves(api: &Api) {
    let table = Table::deploy(api, CONFIG).await;
    let [alice, bob] = [signed(api, Alice), signed(api, Bob)];
    let register = Action::Register.encode();
    let register = gear::tx().gear().send_message(table.id, register, GAS, BET, true);
    submit(&alice, &register).await.unwrap();
    assert_eq!(table.state().await.lobby_list, [id(Alice)]);
    let code = rpsls::WASM_BINARY_OPT.to_vec();
    let upload = gear::tx().gear().upload_code(code.clone());
    let error = submit(&bob, &upload).await.unwrap_err();
    assert!(error.contains("CodeAlreadyExists"), "{error}");
    let transfer = RuntimeCall::Balances(gear::balances::Call::transfer_keep_alive {
        dest: gsdk::IntoAccountId32::into_account_id(id(Charlie)).into(),
        value: VARA,
    });
    let upload = RuntimeCall::Gear(gear::gear::Call::upload_code { code });
    let before = api.free_balance(id(Charlie)).await;
    let both = vec![transfer.clone(), upload];
    let all = gear::tx().utility().batch_all(both.clone()).unvalidated();
    let error = submit(&bob, &all).await.unwrap_err();
    assert!(error.contains("CodeAlreadyExists"), "{error}");
    assert_eq!(api.free_balance(id(Charlie)).await.ok(), before.as_ref().ok().copied());
    submit(&bob, &gear::tx().utility().batch(both).unvalidated()).await.unwrap();
    if let Ok(before) = before {
        assert_eq!(api.free_balance(id(Charlie)).await.unwrap(), before + VARA);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_recorded_metadata_is_served_as_it_was_recorded() {
    let (_node, api) = node(options(RECORDED)).await;
    let recorded = format!("0x{}", hex::encode(std::fs::read(RECORDED).unwrap()));
    let served: String = api.rpc().request("state_getMetadata", rpc_params![]).await.unwrap();
    assert!(served == recorded, "other metadata than the file's");
    let versions = rpc_params!["Metadata_metadata_versions", "0x"];
    let versions: String = api.rpc().request("state_call", versions).await.unwrap();
    assert_eq!(versions, "0x040e000000", "a list of 14");
    serves(&api).await;
}

/// Older clients and indexers read version 14 of the format, and no other.
#[tokio::test(flavor = "multi_thread")]
async fn the_metadata_is_told_in_version_14_unless_a_later_one_is_asked_for() {
    let (_node, api) = instant().await;
    let ask = async |method: &str, params| -> Vec<u8> {
        let answer: String = api.rpc().request(method, params).await.unwrap();
        hex::decode(&answer[2..]).unwrap()
    };
    let at = |version: u32| {
        let version = format!("0x{}", hex::encode(version.encode()));
        rpc_params!["Metadata_metadata_at_version", version]
    };
    let plain = ask("state_getMetadata", rpc_params![]).await;
    assert_eq!(plain[..5], *b"meta\x0e");
    let opaque = ask("state_call", rpc_params!["Metadata_metadata", "0x"]).await;
    assert!(opaque == plain.encode(), "the same by a call into the runtime");
    assert!(ask("state_call", at(14)).await == Some(&plain).encode(), "and by its version");
    assert_eq!(ask("state_call", at(13)).await, [0], "there is no other");
    let versions = ask("state_call", rpc_params!["Metadata_metadata_versions", "0x"]).await;
    assert_eq!(versions, vec![14u32, 15].encode());
    let newer: Option<Vec<u8>> = Decode::decode(&mut &ask("state_call", at(15)).await[..]).unwrap();

    let [older, newer] = [&plain, &newer.unwrap()]
        .map(|bytes| subxt::Metadata::decode(&mut &bytes[..]).expect("it can be read"));
    for pallet in newer.pallets() {
        let same = older.pallet_by_name(pallet.name());
        let same = same.unwrap_or_else(|| panic!("{}", pallet.name()));
        assert_eq!(same.hash(), pallet.hash(), "{}", pallet.name());
    }
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(&plain).unwrap();
    let (_node, api) = node(options(file.path())).await;
    serves(&api).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn runtimes_with_more_or_less_in_them_are_served() {
    let more = Changed::recorded().with_pallet("Other", "Sudo").with_call("Staking", "added");
    serves(&on(more).await.1).await;
    let (_node, api) = on(runtimes::production()).await;
    assert_eq!(api.runtime_version().spec_version, VERSION);
    serves(&api).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_at_other_indices_is_known_by_its_name() {
    let (_node, api) = on(runtimes::moved()).await;
    serves(&api).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_kept_in_another_form_is_written_so() {
    let (_node, api) = on(runtimes::turned()).await;
    let alice = gsdk::IntoAccountId32::into_account_id(id(Alice));
    let account = gear::storage().system().account(alice).unvalidated();
    let storage = api.storage().at_latest().await.unwrap();
    let account = storage.fetch(&account).await.unwrap().unwrap();
    assert_eq!((account.nonce, account.data.free), (0, 1_000_000 * VARA));
    serves(&api).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_only_the_runtime_knows_is_filtered_by_itself_and_in_a_batch() {
    let runtime = Changed::recorded().with_call("Staking", "added");
    let (_node, api) = on(runtime).await;
    let alice = signed(&api, Alice);
    let added = dynamic::tx("Staking", "added", Vec::<Value>::new());
    let error = submit(&alice, &added).await.unwrap_err();
    assert!(error.contains("CallFiltered"), "{error}");
    let batch = vec![Value::unnamed_composite([added.into_value()])];
    let error = submit(&alice, &dynamic::tx("Utility", "batch_all", batch)).await.unwrap_err();
    assert!(error.contains("CallFiltered"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_says_more_than_the_node_knows_is_filtered() {
    let (_node, api) = on(Changed::recorded().with_field("System", "remark", "more")).await;
    let text = || Value::from_bytes(b"more");
    let remark = dynamic::tx("System", "remark", vec![("remark", text()), ("more", text())]);
    let error = submit(&signed(&api, Alice), &remark).await.unwrap_err();
    assert!(error.contains("CallFiltered"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_within_calls_without_end_are_refused() {
    let (_node, api) = node(options(RECORDED)).await;
    let utility = api.metadata().pallet_by_name("Utility").unwrap().index();
    let index = |name: &str| {
        let metadata = api.metadata();
        metadata.pallet_by_name("Utility").unwrap().call_variant_by_name(name).unwrap().index
    };
    let one_call = 1 << 2;
    let nested: [&[u8]; 2] =
        [&[utility, index("batch"), one_call], &[utility, index("as_derivative"), 0, 0]];
    for call in nested {
        // A signature is looked at later: version, account, sr25519, mortality and so on.
        let mut body = vec![0x84, 0];
        body.extend([7; 32]);
        body.push(1);
        body.extend([0; 64]);
        body.extend([0x15, 0, 0, 0, 0]);
        body.extend(call.repeat(100_000));
        let bytes = format!("0x{}", hex::encode(body.encode()));
        let sent: Result<String, _> =
            api.rpc().request("author_submitExtrinsic", rpc_params![bytes]).await;
        let error = sent.unwrap_err().to_string();
        assert!(error.contains("nested too deep"), "{error}");
    }
    assert!(api.number().await.is_ok(), "the node lives");
}

#[tokio::test(flavor = "multi_thread")]
async fn metadata_that_lacks_what_the_node_needs_is_refused_with_its_name() {
    let lacks = Changed::recorded().without_constant("GearBank", "GasMultiplier");
    assert!(refusal(lacks).await.contains("lacks the constant GearBank.GasMultiplier"));
    let lacks = Changed::recorded().without("Gear", Kind::Event, "UserMessageSent");
    assert!(refusal(lacks).await.contains("lacks the event Gear.UserMessageSent"));
    let lacks = Changed::recorded().without_storage("GearProgram", "ProgramStorage");
    assert!(refusal(lacks).await.contains("lacks the storage GearProgram.ProgramStorage"));
    let lacks = Changed::recorded().without("Gear", Kind::Call, "run");
    assert!(refusal(lacks).await.contains("lacks the call Gear.run"));
    let lacks = Changed::recorded().without_pallet("Treasury");
    assert!(refusal(lacks).await.contains("Treasury.Deposit"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_no_metadata_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("metadata");
    let Err(error) = Node::start(options(&file)).await else { panic!("there is no file") };
    assert!(format!("{error:#}").contains("can't be read"), "{error:#}");
    let recorded = std::fs::read(RECORDED).unwrap();
    for bytes in [b"a letter", &recorded[1..], &recorded[..1000]] {
        std::fs::write(&file, bytes).unwrap();
        let Err(error) = Node::start(options(&file)).await else { panic!("it is none") };
        assert!(format!("{error:#}").contains("metadata"), "{error:#}");
    }
}
