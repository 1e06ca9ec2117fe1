//! Builds a program's WebAssembly, and beside it its metadata, from the
//! program's build script.
//!
//! The crate needs a default feature, say `std`, that has this builder as an
//! optional build dependency and without which its library is the program.

#![warn(missing_docs)]

mod metadata;

pub use metadata::without_docs;

use gear_wasm_builder::{PreProcessor, PreProcessorResult, PreProcessorTarget, WasmBuilder};
use gear_wasm_instrument::Module;
use gmeta::Metadata;
use std::{fs, path::PathBuf};

/// Builds the crate whose build script calls it, without its feature `std`, and
/// writes `<crate>.meta.txt` beside the program.
///
/// # Panics
///
/// If that can't be done, with the cause. In a build script that is how cargo
/// gets to show it.
pub fn build<M: Metadata>() {
    let builder =
        WasmBuilder::new().exclude_features(vec!["std"]).with_pre_processor(Box::new(DropZeros));
    // `None` where the builder was told not to build.
    if let Some((_, wasm_opt)) = builder.build() {
        // `<crate>.opt.wasm`
        let path = wasm_opt.with_extension("").with_extension("meta.txt");
        fs::write(&path, without_docs(M::repr()).hex())
            .unwrap_or_else(|error| panic!("can't write {}: {error}", path.display()));
    }
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
        let mut module = Module::new(&fs::read(original)?)?;
        if let Some(segments) = &mut module.data_section {
            for segment in segments.iter_mut() {
                let len = segment.data.iter().rposition(|byte| *byte != 0).map_or(0, |i| i + 1);
                segment.data.to_mut().truncate(len);
            }
            segments.retain(|segment| !segment.data.is_empty());
        }
        Ok(vec![(PreProcessorTarget::Default, module.serialize()?)])
    }
}
