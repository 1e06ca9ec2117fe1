//! Gives tests the programs that the workspace has built, as Sails' own tools find them.

use std::{fs, path::Path, time::Duration};
use vara_devnode::{BlockTime, Node, Options};
use wasm_encoder::{CustomSection, Module};

/// Starts a development node. It makes a block each tenth of a second, and each block moves its
/// time on by 3 s.
pub async fn node() -> Node {
    let block_time = BlockTime::Every(Duration::from_millis(100));
    Node::start(Options { block_time, ..Options::default() }).await.expect("the node starts")
}

/// Reads a file that `make artifacts`, or any build, left beside the programs.
pub fn built(name: &str) -> Vec<u8> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("cargo's folder");
    let path = target.join("wasm32-gear/debug").join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Reads the IDL from the section `sails:idl`, as `gear_readWasmCustomSection` returns it. Sails'
/// own extractor takes a module, so this makes a module with only that section.
pub fn in_section(data: &[u8]) -> String {
    let section = CustomSection { name: "sails:idl".into(), data: data.into() };
    let mut module = Module::new();
    extracted(module.section(&section).as_slice())
}

/// Reads the IDL in a program's WebAssembly.
pub fn embedded(program: &str) -> String {
    extracted(&built(&format!("{program}.opt.wasm")))
}

fn extracted(wasm: &[u8]) -> String {
    let idl = sails_idl_embed::extract_idl(wasm).expect("a section as the specification has it");
    idl.expect("there is an IDL")
}

/// The programs' clients, as Sails' generator writes them, with what no test uses.
#[allow(dead_code)]
pub mod clients {
    pub mod rpsls {
        include!(concat!(env!("OUT_DIR"), "/Rpsls.rs"));
    }
    pub mod club {
        include!(concat!(env!("OUT_DIR"), "/RpslsClub.rs"));
    }
    pub mod tic_tac_toe {
        include!(concat!(env!("OUT_DIR"), "/TicTacToe.rs"));
    }
}

/// The code of those clients, by the names of the programs' files.
pub const GENERATED: [(&str, &str); 3] = [
    ("rpsls", include_str!(concat!(env!("OUT_DIR"), "/Rpsls.rs"))),
    ("rpsls_club", include_str!(concat!(env!("OUT_DIR"), "/RpslsClub.rs"))),
    ("tic_tac_toe", include_str!(concat!(env!("OUT_DIR"), "/TicTacToe.rs"))),
];
