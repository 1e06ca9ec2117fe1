//! Commitments that the web page's tests compute, too.

use gprimitives::ActorId;
use rpsls_io::{bound_commitment, commitment};
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

#[derive(Deserialize)]
struct BoundVector {
    program: String,
    player: String,
    opening: String,
    commitment: String,
}

#[test]
fn the_web_page_binds_commitments_as_the_program_does() {
    let vectors: Vec<BoundVector> =
        serde_json::from_str(include_str!("../../web/tests/bound-vectors.json")).unwrap();
    assert!(!vectors.is_empty());
    for vector in vectors {
        let [program, player] =
            [&vector.program, &vector.player].map(|id| id.parse::<ActorId>().unwrap());
        let hash = bound_commitment(program, player, &vector.opening);
        assert_eq!(format!("{hash:?}"), vector.commitment, "{:?}", vector.opening);
    }
}
