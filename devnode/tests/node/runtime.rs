//! The node stands for another runtime than the one that `gsdk` was built with.

use crate::support::*;
use gsdk::{
    AccountKeyring::*,
    Api,
    ext::subxt::{self, ext::subxt_rpcs::rpc_params},
    gear::{self, runtime_types::vara_runtime::RuntimeCall},
};
use parity_scale_codec::{Decode, Encode};
use rpsls_io::Action;
use std::path::PathBuf;
use vara_devnode::{BlockTime, Options};

/// The metadata with which a Vara node answered `state_getMetadata`.
const RECORDED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/metadata.scale");

fn options(metadata: impl Into<PathBuf>) -> Options {
    let metadata = Some(metadata.into());
    let block_time = BlockTime::Instant;
    Options { block_time, finality_lag: 0, metadata, ..Options::default() }
}

/// Asserts that a player can join a new table, and that errors have their names, also in a batch.
async fn serves(api: &Api) {
    let table = Table::deploy(api, CONFIG).await;
    let [alice, bob] = [signed(api, Alice), signed(api, Bob)];
    let register = Action::Register.encode();
    let register = gear::tx().gear().send_message(table.id, register, GAS, BET, true);
    submit(&alice, register).await.unwrap();
    assert_eq!(table.state().await.lobby_list, [id(Alice)]);
    let code = rpsls::WASM_BINARY_OPT.to_vec();
    let upload = gear::tx().gear().upload_code(code.clone());
    fails(submit(&bob, upload).await, "CodeAlreadyExists");
    let transfer = RuntimeCall::Balances(gear::balances::Call::transfer_keep_alive {
        dest: gsdk::IntoAccountId32::into_account_id(id(Charlie)).into(),
        value: VARA,
    });
    let upload = RuntimeCall::Gear(gear::gear::Call::upload_code { code });
    let before = api.free_balance(id(Charlie)).await.unwrap();
    let both = vec![transfer.clone(), upload];
    let all = gear::tx().utility().batch_all(both.clone()).unvalidated();
    fails(submit(&bob, all).await, "CodeAlreadyExists");
    assert_eq!(api.free_balance(id(Charlie)).await.unwrap(), before);
    submit(&bob, gear::tx().utility().batch(both).unvalidated()).await.unwrap();
    assert_eq!(api.free_balance(id(Charlie)).await.unwrap(), before + VARA);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_recorded_metadata_is_served_as_it_was_recorded() {
    let (_node, api) = node(options(RECORDED)).await;
    let recorded = hex(std::fs::read(RECORDED).unwrap());
    let served: String = ask(&api, "state_getMetadata", rpc_params![]).await;
    assert!(served == recorded, "the metadata is not the file's");
    let versions = rpc_params!["Metadata_metadata_versions", "0x"];
    let versions: String = ask(&api, "state_call", versions).await;
    assert_eq!(versions, "0x040e000000", "a list with only 14");
    serves(&api).await;
}

/// Older clients and indexers read version 14 of the format, and no other.
#[tokio::test(flavor = "multi_thread")]
async fn the_metadata_is_told_in_version_14_unless_a_later_one_is_asked_for() {
    let (_node, api) = instant().await;
    let ask = async |method: &str, params| -> Vec<u8> {
        let answer: String = crate::support::ask(&api, method, params).await;
        hex::decode(&answer[2..]).unwrap()
    };
    let at = |version: u32| rpc_params!["Metadata_metadata_at_version", hex(version.encode())];
    let plain = ask("state_getMetadata", rpc_params![]).await;
    assert_eq!(plain[..5], *b"meta\x0e");
    let opaque = ask("state_call", rpc_params!["Metadata_metadata", "0x"]).await;
    assert!(opaque == plain.encode(), "a call into the runtime answers the same");
    assert!(ask("state_call", at(14)).await == Some(&plain).encode(), "and so does its version");
    assert_eq!(ask("state_call", at(13)).await, [0], "there is no version 13");
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
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), &plain).unwrap();
    let (_node, api) = node(options(file.path())).await;
    serves(&api).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_no_metadata_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("metadata");
    let words = no_node(options(&file)).await;
    assert!(words.contains("can't be read"), "{words}");
    let recorded = std::fs::read(RECORDED).unwrap();
    for bytes in [b"a letter", &recorded[1..], &recorded[..1000]] {
        std::fs::write(&file, bytes).unwrap();
        let words = no_node(options(&file)).await;
        assert!(words.contains("metadata"), "{words}");
    }
}
