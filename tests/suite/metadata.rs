//! The metadata: what the build writes for tools is what the program is.

use blake2::{Blake2b, Digest, digest::consts::U32};
use chain_tests::{
    artifact, node,
    types::{Types, parts},
};
use gmeta::{Metadata, MetadataRepr};
use rpsls_io::ProgramMetadata;

/// What the build left in this file beside the program.
pub fn artifact(name: &str) -> Vec<u8> {
    artifact::read(env!("CARGO_TARGET_TMPDIR"), name)
}

fn written() -> MetadataRepr {
    MetadataRepr::from_hex(artifact("rpsls.meta.txt")).expect("metadata in hexadecimal")
}

#[test]
fn the_build_writes_the_metadata() {
    assert_eq!(written(), ProgramMetadata::repr());
}

#[test]
fn each_entry_point_has_its_types() {
    let metadata = written();
    let types = Types::decode(&metadata.registry);
    let names = |input: Option<&str>, output: Option<&str>| {
        (input.map(str::to_owned), output.map(str::to_owned))
    };
    assert_eq!(types.names(&metadata.init), names(Some("GameConfig"), None));
    assert_eq!(
        types.names(&metadata.handle),
        names(Some("Action"), Some("Result<Event, GameError>"))
    );
    assert_eq!(types.names(&metadata.others), names(None, Some("Event")));
    assert_eq!(types.names(&metadata.state), names(Some("StateQuery"), Some("StateReply")));
    assert_eq!((metadata.reply, metadata.signal), (None, None));
}

#[test]
fn actions_are_listed_in_the_order_of_their_encoding() {
    let metadata = written();
    let types = Types::decode(&metadata.registry);
    assert_eq!(
        types.parts(metadata.handle.input.expect("an Action")),
        parts([
            ("Register", &[]),
            ("MakeMove", &["H256"]),
            ("Reveal", &["str"]),
            ("ChangeNextGameConfig", &["GameConfig"]),
            ("StopGame", &[]),
            ("Advance", &[]),
            ("Leave", &[]),
        ])
    );
}

#[test]
fn events_are_listed_in_the_order_of_their_encoding() {
    let metadata = written();
    let types = Types::decode(&metadata.registry);
    assert_eq!(
        types.parts(metadata.others.output.expect("an Event")),
        parts([
            ("PlayerRegistered", &[]),
            ("SuccessfulMove", &["ActorId"]),
            ("SuccessfulReveal", &["RevealResult"]),
            ("GameConfigChanged", &[]),
            ("GameWasStopped", &["BTreeSet<ActorId>"]),
            ("StageAdvanced", &["StageChange"]),
            ("PlayerLeft", &[]),
        ])
    );
}

#[test]
fn queries_and_replies_go_by_the_same_names() {
    let metadata = written();
    let types = Types::decode(&metadata.registry);
    assert_eq!(
        types.parts(metadata.state.input.expect("a StateQuery")),
        parts([
            ("Config", &[]),
            ("LobbyList", &[]),
            ("GameStage", &[]),
            ("CurrentStageTimestamp", &[]),
            ("Deadline", &[]),
            ("Round", &[]),
            ("Player", &["ActorId"]),
            ("All", &[]),
        ])
    );
    assert_eq!(
        types.parts(metadata.state.output.expect("a StateReply")),
        parts([
            ("Config", &["GameConfig"]),
            ("LobbyList", &["Vec<ActorId>"]),
            ("GameStage", &["GameStage"]),
            ("CurrentStageTimestamp", &["u64"]),
            ("Deadline", &["u64"]),
            ("Round", &["u32"]),
            ("Player", &["PlayerStatus"]),
            ("All", &["GameState"]),
        ])
    );
}

#[test]
fn the_config_is_listed_field_by_field() {
    let metadata = written();
    let types = Types::decode(&metadata.registry);
    assert_eq!(
        types.parts(metadata.init.input.expect("a GameConfig")),
        parts([
            ("bet_size", &["u128"]),
            ("players_count_limit", &["u8"]),
            ("entry_timeout", &["u64"]),
            ("move_timeout", &["u64"]),
            ("reveal_timeout", &["u64"]),
        ])
    );
}

#[test]
fn the_program_s_metahash_is_that_of_the_written_metadata() {
    let _chain = gtest::System::new();
    let metahash = node::run(rpsls::WASM_BINARY_OPT, "metahash", vec![], 0);
    assert_eq!(metahash, Ok(ProgramMetadata::repr().hash().to_vec()));
    assert_eq!(metahash, Ok(Blake2b::<U32>::digest(written().bytes()).to_vec()));
}
