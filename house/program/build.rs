//! Writes the hash of the program's metadata, which `metahash` replies.

use gmeta::Metadata;
use rpsls_house_io::ProgramMetadata;
use std::{env, fs, path::Path};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let out_dir = env::var("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    fs::write(Path::new(&out_dir).join("metahash"), ProgramMetadata::repr().hash())
        .expect("OUT_DIR is writable");
}
