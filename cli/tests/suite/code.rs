//! Tells a table's release by its code.

use crate::world::{NOBODY, World};
use gprimitives::CodeId;
use gsdk::ext::gear_core::ids::prelude::CodeIdExt;

/// The version of this client's program in the list of releases.
fn own_release() -> Option<&'static str> {
    let list = include_str!("../../../releases/CODE_IDS");
    let id = hex::encode(CodeId::generate(rpsls::WASM_BINARY_OPT));
    let line = list.lines().find(|line| line.starts_with(&id))?;
    line.rsplit_once("  ").expect("an id and a file").1.split('/').next()
}

#[test]
fn a_table_s_release_is_told_and_verified() {
    let world = World::with_table("1");
    let status = world.status();
    assert_eq!(status["release"].as_str(), own_release());
    assert_eq!(status["known_code"], true);
    match own_release() {
        Some(version) => {
            assert_eq!(world.json("", &["verify"])["release"], version);
            assert!(world.ok("", &["status"]).contains(&format!("Code      rpsls {version}")));
        }
        None => {
            let sentence = world.fails(3, "", &["verify"]);
            assert!(sentence.contains("but no release"), "{sentence}");
        }
    }
}

#[test]
fn a_program_of_other_code_is_no_release_and_none_is_no_program() {
    let world = World::new();
    let program = format!("0x{}", hex::encode(world.upload(gas_floor::WASM_BINARY_OPT, &[])));
    let sentence = world.fails(3, "", &["--program", &program, "verify"]);
    assert!(sentence.contains("no release, and not what this rpsls was built with"), "{sentence}");
    let sentence = world.fails(2, "", &["--program", NOBODY, "verify"]);
    assert!(sentence.contains("there is no program"), "{sentence}");
}
