//! Builds a `#[gmeta::metawasm]` crate, from that crate's build script.
//!
//! `gear-wasm-builder` builds programs only: it refuses exports that no program
//! has, and state functions are such exports. This crate does for them what
//! `gear-wasm-builder` does for programs, with the same tools, but without that
//! check.
//!
//! The crate needs a default feature, say `std`, that has this builder as an
//! optional build dependency and without which its library has the functions'
//! WebAssembly only. Its build script is
//!
//! ```no_run
//! # // The build script's `cfg` is that of the crate, not of this example.
//! fn main() {
//!     metawasm_builder::build();
//! }
//! ```
//!
//! and its library includes the constant `WASM_BINARY: &[u8]` by
//! `include!(concat!(env!("OUT_DIR"), "/wasm_binary.rs"))`.

#![warn(missing_docs)]

mod compile;
mod dep_info;
mod files;
mod layout;

use anyhow::{Context, Result, anyhow};
use files::write_if_changed;
use gear_wasm_builder::optimize::Optimizer;
use layout::Layout;
use std::{
    collections::BTreeSet,
    env, fs,
    path::{Path, PathBuf},
};

/// With this set, `gear-wasm-builder` builds nothing, and so doesn't this crate.
const NO_BUILD: &str = "__GEAR_WASM_BUILDER_NO_BUILD";

/// Builds the crate whose build script calls it, and returns the path of the
/// module, `<target>/wasm32-gear/<profile>/<crate_name>.meta.wasm`.
///
/// Returns `None`, with an empty `WASM_BINARY`, if `__GEAR_WASM_BUILDER_NO_BUILD`
/// is set.
///
/// # Panics
///
/// If the crate can't be built, with the cause. In a build script that is how
/// cargo gets to show it.
pub fn build() -> Option<PathBuf> {
    println!("cargo:rerun-if-env-changed={NO_BUILD}");
    let built = if env::var_os(NO_BUILD).is_some() {
        include_in_library("&[]").map(|()| None)
    } else {
        build_module().map(Some)
    };
    built.unwrap_or_else(|error| panic!("can't build the state functions: {error:#}"))
}

fn build_module() -> Result<PathBuf> {
    let layout = Layout::of_build_script()?;
    compile::compile(&layout)?;

    let module = layout.module();
    write_if_changed(&module, &stripped(&layout.compiled())?)?;
    include_in_library(&format!("include_bytes!({module:?})"))?;

    rerun_if_changed(&layout)?;
    Ok(module)
}

/// The module without what only debuggers read. Its exports stay: they are the
/// functions.
fn stripped(compiled: &PathBuf) -> Result<Vec<u8>> {
    let mut optimizer = Optimizer::new(compiled)?;
    // It marks where the stack ends, so that nodes don't load pages of it. A
    // module without a stack has no such mark, and needs none.
    let _ = optimizer.insert_stack_end_export();
    optimizer.strip_custom_sections();
    optimizer.serialize()
}

fn include_in_library(binary: &str) -> Result<()> {
    let out_dir = PathBuf::from(variable("OUT_DIR")?);
    let code =
        format!("/// The module of state functions.\npub const WASM_BINARY: &[u8] = {binary};\n");
    write_if_changed(&out_dir.join("wasm_binary.rs"), code.as_bytes())
}

/// Has cargo run the build script again once a source file of the module, a
/// manifest or a pinned version changes, or the module is gone.
fn rerun_if_changed(layout: &Layout) -> Result<()> {
    let path = layout.compiled().with_extension("d");
    let dep_info =
        fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
    let sources: BTreeSet<PathBuf> = dep_info::sources(&dep_info).into_iter().collect();
    // The workspace's own manifest is the lockfile's neighbour.
    let lockfile =
        layout.crate_dir.ancestors().map(|dir| dir.join("Cargo.lock")).find(|path| path.exists());
    let workspace = lockfile.iter().map(|path| path.with_file_name("Cargo.toml"));
    let manifests: BTreeSet<PathBuf> =
        sources.iter().filter_map(|path| manifest_of(path)).chain(workspace).collect();

    sources
        .into_iter()
        .chain(manifests)
        .chain(lockfile)
        .chain([layout.module()])
        .for_each(|path| println!("cargo:rerun-if-changed={}", path.display()));
    Ok(())
}

fn manifest_of(source: &Path) -> Option<PathBuf> {
    source.ancestors().map(|dir| dir.join("Cargo.toml")).find(|manifest| manifest.exists())
}

fn variable(name: &str) -> Result<String> {
    env::var(name).map_err(|error| anyhow!("{name}, which cargo sets for build scripts: {error}"))
}
