//! Nothing: see this crate's manifest.
