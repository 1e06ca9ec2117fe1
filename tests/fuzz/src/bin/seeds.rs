//! Writes the seeds into the corpus.

use std::{fs, io, path::Path};

fn main() -> io::Result<()> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    for (name, bytes) in rpsls_fuzz::seeds() {
        fs::write(corpus.join(name), bytes)?;
    }
    Ok(())
}
