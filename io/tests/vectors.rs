//! Commitments that the web page's tests compute, too.

use rpsls_io::commitment;
use serde::Deserialize;

#[derive(Deserialize)]
struct Vector {
    opening: String,
    /// In hexadecimal.
    commitment: String,
}

#[test]
fn the_web_page_hashes_openings_as_the_program_does() {
    let vectors: Vec<Vector> =
        serde_json::from_str(include_str!("../../web/tests/vectors.json")).unwrap();
    assert!(!vectors.is_empty());
    for Vector { opening, commitment: expected } in vectors {
        assert_eq!(format!("{:?}", commitment(&opening)), expected, "{opening:?}");
    }
}
