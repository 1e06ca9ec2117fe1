//! The reasons why a call had no effect, as the runtime gives them.

use gsdk::{
    RuntimeError,
    gear::{
        runtime_types::sp_runtime::{DispatchError, ModuleError},
        system,
    },
};
use parity_scale_codec::{Decode, Encode};

/// The reason why an extrinsic in a block had no effect except for its fee.
pub type Failure = DispatchError;

/// The result of an extrinsic.
pub type Outcome = Result<(), Failure>;

/// A pallet's error. The runtime encodes it as the pallet's index and the error's.
pub(super) fn module(error: &RuntimeError) -> Failure {
    let bytes = error.encode();
    DispatchError::Module(ModuleError { index: bytes[0], error: [bytes[1], 0, 0, 0] })
}

/// The error for a call that this node does not serve.
pub(super) fn not_served() -> Failure {
    module(&RuntimeError::System(system::Error::CallFiltered))
}

/// The name of a failure. For a pallet's error, this is only the error's name.
pub fn name(failure: &Failure) -> String {
    if let DispatchError::Module(ModuleError { index, error }) = failure {
        match RuntimeError::decode(&mut &[*index, error[0]][..]) {
            Ok(RuntimeError::Gear(error)) => return format!("{error:?}"),
            Ok(RuntimeError::GearBank(error)) => return format!("{error:?}"),
            Ok(RuntimeError::GearVoucher(error)) => return format!("{error:?}"),
            Ok(RuntimeError::Balances(error)) => return format!("{error:?}"),
            _ => {}
        }
    }
    format!("{failure:?}")
}
