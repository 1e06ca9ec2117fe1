//! Builds the program's WebAssembly and, beside it, its metadata.

fn main() {
    #[cfg(feature = "std")]
    host::build();
}

#[cfg(feature = "std")]
mod host {
    use gmeta::Metadata;
    use rpsls_io::ProgramMetadata;
    use std::fs;

    pub fn build() {
        // `None` where the builder was told not to build.
        if let Some((_, wasm_opt)) = gear_wasm_builder::build() {
            let path = wasm_opt.with_file_name("rpsls.meta.txt");
            fs::write(&path, ProgramMetadata::repr().hex())
                .unwrap_or_else(|error| panic!("can't write {}: {error}", path.display()));
        }
    }
}
