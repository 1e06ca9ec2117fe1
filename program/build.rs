//! Writes the hash of the program's metadata, which `metahash` replies, and the id of its
//! interface, which headers name.

use program_idl::{Interface, metahash};
use rpsls_io::ProgramMetadata;
use std::{env, fs, path::Path};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let out_dir = env::var("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    let write = |name, contents: &[u8]| {
        fs::write(Path::new(&out_dir).join(name), contents).expect("OUT_DIR is writable");
    };
    write("metahash", &metahash::<ProgramMetadata>());
    write("interface", &Interface::of::<ProgramMetadata>().id());
}
