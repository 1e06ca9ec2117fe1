//! Nothing of it is used here: docs/building.md.
