//! Building a `#[gmeta::metawasm]` crate.

use crate::{
    NO_BUILD, compile, files::write_if_changed, layout::Layout, sources, turn::Turn, variable,
};
use anyhow::Result;
use gear_wasm_builder::optimize::Optimizer;
use std::{
    env,
    path::{Path, PathBuf},
};

/// Builds the crate whose build script calls it, and returns the path of the
/// module, `<target>/wasm32-gear/<profile>/<crate_name>.meta.wasm`. The constant
/// in `wasm_binary.rs` is `WASM_BINARY: &[u8]`.
///
/// Returns `None`, with an empty `WASM_BINARY`, if `__GEAR_WASM_BUILDER_NO_BUILD`
/// is set.
///
/// # Panics
///
/// If the crate can't be built, with the cause. In a build script that is how
/// cargo gets to show it.
pub fn state_functions() -> Option<PathBuf> {
    println!("cargo:rerun-if-env-changed={NO_BUILD}");
    let built = if env::var_os(NO_BUILD).is_some() {
        include_in_library("&[]").map(|()| None)
    } else {
        build().map(Some)
    };
    built.unwrap_or_else(|error| panic!("can't build the state functions: {error:#}"))
}

fn build() -> Result<PathBuf> {
    let layout = Layout::of_build_script()?;
    let _turn = Turn::wait(&layout)?;
    compile::compile(&layout)?;

    let module = layout.state_functions();
    write_if_changed(&module, &stripped(&layout.compiled())?)?;
    include_in_library(&format!("include_bytes!({module:?})"))?;
    sources::watch(&layout)?;
    Ok(module)
}

/// The module without what only debuggers read. Its exports stay: they are the
/// functions.
fn stripped(compiled: &Path) -> Result<Vec<u8>> {
    let mut optimizer = Optimizer::new(&compiled.to_owned())?;
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
