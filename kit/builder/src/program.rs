//! Builds a program.

use crate::{
    embed::with_idl,
    environment,
    files::{write_if_changed, write_if_changed_or_older},
    layout::Layout,
    sources,
    turn::Turn,
    variable,
};
use anyhow::{Context, Result, ensure};
use gear_wasm_builder::{
    PreProcessor, PreProcessorResult, PreProcessorTarget, WasmBuilder, optimize::Optimizer,
};
use gear_wasm_instrument::Module;
use gmeta::Metadata;
use program_idl::{Interface, without_docs, write_hashes};
use std::{
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
};

/// The workspace's folder of crates that its patches name.
const STUBS: &str = "kit/stubs";

/// Builds the program of the crate whose build script calls this, without the crate's
/// feature `std`.
///
/// It writes the module `<crate>.opt.wasm`, the metadata `<crate>.meta.txt` and the IDL
/// `<crate>.idl`, which is embedded in the module, too. For the crate's library to include,
/// it writes what [`write_hashes`] does, of the table that this takes.
///
/// # Panics
///
/// If that can't be done, with the cause: cargo shows what a build script panics with.
pub fn program<M: Metadata>(answers: &[u8]) {
    or_panic(build_described::<M>(answers));
}

/// Builds a program that has no metadata, as [`program`] does.
///
/// # Panics
///
/// If that can't be done, with the cause.
pub fn program_without_metadata() {
    or_panic(build(|wasm| wasm).map(drop));
}

fn build_described<M: Metadata>(answers: &[u8]) -> Result<()> {
    write_hashes::<M>(answers);
    let idl = Interface::of::<M>(answers)
        .idl(&identifier(&variable("CARGO_PKG_NAME")?), &variable("CARGO_PKG_DESCRIPTION")?);
    let described = idl.clone();
    let Some(wasm_opt) = build(move |wasm| with_idl(wasm, &described))? else {
        return Ok(());
    };
    let beside = |extension| wasm_opt.with_extension("").with_extension(extension);
    write_if_changed(&beside("idl"), idl.as_bytes())?;
    write_if_changed(&beside("meta.txt"), without_docs(M::repr()).hex().as_bytes())
}

/// A crate's name in the case that types have.
fn identifier(crate_name: &str) -> String {
    let mut identifier = String::new();
    for word in crate_name.split(['-', '_']) {
        let mut chars = word.chars();
        identifier.extend(chars.next().map(|first| first.to_ascii_uppercase()));
        identifier.push_str(chars.as_str());
    }
    identifier
}

fn or_panic(built: Result<()>) {
    built.unwrap_or_else(|error| panic!("can't build the program: {error:#}"));
}

/// Builds the program, and returns the path of the module to upload: stripped, then changed
/// by `finish`. None if gear-wasm-builder is set not to build.
fn build(finish: impl Fn(Vec<u8>) -> Vec<u8> + 'static) -> Result<Option<PathBuf>> {
    let layout = Layout::of_build_script()?;
    pin_versions(&layout)?;
    let _turn = Turn::wait(&layout)?;
    environment::set_for_rustup(&environment::variables(&layout)?)?;
    let upload = Upload { path: layout.program(), finish };
    let builder = WasmBuilder::new()
        .exclude_features(vec!["std"])
        .with_pre_processor(Box::new(DropZeros))
        .with_pre_processor(Box::new(upload));
    let Some((_, wasm_opt)) = builder.build() else {
        return Ok(None);
    };
    ensure!(wasm_opt == layout.program(), "gear-wasm-builder has built {}", wasm_opt.display());
    sources::watch(&layout)?;
    Ok(Some(wasm_opt))
}

/// Gives the generated project in which the program is compiled the workspace's lockfile,
/// and the crates that the workspace's patches name.
///
/// gear-wasm-builder looks for a lockfile in the crate's own folder only; without one, cargo
/// takes the newest versions. It copies the patches, whose paths are relative to the
/// workspace.
fn pin_versions(layout: &Layout) -> Result<()> {
    if let Some(lockfile) = layout.lockfile() {
        let out_dir = PathBuf::from(variable("OUT_DIR")?);
        fs::copy(&lockfile, out_dir.join("Cargo.lock")).context("copying the lockfile")?;
        let (stubs, link) = (lockfile.with_file_name(STUBS), out_dir.join(STUBS));
        if stubs.exists() && fs::read_link(&link).ok().as_ref() != Some(&stubs) {
            // An older link leads to where the workspace was before.
            fs::remove_file(&link).ok();
            fs::create_dir_all(link.parent().expect("it is in OUT_DIR"))?;
            symlink(&stubs, &link).context("linking the workspace's stubs")?;
        }
    }
    Ok(())
}

/// Writes the module to upload, before gear-wasm-builder would.
///
/// gear-wasm-builder would have `wasm-opt` rewrite it. Then its bytes would depend on whether
/// that is installed, and each build without it would report an error. It leaves a file
/// alone that is newer than the compiled module.
struct Upload<F> {
    path: PathBuf,
    finish: F,
}

impl<F: Fn(Vec<u8>) -> Vec<u8>> PreProcessor for Upload<F> {
    fn name(&self) -> &'static str {
        "upload"
    }

    fn pre_process(
        &self,
        original: PathBuf,
    ) -> PreProcessorResult<Vec<(PreProcessorTarget, Vec<u8>)>> {
        write_if_changed_or_older(&self.path, &(self.finish)(stripped(&original)?), &original)?;
        Ok(vec![])
    }
}

fn stripped(wasm: &Path) -> Result<Vec<u8>> {
    let mut optimizer = Optimizer::new(&wasm.to_owned())?;
    // Without the export that marks the stack's end, nodes load pages of the stack.
    optimizer.insert_stack_end_export().map_err(anyhow::Error::msg)?;
    optimizer.strip_custom_sections();
    optimizer.strip_exports();
    optimizer.serialize().with_context(|| format!("stripping {}", wasm.display()))
}

/// Cuts zeros off the ends of data segments.
///
/// The linker writes out zeroed statics in full, since it can't know what
/// an imported memory holds. Gear's memory is zeroed, and each byte that a
/// program initializes costs gas in every message.
struct DropZeros;

impl PreProcessor for DropZeros {
    fn pre_process(
        &self,
        original: PathBuf,
    ) -> PreProcessorResult<Vec<(PreProcessorTarget, Vec<u8>)>> {
        let before = fs::read(original)?;
        let mut module = Module::new(&before)?;
        if let Some(segments) = &mut module.data_section {
            for segment in segments.iter_mut() {
                let len = segment.data.iter().rposition(|byte| *byte != 0).map_or(0, |i| i + 1);
                segment.data.to_mut().truncate(len);
            }
            segments.retain(|segment| !segment.data.is_empty());
        }
        let after = module.serialize()?;
        let is_changed = after != before;
        Ok(is_changed.then_some((PreProcessorTarget::Default, after)).into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_s_name_becomes_an_identifier() {
        assert_eq!(identifier("rpsls"), "Rpsls");
        assert_eq!(identifier("tic-tac-toe"), "TicTacToe");
    }
}
