//! Writes the seeds into the corpus.

use std::{fs, io, path::Path};

fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let corpus = root.join("corpus");
    for (name, bytes) in rpsls_fuzz::seeds() {
        fs::write(corpus.join(name), bytes)?;
    }
    for (name, bytes) in rpsls_fuzz::house_seeds() {
        fs::write(root.join("corpus-house").join(name), bytes)?;
    }
    Ok(())
}
