//! The programs that the workspace has built, as Sails' own tools find them.

use std::{fs, path::PathBuf};

mod node;

pub use node::Node;

/// A file that `make artifacts`, or any build, left beside the programs.
///
/// # Panics
///
/// If there is none: the workspace has to be built before.
pub fn built(name: &str) -> Vec<u8> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = root.join("target/wasm32-gear/release").join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The IDL in the section `sails:idl`, as `gear_readWasmCustomSection` gives it: Sails' own
/// extractor takes a module, so one is made that has no more than this.
///
/// # Panics
///
/// If it is no such section.
pub fn in_section(data: &[u8]) -> String {
    let name = "sails:idl";
    let content = [&[name.len() as u8], name.as_bytes(), data].concat();
    let module = [b"\0asm\x01\0\0\0\0", &leb128(content.len())[..], &content].concat();
    let idl = sails_idl_embed::extract_idl(&module).expect("a section as the specification has it");
    idl.expect("there is one")
}

/// A length as WebAssembly writes it.
fn leb128(mut length: usize) -> Vec<u8> {
    let mut bytes = vec![];
    while length > 0x7f {
        bytes.push(length as u8 | 0x80);
        length >>= 7;
    }
    bytes.push(length as u8);
    bytes
}

/// The IDL in a program's WebAssembly.
///
/// # Panics
///
/// If there is none.
pub fn embedded(program: &str) -> String {
    let wasm = built(&format!("{program}.opt.wasm"));
    let idl = sails_idl_embed::extract_idl(&wasm).expect("a section as the specification has it");
    idl.expect("there is one")
}

/// The programs' clients, as Sails' generator has written them.
pub mod clients {
    pub mod rpsls {
        include!(concat!(env!("OUT_DIR"), "/rpsls.rs"));
    }
    pub mod house {
        include!(concat!(env!("OUT_DIR"), "/rpsls_house.rs"));
    }
    pub mod tic_tac_toe {
        include!(concat!(env!("OUT_DIR"), "/tic_tac_toe.rs"));
    }
}
