//! Nothing of it is used here: kit/README.md.
