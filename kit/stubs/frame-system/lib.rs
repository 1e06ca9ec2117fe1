//! What is named of it: kit/README.md.

pub mod limits {
    pub struct BlockWeights(());
}
