//! Builds a program's WebAssembly, and beside it its metadata, from the
//! program's build script.
//!
//! The crate needs a default feature, say `std`, that has this builder as an
//! optional build dependency and without which its library is the program.

#![warn(missing_docs)]

mod metadata;

pub use metadata::without_docs;

use gear_wasm_builder::{
    PreProcessor, PreProcessorResult, PreProcessorTarget, WasmBuilder, optimize::Optimizer,
};
use gear_wasm_instrument::Module;
use gmeta::Metadata;
use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

/// Builds the crate whose build script calls it, without its feature `std`, and
/// writes `<crate>.meta.txt` beside the program.
///
/// # Panics
///
/// If that can't be done, with the cause. In a build script that is how cargo
/// gets to show it.
pub fn build<M: Metadata>() {
    pin_versions().unwrap_or_else(|error| panic!("can't copy the lockfile: {error}"));
    let builder =
        WasmBuilder::new().exclude_features(vec!["std"]).with_pre_processor(Box::new(DropZeros));
    // `None` where the builder was told not to build.
    if let Some((wasm, wasm_opt)) = builder.build() {
        write(&wasm_opt, &stripped(&wasm));
        // `<crate>.opt.wasm`
        let metadata = wasm_opt.with_extension("").with_extension("meta.txt");
        write(&metadata, without_docs(M::repr()).hex().as_bytes());
    }
}

/// Gives the project in which the program is compiled the workspace's lockfile.
/// gear-wasm-builder looks for one in the crate's own folder only, and without
/// takes the newest versions there are.
fn pin_versions() -> io::Result<()> {
    let [crate_dir, out_dir] = ["CARGO_MANIFEST_DIR", "OUT_DIR"]
        .map(|name| env::var_os(name).expect("cargo sets it for build scripts"));
    let lockfiles = Path::new(&crate_dir).ancestors().map(|dir| dir.join("Cargo.lock"));
    if let Some(lockfile) = lockfiles.into_iter().find(|path| path.exists()) {
        fs::copy(lockfile, Path::new(&out_dir).join("Cargo.lock"))?;
    }
    Ok(())
}

/// The program to upload. gear-wasm-builder makes one too, and has `wasm-opt`
/// rewrite it where that is installed, so that its bytes depend on the machine.
fn stripped(wasm: &PathBuf) -> Vec<u8> {
    let stripped = Optimizer::new(wasm).and_then(|mut optimizer| {
        // Without a mark for the end of the stack nodes load pages of it.
        optimizer.insert_stack_end_export().map_err(io::Error::other)?;
        optimizer.strip_custom_sections();
        optimizer.strip_exports();
        optimizer.serialize()
    });
    stripped.unwrap_or_else(|error| panic!("can't strip {}: {error:#}", wasm.display()))
}

/// Writes a file that is not yet so: cargo goes by the time when it was written.
fn write(path: &Path, contents: &[u8]) {
    if fs::read(path).is_ok_and(|before| before == contents) {
        return;
    }
    fs::write(path, contents)
        .unwrap_or_else(|error| panic!("can't write {}: {error}", path.display()));
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
