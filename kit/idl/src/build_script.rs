//! What the programs' build scripts have in common.

use crate::{Interface, metahash};
use gmeta::Metadata;
use std::{env, fs, path::Path};

/// Writes into `OUT_DIR`, for a program to include: `metahash`, the hash of its metadata,
/// and `interface`, the id of its interface. Takes what [`Interface::of`] does.
///
/// # Panics
///
/// Where there is no such folder: it is for build scripts.
pub fn write_hashes<M: Metadata>(answers: &[u8]) {
    let out_dir = env::var("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    let write = |name, contents: &[u8]| {
        fs::write(Path::new(&out_dir).join(name), contents).expect("OUT_DIR is writable");
    };
    write("metahash", &metahash::<M>());
    write("interface", &Interface::of::<M>(answers).id());
}
