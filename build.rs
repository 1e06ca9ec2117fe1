//! Builds the program's WebAssembly and, beside it, its metadata.

fn main() {
    #[cfg(feature = "std")]
    host::build();
}

#[cfg(feature = "std")]
mod host {
    use gear_wasm_builder::{PreProcessor, PreProcessorResult, PreProcessorTarget, WasmBuilder};
    use gear_wasm_instrument::Module;
    use gmeta::Metadata;
    use rpsls_io::ProgramMetadata;
    use std::{fs, path::PathBuf};

    pub fn build() {
        let builder = WasmBuilder::new()
            .exclude_features(vec!["std"])
            .with_pre_processor(Box::new(DropZeros));
        // `None` where the builder was told not to build.
        if let Some((_, wasm_opt)) = builder.build() {
            let path = wasm_opt.with_file_name("rpsls.meta.txt");
            fs::write(&path, ProgramMetadata::repr().hex())
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
}
