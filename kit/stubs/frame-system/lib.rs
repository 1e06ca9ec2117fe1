//! What is named of it: docs/building.md.

pub mod limits {
    pub struct BlockWeights(());
}
