//! Tests of the release WebAssembly, one file for each subject.

mod alarms;
mod deploying;
mod docs;
mod encoding;
mod gas;
mod hostile;
mod limits;
mod metadata;
mod metawasm;
mod money;
mod prepared;
mod random;
mod scarce_gas;
mod table;
